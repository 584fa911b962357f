// The one thing a terminal's package needs mended on a Mac.
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mendStarters } from '#main/sys/pty.ts'

it('gives the macOS starters of the package the right to be run, and touches nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nocturne-pty-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const place = (...names: readonly string[]): string => join(folder, 'prebuilds', ...names)
  for (const name of ['darwin-arm64', 'darwin-x64', 'win32-x64']) {
    await mkdir(place(name), { recursive: true })
    await writeFile(place(name, name === 'win32-x64' ? 'pty.node' : 'spawn-helper'), '')
    await chmod(place(name, name === 'win32-x64' ? 'pty.node' : 'spawn-helper'), 0o644)
  }
  await mendStarters(folder)
  const modeOf = async (...names: readonly string[]): Promise<string> =>
    ((await stat(place(...names))).mode & 0o777).toString(8)
  expect(await modeOf('darwin-arm64', 'spawn-helper')).toBe('755')
  expect(await modeOf('darwin-x64', 'spawn-helper')).toBe('755')
  expect(await modeOf('win32-x64', 'pty.node')).toBe('644')
  await mendStarters(join(folder, 'not there'))
})
