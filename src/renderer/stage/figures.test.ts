// What is measured of each picture, and the words of the badge.
import { describe, expect, it } from 'vitest'
import { FigureKeeper, percentile } from '#renderer/stage/figures.ts'
import { factsOf, shortWords } from '#renderer/stage/latency-words.ts'

describe('how long pictures take', () => {
  it('is told as median and 95th percentile of the last ones', () => {
    const keeper = new FigureKeeper()
    for (let at = 1; at <= 1000; at += 1) keeper.show(at, at <= 700 ? 1000 : at - 700, at)
    const { p50Ms, p95Ms } = keeper.figures(1000)
    expect(p50Ms).toBe(172)
    expect(p95Ms).toBe(288)
  })

  it('counts what was shown, what was left out in between, and what came in the last second', () => {
    const keeper = new FigureKeeper()
    keeper.show(10, 5, 0)
    keeper.show(11, 5, 500)
    keeper.show(15, 5, 1200)
    expect(keeper.figures(1300)).toMatchObject({ shown: 3, dropped: 3, fps: 2 })
  })

  it('counts the same picture once more as nothing, and a new source as no gap', () => {
    const keeper = new FigureKeeper()
    keeper.show(10, 5, 0)
    keeper.show(10, 4000, 1)
    keeper.restart()
    keeper.show(500, null, 2)
    expect(keeper.figures(3)).toMatchObject({ shown: 2, dropped: 0, p50Ms: 5, p95Ms: 5 })
  })

  it('has no percentile of nothing', () => {
    expect(percentile([], 0.5)).toBe(null)
    expect(new FigureKeeper().figures(0)).toMatchObject({ p50Ms: null, p95Ms: null })
  })
})

describe('the latency badge', () => {
  const way = {
    path: 'shared memory',
    encoder: 'x264 164',
    size: { width: 540, height: 1200 },
    words: null,
    hint: null,
    stalls: 0,
  } as const
  const figures = { p50Ms: 8.21, p95Ms: 21.7, shown: 1200, dropped: 3, fps: 58 }

  it('says the time and the way in a few words', () => {
    expect(shortWords(figures, way)).toBe('8.2 ms · shared memory')
    expect(shortWords(null, way)).toBe('shared memory')
    expect(shortWords(figures, { path: 'stills' })).toBe('stills')
  })

  it('does not call it the whole way where only the arrival here is known', () => {
    for (const path of ['screenrecord', 'scrcpy'] as const) {
      expect(shortWords(figures, { path })).toBe(`8.2 ms after arrival · ${path}`)
      expect(factsOf(figures, { ...way, path }).slice(0, 2)).toEqual([
        { of: 'Arrival here to glass', is: '8.2 ms in the middle (p50), 22 ms for one in twenty (p95)' },
        { of: 'Before that', is: 'not known: the phone does not say when it took a picture' },
      ])
    }
  })

  it('says all it knows when it is asked', () => {
    expect(
      factsOf(figures, { ...way, stalls: 1, words: 'Slow.', hint: 'Boot it here.' }).map(
        fact => `${fact.of}: ${fact.is}`,
      ),
    ).toEqual([
      'Capture to glass: 8.2 ms in the middle (p50), 22 ms for one in twenty (p95)',
      'Pictures: 1200 shown, 3 left out',
      'Rate: 58 a second now',
      'Way: shared memory at 540x1200',
      'Encoder: x264 164',
      'Encoder started again: once',
      'To know: Slow. Boot it here.',
    ])
    expect(factsOf(null, { ...way, path: 'stills', encoder: null, size: null }).map(fact => fact.is)).toEqual([
      'stills',
      'none: the pictures come whole',
    ])
  })
})
