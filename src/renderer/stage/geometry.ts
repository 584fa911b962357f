// Where things lie in a frame that is drawn: how large it is, and which pixel of the device is under the pointer. Pure; lengths
// are pixels of the device's screen unless their name says otherwise.
import type { Size } from '#shared/domain/geometry.ts'

export type Fit = 'fit' | 'pixel' | 'physical'

/** CSS pixels one pixel of the device takes. Fitted, it is never larger than its own pixels on this monitor. */
export function scaleOf(
  how: Fit,
  shown: Size,
  spaceCssPx: Size,
  of: { readonly pixelRatio: number; readonly densityDpi: number },
): number {
  const own = 1 / Math.max(0.5, of.pixelRatio)
  switch (how) {
    case 'pixel':
      return own
    case 'physical':
      // A CSS inch is 96 CSS pixels.
      return of.densityDpi > 0 ? 96 / of.densityDpi : own
    case 'fit':
      return Math.max(0.02, Math.min(own, spaceCssPx.width / shown.width, spaceCssPx.height / shown.height))
  }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The picture's pixel under a place on the page. `seen` is the picture's box as seen; `angle` by how much the picture is
 * turned for who looks at it (0 for one that reads upright). Always inside the picture.
 */
export function pixelUnder(
  at: { readonly x: number; readonly y: number },
  seen: Box,
  picture: Size,
  angle: number,
): { readonly x: number; readonly y: number } {
  const across = seen.width <= 0 ? 0 : (at.x - seen.left) / seen.width
  const down = seen.height <= 0 ? 0 : (at.y - seen.top) / seen.height
  const [x, y] = turnedBack(across, down, angle)
  return { x: inside(x, picture.width), y: inside(y, picture.height) }
}

/** Where on the seen box a pixel of the picture lies, 0 to 1 each way: the other way round than `pixelUnder`. */
export function placeOfPixel(
  pixel: { readonly x: number; readonly y: number },
  picture: Size,
  angle: number,
): { readonly x: number; readonly y: number } {
  const [x, y] = turnedBack((pixel.x + 0.5) / picture.width, (pixel.y + 0.5) / picture.height, -angle)
  return { x, y }
}

function turnedBack(across: number, down: number, angle: number): readonly [number, number] {
  switch (((angle % 360) + 360) % 360) {
    case 90:
      return [down, 1 - across]
    case 180:
      return [1 - across, 1 - down]
    case 270:
      return [1 - down, across]
    default:
      return [across, down]
  }
}

const inside = (part: number, pixels: number): number => Math.min(pixels - 1, Math.max(0, Math.floor(part * pixels)))
