// What can be told from pixels without a model: colours, contrast, ink, sameness. Pure; used by screen oracles and probes.
// Rectangles come in device pixels and are scaled to the picture's own here.
import type { Rect } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'

/** A rectangle of whole picture pixels, right and bottom exclusive. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function cropOf(pixels: Pixels, rect: Rect): Crop {
  const { scale, width, height } = pixels
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))
  return {
    left: clamp(Math.ceil(rect.left * scale), width),
    top: clamp(Math.ceil(rect.top * scale), height),
    right: clamp(Math.floor(rect.right * scale), width),
    bottom: clamp(Math.floor(rect.bottom * scale), height),
  }
}

export const isEmptyCrop = (crop: Crop): boolean => crop.right <= crop.left || crop.bottom <= crop.top

/** WCAG relative luminance, 0 to 1. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const linearised = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
const linear = (value: number): number => linearised[value] ?? 0

/** WCAG contrast of two luminances, 1 to 21. */
export const contrastOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

export interface Colour {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly luminance: number
  /** Of the crop, 0 to 1. */
  readonly share: number
}

const counts = new Uint32Array(1 << 15)
const firsts = new Uint32Array(1 << 15)

/** The colours of a crop, most common first. Shades that agree in the upper five bits count as one. */
export function coloursOf(pixels: Pixels, crop: Crop): readonly Colour[] {
  const { data, width } = pixels
  const keys: number[] = []
  for (let y = crop.top; y < crop.bottom; y += 1) {
    let at = (y * width + crop.left) * 4
    for (let x = crop.left; x < crop.right; x += 1, at += 4) {
      const red = data[at] ?? 0
      const green = data[at + 1] ?? 0
      const blue = data[at + 2] ?? 0
      const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
      const known = counts[key] ?? 0
      if (known === 0) {
        keys.push(key)
        firsts[key] = (red << 16) | (green << 8) | blue
      }
      counts[key] = known + 1
    }
  }
  const all = Math.max(1, (crop.right - crop.left) * (crop.bottom - crop.top))
  const colours = keys.map(key => {
    const packed = firsts[key] ?? 0
    const red = packed >> 16
    const green = (packed >> 8) & 255
    const blue = packed & 255
    const share = (counts[key] ?? 0) / all
    counts[key] = 0
    return { red, green, blue, luminance: luminance(red, green, blue), share }
  })
  return colours.sort((a, b) => b.share - a.share)
}

/** Share of the crop that is its most common colour (and shades next to it). */
export function uniformShare(pixels: Pixels, crop: Crop): { readonly share: number; readonly colour: Colour | null } {
  const colours = coloursOf(pixels, crop)
  const colour = colours[0] ?? null
  if (colour === null) return { share: 0, colour }
  const near = colours.filter(
    other =>
      Math.abs(other.red - colour.red) + Math.abs(other.green - colour.green) + Math.abs(other.blue - colour.blue) <=
      16,
  )
  return { share: near.reduce((sum, other) => sum + other.share, 0), colour }
}

/**
 * Contrast of what is written on its ground: the ground is the most common colour, the writing the colour furthest from
 * it that still has some area, because smoothing makes thin strokes paler than they are meant. Null where no ground stands out.
 */
export function writingContrast(
  pixels: Pixels,
  crop: Crop,
): { readonly ratio: number; readonly ground: Colour; readonly ink: Colour } | null {
  if (isEmptyCrop(crop)) return null
  const colours = coloursOf(pixels, crop)
  const ground = colours[0]
  if (ground === undefined || ground.share < 0.45) return null
  const area = (crop.right - crop.left) * (crop.bottom - crop.top)
  // Some ten pixels are enough: a short word in a wide row has few.
  const least = Math.max(3, Math.min(10, area * 0.0012)) / area
  const far = (colour: Colour): number => contrastOf(colour.luminance, ground.luminance)
  let inked = 0
  let ink: Colour | null = null
  for (const colour of colours.slice(1).toSorted((a, b) => far(b) - far(a))) {
    inked += colour.share
    if (inked < least) continue
    ink = colour
    break
  }
  if (ink === null) return null
  const different = colours.slice(1).reduce((sum, colour) => (far(colour) > 1.04 ? sum + colour.share : sum), 0)
  return different < 0.006 ? null : { ratio: far(ink), ground, ink }
}

/** Where the crop differs from its most common colour: 1 is ink. `columns` and `rows` count it. */
export interface Ink {
  readonly width: number
  readonly height: number
  readonly mask: Uint8Array
  readonly columns: Uint32Array
  readonly rows: Uint32Array
  readonly share: number
}

export function inkOf(pixels: Pixels, crop: Crop): Ink | null {
  if (isEmptyCrop(crop)) return null
  const ground = coloursOf(pixels, crop)[0]
  if (ground === undefined || ground.share < 0.4) return null
  const width = crop.right - crop.left
  const height = crop.bottom - crop.top
  const mask = new Uint8Array(width * height)
  const columns = new Uint32Array(width)
  const rows = new Uint32Array(height)
  let inked = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = ((y + crop.top) * pixels.width + x + crop.left) * 4
      const away =
        Math.abs((pixels.data[at] ?? 0) - ground.red) +
        Math.abs((pixels.data[at + 1] ?? 0) - ground.green) +
        Math.abs((pixels.data[at + 2] ?? 0) - ground.blue)
      if (away < 90) continue
      mask[y * width + x] = 1
      columns[x] = (columns[x] ?? 0) + 1
      rows[y] = (rows[y] ?? 0) + 1
      inked += 1
    }
  return { width, height, mask, columns, rows, share: inked / (width * height) }
}

/** Runs of rows that hold ink, top first: the lines of a text. Gaps of less than two rows do not part lines. */
export function linesOf(ink: Ink): readonly { readonly top: number; readonly bottom: number }[] {
  const lines: { top: number; bottom: number }[] = []
  for (let y = 0; y < ink.height; y += 1) {
    if ((ink.rows[y] ?? 0) === 0) continue
    const last = lines.at(-1)
    if (last !== undefined && y - last.bottom < 2) last.bottom = y + 1
    else lines.push({ top: y, bottom: y + 1 })
  }
  return lines
}

const tile = 16

/** A pixel as one number. A view where memory allows, a copy where it does not. */
function wordsOf(pixels: Pixels): Uint32Array {
  const { data } = pixels
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

/** Tiles of the picture in which two looks differ. Pictures of different size differ everywhere: null. */
export function changedTiles(a: Pixels, b: Pixels): ReadonlySet<number> | null {
  if (a.width !== b.width || a.height !== b.height) return null
  const across = Math.ceil(a.width / tile)
  const changed = new Set<number>()
  const left = wordsOf(a)
  const right = wordsOf(b)
  for (let y = 0; y < a.height; y += 1) {
    const row = y * a.width
    const tiles = Math.floor(y / tile) * across
    for (let x = 0; x < a.width; x += 1)
      if (left[row + x] !== right[row + x]) {
        changed.add(tiles + Math.floor(x / tile))
        x = (Math.floor(x / tile) + 1) * tile - 1
      }
  }
  return changed
}

/** Tiles that any of the rectangles touches, and a ring of one around, for what is drawn a little outside its bounds. */
export function tilesUnder(pixels: Pixels, rects: readonly Rect[]): ReadonlySet<number> {
  const across = Math.ceil(pixels.width / tile)
  const down = Math.ceil(pixels.height / tile)
  const under = new Set<number>()
  for (const rect of rects) {
    const { left, top, right, bottom } = rect
    const first = Math.max(0, Math.floor((left * pixels.scale) / tile) - 1)
    const last = Math.min(across - 1, Math.floor((right * pixels.scale) / tile) + 1)
    for (
      let y = Math.max(0, Math.floor((top * pixels.scale) / tile) - 1);
      y <= Math.min(down - 1, Math.floor((bottom * pixels.scale) / tile) + 1);
      y += 1
    )
      for (let x = first; x <= last; x += 1) under.add(y * across + x)
  }
  return under
}

/** The tiles and their neighbours. */
export function grown(pixels: Pixels, tiles: ReadonlySet<number>): ReadonlySet<number> {
  const across = Math.ceil(pixels.width / tile)
  const found = new Set<number>()
  for (const at of tiles)
    for (const step of [-across - 1, -across, -across + 1, -1, 0, 1, across - 1, across, across + 1])
      found.add(at + step)
  return found
}

/** dHash: 64 bits as 16 hex digits; near pictures have near hashes. */
export function differenceHash(pixels: Pixels): string {
  const grey: number[] = []
  for (let y = 0; y < 8; y += 1)
    for (let x = 0; x < 9; x += 1) {
      const crop = {
        left: Math.floor((x * pixels.width) / 9),
        right: Math.max(Math.floor((x * pixels.width) / 9) + 1, Math.floor(((x + 1) * pixels.width) / 9)),
        top: Math.floor((y * pixels.height) / 8),
        bottom: Math.max(Math.floor((y * pixels.height) / 8) + 1, Math.floor(((y + 1) * pixels.height) / 8)),
      }
      grey.push(meanGrey(pixels, crop))
    }
  let hex = ''
  for (let y = 0; y < 8; y += 1)
    for (let half = 0; half < 2; half += 1) {
      let bits = 0
      for (let x = 0; x < 4; x += 1) {
        const at = y * 9 + half * 4 + x
        bits = (bits << 1) | ((grey[at] ?? 0) > (grey[at + 1] ?? 0) + 1 ? 1 : 0)
      }
      hex += bits.toString(16)
    }
  return hex
}

function meanGrey(pixels: Pixels, crop: Crop): number {
  let sum = 0
  let count = 0
  const step = Math.max(1, Math.floor((crop.right - crop.left) / 12))
  for (let y = crop.top; y < crop.bottom; y += step)
    for (let x = crop.left; x < crop.right; x += step) {
      const at = (y * pixels.width + x) * 4
      sum += (pixels.data[at] ?? 0) * 0.299 + (pixels.data[at + 1] ?? 0) * 0.587 + (pixels.data[at + 2] ?? 0) * 0.114
      count += 1
    }
  return count === 0 ? 0 : sum / count
}

/** Bits in which two hashes of equal length differ. */
export function hammingDistance(a: string, b: string): number {
  let distance = 0
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    let bits = Number.parseInt(a[at] ?? '0', 16) ^ Number.parseInt(b[at] ?? '0', 16)
    while (bits > 0) {
      distance += bits & 1
      bits >>= 1
    }
  }
  return distance
}
