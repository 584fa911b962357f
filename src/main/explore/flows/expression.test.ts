// What `${…}` gives, what it refuses by name, and that nothing else runs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { neededNames, parseExpression } from '#main/explore/flows/expression-parse.ts'
import { interpolate, isTruth, runScript } from '#main/explore/flows/expression.ts'
import type { Scope } from '#main/explore/flows/expression.ts'

const scopeOf = (variables: Record<string, string> = {}): Scope => ({
  variables: new Map(Object.entries(variables)),
  shared: { output: new Map(), copiedText: 'copied', platform: 'android' },
})

describe('interpolation', () => {
  it.each([
    ['${A + B}', '12'],
    ['${A} of ${B}', '1 of 2'],
    ['${Number(A) + 1}', '2'],
    ['${C || "d"}', 'd'],
    ['${C}', 'undefined'],
    ['${}', ''],
    ['\\${A}', '${A}'],
    ['${maestro.platform == "android" ? "deny" : "never"}', 'deny'],
    ['${maestro.copiedText}!', 'copied!'],
    ['${"abc".toUpperCase().slice(1)}', 'BC'],
    ['${"a,b".split(",")[1]}', 'b'],
    ['${relativePoint(0.5, 0.25)}', '50%,25%'],
    ['${[]}', '[]'],
    ["${{field: 'value'}}", '{field: value}'],
    ['${"abc"["constructor"]}', 'undefined'],
    ['${A === "1" && B >= 2}', 'true'],
    ['${-A * 3 % 2}', '-1'],
    ['$99.99', '$99.99'],
  ])('reads %s as %s', (text, expected) => {
    expect(interpolate(text, scopeOf({ A: '1', B: '2' }))).toBe(expected)
  })

  it('keeps what evalScript set for later steps', () => {
    const scope = scopeOf()
    for (const script of [
      '${output.i = 0}',
      '${output.i = output.i + 1}',
      '${output.i++}',
      '${output.list = ["a", "b", "c"]}',
    ])
      runScript(script, scope)
    expect(interpolate('${output.list[output.i]}${output.i < output.list.length}', scope)).toBe('ctrue')
  })

  it('says which part of output is missing', () => {
    expect(() => interpolate('${output.a.b}', scopeOf())).toThrow('Cannot read `b` of undefined')
    expect(() => runScript('${output.a.b = 1}', scopeOf())).toThrow(Refusal)
  })
})

describe('truth of a condition', () => {
  it.each(['true', 'String', '123', '{field: value}', '[]', '-1'])('takes %s as true', text =>
    expect(isTruth(text)).toBe(true),
  )
  it.each(['', '  ', 'false', 'FALSE', 'undefined', 'null', '0', '0.0', '-0'])('takes "%s" as false', text =>
    expect(isTruth(text)).toBe(false),
  )
})

describe('what is refused', () => {
  it.each([
    ['http.get("x")', 'the function call `http.get`'],
    ['output.utils.login(A)', 'the function call `output.utils.login`'],
    ["if(A !== '1') { throw Error }", '`if`'],
    ['(() => 1)()', '`)` where a value belongs'],
    ['faker.name()', 'the function call `faker.name`'],
    ['A = 1', 'an assignment'],
    ['`x`', 'a template text (`…`)'],
    ['a?.b', '`?.`'],
  ])('%s by name', (source, words) => {
    expect(parseExpression(source)).toEqual({ refused: words })
  })

  it('lists the names that need a value', () => {
    const names = (source: string): readonly string[] => {
      const parsed = parseExpression(source)
      return 'expression' in parsed ? neededNames(parsed.expression) : []
    }
    expect(names('USER')).toEqual(['USER'])
    expect(names("USER || 'x'")).toEqual([])
    expect(names('USER || OTHER')).toEqual(['OTHER'])
    expect(names("USER == 'x' ? A : output.b")).toEqual(['A'])
    expect(names('!USER')).toEqual([])
  })

  it('answers any text without throwing anything but a Refusal', () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('output.ab"\'`+-*/%!<>=?:,()[]{}&|;$ 019\\\n')) })
    fc.assert(
      fc.property(letters, text => {
        parseExpression(text, true)
        try {
          interpolate(`\${${text}}`, scopeOf({ a: 'x' }))
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
