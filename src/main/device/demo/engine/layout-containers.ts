// Builds the box of any node, and of the containers: column, row, card, scroll, list; `at` and `cover` are met here.
// Called by layout-window for a body. Leaf kinds have files of their own.
import {
  boxOf,
  factsOf,
  fill,
  heightOf,
  inset,
  nodeFacts,
  nodeTarget,
  outline,
  rect,
  shift,
  takesTaps,
} from '#main/device/demo/engine/layout-box.ts'
import type { Box, Frame } from '#main/device/demo/engine/layout-box.ts'
import { checkableBox, fieldBox, sliderBox } from '#main/device/demo/engine/layout-controls.ts'
import {
  buttonBox,
  dividerBox,
  drawnBox,
  iconBox,
  imageBox,
  progressBox,
  spaceBox,
  textBox,
} from '#main/device/demo/engine/layout-leaf.ts'
import { emptyListBox, listRowBox } from '#main/device/demo/engine/layout-list.ts'
import { inFlow, naturalWidth, rowGapDp, shareRow } from '#main/device/demo/engine/layout-widths.ts'
import { onColour } from '#main/device/demo/engine/palette.ts'
import type { ViewNode } from '#main/device/demo/engine/view.ts'

export const columnGapDp = 8
/** A scroll that names no height shows this much of its content at most. */
const scrollHeightDp = 240

/** The box of a node at a place, as wide as given (or less, for icons and the like). */
function build(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const box = byKind(node, x, y, width, frame, tallPx)
  if (node.focused && node.kind !== 'field')
    box.over.push(outline(inset(box.rect, -frame.px(3)), frame.ink, frame.px(3), frame.px(16)))
  if (node.animate && node.kind !== 'icon') {
    const light = { draw: 'sweep', rect: box.rect, color: frame.palette.containerHigh, radiusPx: frame.px(8) } as const
    const firstWords = box.shapes.findIndex(shape => shape.draw === 'text')
    box.shapes.splice(firstWords < 0 ? box.shapes.length : firstWords, 0, light)
  }
  return box
}

function byKind(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  switch (node.kind) {
    case 'text':
      return textBox(node, x, y, width, frame, tallPx)
    case 'button':
      return buttonBox(node, x, y, width, frame, tallPx)
    case 'icon':
      return iconBox(node, x, y, width, frame, tallPx)
    case 'image':
      return imageBox(node, x, y, width, frame, tallPx)
    case 'toggle':
    case 'check':
    case 'radio':
      return checkableBox(node, node.kind, x, y, width, frame, tallPx)
    case 'progress':
      return progressBox(node, x, y, width, frame, tallPx)
    case 'video':
    case 'web':
    case 'map':
      return drawnBox(node, node.kind, x, y, width, frame, tallPx)
    case 'space':
      return spaceBox(node, x, y, width, frame, tallPx)
    case 'divider':
      return dividerBox(node, x, y, width, frame)
    case 'field':
      return fieldBox(node, x, y, width, frame, tallPx)
    case 'slider':
      return sliderBox(node, x, y, width, frame, tallPx)
    case 'list':
      return listBox(node, x, y, width, frame, tallPx)
    case 'list_row':
      return listRowBox(node, x, y, width, frame, true)
    case 'row':
      return rowBox(node, x, y, width, frame, tallPx)
    case 'column':
      return columnBox(node, x, y, width, frame, tallPx, 0)
    case 'card':
      return columnBox(node, x, y, width, frame, tallPx, 12)
    case 'scroll':
      return scrollBox(node, x, y, width, frame, tallPx)
  }
}

/** Nodes one under the other; `at` and `cover` ones take their place in the order but no room. */
export function stack(
  nodes: readonly ViewNode[],
  x: number,
  y: number,
  width: number,
  frame: Frame,
): { boxes: Box[]; bottom: number } {
  const boxes: Box[] = []
  let top = y
  let bottom = y
  for (const node of nodes) {
    if (node.at !== null) boxes.push(placedBox(node, node.at, frame))
    else if (node.cover) boxes.push(coverBox(node, frame))
    else {
      const box = build(node, x, top, width, frame, 0)
      boxes.push(box)
      bottom = box.rect.bottom
      top = bottom + frame.px(columnGapDp)
    }
  }
  return { boxes, bottom }
}

/** A node with `at`: from the body's corner, moving with the body only. */
function placedBox(node: ViewNode, at: NonNullable<ViewNode['at']>, frame: Frame): Box {
  const { px } = frame
  const x = frame.cornerPx.x + px(at.x)
  const y = frame.cornerPx.y + px(at.y)
  const room = Math.max(px(16), frame.viewport.right - x)
  const width = at.w > 0 ? px(at.w) : Math.min(room, naturalWidth(node, frame) ?? Math.max(px(48), room - px(16)))
  const box = build(node, x, y, width, { ...frame, bleedPx: 0 }, at.h > 0 ? px(at.h) : 0)
  box.hold = 'body'
  box.swallows = node.cover
  frame.notes.bottomPx = Math.max(frame.notes.bottomPx, box.rect.bottom)
  return box
}

/** `cover` without `at`: the whole body's window, its content in the middle; it stays while the body scrolls. */
function coverBox(node: ViewNode, frame: Frame): Box {
  const { px } = frame
  const place = frame.viewport
  const solid = node.background ?? (inFlow(node).length > 0 || node.kind === 'text' ? frame.palette.surface : null)
  const content = build(
    { ...node, background: null, cover: false },
    place.left + px(16),
    place.top,
    place.right - place.left - px(32),
    grounded(frame, solid),
    0,
  )
  shift(content, 0, Math.max(0, Math.round((place.bottom - place.top - (content.rect.bottom - content.rect.top)) / 2)))
  return boxOf(`${node.key}:cover`, place, {
    hold: 'view',
    swallows: true,
    clips: true,
    shapes: solid === null ? [] : [fill(place, solid)],
    children: [content],
  })
}

/** The frame inside a container with a ground of its own: words on it stay readable in light and dark. */
function grounded(frame: Frame, ground: string | null): Frame {
  if (ground === null || ground === frame.palette.surface) return { ...frame, bleedPx: 0 }
  const ink = onColour(ground)
  return { ...frame, bleedPx: 0, ink, inkSoft: ink, accent: ink }
}

function columnBox(
  node: ViewNode,
  x: number,
  y: number,
  width: number,
  frame: Frame,
  tallPx: number,
  padDp: number,
): Box {
  const { px } = frame
  const card = padDp > 0
  const pad = px(padDp > 0 ? padDp : node.background === null ? 0 : 8)
  const inside = node.background !== null ? grounded(frame, node.background) : card ? { ...frame, bleedPx: 0 } : frame
  const { boxes, bottom } = stack(node.children, x + pad, y + pad, width - 2 * pad, inside)
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const content = bottom - y + pad
  const height = heightOf(node, content, takesTaps(node) ? px(48) : 0, asked)
  const place = rect(x - inside.bleedPx, y, width + 2 * inside.bleedPx, height)
  if (takesTaps(node) && height > content) for (const box of boxes) shift(box, 0, Math.round((height - content) / 2))
  const ground = node.background ?? (card ? frame.palette.container : null)
  return boxOf(node.key, place, {
    clips: node.fixed,
    shapes: ground === null ? [] : [fill(place, ground, px(card ? 16 : 8))],
    children: boxes,
    element: nodeFacts(frame, node, card ? 'android.widget.FrameLayout' : 'android.widget.LinearLayout'),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}

function rowBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px } = frame
  const pad = node.background === null ? 0 : px(8)
  const inside = node.background === null ? { ...frame, bleedPx: 0 } : grounded(frame, node.background)
  const flow = inFlow(node)
  const gap = px(rowGapDp)
  const room = width - 2 * pad - gap * Math.max(0, flow.length - 1)
  const widths = shareRow(flow, room, inside)
  const free = Math.max(0, room - widths.reduce((sum, one) => sum + one, 0))
  const shared = widths.length > 0 && free > flow.length
  let left = x + pad + (shared ? (node.align === 'end' ? free : node.align === 'center' ? Math.round(free / 2) : 0) : 0)
  const boxes: Box[] = []
  for (const child of node.children) {
    const place = flow.indexOf(child)
    if (place < 0) {
      boxes.push(child.at === null ? coverBox(child, inside) : placedBox(child, child.at, inside))
      continue
    }
    const wide = widths[place] ?? 0
    boxes.push(build(child, left, y + pad, wide, inside, 0))
    left += wide + gap
  }
  const heights = boxes.filter(box => box.hold === 'flow').map(box => box.rect.bottom - box.rect.top)
  const tallest = Math.max(0, ...heights)
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const height = heightOf(node, tallest + 2 * pad, takesTaps(node) ? px(48) : 0, asked)
  for (const box of boxes) shift(box, 0, Math.round((height - (box.rect.bottom - box.rect.top)) / 2) - pad)
  const place = rect(x, y, width, height)
  return boxOf(node.key, place, {
    clips: node.fixed || boxes.some(box => box.hold === 'flow' && box.rect.right > place.right),
    shapes: node.background === null ? [] : [fill(place, node.background, px(8))],
    children: boxes,
    element: nodeFacts(frame, node, 'android.widget.LinearLayout'),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}

function scrollBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px } = frame
  const inside = node.background === null ? { ...frame, bleedPx: 0 } : grounded(frame, node.background)
  const { boxes, bottom } = stack(node.children, x, y, width, inside)
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const height = asked > 0 ? asked : Math.min(bottom - y, px(scrollHeightDp))
  return scrolling(node, rect(x, y, width, height), bottom - y, boxes, frame, 'android.widget.ScrollView')
}

function scrolling(
  node: ViewNode,
  place: Box['rect'],
  contentPx: number,
  boxes: Box[],
  frame: Frame,
  className: string,
): Box {
  const maxPx = Math.max(0, contentPx - (place.bottom - place.top))
  const box = boxOf(node.key, place, {
    clips: true,
    scroll: scrollOf(node.key, maxPx, frame),
    shapes: node.background === null ? [] : [fill(place, node.background, frame.px(8))],
    children: boxes,
    element: nodeFacts(frame, node, className, { scrollable: maxPx > 0 }),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
  return box
}

/** Where a scroll stands: what the view says, held within what there is to scroll; noted for `maxScroll` (dp). */
export function scrollOf(key: string, maxPx: number, frame: Frame): NonNullable<Box['scroll']> {
  const asked = frame.px(frame.scroll[key] ?? 0)
  frame.notes.maxScroll[key] = (maxPx * 160) / frame.view.densityDpi
  return { key, offsetPx: Math.min(maxPx, Math.max(0, asked)), maxPx }
}

function listBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px } = frame
  const left = x - frame.bleedPx
  const wide = width + 2 * frame.bleedPx
  const inside = node.background === null ? frame : { ...grounded(frame, node.background), bleedPx: frame.bleedPx }
  const boxes: Box[] = []
  let top = y
  for (const [place, row] of node.children.entries()) {
    const box =
      row.kind === 'list_row'
        ? listRowBox(row, left, top, wide, inside, place === node.children.length - 1)
        : build(row, left + px(16), top, wide - px(32), { ...inside, bleedPx: 0 }, 0)
    if (row.focused && row.kind === 'list_row') box.over.push(outline(box.rect, inside.ink, px(3), px(8)))
    boxes.push(box)
    top = box.rect.bottom
  }
  if (boxes.length === 0 && node.text !== '') {
    const empty = emptyListBox(node, left, top, wide, inside)
    boxes.push(empty)
    top = empty.rect.bottom
  }
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const className = 'androidx.recyclerview.widget.RecyclerView'
  if (asked > 0) return scrolling(node, rect(left, y, wide, asked), top - y, boxes, frame, className)
  const place = rect(left, y, wide, top - y)
  return boxOf(node.key, place, {
    shapes: node.background === null ? [] : [fill(place, node.background)],
    children: boxes,
    element: nodeFacts(frame, node, className, { clickable: false }),
  })
}

/** The screen's own scroll: everything of the body, moved by the view's `body` offset. */
export function bodyBox(nodes: readonly ViewNode[], frame: Frame, padTopPx: number, padBottomPx: number): Box {
  const { px, viewport } = frame
  const side = px(12)
  const { boxes, bottom } = stack(
    nodes,
    viewport.left + side,
    viewport.top + padTopPx,
    viewport.right - viewport.left - 2 * side,
    {
      ...frame,
      bleedPx: side,
    },
  )
  const end = Math.max(bottom + padBottomPx, frame.notes.bottomPx + px(8))
  const maxPx = Math.max(0, end - viewport.bottom)
  return boxOf('body', viewport, {
    clips: true,
    scroll: scrollOf('body', maxPx, frame),
    children: boxes,
    element: factsOf(frame, 'android.widget.ScrollView', { scrollable: maxPx > 0 }),
  })
}
