// Plays a flow file and says what that means for a finding: passed, reproduced, drifted or refused. Used by the night,
// by `flow run` and by the window.
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { readHeader } from '#main/explore/flows/flow-header.ts'
import type { FlowHeader } from '#main/explore/flows/flow-header.ts'
import { parseFlow, wordsOfError } from '#main/explore/flows/parse.ts'
import type { ReadFile } from '#main/explore/flows/parse.ts'
import { play } from '#main/explore/flows/player.ts'
import type { Played, PlayOptions } from '#main/explore/flows/player.ts'
import { checkSubset } from '#main/explore/flows/subset.ts'

export interface FlowSource {
  readonly text: string
  readonly file: string
  readonly readFile: ReadFile
}

/** What the finding's own oracle may look at once the flow has walked to the place. */
export interface Walked {
  /** Before the last step that changed something. */
  readonly before: Observation | null
  readonly final: Observation
  readonly events: readonly AppEvent[]
}
/** Does the fault still show? Asked for flows whose header says `asserts: nocturne`. */
export type FlowOracle = (walked: Walked, header: FlowHeader) => boolean | Promise<boolean>

export interface FlowPlay {
  readonly file: string
  readonly result: 'passed' | 'reproduced' | 'drifted' | 'refused'
  readonly step: number | null
  readonly line: number | null
  readonly words: string
  /** Null when nothing was run. */
  readonly played: Played | null
}

const crashKinds = new Set(['crash', 'native_crash', 'anr'])

export async function playFlow(
  device: Device,
  grant: Grant,
  source: FlowSource,
  options: PlayOptions & { readonly oracle?: FlowOracle },
  signal: AbortSignal,
): Promise<FlowPlay> {
  const { flow, errors } = parseFlow(source.text, source.file, source.readFile)
  if (flow === null) return refused(source.file, errors[0]?.at.line ?? null, errors.map(wordsOfError).join('\n'))
  const platform = device.model.platform === 'ios' ? 'ios' : 'android'
  const missing = checkSubset(flow, {
    platform,
    caps: device.caps,
    variables: new Set(Object.keys(options.variables ?? {})),
  })
  if (missing.length > 0)
    return refused(source.file, missing[0]?.at.line ?? null, missing.map(error => error.words).join('\n'))
  if (!device.caps.tree.yes)
    return refused(
      source.file,
      null,
      `A flow needs the element tree, and ${device.model.name} has none: ${device.caps.tree.why}`,
    )
  const header = readHeader(source.text)
  const played = await play(device, grant, flow, { answerQuestions: header.fingerprint !== null, ...options }, signal)
  const says = await ask(played, header, options.oracle ?? null)
  return { file: source.file, ...flowOutcome(played, header, says), played }
}

const refused = (file: string, line: number | null, words: string): FlowPlay => ({
  file,
  result: 'refused',
  step: null,
  line,
  words,
  played: null,
})

async function ask(played: Played, header: FlowHeader, oracle: FlowOracle | null): Promise<boolean | null> {
  if (header.asserts !== 'nocturne' || played.result !== 'passed' || oracle === null) return null
  if (played.final === null) throw new Refusal('failed', 'The flow ended without a look at the screen.')
  return oracle({ before: played.before, final: played.final, events: played.events }, header)
}

/** The decision alone. `oracleSays` is null where no oracle was asked. */
export function flowOutcome(
  played: Played,
  header: Pick<FlowHeader, 'asserts' | 'check'>,
  oracleSays: boolean | null,
): {
  readonly result: 'passed' | 'reproduced' | 'drifted'
  readonly step: number
  readonly line: number | null
  readonly words: string
} {
  const at = { step: played.step, line: played.at?.line ?? null }
  if (played.result === 'failed') {
    const otherCrash = played.events.length > 0 && header.check !== null && !crashKinds.has(header.check)
    const asserted = header.asserts === 'maestro' && played.atLastAssertion && !otherCrash
    return { result: asserted ? 'reproduced' : 'drifted', ...at, words: played.words }
  }
  if (header.asserts === 'maestro') return { result: 'passed', ...at, words: played.words }
  if (oracleSays === null)
    return { result: 'passed', ...at, words: 'Every step passed. The check itself was not asked.' }
  return oracleSays
    ? {
        result: 'reproduced',
        ...at,
        words: 'Every step passed, and the check still finds the fault on the last screen.',
      }
    : { result: 'passed', ...at, words: 'Every step passed, and the check finds no fault on the last screen.' }
}
