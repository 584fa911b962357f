// One opening of a device's picture, from the first viewer to the last: asks the source at the width that is wanted, asks again
// when it broke off, and falls back to whole pictures where nothing comes. Knows no viewers; fan-out.ts does.
import { sleep } from '#shared/base/abort.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import { patchUnit, spsOf } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { CodedFrame, FrameStamp, StreamWidth } from '#shared/domain/video.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import type { CodedUnit } from '#main/sys/encoder.ts'
import type { CodedVideo, RawVideo, VideoFacet } from '#main/device/driver.ts'
import type { StreamState, StreamStill, StreamUnit } from '#main/device/stream/device-stream.ts'
import { EncodedSource, type OpenKeptEncoder } from '#main/device/stream/encoded-source.ts'
import { StillMaker } from '#main/device/stream/still-maker.ts'

export interface SourcePlace {
  readonly video: VideoFacet
  readonly power: Live<Power>
  picture(signal: AbortSignal): Promise<Picture>
  readonly openEncoder?: OpenKeptEncoder
  /** Of pictures that say no generation of their own. */
  generation(): number
  /**
   * A picture was captured: its stamp as viewers get it. `mayBeOld`: it may show what was there before, as the first of an
   * opening does and a key frame that was asked for.
   */
  stamped(frame: FrameStamp & { readonly size?: Size }, mayBeOld: boolean): FrameStamp
  unit(unit: StreamUnit): void
  /** The encoder's own, with its times. */
  encoded(unit: CodedUnit): void
  still(still: StreamStill): void
  say(change: Partial<StreamState>): void
  stalled(): void
  /** How many units the roomiest viewer could take now. */
  room(): number
  /** Somebody has had nothing to see yet. */
  awaited(): boolean
  /** Somebody takes whole pictures only. */
  stillsWanted(): boolean
}

/** Without a picture for so long, whole pictures are shown instead. */
const firstFrameMs = 3000
const retryMs = [200, 500, 1000, 2000] as const
/** So soon after a key frame was asked for, another may come of the same asking. */
const keyAnswersMs = 1000
/** A source that held so long has not failed in a row. */
const heldMs = 5000

const slowWords = 'No live video came from the device within 3 s, so it shows a picture a few times a second.'

interface FirstPicture {
  /** The source was asked, and has to give one. */
  asked(): void
  came(): void
  stop(): void
}

export class SourceRun {
  readonly #place: SourcePlace
  readonly #life = new AbortController()
  readonly #stills: StillMaker
  #width: StreamWidth
  /** Aborted to ask the source anew, at another width. */
  #again = new AbortController()
  #encoded: EncodedSource | null = null
  /** When the source was last asked for a key frame that has not come yet. */
  #keyAskedMs: number | null = null
  /** The words that stand are those of a source that broke off. */
  #saysBroken = false
  isStillsOnly: boolean
  /** Since the source was opened, and until it broke off. */
  hasCaptured = false
  /** Pictures so far. */
  captured = 0

  constructor(place: SourcePlace, width: StreamWidth) {
    this.#place = place
    this.#width = width
    this.isStillsOnly = place.video.kind === 'stills'
    this.#stills = this.#stillMaker()
  }

  get width(): StreamWidth {
    return this.#width
  }

  /** Asks the source anew. */
  widen(width: StreamWidth): void {
    this.#width = width
    this.#again.abort()
  }

  stop(): void {
    this.#life.abort(new Error('nobody looks any more'))
  }

  /** There is room again. */
  pump(): void {
    this.#encoded?.pump()
  }

  /** Somebody has nothing to see yet, or something changed. */
  lookAgain(): void {
    // What gives nothing but whole pictures is looked at again and again anyway.
    if (this.#place.video.kind !== 'stills') this.#stills.changed()
  }

  key(): void {
    const { video } = this.#place
    if (video.kind !== 'coded') return this.#encoded?.key()
    this.#keyAskedMs = monotonicMs()
    video.keyFrame()
  }

  /** It may have stalled: it is asked anew, which gives the picture of now. One that encodes is slow to start: it is asked for a key frame first. */
  doubt(): void {
    if (this.#place.video.kind === 'raw') return this.#again.abort()
    const { captured } = this
    this.key()
    const { signal } = this.#again
    sleep(firstFrameMs, AbortSignal.any([signal, this.#life.signal])).then(
      () => this.captured === captured && this.#again.abort(),
      () => undefined,
    )
  }

  /** Until it is stopped. */
  async run(): Promise<void> {
    const { signal } = this.#life
    const { video } = this.#place
    if (signal.aborted) return
    if (video.kind === 'stills') {
      this.#place.say({ path: 'stills', encoder: null, words: video.why, hint: video.hint })
      this.#stills.poll(true)
      return gone(signal)
    }
    // That it is away is said by its state; what broke off by that is stale when it is back.
    const stop = this.#place.power.subscribe(power => {
      if (power.is === 'on' || !this.#saysBroken) return
      this.#saysBroken = false
      this.#place.say({ words: null, hint: null })
    })
    try {
      for (let failures = 0; !signal.aborted;) {
        const began = monotonicMs()
        await this.#attempt(video)
        if (signal.aborted) return
        failures = monotonicMs() - began > heldMs ? 0 : failures
        await sleep(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0, signal).catch(() => undefined)
        failures += 1
      }
    } finally {
      stop()
      await this.#encoded?.[Symbol.asyncDispose]()
    }
  }

  /** Until the source breaks off; words then say why, and the last picture stays where it is seen. */
  async #attempt(video: RawVideo | CodedVideo): Promise<void> {
    const first = this.#firstPicture(video)
    try {
      if (video.kind === 'raw') await this.#raw(video, first)
      else await this.#coded(video, first)
    } catch (thrown) {
      if (this.#life.signal.aborted || this.#place.power.value.is !== 'on') return
      const { words, hint } = refusalOf(thrown)
      this.#saysBroken = true
      this.#place.say({ words, hint })
    } finally {
      first.stop()
      this.hasCaptured = false
    }
  }

  /** Whole pictures, with words, from when the first one of the video is late until it comes. */
  #firstPicture(video: RawVideo | CodedVideo): FirstPicture {
    let late: NodeJS.Timeout | undefined
    let isAwaited = false
    return {
      asked: () => {
        isAwaited = true
        clearTimeout(late)
        late = setTimeout(() => {
          const power = this.#place.power.value
          if (power.is !== 'on' || power.asleep) return
          this.#place.say({ path: 'stills', words: slowWords, hint: null })
          this.#stills.poll(true)
        }, firstFrameMs)
      },
      came: () => {
        if (!isAwaited) return
        isAwaited = false
        this.#saysBroken = false
        clearTimeout(late)
        this.#stills.poll(false)
        const slower = video.kind === 'coded' ? (video.slower ?? null) : null
        if (this.#encoded?.why === null || video.kind === 'coded')
          this.#place.say({ path: video.path, words: slower?.why ?? null, hint: slower?.hint ?? null })
      },
      stop: () => clearTimeout(late),
    }
  }

  async #raw(video: RawVideo, first: FirstPicture): Promise<void> {
    this.#encoded ??= this.#encodedSource(video)
    const encoded = this.#encoded
    encoded.tryAgain()
    await this.#asking(first, isOver =>
      video.frames(
        this.#width,
        frame => {
          if (isOver.aborted) return
          const stamp = this.#stamped(frame)
          first.came()
          encoded.give(frame, stamp)
          this.#stills.changed()
        },
        isOver,
      ),
    )
  }

  async #coded(video: CodedVideo, first: FirstPicture): Promise<void> {
    let size: Size | null = null
    this.#place.say({ encoder: video.encoder })
    await this.#asking(first, isOver =>
      video.frames(
        this.#width,
        frame => {
          if (isOver.aborted) return
          const checked = this.#checked(frame)
          if (checked === null) return
          const { bytes } = checked
          size = checked.size ?? size
          if (size === null) return
          first.came()
          this.#place.say({ size })
          const mayBeOld = this.#isAskedFor(frame) || frame.isAgain === true
          const stamp = this.#stamped({ ...frame, size }, mayBeOld)
          this.#place.unit({ key: frame.key, ...stamp, bytes, size, again: false })
          this.#stills.changed()
        },
        isOver,
      ),
    )
  }

  /** Again at each other width, and when it is doubted, until it is stopped; what the source threw goes on. */
  async #asking(first: FirstPicture, ask: (isOver: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#life
    while (!signal.aborted) {
      this.#again = new AbortController()
      this.hasCaptured = false
      first.asked()
      const isOver = AbortSignal.any([this.#again.signal, signal])
      try {
        await ask(isOver)
      } catch (thrown) {
        if (!isOver.aborted) throw thrown
      }
      if (!isOver.aborted) throw new Refusal('failed', 'The live picture ended by itself.')
    }
  }

  #stamped(frame: FrameStamp & { readonly size?: Size }, mayBeOld = false): FrameStamp {
    const isFirst = !this.hasCaptured
    this.hasCaptured = true
    this.captured += 1
    return this.#place.stamped(frame, isFirst || mayBeOld)
  }

  #isAskedFor({ key }: CodedFrame): boolean {
    if (!key || this.#keyAskedMs === null) return false
    if (monotonicMs() - this.#keyAskedMs > keyAnswersMs) this.#keyAskedMs = null
    return true
  }

  /** Null where a key frame says nothing that can be read: it cannot be decoded either. */
  #checked({ key, bytes }: CodedFrame): { readonly bytes: Uint8Array; readonly size: Size | null } | null {
    if (!key) return { bytes, size: null }
    try {
      const patched = patchUnit(bytes)
      return { bytes: patched, size: spsOf(patched)?.size ?? null }
    } catch (thrown) {
      this.#place.say({ words: refusalOf(thrown).words, hint: null })
      return null
    }
  }

  #encodedSource(video: RawVideo): EncodedSource {
    const place = this.#place
    return new EncodedSource(
      {
        onUnit: unit => place.encoded(unit),
        room: () => place.room(),
        onStall: () => place.stalled(),
        onEncoder: about => {
          this.isStillsOnly = false
          place.say({ path: video.path, encoder: about, words: null, hint: null })
        },
        onNoEncoder: ({ words, hint }) => {
          this.isStillsOnly = true
          place.say({ path: 'stills', encoder: null, words, hint })
          this.#stills.changed()
        },
        ...(place.openEncoder === undefined ? {} : { openEncoder: place.openEncoder }),
      },
      this.#life.signal,
    )
  }

  #stillMaker(): StillMaker {
    const place = this.#place
    return new StillMaker(
      {
        picture: late => place.picture(late),
        latest: () => this.#encoded?.latest ?? null,
        awaited: () => place.awaited(),
        wanted: () => place.awaited() || place.stillsWanted() || this.isStillsOnly,
        widthPx: () => this.#width,
        generation: () => place.generation(),
        give: still => place.still(still),
        trouble: why => {
          // A source of video says itself what is wrong with it.
          if (place.video.kind !== 'stills') return
          const { words, hint } = why ?? { words: place.video.why, hint: place.video.hint }
          place.say({ words, hint })
        },
      },
      this.#life.signal,
    )
  }
}

export function gone(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
