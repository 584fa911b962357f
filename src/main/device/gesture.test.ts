// Gestures as fingers: they begin and end where they were asked to, and never leave the screen.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerPaths, isTypable, piecesOf } from '#main/device/gesture.ts'

const screen = { width: 1080, height: 2400 }
const point = fc.record({
  x: fc.integer({ min: 0, max: 1079 }),
  y: fc.integer({ min: 0, max: 2399 }),
  generation: fc.constant(1),
})

describe('a gesture as fingers', () => {
  it('goes from where it begins to where it ends', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        const [path] = fingerPaths({ kind: 'swipe', from, to, ms: 300 }, screen)
        expect(path?.at(0)).toEqual([{ id: 0, x: from.x, y: from.y }])
        expect(path?.at(1)).toEqual([{ id: 0, x: to.x, y: to.y }])
      }),
    )
  })

  it('is on the screen with every finger, at whole pixels, wherever it is pinched', () => {
    const apart = fc.integer({ min: 0, max: 3000 })
    fc.assert(
      fc.property(point, apart, apart, fc.double({ min: 0, max: 1, noNaN: true }), (centre, from, to, part) => {
        const [path] = fingerPaths({ kind: 'pinch', centre, from, to, ms: 300 }, screen)
        for (const { x, y } of path?.at(part) ?? []) {
          expect(x >= 0 && x < screen.width && y >= 0 && y < screen.height).toBe(true)
          expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true)
        }
      }),
    )
  })

  it('is two contacts for a double tap, and stays for a long press', () => {
    const at = { x: 5, y: 6, generation: 1 }
    expect(fingerPaths({ kind: 'double_tap', at }, screen)).toHaveLength(2)
    expect(fingerPaths({ kind: 'long_press', at, ms: 700 }, screen)[0]).toMatchObject({ ms: 700, isMoving: false })
  })
})

describe('text', () => {
  it('is typable when every character is on a US keyboard', () => {
    expect(isTypable('Fern 12 @#{}|~')).toBe(true)
    for (const text of ['ß', '你好', 'line\nbreak', '🙂']) expect(isTypable(text)).toBe(false)
  })

  it('is cut without loss, never inside of what reads as one character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), text => {
        expect(piecesOf(text, 50).join('')).toBe(text)
      }),
    )
    expect(piecesOf('a👩‍👩‍👧b', 3)).toEqual(['a', '👩‍👩‍👧', 'b'])
  })
})
