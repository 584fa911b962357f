// The reading of Java patterns: the verified table of the facts, and the escaping that the exporter relies on.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, escapePattern } from '#main/explore/flows/regex.ts'

const matches = (pattern: string, text: string): boolean => {
  const compiled = compilePattern(pattern)
  if (compiled.is === 'refused') throw new Error(compiled.words)
  return compiled.matches(text)
}
const kind = (pattern: string): string => compilePattern(pattern).is

describe('patterns as Java reads them', () => {
  it.each([
    '+33 .*',
    '*Save*',
    '[unclosed',
    'a\\yb',
    '{x}',
    'a**',
    '(open',
    'a{,3}',
    'a{3,1}',
    '[z-a]',
    '?',
    'close)',
    'end\\',
  ])('takes %s, which Java does not compile, as a literal that ignores case', pattern => {
    expect(kind(pattern)).toBe('literal')
    expect(matches(pattern, pattern.toUpperCase())).toBe(true)
    expect(matches(pattern, `${pattern}!`)).toBe(false)
  })

  it.each([
    '\\Qa.b\\E',
    '(?i)abc',
    '[a&&b]',
    '(?>a)',
    'a++',
    'a*+',
    'C++',
    'a{2}+',
    'a\\h',
    '\\Aa',
    'a\\z',
    '\\p{javaLowerCase}',
    '[a[b]]',
    '\\R',
  ])('refuses %s by name', pattern => {
    const compiled = compilePattern(pattern)
    expect(compiled.is).toBe('refused')
    if (compiled.is === 'refused') expect(compiled.words).toMatch(/in Java only$/)
  })

  it('does not take a non-breaking space for \\s, but for its own code', () => {
    expect(matches('Pay\\s2', 'Pay\u00a02')).toBe(false)
    expect(matches('Pay\\s2', 'Pay 2')).toBe(true)
    expect(matches('Pay\\u00a02', 'Pay\u00a02')).toBe(true)
  })

  it('lets a dot match an emoji and a line break', () => {
    expect(matches('.', '🌱')).toBe(true)
    expect(matches('a.b', 'a\nb')).toBe(true)
  })

  it('matches the whole value only, also with anchors and alternatives', () => {
    expect(matches('^a$', 'a\nb')).toBe(false)
    expect(matches('a|b', 'ab')).toBe(false)
    expect(matches('Sa.*', 'save')).toBe(true)
    expect(matches('save', 'Save plant')).toBe(false)
  })

  it('reads escapes of signs, categories and POSIX classes', () => {
    expect(matches('\\€5', '€5')).toBe(true)
    expect(matches('\\-x\\#a', '-x#a')).toBe(true)
    expect(matches('\\p{L}+', 'Grün')).toBe(true)
    expect(matches('\\p{Punct}', '!')).toBe(true)
    expect(matches('[\\w.-]+@[^\\s]+', 'a.b-c@example.com')).toBe(true)
    expect(matches('[]a]+', ']a')).toBe(true)
    expect(matches('a{2}{2}', 'aa')).toBe(true)
    expect(matches('x}', 'x}')).toBe(true)
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('\\[](){}^$.|?*+-&aQEdwsp09<>:=!,LuxkR🌱 ')) }),
        text => {
          const compiled = compilePattern(text)
          if (compiled.is !== 'refused') compiled.matches(text)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('escaping a text into a pattern', () => {
  it('matches exactly that text, and no `${` is left', () => {
    fc.assert(
      // A line break and its blanks become `\s+`, which more blanks would only lengthen: so what is added has none.
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ minLength: 1 }).filter(more => !/\s/u.test(more)),
        (text, more) => {
          const pattern = escapePattern(text)
          expect(kind(pattern)).toBe('regex')
          expect(matches(pattern, text)).toBe(true)
          expect(matches(pattern, text + more)).toBe(false)
          expect(pattern).not.toContain('${')
          expect(pattern).not.toMatch(/[\r\n\u00a0]/)
        },
      ),
    )
  })

  it.each(['\u2028', '\u0085 x', 'a\u2029', 'a\n\u00a0b'])(
    'keeps blanks that Java does not count as such: %j',
    text => {
      expect(matches(escapePattern(text), text)).toBe(true)
    },
  )

  it('turns a line break with its blanks into one \\s+', () => {
    expect(escapePattern('Hello \n World (1)')).toBe('Hello\\s+World \\(1\\)')
    expect(matches(escapePattern('Hello\nWorld'), 'Hello\nWorld')).toBe(true)
  })
})
