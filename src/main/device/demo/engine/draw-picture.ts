// Drawn stand-ins for what an app would load: photographs, video, a web page, a map. Everything follows from the seed
// (and the phase, for video). Used by draw-shape, which clips to the rect.
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Shape } from '#main/device/demo/engine/layout-box.ts'
import { hueColour } from '#main/device/demo/engine/palette.ts'

type Picture = Extract<Shape, { draw: 'picture' }>

export function drawPicture(context: SKRSContext2D, picture: Picture, phase: number): void {
  switch (picture.subject) {
    case 'image':
      return drawImage(context, picture)
    case 'video':
      return drawVideo(context, picture, phase)
    case 'web':
      return drawWeb(context, picture)
    case 'map':
      return drawMap(context, picture)
  }
}

/** Numbers from 0 to 1 that follow from the seed. */
function numbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A soft landscape: sky, a sun, hills. */
function drawImage(context: SKRSContext2D, { rect, seed }: Picture): void {
  const next = numbers(seed)
  const hue = next() * 360
  const width = rect.right - rect.left
  const height = rect.bottom - rect.top
  context.fillStyle = hueColour(hue, 0.86, 0.06)
  context.fillRect(rect.left, rect.top, width, height)
  context.fillStyle = hueColour(hue + 60, 0.94, 0.07)
  context.beginPath()
  context.arc(
    rect.left + width * (0.2 + 0.6 * next()),
    rect.top + height * (0.2 + 0.2 * next()),
    Math.min(width, height) * 0.16,
    0,
    2 * Math.PI,
  )
  context.fill()
  for (let hill = 0; hill < 3; hill += 1) {
    const base = rect.top + height * (0.45 + 0.17 * hill)
    const lift = height * (0.12 + 0.14 * next())
    const peak = rect.left + width * (0.15 + 0.7 * next())
    context.fillStyle = hueColour(hue + 25 * hill, 0.72 - 0.13 * hill, 0.09)
    context.beginPath()
    context.moveTo(rect.left, base + lift * 0.5)
    context.quadraticCurveTo(peak, base - lift * 1.6, rect.right, base + lift * 0.3)
    context.lineTo(rect.right, rect.bottom)
    context.lineTo(rect.left, rect.bottom)
    context.fill()
  }
}

function drawVideo(context: SKRSContext2D, { rect, seed }: Picture, phase: number): void {
  const next = numbers(seed)
  const width = rect.right - rect.left
  const height = rect.bottom - rect.top
  const hue = next() * 360 + phase * 17
  context.fillStyle = hueColour(hue, 0.45, 0.08)
  context.fillRect(rect.left, rect.top, width, height)
  for (let ball = 0; ball < 4; ball += 1) {
    const turn = phase * (0.2 + 0.1 * ball) + next() * 6
    context.fillStyle = hueColour(hue + 40 * (ball + 1), 0.6, 0.1)
    context.beginPath()
    context.arc(
      rect.left + width * (0.5 + 0.36 * Math.cos(turn)),
      rect.top + height * (0.5 + 0.3 * Math.sin(turn * 1.3)),
      Math.min(width, height) * (0.1 + 0.05 * ball),
      0,
      2 * Math.PI,
    )
    context.fill()
  }
}

function drawWeb(context: SKRSContext2D, { rect, seed }: Picture): void {
  const next = numbers(seed)
  const width = rect.right - rect.left
  context.fillStyle = '#ffffff'
  context.fillRect(rect.left, rect.top, width, rect.bottom - rect.top)
  const unit = Math.max(6, Math.round(width / 40))
  context.fillStyle = '#3b4252'
  context.fillRect(rect.left + 2 * unit, rect.top + 2 * unit, width * 0.5, unit * 1.4)
  context.fillStyle = '#9aa3b2'
  for (let y = rect.top + 5 * unit; y < rect.bottom - unit; y += 1.7 * unit)
    context.fillRect(rect.left + 2 * unit, y, (width - 4 * unit) * (0.55 + 0.45 * next()), unit * 0.7)
}

function drawMap(context: SKRSContext2D, { rect, seed }: Picture): void {
  const next = numbers(seed)
  const width = rect.right - rect.left
  const height = rect.bottom - rect.top
  context.fillStyle = '#e9efe3'
  context.fillRect(rect.left, rect.top, width, height)
  for (let park = 0; park < 4; park += 1) {
    context.fillStyle = park === 0 ? '#b9d7ea' : '#cfe3c0'
    context.fillRect(rect.left + width * next(), rect.top + height * next(), width * 0.22, height * 0.26)
  }
  context.strokeStyle = '#ffffff'
  context.lineWidth = Math.max(3, width / 60)
  for (let road = 0; road < 7; road += 1) {
    const isAcross = road % 2 === 0
    const from = next()
    const to = from + 0.2 * (next() - 0.5)
    context.beginPath()
    context.moveTo(rect.left + (isAcross ? 0 : width * from), rect.top + (isAcross ? height * from : 0))
    context.lineTo(rect.left + (isAcross ? width : width * to), rect.top + (isAcross ? height * to : height))
    context.stroke()
  }
  const x = rect.left + width / 2
  const y = rect.top + height / 2
  const pin = Math.min(width, height) / 14
  context.fillStyle = '#c62f3b'
  context.beginPath()
  context.arc(x, y - pin * 1.4, pin, 0.85 * Math.PI, 0.15 * Math.PI)
  context.lineTo(x, y)
  context.fill()
}
