// From pointers to fingers: whatever the pointers do, a finger goes down before it moves, is lifted in the end, and never
// touches a picture it was not put on.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceInput } from '#shared/domain/input.ts'
import { gestureOf, LiveFingers, type Glass, type Spot } from '#renderer/stage/pointer.ts'

const screen = { width: 1080, height: 2400 }

/** 270 x 600 CSS pixels at 100, 50. */
function glass(generation = 3): Glass {
  const inside = (at: number, most: number): number => Math.min(most - 1, Math.max(0, Math.floor(at)))
  return {
    screen,
    at: ({ x, y }) => ({ x: inside((x - 100) * 4, 1080), y: inside((y - 50) * 4, 2400), generation }),
    isLeft: ({ x, y }) => x < 72 || x > 398 || y < 22 || y > 678,
  }
}

const contacts = (inputs: readonly DeviceInput[]): readonly string[] =>
  inputs.map(input =>
    input.kind === 'contacts' ? input.contacts.map(({ id, x, y }) => `${id}@${x},${y}`).join(' ') : input.kind,
  )
const at = (x: number, y: number): Spot => ({ x, y })

describe('a finger', () => {
  it('goes down where it is put, moves once a frame, and is lifted after its last move', () => {
    const fingers = new LiveFingers()
    expect(contacts(fingers.down(1, at(200, 200), glass(), false))).toEqual(['0@400,600'])
    expect(fingers.moves()).toEqual([])
    expect(fingers.move(1, at(210, 200), glass())).toEqual([])
    expect(fingers.move(1, at(220, 200), glass())).toEqual([])
    expect(contacts(fingers.moves())).toEqual(['0@480,600'])
    expect(fingers.moves()).toEqual([])
    fingers.move(1, at(230, 200), glass())
    expect(contacts(fingers.up(1))).toEqual(['0@520,600', ''])
    expect(fingers.isDown).toBe(false)
  })

  it('that leaves the frame is released there, and does nothing when it comes back', () => {
    const fingers = new LiveFingers()
    fingers.down(1, at(200, 200), glass(), false)
    expect(contacts(fingers.move(1, at(60, 200), glass()))).toEqual(['0@0,600', ''])
    expect(fingers.move(1, at(200, 300), glass())).toEqual([])
    expect(fingers.up(1)).toEqual([])
    expect(contacts(fingers.down(1, at(200, 200), glass(), false))).toEqual(['0@400,600'])
  })

  it('ends when the picture under it is of another geometry, and starts anew only with a new press', () => {
    const fingers = new LiveFingers()
    fingers.down(1, at(200, 200), glass(3), false)
    expect(fingers.move(1, at(210, 200), glass(4))).toEqual([{ kind: 'contacts', generation: 3, contacts: [] }])
    expect(fingers.move(1, at(220, 200), glass(4))).toEqual([])
    expect(fingers.moves()).toEqual([])
    expect(fingers.down(1, at(220, 200), glass(4), false)).toEqual([])
    fingers.up(1)
    expect(contacts(fingers.down(1, at(220, 200), glass(4), false))).toEqual(['0@480,600'])
  })

  it('is joined by others, each with its own number while it is down', () => {
    const fingers = new LiveFingers()
    fingers.down(11, at(200, 200), glass(), false)
    expect(contacts(fingers.down(12, at(300, 200), glass(), false))).toEqual(['0@400,600 1@800,600'])
    expect(contacts(fingers.up(11))).toEqual(['1@800,600'])
    expect(contacts(fingers.down(13, at(200, 300), glass(), false))).toEqual(['1@800,600 0@400,1000'])
    expect(contacts(fingers.up(12))).toEqual(['0@400,1000'])
    expect(contacts(fingers.up(13))).toEqual([''])
  })

  it('with Alt has a second one mirrored about the middle of the screen', () => {
    const fingers = new LiveFingers()
    expect(contacts(fingers.down(1, at(200, 200), glass(), true))).toEqual(['0@400,600 1@679,1799'])
    fingers.move(1, at(210, 210), glass())
    expect(contacts(fingers.moves())).toEqual(['0@440,640 1@639,1759'])
    expect(fingers.pinching).toHaveLength(2)
    expect(contacts(fingers.up(1))).toEqual([''])
    expect(fingers.pinching).toEqual([])
  })
})

describe('whatever pointers do', () => {
  const step = fc.record({
    do: fc.constantFrom('down', 'move', 'up', 'frame', 'interrupt', 'release'),
    pointer: fc.integer({ min: 1, max: 12 }),
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 800 }),
    turns: fc.boolean(),
    alt: fc.boolean(),
  })

  it('each gesture stays on its picture and on the screen, fingers have one number each, and all are lifted at the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const fingers = new LiveFingers()
        let generation = 1
        let pinned: number | null = null
        let down = new Set<number>()
        const check = (inputs: readonly DeviceInput[]): void => {
          for (const input of inputs) {
            if (input.kind !== 'contacts') throw new Error('only fingers are sent')
            if (pinned !== null) expect(input.generation).toBe(pinned)
            const now = new Set(input.contacts.map(({ id }) => id))
            expect(now.size).toBe(input.contacts.length)
            for (const { id, x, y } of input.contacts) {
              expect(id).toBeLessThan(10)
              expect(x >= 0 && x < screen.width && y >= 0 && y < screen.height).toBe(true)
            }
            pinned = now.size === 0 ? null : input.generation
            down = now
          }
        }
        for (const one of steps) {
          if (one.turns) generation += 1
          const spot = at(one.x, one.y)
          if (one.do === 'down') check(fingers.down(one.pointer, spot, glass(generation), one.alt))
          if (one.do === 'move') check(fingers.move(one.pointer, spot, glass(generation)))
          if (one.do === 'up') check(fingers.up(one.pointer))
          if (one.do === 'frame') check(fingers.moves())
          if (one.do === 'interrupt') check(fingers.interrupt())
          if (one.do === 'release') check(fingers.releaseAll())
          expect(fingers.isDown).toBe(down.size > 0)
        }
        check(fingers.releaseAll())
        expect(down.size).toBe(0)
      }),
    )
  })
})

describe('a whole gesture', () => {
  const point = (spot: Spot) => glass().at(spot)

  it('is a tap when short and still, a long press when held, a swipe when moved', () => {
    expect(gestureOf(at(200, 200), at(203, 201), 90, point)?.kind).toBe('tap')
    expect(gestureOf(at(200, 200), at(200, 200), 700, point)?.kind).toBe('long_press')
    expect(gestureOf(at(200, 400), at(200, 200), 120, point)).toMatchObject({ kind: 'swipe', ms: 120 })
  })

  it('is none when the picture turned in the middle of it', () => {
    let generation = 0
    expect(gestureOf(at(200, 200), at(200, 200), 90, spot => ({ ...spot, generation: (generation += 1) }))).toBe(null)
  })
})
