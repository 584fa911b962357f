// A recording's time, as its button says it.
import { expect, it } from 'vitest'
import { clockWords } from '#renderer/stage/clock-words.ts'

it('says seconds, minutes and hours as a clock does', () => {
  expect([0, 7999, 60_000, 725_400, 3_723_000].map(clockWords)).toEqual(['0:00', '0:07', '1:00', '12:05', '1:02:03'])
})
