// Boxes of the plain kinds: text, button, icon, image, progress, divider, space, and what is drawn but holds no nodes.
// Called by layout-containers; `tallPx` is a height asked for from outside (`at`), 0 for none.
import {
  boxOf,
  fill,
  heightOf,
  icon,
  inset,
  middle,
  nodeFacts,
  nodeTarget,
  rect,
  takesTaps,
  words,
} from '#main/device/demo/engine/layout-box.ts'
import type { Box, Frame } from '#main/device/demo/engine/layout-box.ts'
import { layText } from '#main/device/demo/engine/text-measure.ts'
import { onColour } from '#main/device/demo/engine/palette.ts'
import type { ViewNode } from '#main/device/demo/engine/view.ts'

/** Room between a text's box and its ink, so that whole text never touches the edge of its box. */
export const textPadDp = 4
export const buttonPadDp = 16

export const textSizeOf = (node: ViewNode): number => node.size ?? 16
export const textWeightOf = (node: ViewNode): 'bold' | 'regular' => (textSizeOf(node) >= 20 ? 'bold' : 'regular')

export function textBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px } = frame
  const padX = px(node.background === null ? textPadDp : 12)
  const padY = px(node.background === null ? 0 : 8)
  const block = layText(node.text, {
    sizePx: frame.sp(textSizeOf(node)),
    weight: textWeightOf(node),
    widthPx: width - 2 * padX,
    lines: node.lines,
    fixed: node.fixed,
  })
  const content = block.heightPx + 2 * padY
  const height = heightOf(node, content, takesTaps(node) ? Math.max(content, px(48)) : content, tallPx)
  const place = rect(x, y, width, height)
  const ground = node.background
  const own = ground === null ? (takesTaps(node) ? frame.accent : frame.ink) : onColour(ground)
  const color = node.enabled ? (node.color ?? own) : frame.palette.inkDisabled
  const top = takesTaps(node) ? y + Math.max(padY, Math.round((height - block.heightPx) / 2)) : y + padY
  return boxOf(node.key, place, {
    shapes: [
      ...(ground === null ? [] : [fill(place, ground, px(8))]),
      words(rect(x + padX, top, width - 2 * padX, block.heightPx), block, color, node.align ?? 'start', node.fixed),
    ],
    element: nodeFacts(frame, node, 'android.widget.TextView', { text: node.text }),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}

export interface ButtonLook {
  readonly look: 'filled' | 'tonal' | 'text'
  readonly align: 'start' | 'center' | 'end'
  readonly sizeSp: number
  readonly weight: 'regular' | 'bold'
}

export function buttonBox(
  node: ViewNode,
  x: number,
  y: number,
  width: number,
  frame: Frame,
  tallPx: number,
  given?: ButtonLook,
): Box {
  const { px, palette } = frame
  const look = given ?? {
    look: frame.notes.buttons === 0 ? 'filled' : 'tonal',
    align: 'center',
    sizeSp: 14,
    weight: 'bold',
  }
  frame.notes.buttons += 1
  const pad = px(look.look === 'text' ? 12 : buttonPadDp)
  const block = layText(node.text, {
    sizePx: frame.sp(look.sizeSp),
    weight: look.weight,
    widthPx: width - 2 * pad,
    lines: node.lines,
    fixed: node.fixed,
  })
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const height = heightOf(node, block.heightPx + (asked > 0 ? 0 : px(24)), px(48), asked)
  const place = rect(x, y, width, height)
  const ground =
    node.background ??
    (look.look === 'text'
      ? null
      : node.enabled
        ? look.look === 'filled'
          ? palette.primary
          : palette.tonal
        : palette.disabled)
  const own =
    node.background !== null
      ? onColour(node.background)
      : look.look === 'filled'
        ? palette.onPrimary
        : look.look === 'tonal'
          ? palette.onTonal
          : frame.accent
  const color = node.enabled ? (node.color ?? own) : palette.inkDisabled
  const top = y + Math.round((height - block.heightPx) / 2)
  return boxOf(node.key, place, {
    shapes: [
      ...(ground === null ? [] : [fill(place, ground, Math.min(px(14), height / 2))]),
      words(rect(x + pad, top, width - 2 * pad, block.heightPx), block, color, node.align ?? look.align, node.fixed),
    ],
    element: nodeFacts(frame, node, 'android.widget.Button', { text: node.text, clickable: true, focusable: true }),
    target: nodeTarget(node, place),
  })
}

/** Side of an icon's square, dp. */
export const iconSideDp = (node: ViewNode): number => node.size ?? 48

function glyphDp(node: ViewNode): number {
  if (node.size === null) return 24
  if (!takesTaps(node)) return node.size
  return node.size >= 40 ? node.size / 2 : node.size * 0.8
}

export function iconBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px } = frame
  const side = px(iconSideDp(node))
  const height = tallPx > 0 ? tallPx : side
  const wide = Math.min(width, side)
  const place = tallPx > 0 ? rect(x, y, width, height) : rect(aligned(node, x, width, wide), y, wide, height)
  const glyph = Math.min(px(glyphDp(node)), place.right - place.left, height)
  const own = node.background === null ? (takesTaps(node) ? frame.inkSoft : frame.accent) : onColour(node.background)
  const color = node.enabled ? (node.color ?? own) : frame.palette.inkDisabled
  return boxOf(node.key, place, {
    shapes: [
      ...(node.background === null ? [] : [fill(place, node.background, height / 2)]),
      icon(middle(place, glyph), node.icon ?? '', color, node.animate),
    ],
    element: nodeFacts(frame, node, takesTaps(node) ? 'android.widget.ImageButton' : 'android.widget.ImageView'),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}

function aligned(node: ViewNode, x: number, width: number, wide: number): number {
  const free = Math.max(0, width - wide)
  return x + (node.align === 'end' ? free : node.align === 'center' ? Math.round(free / 2) : 0)
}

/** A small picture is a square, a large one as wide as its column. */
export const isSmallImage = (node: ViewNode): boolean => node.size !== null && node.size <= 96

export function imageBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px } = frame
  const height = tallPx > 0 ? tallPx : px(node.size ?? 160)
  const wide = tallPx > 0 ? width : Math.min(width, isSmallImage(node) ? height : width)
  const place = rect(aligned(node, x, width, wide), y, wide, height)
  return boxOf(node.key, place, {
    shapes: [
      node.background === null
        ? { draw: 'picture', rect: place, subject: 'image', seed: node.image ?? node.key, radiusPx: px(12) }
        : fill(place, node.background, px(12)),
    ],
    element: nodeFacts(frame, node, 'android.widget.ImageView'),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}

const drawnHeightDp = { video: 200, web: 240, map: 200 } as const
const drawnClass = {
  video: 'android.view.SurfaceView',
  web: 'android.webkit.WebView',
  map: 'android.view.View',
} as const

export function drawnBox(
  node: ViewNode,
  subject: 'video' | 'web' | 'map',
  x: number,
  y: number,
  width: number,
  frame: Frame,
  tallPx: number,
): Box {
  const height = tallPx > 0 ? tallPx : frame.px(node.size ?? drawnHeightDp[subject])
  const place = rect(x, y, width, height)
  return boxOf(node.key, place, {
    shapes: [
      {
        draw: 'picture',
        rect: place,
        subject,
        seed: node.image ?? (node.text || node.id || subject),
        radiusPx: frame.px(12),
      },
    ],
    element: nodeFacts(frame, node, drawnClass[subject]),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}

export function progressBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px, palette } = frame
  const color = node.color ?? frame.accent
  const element = nodeFacts(frame, node, 'android.widget.ProgressBar')
  const target = takesTaps(node)
  if (node.spinner) {
    const side = tallPx > 0 ? tallPx : px(node.size ?? 48)
    const wide = Math.min(width, side)
    const place = rect(aligned({ ...node, align: node.align ?? 'center' }, x, width, wide), y, wide, side)
    const ring = inset(middle(place, Math.min(wide, side)), Math.round(side / 8))
    return boxOf(node.key, place, {
      shapes: [{ draw: 'spinner', rect: ring, color, track: palette.containerHigh }],
      element,
      target: target ? nodeTarget(node, place) : null,
    })
  }
  const height = tallPx > 0 ? tallPx : px(node.size ?? 24)
  const place = rect(x, y, width, height)
  const thick = Math.min(height, px(6))
  const track = rect(x + px(4), y + Math.round((height - thick) / 2), width - px(8), thick)
  const done = {
    ...track,
    right: Math.round(track.left + (track.right - track.left) * Math.min(1, Math.max(0, node.value ?? 0))),
  }
  return boxOf(node.key, place, {
    shapes: [
      fill(track, palette.tonal, thick / 2),
      node.value === null ? { draw: 'sweep', rect: track, color, radiusPx: thick / 2 } : fill(done, color, thick / 2),
    ],
    element,
    target: target ? nodeTarget(node, place) : null,
  })
}

export function dividerBox(node: ViewNode, x: number, y: number, width: number, frame: Frame): Box {
  const line = Math.max(1, frame.px(1))
  const place = rect(x, y, width, 2 * frame.px(4) + line)
  return boxOf(node.key, place, {
    shapes: [
      fill(rect(x + frame.px(4), y + frame.px(4), width - frame.px(8), line), node.color ?? frame.palette.outlineSoft),
    ],
    element: node.id === '' ? null : nodeFacts(frame, node, 'android.view.View'),
  })
}

export function spaceBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const height = tallPx > 0 ? tallPx : frame.px(node.size ?? 16)
  const place = rect(x, y, width, height)
  return boxOf(node.key, place, {
    shapes: node.background === null ? [] : [fill(place, node.background)],
    element: node.id === '' && !takesTaps(node) ? null : nodeFacts(frame, node, 'android.view.View'),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
}
