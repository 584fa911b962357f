// Whole pictures as JPEG, for viewers that cannot play video, devices that give none, and a first look on joining: at most
// five a second, the newest wins, and only when something changed.
import { sleep } from '#shared/base/abort.ts'
import { refusalOf } from '#shared/base/refusal.ts'
import type { Refusal } from '#shared/base/refusal.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { FrameStamp, RawFrame } from '#shared/domain/video.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { jpegOf, jpegOfFrame } from '#main/sys/images.ts'
import type { StreamStill } from '#main/device/stream/device-stream.ts'

export const stillEveryMs = 200
const failedEveryMs = 1000

export interface StillPlace {
  picture(signal: AbortSignal): Promise<Picture>
  /** The newest raw picture; null where none is at hand. */
  latest(): { readonly frame: RawFrame; readonly stamp: FrameStamp } | null
  /** Whether anybody takes stills now. */
  wanted(): boolean
  /** Whether somebody has had nothing to see yet. */
  awaited(): boolean
  widthPx(): number
  generation(): number
  give(still: StreamStill): void
  /** A picture could not be had; null: it can again. */
  trouble(why: Refusal | null): void
}

export class StillMaker {
  readonly #place: StillPlace
  readonly #signal: AbortSignal
  #madeMs = Number.NEGATIVE_INFINITY
  #isDue = false
  #pictures = 0
  #polling: AbortController | null = null

  constructor(place: StillPlace, signal: AbortSignal) {
    this.#place = place
    this.#signal = signal
  }

  /** Something changed, or somebody joined who has nothing to see yet. */
  changed(): void {
    if (this.#isDue || this.#polling !== null || !this.#place.wanted()) return
    this.#isDue = true
    void this.#later()
  }

  /** Looks again and again, as long as nothing else tells of changes. */
  poll(on: boolean): void {
    if (on === (this.#polling !== null)) return
    this.#polling?.abort()
    this.#polling = on ? new AbortController() : null
    if (this.#polling !== null) void this.#look(AbortSignal.any([this.#signal, this.#polling.signal]))
  }

  async #later(): Promise<void> {
    try {
      await sleep(Math.max(0, this.#madeMs + stillEveryMs - monotonicMs()), this.#signal)
      this.#isDue = false
      this.#madeMs = monotonicMs()
      if (this.#place.wanted()) await this.#make()
    } catch (thrown) {
      if (!this.#signal.aborted) this.#place.trouble(refusalOf(thrown))
    } finally {
      this.#isDue = false
    }
  }

  async #make(): Promise<void> {
    const latest = this.#place.latest()
    if (latest === null) {
      const generation = this.#place.generation()
      return this.#give(await this.#place.picture(this.#signal), monotonicMs(), generation)
    }
    const { frame, stamp } = latest
    const bytes = await jpegOfFrame(frame, this.#place.widthPx())
    if (!this.#signal.aborted) this.#place.give({ ...stamp, size: frame.size, bytes })
  }

  async #look(signal: AbortSignal): Promise<void> {
    let shown = ''
    let shownGeneration = 0
    let shownWidthPx = 0
    while (!signal.aborted) {
      const atMs = monotonicMs()
      let pauseMs = stillEveryMs
      // Of before it was taken: the device may turn while it is.
      const generation = this.#place.generation()
      const widthPx = this.#place.widthPx()
      try {
        const picture = await this.#place.picture(signal)
        this.#place.trouble(null)
        const isOther = picture.id !== shown || generation !== shownGeneration || widthPx !== shownWidthPx
        if (isOther || this.#place.awaited()) await this.#give(picture, atMs, generation)
        shown = picture.id
        shownGeneration = generation
        shownWidthPx = widthPx
      } catch (thrown) {
        if (signal.aborted) return
        this.#place.trouble(refusalOf(thrown))
        pauseMs = failedEveryMs
      }
      await sleep(Math.max(10, atMs + pauseMs - monotonicMs()), signal).catch(() => undefined)
    }
  }

  async #give(picture: Picture, atMs: number, generation: number): Promise<void> {
    const { width, height } = await picture.pixels()
    const bytes = await jpegOf(picture, this.#place.widthPx())
    if (this.#signal.aborted) return
    this.#pictures += 1
    this.#place.give({
      sequence: this.#pictures,
      atUs: Math.round(atMs * 1000),
      generation,
      size: { width, height },
      bytes,
    })
  }
}
