// What a tap or a swipe at a place meets in a laid window. Called by layout.
import { containsPoint } from '#shared/domain/geometry.ts'
import type { Box } from '#main/device/demo/engine/layout-box.ts'
import type { Hit } from '#main/device/demo/engine/view.ts'

/** The topmost thing there that takes taps; `nothing` where a cover swallows it or nothing listens; null outside. */
export function hitIn(box: Box, x: number, y: number, isMirrored: boolean): Hit | null {
  const isInside = containsPoint(box.visible, x, y)
  if (box.clips && !isInside) return null
  for (const child of box.children.toReversed()) {
    const hit = hitIn(child, x, y, isMirrored)
    if (hit !== null) return hit
  }
  if (!isInside) return null
  if (box.target !== null) return targetHit(box.target, x, isMirrored)
  return box.swallows ? { on: 'nothing' } : null
}

function targetHit(target: NonNullable<Box['target']>, x: number, isMirrored: boolean): Hit {
  if (target.on !== 'node') return target
  const { left, right } = target.track
  const along = right <= left ? 0 : Math.min(1, Math.max(0, (x - left) / (right - left)))
  return { on: 'node', key: target.key, along: isMirrored ? 1 - along : along }
}

/** The innermost thing at this place that has room to scroll. */
export function scrollIn(box: Box, x: number, y: number): NonNullable<Box['scroll']> | null {
  const isInside = containsPoint(box.visible, x, y)
  if (box.clips && !isInside) return null
  for (const child of box.children.toReversed()) {
    const scroll = scrollIn(child, x, y)
    if (scroll !== null) return scroll
    if (child.swallows && containsPoint(child.visible, x, y)) return null
  }
  return isInside && box.scroll !== null && box.scroll.maxPx > 0 ? box.scroll : null
}

export function findBox(box: Box, key: string): Box | null {
  if (key !== '' && box.key === key) return box
  for (const child of box.children) {
    const found = findBox(child, key)
    if (found !== null) return found
  }
  return null
}
