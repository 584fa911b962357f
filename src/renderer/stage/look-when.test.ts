// When the list of what is on the screen is read again, in a time of the test’s own.
import { describe, expect, it } from 'vitest'
import { LookWhen } from '#renderer/stage/look-when.ts'

/** Each `everyMs` a picture that is another, until `endMs`; answers when it was read. `what` is read at that time. */
function readings(everyMs: number, endMs: number, what: (ms: number) => string): readonly number[] {
  const looks = new LookWhen()
  looks.came('', 0)
  const read: number[] = []
  for (let ms = 0; ms <= endMs; ms += 50) {
    if (ms % everyMs === 0) looks.changed(ms)
    if (looks.dueMs === null || looks.dueMs > ms) continue
    looks.reading()
    read.push(ms)
    looks.came(what(ms), ms)
  }
  return read
}

describe('the list of what is on the screen is read again', () => {
  it('never while nothing changes', () => {
    const looks = new LookWhen()
    expect(looks.dueMs).toBeNull()
    looks.came('a', 300)
    expect(looks.dueMs).toBeNull()
    looks.changed(5000)
    looks.reading()
    looks.came('b', 5800)
    expect(looks.dueMs).toBeNull()
  })

  it('once, when what moves has come to rest', () => {
    const looks = new LookWhen()
    looks.came('a', 0)
    for (const ms of [5000, 5200, 5400]) looks.changed(ms)
    expect(looks.dueMs).toBe(6100)
  })

  it('after what changed while it was read, and not twice at once', () => {
    const looks = new LookWhen()
    looks.changed(100)
    expect(looks.dueMs).toBeNull()
    looks.came('a', 2500)
    expect(looks.dueMs).toBe(3500)
  })

  it('now and then where it never rests, and ever more seldom while it reads the same', () => {
    const film = readings(50, 60_000, ms => `at ${ms}`)
    expect(film.length).toBeGreaterThan(10)
    const caret = readings(500, 120_000, () => 'the same')
    const pauses = caret.slice(1).map((ms, index) => ms - (caret[index] ?? 0))
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(16_000)
    expect(caret.length).toBeLessThan(14)
  })

  it('soon again once a person did something, or it reads otherwise', () => {
    const looks = new LookWhen()
    for (let ms = 0; ms < 6000; ms += 1000) looks.came('same', ms)
    looks.changed(6000)
    expect(looks.dueMs).toBeGreaterThan(15_000)
    looks.acted()
    expect(looks.dueMs).toBe(6700)
    for (let ms = 7000; ms < 12_000; ms += 1000) looks.came('same', ms)
    looks.reading()
    looks.came('other', 12_000)
    looks.changed(12_100)
    expect(looks.dueMs).toBe(13_000)
  })
})
