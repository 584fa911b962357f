// Boxes of what a person sets: field, toggle, check, radio, slider. Called by layout-containers.
import {
  boxOf,
  fill,
  heightOf,
  icon,
  inset,
  nodeFacts,
  nodeTarget,
  outline,
  rect,
  words,
} from '#main/device/demo/engine/layout-box.ts'
import type { Box, Frame, Shape } from '#main/device/demo/engine/layout-box.ts'
import { graphemesOf } from '#main/device/demo/engine/fonts.ts'
import { onColour } from '#main/device/demo/engine/palette.ts'
import { layText } from '#main/device/demo/engine/text-measure.ts'
import type { ViewNode } from '#main/device/demo/engine/view.ts'

/** A field shows this many lines at most; longer text shows its end, where typing goes on. */
const fieldLinesMost = 6

/** What a field shows of its value: bullets for a password. */
export const shownValue = (node: ViewNode): string =>
  node.password ? '\u2022'.repeat(graphemesOf(node.text).length) : node.text

export function fieldBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px, palette } = frame
  const pad = px(16)
  const inner = Math.max(px(16), width - 2 * pad)
  const value = shownValue(node)
  const empty = value === ''
  const label = layText(node.hint, { sizePx: frame.sp(12), weight: 'regular', widthPx: inner })
  const hint = layText(node.hint, { sizePx: frame.sp(16), weight: 'regular', widthPx: inner, fixed: node.fixed })
  const whole = layText(value, { sizePx: frame.sp(16), weight: 'regular', widthPx: inner - px(2), fixed: node.fixed })
  const lines = whole.lines.slice(-fieldLinesMost)
  const block = { ...whole, lines, heightPx: lines.length * whole.lineHeightPx }
  const labelPx = node.hint === '' ? 0 : label.heightPx
  const content = Math.max(labelPx + block.heightPx, hint.heightPx) + px(12)
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const height = heightOf(node, content, px(56), asked)
  const place = rect(x, y, width, height)
  const ground = node.background ?? palette.container
  const ink = node.enabled
    ? (node.color ?? (node.background === null ? palette.ink : onColour(ground)))
    : palette.inkDisabled
  const soft = node.enabled ? (node.background === null ? palette.inkSoft : onColour(ground)) : palette.inkDisabled
  const edge = node.focused ? palette.primary : palette.outline
  const shapes: Shape[] = [outline(place, edge, node.focused ? px(2) : Math.max(1, px(1)), px(8), ground)]
  const blockTop = y + Math.round((height - labelPx - block.heightPx) / 2) + labelPx
  if (empty) {
    const top = y + Math.round((height - hint.heightPx) / 2)
    shapes.push(words(rect(x + pad, top, inner, hint.heightPx), hint, soft, 'start', node.fixed))
    if (node.focused)
      shapes.push(fill(rect(x + pad - px(3), top + px(2), px(2), hint.lineHeightPx - px(4)), palette.primary))
  } else {
    const accent = node.focused && node.background === null ? palette.primary : soft
    if (labelPx > 0) shapes.push(words(rect(x + pad, blockTop - labelPx, inner, labelPx), label, accent))
    shapes.push(words(rect(x + pad, blockTop, inner, block.heightPx), block, ink, 'start', node.fixed))
    const end = Math.min(inner, (lines.at(-1)?.widthPx ?? 0) + px(1))
    const caretTop = blockTop + block.heightPx - block.lineHeightPx + px(2)
    if (node.focused)
      shapes.push(fill(rect(Math.round(x + pad + end), caretTop, px(2), block.lineHeightPx - px(4)), palette.primary))
  }
  return boxOf(node.key, place, {
    shapes,
    element: nodeFacts(frame, node, 'android.widget.EditText', {
      text: empty ? node.hint : value,
      hint: node.hint,
      clickable: true,
      focusable: true,
      password: node.password,
    }),
    target: nodeTarget(node, place),
  })
}

const checkClass = {
  toggle: 'android.widget.Switch',
  check: 'android.widget.CheckBox',
  radio: 'android.widget.RadioButton',
} as const

/** Width of the control itself, dp. */
export const controlDp = { toggle: 52, check: 24, radio: 24 } as const

export function checkableBox(
  node: ViewNode,
  kind: 'toggle' | 'check' | 'radio',
  x: number,
  y: number,
  width: number,
  frame: Frame,
  tallPx: number,
): Box {
  const { px } = frame
  const control = px(controlDp[kind])
  const pad = px(4)
  const gap = node.text === '' ? 0 : px(16)
  const room = Math.max(px(16), width - control - gap - 2 * pad)
  const block = layText(node.text, {
    sizePx: frame.sp(16),
    weight: 'regular',
    widthPx: room,
    lines: node.lines,
    fixed: node.fixed,
  })
  const asked = tallPx > 0 ? tallPx : node.size === null ? 0 : px(node.size)
  const height = heightOf(node, (node.text === '' ? 0 : block.heightPx) + (asked > 0 ? 0 : px(12)), px(48), asked)
  const place = rect(x, y, width, height)
  const ground = node.background
  const ink = node.enabled
    ? (node.color ?? (ground === null ? frame.ink : onColour(ground)))
    : frame.palette.inkDisabled
  const textLeft = kind === 'toggle' ? x + pad : x + pad + control + gap
  const controlLeft = kind === 'toggle' ? x + width - pad - control : x + pad
  const side = rect(
    controlLeft,
    y + Math.round((height - px(kind === 'toggle' ? 32 : 24)) / 2),
    control,
    px(kind === 'toggle' ? 32 : 24),
  )
  return boxOf(node.key, place, {
    shapes: [
      ...(ground === null ? [] : [fill(place, ground, px(8))]),
      ...(node.text === ''
        ? []
        : [
            words(
              rect(textLeft, y + Math.round((height - block.heightPx) / 2), room, block.heightPx),
              block,
              ink,
              node.align ?? 'start',
              node.fixed,
            ),
          ]),
      ...controlShapes(node, kind, side, frame),
    ],
    element: nodeFacts(frame, node, checkClass[kind], {
      text: node.text,
      clickable: true,
      focusable: true,
      checkable: true,
      checked: node.checked === true,
    }),
    target: nodeTarget(node, place),
  })
}

function controlShapes(
  node: ViewNode,
  kind: 'toggle' | 'check' | 'radio',
  side: ReturnType<typeof rect>,
  frame: Frame,
): Shape[] {
  const { px, palette } = frame
  const on = node.checked === true
  const strong = node.enabled ? palette.primary : palette.inkDisabled
  const weak = node.enabled ? palette.outline : palette.inkDisabled
  const line = px(2)
  if (kind === 'toggle') {
    const half = px(16)
    const thumb = px(on ? 24 : 16)
    const centre = on ? side.right - half : side.left + half
    const knob = rect(centre - Math.round(thumb / 2), side.top + Math.round((px(32) - thumb) / 2), thumb, thumb)
    return [
      on ? fill(side, strong, half) : outline(side, weak, line, half, palette.containerHigh),
      fill(knob, on ? palette.onPrimary : weak, thumb / 2),
    ]
  }
  if (kind === 'check') {
    const square = inset(side, px(3))
    return on
      ? [fill(square, strong, px(3)), icon(inset(square, px(1)), 'check', palette.onPrimary)]
      : [outline(square, palette.inkSoft, line, px(3))]
  }
  const ring = inset(side, px(2))
  return [
    outline(ring, on ? strong : palette.inkSoft, line, px(10)),
    ...(on ? [fill(inset(ring, px(5)), strong, px(5))] : []),
  ]
}

export function sliderBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, tallPx: number): Box {
  const { px, palette } = frame
  const height = tallPx > 0 ? tallPx : px(node.size ?? 48)
  const place = rect(x, y, width, height)
  const track = { ...inset(place, 0), left: x + px(16), right: Math.max(x + px(16), x + width - px(16)) }
  const value = Math.min(1, Math.max(0, node.value ?? 0))
  const at = Math.round(track.left + (track.right - track.left) * value)
  const thick = px(8)
  const top = y + Math.round((height - thick) / 2)
  const strong = node.enabled ? (node.color ?? palette.primary) : palette.inkDisabled
  const knob = px(20)
  return boxOf(node.key, place, {
    shapes: [
      fill(rect(track.left, top, track.right - track.left, thick), palette.tonal, thick / 2),
      fill(rect(track.left, top, at - track.left, thick), strong, thick / 2),
      fill(rect(at - knob / 2, y + Math.round((height - knob) / 2), knob, knob), strong, knob / 2),
    ],
    element: nodeFacts(frame, node, 'android.widget.SeekBar', { clickable: node.clickable, focusable: true }),
    target: nodeTarget(node, track),
  })
}
