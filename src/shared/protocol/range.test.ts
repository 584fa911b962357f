// What part of a file a request asks for, and how it is answered.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf, rangeOf } from '#shared/protocol/range.ts'

const of = (range: string | null, length = 1000, isConditional = false) => rangeOf({ range, isConditional }, length)
const part = (from: number, bytes: number) => ({ is: 'part', from, bytes })

describe('a range', () => {
  it('is one stretch, from somewhere to the end, or the last bytes', () => {
    expect(of('bytes=0-99')).toEqual(part(0, 100))
    expect(of('bytes=0-0')).toEqual(part(0, 1))
    expect(of('bytes=900-')).toEqual(part(900, 100))
    expect(of('bytes=900-5000')).toEqual(part(900, 100))
    expect(of('bytes=-100')).toEqual(part(900, 100))
    expect(of('bytes=-5000')).toEqual(part(0, 1000))
    expect(of('Bytes=0-')).toEqual(part(0, 1000))
  })

  it('beyond the end cannot be had', () => {
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) expect(of(range)).toEqual({ is: 'none' })
    expect(of('bytes=0-', 0)).toEqual({ is: 'none' })
  })

  it('of several stretches, of another unit or that is none is the whole', () => {
    for (const range of [null, '', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'bytes=1e3-'])
      expect(of(range)).toEqual({ is: 'whole' })
    expect(of('bytes=0-99', 1000, true)).toEqual({ is: 'whole' })
  })

  it('never leads out of the file, whatever is asked', () => {
    const asked = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
      fc.nat().map(last => `bytes=-${last}`),
    )
    fc.assert(
      fc.property(asked, fc.nat(), (range, length) => {
        const found = of(range, length)
        if (found.is !== 'part') return
        expect(found.from).toBeGreaterThanOrEqual(0)
        expect(found.bytes).toBeGreaterThan(0)
        expect(found.from + found.bytes).toBeLessThanOrEqual(length)
      }),
    )
  })

  it('is answered with where it lies', () => {
    const answer = (range: string | null) => answerOf({ range, isConditional: false }, 1000)
    expect(answer(null)).toMatchObject({ status: 200, from: 0, bytes: 1000 })
    expect(answer(null).headers).toEqual({ 'Accept-Ranges': 'bytes', 'Content-Length': '1000' })
    expect(answer('bytes=-10').headers).toEqual({
      'Accept-Ranges': 'bytes',
      'Content-Length': '10',
      'Content-Range': 'bytes 990-999/1000',
    })
    expect(answer('bytes=1000-')).toEqual({
      status: 416,
      from: 0,
      bytes: 0,
      headers: { 'Accept-Ranges': 'bytes', 'Content-Length': '0', 'Content-Range': 'bytes */1000' },
    })
  })
})
