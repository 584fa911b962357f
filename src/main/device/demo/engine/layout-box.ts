// What layout is made of: boxes with shapes to draw, facts for the tree and a target for taps; and the frame every
// builder is given. Positions are device pixels, left to right and unscrolled, until layout-settle moves and mirrors them.
import type { Element } from '#shared/domain/element.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { Palette } from '#main/device/demo/engine/palette.ts'
import type { TextBlock } from '#main/device/demo/engine/text-measure.ts'
import type { Hit, PhoneView, ViewNode } from '#main/device/demo/engine/view.ts'

export type Align = 'start' | 'center' | 'end'

export type Shape =
  | {
      readonly draw: 'box'
      rect: Rect
      readonly radiusPx: number
      readonly fill: string | null
      readonly stroke: string | null
      readonly strokePx: number
    }
  | {
      readonly draw: 'text'
      rect: Rect
      readonly block: TextBlock
      readonly color: string
      readonly align: Align
      /** Cut at the box's visible part instead of hanging out. */
      readonly clip: boolean
    }
  | { readonly draw: 'icon'; rect: Rect; readonly name: string; readonly color: string; readonly moving: boolean }
  | {
      readonly draw: 'picture'
      rect: Rect
      readonly subject: 'image' | 'video' | 'web' | 'map'
      readonly seed: string
      readonly radiusPx: number
    }
  | { readonly draw: 'spinner'; rect: Rect; readonly color: string; readonly track: string }
  /** A light that wanders along: an endless bar, an `animate` ground. */
  | { readonly draw: 'sweep'; rect: Rect; readonly color: string; readonly radiusPx: number }

export type Facts = Omit<Element, 'index' | 'parent' | 'depth' | 'bounds'>

export type Target = Exclude<Hit, { on: 'node' }> | { readonly on: 'node'; readonly key: string; track: Rect }

export interface Box {
  readonly key: string
  rect: Rect
  /** The part inside all that clips it; set by layout-settle. */
  visible: Rect
  /** What it moves with: its container, the body however deep it stands (`at`), or nothing (`cover` without `at`). */
  hold: 'flow' | 'body' | 'view'
  /** Cuts its children. */
  clips: boolean
  scroll: { readonly key: string; readonly offsetPx: number; readonly maxPx: number } | null
  readonly shapes: Shape[]
  /** Drawn after the children. */
  readonly over: Shape[]
  readonly children: Box[]
  /** Null: not in the tree; its children hang from the next box above. */
  element: Facts | null
  target: Target | null
  /** Takes taps that no target of it takes. */
  swallows: boolean
}

/** What a builder knows of its surroundings. */
export interface Frame {
  readonly view: PhoneView
  readonly package: string
  readonly palette: Palette
  /** Default colours on the ground at this place. */
  readonly ink: string
  readonly inkSoft: string
  /** Of controls and links on this ground. */
  readonly accent: string
  readonly scroll: Readonly<Record<string, number>>
  /** The body's corner, from which `at` counts. */
  readonly cornerPx: { readonly x: number; readonly y: number }
  readonly viewport: Rect
  /** How far a list may reach out of its column at each side. */
  readonly bleedPx: number
  readonly px: (dp: number) => number
  readonly sp: (sp: number) => number
  /** Notes of one layout run, written while building. */
  readonly notes: { buttons: number; bottomPx: number; readonly maxScroll: Record<string, number> }
}

export const rect = (x: number, y: number, width: number, height: number): Rect => ({
  left: x,
  top: y,
  right: x + Math.max(0, width),
  bottom: y + Math.max(0, height),
})

export function boxOf(key: string, place: Rect, more: Partial<Box> = {}): Box {
  return {
    key,
    rect: place,
    visible: place,
    hold: 'flow',
    clips: false,
    scroll: null,
    shapes: [],
    over: [],
    children: [],
    element: null,
    target: null,
    swallows: false,
    ...more,
  }
}

export const fill = (place: Rect, color: string, radiusPx = 0): Shape => ({
  draw: 'box',
  rect: place,
  radiusPx,
  fill: color,
  stroke: null,
  strokePx: 0,
})

export const outline = (
  place: Rect,
  stroke: string,
  strokePx: number,
  radiusPx: number,
  inside: string | null = null,
): Shape => ({
  draw: 'box',
  rect: place,
  radiusPx,
  fill: inside,
  stroke,
  strokePx,
})

export const words = (place: Rect, block: TextBlock, color: string, align: Align = 'start', clip = false): Shape => ({
  draw: 'text',
  rect: place,
  block,
  color,
  align,
  clip,
})

export const icon = (place: Rect, name: string, color: string, moving = false): Shape => ({
  draw: 'icon',
  rect: place,
  name,
  color,
  moving,
})

/** A square of this size in the middle of a rect. */
export function middle(place: Rect, sizePx: number): Rect {
  const x = Math.round((place.left + place.right - sizePx) / 2)
  const y = Math.round((place.top + place.bottom - sizePx) / 2)
  return rect(x, y, sizePx, sizePx)
}

export const inset = (place: Rect, byPx: number): Rect => ({
  left: place.left + byPx,
  top: place.top + byPx,
  right: Math.max(place.left + byPx, place.right - byPx),
  bottom: Math.max(place.top + byPx, place.bottom - byPx),
})

const moved = (place: Rect, dx: number, dy: number): Rect => ({
  left: place.left + dx,
  top: place.top + dy,
  right: place.right + dx,
  bottom: place.bottom + dy,
})

/** Moves a built box with all in it that moves along. */
export function shift(box: Box, dx: number, dy: number): void {
  if (box.hold !== 'flow' || (dx === 0 && dy === 0)) return
  box.rect = moved(box.rect, dx, dy)
  for (const shape of box.shapes) shape.rect = moved(shape.rect, dx, dy)
  for (const shape of box.over) shape.rect = moved(shape.rect, dx, dy)
  if (box.target?.on === 'node') box.target.track = moved(box.target.track, dx, dy)
  for (const child of box.children) shift(child, dx, dy)
}

export function factsOf(frame: Frame, className: string, more: Partial<Facts> = {}): Facts {
  return {
    className,
    id: '',
    text: '',
    desc: '',
    hint: '',
    package: frame.package,
    clickable: false,
    longClickable: false,
    enabled: true,
    focusable: false,
    focused: false,
    checkable: false,
    checked: false,
    selected: false,
    scrollable: false,
    password: false,
    ...more,
  }
}

export const fullId = (packageName: string, id: string): string => (id === '' ? '' : `${packageName}:id/${id}`)

export function nodeFacts(frame: Frame, node: ViewNode, className: string, more: Partial<Facts> = {}): Facts {
  const clickable = more.clickable ?? node.clickable
  return factsOf(frame, className, {
    id: fullId(frame.package, node.id),
    desc: node.label ?? '',
    clickable,
    longClickable: node.longClickable,
    enabled: node.enabled,
    focusable: clickable || node.longClickable,
    focused: node.focused,
    selected: node.selected,
    ...more,
  })
}

export const nodeTarget = (node: ViewNode, track: Rect): Target => ({ on: 'node', key: node.key, track })

export const takesTaps = (node: ViewNode): boolean => node.clickable || node.longClickable

/**
 * Height of a box: asked for by `at` or (where `size` is a height) by `size`, else its kind's own.
 * What was asked for still grows with its content unless the node is `fixed`.
 */
export function heightOf(node: ViewNode, contentPx: number, ownPx: number, askedPx: number): number {
  if (askedPx <= 0) return Math.max(contentPx, ownPx)
  return node.fixed ? askedPx : Math.max(askedPx, contentPx)
}
