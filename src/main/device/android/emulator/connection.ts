// One emulator's link, kept: when it breaks, the device is told as lost in words and reached again by what its discovery
// file says then (a restarted emulator has another token). Whoever asks meanwhile is refused; nothing is sent twice.
import { EmulatorLink, LinkRefusal } from '#main/device/android/emulator/link.ts'
import type { Messages, StreamName, Streams, Unary, UnaryName } from '#main/device/android/emulator/protocol.ts'
import type { DiscoveredGrpc } from '#main/device/android/parse/discovery.ts'
import { sleep } from '#shared/base/abort.ts'
import { LiveValue, type Live } from '#shared/base/live.ts'
import { wordsOf } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'

const firstTryMs = 200
const againMs = 1000
const doubtMs = 1000

export class EmulatorConnection implements AsyncDisposable {
  /** The device's own, lost also while only this connection is. */
  readonly power: LiveValue<Power>
  readonly #device: Live<Power>
  readonly #stopHearing: () => void
  readonly #find: () => Promise<DiscoveredGrpc | null>
  readonly #closed = new AbortController()
  readonly #back: (() => void)[] = []
  #link: EmulatorLink
  #suspected: Promise<void> | null = null
  #isLost = false

  constructor(link: EmulatorLink, find: () => Promise<DiscoveredGrpc | null>, device: Live<Power>) {
    this.#link = link
    this.#find = find
    this.#device = device
    this.power = new LiveValue(device.value)
    this.#stopHearing = device.subscribe(power => {
      if (!this.#isLost) this.power.set(power)
    })
    link.onGone = () => this.#suspect(link)
  }

  call<N extends UnaryName>(
    name: N,
    request: Messages[Unary[N][0]],
    signal: AbortSignal,
    deadlineMs?: number,
  ): Promise<Messages[Unary[N][1]]> {
    if (this.#isLost) return Promise.reject(lost())
    return this.#link.call(name, request, AbortSignal.any([signal, this.#closed.signal]), deadlineMs)
  }

  stream<N extends StreamName>(
    name: N,
    request: Messages[Streams[N][0]],
    onMessage: (message: Messages[Streams[N][1]]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#isLost) return Promise.reject(lost())
    return this.#link.stream(name, request, onMessage, AbortSignal.any([signal, this.#closed.signal]))
  }

  /** As its pictures tell: an empty one comes from a screen that is off. */
  shows(isLit: boolean): void {
    const power = this.power.value
    if (power.is === 'on' && power.asleep === isLit) this.power.set({ is: 'on', asleep: !isLit })
  }

  pictures(
    request: Messages['ImageFormat'],
    onImage: (image: Messages['Image']) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#isLost) return Promise.reject(lost())
    return this.#link.pictures(request, onImage, AbortSignal.any([signal, this.#closed.signal]))
  }

  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** After each time it was lost and is reached again. */
  onBack(listener: () => void): void {
    this.#back.push(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopHearing()
    this.#closed.abort(new Error('the emulator was closed here'))
    await this.#suspected
    await this.#link[Symbol.asyncDispose]()
  }

  /** One stream that ended is not a link that broke: the emulator is asked first. */
  #suspect(link: EmulatorLink): void {
    if (this.#suspected !== null || this.#closed.signal.aborted || link !== this.#link) return
    const doubting = this.#doubt(link)
      .catch(() => undefined)
      .finally(() => {
        this.#suspected = null
      })
    this.#suspected = doubting
  }

  async #doubt(link: EmulatorLink): Promise<void> {
    const closed = this.#closed.signal
    const answers = await link.call('getStatus', {}, closed, doubtMs).then(
      () => true,
      () => false,
    )
    if (answers || closed.aborted) return
    this.#isLost = true
    this.power.set({ is: 'lost', why: lost().words, nextTryMs: firstTryMs })
    for (let wait = firstTryMs; ; wait = againMs) {
      await sleep(wait, closed)
      const again = await this.#reached().catch((thrown: unknown) => wordsOf(thrown))
      if (typeof again !== 'string') return this.#took(again)
      this.power.set({ is: 'lost', why: again, nextTryMs: againMs })
    }
  }

  /** A link to an Android that is up, or why there is none. */
  async #reached(): Promise<EmulatorLink | string> {
    const grpc = await this.#find()
    if (grpc === null) return 'The emulator is no longer running.'
    const link = await EmulatorLink.open(grpc, this.#closed.signal)
    const { booted } = await link.call('getStatus', {}, this.#closed.signal)
    if (booted) return link
    await link[Symbol.asyncDispose]()
    return 'The emulator is starting again.'
  }

  async #took(link: EmulatorLink): Promise<void> {
    const old = this.#link
    this.#link = link
    link.onGone = () => this.#suspect(link)
    this.#isLost = false
    await old[Symbol.asyncDispose]()
    for (const listener of this.#back) listener()
    this.power.set(this.#device.value)
  }
}

const lost = (): LinkRefusal =>
  new LinkRefusal('gone', 'The connection to the emulator broke.', 'Nocturne goes on when it is reached again.')
