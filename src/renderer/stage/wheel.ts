// A wheel's notches and a trackpad's scroll as swipes: joined while they follow each other, never so short that the device
// would take one for a tap. Pure.
import type { Point } from '#shared/domain/geometry.ts'
import type { DeviceInput } from '#shared/domain/input.ts'

/** Notches that follow within this are one swipe. */
export const joinMs = 100
/** A trackpad never rests while it glides: a swipe is made of it at least so often. */
const longestMs = 250
/** What browsers say of one notch. */
const notchPx = 100
const lineNotches = 3
/** Of the screen, for one notch. */
const partOfScreen = 1 / 12
/** In notches: less would be a tap to some devices. It waits for more, and is forgotten when none comes for `restMs`. */
const leastNotches = 0.5
const restMs = 300
const mostPart = 0.8
const swipeMs = 180

export interface Notch {
  readonly deltaX: number
  readonly deltaY: number
  /** As of a WheelEvent: 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export class WheelSwipes {
  #x = 0
  #y = 0
  #at: Point | null = null
  #firstMs = 0
  #lastMs = 0

  /** When to ask for a swipe; null while what was gathered is none yet. */
  get dueMs(): number | null {
    return this.#isSwipe ? Math.min(this.#lastMs + joinMs, this.#firstMs + longestMs) : null
  }

  get #isSwipe(): boolean {
    return this.#at !== null && Math.max(Math.abs(this.#x), Math.abs(this.#y)) >= leastNotches
  }

  add(notch: Notch, at: Point, nowMs: number): void {
    const hasRested = !this.#isSwipe && nowMs - this.#lastMs > restMs
    if (this.#at === null || at.generation !== this.#at.generation || hasRested) {
      this.#forget()
      this.#at = at
      this.#firstMs = nowMs
    }
    this.#lastMs = nowMs
    this.#x += notchesOf(notch.deltaX, notch.deltaMode)
    this.#y += notchesOf(notch.deltaY, notch.deltaMode)
  }

  /** The swipe of what was gathered, along the way it went furthest; null when it is too little to be one, and is kept. */
  take(screen: Size): DeviceInput | null {
    const at = this.#at
    if (!this.#isSwipe) return null
    const [x, y] = [this.#x, this.#y]
    this.#forget()
    if (at === null) return null
    const isDown = Math.abs(y) >= Math.abs(x)
    const length = isDown ? screen.height : screen.width
    const notches = isDown ? y : x
    const part = Math.min(mostPart, Math.abs(notches) * partOfScreen)
    // The content follows the finger: the wheel turned towards the person pulls it up.
    const way = Math.round(part * length) * -Math.sign(notches)
    const [from, to] = stretch(isDown ? at.y : at.x, way, length)
    const point = (along: number): Point => (isDown ? { ...at, y: along } : { ...at, x: along })
    return { kind: 'swipe', from: point(from), to: point(to), ms: swipeMs }
  }

  #forget(): void {
    this.#x = 0
    this.#y = 0
    this.#at = null
  }
}

const notchesOf = (delta: number, mode: number): number =>
  mode === 0 ? delta / notchPx : mode === 1 ? delta / lineNotches : delta * 8

/** From the pointer where there is room, else moved so that the whole way lies on the screen. */
function stretch(at: number, way: number, length: number): readonly [number, number] {
  const to = at + way
  const over = to < 0 ? -to : to > length - 1 ? length - 1 - to : 0
  const clamp = (one: number): number => Math.min(length - 1, Math.max(0, one))
  return [clamp(at + over), clamp(to + over)]
}
