// What the fake hub answers about phones without a cable: a code to scan, and a phone that takes the code 482913 alone.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { pairingMethods } from '#shared/protocol/methods/pairing.ts'

export function pairingAnswers(): Pick<Handlers, keyof typeof pairingMethods> {
  return {
    'pairing.code': async ({ code }) => {
      if (code === '482913') return { words: 'Paired and connected.' }
      throw new Refusal('failed', 'The phone did not take this code, or its dialog was closed.', {
        hint: 'On the phone open "Pair device with pairing code" again: each code is good for one try.',
      })
    },
    'pairing.connect': async ({ address }) => ({ words: `Connected to ${address}.` }),
    'pairing.qr': async () =>
      new LiveValue({
        is: 'waiting' as const,
        text: 'WIFI:T:ADB;S:nocturne-abcdefgh;P:ABCDEFGHJKLM;;',
        words: 'On the phone: Developer options, Wireless debugging, "Pair device with QR code".',
        hint: null,
      }),
  }
}
