// From pointers on a shown picture to a device's fingers: what is sent when one goes down, moves, leaves the frame or is
// lifted. Pure: places come in as device pixels, inputs go out; when moves are sent is the caller's.
import type { Point } from '#shared/domain/geometry.ts'
import type { Contact, DeviceInput } from '#shared/domain/input.ts'

export interface Spot {
  readonly x: number
  readonly y: number
}

/** Where pointers are turned into device pixels: the screen's size is the device's, of the picture that is shown. */
export interface Glass {
  at(spot: Spot): Point
  readonly screen: { readonly width: number; readonly height: number }
  /** Far enough outside that a drag has left the frame. */
  isLeft(spot: Spot): boolean
}

const fingersMost = 10

interface Finger {
  readonly id: number
  place: Spot
}

/** For devices that take every finger while it moves. */
export class LiveFingers {
  readonly #fingers = new Map<number, Finger>()
  /** Pointers that are down here and of no account any more: they left, or their gesture was ended. */
  readonly #spent = new Set<number>()
  #generation = 0
  #mirrors = false
  #isMoved = false
  #screen = { width: 0, height: 0 }

  get isDown(): boolean {
    return this.#fingers.size > 0
  }

  /** Both fingers of a pinch made with one pointer; none otherwise. */
  get pinching(): readonly Contact[] {
    return this.#mirrors && this.isDown ? this.#contacts() : []
  }

  down(pointer: number, spot: Spot, glass: Glass, withAlt: boolean): readonly DeviceInput[] {
    if (this.#fingers.has(pointer) || this.#spent.has(pointer) || this.#mirrors) return []
    const point = glass.at(spot)
    if (!this.isDown) {
      // What is left of an ended gesture ends for good with the first new finger.
      this.#generation = point.generation
      this.#screen = glass.screen
      this.#mirrors = withAlt
    } else if (point.generation !== this.#generation) {
      this.#spent.add(pointer)
      return this.interrupt()
    }
    const id = freeId([...this.#fingers.values()])
    if (id === null) return []
    const moved = this.moves()
    this.#fingers.set(pointer, { id, place: { x: point.x, y: point.y } })
    return [...moved, this.#now()]
  }

  /** Sends nothing by itself, unless the pointer left the frame or the picture is of another geometry. */
  move(pointer: number, spot: Spot, glass: Glass): readonly DeviceInput[] {
    const finger = this.#fingers.get(pointer)
    if (finger === undefined) return []
    const point = glass.at(spot)
    if (point.generation !== this.#generation) return this.interrupt()
    const isSame = finger.place.x === point.x && finger.place.y === point.y
    if (!isSame) {
      finger.place = { x: point.x, y: point.y }
      this.#isMoved = true
    }
    if (!glass.isLeft(spot)) return []
    this.#spent.add(pointer)
    return this.#lift(pointer)
  }

  /** Where all fingers are now, once a frame of the page's; empty when none moved. */
  moves(): readonly DeviceInput[] {
    if (!this.#isMoved || !this.isDown) return []
    this.#isMoved = false
    return [this.#now()]
  }

  up(pointer: number): readonly DeviceInput[] {
    this.#spent.delete(pointer)
    return this.#lift(pointer)
  }

  /** The gesture is over, here or on the device: pointers that are still down do nothing until they were lifted. */
  interrupt(): readonly DeviceInput[] {
    if (!this.isDown) return []
    for (const pointer of this.#fingers.keys()) this.#spent.add(pointer)
    this.#fingers.clear()
    return [this.#ended()]
  }

  /** No pointer is down any more: the page lost them. */
  releaseAll(): readonly DeviceInput[] {
    const inputs = this.interrupt()
    this.#spent.clear()
    return inputs
  }

  #lift(pointer: number): readonly DeviceInput[] {
    if (!this.#fingers.has(pointer)) return []
    const moved = this.moves()
    this.#fingers.delete(pointer)
    return [...moved, this.isDown ? this.#now() : this.#ended()]
  }

  #now(): DeviceInput {
    this.#isMoved = false
    return { kind: 'contacts', generation: this.#generation, contacts: this.#contacts() }
  }

  #ended(): DeviceInput {
    this.#isMoved = false
    this.#mirrors = false
    return { kind: 'contacts', generation: this.#generation, contacts: [] }
  }

  #contacts(): readonly Contact[] {
    const fingers = [...this.#fingers.values()].map(({ id, place }) => ({ id, ...place }))
    const [first] = fingers
    if (!this.#mirrors || first === undefined) return fingers
    const { width, height } = this.#screen
    return [first, { id: first.id === 1 ? 0 : 1, x: width - 1 - first.x, y: height - 1 - first.y }]
  }
}

function freeId(fingers: readonly Finger[]): number | null {
  for (let id = 0; id < fingersMost; id += 1) if (fingers.every(finger => finger.id !== id)) return id
  return null
}

const movedPx = 8
const longPressMs = 500
const swipeMsMin = 80
const swipeMsMax = 2000

/** For devices that take whole gestures: `from` and `to` on the page; how far and how long tells what was meant. */
export function gestureOf(from: Spot, to: Spot, heldMs: number, at: (spot: Spot) => Point): DeviceInput | null {
  const [begin, end] = [at(from), at(to)]
  // The picture turned in the middle of it: what was meant on the old one is nothing on the new.
  if (begin.generation !== end.generation) return null
  if (Math.hypot(to.x - from.x, to.y - from.y) >= movedPx)
    return {
      kind: 'swipe',
      from: begin,
      to: end,
      ms: Math.round(Math.min(swipeMsMax, Math.max(swipeMsMin, heldMs))),
    }
  if (heldMs >= longPressMs) return { kind: 'long_press', at: begin, ms: Math.round(Math.min(heldMs, 3000)) }
  return { kind: 'tap', at: begin }
}

/** What the right mouse button does. */
export const longPressAt = (at: Point): DeviceInput => ({ kind: 'long_press', at, ms: 600 })
