// A program on a terminal of its own: the second way a program is started besides exec.ts, for what a person types into. The
// package that makes terminals is optional; without it words say how to get it.
import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import type { IPty, spawn as spawnPty } from 'node-pty'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { cleanedEnvironment } from '#main/sys/environment.ts'
import { namesIn } from '#main/sys/files.ts'

export interface PtySize {
  readonly columns: number
  readonly rows: number
}

export interface Pty {
  readonly pid: number
  /** The exit code. */
  readonly ended: Promise<number>
  onOutput(listener: (chunk: Uint8Array) => void): void
  write(text: string): void
  resize(columns: number, rows: number): void
  /** It prints no more until it may go on: the program waits. */
  hold(): void
  goOn(): void
  /** Ends it, politely first. */
  stop(): void
}

export type OpenPty = (argv: readonly [string, ...string[]], size: PtySize, signal: AbortSignal) => Promise<Pty>

const killAfterMs = 2000

export const openPty: OpenPty = async ([program, ...args], size, signal) => {
  if (!isAbsolute(program))
    throw new Refusal('failed', `${program} is not installed, or not where it was looked for.`, {
      where: program,
      hint: 'Run `nocturne doctor` for what is missing.',
    })
  const { spawn } = await nodePty()
  signal.throwIfAborted()
  let pty: IPty
  try {
    pty = spawn(program, args, {
      name: 'xterm-256color',
      cols: size.columns,
      rows: size.rows,
      env: { ...cleanedEnvironment(), TERM: 'xterm-256color' },
      encoding: null,
    })
  } catch (cause) {
    throw new Refusal('failed', `The terminal could not be opened: ${wordsOf(cause)}`, { where: program, cause })
  }
  return opened(pty, signal)
}

function opened(pty: IPty, signal: AbortSignal): Pty {
  let isOver = false
  const stop = (): void => {
    if (isOver) return
    kill(pty, 'SIGHUP')
    setTimeout(() => {
      if (!isOver) kill(pty, 'SIGKILL')
    }, killAfterMs).unref()
  }
  const ended = new Promise<number>(resolve =>
    pty.onExit(({ exitCode }) => {
      isOver = true
      signal.removeEventListener('abort', stop)
      resolve(exitCode)
    }),
  )
  signal.addEventListener('abort', stop, { once: true })
  return {
    pid: pty.pid,
    ended,
    onOutput: listener =>
      void pty.onData((chunk: string | Uint8Array) =>
        listener(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk),
      ),
    write: text => {
      if (!isOver) pty.write(text)
    },
    resize: (columns, rows) => {
      if (!isOver) pty.resize(columns, rows)
    },
    hold: () => pty.pause(),
    goOn: () => pty.resume(),
    stop,
  }
}

function kill(pty: IPty, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    // Windows ends a program without a signal's name.
    pty.kill(process.platform === 'win32' ? undefined : name)
  } catch {
    // Over already.
  }
}

async function nodePty(): Promise<{ readonly spawn: typeof spawnPty }> {
  try {
    if (process.platform === 'darwin') await mendStarters(packageFolder())
    return await import('node-pty')
  } catch (cause) {
    throw new Refusal(
      'failed',
      'Terminals cannot be opened: the package node-pty is not installed, or was not built.',
      {
        hint: 'Run `npm install` in the folder of Nocturne; it needs a C++ compiler.',
        cause,
      },
    )
  }
}

function packageFolder(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('node-pty/package.json'))
  // A program cannot be started from inside an archive; it is unpacked beside it.
  return folder.replace('app.asar', 'app.asar.unpacked')
}

/** The package's macOS programs that start ours come without the right to be run. */
export async function mendStarters(folder: string): Promise<void> {
  const places = join(folder, 'prebuilds')
  for (const name of await namesIn(places)) {
    if (!name.startsWith('darwin-')) continue
    const file = join(places, name, 'spawn-helper')
    const about = await stat(file).catch(() => null)
    if (about !== null && (about.mode & 0o111) === 0) await chmod(file, 0o755)
  }
}
