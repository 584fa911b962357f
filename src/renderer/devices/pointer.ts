// From a pointer on a shown picture to device pixels, and from a press to a gesture. Pure.
import type { Point } from '#shared/domain/geometry.ts'
import type { DeviceInput } from '#shared/domain/input.ts'

export interface Shown {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
export interface Spot {
  readonly x: number
  readonly y: number
}

/** Inside the screen always: the last pixel is one less than its size. */
export function devicePoint(
  pointer: Spot,
  shown: Shown,
  screen: { readonly width: number; readonly height: number },
  generation: number,
): Point {
  const along = (at: number, from: number, length: number, pixels: number): number =>
    length <= 0 ? 0 : Math.min(pixels - 1, Math.max(0, Math.floor(((at - from) / length) * pixels)))
  return {
    x: along(pointer.x, shown.left, shown.width, screen.width),
    y: along(pointer.y, shown.top, shown.height, screen.height),
    generation,
  }
}

const movedPx = 8
const longPressMs = 500
const swipeMsMin = 80
const swipeMsMax = 2000

/** `from` and `to` on the page, in CSS pixels; what was meant is told by how far and how long. */
export function gestureOf(from: Spot, to: Spot, heldMs: number, at: (spot: Spot) => Point): DeviceInput {
  if (Math.hypot(to.x - from.x, to.y - from.y) >= movedPx)
    return {
      kind: 'swipe',
      from: at(from),
      to: at(to),
      ms: Math.round(Math.min(swipeMsMax, Math.max(swipeMsMin, heldMs))),
    }
  if (heldMs >= longPressMs) return { kind: 'long_press', at: at(from), ms: Math.round(Math.min(heldMs, 3000)) }
  return { kind: 'tap', at: at(from) }
}
