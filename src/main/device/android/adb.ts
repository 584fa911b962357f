// One device through the adb server that runs on this computer: shell commands and raw output. Never starts or kills a
// server, and never starts a program (installs go through the adb program, in apps.ts).
import { AdbServerClient, type Adb } from '@yume-chan/adb'
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp'
import { within } from '#shared/base/abort.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'

export interface ShellAnswer {
  /** Null where the device has no shell protocol and so tells none. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const commandMs = 15_000

export const adbServer = (port: number): AdbServerClient =>
  new AdbServerClient(new AdbServerNodeTcpConnector({ host: '127.0.0.1', port }))

export class AdbLink {
  readonly serial: string
  readonly #adb: Adb

  private constructor(serial: string, adb: Adb) {
    this.serial = serial
    this.#adb = adb
  }

  static async open(port: number, serial: string, signal: AbortSignal): Promise<AdbLink> {
    const adb = await bounded(`reaching ${serial}`, commandMs, signal, () => adbServer(port).createAdb({ serial }))
    return new AdbLink(serial, adb)
  }

  /** Runs one shell line on the device. The exit code is an answer; words decide (many tools exit 0 on failure). */
  shell(line: string, signal: AbortSignal, deadlineMs = commandMs): Promise<ShellAnswer> {
    return bounded(`"${short(line)}"`, deadlineMs, signal, async late => {
      const shell = this.#adb.subprocess.shellProtocol
      if (shell === undefined) {
        const bytes = await collected(
          await this.#adb.subprocess.noneProtocol.spawn(line, late).then(process => process.output),
        )
        return { code: null, stdout: decoded(bytes), stderr: '' }
      }
      const process = await shell.spawn(line, late)
      const [stdout, stderr, code] = await Promise.all([
        collected(process.stdout),
        collected(process.stderr),
        process.exited,
      ])
      return { code, stdout: decoded(stdout), stderr: decoded(stderr) }
    })
  }

  /** Raw bytes of a command; the device mixes its stderr into them. */
  raw(line: string, signal: AbortSignal, deadlineMs = commandMs): Promise<Uint8Array> {
    return bounded(`"${short(line)}"`, deadlineMs, signal, async late =>
      collected((await this.#adb.subprocess.noneProtocol.spawn(line, late)).output),
    )
  }

  async close(): Promise<void> {
    await this.#adb.close()
  }
}

interface Stream {
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> }
}

async function collected(stream: Stream): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (value === undefined) continue
    chunks.push(value)
    length += value.length
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const short = (line: string): string => (line.length > 60 ? `${line.slice(0, 57)}...` : line)

/** Ends with the work, the signal or the deadline, whichever is first; failures come out in words. */
async function bounded<T>(
  what: string,
  ms: number,
  signal: AbortSignal,
  work: (late: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const done = new AbortController()
  const late = new Refusal('outcome-unknown', `The device did not answer ${what} within ${ms / 1000} s.`)
  const limit = within(ms, AbortSignal.any([signal, done.signal]), late)
  try {
    return await Promise.race([
      work(limit),
      new Promise<never>((_, reject) =>
        limit.addEventListener('abort', () => reject(limit.reason as Error), { once: true }),
      ),
    ])
  } catch (thrown) {
    if (thrown instanceof Refusal || signal.aborted) throw thrown
    throw new Refusal('failed', `The connection to the device broke during ${what}: ${wordsOf(thrown)}`, {
      cause: thrown,
      hint: 'Check the cable or the network; Nocturne goes on when the device is back.',
    })
  } finally {
    done.abort(new Error('done'))
  }
}
