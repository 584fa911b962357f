// Frames in numbers: which way pictures lie in them, how large they are, and that a press lands where it is drawn.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turns } from '#shared/domain/device.ts'
import { drawnModels } from '#shared/domain/models.ts'
import { heldTurn, nearestAngle, pictureAngle, shapeOf, turnedSize } from '#shared/domain/frame-shape.ts'
import { pixelUnder, placeOfPixel, scaleOf } from '#renderer/stage/geometry.ts'

const phone = { width: 1080, height: 2400 }
const onItsSide = { width: 2400, height: 1080 }
const model = (name: string): (typeof drawnModels)[number] => {
  const found = drawnModels.find(one => one.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

describe('a shape', () => {
  it('is the outer screen in a phone body when closed, the inner one with its crease else', () => {
    const fold = model('Pixel Fold')
    expect(shapeOf(fold, 'closed', true)).toMatchObject({ screen: { width: 1080, height: 2092 }, crease: null })
    expect(shapeOf(fold, 'open', true)).toMatchObject({ screen: { width: 2208 }, crease: { isShaded: false } })
    expect(shapeOf(fold, 'half-open', true)).toMatchObject({ screen: { width: 2208 }, crease: { isShaded: true } })
  })

  it('without a frame is the screen alone, to its corners', () => {
    expect(shapeOf(model('iPhone 17'), null, false)).toMatchObject({
      whole: { width: 1206, height: 2622 },
      cornerRadius: 0,
      cutout: null,
      buttons: [],
    })
  })
})

describe('a turn', () => {
  it('goes the short way round', () => {
    expect(nearestAngle('turned-left', 0)).toBe(-90)
    expect(nearestAngle('upside-down', -90)).toBe(-180)
    expect(nearestAngle('turned-right', -180)).toBe(-270)
    expect(nearestAngle('upright', -270)).toBe(-360)
    expect(nearestAngle('upright', 90)).toBe(0)
  })

  it('is told by the picture where the device does not say', () => {
    expect(heldTurn('upright', phone, onItsSide)).toBe('turned-left')
    expect(heldTurn('upright', phone, phone)).toBe('upright')
    expect(heldTurn('turned-right', phone, onItsSide)).toBe('turned-right')
  })

  it.each(turns)('leaves a picture that turned along (%s) upright for who looks at it', turn => {
    const picture = turn === 'turned-left' || turn === 'turned-right' ? onItsSide : phone
    expect((nearestAngle(turn, 0) + pictureAngle(phone, picture, turn)) % 360).toBe(0)
  })

  it('turns a picture that did not turn along with the body', () => {
    expect(pictureAngle(phone, phone, 'turned-left')).toBe(0)
  })
})

describe('a size', () => {
  const of = { pixelRatio: 2, densityDpi: 420 }
  it('fits its space and is never larger than its own pixels on this monitor', () => {
    expect(scaleOf('fit', phone, { width: 400, height: 600 }, of)).toBe(0.25)
    expect(scaleOf('fit', phone, { width: 4000, height: 6000 }, of)).toBe(0.5)
  })
  it('is pixel for pixel, or as large as the thing itself', () => {
    expect(scaleOf('pixel', phone, { width: 1, height: 1 }, of)).toBe(0.5)
    expect(phone.height * scaleOf('physical', phone, { width: 1, height: 1 }, of)).toBeCloseTo((2400 / 420) * 96)
  })
})

describe('a press', () => {
  it('lands on the pixel drawn under it, however the picture is turned', () => {
    const box = { left: 40, top: 30, width: 300, height: 500 }
    fc.assert(
      fc.property(
        fc.constantFrom(0, 90, 180, 270, -90, -180, 450),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.nat(),
        fc.nat(),
        (angle, width, height, x, y) => {
          const picture = { width, height }
          const pixel = { x: x % width, y: y % height }
          const place = placeOfPixel(pixel, picture, angle)
          const at = { x: box.left + place.x * box.width, y: box.top + place.y * box.height }
          expect(pixelUnder(at, box, picture, angle)).toEqual(pixel)
        },
      ),
    )
  })

  it('stays inside the picture', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.constantFrom(0, 90, 180, 270), (x, y, angle) => {
        const seen = turnedSize({ width: 300, height: 600 }, angle)
        const pixel = pixelUnder({ x, y }, { left: 5, top: 5, ...seen }, phone, angle)
        expect(pixel.x).toBeGreaterThanOrEqual(0)
        expect(pixel.y).toBeGreaterThanOrEqual(0)
        expect(pixel.x).toBeLessThan(phone.width)
        expect(pixel.y).toBeLessThan(phone.height)
      }),
    )
  })
})
