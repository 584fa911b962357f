// What the line under a tile says of an input that was refused: why, and what to do.
import { expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { handOf } from '#renderer/stage/hand.ts'

it('says what to do about an input that was refused, be it by the hub or by the device', async () => {
  const refusal = new Refusal('bad-value', '"日" cannot be typed over adb.', { hint: 'Install scrcpy.' })
  const receipt = { sent: false, reached: false, changed: null, words: 'not sent', refusal: refusal.toData() }
  for (const answer of [() => Promise.reject(refusal), () => Promise.resolve(receipt)]) {
    const hand = handOf({ call: answer } as never, deviceId('one'))
    await hand.input({ kind: 'text', text: '日' })
    expect(hand.outcome.value).toMatchObject({
      words: 'Typed “日”: "日" cannot be typed over adb. Install scrcpy.',
      isBad: true,
    })
  }
})
