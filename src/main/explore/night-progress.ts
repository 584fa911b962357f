// What a night tells about itself while it runs: each report is the last one with what is new. Used by the night only.
import type { NightId } from '#shared/domain/ids.ts'
import type { EndedBy } from '#shared/domain/night.ts'
import type { NightPhase, NightProgress } from '#shared/domain/progress.ts'
import type { NightOrder } from '#main/explore/night-order.ts'

interface Counts {
  readonly steps: number
  readonly screens: number
  readonly newScreens: number
  readonly candidates: number
  readonly findings: number
}

export class ProgressReport {
  readonly #order: NightOrder
  readonly #began: number
  readonly #onProgress: (progress: NightProgress) => void
  #last: Omit<NightProgress, 'phase' | 'endedBy'>

  /** `began`: on the clock of the device. */
  constructor(order: NightOrder, began: number, onProgress: (progress: NightProgress) => void) {
    this.#order = order
    this.#began = began
    this.#onProgress = onProgress
    this.#last = blankProgress(order.id, order.device.model.id)
  }

  tell(counts: Counts, phase: NightPhase, endedBy: EndedBy | null, more: Partial<NightProgress>): void {
    const order = this.#order
    const { steps } = counts
    const elapsedMs = order.device.clock.now() - this.#began
    const all = order.job.limit.steps
    const byTime = order.durationMs === null ? null : Math.max(0, order.durationMs - elapsedMs)
    const bySteps = all === null || steps === 0 ? null : Math.round((elapsedMs / steps) * (all - steps))
    const next = {
      ...this.#last,
      ...more,
      stepsDone: steps,
      stepsAll: all,
      elapsedMs,
      leftMs: byTime ?? bySteps,
      screens: counts.screens,
      newScreens: counts.newScreens,
      candidates: counts.candidates,
      findings: counts.findings,
    }
    this.#last = next
    this.#onProgress({ ...next, phase, endedBy })
  }
}

function blankProgress(night: NightId, device: NightProgress['device']): Omit<NightProgress, 'phase' | 'endedBy'> {
  return {
    night,
    device,
    mission: 0,
    card: '',
    condition: null,
    step: 0,
    missionSteps: 0,
    stepsDone: 0,
    stepsAll: null,
    elapsedMs: 0,
    leftMs: null,
    screenName: '',
    seenBefore: false,
    picture: null,
    touched: null,
    words: '',
    outcome: '',
    checks: [],
    screens: 0,
    newScreens: 0,
    candidates: 0,
    findings: 0,
  }
}
