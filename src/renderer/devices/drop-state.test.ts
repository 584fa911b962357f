// One device's answer to everything that was dropped: the weightiest of the verdicts on it.
import { describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import type { DroppedRow, VerdictRow } from '#shared/protocol/methods/drop.ts'
import { answerOf } from '#renderer/devices/drop-state.ts'

const phone = deviceId('phone')
const row = (name: string, verdict: VerdictRow | null, readable = true): DroppedRow => ({
  paths: [`/${name}`],
  name,
  words: readable ? `${name} 1.0` : 'The file is cut short.',
  hint: null,
  readable,
  package: null,
  version: null,
  bytes: null,
  verdicts: verdict === null ? [] : [{ device: phone, verdict }],
})
const ready: VerdictRow = { is: 'ready', words: 'Installs', more: 'Plants 1.0.', replaces: false }
const replace: VerdictRow = { is: 'choice', choice: 'replace', words: 'Replace it?', more: '' }
const remove: VerdictRow = { is: 'choice', choice: 'remove-first', words: 'Remove it first?', more: '' }
const cannot: VerdictRow = { is: 'cannot', code: 'unsupported', words: 'Needs arm64', more: '' }

describe('the answer of a device', () => {
  it('is the verdict of the one build', () => {
    expect(answerOf([row('a', ready)], phone)).toEqual({ is: 'ready', words: 'Installs', more: 'Plants 1.0.' })
    expect(answerOf([row('a', cannot)], phone)).toMatchObject({ is: 'cannot', words: 'Needs arm64' })
  })
  it('is ready only where all are', () => {
    expect(answerOf([row('a', ready), row('b', ready)], phone)).toMatchObject({ is: 'ready', words: 'Installs 2 apps' })
    expect(answerOf([row('a', ready), row('b', cannot)], phone)).toMatchObject({
      is: 'cannot',
      words: 'b: Needs arm64',
    })
    expect(answerOf([row('a', ready), row('b', null, false)], phone)).toMatchObject({
      is: 'cannot',
      words: 'b: The file is cut short.',
    })
  })
  it('is the weightiest choice', () => {
    expect(answerOf([row('a', replace), row('b', remove)], phone)).toMatchObject({
      is: 'choice',
      choice: 'remove-first',
    })
  })
  it('is no for a device that came later', () => {
    expect(answerOf([row('a', ready)], deviceId('later'))).toMatchObject({ is: 'cannot' })
  })
})
