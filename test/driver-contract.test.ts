// The contract of drivers is not passed by leaving it out: each section runs on some driver, and each driver is tested.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sections, subjects, type Section } from './contract-subjects.ts'

const lacks: Readonly<Record<string, readonly Section[]>> = subjects

describe('the driver contract', () => {
  it.each(sections)('is run in its section "%s" by at least one driver', section => {
    expect(Object.keys(lacks).filter(name => lacks[name]?.includes(section) === false)).not.toEqual([])
  })

  it.each(Object.keys(lacks))('is passed by %s: one test file, and one only, has it', name => {
    const having = readdirSync(import.meta.dirname)
      .filter(file => file.endsWith('.test.ts'))
      .filter(file => {
        const text = readFileSync(join(import.meta.dirname, file), 'utf8')
        return text.includes('driverContract({') && text.includes(`'${name}'`)
      })
    expect(having).toHaveLength(1)
  })
})
