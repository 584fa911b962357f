// How findings are matched with what was planted: each bug once, by check, screen, element or signature.
import { describe, expect, it } from 'vitest'
import type { Bug } from '#main/bench/app-answers.ts'
import { matchAll, matches, sameCheck, type Claim } from '#main/bench/match.ts'

const bug = (more: Partial<Bug>): Bug => ({
  id: 'b',
  check: 'crash',
  screen: 'add',
  reproducible: 1,
  shortest: 2,
  ...more,
})
const claim = (more: Partial<Claim>): Claim => ({
  check: 'crash',
  element: 'save',
  signature: '',
  screen: 'add',
  step: 1,
  ...more,
})

describe('the rule by which a finding counts', () => {
  it('asks for the check, the screen the truth log names, and the element where the bug names one', () => {
    expect(matches(claim({}), bug({ element: 'save' }))).toBe(true)
    expect(matches(claim({ element: 'cancel' }), bug({ element: 'save' }))).toBe(false)
    expect(matches(claim({ screen: 'home' }), bug({ element: 'save' }))).toBe(false)
    expect(matches(claim({ screen: null }), bug({}))).toBe(false)
    expect(matches(claim({ check: 'blank' }), bug({ element: 'save' }))).toBe(false)
    expect(matches(claim({ element: '' }), bug({}))).toBe(true)
  })

  it('takes the signature instead of the element', () => {
    const planted = bug({ element: 'save', signature: 'java.lang.IllegalArgumentException' })
    expect(matches(claim({ element: '', signature: 'java.lang.IllegalArgumentException' }), planted)).toBe(true)
    expect(matches(claim({ element: '', signature: 'java.lang.NullPointerException' }), planted)).toBe(false)
  })

  it('knows the aliases both ways, and no others', () => {
    expect(sameCheck('native_crash', 'crash')).toBe(true)
    expect(sameCheck('crash', 'native_crash')).toBe(true)
    expect(sameCheck('offline', 'raw_error')).toBe(true)
    expect(sameCheck('loading', 'anr')).toBe(false)
    expect(sameCheck('contrast', 'target')).toBe(false)
  })

  it('matches each bug once: the second finding of it is a duplicate, one that fits nothing is false', () => {
    const first = claim({ step: 5 })
    const second = claim({ step: 9 })
    const stranger = claim({ check: 'overlap', step: 2 })
    const result = matchAll([second, stranger, first], [bug({ id: 'one', element: 'save' })])
    expect(result.found.get('one')).toBe(first)
    expect(result.duplicates).toEqual([second])
    expect(result.wrong).toEqual([stranger])
  })

  it('gives a finding to the bug of its own check before one of an alias', () => {
    const found = claim({ check: 'frozen', element: '', step: 3 })
    const { found: matched } = matchAll(
      [found],
      [bug({ id: 'spin', check: 'loading' }), bug({ id: 'ice', check: 'frozen' })],
    )
    expect([...matched.keys()]).toEqual(['ice'])
  })
})
