// Pictures in and out of files: JPEG 540 wide for steps, PNG where pixels count. Works off the main thread (libvips).
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { Picture, Pixels } from '#shared/domain/picture.ts'
import type { RawFrame } from '#shared/domain/video.ts'
import { Refusal } from '#shared/base/refusal.ts'

export const stepWidthPx = 540

export async function jpegOf(picture: Picture, widthPx: number = stepWidthPx): Promise<Uint8Array> {
  const pixels = await picture.pixels()
  return rawOf(pixels)
    .removeAlpha()
    .resize({ width: Math.min(widthPx, pixels.width) })
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** Of a raw picture as a device gives it. */
export async function jpegOfFrame(
  { bytes, size, format }: Pick<RawFrame, 'bytes' | 'size' | 'format'>,
  widthPx: number,
): Promise<Uint8Array> {
  const raw = { width: size.width, height: size.height, channels: format === 'rgb888' ? 3 : 4 } as const
  return sharp(bytes, { raw })
    .removeAlpha()
    .resize({ width: Math.min(widthPx, size.width) })
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** Every device pixel of it. */
export async function wholePngOf(picture: Picture): Promise<Uint8Array> {
  return pngOf({ id: picture.id, pixels: () => picture.whole?.() ?? picture.pixels() })
}

export async function pngOf(picture: Picture): Promise<Uint8Array> {
  return rawOf(await picture.pixels())
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** A picture drawn by its own SVG text, one pixel of it one pixel, then turned with the clock. */
export async function pngOfSvg(svg: string, turnedDegrees: number): Promise<Uint8Array> {
  // The screen's pixels are in the text itself.
  return sharp(Buffer.from(svg), { unlimited: true }).rotate(turnedDegrees).png({ compressionLevel: 6 }).toBuffer()
}

/** The same picture turned with the clock. */
export async function pngTurned(png: Uint8Array, degrees: number): Promise<Uint8Array> {
  return sharp(png).rotate(degrees).png({ compressionLevel: 6 }).toBuffer()
}

export async function pixelsOfPng(png: Uint8Array, scale: number): Promise<Pixels> {
  try {
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, scale, data }
  } catch (cause) {
    throw new Refusal('bad-value', 'This is not a picture that can be read.', { cause })
  }
}

/** Of a file, or of its bytes. */
export async function sizeOfImage(
  of: string | Uint8Array,
): Promise<{ readonly width: number; readonly height: number }> {
  try {
    const { width, height } = await sharp(of).metadata()
    return { width, height }
  } catch (cause) {
    const where = typeof of === 'string' ? { where: of } : {}
    throw new Refusal('bad-value', 'This is not a picture that can be read.', { ...where, cause })
  }
}

function rawOf(pixels: Pixels): Sharp {
  const bytes = Buffer.from(pixels.data.buffer, pixels.data.byteOffset, pixels.data.byteLength)
  return sharp(bytes, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
}
