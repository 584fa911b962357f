// The pointer's way to device pixels: never outside the screen, and the corners are the corners.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { devicePoint, gestureOf } from '#renderer/devices/pointer.ts'

const shown = { left: 100, top: 50, width: 270, height: 600 }
const screen = { width: 1080, height: 2400 }
const at = (spot: { x: number; y: number }) => devicePoint(spot, shown, screen, 3)

describe('a pointer on the picture', () => {
  it('becomes the device pixel under it', () => {
    expect(devicePoint({ x: 235, y: 350 }, shown, screen, 3)).toEqual({ x: 540, y: 1200, generation: 3 })
  })

  it('never leaves the screen, wherever the pointer went', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 }), (x, y) => {
        const point = devicePoint({ x, y }, shown, screen, 1)
        expect(point.x).toBeGreaterThanOrEqual(0)
        expect(point.x).toBeLessThan(screen.width)
        expect(point.y).toBeGreaterThanOrEqual(0)
        expect(point.y).toBeLessThan(screen.height)
      }),
    )
  })

  it('is a tap when short and still, a long press when held, a swipe when moved', () => {
    expect(gestureOf({ x: 200, y: 200 }, { x: 203, y: 201 }, 90, at).kind).toBe('tap')
    expect(gestureOf({ x: 200, y: 200 }, { x: 200, y: 200 }, 700, at).kind).toBe('long_press')
    expect(gestureOf({ x: 200, y: 400 }, { x: 200, y: 200 }, 120, at)).toMatchObject({ kind: 'swipe', ms: 120 })
  })
})
