// Phones without a cable: paired by a code or by a QR code, connected by their address.
import { z } from 'zod'
import { call, none, watch } from '#shared/protocol/method.ts'

const text = z.string()
const address = text.trim().max(300)

export const pairingMethods = {
  /** Answers when the phone is paired, in words about whether it is connected too. */
  'pairing.code': call(z.object({ address, code: text.trim().max(20) }), z.object({ words: text })),
  'pairing.connect': call(z.object({ address }), z.object({ words: text })),
  /** A code to scan and what becomes of it; a new one for each who watches. */
  'pairing.qr': watch(
    none,
    z.object({
      is: z.enum(['starting', 'waiting', 'pairing', 'paired', 'failed']),
      text: text.nullable(),
      words: text,
      hint: text.nullable(),
    }),
  ),
} as const
