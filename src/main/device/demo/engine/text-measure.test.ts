// How words are measured and broken into lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawable, emojiMark, missingMark } from '#main/device/demo/engine/fonts.ts'
import { layText, longestWord, runsRightToLeft, textWidth } from '#main/device/demo/engine/text-measure.ts'
import { resourcesFolder } from '#main/sys/paths.ts'

const long = 'Most house plants die of too much water, not of too little.'
const plain = { sizePx: 42, weight: 'regular' } as const

describe('breaking text into lines', () => {
  it('breaks at spaces and keeps every word', () => {
    const block = layText(long, { ...plain, widthPx: 500 })
    expect(block.lines.length).toBeGreaterThan(1)
    expect(block.lines.map(line => line.text).join(' ')).toBe(long)
    expect(block.heightPx).toBe(block.lines.length * block.lineHeightPx)
  })

  it('keeps line ends of the text', () => {
    expect(layText('one\ntwo', { ...plain, widthPx: 900 }).lines.map(line => line.text)).toEqual(['one', 'two'])
  })

  it('breaks a word that is wider than the line between its letters', () => {
    const block = layText('Wiederherstellungsschlüssel', { ...plain, widthPx: 200 })
    expect(block.lines.length).toBeGreaterThan(2)
    expect(block.lines.map(line => line.text).join('')).toBe('Wiederherstellungsschlüssel')
  })

  it('ends the last line that is shown with an ellipsis that fits', () => {
    const block = layText(long, { ...plain, widthPx: 400, lines: 2 })
    expect(block.lines).toHaveLength(2)
    expect(block.lines[1]?.text.endsWith('…')).toBe(true)
    expect(block.widthPx).toBeLessThanOrEqual(400)
  })

  it('leaves a fixed text on one line however long it is', () => {
    const block = layText(long, { ...plain, widthPx: 200, fixed: true })
    expect(block.lines).toHaveLength(1)
    expect(block.widthPx).toBeGreaterThan(200)
  })

  it('grows in step with the size', () => {
    expect(textWidth('Fern', 84, 'regular')).toBeCloseTo(2 * textWidth('Fern', 42, 'regular'), 3)
  })

  it('never gives a line that is wider than asked, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 60, max: 900 }),
        (text, widthPx) => {
          const block = layText(text, { ...plain, widthPx })
          const oneLetter = Math.max(0, ...Array.from(drawable(text), letter => textWidth(letter, 42, 'regular')))
          expect(block.widthPx).toBeLessThanOrEqual(Math.ceil(Math.max(widthPx, oneLetter, 3 * 42)) + 1)
          expect(block.lines.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('measures words that are names of JavaScript as any other', () => {
    for (const text of ['toString', 'constructor', '__proto__'])
      expect(textWidth(text, 42, 'regular')).toBeGreaterThan(100)
  })

  it('needs the widest word to break none', () => {
    const widest = longestWord(long, 42, 'regular')
    const words = layText(long, { ...plain, widthPx: widest + 1 }).lines.flatMap(line => line.text.split(' '))
    expect(words).toEqual(long.split(' '))
  })
})

describe('what can be drawn', () => {
  it('puts one mark for an emoji of several code points', () => {
    expect(drawable('a\u{1F469}\u200D\u{1F4BB}b')).toBe(`a${emojiMark}b`)
    expect(drawable('\u{1F1E9}\u{1F1EA}')).toBe(emojiMark)
  })

  it('puts a mark for a letter the shipped fonts lack and drops control characters', () => {
    expect(drawable('\u6F22')).toBe(missingMark)
    expect(drawable('a\u0007\u200Fb')).toBe('ab')
  })

  it('leaves Latin, Cyrillic and Arabic alone', () => {
    for (const text of ['Füße – €', 'Привет', 'مرحبًا']) expect(drawable(text)).toBe(text)
  })

  it('never lets a character through that a shipped font has no shape for', () => {
    const has = new Set([...pointsOf('NotoSans-Regular.ttf'), ...pointsOf('NotoSansArabic-Regular.ttf')])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), text => {
        for (const char of drawable(text))
          if (char !== '\n' && char !== emojiMark && char !== missingMark)
            expect(has.has(char.codePointAt(0) ?? 0)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('takes the direction of the first letter that has one', () => {
    expect(runsRightToLeft('12 مرحبا', false)).toBe(true)
    expect(runsRightToLeft('Hello مرحبا', true)).toBe(false)
    expect(runsRightToLeft('123', true)).toBe(true)
  })
})

/** Code points a font file has a shape for, read from its `cmap` table. */
function pointsOf(file: string): Set<number> {
  const bytes = readFileSync(join(resourcesFolder(), 'fonts', file))
  const points = new Set<number>()
  let table = 0
  for (let entry = 0; entry < bytes.readUInt16BE(4); entry += 1)
    if (bytes.toString('latin1', 12 + 16 * entry, 16 + 16 * entry) === 'cmap')
      table = bytes.readUInt32BE(20 + 16 * entry)
  for (let entry = 0; entry < bytes.readUInt16BE(table + 2); entry += 1) {
    const at = table + bytes.readUInt32BE(table + 8 + 8 * entry)
    const format = bytes.readUInt16BE(at)
    if (format === 12)
      for (let group = 0; group < bytes.readUInt32BE(at + 12); group += 1)
        for (
          let point = bytes.readUInt32BE(at + 16 + 12 * group);
          point <= bytes.readUInt32BE(at + 20 + 12 * group);
          point += 1
        )
          points.add(point)
    if (format === 4) {
      const segments = bytes.readUInt16BE(at + 6) / 2
      for (let segment = 0; segment < segments; segment += 1)
        for (
          let point = bytes.readUInt16BE(at + 16 + 2 * segments + 2 * segment);
          point <= bytes.readUInt16BE(at + 14 + 2 * segment);
          point += 1
        )
          points.add(point)
    }
  }
  return points
}
