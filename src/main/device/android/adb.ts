// One device through the adb server that runs on this computer: shell commands and raw output. Never starts or kills a
// server, and never starts a program (installs go through the adb program, in apps.ts).
import { AdbServerClient } from '@yume-chan/adb'
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

/** How the server names the device now: another number after each reconnection. */
interface Transport {
  readonly id: bigint
  readonly hasShellProtocol: boolean
}

/** Each command is a connection of its own, so a device that comes back after a loss is simply reached again. */
export class AdbLink {
  readonly serial: string
  readonly #client: AdbServerClient
  readonly #closed = new AbortController()
  #transport: Transport | null = null

  private constructor(port: number, serial: string) {
    this.serial = serial
    this.#client = adbServer(port)
  }

  /** The protocol version of the running server: 41 of "1.0.41". */
  serverVersion(signal: AbortSignal): Promise<number> {
    return bounded('its version', commandMs, signal, async () => this.#client.getVersion())
  }

  static async open(port: number, serial: string, signal: AbortSignal): Promise<AdbLink> {
    const link = new AdbLink(port, serial)
    await bounded(`reaching ${serial}`, commandMs, signal, () => link.#reach())
    return link
  }

  /** Runs one shell line on the device. The exit code is an answer; words decide (many tools exit 0 on failure). */
  shell(line: string, signal: AbortSignal, deadlineMs = commandMs): Promise<ShellAnswer> {
    return this.#bounded(line, signal, deadlineMs, async late => {
      const { hasShellProtocol } = this.#transport ?? (await this.#reach())
      if (hasShellProtocol) return answerOf(await this.#output(`shell,v2,raw:${line}`, late))
      const bytes = await this.#output(`exec:${line}`, late)
      return { code: null, stdout: decoded(bytes), stderr: '' }
    })
  }

  /** Raw bytes of a command; the device mixes its stderr into them, and does not say when they broke off. */
  raw(line: string, signal: AbortSignal, deadlineMs = commandMs): Promise<Uint8Array> {
    return this.#bounded(line, signal, deadlineMs, late => this.#output(`exec:${line}`, late))
  }

  close(): Promise<void> {
    this.#closed.abort(new Refusal('failed', 'The device was closed.'))
    return Promise.resolve()
  }

  #bounded<T>(
    line: string,
    signal: AbortSignal,
    deadlineMs: number,
    work: (late: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const words = `"${line.length > 60 ? `${line.slice(0, 57)}...` : line}"`
    return bounded(words, deadlineMs, AbortSignal.any([signal, this.#closed.signal]), work)
  }

  async #reach(): Promise<Transport> {
    const { transportId, features } = await this.#client.getDeviceFeatures({ serial: this.serial })
    this.#transport = { id: transportId, hasShellProtocol: (features as readonly string[]).includes('shell_v2') }
    return this.#transport
  }

  async #output(service: string, late: AbortSignal): Promise<Uint8Array> {
    const socket = await this.#connection(service)
    const close = (): void => void socket.close()
    if (late.aborted) close()
    else late.addEventListener('abort', close, { once: true })
    try {
      return await collected(socket.readable)
    } finally {
      late.removeEventListener('abort', close)
      close()
    }
  }

  /** A number that is no longer known belongs to a connection that was lost: the device is looked up again, once. */
  async #connection(service: string): Promise<Connection> {
    const known = this.#transport ?? (await this.#reach())
    try {
      return await this.#client.createDeviceConnection({ transportId: known.id }, service)
    } catch {
      this.#transport = null
      const { id } = await this.#reach()
      return await this.#client.createDeviceConnection({ transportId: id }, service)
    }
  }
}

type Connection = Awaited<ReturnType<AdbServerClient['createDeviceConnection']>>

async function collected(stream: Connection['readable']): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks)
    if (value !== undefined) chunks.push(value)
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

const headLength = 5

/** The shell protocol: kind (1 stdout, 2 stderr, 3 exit code), length, bytes. Without the last one the answer broke off. */
function answerOf(bytes: Uint8Array): ShellAnswer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const out: Uint8Array[] = []
  const err: Uint8Array[] = []
  for (let at = 0; at + headLength <= bytes.length;) {
    const kind = view.getUint8(at)
    const end = at + headLength + view.getUint32(at + 1, true)
    if (end > bytes.length) break
    const data = bytes.subarray(at + headLength, end)
    if (kind === 1) out.push(data)
    else if (kind === 2) err.push(data)
    else if (kind === 3) return { code: data[0] ?? 0, stdout: decoded(joined(out)), stderr: decoded(joined(err)) }
    at = end
  }
  throw new Error('its answer broke off in the middle')
}

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

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
