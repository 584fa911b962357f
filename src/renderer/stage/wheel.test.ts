// Wheel and trackpad: a twelfth of the screen for a notch, notches that follow each other joined, and never a tap.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WheelSwipes } from '#renderer/stage/wheel.ts'

const screen = { width: 1080, height: 2400 }
const middle = { x: 540, y: 1200, generation: 3 }
const notch = (deltaY: number, deltaX = 0, deltaMode = 0) => ({ deltaX, deltaY, deltaMode })

describe('a wheel', () => {
  it('moves the content a twelfth of the screen a notch', () => {
    const swipes = new WheelSwipes()
    swipes.add(notch(100), middle, 0)
    expect(swipes.dueMs).toBe(100)
    expect(swipes.take(screen)).toMatchObject({ kind: 'swipe', from: { x: 540, y: 1200 }, to: { x: 540, y: 1000 } })
    expect(swipes.dueMs).toBe(null)
  })

  it('joins notches that follow each other within 100 ms', () => {
    const swipes = new WheelSwipes()
    swipes.add(notch(100), middle, 0)
    swipes.add(notch(100), middle, 60)
    expect(swipes.dueMs).toBe(160)
    swipes.add(notch(100), middle, 140)
    // A trackpad that glides does not keep a person waiting for its end.
    expect(swipes.dueMs).toBe(240)
    expect(swipes.take(screen)).toMatchObject({ from: { y: 1200 }, to: { y: 600 } })
  })

  it('reads lines as it reads pixels, and goes sideways', () => {
    const swipes = new WheelSwipes()
    swipes.add(notch(-3, 0, 1), middle, 0)
    expect(swipes.take(screen)).toMatchObject({ from: { y: 1200 }, to: { y: 1400 } })
    swipes.add(notch(0, 100), middle, 0)
    expect(swipes.take(screen)).toMatchObject({ from: { x: 540 }, to: { x: 450 } })
  })

  it('forgets what was meant for another geometry', () => {
    const swipes = new WheelSwipes()
    swipes.add(notch(500), middle, 0)
    swipes.add(notch(100), { ...middle, generation: 4 }, 50)
    expect(swipes.take(screen)).toMatchObject({ from: { generation: 4 }, to: { y: 1000, generation: 4 } })
  })

  it('never makes a tap, and never leaves the screen', () => {
    const one = fc.record({
      deltaX: fc.integer({ min: -2000, max: 2000 }),
      deltaY: fc.integer({ min: -2000, max: 2000 }),
      x: fc.integer({ min: 0, max: 1079 }),
      y: fc.integer({ min: 0, max: 2399 }),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 20 }), all => {
        const swipes = new WheelSwipes()
        for (const { deltaX, deltaY, x, y } of all) swipes.add(notch(deltaY, deltaX), { x, y, generation: 1 }, 0)
        const made = swipes.take(screen)
        if (made === null) return
        if (made.kind !== 'swipe') throw new Error('only swipes come of a wheel')
        expect(Math.hypot(made.to.x - made.from.x, made.to.y - made.from.y)).toBeGreaterThan(40)
        for (const { x, y } of [made.from, made.to])
          expect(x >= 0 && x < screen.width && y >= 0 && y < screen.height).toBe(true)
      }),
    )
  })

  it('drops what is less than half a notch', () => {
    const swipes = new WheelSwipes()
    swipes.add(notch(20), middle, 0)
    expect(swipes.dueMs).toBe(null)
    expect(swipes.take(screen)).toBe(null)
  })

  it('gathers a trackpad that goes slowly until it is a swipe', () => {
    const swipes = new WheelSwipes()
    const made: number[] = []
    // 5 s of 125 px a second.
    for (let ms = 0; ms < 5000; ms += 16) {
      if (swipes.dueMs !== null && swipes.dueMs <= ms) {
        const swipe = swipes.take(screen)
        if (swipe?.kind === 'swipe') made.push(swipe.from.y - swipe.to.y)
      }
      swipes.add(notch(2), middle, ms)
    }
    // 625 px are 6.25 notches of 200 device pixels; what is under half a notch at the end waits.
    const all = made.reduce((sum, way) => sum + way, 0)
    expect(all).toBeGreaterThan(1250 - 100)
    expect(all).toBeLessThanOrEqual(1250)
  })

  it('forgets a touch that was too little once the pad has rested', () => {
    const swipes = new WheelSwipes()
    swipes.add(notch(40), middle, 0)
    swipes.add(notch(40), middle, 900)
    expect(swipes.dueMs).toBe(null)
    swipes.add(notch(40), middle, 950)
    expect(swipes.take(screen)).toMatchObject({ from: { y: 1200 }, to: { y: 1040 } })
  })
})
