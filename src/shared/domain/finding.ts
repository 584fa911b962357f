// A finding: a candidate that held up. It can only be made from a verdict of "reproduced" or from a platform's crash log.
import type { Check, Severity } from '#shared/domain/check.ts'
import type { FindingId, Fingerprint } from '#shared/domain/ids.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'

export type FindingStatus =
  | 'new'
  | 'seen'
  | 'regressed'
  | 'crash_log'
  | 'declined'
  | 'snoozed'
  | 'gone'
  | 'accepted'
  | 'duplicate'
export type FlowResult = 'reproduced' | 'drifted' | 'passed' | 'refused' | 'not_played'

/** What replaying a candidate showed: k of n. `crash_log`: did not reproduce, but the platform's own log is evidence. */
export type Verdict =
  | { readonly is: 'reproduced'; readonly reproduced: number; readonly attempts: number }
  | { readonly is: 'crash_log'; readonly attempts: number }
  | { readonly is: 'dropped'; readonly attempts: number; readonly words: string }

/** What the night hands to the store for a candidate that held up. */
export interface Confirmed {
  readonly candidate: Candidate
  readonly fingerprint: Fingerprint
  readonly verdict: Exclude<Verdict, { readonly is: 'dropped' }>
  /** The minimised steps from a fresh launch, last one shows the fault. */
  readonly path: readonly Action[]
  readonly stepWords: readonly string[]
  readonly replays: number
  /** By the counting of the demo app format: typing costs 2. */
  readonly cost: number
  readonly shortestKnown: number | null
  readonly flow: {
    readonly text: string
    readonly name: string
    readonly result: FlowResult
    readonly asserts: 'maestro' | 'nocturne'
  } | null
  readonly inPreviousBuild: boolean | null
  readonly step: number
  readonly pictures: readonly { readonly role: 'before' | 'after' | 'step'; readonly file: string }[]
}

export interface FindingRow {
  readonly id: FindingId
  readonly fingerprint: Fingerprint
  readonly app: string
  readonly check: Check
  readonly severity: Severity
  readonly screen: string
  readonly element: string
  readonly title: string
  readonly reproduced: string
  readonly status: FindingStatus
  readonly shown: boolean
  readonly first_seen: string
  readonly last_seen: string
  readonly seen_count: number
  readonly builds: readonly string[]
  readonly in_previous_build: boolean | null
  readonly steps: readonly string[]
  readonly shortest_known: number | null
  readonly flow: string | null
  readonly flow_result: FlowResult
  readonly asserts: 'maestro' | 'nocturne'
  readonly pictures: readonly string[]
  readonly clip: string | null
  readonly log: string | null
  readonly why: string
  readonly why_not_noise: string
}
