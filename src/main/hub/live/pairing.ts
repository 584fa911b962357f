// Pairing of phones without a cable, for the window and the CLI. Decides nothing: the platform does.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { pairingMethods } from '#shared/protocol/methods/pairing.ts'
import type { Hub } from '#main/hub/hub.ts'
import type { PhonePairing } from '#main/hub/platforms.ts'

export function pairingHandlers(hub: Hub): Pick<Handlers, keyof typeof pairingMethods> {
  return {
    'pairing.code': async ({ address, code }, { signal }) => ({
      words: await (await pairingOf(hub)).pair(address, code, signal),
    }),
    'pairing.connect': async ({ address }, { signal }) => ({
      words: await (await pairingOf(hub)).connect(address, signal),
    }),
    'pairing.qr': async (_, { signal }) => {
      const pairing = await pairingOf(hub)
      const offer = new LiveValue<Given<'pairing.qr'>>({
        is: 'starting',
        text: null,
        words: 'Making a code',
        hint: null,
      })
      pairing
        .offer(told => offer.set(told), AbortSignal.any([signal, hub.ended]))
        .catch((thrown: unknown) => {
          const { words, hint } = refusalOf(thrown)
          offer.set({ is: 'failed', text: null, words, hint })
        })
      return offer
    },
  }
}

async function pairingOf(hub: Hub): Promise<PhonePairing> {
  const pairing = await hub.platforms.pairing?.()
  if (pairing === undefined) throw new Refusal('unsupported', 'Phones cannot be paired here.')
  return pairing
}
