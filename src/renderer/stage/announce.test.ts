// What is said when devices change.
import { describe, expect, it } from 'vitest'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { newsOf } from '#renderer/stage/announce.tsx'

const phone = {
  id: 'a',
  name: 'Pixel Fold',
  state: 'live',
  failed: false,
  why: null,
  turn: 'upright',
  posture: { known: true, value: 'open', at: 0, by: 'device' },
  control: null,
} as unknown as DeviceTile

describe('news of devices', () => {
  it('says nothing when nothing changed', () => {
    expect(newsOf([phone], [{ ...phone, generation: 7 }])).toEqual([])
  })
  it('says state, turn, posture and control in words', () => {
    expect(newsOf([phone], [{ ...phone, state: 'lost', why: 'The cable was unplugged.' }])).toEqual([
      'Pixel Fold: lost, The cable was unplugged.',
    ])
    expect(newsOf([phone], [{ ...phone, turn: 'turned-left' }])).toEqual(['Pixel Fold: turned left.'])
    expect(newsOf([phone], [{ ...phone, posture: { known: true, value: 'half-open', at: 0, by: 'person' } }])).toEqual([
      'Pixel Fold: half open.',
    ])
    expect(newsOf([phone], [{ ...phone, control: { kind: 'agent', name: 'agent', yours: false } }])).toEqual([
      'Pixel Fold: an agent has control.',
    ])
  })
  it('says what came and what went', () => {
    expect(newsOf([], [phone])).toEqual(['Pixel Fold is here: live.'])
    expect(newsOf([phone], [])).toEqual(['Pixel Fold is gone.'])
  })
})
