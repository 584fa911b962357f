// The oracles: which are asked when, and what a replay asks again. Pure functions of looks, logs and history.
// The mission asks these; probes feed the deciders exported at the end with the looks they took.
import type { Check } from '#shared/domain/check.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { normaliseFrames } from '#main/explore/normalise.ts'
import { contrast } from '#main/explore/oracles/contrast.ts'
import { cutOff } from '#main/explore/oracles/cut-off.ts'
import { labels } from '#main/explore/oracles/labels.ts'
import { untranslated, unmirrored } from '#main/explore/oracles/language.ts'
import { anr, crash, leftApp, nativeCrash } from '#main/explore/oracles/log-faults.ts'
import { offlineError } from '#main/explore/oracles/offline.ts'
import type { Oracle, OracleInput } from '#main/explore/oracles/oracle-input.ts'
import { covered, overlapping } from '#main/explore/oracles/overlap.ts'
import { offScreen, targets } from '#main/explore/oracles/targets.ts'
import { placeholder, rawError } from '#main/explore/oracles/text-faults.ts'

export type { Oracle, OracleInput, Where } from '#main/explore/oracles/oracle-input.ts'
export { backStack, type BackStackInput, type Hop } from '#main/explore/oracles/back-stack.ts'
export { dataLost, type DataLossInput } from '#main/explore/oracles/data-loss.ts'
export { deadControl, mayBeDead, type DeadControlInput } from '#main/explore/oracles/dead-control.ts'
export { offlineHandling, type OfflineInput } from '#main/explore/oracles/offline.ts'
export { turnedLayout, turnSuspected } from '#main/explore/oracles/orientation.ts'
export {
  blank,
  endlessLoading,
  frozen,
  frozenSince,
  frozenSuspected,
  looksBlank,
  type BlankInput,
  type LoadingInput,
} from '#main/explore/oracles/stillness.ts'
export {
  isSilent,
  silentCandidate,
  silentOutcome,
  silentValidation,
  wentOn,
  type FormOutcome,
} from '#main/explore/oracles/validation.ts'

/** Told as `offline` where that is why. */
const plainRawError: Oracle = {
  ...rawError,
  ask: async input => (input.condition === 'offline' && !input.networkOn ? [] : rawError.ask(input)),
}

/** Cheap: logs and trees. Asked at every step. */
export const stepOracles: readonly Oracle[] = [
  crash,
  nativeCrash,
  anr,
  leftApp,
  plainRawError,
  offlineError,
  placeholder,
]

/** Read the picture. Asked at the first visit of a variant, once it has settled. */
export const screenOracles: readonly Oracle[] = [
  labels,
  targets,
  contrast,
  cutOff,
  overlapping,
  covered,
  offScreen,
  untranslated,
  unmirrored,
]

/** Asked again by the probe that raised them, with looks of its own; `reask` cannot. */
export const probeChecks: readonly Check[] = [
  'blank',
  'frozen',
  'loading',
  'dead_control',
  'data_loss',
  'back_stack',
  'silent_validation',
  'offline',
  'focus',
  'goal',
  'logic',
]

/** All candidates of a list of oracles, worst first as the list has them. */
export async function askAll(oracles: readonly Oracle[], input: OracleInput): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const oracle of oracles) found.push(...(await oracle.ask(input)))
  return found
}

/**
 * The same question on a replay's last look: a crash of the same root, or the same check on the same element.
 * Checks of a probe (`probeChecks`) must be asked by it again; here only those with an oracle answer, the others say no.
 */
export async function reask(candidate: Candidate, input: OracleInput): Promise<boolean> {
  const again = await askAll(
    [...stepOracles, ...screenOracles].filter(oracle => mayTell(oracle.check, candidate.check)),
    input,
  )
  return again.some(found => isSame(candidate, found, input.app))
}

/** A visual oracle tells its own check or, under a condition, the condition's. */
function mayTell(oracle: Check, asked: Check): boolean {
  if (oracle === asked) return true
  if (asked === 'dark') return oracle === 'contrast'
  if (asked === 'big_text' || asked === 'locale' || asked === 'rtl')
    return oracle === 'truncated' || oracle === 'overlap' || oracle === 'target'
  return false
}

function isSame(candidate: Candidate, found: Candidate, app: string): boolean {
  if (found.check !== candidate.check) return false
  if (candidate.check === 'crash' || candidate.check === 'native_crash') {
    const top = normaliseFrames(candidate.frames, app)[0]
    const again = normaliseFrames(found.frames, app)[0]
    return found.signature === candidate.signature && (top === undefined || again === undefined || top === again)
  }
  if (candidate.check === 'anr' || candidate.check === 'left_app') return true
  return candidate.element === ''
    ? found.message === candidate.message && found.element === ''
    : found.element === candidate.element
}
