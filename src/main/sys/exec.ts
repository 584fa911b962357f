// The only spawn in Nocturne. A program gets an argument array (never a shell line) and a cleaned environment, lives in
// a process group of its own, and is ended as a whole group by its signal, its deadline or its output limit.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Refusal } from '#shared/base/refusal.ts'
import { cleanedEnvironment } from '#main/sys/environment.ts'

export interface ExecOptions {
  readonly cwd?: string
  /** Added to the cleaned environment; secrets only for a program that is Nocturne itself (`ownEnvironment`). */
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string | Uint8Array
  readonly deadlineMs?: number
  /** Of stdout and of stderr each. */
  readonly outputBytesMax?: number
}

export interface ExecResult {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly stdout: Uint8Array
  readonly stderr: string
}

const deadlineMsDefault = 120_000
const outputBytesMaxDefault = 64 * 1024 * 1024
/** Between the polite end and the hard one. */
const killAfterMs = 2000

/** Runs it to its end. Its exit code is an answer, not a failure; a program that cannot start, hangs or floods is refused. */
export async function exec(
  program: string,
  args: readonly string[],
  options: ExecOptions,
  signal: AbortSignal,
): Promise<ExecResult> {
  signal.throwIfAborted()
  const child = begin(program, args, options, 'pipe')
  const name = nameOf(program)
  const limit = options.outputBytesMax ?? outputBytesMaxDefault
  const out = new Collector(limit)
  const err = new Collector(limit)
  const ended = Promise.withResolvers<number | null>()
  const stop = (why: Error): void => {
    endGroup(child)
    ended.reject(why)
  }
  const deadlineMs = options.deadlineMs ?? deadlineMsDefault
  const timer = setTimeout(
    () =>
      stop(new Refusal('failed', `${name} did not end within ${Math.round(deadlineMs / 1000)} s.`, { where: program })),
    deadlineMs,
  )
  const onAbort = (): void => stop(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
  signal.addEventListener('abort', onAbort, { once: true })
  const collect = (collector: Collector) => (chunk: Uint8Array) => {
    if (!collector.add(chunk))
      stop(new Refusal('failed', `${name} printed more than ${limit} bytes.`, { where: program }))
  }
  child.stdout?.on('data', collect(out))
  child.stderr?.on('data', collect(err))
  child.on('error', cause => ended.reject(cannotStart(program, cause)))
  child.on('close', code => ended.resolve(code))
  // A program that ends without reading what it is given is not a failure of ours: its exit code tells.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.stdin)
  try {
    const code = await ended.promise
    return { code, stdout: out.bytes(), stderr: new TextDecoder().decode(err.bytes()) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Runs it on our own terminal (a browser, a test run, the bench); answers its exit code. */
export async function execAttached(
  program: string,
  args: readonly string[],
  options: ExecOptions,
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted()
  const child = begin(program, args, options, 'inherit')
  const onAbort = (): void => endGroup(child)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('error', cause => reject(cannotStart(program, cause)))
      child.on('close', code => resolve(code ?? 1))
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export interface RunningProgram {
  readonly pid: number
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  onOutput(listener: (chunk: Uint8Array) => void): void
  onError(listener: (chunk: Uint8Array) => void): void
  write(bytes: string | Uint8Array): void
  /** Ends the group, politely first. */
  stop(): void
}

/** Starts what keeps running (a server, a stream of a device). Aborting the signal ends its group. */
export async function start(
  program: string,
  args: readonly string[],
  options: ExecOptions,
  signal: AbortSignal,
): Promise<RunningProgram> {
  signal.throwIfAborted()
  const child = begin(program, args, options, 'pipe')
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', cause => reject(cannotStart(program, cause)))
  })
  const onAbort = (): void => endGroup(child)
  signal.addEventListener('abort', onAbort, { once: true })
  const ended = new Promise<number | null>(resolve =>
    child.on('close', code => {
      signal.removeEventListener('abort', onAbort)
      resolve(code)
    }),
  )
  child.stdin?.on('error', () => {})
  return {
    pid: child.pid ?? 0,
    ended,
    onOutput: listener => void child.stdout?.on('data', listener),
    onError: listener => void child.stderr?.on('data', listener),
    write: bytes => void child.stdin?.write(bytes),
    stop: () => endGroup(child),
  }
}

export interface LeftRunning {
  readonly pid: number
  /** The exit code; null when a signal ended it. Never settles once we have ended ourselves. */
  readonly ended: Promise<number | null>
}

/** Starts what outlives us (an emulator): what it prints goes to the file `output`, made anew and readable by its owner alone. */
export async function startToStay(
  program: string,
  args: readonly string[],
  options: Pick<ExecOptions, 'cwd' | 'env'> & { readonly output: string },
  signal: AbortSignal,
): Promise<LeftRunning> {
  signal.throwIfAborted()
  const output = openSync(options.output, 'w', 0o600)
  try {
    const child = spawn(program, [...args], {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...cleanedEnvironment(), ...options.env },
      stdio: ['ignore', output, output],
      detached: true,
      shell: false,
      windowsHide: true,
    })
    const ended = new Promise<number | null>(resolve => child.on('close', code => resolve(code)))
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', cause => reject(cannotStart(program, cause)))
    })
    child.unref()
    return { pid: child.pid ?? 0, ended }
  } finally {
    closeSync(output)
  }
}

/** Ends one process that is not our child; gone already is as good. */
export function endProcess(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown
  }
}

function begin(
  program: string,
  args: readonly string[],
  options: ExecOptions,
  stdio: 'pipe' | 'inherit',
): ChildProcess {
  return spawn(program, [...args], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...cleanedEnvironment(), ...options.env },
    stdio,
    // An attached program stays in our group, so that Ctrl-C reaches it as it reaches us.
    detached: stdio === 'pipe' && process.platform !== 'win32',
    shell: false,
    windowsHide: true,
  })
}

function endGroup(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  signalGroup(child, pid, 'SIGTERM')
  const hard = setTimeout(() => signalGroup(child, pid, 'SIGKILL'), killAfterMs)
  child.once('close', () => clearTimeout(hard))
  hard.unref()
}

function signalGroup(child: ChildProcess, pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, name)
  } catch {
    // No group of its own (attached, or gone already): the child alone.
    child.kill(name)
  }
}

function cannotStart(program: string, cause: unknown): Refusal {
  const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  const name = nameOf(program)
  return new Refusal(
    'failed',
    missing ? `${name} is not installed, or not where it was looked for.` : `${name} could not be started.`,
    {
      where: program,
      hint: 'Run `nocturne doctor` for what is missing.',
      cause,
    },
  )
}

const nameOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

class Collector {
  readonly #chunks: Uint8Array[] = []
  readonly #limit: number
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Uint8Array): boolean {
    this.#size += chunk.length
    if (this.#size > this.#limit) return false
    this.#chunks.push(chunk)
    return true
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }
}
