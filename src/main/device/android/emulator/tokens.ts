// What an emulator wants to see with each call: its own token, or a token we sign for that call with a key it was shown.
// Tokens go into the call and nowhere else.
import { join } from 'node:path'
import { pathOf } from '#main/device/android/emulator/protocol.ts'
import type { DiscoveredGrpc } from '#main/device/android/parse/discovery.ts'
import { readText, remove, writeWhole } from '#main/sys/files.ts'
import { newSigningKey, type SigningKey } from '#main/sys/signing.ts'
import { sleep, within } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'

export interface Tokens extends AsyncDisposable {
  /** The `authorization` of a call; null where none is asked for. */
  header(call: string): string | null
  /** Takes every secret that could stand in a text out of it. */
  scrubbed(text: string): string
}

/** The name the emulator's own allow list knows. */
const issuer = 'android-studio'
const tokenSeconds = 600
/** Signed anew so long before its end. */
const spareSeconds = 60
const activeMs = 5000
const pollMs = 50

export async function tokensFor(grpc: DiscoveredGrpc, signal: AbortSignal): Promise<Tokens> {
  const { token, keys } = grpc
  if (token !== null)
    return {
      header: () => `Bearer ${token.reveal()}`,
      scrubbed: text => text.replaceAll(token.reveal(), '(secret)'),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  if (keys !== null) return signedTokens(keys, signal)
  return { header: () => null, scrubbed: text => text, [Symbol.asyncDispose]: () => Promise.resolve() }
}

async function signedTokens(keys: NonNullable<DiscoveredGrpc['keys']>, signal: AbortSignal): Promise<Tokens> {
  const key = newSigningKey()
  const file = join(keys.folder, `${key.id}.jwk`)
  await writeWhole(file, key.publicSet)
  try {
    await taken(keys.active, key.id, signal)
  } catch (thrown) {
    await remove(file)
    throw thrown
  }
  const signed = new Map<string, { readonly text: string; readonly untilMs: number }>()
  return {
    header: call => {
      const known = signed.get(call)
      if (known !== undefined && known.untilMs > Date.now()) return `Bearer ${known.text}`
      const text = tokenOf(key, call)
      signed.set(call, { text, untilMs: Date.now() + (tokenSeconds - spareSeconds) * 1000 })
      return `Bearer ${text}`
    },
    scrubbed: text => [...signed.values()].reduce((left, one) => left.replaceAll(one.text, '(secret)'), text),
    [Symbol.asyncDispose]: () => remove(file),
  }
}

function tokenOf(key: SigningKey, call: string): string {
  const now = Math.floor(Date.now() / 1000)
  return key.token({ iss: issuer, aud: pathOf(call), iat: now, exp: now + tokenSeconds })
}

/** The emulator looks into the folder by itself; only what it lists is believed. */
async function taken(active: string, id: string, signal: AbortSignal): Promise<void> {
  const late = within(
    activeMs,
    signal,
    new Refusal('failed', 'The emulator did not take the key it was shown.', {
      hint: 'Close the emulator and boot it from Nocturne.',
    }),
  )
  while (!(await readText(active).catch(() => '')).includes(id)) await sleep(pollMs, late)
}
