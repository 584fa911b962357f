// What is on the screens of the fake hub's devices, drawn by the demo engine at each one's own size: a list, on a TV rows.
import { drawPhone } from '#main/device/demo/engine/draw.ts'
import { layoutPhone } from '#main/device/demo/engine/layout.ts'
import { jpegOf } from '#main/sys/images.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { listScreen, node, phoneView, sampleWords, screenView } from '../builders/phone-views.ts'

export interface DevicePicture {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

const drawn = new Map<string, Promise<DevicePicture>>()

/** As the device is held and folded now, at most 1080 pixels wide. */
export function pictureOf(device: DeviceTile): Promise<DevicePicture> {
  const { width, height } = sizeNow(device)
  const isDark = device.settings?.dark.value === true
  const key = `${device.kind} ${width}x${height} ${isDark} ${device.model.densityDpi}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const picture = draw(device.kind === 'tv', width, height, device.model.densityDpi, isDark)
  drawn.set(key, picture)
  return picture
}

function sizeNow(device: DeviceTile): { readonly width: number; readonly height: number } {
  const { model } = device
  const upright = model.kind === 'foldable' && device.posture?.value === 'closed' ? model.fold.outer : model.size
  const isSideways = device.turn === 'turned-left' || device.turn === 'turned-right'
  return isSideways ? { width: upright.height, height: upright.width } : upright
}

const plants = [
  ['Monstera', 'Days: 7'],
  ['Aloe vera', 'Days: 14'],
  ['Calathea', 'Days: 5'],
  ['Fern', 'Days: 3'],
  ['Snake plant', 'Days: 21'],
  ['Peace lily', 'Days: 6'],
] as const

async function draw(
  isTv: boolean,
  width: number,
  height: number,
  densityDpi: number,
  isDark: boolean,
): Promise<DevicePicture> {
  // Away from the rounded corner, as a real status bar keeps it.
  const base = { width, height, densityDpi, dark: isDark || isTv, time: '    10:24' }
  const view = isTv
    ? phoneView({ ...base, surface: 'dpad', screen: shelves() } as Parameters<typeof phoneView>[0])
    : phoneView({ ...base, screen: listScreen({ ...sampleWords.en, rows: plants }) })
  const scale = Math.min(1, 1080 / Math.min(width, height) / (width > height ? 1.4 : 1.2))
  const pixels = drawPhone(layoutPhone(view), view, scale)
  const bytes = await jpegOf(
    { id: `${width}x${height}`, pixels: async () => pixels },
    Math.max(pixels.width, pixels.height),
  )
  return { width: pixels.width, height: pixels.height, bytes }
}

const shelves = (): ReturnType<typeof screenView> =>
  screenView({
    title: 'Plants',
    body: [
      node('row', {
        children: plants
          .slice(0, 4)
          .map(([name], place) => node('image', { id: name, image: name, clickable: true, focused: place === 1 })),
      }),
      node('row', {
        children: plants
          .slice(2)
          .map(([name]) => node('image', { id: `later ${name}`, image: `${name}.`, clickable: true })),
      }),
    ],
  })
