// One night on one device: missions by cards and conditions, confirming after each, filing into the book, until the budget is
// spent. Knows a Device, a NightBook and a policy; no platform, no store, no window.
import type { FiledFinding, NightBook, PictureKeeper } from '#shared/domain/book.ts'
import type { Build } from '#shared/domain/device.ts'
import type { Confirmed } from '#shared/domain/finding.ts'
import type { Fingerprint, NightId } from '#shared/domain/ids.ts'
import type { Card, Condition, EndedBy, Job, MissionRow } from '#shared/domain/night.ts'
import { rankOf } from '#shared/domain/check.ts'
import type { NightPhase, NightProgress } from '#shared/domain/progress.ts'
import type { Device } from '#main/device/device.ts'
import { Actuator, type SetUp } from '#main/explore/actuator.ts'
import { confirmOne, type ConfirmTools } from '#main/explore/confirm.ts'
import { Examiner, type ExaminerOptions } from '#main/explore/examiner.ts'
import { Mission, type MissionEnd, type MissionStep } from '#main/explore/mission.ts'
import { policyNamed, type PolicyName } from '#main/explore/policies/policies.ts'
import type { Policy } from '#main/explore/policy.ts'
import { Replayer } from '#main/explore/replay.ts'
import { ScreenMap } from '#main/explore/screen-map.ts'
import { SettingsJournal, whyNot } from '#main/explore/settings-journal.ts'
import { traceLine } from '#main/explore/trace.ts'
import type { Raised } from '#main/explore/trail.ts'

export const stepsAReset = 200
const stepsATurnLeast = 40
const fingerprintsAMission = 6
const putBackMs = 10_000

export interface NightOrder {
  readonly id: NightId
  readonly job: Job
  readonly device: Device
  readonly app: { readonly package: string; readonly label: string; readonly version: string }
  readonly build: Build | null
  readonly previous: Build | null
  readonly policy: PolicyName
  /** Device time the night may take; null for as long as its steps last. */
  readonly durationMs: number | null
  /** Words of today's changes, from commits. */
  readonly changedWords: readonly string[]
  /** In the bench every confirmed finding is shown. */
  readonly showAll: boolean
  readonly startedAt: string
}

export interface NightTools {
  readonly book: NightBook
  readonly pictures: PictureKeeper | null
  readonly confirm: ConfirmTools
  onProgress(progress: NightProgress): void
  /** One line a step; null when nobody wants a trace. */
  readonly trace: ((line: string) => void) | null
  /** The time of day, for the record. */
  now(): string
  /** How a setup flow is played, by its file; null where none is. */
  readonly setup: ((file: string) => SetUp) | null
}

export interface NightOutcome {
  readonly endedBy: EndedBy
  readonly steps: number
  readonly screens: number
  readonly newScreens: number
  readonly notReproduced: number
  readonly missions: readonly MissionRow[]
  readonly findings: readonly {
    readonly filed: FiledFinding
    readonly confirmed: Confirmed
    readonly nightStep: number
  }[]
  /** Candidates beyond the cap of a mission that no later mission could take. */
  readonly notReplayed: number
  readonly replays: number
  readonly replaySteps: number
}

/** `stop` ends the night after the step in hand and confirms nothing more; `signal` ends it at once. */
export async function runNight(
  order: NightOrder,
  tools: NightTools,
  stop: AbortSignal,
  signal: AbortSignal,
): Promise<NightOutcome> {
  const night = new Night(order, tools, stop, signal)
  return night.run()
}

/** A candidate beyond the cap of its mission, with what is needed to replay it after the next one. */
interface Waiting {
  readonly raised: Raised
  readonly end: MissionEnd
  readonly condition: Condition | null
}

interface Turn {
  readonly card: Card | null
  readonly condition: Condition | null
}

class Night {
  readonly #order: NightOrder
  readonly #tools: NightTools
  readonly #stop: AbortSignal
  readonly #signal: AbortSignal
  readonly #map: ScreenMap
  readonly #policy: Policy
  readonly #began: number
  readonly #missions: MissionRow[] = []
  readonly #findings: { filed: FiledFinding; confirmed: Confirmed; nightStep: number }[] = []
  readonly #settled = new Set<Fingerprint>()
  readonly #filed = new Set<Fingerprint>()
  readonly #dropped = new Map<Fingerprint, number>()
  readonly #bases: ExaminerOptions['bases']
  readonly #examined = new Set<string>()
  readonly #data = new Set<string>()
  #waiting: Waiting[] = []
  #steps = 0
  #candidates = 0
  #notReproduced = 0
  #replays = 0
  #replaySteps = 0
  #installed = false
  #idleMissions = 0
  #last: Omit<NightProgress, 'phase' | 'endedBy'> | null = null

  constructor(order: NightOrder, tools: NightTools, stop: AbortSignal, signal: AbortSignal) {
    this.#order = order
    this.#tools = tools
    this.#stop = stop
    this.#signal = signal
    this.#map = ScreenMap.from(order.app.package, tools.book.loadMap(order.app.package))
    this.#policy = policyNamed(order.policy, { seed: order.job.seed, changedWords: order.changedWords })
    this.#began = order.device.clock.now()
    this.#bases = order.job.conditions.length === 0 ? null : new Map()
  }

  async run(): Promise<NightOutcome> {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    book.beginNight({
      id: order.id,
      app: order.app.package,
      appLabel: order.app.label,
      build: order.app.version,
      devices: [order.device.model.id],
      started: order.startedAt,
      ended: null,
      ended_by: null,
      steps: 0,
      screens: 0,
      new_screens: 0,
      not_reproduced: 0,
      seed: order.job.seed,
    })
    let endedBy: EndedBy = 'budget'
    try {
      endedBy = await this.#missionsInTurn()
    } catch (thrown) {
      endedBy = this.#stop.aborted || this.#signal.aborted ? 'stopped' : 'device'
      if (!this.#signal.aborted && !this.#stop.aborted) throw thrown
    } finally {
      book.endNight(order.id, {
        ended_by: endedBy,
        ended: this.#tools.now(),
        steps: this.#steps,
        screens: this.#map.screensTonight,
        new_screens: this.#map.newScreens,
        not_reproduced: this.#notReproduced,
      })
      this.#report('ended', endedBy)
    }
    return {
      endedBy,
      steps: this.#steps,
      screens: this.#map.screensTonight,
      newScreens: this.#map.newScreens,
      notReproduced: this.#notReproduced,
      missions: this.#missions,
      findings: this.#findings,
      notReplayed: this.#waiting.length,
      replays: this.#replays,
      replaySteps: this.#replaySteps,
    }
  }

  async #missionsInTurn(): Promise<EndedBy> {
    for (let number = 1; ; number++) {
      const over = this.#over()
      if (over !== null) return over
      const turn = this.#turn(number)
      if (turn === null) return 'answer'
      const why = whyNot(this.#order.device, turn.condition)
      if (why !== null) {
        this.#tools.book.beginMission(this.#order.id, number, {
          card: cardName(turn.card),
          device: this.#order.device.model.id,
          condition: turn.condition,
        })
        this.#endMission(number, turn, { steps: 0, endedBy: 'device', words: why })
        if (
          this.#order.job.conditions.every(condition => whyNot(this.#order.device, condition) !== null) &&
          number > this.#order.job.conditions.length + 1
        )
          return 'device'
        continue
      }
      const before = this.#steps
      const end = await this.#mission(number, turn)
      // A card that could not be set up is skipped; without cards the next mission would fare no better.
      if (!end.setUp && turn.card !== null) continue
      if (end.endedBy === 'stopped' || end.endedBy === 'device') return end.endedBy
      // Missions in which nothing new could be tried any more, one after the other: a longer night would not help.
      this.#idleMissions = this.#steps - before <= 60 && end.endedBy === 'stuck' ? this.#idleMissions + 1 : 0
      if (this.#idleMissions >= 6 && this.#order.job.limit.steps === null) return 'stuck'
    }
  }

  #over(): EndedBy | null {
    const { job, durationMs, device } = this.#order
    if (this.#stop.aborted || this.#signal.aborted) return 'stopped'
    if (job.limit.steps !== null && this.#steps >= job.limit.steps) return 'budget'
    if (durationMs !== null && device.clock.now() - this.#began >= durationMs) return 'time'
    return null
  }

  /** Cards in order, one mission each; without cards, *explore* again and again. Conditions take turns, the plain one first. */
  #turn(number: number): Turn | null {
    const { cards, conditions } = this.#order.job
    const turns: readonly (Condition | null)[] = [null, ...conditions]
    const condition = turns[(number - 1) % turns.length] ?? null
    if (cards.length === 0) return { card: null, condition }
    const card = byChange(cards, this.#order.changedWords)[Math.floor((number - 1) / turns.length)]
    return card === undefined ? null : { card, condition }
  }

  async #mission(number: number, turn: Turn): Promise<MissionEnd> {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    const { device, job, id } = order
    const setUpFile = turn.card?.setupFlow ?? job.setupFlow
    const actuator = new Actuator(device, {
      app: order.app.package,
      launchArguments: turn.card?.arguments ?? {},
      leash: job.leash,
      ownerName: `night of ${order.app.label}`,
      orientation: turn.condition === 'landscape' ? 'landscape' : 'portrait',
      setUp: setUpFile === null ? null : (this.#tools.setup?.(setUpFile) ?? null),
      stop: this.#stop,
    })
    await using held = actuator
    const journal = new SettingsJournal(book, device, id, order.app.package)
    book.beginMission(id, number, {
      card: cardName(turn.card),
      device: device.model.id,
      condition: turn.condition,
      setUp: setUpFile === null ? null : { file: setUpFile, credentials: job.credentials },
    })
    this.#report('resetting', null, { mission: number, card: cardName(turn.card), condition: turn.condition })
    try {
      journal.noteOrientation()
      await actuator.undisturbed(
        async () => journal.set(await actuator.grant, turn.condition, this.#signal),
        this.#signal,
      )
      const examinerOptions = this.#examinerOptions(actuator, turn.condition)
      const mission = new Mission({
        actuator,
        policy: this.#policy,
        map: this.#map,
        examiner: new Examiner(examinerOptions),
        order: {
          number,
          steps: this.#missionSteps(turn.card),
          until: this.#missionUntil(turn.card),
          nightSteps: this.#steps,
          nightBegan: this.#began,
          condition: turn.condition,
          build: this.#installed ? null : order.build,
          leash: job.leash,
        },
      })
      this.#installed = true
      const raised: Raised[] = []
      const end = await this.#explore(mission, number, turn, raised)
      this.#endMission(number, turn, end)
      if (end.endedBy !== 'stopped') await this.#confirm(number, turn, end, raised, actuator, examinerOptions)
      return end
    } finally {
      await held.undisturbed(
        async () => journal.putBack(await held.grant, AbortSignal.timeout(putBackMs)),
        this.#signal,
      )
    }
  }

  async #explore(mission: Mission, number: number, turn: Turn, raised: Raised[]): Promise<MissionEnd> {
    const steps = mission.run(this.#stop, this.#signal)
    for (;;) {
      const next = await steps.next()
      if (next.done === true) return next.value
      await this.#keep(next.value, number, turn)
      raised.push(...next.value.raised)
    }
  }

  async #keep(taken: MissionStep, number: number, turn: Turn): Promise<void> {
    const { order, book, pictures } = { order: this.#order, book: this.#tools.book, pictures: this.#tools.pictures }
    if (taken.step.by === 'night') this.#steps += 1
    this.#candidates += taken.raised.length
    const name = `${order.id}/m${number}/s${taken.step.n}`
    const picture = pictures === null ? null : await pictures.keep(taken.observation, 'step', name)
    book.step(order.id, number, taken.step, picture, order.app.package, taken.mapRows)
    if (this.#tools.trace !== null) this.#tools.trace(await traceLine(number, taken.step, taken.observation))
    const { action } = taken.step
    const at = action !== null && 'target' in action ? action.target.at : null
    this.#report('exploring', null, {
      mission: number,
      card: cardName(turn.card),
      condition: turn.condition,
      step: taken.step.n,
      missionSteps: this.#missionSteps(turn.card) + taken.step.n,
      screenName: taken.step.screenName,
      seenBefore: !taken.step.newScreen,
      picture,
      touched: at === null ? null : { x: at.x / taken.observation.size.width, y: at.y / taken.observation.size.height },
      words: taken.step.outcome,
      outcome: taken.step.outcome,
      checks: taken.step.checks,
    })
  }

  /** Worst first, six fingerprints a mission; what is left waits for the next mission's replays. */
  async #confirm(
    number: number,
    turn: Turn,
    end: MissionEnd,
    raised: readonly Raised[],
    actuator: Actuator,
    options: ExaminerOptions,
  ): Promise<void> {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    const first = new Map<Fingerprint, Waiting>()
    const fresh = raised.map(one => ({ raised: one, end, condition: turn.condition }))
    for (const one of [...fresh, ...this.#waiting.filter(waiting => waiting.condition === turn.condition)])
      if (!first.has(one.raised.fingerprint) && !this.#settled.has(one.raised.fingerprint))
        first.set(one.raised.fingerprint, one)
    const worst = [...first.values()].toSorted(
      (a, b) =>
        rankOf(a.raised.candidate.check) - rankOf(b.raised.candidate.check) || a.raised.nightStep - b.raised.nightStep,
    )
    const replayer = new Replayer(actuator, this.#map, options, {
      build: null,
      condition: turn.condition,
      leash: order.job.leash,
      number,
    })
    const now = worst.slice(0, fingerprintsAMission)
    const later = worst.slice(fingerprintsAMission)
    for (const { raised: one } of later)
      if (fresh.some(mine => mine.raised === one))
        book.verdict(order.id, number, one.candidate, one.fingerprint, { is: 'not_replayed' })
    this.#waiting = [...this.#waiting.filter(waiting => waiting.condition !== turn.condition), ...later]
    for (const [index, { raised: one, end: itsEnd }] of now.entries()) {
      if (this.#stop.aborted) return
      // The same fault, put down to another step before it was proved.
      if (one.earlier !== undefined && this.#settled.has(one.earlier.fingerprint)) continue
      this.#report('confirming', null, { words: `Replaying ${index + 1} of ${now.length}: ${one.candidate.title}` })
      const result = await confirmOne({
        raised: one,
        trail: itsEnd.trail,
        launch: itsEnd.launch,
        map: this.#map,
        replayer,
        order: {
          app: order.app,
          device: order.device,
          condition: turn.condition,
          seed: order.job.seed,
          attempts: order.job.replayAttempts,
          previous: order.previous,
          build: order.build,
          night: order.id,
          mission: number,
        },
        tools: this.#tools.confirm,
        pictures: this.#tools.pictures,
        stop: this.#stop,
        signal: this.#signal,
      })
      if (result.verdict.is === 'dropped') {
        if (this.#stop.aborted) return
        this.#notReproduced += 1
        const times = (this.#dropped.get(one.fingerprint) ?? 0) + 1
        this.#dropped.set(one.fingerprint, times)
        if (times >= 2) this.#settled.add(one.fingerprint)
        book.verdict(order.id, number, one.candidate, one.fingerprint, result.verdict)
        continue
      }
      this.#settled.add(one.fingerprint)
      book.verdict(order.id, number, one.candidate, one.fingerprint, result.verdict)
      if (result.confirmed !== null && !this.#filed.has(result.confirmed.fingerprint))
        this.#file(number, one, result.confirmed)
    }
    this.#replays += replayer.replays
    this.#replaySteps += replayer.steps
  }

  #file(number: number, raised: Raised, confirmed: Confirmed): void {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    this.#settled.add(confirmed.fingerprint)
    this.#filed.add(confirmed.fingerprint)
    const known = book.known(order.app.package, confirmed.fingerprint)
    const filed = book.file(order.id, number, order.app.package, order.app.version, confirmed, known !== 'declined')
    this.#findings.push({ filed, confirmed, nightStep: raised.nightStep })
    if (known === 'new' && !order.showAll) this.#showWorst()
  }

  /** The cap holds for the whole night, so a bad one that is confirmed late takes the place of a mild one. */
  #showWorst(): void {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    const ranked = this.#findings
      .filter(finding => finding.filed.isNew)
      .toSorted((a, b) => rankOf(a.confirmed.candidate.check) - rankOf(b.confirmed.candidate.check))
      .map(finding => finding.filed.id)
    const most = order.job.findingsPerNight
    book.show(order.id, ranked.slice(0, most), ranked.slice(most))
  }

  #examinerOptions(actuator: Actuator, condition: Condition | null): ExaminerOptions {
    return {
      actuator,
      app: this.#order.app.package,
      surface: this.#order.device.model.surface,
      map: this.#map,
      leash: this.#order.job.leash,
      condition,
      bases: this.#bases,
      examined: this.#examined,
      typed: new Set(),
      data: this.#data,
      settled: this.#settled,
      replay: false,
    }
  }

  #missionSteps(card: Card | null): number {
    const { limit, conditions } = this.#order.job
    const left = limit.steps === null ? Infinity : limit.steps - this.#steps
    // So short that the plain mission and each condition get a turn within the night.
    const turn = limit.steps === null ? stepsAReset : Math.ceil(limit.steps / (conditions.length + 1))
    return Math.min(card?.steps ?? Math.max(stepsATurnLeast, Math.min(stepsAReset, turn)), left)
  }

  #missionUntil(card: Card | null): number | null {
    const { durationMs, device } = this.#order
    const night = durationMs === null ? Infinity : this.#began + durationMs
    const mine = card === null ? Infinity : device.clock.now() + card.minutes * 60_000
    const until = Math.min(night, mine)
    return Number.isFinite(until) ? until : null
  }

  #endMission(
    number: number,
    turn: Turn,
    end: { readonly steps: number; readonly endedBy: EndedBy; readonly words: string },
  ): void {
    const row: MissionRow = {
      card: cardName(turn.card),
      device: this.#order.device.model.id,
      condition: turn.condition,
      steps: end.steps,
      ended_by: end.endedBy,
      judged: 'not judged',
      why: end.words === '' ? null : end.words,
    }
    this.#missions.push(row)
    this.#tools.book.endMission(this.#order.id, number, row)
  }

  #report(phase: NightPhase, endedBy: EndedBy | null, more: Partial<NightProgress> = {}): void {
    const { order } = this
    const elapsedMs = order.device.clock.now() - this.#began
    const all = order.job.limit.steps
    const byTime = order.durationMs === null ? null : Math.max(0, order.durationMs - elapsedMs)
    const bySteps =
      all === null || this.#steps === 0 ? null : Math.round((elapsedMs / this.#steps) * (all - this.#steps))
    const known = this.#last ?? blankProgress(order.id, order.device.model.id)
    const next = {
      ...known,
      ...more,
      stepsDone: this.#steps,
      stepsAll: all,
      elapsedMs,
      leftMs: byTime ?? bySteps,
      screens: this.#map.screensTonight,
      newScreens: this.#map.newScreens,
      candidates: this.#candidates,
      findings: this.#findings.length,
    }
    this.#last = next
    this.#tools.onProgress({ ...next, phase, endedBy })
  }

  get order(): NightOrder {
    return this.#order
  }
}

export const cardName = (card: Card | null): string => card?.goal ?? 'Explore'

/** Cards that share a word with today's changes go first; the rest keep their order. */
function byChange(cards: readonly Card[], words: readonly string[]): readonly Card[] {
  const hits = (card: Card): number => words.filter(word => card.goal.toLowerCase().includes(word.toLowerCase())).length
  return cards.toSorted((a, b) => hits(b) - hits(a))
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
