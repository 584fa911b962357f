// The reference of the command line in docs/ says what the code does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliReference } from './cli-reference.ts'

describe('docs/cli.md', () => {
  it('is what `npm run docs:cli` writes', async () => {
    expect(readFileSync(join(import.meta.dirname, '..', 'docs', 'cli.md'), 'utf8')).toBe(await cliReference())
  })

  it('names every shape it uses', async () => {
    const text = await cliReference()
    for (const name of ['F', 'Night', 'Mission', 'NightDocument', 'Device', 'Receipt', 'App'])
      expect(text.match(new RegExp(`\\b${name}\\b`, 'gu'))?.length ?? 0).toBeGreaterThan(1)
  })
})
