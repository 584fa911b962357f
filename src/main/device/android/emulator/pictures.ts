// Single pictures of an emulator, and in which order their rows come: checked once against a PNG, whose order is known.
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { imageFormats, type Messages } from '#main/device/android/emulator/protocol.ts'
import { pixelsOfPng } from '#main/sys/images.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'

export type RowOrder = 'down' | 'up'

const checkedWidthPx = 160
const triesMost = 3
/** A picture the same in both orders (one colour, say) tells nothing. */
const clearlyLess = 0.5

export class EmulatorPictures {
  readonly #connection: EmulatorConnection
  #rows: RowOrder | null = null
  #checking: Promise<RowOrder> | null = null

  constructor(connection: EmulatorConnection) {
    this.#connection = connection
  }

  /** The whole screen, the way the device is held. */
  async pixels(signal: AbortSignal): Promise<Pixels> {
    const rows = await this.rows(signal)
    const image = await this.#take(imageFormats.rgba8888, 0, signal)
    const size = sizeOf(image)
    this.#connection.shows(size !== null)
    if (size === null)
      throw new Refusal('failed', 'Its screen is off: there is no picture to take.', { hint: 'Wake it first.' })
    const data = wholeOf(image.image, size, 4)
    return { ...size, scale: 1, data: rows === 'down' ? aligned(data) : flipped(data, size, 4) }
  }

  /** `down` where nothing can be told yet; then it is asked again the next time. */
  rows(signal: AbortSignal): Promise<RowOrder> {
    if (this.#rows !== null) return Promise.resolve(this.#rows)
    this.#checking ??= this.#checked(signal).finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  async #checked(signal: AbortSignal): Promise<RowOrder> {
    for (let tries = 0; tries < triesMost; tries += 1) {
      const [png, raw] = [
        await this.#take(imageFormats.png, checkedWidthPx, signal),
        await this.#take(imageFormats.rgb888, checkedWidthPx, signal),
      ]
      const size = sizeOf(raw)
      if (size === null || png.image.length === 0) return 'down'
      const order = orderOf(await pixelsOfPng(png.image, 1), wholeOf(raw.image, size, 3), size)
      if (order === null) continue
      this.#rows = order
      return order
    }
    return 'down'
  }

  #take(format: number, widthPx: number, signal: AbortSignal): Promise<Messages['Image']> {
    return this.#connection.call('getScreenshot', { format, width: widthPx, height: widthPx }, signal)
  }
}

/** A message's bytes begin anywhere; pixels are read four bytes at once. */
const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes))

/** Null for the empty picture of a screen that is off. */
export function sizeOf(image: Messages['Image']): Size | null {
  const width = image.format?.width || image.width || 0
  const height = image.format?.height || image.height || 0
  return width > 0 && height > 0 ? { width, height } : null
}

export function wholeOf(bytes: Uint8Array, size: Size, bytesPerPixel: number): Uint8Array {
  const length = size.width * size.height * bytesPerPixel
  if (bytes.length < length)
    throw new Refusal('failed', `The emulator sent ${bytes.length} bytes of a picture of ${length}.`)
  return bytes.length === length ? bytes : bytes.subarray(0, length)
}

export function flipped(bytes: Uint8Array, size: Size, bytesPerPixel: number): Uint8Array {
  const row = size.width * bytesPerPixel
  const turned = new Uint8Array(bytes.length)
  for (let y = 0; y < size.height; y += 1)
    turned.set(bytes.subarray(y * row, (y + 1) * row), (size.height - 1 - y) * row)
  return turned
}

/** Null where both orders fit alike, or neither is clearly the better. */
export function orderOf(png: Pixels, rgb: Uint8Array, size: Size): RowOrder | null {
  if (png.width !== size.width || png.height !== size.height) return null
  let [down, up] = [0, 0]
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const known = (y * size.width + x) * 4
      const same = (y * size.width + x) * 3
      const opposite = ((size.height - 1 - y) * size.width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const value = png.data[known + part] ?? 0
        down += Math.abs(value - (rgb[same + part] ?? 0))
        up += Math.abs(value - (rgb[opposite + part] ?? 0))
      }
    }
  if (down < up * clearlyLess) return 'down'
  return up < down * clearlyLess ? 'up' : null
}
