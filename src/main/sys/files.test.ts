// Reading: what has no end, or is no file, is refused before it is waited for.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inside, readText } from '#main/sys/files.ts'
import { readTextNow } from '#main/sys/files-now.ts'

const folder = mkdtempSync(join(tmpdir(), 'nocturne-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('reading a file', () => {
  it('refuses a device and a pipe at once', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of ['/dev/zero', pipe]) {
      await expect(readText(path)).rejects.toThrow('a device, a pipe or a socket')
      expect(() => readTextNow(path)).toThrow('a device, a pipe or a socket')
    }
  })

  it('refuses what is larger than it takes, and a folder', async () => {
    const file = join(folder, 'a.txt')
    writeFileSync(file, 'abc')
    await expect(readText(file, 2)).rejects.toThrow('3 bytes; at most 2')
    expect(await readText(file, 3)).toBe('abc')
    await expect(readText(folder)).rejects.toThrow('a folder')
    expect(() => readTextNow(folder)).toThrow('a folder')
  })

  it('refuses a name no file can have, in words without the place of the home', () => {
    expect(() => inside(folder, 'a\0b')).toThrow('The path holds a character no file name can have.')
  })
})
