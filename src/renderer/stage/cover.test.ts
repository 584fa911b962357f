// What stands over a screen: nothing only where a living picture is; words everywhere else.
import { describe, expect, it } from 'vitest'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { coverOf } from '#renderer/stage/cover.tsx'
import { moveOf } from '#renderer/stage/use-fold.ts'

const device = (part: Partial<DeviceTile>): DeviceTile => ({ state: 'live', failed: false, ...part }) as DeviceTile

describe('the cover of a screen', () => {
  it('is none over a living picture, and "Connecting" before the first', () => {
    expect(coverOf(device({}), true, null)).toBe('none')
    expect(coverOf(device({}), false, null)).toBe('connecting')
  })
  it('says what is wrong with the picture only where there is none', () => {
    expect(coverOf(device({}), false, 'The screen may not be shown.')).toBe('words')
    expect(coverOf(device({}), true, 'It plays slowly.')).toBe('none')
  })
  it('has a kind for each state, and a failure comes before its state', () => {
    expect(coverOf(device({ state: 'asleep' }), true, null)).toBe('asleep')
    expect(coverOf(device({ state: 'off' }), false, null)).toBe('off')
    expect(coverOf(device({ state: 'lost' }), true, null)).toBe('ghost')
    expect(coverOf(device({ state: 'booting' }), false, null)).toBe('words')
    expect(coverOf(device({ state: 'needs-you', failed: true }), false, null)).toBe('failed')
  })
})

describe('a fold', () => {
  it('moves only to and from closed', () => {
    expect(moveOf('open', 'closed')).toBe('closing')
    expect(moveOf('half-open', 'closed')).toBe('closing')
    expect(moveOf('closed', 'half-open')).toBe('opening')
    expect(moveOf('open', 'half-open')).toBeNull()
    expect(moveOf(null, 'open')).toBeNull()
  })
})
