// Draws a laid-out phone into pixels. Used by the runtime, lazily: most looks need the tree only.
// Equal views give equal pixels on every machine: only the shipped fonts and shapes of our own are drawn.
import { createCanvas } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import { isEmpty } from '#shared/domain/geometry.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import {
  keyboardShapes,
  navigationBar,
  splashShapes,
  statusBar,
  toastShapes,
} from '#main/device/demo/engine/draw-chrome.ts'
import { clipped, paintShape } from '#main/device/demo/engine/draw-shape.ts'
import type { Brush } from '#main/device/demo/engine/draw-shape.ts'
import { registerFonts } from '#main/device/demo/engine/fonts.ts'
import type { Laid } from '#main/device/demo/engine/layout.ts'
import { fill, rect } from '#main/device/demo/engine/layout-box.ts'
import type { Box, Shape } from '#main/device/demo/engine/layout-box.ts'
import { scrim } from '#main/device/demo/engine/layout-overlay.ts'
import { systemBars } from '#main/device/demo/engine/layout-window.ts'
import { onColour, paletteOf } from '#main/device/demo/engine/palette.ts'
import type { PhoneView } from '#main/device/demo/engine/view.ts'

/** One canvas a size, drawn over each time; a phone has a few (two scales, two orientations). */
const canvases = new Map<string, Canvas>()

function canvasOf(width: number, height: number): Canvas {
  const key = `${width}x${height}`
  const known = canvases.get(key)
  if (known !== undefined) return known
  if (canvases.size >= 6) canvases.clear()
  const made = createCanvas(width, height)
  canvases.set(key, made)
  return made
}

export function drawPhone(laid: Laid, view: PhoneView, scale: number): Pixels {
  const width = Math.max(1, Math.round(view.width * scale))
  const height = Math.max(1, Math.round(view.height * scale))
  if (view.secure) return { width, height, scale, data: blackPixels(width, height) }
  registerFonts()
  const canvas = canvasOf(width, height)
  const context = canvas.getContext('2d')
  context.setTransform(width / view.width, 0, 0, height / view.height, 0, 0)
  paintPhone({ context, isMirrored: view.rtl, phase: view.phase }, laid, view)
  return { width, height, scale, data: canvas.data() }
}

function blackPixels(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  new Uint32Array(data.buffer).fill(0xff000000)
  return data
}

function paintPhone(brush: Brush, laid: Laid, view: PhoneView): void {
  const theme = view.screen?.theme ?? { primary: '#3B5BA9', darkPrimary: null }
  const palette = paletteOf(theme.primary, theme.darkPrimary, view.dark)
  const whole = rect(0, 0, view.width, view.height)
  const paint = (shapes: readonly Shape[]): void => {
    for (const shape of shapes) paintShape(brush, shape, whole)
  }
  const ground = view.splash?.color ?? view.blank ?? (laid.window === null ? '#000000' : palette.surface)
  if (view.splash !== null) paint(splashShapes(view, view.splash))
  else if (view.blank !== null || laid.window === null) paint([fill(whole, ground)])
  else paintBox(brush, laid.window, whole)
  paint(statusBar(view, onColour(ground)))
  const navGround = view.screen?.tabs != null && laid.window !== null ? palette.container : ground
  paint(navigationBar(view, navGround))
  for (const overlay of laid.overlays) {
    paint([fill(whole, scrim)])
    paintBox(brush, overlay, whole)
  }
  if (laid.keyboardBounds !== null) {
    paint(keyboardShapes(view, laid.keyboardBounds, palette))
    paint(navigationBar(view, palette.containerHigh))
  }
  if (view.toast !== null) paint(toastShapes(view, view.toast, view.height - systemBars(view).navPx, palette))
}

function paintBox(brush: Brush, box: Box, clip: Rect): void {
  if (isEmpty(box.visible) && box.children.length === 0) return
  for (const shape of box.shapes) if (isSeen(shape, clip)) paintShape(brush, shape, box.visible)
  if (box.clips && box.rect !== clip) {
    if (!isEmpty(box.visible)) clipped(brush.context, box.visible, 0, () => paintChildren(brush, box, box.visible))
  } else paintChildren(brush, box, clip)
  for (const shape of box.over) if (isSeen(shape, clip)) paintShape(brush, shape, box.visible)
}

function paintChildren(brush: Brush, box: Box, clip: Rect): void {
  for (const child of box.children) paintBox(brush, child, clip)
}

const isSeen = (shape: Shape, clip: Rect): boolean =>
  shape.rect.right > clip.left &&
  shape.rect.left < clip.right &&
  shape.rect.bottom > clip.top &&
  shape.rect.top < clip.bottom
