// The frame a device is drawn in, in numbers: its body and screen, and how both are turned. Pure; lengths are pixels of the
// device's screen. The window draws by it, and so does a screenshot with its frame.
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
