// What a person is told of a thing that was thrown.
import { describe, expect, it } from 'vitest'
import { Refusal, refusalOf, wordsOf } from '#shared/base/refusal.ts'

describe('a thrown thing', () => {
  it('is itself where it is a refusal, and else failed with its own words', () => {
    const refusal = new Refusal('busy', 'It is busy.')
    expect(refusalOf(refusal)).toBe(refusal)
    expect(refusalOf(new Error('no disk'))).toMatchObject({ code: 'failed', words: 'no disk' })
    expect(refusalOf('nothing')).toMatchObject({ code: 'failed', words: 'nothing' })
  })

  it('has words of ours where the system or the language speaks', () => {
    const coded = (code: string, more: object = {}): Error =>
      Object.assign(new Error(`${code}: raw`), { code, ...more })
    expect(refusalOf(coded('ELOOP', { path: 'a/b' }))).toMatchObject({
      code: 'bad-value',
      words: 'The links of this path lead round in a circle.',
      where: 'a/b',
    })
    expect(refusalOf(coded('EMFILE')).words).toBe('Too many files and connections are open.')
    expect(refusalOf(thrownBy(() => decodeURIComponent('%zz')))).toMatchObject({
      code: 'bad-value',
      words: 'This is no address: after a % two of 0 to 9 and A to F have to follow.',
    })
    expect(wordsOf(coded('ECONNREFUSED'))).toBe('Nobody answers at this address.')
  })

  it('keeps the words of a mistake of ours in brackets behind its own', () => {
    const nothing: unknown = null
    expect(refusalOf(thrownBy(() => (nothing as { x: number }).x))).toMatchObject({
      code: 'failed',
      words: expect.stringMatching(/^Something in Nocturne went wrong that should not have \(.+\)\.$/u),
    })
  })

  it('is what went wrong first, where closing failed after it, too', async () => {
    const work = async (): Promise<void> => {
      await using _outer = closing('the second close failed')
      await using _inner = closing('the first close failed')
      throw new Refusal('not-booted', 'It is off.', { hint: 'Boot it.' })
    }
    const thrown = await work().catch((why: unknown) => why)
    expect(refusalOf(thrown)).toMatchObject({ code: 'not-booted', words: 'It is off.', hint: 'Boot it.' })
    expect(wordsOf(thrown)).toBe('It is off.')
  })
})

const closing = (words: string): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => Promise.reject(new Error(words)),
})

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (thrown) {
    return thrown
  }
}
