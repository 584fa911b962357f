// What a person is told of a value that does not fit its shape: a sentence of ours, never the checking library's.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parse } from '#shared/base/parse.ts'

const shape = z.object({
  name: z.string().min(1).max(4),
  code: z.string().regex(/^\d+$/u).optional(),
  level: z.number().int().min(0).max(100).optional(),
  width: z.number().positive().optional(),
  to: z.enum(['on', 'off']).optional(),
  only: z.literal('x').optional(),
  list: z.array(z.string().min(2)).min(1).max(2).optional(),
  both: z.discriminatedUnion('is', [z.object({ is: z.literal('a') }), z.object({ is: z.literal('b') })]).optional(),
  yes: z.boolean().optional(),
  strict: z.strictObject({}).optional(),
  own: z.string().regex(/^a$/u, 'is a time of day').optional(),
})

const said = (value: unknown): string => {
  try {
    parse(shape, value, 'a message')
    return ''
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : ''
  }
}

describe('a value of the wrong shape', () => {
  it.each<readonly [unknown, string]>([
    [7, 'A message has to be a group of fields.'],
    [{}, '"name" of a message is missing.'],
    [{ name: null }, '"name" of a message has to be text.'],
    [{ name: '' }, '"name" of a message is empty.'],
    [{ name: 'abcde' }, '"name" of a message is too long: at most 4 characters.'],
    [{ name: 'a', code: 'x' }, '"code" of a message is not written as it has to be.'],
    [{ name: 'a', level: 0.5 }, '"level" of a message has to be a whole number.'],
    [{ name: 'a', level: -1 }, '"level" of a message is too small: at least 0.'],
    [{ name: 'a', level: 101 }, '"level" of a message is too large: at most 100.'],
    [{ name: 'a', level: 1e300 }, '"level" of a message is too large.'],
    [{ name: 'a', width: Infinity }, '"width" of a message has to be a number, not one without an end.'],
    [{ name: 'a', width: 0 }, '"width" of a message is too small: more than 0.'],
    [{ name: 'a', to: 'maybe' }, '"to" of a message has to be one of "on", "off".'],
    [{ name: 'a', only: 'y' }, '"only" of a message has to be "x".'],
    [{ name: 'a', list: [] }, '"list" of a message is empty.'],
    [{ name: 'a', list: ['a'] }, '"list.0" of a message is too short: at least 2 characters.'],
    [{ name: 'a', list: ['aa', 'aa', 'aa'] }, '"list" of a message is too long: at most 2 entries.'],
    [{ name: 'a', both: { is: 'c' } }, '"both.is" of a message has none of the forms it can have.'],
    [{ name: 'a', yes: 1 }, '"yes" of a message has to be true or false.'],
    [{ name: 'a', strict: { b: 1 } }, '"strict" of a message holds what is not known here: b.'],
    [{ name: 'a', own: 'b' }, '"own" of a message is a time of day.'],
  ])('%j', (value, words) => {
    expect(said(value)).toBe(`Refusal: ${words}`)
  })

  it('is never told in the words of the library', () => {
    const keys = Object.keys(shape.shape)
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.anything()), value => {
        expect(said(value)).not.toMatch(/Invalid|Too (small|big)|expected|Unrecognized|ZodError|undefined|\[object/u)
      }),
    )
  })
})
