// What the log viewer keeps, finds and copies.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogLine } from '#shared/protocol/methods/logs.ts'
import { foundIn, keptMost, nextFound, nothingKept, piecesOf, textOf, withPage } from '#renderer/stage/log-lines.ts'

const line = (text: string): LogLine => ({ at: '12-02 04:00:00.000', pid: 7, level: 'I', tag: 'Larder', text })
const page = (...texts: readonly string[]): Parameters<typeof withPage>[1] => ({
  lines: texts.map(line),
  dropped: 0,
  words: null,
})

describe('the lines that are kept', () => {
  it('are the newest, and keep their numbers', () => {
    let kept = nothingKept
    for (let at = 0; at < 11; at += 1)
      kept = withPage(kept, page(...Array.from({ length: 500 }, (_, n) => `${at}.${n}`)))
    expect(kept).toMatchObject({ count: 5500 })
    expect(kept.rows).toHaveLength(keptMost)
    expect(kept.rows[0]?.number).toBe(501)
    expect(kept.rows.at(-1)).toMatchObject({ number: 5500, text: '10.499' })
  })

  it('say where something is missing, before what comes after it', () => {
    const kept = withPage(withPage(nothingKept, page('a')), {
      ...page('b'),
      dropped: 40,
      words: 'The device went away.',
    })
    expect(kept.rows.map(row => row.text)).toEqual([
      'a',
      'The device went away.',
      '40 lines came too fast and are left out here.',
      'b',
    ])
    expect(textOf(kept.rows)).toContain('12-02 04:00:00.000 7 I Larder: a\n--------- The device went away.')
  })
})

describe('finding', () => {
  const { rows } = withPage(nothingKept, page('Fern', 'cactus', 'FERN again', 'rose'))
  it('looks in tag and text, whatever the capitals, and goes round', () => {
    const found = foundIn(rows, 'fern')
    expect(found).toEqual([1, 3])
    expect(foundIn(rows, 'larder')).toEqual([1, 2, 3, 4])
    expect(foundIn(rows, '')).toEqual([])
    expect(nextFound(found, null, 1)).toBe(3)
    expect(nextFound(found, 3, 1)).toBe(1)
    expect(nextFound(found, 1, -1)).toBe(3)
    expect(nextFound([], 1, 1)).toBeNull()
  })

  it('marks every place and loses no letter', () => {
    expect(piecesOf('a fern, a Fern', 'fern').filter(piece => piece.isFound)).toHaveLength(2)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 3 }), (text, find) => {
        expect(
          piecesOf(text, find)
            .map(piece => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
