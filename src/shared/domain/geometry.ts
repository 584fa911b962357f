// One coordinate space for everyone: device pixels of the present orientation, origin top left, y down.

/** `[left, top, right, bottom]` would be ambiguous; edges are named. Right and bottom are exclusive. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * A place on a device's screen. `generation` is the geometry generation of the observation it was read from; a point
 * whose generation has passed is refused (`stale-geometry`).
 */
export interface Point {
  readonly x: number
  readonly y: number
  readonly generation: number
}

export type Orientation = 'portrait' | 'landscape'

export const widthOf = (rect: Rect): number => Math.max(0, rect.right - rect.left)
export const heightOf = (rect: Rect): number => Math.max(0, rect.bottom - rect.top)
export const areaOf = (rect: Rect): number => widthOf(rect) * heightOf(rect)
export const isEmpty = (rect: Rect): boolean => rect.right <= rect.left || rect.bottom <= rect.top
export const centreOf = (rect: Rect): { x: number; y: number } => ({
  x: Math.floor((rect.left + rect.right) / 2),
  y: Math.floor((rect.top + rect.bottom) / 2),
})

export function intersect(a: Rect, b: Rect): Rect {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  return {
    left,
    top,
    right: Math.max(left, Math.min(a.right, b.right)),
    bottom: Math.max(top, Math.min(a.bottom, b.bottom)),
  }
}

export const containsPoint = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom

export const containsRect = (outer: Rect, inner: Rect): boolean =>
  inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom

export const sameRect = (a: Rect, b: Rect): boolean =>
  a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom
