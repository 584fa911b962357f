// One device's answers to what was dropped, and what is read out of a drop.
import { describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import type { DroppedRow, VerdictRow } from '#shared/protocol/methods/drop.ts'
import { answerOf, filesAnswerOf, heardOf } from '#renderer/devices/drop-answer.ts'

const phone = deviceId('phone')
const row = (name: string, verdict: VerdictRow | null, readable = true): DroppedRow => ({
  what: 'app',
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

describe('the answer of a Download folder', () => {
  const goes: VerdictRow = {
    is: 'ready',
    words: 'Goes into Download',
    more: 'No file is written over.',
    replaces: false,
  }
  const file = (name: string, readable = true, verdict: VerdictRow = goes): DroppedRow => ({
    ...row(name, readable ? verdict : null, readable),
    what: 'file',
  })
  it('is the one verdict on all files that can be read, and says which cannot', () => {
    expect(filesAnswerOf([file('a.png')], phone)).toMatchObject({ is: 'ready', words: 'Goes into Download' })
    expect(filesAnswerOf([file('a.png'), file('b.pdf')], phone)).toMatchObject({ words: '2 files go into Download' })
    expect(filesAnswerOf([file('a.png'), file('b.pdf', false)], phone)).toEqual({
      is: 'ready',
      words: '1 of 2 files go into Download',
      more: 'b.pdf: The file is cut short.',
    })
  })
  it('is no where the device has none, where nothing can be read, and for a device that came later', () => {
    const none: VerdictRow = {
      is: 'cannot',
      code: 'unsupported',
      words: 'It takes no files',
      more: 'It has no folder.',
    }
    expect(filesAnswerOf([file('a.png', true, none)], phone)).toMatchObject({
      is: 'cannot',
      words: 'It takes no files',
    })
    expect(filesAnswerOf([file('a.png', false)], phone)).toMatchObject({
      is: 'cannot',
      words: 'a.png: The file is cut short.',
    })
    expect(filesAnswerOf([file('a.png')], deviceId('later'))).toMatchObject({ is: 'cannot', words: 'It was not asked' })
  })
})

describe('what is read out of an upload', () => {
  it('is its beginning, each quarter and its end, whatever comes between', () => {
    const heard = Array.from({ length: 101 }, (_, percent) =>
      heardOf({ is: 'reading', name: 'plants.apk', part: percent / 100 }),
    )
    expect([...new Set(heard)]).toEqual([
      'Uploading plants.apk.',
      'plants.apk: 25%.',
      'plants.apk: 50%.',
      'plants.apk: 75%.',
      'plants.apk: 100%.',
    ])
    expect(heardOf({ is: 'reading', name: 'plants.apk', part: null })).toBe('Reading plants.apk.')
  })
})
