// Where everything of a frame lies: its body and screen, how it is turned, how large it is drawn, and which pixel of the
// device is under the pointer. Pure; lengths are pixels of the device's screen unless their name says otherwise.
import type { Posture, Turn } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Body, Cutout, DrawnModel, DrawnScreen, SideButton } from '#shared/domain/models.ts'

export interface FrameShape {
  /** Upright, with everything round the screen. */
  readonly whole: Size
  readonly screen: Size
  /** From the body's edge to the screen; 0 when no frame is shown. */
  readonly bezel: number
  readonly cornerRadius: number
  readonly bodyRadius: number
  readonly buttons: readonly SideButton[]
  readonly cutout: Cutout | null
  /** Drawn only where a fold is open or half open. */
  readonly crease: { readonly along: 'vertical' | 'horizontal'; readonly isShaded: boolean } | null
  readonly isTv: boolean
}

export function shapeOf(model: DrawnModel, posture: Posture | null, hasFrame: boolean): FrameShape {
  const [screen, body] = partsOf(model, posture)
  const bezel = hasFrame ? body.bezel : 0
  const { width, height } = screen.pixels
  return {
    whole: { width: width + 2 * bezel, height: height + 2 * bezel },
    screen: screen.pixels,
    bezel,
    // Without a frame round it the picture is shown whole, to its corners.
    cornerRadius: hasFrame ? screen.cornerRadius : 0,
    bodyRadius: body.radius,
    buttons: hasFrame ? body.buttons : [],
    cutout: hasFrame ? screen.cutout : null,
    crease:
      model.form === 'foldable' && posture !== 'closed'
        ? { along: model.hinge, isShaded: posture === 'half-open' }
        : null,
    isTv: model.form === 'tv',
  }
}

function partsOf(model: DrawnModel, posture: Posture | null): readonly [DrawnScreen, Body] {
  if (model.form !== 'foldable') return [model.screen, model.body]
  return posture === 'closed' ? [model.outer, model.closedBody] : [model.inner, model.body]
}

const degrees: Readonly<Record<Turn, number>> = {
  upright: 0,
  'turned-left': -90,
  'upside-down': 180,
  'turned-right': 90,
}

/** The angle of a turn that is nearest to the one now: three quarters one way are a quarter the other. */
export function nearestAngle(turn: Turn, nowDegrees: number): number {
  const wanted = degrees[turn]
  return wanted + 360 * Math.round((nowDegrees - wanted) / 360)
}

export const isSideways = (turn: Turn): boolean => turn === 'turned-left' || turn === 'turned-right'

const isTall = (size: Size): boolean => size.height >= size.width
const isSwapped = (screen: Size, picture: Size): boolean => isTall(screen) !== isTall(picture)

/**
 * How the device is drawn as held. A device that does not tell how it is held, but whose picture lies on its side, is drawn
 * on its side too.
 */
export function heldTurn(said: Turn, screen: Size, picture: Size | null): Turn {
  return said === 'upright' && picture !== null && isSwapped(screen, picture) ? 'turned-left' : said
}

/** By how much the picture is turned inside the body, so that its top is where the device means it to be. */
export function pictureAngle(screen: Size, picture: Size, takenAt: Turn): 0 | 90 | -90 | 180 {
  if (isSwapped(screen, picture)) return takenAt === 'turned-right' ? -90 : 90
  // An app that did not turn with the device stays as the device is: sideways for who looks at it.
  return takenAt === 'upside-down' ? 180 : 0
}

export const turnedSize = (size: Size, angleDegrees: number): Size =>
  Math.abs(angleDegrees % 180) === 90 ? { width: size.height, height: size.width } : size

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
