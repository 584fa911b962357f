// One live picture for all who look: opens the device's video once while anybody watches, at the largest width asked for, and
// gives each unit to every viewer and recorder. One slot everywhere: the newest picture wins.
import type { Live } from '#shared/base/live.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { FrameStamp, StreamWidth } from '#shared/domain/video.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import type { CodedUnit } from '#main/sys/encoder.ts'
import type { VideoFacet } from '#main/device/driver.ts'
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
import type { OpenKeptEncoder } from '#main/device/stream/encoded-source.ts'
import { stillCoder } from '#main/device/stream/still-coder.ts'
import type { CodeStill } from '#main/device/stream/still-coder.ts'
import { gone, SourceRun } from '#main/device/stream/source-run.ts'
import { stepOf, waitForWidth, wantedWidth } from '#main/device/stream/width.ts'

export interface FanPlace {
  readonly name: string
  readonly video: VideoFacet
  readonly power: Live<Power>
  picture(signal: AbortSignal): Promise<Picture>
  /** Each picture of the source, before it is given to anyone; the first after it was opened, for one, may be old. */
  captured?(frame: FrameStamp & { readonly size?: Size }, mayBeOld: boolean): void
  /** The device's geometry generation for the source's own; null: of a picture that says none. */
  generationOf(source: number | null): number
  readonly openEncoder?: OpenKeptEncoder
  /** For one recorder of whole pictures. */
  readonly stillCoder?: () => CodeStill
}

/** A key frame is 100 to 200 kB: not for every cough of every viewer. */
export const keyEveryMs = 200
/** The source goes on this long after the last viewer left: a page that is loaded again, a tab that is passed over. */
const lingerMs = 1500
/** After something was done to the device that nothing is seen of. A tap that does nothing is no fault of the source. */
const doubtAfterMs = 3000
const doubtEveryMs = 15_000
/** A viewer that has had nothing for so long gets a whole picture first. */
const joinStillMs = 80
const timesMost = 256

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
  readonly #fan: Fan = { needKey: () => this.keyFrame(), pump: () => this.#running?.pump() }
  #running: SourceRun | null = null
  #ended: Promise<void> = Promise.resolve()
  #linger: NodeJS.Timeout | null = null
  #widthTimer: NodeJS.Timeout | null = null
  #widthMs = Number.NEGATIVE_INFINITY
  #keyTimer: NodeJS.Timeout | null = null
  #keyMs = Number.NEGATIVE_INFINITY
  #doubtTimer: NodeJS.Timeout | null = null
  #doubtMs = Number.NEGATIVE_INFINITY
  #sourceGeneration: number | null = null

  constructor(place: FanPlace) {
    this.#place = place
  }

  async view(asked: ViewAsked, viewer: Viewer, signal: AbortSignal): Promise<void> {
    const both = AbortSignal.any([signal, this.#closed.signal])
    const consumer = new ViewerConsumer(asked, viewer, this.#fan, both)
    this.#join(consumer)
    const late = setTimeout(() => this.#running?.lookAgain(), joinStillMs)
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
    const consumer = new TapConsumer(asked.widthPx, onUnit, this.#fan, (this.#place.stillCoder ?? stillCoder)(), both)
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

  /** Something was done to the device. Where no picture comes of it at all, the source may have stalled, and is asked anew. */
  touched(): void {
    const running = this.#running
    if (running?.hasCaptured !== true || this.#doubtTimer !== null) return
    if (monotonicMs() - this.#doubtMs < doubtEveryMs) return
    const { captured } = running
    this.#doubtTimer = setTimeout(() => {
      this.#doubtTimer = null
      if (this.#running !== running || running.captured !== captured) return
      this.#doubtMs = monotonicMs()
      running.doubt()
    }, doubtAfterMs)
    this.#doubtTimer.unref()
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
    return this.#running?.hasCaptured === true
  }

  /** Whoever looks is given stills: there is no video to be had. */
  get isStillsOnly(): boolean {
    return this.#running?.isStillsOnly === true
  }

  // ---- who looks

  #join(consumer: Consumer): void {
    if (this.#closed.signal.aborted) throw this.#closed.signal.reason
    this.#consumers.add(consumer)
    if (this.#linger !== null) clearTimeout(this.#linger)
    this.#linger = null
    if (this.#running === null) return this.#start()
    this.#fitWidth()
    if (this.#running.isStillsOnly) this.#running.lookAgain()
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

  /** A recording is one click, not a window being drawn larger: its first picture does not wait for the two seconds. */
  #recorded(): number {
    const widths = [...this.#consumers].filter(one => one instanceof TapConsumer).map(({ widthPx }) => widthPx)
    return wantedWidth(widths) ?? 0
  }

  /** A source that encodes itself is slow to start again: its picture only grows. */
  #fitWidth(): void {
    const wanted = this.#wanted()
    const running = this.#running
    if (wanted === null || running === null || wanted === running.width) return
    if (this.#place.video.kind === 'coded' && wanted < running.width) return
    const isRecorder = this.#recorded() > running.width
    if (this.#widthTimer !== null) {
      if (!isRecorder) return
      clearTimeout(this.#widthTimer)
      this.#widthTimer = null
    }
    const waitMs = isRecorder ? 0 : waitForWidth(monotonicMs(), this.#widthMs)
    if (waitMs === 0) {
      this.#widthMs = monotonicMs()
      running.widen(wanted)
      return
    }
    this.#widthTimer = setTimeout(() => {
      this.#widthTimer = null
      this.#fitWidth()
    }, waitMs)
  }

  // ---- the source

  #start(): void {
    const running = new SourceRun(
      {
        video: this.#place.video,
        power: this.#place.power,
        picture: signal => this.#place.picture(signal),
        ...(this.#place.openEncoder === undefined ? {} : { openEncoder: this.#place.openEncoder }),
        generation: () => this.#place.generationOf(null),
        stamped: (frame, mayBeOld) => this.#stamped(frame, mayBeOld),
        unit: unit => this.#hand(unit),
        encoded: unit => this.#encoded(unit),
        still: still => this.#handStill(still),
        say: change => this.#say(change),
        stalled: () => this.#say({ stalls: this.state.value.stalls + 1 }),
        room: () => Math.max(0, ...[...this.#consumers].map(one => (one.stills ? 0 : one.room()))),
        awaited: () => [...this.#consumers].some(one => one.isNew && one.room() > 0),
        stillsWanted: () => [...this.#consumers].some(one => one.stills),
      },
      this.#wanted() ?? stepOf(0),
    )
    this.#running = running
    this.#widthMs = monotonicMs()
    this.#ended = this.#ended.then(() => running.run())
  }

  #stop(): void {
    const running = this.#running
    this.#running = null
    for (const timer of [this.#linger, this.#widthTimer, this.#keyTimer, this.#doubtTimer])
      if (timer !== null) clearTimeout(timer)
    this.#linger = null
    this.#widthTimer = null
    this.#keyTimer = null
    this.#doubtTimer = null
    running?.stop()
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
      if (toAll || consumer.stills || (consumer.isNew && consumer.takesFirstLook)) consumer.takeStill(still)
  }

  #needsKey(): boolean {
    return [...this.#consumers].some(one => one.needsKey())
  }

  #askKey(): void {
    this.#keyMs = monotonicMs()
    this.#running?.key()
  }

  #stamped(frame: FrameStamp & { readonly size?: Size }, mayBeOld: boolean): FrameStamp {
    this.#place.captured?.(frame, mayBeOld)
    this.#sourceGeneration = frame.generation
    return {
      sequence: frame.sequence,
      atUs: frame.atUs,
      generation: this.#place.generationOf(frame.generation),
    }
  }

  /** The same picture once more may belong to a newer geometry by now. */
  #encoded(unit: CodedUnit): void {
    if (unit.again) return this.#hand({ ...unit, generation: this.#place.generationOf(this.#sourceGeneration) })
    const { atUs, convertUs, encodeUs } = unit
    this.times.push({ whole: monotonicMs() - atUs / 1000, convert: convertUs / 1000, encode: encodeUs / 1000 })
    if (this.times.length > timesMost) this.times.shift()
    this.#hand(unit)
  }

  #see(generation: number): void {
    if (generation > this.shown.value) this.shown.set(generation)
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
