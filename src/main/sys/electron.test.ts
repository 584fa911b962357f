// Where Electron can show the window, on a checkout made of empty files.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { electronHere } from '#main/sys/electron.ts'
import type { ElectronPlace } from '#main/sys/electron.ts'

let root = ''
const program = (): string => join(root, 'node_modules/electron/dist/electron')

function put(path: string, text = '', mode = 0o644): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, mode)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nocturne-electron-'))
  for (const built of ['main/index.js', 'main/hub.js', 'preload/index.cjs', 'renderer/index.html']) put(`out/${built}`)
  put('node_modules/electron/dist/electron', '#!/bin/sh\necho v45.5.0\n', 0o755)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const look = (more: Partial<ElectronPlace> = {}): ReturnType<typeof electronHere> =>
  electronHere({ root, env: { DISPLAY: ':0' }, platform: 'linux', userId: 1000, ...more }, new AbortController().signal)

describe('Electron', () => {
  it('is here where its program starts', async () => {
    expect(await look()).toEqual({ is: 'here', program: program() })
  })

  it('is looked for where it is told to be', async () => {
    put('elsewhere/electron', '#!/bin/sh\n', 0o755)
    const env = { WAYLAND_DISPLAY: 'wayland-0', ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') }
    expect(await look({ env })).toEqual({ is: 'here', program: join(root, 'elsewhere/electron') })
  })

  it('is not here, in words, where something is missing', async () => {
    expect(await look({ env: {} })).toMatchObject({ is: 'not', why: 'there is no display here' })
    expect(await look({ userId: 0 })).toMatchObject({ is: 'not', why: 'its sandbox does not work for the root user' })
    put('node_modules/electron/dist/electron', '#!/bin/sh\nexit 127\n', 0o755)
    expect(await look()).toEqual({ is: 'not', why: 'it does not start here' })
    chmodSync(program(), 0o644)
    expect((await look()).is).toBe('not')
    rmSync(join(root, 'out/main/hub.js'))
    expect(await look()).toMatchObject({ why: 'its part of Nocturne has not been built' })
    rmSync(program())
    expect(await look()).toMatchObject({ why: 'Electron has not been brought' })
  })
})
