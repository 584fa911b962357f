// Points and boxes between the picture and the glass, for every way of holding and folding.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  degreesOf,
  panelPoint,
  pictureSize,
  turned,
  turnedRect,
  turnFor,
  turnOfDegrees,
  type Panel,
  type Stance,
} from '#main/device/android/emulator/panel.ts'
import { postures, turns } from '#shared/domain/device.ts'

const phone: Panel = { size: { width: 1080, height: 2400 }, fold: null }
const foldable: Panel = {
  size: { width: 2208, height: 1840 },
  fold: { outer: { width: 1080, height: 2092 }, hinge: 'vertical', postures: ['closed', 'half-open', 'open'] },
}
const anyTurn = fc.constantFrom(...turns)
const anyPart = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

describe('a point of the picture', () => {
  it('lies on the upright panel where the corner of the picture is then', () => {
    const corner = { x: 0, y: 0 }
    const at = (turn: Stance['turn']): { x: number; y: number } => panelPoint(corner, phone, { turn, posture: null })
    expect(turns.map(at)).toEqual([
      { x: 0, y: 0 },
      // Held with its top to the left, the picture's top left is the panel's top right.
      { x: 1079, y: 0 },
      { x: 1079, y: 2399 },
      { x: 0, y: 2399 },
    ])
  })

  it('is another pixel for another pixel, inside the panel, however the device is held', () => {
    fc.assert(
      fc.property(anyTurn, anyPart, anyPart, anyPart, (turn, a, b, c) => {
        const stance: Stance = { turn, posture: null }
        const { width, height } = pictureSize(phone, stance)
        const [x, y, other] = [Math.floor(a * width), Math.floor(b * height), Math.floor(c * width)]
        const on = panelPoint({ x, y }, phone, stance)
        expect(on.x >= 0 && on.y >= 0 && on.x < 1080 && on.y < 2400).toBe(true)
        const beside = panelPoint({ x: other, y }, phone, stance)
        expect(beside.x === on.x && beside.y === on.y).toBe(other === x)
      }),
    )
  })

  it('of a closed foldable is stretched over the inner panel, in proportion and inside it', () => {
    fc.assert(
      fc.property(anyTurn, fc.constantFrom(...postures), anyPart, anyPart, (turn, posture, a, b) => {
        const stance: Stance = { turn, posture }
        const { width, height } = pictureSize(foldable, stance)
        const on = panelPoint({ x: a * width, y: b * height }, foldable, stance)
        const parts = [on.x / 2208, on.y / 1840] as const
        const expected = {
          upright: [a, b],
          'turned-left': [1 - b, a],
          'upside-down': [1 - a, 1 - b],
          'turned-right': [b, 1 - a],
        }[turn]
        expect(Math.abs(parts[0] - (expected[0] ?? 0))).toBeLessThan(0.002)
        expect(Math.abs(parts[1] - (expected[1] ?? 0))).toBeLessThan(0.002)
      }),
    )
  })

  it('stays on the glass also when it was meant outside', () => {
    fc.assert(
      fc.property(anyTurn, fc.integer(), fc.integer(), (turn, x, y) => {
        const on = panelPoint({ x, y }, phone, { turn, posture: null })
        expect(on.x >= 0 && on.y >= 0 && on.x < 1080 && on.y < 2400).toBe(true)
      }),
    )
  })
})

describe('a box of an app that stands another way', () => {
  it('covers the same glass before and after', () => {
    fc.assert(
      fc.property(anyTurn, anyTurn, anyPart, anyPart, anyPart, anyPart, (content, held, a, b, c, d) => {
        const drawn = turned(phone.size, content)
        const box = {
          left: Math.floor(a * drawn.width),
          top: Math.floor(b * drawn.height),
          right: Math.floor(a * drawn.width) + 1 + Math.floor(c * (drawn.width - Math.floor(a * drawn.width) - 1)),
          bottom: Math.floor(b * drawn.height) + 1 + Math.floor(d * (drawn.height - Math.floor(b * drawn.height) - 1)),
        }
        const moved = turnedRect(box, phone.size, content, held)
        const glass = (rect: typeof box, turn: Stance['turn']): readonly number[] => {
          const [one, other] = [
            panelPoint({ x: rect.left, y: rect.top }, phone, { turn, posture: null }),
            panelPoint({ x: rect.right - 1, y: rect.bottom - 1 }, phone, { turn, posture: null }),
          ]
          return [
            Math.min(one.x, other.x),
            Math.min(one.y, other.y),
            Math.max(one.x, other.x),
            Math.max(one.y, other.y),
          ]
        }
        expect(glass(moved, held)).toEqual(glass(box, content))
      }),
    )
  })
})

describe('a turn', () => {
  it('is the same in degrees and back', () => {
    for (const turn of turns) expect(turnOfDegrees(degreesOf(turn))).toBe(turn)
    expect([-180, 270, 89.9, 0.2].map(turnOfDegrees)).toEqual(['upside-down', 'turned-right', 'turned-left', 'upright'])
  })

  it('for an orientation is none where the picture has it already', () => {
    expect(turnFor('portrait', phone, { turn: 'upside-down', posture: null })).toBe('upside-down')
    expect(turnFor('landscape', phone, { turn: 'upright', posture: null })).toBe('turned-left')
    expect(turnFor('portrait', phone, { turn: 'turned-right', posture: null })).toBe('upright')
    expect(turnFor('portrait', foldable, { turn: 'upright', posture: 'open' })).toBe('turned-left')
    expect(turnFor('portrait', foldable, { turn: 'upright', posture: 'closed' })).toBe('upright')
  })
})
