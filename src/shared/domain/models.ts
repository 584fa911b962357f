// What devices look like: the numbers their frames are drawn from, and which drawing fits a device that is here. Read by the
// window's stage. A model the types allow is one that can be: only a foldable folds, only iOS leaves its cutout to the frame.
import type { DeviceModel, Posture } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'

export interface Cutout {
  /** Pixels of the upright screen. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly shape: 'pill' | 'circle'
}

export interface DrawnScreen {
  /** Upright. */
  readonly pixels: Size
  /** Of the lit screen, pixels. */
  readonly cornerRadius: number
  /** Drawn by the frame on iOS; Android draws its own into the picture. */
  readonly cutout: Cutout | null
}
type AndroidScreen = DrawnScreen & { readonly cutout: null }

export interface SideButton {
  readonly edge: 'left' | 'right' | 'top'
  /** Fractions of the edge. */
  readonly from: number
  readonly to: number
}

export interface Body {
  /** Black glass round the screen, pixels of the screen. */
  readonly bezel: number
  /** Outer corner, pixels of the screen. */
  readonly radius: number
  readonly buttons: readonly SideButton[]
}

interface Flat<F extends 'phone' | 'tablet' | 'tv', S extends DrawnScreen> {
  readonly name: string
  readonly form: F
  readonly screen: S
  readonly body: Body
}

export type IosModel = Flat<'phone' | 'tablet', DrawnScreen> & { readonly platform: 'ios' }
export type FlatAndroidModel = Flat<'phone' | 'tablet', AndroidScreen> & { readonly platform: 'android' }
export type TvModel = Flat<'tv', AndroidScreen> & { readonly platform: 'android' | 'roku' }
/** Two screens: the outer one shows when closed, the inner one half open and open. */
export interface FoldableModel {
  readonly name: string
  readonly form: 'foldable'
  readonly platform: 'android'
  readonly outer: AndroidScreen
  readonly inner: AndroidScreen
  readonly hinge: 'vertical' | 'horizontal'
  readonly postures: readonly [Posture, ...Posture[]]
  /** Round the inner screen, and round the outer one. */
  readonly body: Body
  readonly closedBody: Body
}
export type DrawnModel = IosModel | FlatAndroidModel | TvModel | FoldableModel

const pixelButtons: readonly SideButton[] = [
  { edge: 'right', from: 0.25, to: 0.315 },
  { edge: 'right', from: 0.345, to: 0.47 },
]
const iphoneButtons: readonly SideButton[] = [
  { edge: 'left', from: 0.165, to: 0.2 },
  { edge: 'left', from: 0.235, to: 0.305 },
  { edge: 'left', from: 0.325, to: 0.395 },
  { edge: 'right', from: 0.265, to: 0.375 },
]
const slab = (width: number, height: number, cornerRadius: number): AndroidScreen => ({
  pixels: { width, height },
  cornerRadius,
  cutout: null,
})
const iphoneScreen: DrawnScreen = {
  pixels: { width: 1206, height: 2622 },
  cornerRadius: 186,
  cutout: { x: 414, y: 42, width: 378, height: 111, shape: 'pill' },
}

export const drawnModels: readonly DrawnModel[] = [
  {
    name: 'Pixel 8',
    form: 'phone',
    platform: 'android',
    screen: slab(1080, 2400, 112),
    body: { bezel: 38, radius: 150, buttons: pixelButtons },
  },
  {
    name: 'Pixel Fold',
    form: 'foldable',
    platform: 'android',
    outer: slab(1080, 2092, 84),
    inner: slab(2208, 1840, 62),
    hinge: 'vertical',
    postures: ['closed', 'half-open', 'open'],
    body: {
      bezel: 46,
      radius: 104,
      buttons: [
        { edge: 'right', from: 0.19, to: 0.28 },
        { edge: 'right', from: 0.31, to: 0.46 },
      ],
    },
    closedBody: { bezel: 40, radius: 116, buttons: pixelButtons },
  },
  {
    name: 'Pixel Tablet',
    form: 'tablet',
    platform: 'android',
    screen: slab(2560, 1600, 42),
    body: {
      bezel: 78,
      radius: 118,
      buttons: [
        { edge: 'top', from: 0.09, to: 0.13 },
        { edge: 'left', from: 0.12, to: 0.24 },
      ],
    },
  },
  {
    name: 'iPhone 18 Pro',
    form: 'phone',
    platform: 'ios',
    screen: iphoneScreen,
    body: { bezel: 36, radius: 222, buttons: iphoneButtons },
  },
  {
    name: 'iPhone 17',
    form: 'phone',
    platform: 'ios',
    screen: iphoneScreen,
    body: { bezel: 42, radius: 228, buttons: iphoneButtons },
  },
  {
    name: 'iPad Pro 13-inch',
    form: 'tablet',
    platform: 'ios',
    screen: { pixels: { width: 2064, height: 2752 }, cornerRadius: 62, cutout: null },
    body: {
      bezel: 84,
      radius: 140,
      buttons: [
        { edge: 'top', from: 0.86, to: 0.93 },
        { edge: 'right', from: 0.05, to: 0.1 },
        { edge: 'right', from: 0.115, to: 0.165 },
      ],
    },
  },
  {
    name: 'TV',
    form: 'tv',
    platform: 'android',
    screen: slab(1920, 1080, 6),
    body: { bezel: 16, radius: 16, buttons: [] },
  },
]

export interface Drawing {
  readonly model: DrawnModel
  /** Why it is a general one, in words; null when it is the device's own. */
  readonly note: string | null
}

/** By name and pixels; what is not in the table, or has other pixels, gets a general drawing of its own size. */
export function drawingOf(device: DeviceModel): Drawing {
  const named = drawnModels.find(one => plain(one.name) === plain(device.name) && isOf(one, device))
  if (named !== undefined && hasPixels(named, device)) return { model: named, note: null }
  const model = general(device)
  // A TV is a rectangle whoever made it, and the demo phone is nobody's.
  if (device.kind === 'tv' || device.platform === 'demo') return { model, note: null }
  const { width, height } = device.size
  const what = { phone: 'phone', tablet: 'tablet', foldable: 'foldable', tv: 'TV' }[device.kind]
  return {
    model,
    note:
      named === undefined
        ? `Drawn as a general ${what}: Nocturne has no drawing called ${device.name}.`
        : `Drawn as a general ${what}: its screen of ${width}×${height} is not that of a ${named.name}.`,
  }
}

/** "Pixel_8_API_35" and "iPad Pro 13-inch (M5)" are the names of the table. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_\s]+/gu, ' ')
    .replace(/ \(.*\)$/u, '')
    .replace(/ api \d+.*$/u, '')
    .trim()

const isOf = (model: DrawnModel, device: DeviceModel): boolean =>
  model.form === device.kind && (model.platform === device.platform || model.form === 'tv')

const isSame = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

function hasPixels(model: DrawnModel, device: DeviceModel): boolean {
  if (model.form === 'foldable')
    return (
      device.kind === 'foldable' &&
      isSame(model.inner.pixels, device.size) &&
      isSame(model.outer.pixels, device.fold.outer)
    )
  return isSame(model.screen.pixels, device.size)
}

function general(device: DeviceModel): DrawnModel {
  const { size } = device
  const short = Math.min(size.width, size.height)
  const part = (of: number): number => Math.round(short * of)
  // The demo phone draws its clock close to the corner.
  const screen = (corner: number): AndroidScreen =>
    slab(size.width, size.height, part(device.platform === 'demo' ? corner / 2 : corner))
  switch (device.kind) {
    case 'phone':
      return {
        name: 'Phone',
        form: 'phone',
        platform: 'android',
        screen: screen(0.1),
        body: { bezel: part(0.036), radius: part(0.136), buttons: pixelButtons },
      }
    case 'tablet':
      return {
        name: 'Tablet',
        form: 'tablet',
        platform: 'android',
        screen: screen(0.026),
        body: { bezel: part(0.048), radius: part(0.074), buttons: [{ edge: 'top', from: 0.08, to: 0.13 }] },
      }
    case 'foldable': {
      const { outer, hinge, postures } = device.fold
      return {
        name: 'Foldable',
        form: 'foldable',
        platform: 'android',
        inner: screen(0.034),
        outer: slab(outer.width, outer.height, Math.round(outer.width * 0.078)),
        hinge,
        postures,
        body: { bezel: part(0.025), radius: part(0.057), buttons: pixelButtons },
        closedBody: {
          bezel: Math.round(outer.width * 0.037),
          radius: Math.round(outer.width * 0.108),
          buttons: pixelButtons,
        },
      }
    }
    case 'tv':
      return {
        name: 'TV',
        form: 'tv',
        platform: 'android',
        screen: screen(0.006),
        body: { bezel: part(0.015), radius: part(0.015), buttons: [] },
      }
  }
}
