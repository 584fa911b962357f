// Fingerprint: what makes two findings one, as a versioned hash. Used by the mission and the store's merging.
// New versions may map old ones, never split them.
import { createHash } from 'node:crypto'
import type { Check } from '#shared/domain/check.ts'
import type { Surface } from '#shared/domain/device.ts'
import { fingerprintOf, type Fingerprint } from '#shared/domain/ids.ts'
import { normaliseFrames, normaliseMessage } from '#main/explore/normalise.ts'

const version = 'v1'

export interface FingerprintParts {
  readonly app: string
  readonly surface: Surface
  readonly check: Check
  /** What names the screen across nights: the map's id or the screen's name; null for none. */
  readonly screen: string | null
  /** Short resource id; '' when there is none. */
  readonly element: string
  readonly message: string
  readonly signature: string
  readonly frames: readonly string[]
}

export function fingerprint(parts: FingerprintParts): Fingerprint {
  const hash = createHash('sha256')
  for (const part of [version, parts.app, parts.surface, ...identifying(parts)]) hash.update(`${part}\u0000`)
  return fingerprintOf(`${version}:${hash.digest('hex').slice(0, 32)}`)
}

/** Crashes and ANRs without the screen: the same exception reached from two screens is one bug in shared code. */
function identifying(parts: FingerprintParts): readonly string[] {
  const { check, signature, message } = parts
  if (check !== 'crash' && check !== 'native_crash' && check !== 'anr')
    return [check, parts.screen ?? '', parts.element, parts.element === '' ? normaliseMessage(message) : '']
  const frames = normaliseFrames(parts.frames, parts.app).slice(0, check === 'anr' ? 1 : 5)
  return ['died', signature, ...(frames.length > 0 ? frames : [normaliseMessage(message)])]
}
