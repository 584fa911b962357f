// The last pass of layout: scrolls, mirrors for right-to-left languages and finds what of each box is visible.
// Called by layout once per window; afterwards every rect is where it is on the screen.
import { intersect } from '#shared/domain/geometry.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { Box } from '#main/device/demo/engine/layout-box.ts'

interface Hold {
  readonly dy: number
  readonly clip: Rect
}

export function settle(window: Box, screen: Rect, isMirrored: boolean): void {
  const place = (rect: Rect, dy: number): Rect =>
    isMirrored
      ? {
          left: screen.right - rect.right,
          right: screen.right - rect.left,
          top: rect.top + dy,
          bottom: rect.bottom + dy,
        }
      : dy === 0
        ? rect
        : { ...rect, top: rect.top + dy, bottom: rect.bottom + dy }
  const view: Hold = { dy: 0, clip: screen }
  const go = (box: Box, flow: Hold, body: Hold): void => {
    const hold = box.hold === 'flow' ? flow : box.hold === 'body' ? body : { ...view, clip: body.clip }
    box.rect = place(box.rect, hold.dy)
    box.visible = intersect(box.rect, hold.clip)
    for (const shape of box.shapes) shape.rect = place(shape.rect, hold.dy)
    for (const shape of box.over) shape.rect = place(shape.rect, hold.dy)
    if (box.target?.on === 'node') box.target.track = place(box.target.track, hold.dy)
    const inner: Hold = {
      dy: hold.dy - (box.scroll?.offsetPx ?? 0),
      // In the tree a child never reaches out of its parent, also where it is drawn a little beyond.
      clip: box.clips || box.element !== null ? box.visible : hold.clip,
    }
    const isBody = box.scroll?.key === 'body'
    for (const child of box.children) go(child, inner, isBody ? inner : body)
  }
  go(window, view, view)
}
