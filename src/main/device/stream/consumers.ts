// Who takes pictures from a fan-out: a viewer with credits, who skips to the next key frame when it falls behind, and a tap
// (the recorder) with a queue of two seconds, for whom stills are coded where there is no video. None of them ever holds back
// another.
import { monotonicMs } from '#main/sys/clock.ts'
import type { StreamStill, StreamUnit, TappedUnit, ViewAsked, Viewer } from '#main/device/stream/device-stream.ts'
import type { CodeStill } from '#main/device/stream/still-coder.ts'

/** What a consumer may ask of its fan-out. */
export interface Fan {
  /** A key frame, soon. */
  needKey(): void
  /** There is room again: a picture that waits may be encoded. */
  pump(): void
}

export interface Consumer {
  readonly widthPx: number
  /** Takes whole pictures instead of units. */
  readonly stills: boolean
  /** A whole picture is of use to it until its first unit comes. */
  readonly takesFirstLook: boolean
  /** Has had nothing yet. */
  readonly isNew: boolean
  /** How many pictures it could take now. */
  room(): number
  take(unit: StreamUnit): void
  takeStill(still: StreamStill): void
  /** Waits for a key frame and could take it. */
  needsKey(): boolean
}

export const slowEveryMs = 200

export class ViewerConsumer implements Consumer {
  readonly widthPx: number
  readonly stills: boolean
  readonly takesFirstLook = true
  readonly #slow: boolean
  readonly #viewer: Viewer
  readonly #fan: Fan
  readonly #signal: AbortSignal
  isNew = true
  #awaitsKey = true
  #isWaiting = false
  #mostCredit = 0
  #sentMs = Number.NEGATIVE_INFINITY

  constructor(asked: ViewAsked, viewer: Viewer, fan: Fan, signal: AbortSignal) {
    this.widthPx = asked.widthPx
    this.stills = asked.stills
    this.#slow = asked.slow
    this.#viewer = viewer
    this.#fan = fan
    this.#signal = signal
  }

  /** One credit of three is kept back: pictures that wait on the way are only older when they are shown. */
  room(): number {
    const { credit } = this.#viewer
    this.#mostCredit = Math.max(this.#mostCredit, credit)
    const room = this.#mostCredit > 2 ? credit - 1 : credit
    if (room > 0 && !this.#isTooSoon()) return this.#slow ? 1 : room
    this.#wait()
    return 0
  }

  needsKey(): boolean {
    return this.#awaitsKey && !this.stills && this.room() > 0
  }

  #canTake(): boolean {
    if (this.#viewer.credit > 0 && !this.#isTooSoon()) return true
    this.#wait()
    return false
  }

  take(unit: StreamUnit): void {
    if (this.stills) return
    if (this.#awaitsKey && !unit.key) {
      if (this.#canTake()) this.#fan.needKey()
      return
    }
    // What follows builds on this one: without it, only a key frame helps.
    this.#awaitsKey = !this.#canTake()
    if (this.#awaitsKey) return
    this.#sent()
    this.#viewer.unit(unit)
  }

  takeStill(still: StreamStill): void {
    if (!this.#canTake()) return
    this.#sent()
    this.#viewer.still(still)
  }

  #sent(): void {
    this.isNew = false
    this.#sentMs = monotonicMs()
  }

  #isTooSoon(): boolean {
    return this.#slow && monotonicMs() - this.#sentMs < slowEveryMs
  }

  #wait(): void {
    if (this.#isWaiting || this.#signal.aborted) return
    this.#isWaiting = true
    const ready = (): void => {
      if (this.#signal.aborted) return
      this.#isWaiting = false
      if (this.#awaitsKey && !this.stills && !this.isNew) this.#fan.needKey()
      this.#fan.pump()
    }
    if (this.#isTooSoon()) {
      setTimeout(ready, Math.max(1, this.#sentMs + slowEveryMs - monotonicMs()))
      return
    }
    const credit = this.#viewer.credit + 1
    // It rejects only when the viewer went.
    this.#viewer.whenCredit(credit, this.#signal).then(ready, () => undefined)
  }
}

/** µs of pictures that may wait for a recorder. */
const queueUs = 2_000_000

export class TapConsumer implements Consumer {
  readonly widthPx: number
  readonly stills = false
  readonly takesFirstLook = false
  readonly #onUnit: (unit: TappedUnit) => void | Promise<void>
  readonly #fan: Fan
  readonly #codeStill: CodeStill
  readonly #signal: AbortSignal
  readonly #failed = Promise.withResolvers<never>()
  #queue: TappedUnit[] = []
  /** The newest whole picture, to be coded. */
  #still: StreamStill | null = null
  /** Of video, so far. */
  #units = 0
  #isCoding = false
  #isDraining = false
  #awaitsKey = true
  #gap = false
  isNew = true

  constructor(
    widthPx: number,
    onUnit: (unit: TappedUnit) => void | Promise<void>,
    fan: Fan,
    codeStill: CodeStill,
    signal: AbortSignal,
  ) {
    this.widthPx = widthPx
    this.#onUnit = onUnit
    this.#fan = fan
    this.#codeStill = codeStill
    this.#signal = signal
    this.#failed.promise.catch(() => undefined)
  }

  /** Rejects with what `onUnit` threw, or why a whole picture could not be coded. */
  get failed(): Promise<never> {
    return this.#failed.promise
  }

  room(): number {
    return Number.POSITIVE_INFINITY
  }

  needsKey(): boolean {
    return this.#awaitsKey
  }

  take(unit: StreamUnit): void {
    if (this.#awaitsKey && !unit.key) return this.#fan.needKey()
    // Video has come: a picture that is still being coded is older.
    this.#units += 1
    this.#still = null
    this.#add({ ...unit, isStill: false, gapBefore: this.#gap })
  }

  takeStill(still: StreamStill): void {
    this.#still = still
    this.isNew = false
    void this.#codeStills()
  }

  #add(unit: TappedUnit): void {
    this.isNew = false
    // What video follows a still does not build on it.
    this.#awaitsKey = unit.isStill
    this.#queue.push(unit)
    this.#gap = false
    const oldest = this.#queue[0]
    if (oldest !== undefined && unit.atUs - oldest.atUs > queueUs) {
      this.#queue = []
      this.#gap = true
      this.#awaitsKey = true
      this.#fan.needKey()
      return
    }
    void this.#drain()
  }

  async #codeStills(): Promise<void> {
    if (this.#isCoding) return
    this.#isCoding = true
    try {
      for (let still = this.#still; still !== null; still = this.#still) {
        this.#still = null
        const units = this.#units
        const { bytes, size } = await this.#codeStill(still.bytes, this.#signal)
        if (this.#signal.aborted) return
        if (units !== this.#units) continue
        const { sequence, atUs, generation } = still
        const unit = { key: true, sequence, atUs, generation, bytes, size, again: false, isStill: true } as const
        this.#add({ ...unit, gapBefore: this.#gap })
      }
    } catch (thrown) {
      if (!this.#signal.aborted) this.#failed.reject(thrown)
    } finally {
      this.#isCoding = false
    }
  }

  async #drain(): Promise<void> {
    if (this.#isDraining) return
    this.#isDraining = true
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) await this.#onUnit(next)
    } catch (thrown) {
      this.#failed.reject(thrown)
    } finally {
      this.#isDraining = false
    }
  }
}
