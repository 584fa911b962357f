// Which drawing a device gets, and that every drawing holds together.
import { describe, expect, it } from 'vitest'
import type { DeviceModel } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { drawingOf, drawnModels } from '#shared/domain/models.ts'
import type { Body, DrawnScreen } from '#shared/domain/models.ts'

const device = (part: Partial<DeviceModel> & { readonly name: string }): DeviceModel =>
  ({
    id: deviceId('d'),
    platform: 'android',
    surface: 'touch',
    runtime: '',
    kind: 'phone',
    size: { width: 1080, height: 2400 },
    densityDpi: 420,
    apiLevel: 35,
    ...part,
  }) as DeviceModel

describe('the drawing of a device', () => {
  it.each(['Pixel 8', 'Pixel_8', 'Pixel_8_API_35', 'pixel 8 API 36.1'])('is its own by the name %s', name => {
    expect(drawingOf(device({ name }))).toMatchObject({ model: { name: 'Pixel 8' }, note: null })
  })

  it('is a general one, with the reason, when its pixels are not those of the table', () => {
    const { model, note } = drawingOf(device({ name: 'Pixel 8', size: { width: 720, height: 1600 } }))
    expect(model).toMatchObject({ name: 'Phone', screen: { pixels: { width: 720, height: 1600 } } })
    expect(note).toBe('Drawn as a general phone: its screen of 720×1600 is not that of a Pixel 8.')
  })

  it('is a general one, with the reason, when the table has no such device', () => {
    const { model, note } = drawingOf(device({ name: 'Pixel 8 Pro', size: { width: 1344, height: 2992 } }))
    expect(model.name).toBe('Phone')
    expect(note).toContain('no drawing called Pixel 8 Pro')
  })

  it('of a foldable needs both screens right', () => {
    const fold = { outer: { width: 1080, height: 2092 }, hinge: 'vertical', postures: ['closed', 'open'] } as const
    const size = { width: 2208, height: 1840 }
    expect(drawingOf(device({ name: 'Pixel Fold', kind: 'foldable', size, fold })).note).toBeNull()
    const other = { ...fold, outer: { width: 1000, height: 2000 } }
    expect(drawingOf(device({ name: 'Pixel Fold', kind: 'foldable', size, fold: other })).model).toMatchObject({
      name: 'Foldable',
      outer: { pixels: other.outer },
    })
  })

  it('of a TV and of the demo phone needs no excuse', () => {
    expect(drawingOf(device({ name: 'Living room', kind: 'tv', size: { width: 3840, height: 2160 } })).note).toBeNull()
    expect(drawingOf(device({ name: 'Demo phone', platform: 'demo' })).note).toBeNull()
  })
})

const parts = drawnModels.flatMap((model): readonly (readonly [string, DrawnScreen, Body])[] =>
  model.form === 'foldable'
    ? [
        [`${model.name}, open`, model.inner, model.body],
        [`${model.name}, closed`, model.outer, model.closedBody],
      ]
    : [[model.name, model.screen, model.body]],
)

describe.each(parts)('%s', (_, screen, body) => {
  it('has a body round its screen, corners that follow each other, and buttons on its edges', () => {
    expect(body.bezel).toBeGreaterThan(0)
    expect(body.radius).toBeGreaterThanOrEqual(screen.cornerRadius)
    for (const { from, to } of body.buttons) {
      expect(from).toBeGreaterThan(0)
      expect(to).toBeLessThan(1)
      expect(to).toBeGreaterThan(from)
    }
  })

  it('has its cutout on the screen', () => {
    if (screen.cutout === null) return
    const { x, y, width, height } = screen.cutout
    expect(x + width / 2).toBeCloseTo(screen.pixels.width / 2, 0)
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(screen.pixels.height)
  })
})
