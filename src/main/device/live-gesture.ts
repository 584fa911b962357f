// What a gesture of live fingers was, told at its lift: a tap, a finger held still, a swipe, a pinch. For the words of its
// receipt only; the device makes of the fingers what it will.
import type { Size } from '#shared/domain/geometry.ts'
import type { Contact } from '#shared/domain/input.ts'

export type LiveGestureKind = 'tap' | 'long_press' | 'swipe' | 'pinch'

/** A finger that moves less than this part of the screen's shorter side has not moved: twice what Android allows a tap. */
const stillPart = 1 / 25
/** As the systems count a finger that is held. */
const heldMs = 500

export class LiveGesture {
  readonly beganMs: number
  readonly #from = new Map<number, Contact>()
  #hasMoved = false

  constructor(beganMs: number) {
    this.beganMs = beganMs
  }

  put(contacts: readonly Contact[], screen: Size | null): void {
    const stillPx = screen === null ? 0 : Math.min(screen.width, screen.height) * stillPart
    for (const contact of contacts) {
      const from = this.#from.get(contact.id)
      if (from === undefined) this.#from.set(contact.id, contact)
      else if (Math.hypot(contact.x - from.x, contact.y - from.y) > stillPx) this.#hasMoved = true
    }
  }

  kindAt(nowMs: number): LiveGestureKind {
    if (this.#from.size > 1) return 'pinch'
    if (this.#hasMoved) return 'swipe'
    return nowMs - this.beganMs >= heldMs ? 'long_press' : 'tap'
  }
}
