// One live picture for all who look: opens the device's video once while anybody watches, encodes it at the largest width
// asked for, and gives each unit to every viewer and recorder. One slot everywhere: the newest picture wins.
import type { Live } from '#shared/base/live.ts'
import { LiveValue } from '#shared/base/live.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import { patchUnit, spsOf } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { CodedFrame, FrameStamp, StreamWidth } from '#shared/domain/video.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import type { CodedUnit } from '#main/sys/encoder.ts'
import type { CodedVideo, RawVideo, VideoFacet } from '#main/device/driver.ts'
import { TapConsumer, ViewerConsumer } from '#main/device/stream/consumers.ts'
import type { Consumer, Fan } from '#main/device/stream/consumers.ts'
import type {
  DeviceStream,
  StreamState,
  StreamStill,
  StreamUnit,
  TappedUnit,
  ViewAsked,
  Viewer,
} from '#main/device/stream/device-stream.ts'
import { EncodedSource, type OpenKeptEncoder } from '#main/device/stream/encoded-source.ts'
import { StillMaker } from '#main/device/stream/still-maker.ts'
import { stepOf, waitForWidth, wantedWidth } from '#main/device/stream/width.ts'

export interface FanPlace {
  readonly name: string
  readonly video: VideoFacet
  readonly power: Live<Power>
  picture(signal: AbortSignal): Promise<Picture>
  /** Each picture of the source, before it is given to anyone; the first after it was opened may be one that was there before. */
  captured?(frame: FrameStamp & { readonly size?: Size }, isFirst: boolean): void
  /** The device's geometry generation for the source's own; null: of a picture that says none. */
  generationOf(source: number | null): number
  readonly openEncoder?: OpenKeptEncoder
}

/** A key frame is 100 to 200 kB: not for every cough of every viewer. */
export const keyEveryMs = 200
/** The source goes on this long after the last viewer left: a page that is loaded again, a tab that is passed over. */
const lingerMs = 1500
/** Without a picture for so long, whole pictures are shown instead. */
const firstFrameMs = 3000
/** A viewer that has had nothing for so long gets a whole picture first. */
const joinStillMs = 80
const timesMost = 256
const retryMs = [200, 500, 1000, 2000] as const

const slowWords = 'No live video came from the device within 3 s, so it shows a picture a few times a second.'

export class FanOut implements DeviceStream, AsyncDisposable {
  readonly state = new LiveValue<StreamState>({
    path: null,
    encoder: null,
    size: null,
    words: null,
    hint: null,
    stalls: 0,
  })
  readonly shown = new LiveValue(0)
  readonly #place: FanPlace
  readonly #consumers = new Set<Consumer>()
  readonly #closed = new AbortController()
  readonly #fan: Fan = { needKey: () => this.keyFrame(), pump: () => this.#running?.encoded?.pump() }
  #running: Running | null = null
  #ended: Promise<void> = Promise.resolve()
  #linger: NodeJS.Timeout | null = null
  #widthTimer: NodeJS.Timeout | null = null
  #widthMs = Number.NEGATIVE_INFINITY
  #keyTimer: NodeJS.Timeout | null = null
  #keyMs = Number.NEGATIVE_INFINITY
  #sourceGeneration: number | null = null
  /** Since the source was opened, and until it broke off. */
  #hasCaptured = false

  constructor(place: FanPlace) {
    this.#place = place
  }

  async view(asked: ViewAsked, viewer: Viewer, signal: AbortSignal): Promise<void> {
    const both = AbortSignal.any([signal, this.#closed.signal])
    const consumer = new ViewerConsumer(asked, viewer, this.#fan, both)
    this.#join(consumer)
    const late = setTimeout(() => this.#running?.stills.changed(), joinStillMs)
    try {
      await gone(both)
    } finally {
      clearTimeout(late)
      this.#leave(consumer)
    }
    if (!signal.aborted) throw this.#closed.signal.reason
  }

  async tap(
    asked: { readonly widthPx: number },
    onUnit: (unit: TappedUnit) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const both = AbortSignal.any([signal, this.#closed.signal])
    const consumer = new TapConsumer(asked.widthPx, onUnit, this.#fan)
    this.#join(consumer)
    try {
      await Promise.race([gone(both), consumer.failed])
    } finally {
      this.#leave(consumer)
    }
    if (!signal.aborted) throw this.#closed.signal.reason
  }

  keyFrame(): void {
    if (this.#keyTimer !== null || this.#running === null) return
    const waitMs = Math.max(0, this.#keyMs + keyEveryMs - monotonicMs())
    if (waitMs === 0) return this.#askKey()
    this.#keyTimer = setTimeout(() => {
      this.#keyTimer = null
      this.#askKey()
    }, waitMs)
  }

  reopen(): void {
    if (this.#running === null) return
    this.#stop()
    this.#start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Refusal('not-booted', `${this.#place.name} is not open any more.`))
    this.#stop()
    await this.#ended
  }

  /** How long the newest units took, for benches: ms. */
  readonly times: UnitTimes[] = []

  /** Pictures are captured as they change, so that none coming means that none changed. */
  get isCapturing(): boolean {
    return this.#running !== null && this.#hasCaptured
  }

  // ---- who looks

  #join(consumer: Consumer): void {
    if (this.#closed.signal.aborted) throw this.#closed.signal.reason
    this.#consumers.add(consumer)
    if (this.#linger !== null) clearTimeout(this.#linger)
    this.#linger = null
    if (this.#running === null) return this.#start()
    this.#fitWidth()
    if (this.#running.isStillsOnly) this.#refuseTaps()
    if (!consumer.stills) this.keyFrame()
  }

  #leave(consumer: Consumer): void {
    this.#consumers.delete(consumer)
    if (this.#consumers.size > 0) return this.#fitWidth()
    this.#linger = setTimeout(() => this.#stop(), lingerMs)
  }

  #wanted(): StreamWidth | null {
    return wantedWidth([...this.#consumers].map(({ widthPx }) => widthPx))
  }

  /** A source that encodes itself is slow to start again: its picture only grows. */
  #fitWidth(): void {
    const wanted = this.#wanted()
    const running = this.#running
    if (wanted === null || running === null || this.#widthTimer !== null || wanted === running.width) return
    if (this.#place.video.kind === 'coded' && wanted < running.width) return
    const waitMs = waitForWidth(monotonicMs(), this.#widthMs)
    if (waitMs === 0) {
      this.#widthMs = monotonicMs()
      running.width = wanted
      running.again.abort()
      return
    }
    this.#widthTimer = setTimeout(() => {
      this.#widthTimer = null
      this.#fitWidth()
    }, waitMs)
  }

  // ---- the source

  #start(): void {
    const width = this.#wanted() ?? stepOf(0)
    const life = new AbortController()
    const running: Running = {
      life,
      width,
      again: new AbortController(),
      encoded: null,
      stills: this.#stillMaker(life.signal),
      isStillsOnly: this.#place.video.kind === 'stills',
    }
    this.#running = running
    this.#widthMs = monotonicMs()
    this.#ended = this.#ended.then(() => this.#keepRunning(running))
  }

  #stop(): void {
    const running = this.#running
    this.#running = null
    for (const timer of [this.#linger, this.#widthTimer, this.#keyTimer]) if (timer !== null) clearTimeout(timer)
    this.#linger = null
    this.#widthTimer = null
    this.#keyTimer = null
    running?.life.abort(new Error('nobody looks any more'))
  }

  async #keepRunning(running: Running): Promise<void> {
    const { signal } = running.life
    const { video } = this.#place
    if (signal.aborted) return
    if (video.kind === 'stills') {
      this.#say({ path: 'stills', encoder: null, words: video.why, hint: video.hint })
      this.#refuseTaps()
      running.stills.poll(true)
      return gone(signal)
    }
    try {
      for (let failures = 0; !signal.aborted;) {
        const began = monotonicMs()
        await this.#attempt(video, running)
        if (signal.aborted) return
        failures = monotonicMs() - began > 5000 ? 0 : failures
        await sleep(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0, signal).catch(() => undefined)
        failures += 1
      }
    } finally {
      await running.encoded?.[Symbol.asyncDispose]()
    }
  }

  /** Until the source breaks off; words then say why, and the last picture stays where it is seen. */
  async #attempt(video: RawVideo | CodedVideo, running: Running): Promise<void> {
    const { signal } = running.life
    let hasPicture = false
    const late = setTimeout(() => {
      const power = this.#place.power.value
      if (hasPicture || power.is !== 'on' || power.asleep) return
      this.#say({ path: 'stills', words: slowWords, hint: null })
      running.stills.poll(true)
    }, firstFrameMs)
    const first = (): void => {
      if (hasPicture) return
      hasPicture = true
      clearTimeout(late)
      running.stills.poll(false)
      if (running.encoded?.why === null || video.kind === 'coded')
        this.#say({ path: video.path, words: null, hint: null })
    }
    try {
      if (video.kind === 'raw') await this.#raw(video, running, first)
      else await this.#coded(video, running, first)
      if (!signal.aborted) throw new Refusal('failed', 'The live picture ended by itself.')
    } catch (thrown) {
      if (signal.aborted) return
      const { words, hint } = refusalOf(thrown)
      this.#say({ words, hint })
    } finally {
      clearTimeout(late)
      this.#hasCaptured = false
    }
  }

  async #raw(video: RawVideo, running: Running, onFirst: () => void): Promise<void> {
    const { signal } = running.life
    running.encoded ??= this.#encodedSource(running, video)
    const { encoded } = running
    encoded.tryAgain()
    while (!signal.aborted) {
      running.again = new AbortController()
      this.#hasCaptured = false
      await untilAborted(running.again.signal, signal, both =>
        video.frames(
          running.width,
          frame => {
            if (both.aborted) return
            const stamp = this.#stampOf(frame)
            onFirst()
            encoded.give(frame, stamp)
            running.stills.changed()
          },
          both,
        ),
      )
    }
  }

  async #coded(video: CodedVideo, running: Running, onFirst: () => void): Promise<void> {
    const { signal } = running.life
    let size: Size | null = null
    this.#say({ encoder: video.encoder })
    while (!signal.aborted) {
      running.again = new AbortController()
      this.#hasCaptured = false
      await untilAborted(running.again.signal, signal, both =>
        video.frames(
          running.width,
          frame => {
            if (both.aborted) return
            const checked = this.#checked(frame)
            if (checked === null) return
            const { bytes } = checked
            size = checked.size ?? size
            if (size === null) return
            onFirst()
            this.#say({ size })
            this.#hand({ ...codedOf(frame), ...this.#stampOf({ ...frame, size }), bytes, size, again: false })
            running.stills.changed()
          },
          both,
        ),
      )
    }
  }

  /** Null where a key frame says nothing that can be read: it cannot be decoded either. */
  #checked({ key, bytes }: CodedFrame): { readonly bytes: Uint8Array; readonly size: Size | null } | null {
    if (!key) return { bytes, size: null }
    try {
      const patched = patchUnit(bytes)
      return { bytes: patched, size: spsOf(patched)?.size ?? null }
    } catch (thrown) {
      this.#say({ words: refusalOf(thrown).words, hint: null })
      return null
    }
  }

  #encodedSource(running: Running, video: RawVideo): EncodedSource {
    return new EncodedSource(
      {
        onUnit: unit => {
          if (!unit.again) this.#time(unit)
          this.#hand(unit.again ? { ...unit, generation: this.#again() } : unit)
        },
        room: () => Math.max(0, ...[...this.#consumers].map(one => (one.stills ? 0 : one.room()))),
        onStall: () => this.#say({ stalls: this.state.value.stalls + 1 }),
        onEncoder: about => {
          running.isStillsOnly = false
          this.#say({ path: video.path, encoder: about, words: null, hint: null })
        },
        onNoEncoder: ({ words, hint }) => {
          running.isStillsOnly = true
          this.#say({ path: 'stills', encoder: null, words, hint })
          this.#refuseTaps()
          running.stills.changed()
        },
        ...(this.#place.openEncoder === undefined ? {} : { openEncoder: this.#place.openEncoder }),
      },
      running.life.signal,
    )
  }

  #stillMaker(signal: AbortSignal): StillMaker {
    const awaited = (): boolean => [...this.#consumers].some(one => one.isNew && one.room() > 0)
    return new StillMaker(
      {
        picture: late => this.#place.picture(late),
        latest: () => this.#running?.encoded?.latest ?? null,
        awaited,
        wanted: () => awaited() || [...this.#consumers].some(one => one.stills) || this.#running?.isStillsOnly === true,
        widthPx: () => this.#running?.width ?? stepOf(0),
        generation: () => this.#place.generationOf(null),
        give: still => this.#handStill(still),
        trouble: why => {
          // The source itself says what is wrong with it.
          if (this.#place.video.kind !== 'stills') return
          const { words, hint } = why ?? { words: this.#place.video.why, hint: this.#place.video.hint }
          this.#say({ words, hint })
        },
      },
      signal,
    )
  }

  // ---- handing out

  #hand(unit: StreamUnit): void {
    this.#see(unit.generation)
    if (this.state.value.size?.width !== unit.size.width || this.state.value.size.height !== unit.size.height)
      this.#say({ size: unit.size })
    for (const consumer of Array.from(this.#consumers)) consumer.take(unit)
    if (!unit.key || this.#needsKey()) return
    this.#keyMs = monotonicMs()
    if (this.#keyTimer !== null) clearTimeout(this.#keyTimer)
    this.#keyTimer = null
  }

  #handStill(still: StreamStill): void {
    const toAll = this.#running?.isStillsOnly === true || this.state.value.path === 'stills'
    this.#see(still.generation)
    if (toAll) this.#say({ size: still.size })
    for (const consumer of Array.from(this.#consumers))
      if (toAll || consumer.stills || consumer.isNew) consumer.takeStill(still)
  }

  #needsKey(): boolean {
    return [...this.#consumers].some(one => one.needsKey())
  }

  #askKey(): void {
    if (this.#running === null) return
    this.#keyMs = monotonicMs()
    if (this.#place.video.kind === 'coded') this.#place.video.keyFrame()
    else this.#running.encoded?.key()
  }

  #stampOf(frame: FrameStamp & { readonly size?: Size }): FrameStamp {
    this.#place.captured?.(frame, !this.#hasCaptured)
    this.#hasCaptured = true
    this.#sourceGeneration = frame.generation
    return {
      sequence: frame.sequence,
      atUs: frame.atUs,
      generation: this.#place.generationOf(frame.generation),
    }
  }

  #again(): number {
    return this.#place.generationOf(this.#sourceGeneration)
  }

  #time({ atUs, convertUs, encodeUs }: CodedUnit): void {
    this.times.push({ whole: monotonicMs() - atUs / 1000, convert: convertUs / 1000, encode: encodeUs / 1000 })
    if (this.times.length > timesMost) this.times.shift()
  }

  #see(generation: number): void {
    if (generation > this.shown.value) this.shown.set(generation)
  }

  #refuseTaps(): void {
    for (const one of this.#consumers)
      if (one instanceof TapConsumer)
        one.fail(`${this.#place.name} gives no video that could be recorded. ${this.state.value.words ?? ''}`.trim())
  }

  #say(change: Partial<StreamState>): void {
    const now = this.state.value
    const isNew = Object.entries(change).some(([key, value]) => now[key as keyof StreamState] !== value)
    if (isNew) this.state.set({ ...now, ...change })
  }
}

/** From the capture to the unit, and of that the encoder's own. */
export interface UnitTimes {
  readonly whole: number
  readonly convert: number
  readonly encode: number
}

interface Running {
  readonly life: AbortController
  width: StreamWidth
  /** Aborted to ask the source anew, at another width. */
  again: AbortController
  encoded: EncodedSource | null
  readonly stills: StillMaker
  isStillsOnly: boolean
}

const codedOf = ({ key, bytes }: CodedFrame): Pick<CodedFrame, 'key' | 'bytes'> => ({ key, bytes })

/** Ends quietly when `again` aborts; what else was thrown goes on. */
async function untilAborted(
  again: AbortSignal,
  signal: AbortSignal,
  work: (both: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await work(AbortSignal.any([again, signal]))
  } catch (thrown) {
    if (again.aborted || signal.aborted) return
    throw thrown
  }
  if (!again.aborted && !signal.aborted) throw new Refusal('failed', 'The live picture ended by itself.')
}

function gone(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
