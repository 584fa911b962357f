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
  readonly #serial: () => string
  readonly #client: AdbServerClient
  readonly #closed = new AbortController()
  #transport: Transport | null = null

  private constructor(port: number, serial: () => string) {
    this.#serial = serial
    this.#client = adbServer(port)
  }

  /** As adb names it now: the same phone by its cable or over the network. */
  get serial(): string {
    return this.#serial()
  }

  /** The protocol version of the running server: 41 of "1.0.41". */
  serverVersion(signal: AbortSignal): Promise<number> {
    return bounded('its version', commandMs, signal, async () => this.#client.getVersion())
  }

  /** `serial` may change while the link lives: it is asked for whenever the device is looked up anew. */
  static async open(port: number, serial: string | (() => string), signal: AbortSignal): Promise<AdbLink> {
    const link = new AdbLink(port, typeof serial === 'string' ? () => serial : serial)
    await bounded(`reaching ${link.serial}`, commandMs, signal, () => link.#reach())
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

  /** A service both ways, for bytes that go to the device: sends all of `source`, then answers all that came back. */
  feed(
    service: string,
    what: string,
    source: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    deadlineMs: number,
  ): Promise<Uint8Array> {
    return this.#bounded(what, signal, deadlineMs, async late => {
      const socket = await this.#connection(service)
      const close = (): void => void socket.close()
      if (late.aborted) close()
      else late.addEventListener('abort', close, { once: true })
      try {
        const answer = collected(socket.readable)
        const early = answer.then(() => 'answered' as const)
        early.catch(() => undefined)
        const writer = socket.writable.getWriter()
        for await (const chunk of source) {
          late.throwIfAborted()
          // Who answers before it has all has refused the rest.
          if ((await Promise.race([writer.write(chunk), early])) === 'answered') break
        }
        return await answer
      } finally {
        late.removeEventListener('abort', close)
        close()
      }
    })
  }

  /** A command that goes on by itself, until the signal aborts. Answers when it ended; the device says by nothing more why. */
  async follow(line: string, onBytes: (bytes: Uint8Array) => void, signal: AbortSignal): Promise<void> {
    const both = AbortSignal.any([signal, this.#closed.signal])
    both.throwIfAborted()
    const socket = await this.#bounded(line, both, commandMs, () => this.#connection(`exec:${line}`))
    const close = (): void => void socket.close()
    if (both.aborted) close()
    else both.addEventListener('abort', close, { once: true })
    try {
      const reader = socket.readable.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        onBytes(value)
      }
    } catch (thrown) {
      if (!both.aborted)
        throw new Refusal('failed', `The connection to the device broke: ${wordsOf(thrown)}`, { cause: thrown })
    } finally {
      both.removeEventListener('abort', close)
      close()
    }
  }

  /** A service both ways that stays open until its end, `close` or the signal. */
  async socket(service: string, signal: AbortSignal, deadlineMs = commandMs): Promise<AdbSocket> {
    const both = AbortSignal.any([signal, this.#closed.signal])
    both.throwIfAborted()
    const socket = await this.#bounded(service, both, deadlineMs, () => this.#connection(service))
    const close = (): void => void socket.close()
    if (both.aborted) close()
    else both.addEventListener('abort', close, { once: true })
    const [reader, writer] = [socket.readable.getReader(), socket.writable.getWriter()]
    return {
      read: async () => {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const)
        return done ? null : value
      },
      write: bytes => writer.write(bytes),
      close: () => {
        both.removeEventListener('abort', close)
        close()
      },
    }
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

export interface AdbSocket {
  /** Null when it has ended or broke. */
  read(): Promise<Uint8Array | null>
  write(bytes: Uint8Array): Promise<void>
  close(): void
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
