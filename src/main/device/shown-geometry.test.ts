// The number of the screen's geometry, told by controls, looks and frames in any order: one change is one step, an old
// picture keeps its old number, and nothing is settled before it was seen.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameShapeMs, ShownGeometry } from '#main/device/shown-geometry.ts'

const screen = { width: 100, height: 200 }

interface Made {
  readonly geometry: ShownGeometry
  readonly later: (ms: number) => void
  readonly look: (shape: string) => void
}

function made(): Made {
  let now = 0
  const geometry = new ShownGeometry(() => now)
  return {
    geometry,
    later: ms => void (now += ms),
    look: shape => void geometry.looked({ geometry: shape, size: screen }, geometry.changes),
  }
}

describe('a change of geometry', () => {
  it('made by the device itself is one step, whoever sees it first', () => {
    for (const first of ['look', 'frame'] as const) {
      const { geometry, look } = made()
      look('tall')
      expect(geometry.framed(1, screen)).toBe(1)
      if (first === 'look') look('wide')
      expect(geometry.framed(2, screen)).toBe(2)
      look('wide')
      expect(geometry.framed(2, screen)).toBe(2)
      expect(geometry.generation.value).toBe(2)
    }
  })

  it('made by a control is one step, and a frame drawn before it keeps its number', () => {
    const { geometry } = made()
    geometry.framed(1, screen)
    const change = geometry.changing()
    expect(geometry.isSettled.value).toBe(false)
    expect(geometry.framed(1, screen)).toBe(1)
    change.done(true)
    expect(geometry.framed(1, screen)).toBe(1)
    expect(geometry.isSettled.value).toBe(false)
    expect(geometry.framed(2, screen)).toBe(2)
    expect(geometry.isSettled.value).toBe(true)
    expect(geometry.generation.value).toBe(2)
  })

  it('whose first frame comes before the control has answered is one step too', () => {
    const { geometry } = made()
    geometry.framed(1, screen)
    const change = geometry.changing()
    expect(geometry.framed(2, screen)).toBe(2)
    expect(geometry.isSettled.value).toBe(false)
    change.done(true)
    expect(geometry.isSettled.value).toBe(true)
    expect(geometry.generation.value).toBe(2)
  })

  it('that is not seen, as the app in front does not turn, takes the last frame after a while', () => {
    const { geometry, later } = made()
    geometry.framed(1, screen)
    geometry.changing().done(true)
    expect(geometry.framed(1, screen)).toBe(1)
    later(sameShapeMs)
    expect(geometry.framed(1, screen)).toBe(2)
    expect(geometry.isSettled.value).toBe(true)
  })

  it('is seen by a picture alone where there is no video, and a turn the device made too', () => {
    const { geometry } = made()
    geometry.changing().done(true)
    geometry.pictured(screen, geometry.changes)
    expect(geometry.isSettled.value).toBe(true)
    expect(geometry.generation.value).toBe(2)
    geometry.pictured({ width: 200, height: 100 }, geometry.changes)
    expect(geometry.generation.value).toBe(3)
    expect(geometry.size).toEqual({ width: 200, height: 100 })
    const began = geometry.changes
    geometry.changing().done(true)
    geometry.pictured(screen, began)
    expect(geometry.isSettled.value).toBe(false)
  })

  it('is not taken from a look that began before it', () => {
    const { geometry } = made()
    const began = geometry.changes
    geometry.changing().done(true)
    expect(geometry.looked({ geometry: 'tall', size: screen }, began)).toBe(false)
    expect(geometry.isSettled.value).toBe(false)
  })

  it('that a control did not make leaves everything as it was', () => {
    const { geometry } = made()
    geometry.framed(1, screen)
    geometry.changing().done(false)
    expect(geometry.framed(1, screen)).toBe(1)
    expect(geometry.isSettled.value).toBe(true)
  })
})

describe('whoever waits for the first picture', () => {
  it('goes on with it, and is told when none comes', async () => {
    const { geometry, look } = made()
    const never = new AbortController().signal
    geometry.changing().done(true)
    expect(await geometry.whenSettled(10, never)).toBe(false)
    const waiting = geometry.whenSettled(5000, never)
    look('wide')
    expect(await waiting).toBe(true)
    expect(await geometry.whenSettled(0, never)).toBe(true)
  })
})

describe('in any order', () => {
  it('numbers only rise, and a frame is never of a newer geometry than there is', () => {
    const step = fc.oneof(
      fc.record({ is: fc.constant('frame' as const), source: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ is: fc.constant('look' as const), shape: fc.constantFrom('tall', 'wide') }),
      fc.record({ is: fc.constant('control' as const), isOther: fc.boolean() }),
      fc.record({ is: fc.constant('later' as const), ms: fc.integer({ min: 1, max: 3000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const { geometry, later, look } = made()
        let before = 1
        // The driver's count rises only.
        let source = 0
        for (const one of steps) {
          if (one.is === 'frame') {
            source = Math.max(source, one.source)
            expect(geometry.framed(source, screen)).toBeLessThanOrEqual(geometry.generation.value)
          } else if (one.is === 'look') look(one.shape)
          else if (one.is === 'control') geometry.changing().done(one.isOther)
          else later(one.ms)
          expect(geometry.generation.value).toBeGreaterThanOrEqual(before)
          before = geometry.generation.value
        }
        look('tall')
        expect(geometry.isSettled.value).toBe(true)
      }),
    )
  })
})
