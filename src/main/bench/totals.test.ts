// Rates and their intervals, out of scored nights.
import { describe, expect, it } from 'vitest'
import type { Row, Scored } from '#main/bench/document.ts'
import { median, ratioOf, totalsOf } from '#main/bench/totals.ts'

interface Made {
  readonly row?: Partial<Row>
  readonly steps?: number
  readonly confirm?: Scored['confirm']
}

function scored({ row = {}, ...more }: Made): Scored {
  return {
    row: {
      app: 'dev.example.one',
      twin: 'planted',
      seed: 1,
      error: null,
      planted: 4,
      found: [],
      missed: [],
      false: [],
      duplicates: 0,
      steps_to: {},
      screens: { reached: 5, of: 10 },
      confirmed: {},
      minimised: {},
      flows: {},
      danger: { offered: 3, pressed: 0, harmless_refused: 0 },
      work: { replays: 0, steps: 0 },
      ...row,
    },
    steps: 1000,
    byCheck: {},
    apart: { goal: { planted: 0, found: 0 }, logic: { planted: 0, found: 0 } },
    confirm: { p1: { replayed: 0, confirmed: 0 }, p05: { replayed: 0, confirmed: 0 } },
    why: {},
    wrong: [],
    outcome: {
      error: null,
      endedBy: 'budget',
      steps: 1000,
      replays: 0,
      replaySteps: 0,
      cpuMs: 1,
      wallMs: 1,
      memoryMb: 1,
    },
    ...more,
  }
}
const wrong = { check: 'overlap', screen: 'Home', title: 'x' } as const

describe('totals', () => {
  it('count what was found by step, over all nights that were long enough', () => {
    const totals = totalsOf([
      scored({ row: { found: ['a', 'b'], steps_to: { a: 20, b: 700 } } }),
      scored({ steps: 300, row: { app: 'dev.example.two', found: ['c'], steps_to: { c: 300 } } }),
    ])
    expect(totals.detection).toBe(0.375)
    expect(totals.detection_at['300']).toBe(0.25)
    expect(totals.detection_at['1000']).toBe(0.5)
  })

  it('are null without a denominator', () => {
    const totals = totalsOf([scored({ steps: 300 })])
    expect(totals.detection_at['1000']).toBeNull()
    expect(totals.precision).toBeNull()
    expect(totals.false_per_clean_night).toBeNull()
    expect(totals.flow_success).toBeNull()
    expect(totals.interval95['detection']).toBeNull()
  })

  it('take precision from planted twins and false findings a night from clean ones', () => {
    const totals = totalsOf([
      scored({ row: { found: ['a', 'b', 'c'], steps_to: { a: 1, b: 2, c: 3 }, false: [wrong] } }),
      scored({ row: { twin: 'clean', planted: 0, false: [wrong, wrong] } }),
      scored({ row: { twin: 'clean', planted: 0 } }),
    ])
    expect(totals.precision).toBe(0.75)
    expect(totals.false_per_clean_night).toBe(1)
  })

  it('leave out nights that could not run', () => {
    const error = { code: 'failed', words: 'no', where: null, hint: null }
    expect(
      totalsOf([scored({ row: { error } }), scored({ row: { found: ['a', 'b'], steps_to: { a: 1, b: 2 } } })])
        .detection,
    ).toBe(0.5)
  })

  it('draw whole apps for the interval, so that one app alone has none and alike apps have a narrow one', () => {
    const runs = ['one', 'two', 'three'].map(app =>
      scored({ row: { app, found: ['a', 'b'], steps_to: { a: 1, b: 2 } } }),
    )
    expect(totalsOf(runs).interval95['detection']).toEqual([0.5, 0.5])
    const mixed = totalsOf([...runs, scored({ row: { app: 'four' } })]).interval95['detection']
    expect(mixed?.[0]).toBeLessThan(0.375)
    expect(mixed?.[1]).toBe(0.5)
  })

  it('compare two policies on the same apps', () => {
    const ours = ['one', 'two'].map(app =>
      scored({ row: { app, found: ['a', 'b', 'c'], steps_to: { a: 1, b: 2, c: 3 } } }),
    )
    const theirs = ['one', 'two'].map(app => scored({ row: { app, found: ['a'], steps_to: { a: 1 } } }))
    expect(ratioOf(ours, theirs, 1000)).toEqual({ ratio: 3, interval95: [3, 3] })
  })

  it('know the middle of a list', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([1, 2])).toBe(1.5)
    expect(median([])).toBeNull()
  })
})
