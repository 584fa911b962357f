// Paints the shapes of a layout onto a canvas: boxes, words, icons, spinners. Used by draw and draw-chrome.
// Same shapes, same pixels: nothing here asks a clock, a random number or a font of the system.
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Rect } from '#shared/domain/geometry.ts'
import { drawPicture } from '#main/device/demo/engine/draw-picture.ts'
import { emojiMark, fontOf, missingMark } from '#main/device/demo/engine/fonts.ts'
import { iconPaths } from '#main/device/demo/engine/icons.ts'
import type { Align, Shape } from '#main/device/demo/engine/layout-box.ts'
import { hasRightToLeft, markWidths, runsRightToLeft, textWidth } from '#main/device/demo/engine/text-measure.ts'
import type { Line, TextBlock } from '#main/device/demo/engine/text-measure.ts'

export interface Brush {
  readonly context: SKRSContext2D
  readonly isMirrored: boolean
  readonly phase: number
}

export function paintShape(brush: Brush, shape: Shape, visible: Rect): void {
  switch (shape.draw) {
    case 'box':
      return paintBox(brush.context, shape)
    case 'text':
      return shape.clip
        ? clipped(brush.context, visible, 0, () => paintText(brush, shape.rect, shape.block, shape.color, shape.align))
        : paintText(brush, shape.rect, shape.block, shape.color, shape.align)
    case 'icon':
      return paintIcon(brush, shape.rect, shape.name, shape.color, shape.moving)
    case 'picture':
      return clipped(brush.context, shape.rect, shape.radiusPx, () => drawPicture(brush.context, shape, brush.phase))
    case 'spinner':
      return paintSpinner(brush, shape)
    case 'sweep':
      return paintSweep(brush, shape)
  }
}

export function clipped(context: SKRSContext2D, place: Rect, radiusPx: number, paint: () => void): void {
  context.save()
  context.beginPath()
  roundRect(context, place, radiusPx)
  context.clip()
  paint()
  context.restore()
}

function roundRect(context: SKRSContext2D, place: Rect, radiusPx: number): void {
  const width = place.right - place.left
  const height = place.bottom - place.top
  const radius = Math.min(radiusPx, width / 2, height / 2)
  if (radius <= 0) context.rect(place.left, place.top, width, height)
  else context.roundRect(place.left, place.top, width, height, radius)
}

function paintBox(context: SKRSContext2D, shape: Extract<Shape, { draw: 'box' }>): void {
  const { rect, radiusPx, fill, stroke, strokePx } = shape
  if (fill !== null) {
    context.fillStyle = fill
    if (radiusPx <= 0) context.fillRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
    else {
      context.beginPath()
      roundRect(context, rect, radiusPx)
      context.fill()
    }
  }
  if (stroke === null) return
  const half = strokePx / 2
  context.strokeStyle = stroke
  context.lineWidth = strokePx
  context.beginPath()
  roundRect(
    context,
    { left: rect.left + half, top: rect.top + half, right: rect.right - half, bottom: rect.bottom - half },
    Math.max(0, radiusPx - half),
  )
  context.stroke()
}

export function paintText(brush: Brush, place: Rect, block: TextBlock, color: string, align: Align): void {
  const { context } = brush
  context.font = fontOf(block.sizePx, block.weight)
  context.fillStyle = color
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  // Ascent and descent of the shipped fonts are 1.069 and 0.293 of the size; the line is a little higher than both.
  const baseline = block.sizePx * 1.069 + (block.lineHeightPx - block.sizePx * 1.362) / 2
  for (const [row, line] of block.lines.entries()) {
    if (line.text === '') continue
    paintLine(
      brush,
      line,
      block,
      lineLeft(place, line, align, brush.isMirrored),
      place.top + row * block.lineHeightPx + baseline,
    )
  }
}

function lineLeft(place: Rect, line: Line, align: Align, isMirrored: boolean): number {
  const free = place.right - place.left - line.widthPx
  if (align === 'center') return Math.round(place.left + Math.max(0, free) / 2)
  const isRight = (align === 'end') !== isMirrored
  return Math.round(isRight ? place.right - line.widthPx : place.left)
}

function paintLine(brush: Brush, line: Line, block: TextBlock, left: number, baseline: number): void {
  const { context } = brush
  context.direction = runsRightToLeft(line.text, brush.isMirrored) ? 'rtl' : 'ltr'
  const hasMarks = line.text.includes(emojiMark) || line.text.includes(missingMark)
  if (!hasMarks || hasRightToLeft(line.text)) {
    context.fillText(line.text, left, baseline)
    return
  }
  let x = left
  for (const part of line.text.split(/([\uFFFC\uFFFD])/)) {
    const mark = markWidths.get(part)
    if (part === '') continue
    if (mark === undefined) {
      context.fillText(part, x, baseline)
      x += textWidth(part, block.sizePx, block.weight)
    } else {
      if (part === emojiMark)
        paintFace(context, x + (mark * block.sizePx) / 2, baseline - block.sizePx * 0.36, block.sizePx * 0.5)
      else paintMissing(context, x, baseline, block.sizePx)
      x += mark * block.sizePx
    }
  }
}

/** Any emoji: a small round face, the same for all of them. */
function paintFace(context: SKRSContext2D, x: number, y: number, radius: number): void {
  const ink = context.fillStyle
  context.fillStyle = '#ffc83d'
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = '#5c3c00'
  context.beginPath()
  context.arc(x - radius * 0.35, y - radius * 0.2, radius * 0.13, 0, 2 * Math.PI)
  context.arc(x + radius * 0.35, y - radius * 0.2, radius * 0.13, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = '#5c3c00'
  context.lineWidth = radius * 0.14
  context.beginPath()
  context.arc(x, y + radius * 0.05, radius * 0.5, 0.15 * Math.PI, 0.85 * Math.PI)
  context.stroke()
  context.fillStyle = ink
}

function paintMissing(context: SKRSContext2D, x: number, baseline: number, size: number): void {
  context.strokeStyle = context.fillStyle
  context.lineWidth = Math.max(1, size * 0.06)
  context.strokeRect(x + size * 0.1, baseline - size * 0.72, size * 0.6, size * 0.72)
}

export function paintIcon(brush: Brush, place: Rect, name: string, color: string, isMoving: boolean): void {
  const { context, phase } = brush
  const side = Math.min(place.right - place.left, place.bottom - place.top)
  const paths = iconPaths(name)
  context.save()
  context.translate((place.left + place.right) / 2, (place.top + place.bottom) / 2)
  if (isMoving) context.rotate(0.3 * Math.sin(phase * 0.9))
  context.scale((brush.isMirrored && paths?.turns === true ? -1 : 1) * (side / 24), side / 24)
  context.translate(-12, -12)
  context.lineWidth = 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = color
  context.fillStyle = color
  if (paths === null) paintLetterTile(context, name)
  else {
    if (paths.fill !== null) context.fill(paths.fill)
    if (paths.stroke !== null) context.stroke(paths.stroke)
  }
  context.restore()
}

/** What stands for an icon that has no drawing: a tile with its first letter. */
function paintLetterTile(context: SKRSContext2D, name: string): void {
  context.beginPath()
  context.roundRect(3, 3, 18, 18, 5)
  context.stroke()
  const letter = /[a-z]/i.exec(name)?.[0]?.toUpperCase()
  if (letter === undefined) return
  context.font = fontOf(11, 'bold')
  context.textAlign = 'center'
  context.fillText(letter, 12, 16)
}

function paintSpinner(brush: Brush, shape: Extract<Shape, { draw: 'spinner' }>): void {
  const { context, phase } = brush
  const { rect } = shape
  const radius = (rect.right - rect.left) / 2
  const x = rect.left + radius
  const y = rect.top + radius
  context.lineWidth = Math.max(2, radius * 0.22)
  context.lineCap = 'round'
  context.strokeStyle = shape.track
  context.beginPath()
  context.arc(x, y, radius * 0.86, 0, 2 * Math.PI)
  context.stroke()
  const start = phase * 0.8
  context.strokeStyle = shape.color
  context.beginPath()
  context.arc(x, y, radius * 0.86, start, start + 1.6)
  context.stroke()
}

function paintSweep(brush: Brush, shape: Extract<Shape, { draw: 'sweep' }>): void {
  const { rect } = shape
  const width = rect.right - rect.left
  const part = width * 0.35
  const at = rect.left - part + ((brush.phase * 0.13) % 1) * (width + part)
  clipped(brush.context, rect, shape.radiusPx, () => {
    brush.context.fillStyle = shape.color
    brush.context.fillRect(at, rect.top, part, rect.bottom - rect.top)
  })
}
