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
