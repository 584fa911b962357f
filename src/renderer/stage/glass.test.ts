// The canvas of a screen, with pictures whose copies the test holds in its hand.
import { beforeEach, expect, it, vi } from 'vitest'
import { Glass } from '#renderer/stage/glass.ts'
import type { Drawable } from '#renderer/stage/glass.ts'

let painted: string[] = []
const canvas = { width: 1, height: 1, getContext: () => context }
const context = {
  drawImage: (image: { name: string }) => void painted.push(`drawn ${image.name}`),
  putImageData: ({ data }: { data: Uint8ClampedArray }) => void painted.push(`put ${data[0]}`),
}

class Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.data = new Uint8ClampedArray(width * height * 4)
  }
}

interface Copied extends Drawable {
  readonly copies: PromiseWithResolvers<void>
}

function picture(value: number, more: { readonly format?: string | null; readonly visible?: number } = {}): Copied {
  const copies = Promise.withResolvers<void>()
  const image = {
    name: String(value),
    format: more.format === undefined ? 'I420' : more.format,
    visibleRect: { width: more.visible ?? 64, height: 128 },
    copyTo: async (to: Uint8ClampedArray) => {
      await copies.promise
      to[0] = value
    },
  }
  return { image: image as unknown as VideoFrame, width: 64, height: 128, copies }
}

const always = (): boolean => true
let glass = new Glass(canvas as unknown as OffscreenCanvas)

beforeEach(() => {
  vi.stubGlobal('ImageData', Pixels)
  painted = []
  canvas.width = 1
  glass = new Glass(canvas as unknown as OffscreenCanvas)
})

it('copies a picture of main memory, and is as large as it', async () => {
  const one = picture(7)
  const painting = glass.paint(one, always)
  one.copies.resolve()
  expect(await painting).toBe(true)
  expect(painted).toEqual(['put 7'])
  expect(canvas).toMatchObject({ width: 64, height: 128 })
})

it('draws at once what lies on a graphics card, is shown at another size, or is no picture of a video', () => {
  expect(glass.paint(picture(1, { format: null }), always)).toBeNull()
  expect(glass.paint(picture(2, { format: 'NV12' }), always)).toBeNull()
  expect(glass.paint(picture(3, { visible: 62 }), always)).toBeNull()
  expect(glass.paint({ image: { name: '4' } as unknown as ImageBitmap, width: 1, height: 1 }, always)).toBeNull()
  expect(painted).toEqual(['drawn 1', 'drawn 2', 'drawn 3', 'drawn 4'])
})

it('paints in order, however long each copy takes', async () => {
  const [slow, quick] = [picture(1), picture(2)]
  const both = [glass.paint(slow, always), glass.paint(quick, always)]
  quick.copies.resolve()
  await Promise.resolve()
  slow.copies.resolve()
  expect(await Promise.all(both.map(one => Promise.resolve(one)))).toEqual([true, true])
  expect(painted).toEqual(['put 1', 'put 2'])
})

it('does not paint what nobody wants any more when its copy is there', async () => {
  const one = picture(7)
  let wanted = true
  const painting = glass.paint(one, () => wanted)
  wanted = false
  one.copies.resolve()
  expect(await painting).toBe(false)
  expect(painted).toEqual([])
})

it('draws from then on in a browser that copies no such pictures', async () => {
  const one = picture(1)
  const painting = glass.paint(one, always)
  one.copies.reject(new TypeError('no RGBA here'))
  expect(await painting).toBe(true)
  expect(glass.paint(picture(2), always)).toBeNull()
  expect(painted).toEqual(['drawn 1', 'drawn 2'])
})
