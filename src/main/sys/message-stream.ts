// One call of the gRPC wire protocol that goes on answering, on a connection of its own, with each message read into the
// same memory: for pictures of megabytes, which the usual library copies twice and leaves to be collected. The emulator's
// live picture uses it; small calls have the library.
import { connect, constants, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2'

export interface MessageCall {
  /** `127.0.0.1` or `[::1]`. */
  readonly host: string
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly request: Uint8Array
  /** Of one message; more ends the call. */
  readonly messageBytesMax: number
}

/** As the other side ended it; codes are gRPC's. */
export interface MessageStatus {
  readonly code: number
  readonly details: string
}

const windowBytes = 32 * 1024 * 1024
const headBytes = 5
const unavailable = 14
const unknown = 2
const tooLarge = 8

/** `onMessage` gets a view that is good until it is called again. Ends with the call's status; by the signal with null. */
export function messageStream(
  call: MessageCall,
  onMessage: (bytes: Uint8Array) => void,
  signal: AbortSignal,
): Promise<MessageStatus | null> {
  if (signal.aborted) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const session = connect(`http://${call.host}:${call.port}`, {
      settings: { initialWindowSize: windowBytes, enablePush: false },
    })
    session.setTimeout(0)
    let isOver = false
    const over = (end: () => void): void => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', onAbort)
      session.destroy()
      end()
    }
    const ended = (status: MessageStatus): void => over(() => resolve(status))
    const onAbort = (): void => over(() => resolve(null))
    signal.addEventListener('abort', onAbort, { once: true })
    session.on('error', failure => ended({ code: unavailable, details: failure.message }))
    session.on('close', () => ended({ code: unavailable, details: 'the connection was closed' }))
    session.once('remoteSettings', () => session.setLocalWindowSize(windowBytes))
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: call.path,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc+proto',
      te: 'trailers',
      ...call.headers,
    })
    const messages = new Messages(call.messageBytesMax)
    stream.on('data', (chunk: Uint8Array) => {
      try {
        if (!isOver && !messages.take(chunk, onMessage)) ended({ code: tooLarge, details: 'a message was too large' })
      } catch (thrown) {
        over(() => reject(thrown instanceof Error ? thrown : new Error(String(thrown))))
      }
    })
    followEnd(stream, ended)
    stream.end(framed(call.request))
  })
}

/** The status comes after the last message, or at once with the headers where there is none. */
function followEnd(stream: ClientHttp2Stream, ended: (status: MessageStatus) => void): void {
  let status: MessageStatus | null = null
  const read = (headers: IncomingHttpHeaders): void => {
    const code = headers['grpc-status']
    if (code === undefined) return
    status = { code: Number(code), details: decodeURIComponent(String(headers['grpc-message'] ?? '')) }
  }
  stream.on('response', headers => {
    read(headers)
    const http = Number(headers[constants.HTTP2_HEADER_STATUS])
    if (status === null && http !== 200) status = { code: unknown, details: `the answer was HTTP ${http}` }
  })
  stream.on('trailers', read)
  stream.on('error', failure => ended({ code: unavailable, details: failure.message }))
  stream.on('close', () => ended(status ?? { code: unavailable, details: 'the answer broke off' }))
}

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

/** Puts length-prefixed messages together, in memory that grows to the largest and is used again for the next. */
class Messages {
  readonly #most: number
  readonly #head = Buffer.alloc(headBytes)
  #headLength = 0
  #body = Buffer.alloc(0)
  #length = 0
  #wanted: number | null = null

  constructor(most: number) {
    this.#most = most
  }

  /** False for a message that is too large, or compressed, which nobody asked for. */
  take(chunk: Uint8Array, onMessage: (bytes: Uint8Array) => void): boolean {
    for (let at = 0; at < chunk.length || this.#wanted === 0;) {
      if (this.#wanted === null) {
        const part = chunk.subarray(at, at + headBytes - this.#headLength)
        this.#head.set(part, this.#headLength)
        this.#headLength += part.length
        at += part.length
        if (this.#headLength === headBytes && !this.#begin()) return false
        continue
      }
      const part = chunk.subarray(at, at + this.#wanted - this.#length)
      this.#body.set(part, this.#length)
      this.#length += part.length
      at += part.length
      if (this.#length < this.#wanted) continue
      const whole = this.#body.subarray(0, this.#wanted)
      this.#wanted = null
      onMessage(whole)
    }
    return true
  }

  #begin(): boolean {
    const wanted = this.#head.readUInt32BE(1)
    if (this.#head[0] !== 0 || wanted > this.#most) return false
    if (this.#body.length < wanted) this.#body = Buffer.alloc(wanted)
    this.#headLength = 0
    this.#length = 0
    this.#wanted = wanted
    return true
  }
}
