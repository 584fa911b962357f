// The connection to one emulator's control service: calls that are answered once and calls that go on answering, failures
// in words. Knows no device; keeps no token beyond what it needs for its calls.
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import {
  decode,
  encode,
  pathOf,
  streamCalls,
  unaryCalls,
  type Messages,
  type StreamName,
  type Streams,
  type Unary,
  type UnaryName,
} from '#main/device/android/emulator/protocol.ts'
import { tokensFor, type Tokens } from '#main/device/android/emulator/tokens.ts'
import type { DiscoveredGrpc } from '#main/device/android/parse/discovery.ts'
import { messageStream } from '#main/sys/message-stream.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'

type Request<N extends UnaryName> = Messages[Unary[N][0]]
type Answer<N extends UnaryName> = Messages[Unary[N][1]]

/** A raw picture of the largest screen is far above what gRPC lets in by itself. */
const receiveBytesMax = 64 * 1024 * 1024
/** A picture in one go, instead of a question to the sender each 64 KB. */
const windowBytes = 32 * 1024 * 1024
const callMs = 5000
const firstCallMs = 3000

/** Why a call failed, for who decides what to do next; words are for people. */
export type LinkFailure = 'gone' | 'unauthorized' | 'unknown-call' | 'late' | 'refused'

export class LinkRefusal extends Refusal {
  readonly failure: LinkFailure

  constructor(failure: LinkFailure, words: string, hint: string | null) {
    super(
      failure === 'late' ? 'outcome-unknown' : failure === 'unknown-call' ? 'unsupported' : 'failed',
      words,
      hint === null ? {} : { hint },
    )
    this.failure = failure
  }
}

export class EmulatorLink implements AsyncDisposable {
  readonly #client: Client
  readonly #tokens: Tokens
  /** Called at each failure that says the connection is gone. */
  onGone: () => void = () => undefined

  readonly #host: string
  readonly #port: number

  private constructor(host: string, port: number, tokens: Tokens) {
    this.#host = host
    this.#port = port
    this.#client = clientTo(`${host}:${port}`)
    this.#tokens = tokens
  }

  /** An emulator with a token listens on one address family only, and not always the same: both are tried. */
  static async open(grpc: DiscoveredGrpc, signal: AbortSignal): Promise<EmulatorLink> {
    if (grpc.tls)
      throw new LinkRefusal(
        'refused',
        'This emulator wants an encrypted connection, which Nocturne does not speak.',
        null,
      )
    const tokens = await tokensFor(grpc, signal)
    const failures: LinkRefusal[] = []
    for (const host of ['[::1]', '127.0.0.1']) {
      const link = new EmulatorLink(host, grpc.port, tokens)
      try {
        await link.call('getStatus', {}, signal, firstCallMs)
        return link
      } catch (thrown) {
        link.#client.close()
        if (!(thrown instanceof LinkRefusal)) {
          await tokens[Symbol.asyncDispose]()
          throw thrown
        }
        failures.push(thrown)
      }
    }
    await tokens[Symbol.asyncDispose]()
    // What answered tells more than what did not.
    throw failures.find(({ failure }) => failure !== 'gone') ?? failures[0] ?? new Error('no address was tried')
  }

  call<N extends UnaryName>(
    name: N,
    request: Request<N>,
    signal: AbortSignal,
    deadlineMs = callMs,
  ): Promise<Answer<N>> {
    signal.throwIfAborted()
    const [asked, answered] = unaryCalls[name]
    return new Promise((resolve, reject) => {
      const call = this.#client.makeUnaryRequest<Request<N>, Answer<N>>(
        pathOf(name),
        message => encode(asked, message),
        bytes => decode(answered, bytes) as Answer<N>,
        request,
        this.#metadata(name),
        { deadline: Date.now() + deadlineMs },
        (failure, answer) => {
          signal.removeEventListener('abort', cancel)
          if (failure === null && answer !== undefined) resolve(answer)
          else reject(signal.aborted ? (signal.reason as Error) : this.#refusalOf(name, failure))
        },
      )
      const cancel = (): void => call.cancel()
      signal.addEventListener('abort', cancel, { once: true })
    })
  }

  /** Runs until the signal aborts (then it simply returns) or the stream breaks off (then it throws in words). */
  stream<N extends StreamName>(
    name: N,
    request: Messages[Streams[N][0]],
    onMessage: (message: Messages[Streams[N][1]]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const [asked, answered] = streamCalls[name]
    type Message = Messages[Streams[N][1]]
    return new Promise((resolve, reject) => {
      const call = this.#client.makeServerStreamRequest<Messages[Streams[N][0]], Message>(
        pathOf(name),
        message => encode(asked, message),
        bytes => decode(answered, bytes) as Message,
        request,
        this.#metadata(name),
      )
      const cancel = (): void => call.cancel()
      signal.addEventListener('abort', cancel, { once: true })
      const ended = (failure: ServiceError | null): void => {
        signal.removeEventListener('abort', cancel)
        if (signal.aborted) resolve()
        else reject(this.#refusalOf(name, failure))
      }
      call.on('data', (message: Message) => {
        if (signal.aborted) return
        try {
          onMessage(message)
        } catch (thrown) {
          signal.removeEventListener('abort', cancel)
          call.cancel()
          reject(thrown instanceof Error ? thrown : new Error(wordsOf(thrown)))
        }
      })
      call.on('error', (failure: ServiceError) => ended(failure))
      call.on('end', () => ended(null))
    })
  }

  /**
   * As `stream`, for pictures: on a connection of its own, so that no touch waits behind one, and into the same memory
   * each time: what `onImage` is given is good until its next call.
   */
  async pictures(
    request: Messages['ImageFormat'],
    onImage: (image: Messages['Image']) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const name = 'streamScreenshot'
    const header = this.#tokens.header(name)
    const ended = await messageStream(
      {
        host: this.#host,
        port: this.#port,
        path: pathOf(name),
        headers: header === null ? {} : { authorization: header },
        request: encode('ImageFormat', request),
        messageBytesMax: receiveBytesMax,
      },
      bytes => onImage(decode('Image', bytes)),
      signal,
    )
    if (ended !== null) throw this.#refusalOf(name, ended)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.onGone = () => undefined
    this.#client.close()
    await this.#tokens[Symbol.asyncDispose]()
  }

  #metadata(call: string): Metadata {
    const metadata = new Metadata()
    const header = this.#tokens.header(call)
    if (header !== null) metadata.set('authorization', header)
    return metadata
  }

  /** The library's own error is not kept as a cause: it could carry what was sent. */
  #refusalOf(call: string, failure: Pick<ServiceError, 'code' | 'details'> | null): LinkRefusal {
    const said = this.#tokens.scrubbed(failure?.details ?? '').slice(0, 200)
    const refusal = refusalFor(call, failure?.code ?? status.UNAVAILABLE, said)
    if (refusal.failure === 'gone') this.onGone()
    return refusal
  }
}

function refusalFor(call: string, code: number, said: string): LinkRefusal {
  switch (code) {
    case status.UNAUTHENTICATED:
    case status.PERMISSION_DENIED:
      return new LinkRefusal(
        'unauthorized',
        'The emulator does not accept our token.',
        'Close the emulator and boot it from Nocturne.',
      )
    case status.UNIMPLEMENTED:
      return new LinkRefusal(
        'unknown-call',
        `This emulator is too old: it does not know ${call}.`,
        'Update the emulator.',
      )
    case status.OK:
    case status.UNAVAILABLE:
    case status.CANCELLED:
      return new LinkRefusal('gone', 'The emulator does not answer: the connection to it broke.', null)
    case status.DEADLINE_EXCEEDED:
      return new LinkRefusal('late', `The emulator did not answer ${call} in time; what came of it is not known.`, null)
    default:
      return new LinkRefusal('refused', `The emulator refused ${call}${said === '' ? '.' : `: ${said}`}`, null)
  }
}

const clientTo = (target: string): Client =>
  new Client(target, credentials.createInsecure(), {
    'grpc.max_receive_message_length': receiveBytesMax,
    'grpc-node.flow_control_window': windowBytes,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    // Two drivers of one emulator (a restart) must not share a connection that is about to end.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_http_proxy': 0,
    'grpc.enable_retries': 0,
  })
