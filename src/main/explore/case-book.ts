// What the parts of one examiner share: the trail, the latest looks and what was raised. One for each mission and each replay.
// Names a candidate and keeps it once; asks no oracle and touches no device.
import type { Observation, Surface } from '#shared/domain/device.ts'
import type { Fingerprint } from '#shared/domain/ids.ts'
import type { Action, Candidate, Condition, Seen } from '#shared/domain/night.ts'
import type { Check } from '#shared/domain/check.ts'
import type { Actuator } from '#main/explore/actuator.ts'
import type { LeashWords } from '#main/explore/controls.ts'
import { fingerprint } from '#main/explore/fingerprint.ts'
import type { KnownData } from '#main/explore/known-data.ts'
import type { OracleInput, Where } from '#main/explore/oracles/oracle-input.ts'
import type { Partners } from '#main/explore/partners.ts'
import type { Moment } from '#main/explore/policy.ts'
import type { Place, ScreenMap } from '#main/explore/screen-map.ts'
import type { Probe, Raised, TrailStep } from '#main/explore/trail.ts'

export interface ExaminerOptions {
  readonly actuator: Actuator
  readonly app: string
  readonly surface: Surface
  readonly map: ScreenMap
  readonly leash: LeashWords
  readonly condition: Condition | null
  /** Looks at screens, kept for the differential checks of later missions; null when no mission has a condition. */
  readonly bases: Partners | null
  /** Screen variants examined already in this night, by condition. */
  readonly examined: Set<string>
  readonly typed: Set<string>
  readonly data: KnownData
  /** Confirmed or given up in this night: raised no more. */
  readonly settled: ReadonlySet<Fingerprint>
  readonly replay: boolean
}

const historyKept = 12

export class CaseBook {
  readonly options: ExaminerOptions
  trail: readonly TrailStep[] = []
  nightSteps = 0
  history: readonly Seen[] = []
  /** Checks asked since they were last taken. */
  readonly checks = new Set<Check>()
  lastLook: Observation | null = null
  readonly #raised = new Set<Fingerprint>()

  constructor(options: ExaminerOptions) {
    this.options = options
  }

  /** The newest looks are kept: enough for what asks several inputs back. */
  note(...seen: readonly Seen[]): void {
    this.history = [...this.history, ...seen].slice(-historyKept)
  }

  /** Answers it the first time; nothing when it was raised before or is settled. */
  keep(candidate: Candidate, probe: Probe, upTo: number, step: number): readonly Raised[] {
    const print = this.printOf(candidate)
    if (this.#raised.has(print) || (!this.options.replay && this.options.settled.has(print))) return []
    this.#raised.add(print)
    return [{ candidate, fingerprint: print, probe, upTo, step, nightStep: this.nightSteps + step }]
  }

  printOf(candidate: Candidate): Fingerprint {
    return fingerprint({
      app: this.options.app,
      surface: this.options.surface,
      check: candidate.check,
      screen: candidate.screenName === '' ? candidate.screen : candidate.screenName,
      element: candidate.element,
      message: candidate.message,
      signature: candidate.signature,
      frames: candidate.frames,
    })
  }

  input(parts: {
    now: Observation
    before: Observation | null
    action: Action | null
    events: Moment['events']
    where: Where
    from: Where | null
    firstVisit: boolean
    settledTwice: Observation | null
  }): OracleInput {
    return {
      ...parts.where,
      app: this.options.app,
      now: parts.now,
      before: parts.before,
      action: parts.action,
      events: parts.events,
      history: this.history,
      firstVisit: parts.firstVisit,
      settledTwice: parts.settledTwice,
      typed: this.options.typed,
      condition: this.options.condition,
      base: null,
      networkOn: this.networkOn,
      data: this.options.data.words,
      from: parts.from,
    }
  }

  get networkOn(): boolean {
    return this.options.actuator.device.state.value.settings?.network.value !== 'offline'
  }
}

export const whereOf = (place: Place | null): Where =>
  place === null ? { screen: null, screenName: '' } : { screen: place.screen.id, screenName: place.screen.name }

/** How a check of the step phase is asked again: what the log tells needs its last action, what is seen may need none. */
export function probeOf(check: Check): Probe {
  const byAction = check === 'crash' || check === 'native_crash' || check === 'anr' || check === 'left_app'
  // The first input that is not answered, and the one that shows it.
  return { kind: 'look', tail: check === 'anr' ? 2 : byAction ? 1 : 0 }
}
