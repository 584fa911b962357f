// Whose turn it is: plain missions first, each condition in a round no longer than the night, cards one after the other.
import { describe, expect, it } from 'vitest'
import type { Card, Job } from '#shared/domain/night.ts'
import { turnOf } from '#main/explore/turns.ts'

type TurnsJob = Pick<Job, 'cards' | 'conditions' | 'limit'>
const six = ['dark', 'big_text', 'locale:de', 'offline', 'slow', 'landscape'] as const
const job = (more: Partial<TurnsJob> = {}): TurnsJob => ({
  cards: [],
  conditions: [...six],
  limit: { steps: 1000, minutes: null, until: null },
  ...more,
})
const card = (goal: string, steps: number): Card => ({
  goal,
  steps,
  minutes: 30,
  arguments: {},
  success: null,
  setupFlow: null,
})
const turns = (of: TurnsJob, count: number) =>
  Array.from({ length: count }, (_, at) => turnOf(of, of.cards, at + 1)).map(turn => [turn?.condition, turn?.steps])

describe('A night without cards', () => {
  it('explores plainly, mission after mission, when no condition is asked for', () => {
    expect(turns(job({ conditions: [] }), 2)).toEqual([
      [null, 200],
      [null, 200],
    ])
  })

  it('explores plainly first, so that there is something to compare with, then under each condition', () => {
    expect(turns(job(), 9).map(([condition]) => condition)).toEqual([null, null, ...six, null])
  })

  it.each([300, 500, 1000, 5000])(
    'of %i steps gives each condition its turn within them, as far as a turn can be short',
    steps => {
      const all = turns(job({ limit: { steps, minutes: null, until: null } }), steps < 1000 ? 7 : 8)
      const sum = all.reduce((total, [, its]) => total + Number(its), 0)
      expect(sum).toBeLessThanOrEqual(Math.max(steps, 120 + 6 * 40))
      for (const condition of six) expect(all.map(([its]) => its)).toContain(condition)
    },
  )

  it('gives the most to conditions that something is compared under', () => {
    const all = new Map(turns(job(), 8).map(([condition, steps]) => [condition, Number(steps)]))
    expect(all.get('slow')).toBeLessThan(all.get('dark') ?? 0)
  })
})

describe('A night with cards', () => {
  const cards = [card('Pay a bill', 30), card('Freeze the card', 40)]

  it('does each plainly and under each condition, and ends with the last', () => {
    const of = job({ cards, conditions: ['dark'] })
    expect(turns(of, 4)).toEqual([
      [null, 30],
      ['dark', 30],
      [null, 40],
      ['dark', 40],
    ])
    expect(turnOf(of, cards, 5)).toBeNull()
  })
})
