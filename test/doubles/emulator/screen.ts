// What the emulator double shows: a demo phone (`demo`), or pre-drawn pictures of a list with a marker on it (`marker`),
// which cost next to nothing at each touch, for benches.
import { createCanvas } from '@napi-rs/canvas'
import type { Handset } from '../adb/handset.ts'
import { paintMarker } from './marker.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** As the device is held, RGB, rows from the top. */
export interface Frame extends Size {
  readonly bytes: Buffer
}

export type Quarter = 0 | 1 | 2 | 3

export interface DeviceScreen {
  /** Equal ids are equal pictures. */
  id(held: Quarter): string
  /** Of the screen that shows now, upright. */
  size(): Size
  /** Inside a box of that many pixels a side (0: as large as it is), never enlarged. */
  frame(held: Quarter, box: Size): Frame
}

export const turnedSize = (size: Size, quarter: number): Size =>
  quarter % 2 === 0 ? size : { width: size.height, height: size.width }

export function fitted(size: Size, box: Size): Size {
  const scale = Math.min(
    1,
    box.width === 0 ? 1 : box.width / size.width,
    box.height === 0 ? 1 : box.height / size.height,
  )
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}

export class DemoScreen implements DeviceScreen {
  readonly #handset: Handset
  #last: { readonly id: string; readonly frame: Frame } | null = null

  constructor(handset: Handset) {
    this.#handset = handset
  }

  id(held: Quarter): string {
    const look = this.#handset.phone.peek()
    return `${look.pictureId} ${look.geometry} ${held}`
  }

  size(): Size {
    return this.#handset.phone.size
  }

  frame(held: Quarter, box: Size): Frame {
    const id = `${this.id(held)} ${box.width}x${box.height}`
    if (this.#last?.id === id) return this.#last.frame
    const look = this.#handset.phone.peek()
    const steps = (held - this.#handset.rotation + 4) % 4
    const shown = turnedSize(look.size, steps)
    const scale = fitted(shown, box).width / shown.width
    const { width, height, data } = look.pixels(scale)
    const frame = turned({ width, height, bytes: rgbOf(data) }, steps)
    this.#last = { id, frame }
    return frame
  }
}

const ringLength = 5

export class MarkerScreen implements DeviceScreen {
  #size: Size
  #step = 0
  #number = 0
  readonly #rings = new Map<string, readonly Frame[]>()

  constructor(size: Size) {
    this.#size = size
  }

  /** The next picture, with the next number where a finger went down. */
  next(isNewTouch: boolean): number {
    this.#step += 1
    if (isNewTouch) this.#number = (this.#number + 1) & 0xffff
    return this.#number
  }

  resize(size: Size): void {
    this.#size = size
  }

  id(held: Quarter): string {
    return `${this.#step} ${this.#number} ${held} ${this.#size.width}x${this.#size.height}`
  }

  size(): Size {
    return this.#size
  }

  frame(held: Quarter, box: Size): Frame {
    const size = fitted(turnedSize(this.#size, held), box)
    const key = `${size.width}x${size.height}`
    let ring = this.#rings.get(key)
    if (ring === undefined) {
      ring = Array.from({ length: ringLength }, (_, step) => listPicture(size, step))
      if (this.#rings.size >= 4) this.#rings.clear()
      this.#rings.set(key, ring)
    }
    const frame = ring[this.#step % ringLength]
    if (frame === undefined) throw new Error('the ring of pictures is empty')
    paintMarker({ ...size, bytesPerPixel: 3, data: frame.bytes }, this.#number)
    return frame
  }
}

/** A list of rows with words and a round picture each, scrolled a little further at each step. */
function listPicture(size: Size, step: number): Frame {
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f6f5fa'
  context.fillRect(0, 0, size.width, size.height)
  const row = Math.max(12, Math.round(size.width / 7))
  for (let at = 0, y = -Math.round((step * row) / ringLength); y < size.height; at += 1, y += row) {
    context.fillStyle = at % 2 === 0 ? '#ffffff' : '#ebe9f4'
    context.fillRect(0, y, size.width, row - 2)
    context.fillStyle = `hsl(${(at * 47) % 360} 55% 55%)`
    context.beginPath()
    context.arc(row * 0.6, y + row / 2, row * 0.32, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = '#26242e'
    context.font = `${Math.round(row * 0.3)}px sans-serif`
    context.fillText(`Row number ${at + 1} of a long list`, row * 1.2, y + row * 0.45)
    context.fillStyle = '#6b6876'
    context.font = `${Math.round(row * 0.22)}px sans-serif`
    context.fillText('Second line with smaller words, as lists have', row * 1.2, y + row * 0.78)
  }
  return { ...size, bytes: rgbOf(canvas.data()) }
}

function rgbOf(rgba: Uint8Array | Uint8ClampedArray): Buffer {
  const pixels = rgba.length / 4
  const rgb = Buffer.allocUnsafe(pixels * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0
    rgb[to + 1] = rgba[from + 1] ?? 0
    rgb[to + 2] = rgba[from + 2] ?? 0
  }
  return rgb
}

/** So many quarters against the clock. */
function turned(frame: Frame, steps: number): Frame {
  let now = frame
  for (let step = 0; step < steps; step += 1) {
    const { width, height, bytes } = now
    const next = Buffer.allocUnsafe(bytes.length)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const from = (y * width + x) * 3
        const to = ((width - 1 - x) * height + y) * 3
        next[to] = bytes[from] ?? 0
        next[to + 1] = bytes[from + 1] ?? 0
        next[to + 2] = bytes[from + 2] ?? 0
      }
    now = { width: height, height: width, bytes: next }
  }
  return now
}

export function flippedRows(frame: Frame): Frame {
  const row = frame.width * 3
  const bytes = Buffer.allocUnsafe(frame.bytes.length)
  for (let y = 0; y < frame.height; y += 1)
    frame.bytes.copy(bytes, (frame.height - 1 - y) * row, y * row, (y + 1) * row)
  return { ...frame, bytes }
}
