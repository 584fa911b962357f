// From the picture to the glass: a point of the picture, as the device is held and folded, on the emulator's own panel,
// which is always counted upright; and trees and boxes of an app that stands another way than the device. Pure.
import type { ElementTree } from '#shared/domain/element.ts'
import type { Fold, Posture, Turn } from '#shared/domain/device.ts'
import type { Orientation, Rect, Size } from '#shared/domain/geometry.ts'

export interface Stance {
  readonly turn: Turn
  /** Null on what does not fold. */
  readonly posture: Posture | null
}

export interface Panel {
  /** Upright, device pixels; of a foldable the inner screen, which touches are counted on also while it is closed. */
  readonly size: Size
  readonly fold: Fold | null
}

const quarters: Readonly<Record<Turn, 0 | 1 | 2 | 3>> = {
  upright: 0,
  'turned-left': 1,
  'upside-down': 2,
  'turned-right': 3,
}
const byQuarter: readonly Turn[] = ['upright', 'turned-left', 'upside-down', 'turned-right']

/** Quarter turns against the clock; Android's own display rotation counts the same way. */
export const quarterOf = (turn: Turn): 0 | 1 | 2 | 3 => quarters[turn]
export const turnOf = (quarter: number): Turn => byQuarter[((quarter % 4) + 4) % 4] ?? 'upright'

/** Degrees about the axis that points out of the screen. */
export const degreesOf = (turn: Turn): number => [0, 90, 180, -90][quarterOf(turn)] ?? 0
export const turnOfDegrees = (degrees: number): Turn => turnOf(Math.round(degrees / 90))

/** The screen that shows in this posture, upright. */
export const shownScreen = (panel: Panel, posture: Posture | null): Size =>
  panel.fold !== null && posture === 'closed' ? panel.fold.outer : panel.size

export const turned = (size: Size, turn: Turn): Size =>
  quarterOf(turn) % 2 === 0 ? size : { width: size.height, height: size.width }

/** The picture's size in device pixels, the way the device is held. */
export const pictureSize = (panel: Panel, stance: Stance): Size =>
  turned(shownScreen(panel, stance.posture), stance.turn)

export const orientationOf = (size: Size): Orientation => (size.width > size.height ? 'landscape' : 'portrait')

/** How to hold it so that its picture has that orientation; the way it is held where that already fits. */
export function turnFor(orientation: Orientation, panel: Panel, stance: Stance): Turn {
  if (orientationOf(pictureSize(panel, stance)) === orientation) return stance.turn
  const upright = orientationOf(shownScreen(panel, stance.posture)) === orientation
  return upright ? 'upright' : 'turned-left'
}

/** A whole pixel of the picture on the upright panel, in whole pixels and inside it. */
export function panelPoint(
  at: { readonly x: number; readonly y: number },
  panel: Panel,
  stance: Stance,
): { readonly x: number; readonly y: number } {
  const screen = shownScreen(panel, stance.posture)
  const picture = turned(screen, stance.turn)
  const x = within(Math.floor(at.x), picture.width)
  const y = within(Math.floor(at.y), picture.height)
  const upright = uprighted(x, y, screen, stance.turn)
  return {
    x: within(stretched(upright.x, screen.width, panel.size.width), panel.size.width),
    y: within(stretched(upright.y, screen.height, panel.size.height), panel.size.height),
  }
}

function uprighted(x: number, y: number, screen: Size, turn: Turn): { readonly x: number; readonly y: number } {
  switch (turn) {
    case 'upright':
      return { x, y }
    case 'turned-left':
      return { x: screen.width - 1 - y, y: x }
    case 'upside-down':
      return { x: screen.width - 1 - x, y: screen.height - 1 - y }
    case 'turned-right':
      return { x: y, y: screen.height - 1 - x }
  }
}

/** Middle of a pixel to the pixel its middle falls in. */
const stretched = (at: number, from: number, to: number): number =>
  from === to ? at : Math.floor(((at + 0.5) * to) / from)

const within = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at))

/**
 * A box of what an app drew with the display in `content`, in the picture of a device held as `held`: an app that stays
 * upright on a phone held sideways lies sideways in the picture. `screen` is upright.
 */
export function turnedRect(rect: Rect, screen: Size, content: Turn, held: Turn): Rect {
  let { left, top, right, bottom } = rect
  let size = turned(screen, content)
  const steps = (quarterOf(held) - quarterOf(content) + 4) % 4
  for (let step = 0; step < steps; step += 1) {
    // One quarter against the clock: what was the right edge is the top.
    ;({ left, top, right, bottom } = {
      left: top,
      top: size.width - right,
      right: bottom,
      bottom: size.width - left,
    })
    size = { width: size.height, height: size.width }
  }
  return { left, top, right, bottom }
}

export function turnedTree(tree: ElementTree, screen: Size, held: Turn): ElementTree {
  const content = turnOf(tree.rotation)
  if (content === held) return tree
  return {
    rotation: quarterOf(held),
    nodes: tree.nodes.map(node => ({ ...node, bounds: turnedRect(node.bounds, screen, content, held) })),
  }
}
