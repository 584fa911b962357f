// Nocturne itself in a folder with blanks, quotes and letters beyond ASCII in its name: the start script, what it builds,
// where it keeps what it knows, and what it writes. The packages are those of this checkout.
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exec } from '#main/sys/exec.ts'
import { encoderProgram } from '#main/sys/encoder.ts'
import { exists } from '#main/sys/files.ts'

const root = join(import.meta.dirname, '..')
const folder = join(mkdtempSync(join(tmpdir(), 'nocturne blanks ')), 'our own folder, ü & ‘quoted’ "twice" it’s')
const home = join(folder, 'home of it')
const never = new AbortController().signal
const isCopied = [
  'nocturne',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'src',
  'native',
  'resources',
]

beforeAll(() => {
  for (const name of isCopied) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['base', 'node', 'web']) {
    const config = `tsconfig.${name}.json`
    cpSync(join(root, config), join(folder, config))
  }
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

async function nocturne(...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  const ran = await exec(
    join(folder, 'nocturne'),
    args,
    { cwd: folder, env: { NOCTURNE_HOME: home, ANDROID_ADB_SERVER_PORT: '1' }, deadlineMs: 280_000 },
    never,
  )
  return { code: ran.code, out: new TextDecoder().decode(ran.stdout) }
}

it('is used from a folder with blanks, quotes and other letters in its name', async () => {
  const listed = await nocturne('devices', '--json')
  expect(listed.code).toBe(0)
  expect(listed.out).toContain('"demo-phone"')
  const seen = await nocturne('screenshot', 'demo-phone', '-o', join(folder, 'a look.png'), '--json')
  expect(seen.code).toBe(0)
  expect(statSync(join(folder, 'a look.png')).size).toBeGreaterThan(1000)
})

it('builds its encoder there and records with it', async () => {
  // Where nothing is there to build it from, recording says so in words, as elsewhere.
  const canBuild = await exists(encoderProgram())
  const { code, out } = await nocturne(
    'record',
    'demo-phone',
    '--seconds',
    '1',
    '-o',
    join(folder, 'a clip.mp4'),
    '--json',
  )
  expect(existsSync(join(folder, 'out', 'native', 'nocturne-h264'))).toBe(canBuild)
  if (canBuild) {
    expect(code).toBe(0)
    expect(statSync(join(folder, 'a clip.mp4')).size).toBeGreaterThan(1000)
  } else expect(out).toContain('encoder')
})
