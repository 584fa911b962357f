// The real command line, spawned with a home of its own: for tests of what a person meets. No adb server is looked for.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll } from 'vitest'
import type { z } from 'zod'
import { errorShape } from '#shared/protocol/shapes.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main', 'cli', 'main.ts')

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Running {
  readonly child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }
  readonly ended: Promise<Ran>
  /** Resolves when this was said on stderr or stdout. */
  said(words: string): Promise<void>
}

export function begin(args: readonly string[], home: string, env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...process.env, NOCTURNE_HOME: home, ANDROID_ADB_SERVER_PORT: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  const hear: (() => void)[] = []
  child.stdout.on('data', chunk => {
    out += String(chunk)
    for (const one of hear) one()
  })
  child.stderr.on('data', chunk => {
    err += String(chunk)
    for (const one of hear) one()
  })
  return {
    child,
    ended: new Promise(resolve => child.on('close', code => resolve({ code, out, err }))),
    said: words =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (out.includes(words) || err.includes(words)) resolve()
        }
        hear.push(look)
        look()
        child.on('close', () => reject(new Error(`it ended without saying "${words}": ${out}${err}`)))
      }),
  }
}

export const nocturne = (
  args: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => begin(args, home, env).ended

export const documentOf = <T>(shape: z.ZodType<T>, ran: Ran): T => shape.parse(JSON.parse(ran.out))

export function refusalOf(ran: Ran): z.output<typeof errorShape>['error'] {
  return documentOf(errorShape, ran).error
}

export interface OwnFolder {
  readonly path: string
  /** Where the commands of this test file keep what they know; nothing is there yet. */
  readonly home: string
  /** Writes a file and tells its whole path. */
  readonly write: (name: string, text: string) => string
}

/** Called once at the top of a test file: a folder of its own, gone when the file's tests are over. */
export function ownFolder(): OwnFolder {
  const path = mkdtempSync(join(tmpdir(), 'nocturne cli '))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    home: join(path, 'home'),
    write: (name, text) => {
      const file = join(path, name)
      writeFileSync(file, text)
      return file
    },
  }
}
