// Rule 1 of the app format: what expressions and texts may say and what they mean.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression, ExpressionError, type Context } from '#main/device/demo/engine/expression.ts'
import { functionNames } from '#main/device/demo/engine/functions.ts'
import { compileText, isRightToLeft, localeOf, lookUp, parseReference } from '#main/device/demo/engine/text.ts'
import { isEqual, show, type Value } from '#main/device/demo/engine/value.ts'

const state = new Map<string, Value>([
  ['name', 'Fern'],
  ['empty', ''],
  ['days', 3],
  ['none', null],
  ['on', true],
  [
    'plants',
    [
      { name: 'Fern', days: 3 },
      { name: 'Aloe 🌱', days: 14 },
    ],
  ],
  ['numbers', [4, 1, 3]],
  ['label', '@add'],
])
const names = { state: new Set(state.keys()), row: true }
const strings = {
  en: { add: 'Add plant', days: '${n} days', hello: 'Hello, ${name}' },
  de: { add: 'Pflanze hinzufügen', days: '${n} Tage' },
}
const context = (locale = 'en'): Context => ({
  state,
  it: { name: 'Row', days: 9 },
  index: 2,
  env: {
    orientation: 'portrait',
    dark: false,
    fontScale: 1,
    locale,
    network: 'online',
    launches: 1,
    visits: 2,
    now: 1000,
    key: 'Enter',
  },
  lookup: (text, within) => lookUp(text, within, strings, names),
})
const value = (source: string): Value => compileExpression(source, names)(context())
const text = (source: string, locale = 'en'): string => compileText(source, names, strings)(context(locale))

describe('expressions', () => {
  it.each<[string, Value]>([
    ['1 + 2 * 3', 7],
    ['7 % 4 - 1 / 2', 2.5],
    ['-days', -3],
    ['name + "!"', 'Fern!'],
    ["'a' + 1", 'a1'],
    ['days == 3 && name != empty', true],
    ['days < 3 || days >= 3', true],
    ['2 <= 2', true],
    ['3 > 4', false],
    ['!on', false],
    ['on ? name : days', 'Fern'],
    ['none', null],
    ['true', true],
    ['false', false],
    ['null', null],
    ['plants[1].name', 'Aloe 🌱'],
    ['plants[7]', null],
    ['plants[7].name', null],
    ['plants[-1]', null],
    ['none.name', null],
    ['1 / 0', null],
    ['name * 2', null],
    ['name < 3', false],
    ['plants[0] == plants[0]', true],
    ['it.days + index', 11],
    ['env.visits', 2],
    ['env.orientation', 'portrait'],
    ['env.dark', false],
    ['env.fontScale', 1],
    ['env.locale', 'en'],
    ['env.network', 'online'],
    ['env.launches', 1],
    ['env.now', 1000],
    ['env.key', 'Enter'],
  ])('%s is %j', (source, wanted) => {
    expect(value(source)).toEqual(wanted)
  })

  it.each<[string, Value]>([
    ['len(name)', 4],
    ["len('🌱🌱')", 2],
    ['len(plants)', 2],
    ['len(none)', 0],
    ['has_emoji(plants[1].name)', true],
    ['has_emoji("Fern 12 é ß 漢")', false],
    ["lower('AbC')", 'abc'],
    ["upper('aß')", 'ASS'],
    ["trim('  x ')", 'x'],
    ["contains(name, 'er')", true],
    ['contains(numbers, 4)', true],
    ["starts(name, 'Fe')", true],
    ["ends(name, 'Fe')", false],
    ["number('12.5')", 12.5],
    ["number('12x')", null],
    ['round(2.6)', 3],
    ['round(2.345, 2)', 2.35],
    ['min(3, 1, 2)', 1],
    ['max(numbers)', 4],
    ["join(numbers, '-')", '4-1-3'],
    ['sum(numbers)', 8],
    ['sum(plants, it.days)', 17],
    ['count(plants)', 2],
    ['count(plants, it.days > 5)', 1],
    ['len(filter(plants, it.days > 5))', 1],
    ['filter(plants, index == 0)[0].name', 'Fern'],
  ])('%s is %j', (source, wanted) => {
    expect(value(source)).toEqual(wanted)
  })

  it('has every function of the format', () => {
    const wanted = 'len has_emoji lower upper trim contains starts ends number round min max join sum count filter'
    expect(functionNames.join(' ')).toBe(wanted)
  })

  it.each([
    ['nme', '"nme" is not known'],
    ['env.color', '"env.color" is not known'],
    ['env', '"env" needs a name'],
    ['open(name)', '"open(…)" is not a function'],
    ['name.trim()', 'is not a function'],
    ['a = 1', 'is not an expression'],
    ['', 'empty'],
    ['days days', 'operator is missing'],
    ['this', 'cannot hold this'],
    ['days === 3', 'is not an operator'],
    ['name?.x', '"?."'],
    ['filter(plants)', '"filter" takes a list'],
    ['~days', 'is not an operator'],
  ])('refuses %s', (source, words) => {
    expect(() => compileExpression(source, names)).toThrow(words)
  })

  it('knows "it" only in a row', () => {
    expect(() => compileExpression('it.days', { ...names, row: false })).toThrow('only known in a list')
    expect(compileExpression('len(filter(plants, it.days > 5))', { ...names, row: false })(context())).toBe(1)
  })

  it('reaches nothing but data: a prototype is nothing', () => {
    for (const source of ["name['constructor']", 'plants.constructor', "it['__proto__']", "plants['length']"])
      expect(value(source)).toBe(null)
  })

  it('throws nothing but its own error, whatever it is given', () => {
    const part = fc.constantFrom(
      'name',
      'plants',
      '[',
      ']',
      '(',
      ')',
      '+',
      '==',
      '&&',
      '?',
      ':',
      '.',
      '1',
      "'a'",
      'len',
      'filter',
      ',',
      '!',
      'it',
      'env.now',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 40 }),
          fc.array(part, { maxLength: 12 }).map(all => all.join(' ')),
        ),
        source => {
          try {
            expect(compileExpression(source, names)(context())).not.toBe(undefined)
          } catch (failure) {
            expect(failure).toBeInstanceOf(ExpressionError)
          }
        },
      ),
    )
  })
})

describe('texts', () => {
  it.each([
    ['plain words', 'plain words'],
    ['=name', 'Fern'],
    ['=none', ''],
    ['${days} days for ${name}', '3 days for Fern'],
    ["${days > 1 ? 'many}' : 'one'}", 'many}'],
    ['@add', 'Add plant'],
    ['@days(n=days)', '3 days'],
    ["@hello(name='you, there')", 'Hello, you, there'],
    ['=label', 'Add plant'],
    ['So: ${label}', 'So: Add plant'],
    ['a@b.example', 'a@b.example'],
    ['@ home', '@ home'],
  ])('%s shows %s', (source, wanted) => {
    expect(text(source)).toBe(wanted)
  })

  it('looks words up in the language of the moment, and in English where they are missing', () => {
    expect(text('@days(n=days)', 'de')).toBe('3 Tage')
    expect(text('@add', 'de-AT')).toBe('Pflanze hinzufügen')
    expect(text("@hello(name='Ada')", 'de')).toBe('Hello, Ada')
    expect(text('@add', 'fr')).toBe('Add plant')
  })

  it('refuses a reference that is not in the strings or lacks an argument', () => {
    expect(() => compileText('@nope', names, strings)).toThrow('"@nope" is not in the strings')
    expect(() => compileText('@days', names, strings)).toThrow('does not fit')
    expect(() => compileText('${name', names, strings)).toThrow('not closed')
  })

  it('leaves what a person typed as it is when it only looks like a reference', () => {
    expect(lookUp('@someone', context(), strings, names)).toBe('@someone')
    expect(lookUp('@days', context(), strings, names)).toBe('@days')
  })

  it('reads references and languages', () => {
    expect(parseReference("@a(x=f(1, 2), y=', =')")?.args).toEqual([
      ['x', 'f(1, 2)'],
      ['y', "', ='"],
    ])
    expect(parseReference('@a b')).toBe(null)
    expect(localeOf('ar-EG', ['en', 'ar'])).toBe('ar')
    expect([isRightToLeft('ar'), isRightToLeft('de')]).toEqual([true, false])
  })

  it('shows values as people read them and compares them by content', () => {
    expect([show(0.1 + 0.2), show([1, null]), show({ a: 1 }), show(true)]).toEqual(['0.3', '1, ', '', 'true'])
    expect(isEqual([1, { a: 'x' }], [1, { a: 'x' }])).toBe(true)
    expect(isEqual({ a: 1 }, { a: 1, b: 1 })).toBe(false)
  })
})
