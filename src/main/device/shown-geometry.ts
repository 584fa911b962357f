// Which geometry of the screen points belong to: a number that rises at each turn, fold or change of size, told by controls,
// looks and frames alike, and whether a look or a frame of the newest was seen yet. Sends nothing.
import { LiveValue, type Live } from '#shared/base/live.ts'
import type { Size } from '#shared/domain/geometry.ts'

export interface Change {
  /** The control has ended; `isOther` when the screen is another shape than before, or may be. */
  done(isOther: boolean): void
}

/** So long after a change a frame of the old count is one of the new geometry: the app in front did not turn. */
export const sameShapeMs = 1500
const framesKnown = 16

export class ShownGeometry {
  readonly generation = new LiveValue(1)
  readonly #isSettled = new LiveValue(true)
  readonly #now: () => number
  #size: Size | null = null
  #frameSize: Size | null = null
  /** Wider than high, as it was last seen. */
  #isWide: boolean | null = null
  /** Compared with the next look's; null: whatever it says is right. */
  #look: string | null = null
  /** Our generation of each of the driver's. */
  readonly #frames = new Map<number, number>()
  #newestFrame = -1
  #isFrameOwed = true
  #underWay = 0
  #rosenUnderWay = false
  #isSeen = true
  #rosenMs = -Infinity
  #changes = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Device pixels of the present geometry; null until it was seen. */
  get size(): Size | null {
    return this.#size ?? this.#frameSize
  }

  /** False from a control that changes the geometry until the first look or frame of the new one. */
  get isSettled(): Live<boolean> {
    return this.#isSettled
  }

  /** Rises with whatever may have changed the geometry: a look that began before is none of the present. */
  get changes(): number {
    return this.#changes
  }

  /** A control that may change the geometry begins. */
  changing(): Change {
    this.#changes += 1
    this.#underWay += 1
    this.#rosenUnderWay = false
    this.#tell()
    let isDone = false
    return {
      done: isOther => {
        if (isDone) return
        isDone = true
        this.#changes += 1
        this.#underWay -= 1
        if (isOther && !this.#rosenUnderWay) this.rise()
        this.#tell()
      },
    }
  }

  /** The screen is another than before, and was not seen yet. */
  rise(): void {
    this.#changes += 1
    this.#look = null
    this.#isWide = null
    this.#size = null
    this.#frameSize = null
    this.#isFrameOwed = true
    this.#isSeen = false
    this.#rosenMs = this.#now()
    if (this.#underWay > 0) this.#rosenUnderWay = true
    this.generation.update(generation => generation + 1)
    this.#tell()
  }

  /** Takes a look that began at `changes`; false when the geometry may have changed since, and it must not be trusted. */
  looked(look: { readonly geometry: string; readonly size: Size }, changes: number): boolean {
    if (changes !== this.#changes || this.#underWay > 0) return false
    if (this.#look !== null && this.#look !== look.geometry) this.rise()
    this.#look = look.geometry
    this.#size = look.size
    this.#isWide = look.size.width > look.size.height
    this.#seen()
    return true
  }

  /**
   * The generation a frame shows, by the driver's own count of what it drew. `screen` is what the newest frame shows in
   * device pixels, where that is known.
   */
  framed(source: number, screen: Size | null): number {
    const known = this.#frames.get(source)
    if (known !== undefined && known !== this.generation.value) {
      const hasStayed =
        source === this.#newestFrame && this.#isFrameOwed && this.#now() - this.#rosenMs >= sameShapeMs - 10
      if (!hasStayed) return known
    } else if (known === undefined) {
      // Neither a control nor a look has told of it: the device did it by itself.
      if (!this.#isFrameOwed) this.rise()
      this.#newestFrame = source
    }
    const { value } = this.generation
    this.#frames.set(source, value)
    for (const old of this.#frames.keys()) {
      if (this.#frames.size <= framesKnown) break
      this.#frames.delete(old)
    }
    this.#isFrameOwed = false
    this.#frameSize = screen
    if (screen !== null) this.#isWide = screen.width > screen.height
    this.#seen()
    return value
  }

  /**
   * A picture alone, taken since `changes`: it tells of a turn only, and on devices without video it is the first of a new
   * geometry. `screen` is what it shows, in device pixels.
   */
  pictured(screen: Size | null, changes: number): void {
    if (screen === null || changes !== this.#changes || this.#underWay > 0) return
    const isWide = screen.width > screen.height
    if (this.#isWide !== null && this.#isWide !== isWide) this.rise()
    this.#isWide = isWide
    this.#frameSize = screen
    this.#seen()
  }

  /** False when nothing of the new geometry was seen within `ms`. */
  async whenSettled(ms: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    if (this.#isSettled.value) return true
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        stop()
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = (): void => {
        end()
        reject(signal.reason as Error)
      }
      const timer = setTimeout(() => {
        end()
        resolve(false)
      }, ms)
      const stop = this.#isSettled.subscribe(isSettled => {
        if (!isSettled) return
        end()
        resolve(true)
      })
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  #seen(): void {
    this.#isSeen = true
    this.#tell()
  }

  #tell(): void {
    this.#isSettled.set(this.#isSeen && this.#underWay === 0)
  }
}
