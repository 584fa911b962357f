// What an oracle is asked with and how it answers: the types of every check, and the maker of candidates.
// Used by all of oracles/ and by the mission; decides nothing itself.
import type { Check } from '#shared/domain/check.ts'
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import { wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action, Candidate, Condition, Seen } from '#shared/domain/night.ts'
import { nameOf } from '#main/explore/oracles/tree-reading.ts'

/** Where a candidate belongs. */
export interface Where {
  readonly screen: ScreenId | null
  readonly screenName: string
}

export interface OracleInput extends Where {
  readonly app: string
  readonly now: Observation
  readonly before: Observation | null
  readonly action: Action | null
  readonly events: readonly AppEvent[]
  /** Latest last, at most 12. */
  readonly history: readonly Seen[]
  /** First visit of this variant. */
  readonly firstVisit: boolean
  /** A second look about 2 s later without input, where the mission took one. */
  readonly settledTwice: Observation | null
  /** Texts we typed in this mission. */
  readonly typed: ReadonlySet<string>
  readonly condition: Condition | null
  /** The same screen seen without the condition, for differential checks. */
  readonly base: Observation | null
  readonly networkOn: boolean
  /** The screen the action was made on, for what shows only after it is gone (crash, left the app). Else `screen`. */
  readonly from?: Where | null
  /** Texts known to be data (once seen in a list's rows), which no translation can be asked of. */
  readonly data?: ReadonlySet<string>
}

export interface Oracle {
  readonly check: Check
  /** `step`: cheap, asked at every step. `screen`: reads pixels, asked at the first visit of a variant. */
  readonly phase: 'step' | 'screen'
  ask(input: OracleInput): Promise<readonly Candidate[]>
}

/** What a check says; the rest of a candidate is filled in. */
export interface Saying {
  readonly check: Check
  readonly title: string
  readonly why: string
  readonly whyNotNoise: string
  readonly observation: Observation
  readonly tree?: ElementTree | null
  readonly element?: Element | null
  /** Instead of the element's own name. */
  readonly elementName?: string
  readonly label?: string
  readonly mark?: Rect | null
  readonly signature?: string
  readonly frames?: readonly string[]
  readonly message?: string
  readonly log?: string | null
}

export function candidateOf(where: Where, saying: Saying): Candidate {
  const tree = saying.tree ?? saying.observation.tree
  const element = saying.element ?? null
  const label = saying.label ?? (element === null || tree === null ? '' : wordsOfElement(tree, element))
  return {
    check: saying.check,
    screen: where.screen,
    screenName: where.screenName,
    element: saying.elementName ?? (element === null || tree === null ? '' : nameOf(tree, element)),
    label: label.slice(0, 120),
    title: saying.title,
    why: saying.why,
    whyNotNoise: saying.whyNotNoise,
    signature: saying.signature ?? '',
    frames: saying.frames ?? [],
    message: saying.message ?? '',
    observation: saying.observation.number,
    mark: saying.mark === undefined ? (element === null ? null : element.bounds) : saying.mark,
    log: saying.log ?? null,
  }
}

/** `“Save”`, or the id, or a plain word where nothing else says. */
export function quoted(label: string, elementName: string, otherwise: string): string {
  const words = label.replaceAll(/\s+/g, ' ').trim()
  if (words !== '') return `“${words.length > 40 ? `${words.slice(0, 39)}…` : words}”`
  return elementName === '' ? otherwise : `“${elementName.replaceAll('_', ' ')}”`
}

/** ` on “Plant”`, nothing where the screen has no name. */
export const onScreen = (where: Where): string => (where.screenName === '' ? '' : ` on “${where.screenName}”`)
