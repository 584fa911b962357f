// What the window and the progress bar show of a night: taken from what the night says and from what it writes down.
import { LiveValue } from '#shared/base/live.ts'
import type { Refusal } from '#shared/base/refusal.ts'
import type { NightBook } from '#shared/domain/book.ts'
import type { NightId } from '#shared/domain/ids.ts'
import type { NightProgress } from '#shared/domain/progress.ts'
import type { InboxRow, NightProgressLine, StepLine } from '#shared/protocol/shapes.ts'
import type { Device } from '#main/device/device.ts'
import type { Store } from '#main/store/store.ts'
import { nightLineOf, nightWords, rowOf } from '#main/hub/inbox.ts'
import { stepLineOf, stepLines } from '#main/hub/steps.ts'

const lastMax = 12

export class NightView {
  readonly device: Device
  readonly live: LiveValue<NightProgressLine>
  /** The store, and an eye on what is written. */
  readonly book: NightBook
  readonly #store: Store
  readonly #id: NightId
  readonly #beganMs = performance.now()
  #last: readonly StepLine[] = []
  #findings: readonly InboxRow[] = []
  #confirmed = 0
  #steps = 0
  /** What it was doing when a person took the device; null while nobody has it. */
  #interrupted: string | null = null
  readonly #stopWatching: () => void

  constructor(store: Store, id: NightId, device: Device) {
    this.#store = store
    this.#id = id
    this.device = device
    this.live = new LiveValue(startingLine(id, device))
    this.book = this.#watched()
    this.#stopWatching = device.state.subscribe(({ control }) => this.#held(control?.owner.kind === 'person'))
  }

  /** A person took the device, or gave it back: the night waits in place meanwhile, and says so. */
  #held(byPerson: boolean): void {
    if (byPerson === (this.#interrupted !== null) || this.live.value.phase === 'ended') return
    const { doing } = this.live.value
    const before = this.#interrupted
    this.#interrupted = byPerson ? doing : null
    this.live.update(line => ({
      ...line,
      doing: before ?? `Waiting: a person has control of ${this.device.model.name}.`,
    }))
  }

  take(progress: NightProgress): void {
    const fraction = fractionOf(progress)
    this.live.set({
      night: {
        ...nightLineOf(this.#store.night(this.#id), progress.phase !== 'ended'),
        screens: progress.screens,
        new_screens: progress.newScreens,
      },
      // The end is told by `end`, when everything is written.
      phase: progress.phase === 'exploring' ? 'exploring' : progress.phase === 'resetting' ? 'starting' : 'confirming',
      doing: this.#interrupted === null ? doingOf(progress) : this.live.value.doing,
      fraction,
      left_ms: this.#leftMs(fraction),
      candidates: progress.candidates,
      confirmed: this.#confirmed,
      mission: {
        n: progress.mission,
        card: progress.card,
        device: progress.device,
        device_name: this.device.model.name,
        condition: progress.condition,
        step: progress.step,
        of: progress.missionSteps > 0 ? progress.missionSteps : null,
      },
      now: this.#last.at(-1) ?? null,
      last: this.#last,
      findings: this.#findings,
      refusal: null,
    })
  }

  /** The night broke off; its record says how it ended, this says why. */
  failed(refusal: Refusal): void {
    if (this.#stopped()) return
    this.live.update(line => ({ ...line, doing: refusal.words, refusal: refusal.toData() }))
  }

  #stopped(): boolean {
    const night = this.#store.nightIfThere(this.#id)
    return night?.ended_by === 'stopped'
  }

  end(): void {
    this.#stopWatching()
    const kept = this.live.value
    const ended =
      this.#store.nightIfThere(this.#id) === null
        ? { ...kept, phase: 'ended' as const }
        : endedLine(this.#store, this.#id)
    this.live.set({
      ...ended,
      doing: kept.refusal !== null || ended.night.ended_by === 'device' ? kept.doing : ended.doing,
      refusal: kept.refusal,
    })
  }

  /** Wall time: a virtual night's own time says nothing to who waits for it. */
  #leftMs(fraction: number | null): number | null {
    const tookMs = performance.now() - this.#beganMs
    return fraction === null || fraction < 0.02 ? null : Math.round((tookMs * (1 - fraction)) / fraction)
  }

  #watched(): NightBook {
    const store = this.#store
    return {
      beginNight: night => store.beginNight(night),
      beginMission: (night, mission, row) => store.beginMission(night, mission, row),
      step: (night, mission, step, picture, app, map) => {
        store.step(night, mission, step, picture, app, map)
        this.#steps += 1
        this.#last = [
          ...this.#last,
          stepLineOf({ mission, device: this.device.model.id, step, picture }, this.#steps),
        ].slice(-lastMax)
      },
      verdict: (night, mission, candidate, fingerprint, verdict) =>
        store.verdict(night, mission, candidate, fingerprint, verdict),
      file: (night, mission, app, build, confirmed, shown) => {
        const filed = store.file(night, mission, app, build, confirmed, shown)
        this.#confirmed += 1
        const row = rowOf(store.findings.card(filed.id))
        this.#findings = [...this.#findings.filter(one => one.id !== row.id), row]
        return filed
      },
      show: (night, shown, others) => {
        store.show(night, shown, others)
        this.#findings = this.#findings.map(row => rowOf(store.findings.card(row.id)))
      },
      flowPlayed: (finding, result, text) => store.flowPlayed(finding, result, text),
      endMission: (night, mission, row) => store.endMission(night, mission, row),
      endNight: (night, end) => store.endNight(night, end),
      loadMap: app => store.loadMap(app),
      saveMap: (app, rows) => store.saveMap(app, rows),
      known: (app, fingerprint) => store.known(app, fingerprint),
      journalSetting: entry => store.journalSetting(entry),
      settledSetting: id => store.settledSetting(id),
      unsettledSettings: device => store.unsettledSettings(device),
    }
  }
}

/** A night that is over, from its record. */
export function endedLine(store: Store, id: NightId): NightProgressLine {
  const night = nightLineOf(store.night(id), false)
  const { total } = stepLines(store, id, 0, 1)
  const { steps } = stepLines(store, id, Math.max(0, total - lastMax), lastMax)
  const findings = store.findings.cardsOfNight(id).map(rowOf)
  return {
    night,
    phase: 'ended',
    doing: nightWords(night),
    fraction: 1,
    left_ms: 0,
    candidates: findings.length + night.not_reproduced,
    confirmed: findings.length,
    mission: null,
    now: steps.at(-1) ?? null,
    last: steps,
    findings,
    refusal: null,
  }
}

function startingLine(id: NightId, device: Device): NightProgressLine {
  return {
    night: {
      id,
      app: '',
      app_label: '',
      build: '',
      devices: [device.model.id],
      started: '',
      ended: null,
      ended_by: null,
      steps: 0,
      screens: 0,
      new_screens: 0,
      not_reproduced: 0,
      seed: 0,
      findings: 0,
      running: true,
    },
    phase: 'starting',
    doing: 'Starting',
    fraction: null,
    left_ms: null,
    candidates: 0,
    confirmed: 0,
    mission: null,
    now: null,
    last: [],
    findings: [],
    refusal: null,
  }
}

function fractionOf({ stepsDone, stepsAll, elapsedMs, leftMs }: NightProgress): number | null {
  if (stepsAll !== null && stepsAll > 0) return Math.min(1, stepsDone / stepsAll)
  return leftMs === null || elapsedMs + leftMs <= 0 ? null : Math.min(1, elapsedMs / (elapsedMs + leftMs))
}

function doingOf(progress: NightProgress): string {
  const condition = progress.condition === null ? '' : ` (${progress.condition})`
  switch (progress.phase) {
    case 'resetting':
      return `Starting "${progress.card}"${condition}.`
    case 'exploring':
      return progress.card === 'Explore' ? `Exploring${condition}.` : `"${progress.card}"${condition}.`
    case 'confirming':
      return progress.words
    case 'ended':
      return 'Writing it down.'
  }
}
