// One night on one device: missions by cards and conditions, confirming after each, filing into the book, until the budget is
// spent. Knows a Device, a NightBook and a policy; no platform, no store, no window.
import type { Card, Condition, EndedBy, MissionRow } from '#shared/domain/night.ts'
import type { NightPhase, NightProgress } from '#shared/domain/progress.ts'
import { Actuator } from '#main/explore/actuator.ts'
import type { ExaminerOptions } from '#main/explore/case-book.ts'
import { Examiner } from '#main/explore/examiner.ts'
import { KnownData } from '#main/explore/known-data.ts'
import { Mission, type MissionEnd, type MissionStep } from '#main/explore/mission.ts'
import { NightFindings } from '#main/explore/night-findings.ts'
import type { NightOrder, NightOutcome, NightTools } from '#main/explore/night-order.ts'
import { ProgressReport } from '#main/explore/night-progress.ts'
import { Partners } from '#main/explore/partners.ts'
import { policyNamed } from '#main/explore/policies/policies.ts'
import type { Policy } from '#main/explore/policy.ts'
import { Revisits } from '#main/explore/revisits.ts'
import { ScreenMap } from '#main/explore/screen-map.ts'
import { SettingsJournal, whyNot } from '#main/explore/settings-journal.ts'
import { traceLine } from '#main/explore/trace.ts'
import type { Raised } from '#main/explore/trail.ts'
import { turnOf, type Turn } from '#main/explore/turns.ts'

const putBackMs = 10_000
/** How much longer than its time a night may take for what still waits to be replayed. */
const replaysLateMs = 10 * 60_000

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

class Night {
  readonly #order: NightOrder
  readonly #tools: NightTools
  readonly #stop: AbortSignal
  readonly #signal: AbortSignal
  readonly #map: ScreenMap
  readonly #policy: Policy
  readonly #began: number
  readonly #missions: MissionRow[] = []
  readonly #findings: NightFindings
  readonly #progress: ProgressReport
  readonly #bases: Partners | null
  readonly #revisits: Revisits | null
  readonly #examined = new Set<string>()
  /** Conditions this device cannot be put in. */
  readonly #leftOut = new Set<Condition | null>()
  readonly #data = new KnownData()
  #steps = 0
  #candidates = 0
  #installed = false
  #idleMissions = 0

  constructor(order: NightOrder, tools: NightTools, stop: AbortSignal, signal: AbortSignal) {
    this.#order = order
    this.#tools = tools
    this.#stop = stop
    this.#signal = signal
    this.#map = ScreenMap.from(order.app.package, tools.book.loadMap(order.app.package))
    this.#policy = policyNamed(order.policy, { seed: order.job.seed, changedWords: order.changedWords })
    this.#began = order.device.clock.now()
    this.#progress = new ProgressReport(order, this.#began, progress => tools.onProgress(progress))
    this.#findings = new NightFindings(
      { order, tools, map: this.#map },
      words => this.#report('confirming', null, { words }),
      stop,
      signal,
    )
    this.#bases = order.job.conditions.length === 0 ? null : new Partners()
    this.#revisits = order.job.conditions.length === 0 ? null : new Revisits()
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
      if (endedBy !== 'stopped' && endedBy !== 'device') await this.#replayWaiting()
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
        not_reproduced: this.#findings.notReproduced,
      })
      this.#report('ended', endedBy)
    }
    return {
      endedBy,
      steps: this.#steps,
      screens: this.#map.screensTonight,
      newScreens: this.#map.newScreens,
      notReproduced: this.#findings.notReproduced,
      missions: this.#missions,
      findings: this.#findings.found,
      notReplayed: this.#findings.waiting.length,
      replays: this.#findings.replays,
      replaySteps: this.#findings.replaySteps,
    }
  }

  async #missionsInTurn(): Promise<EndedBy> {
    for (let number = 1; ; number++) {
      const over = this.#over()
      if (over !== null) return over
      const turn = turnOf(this.#order.job, byChange(this.#order.job.cards, this.#order.changedWords), number)
      if (turn === null) return 'answer'
      const why = whyNot(this.#order.device, turn.condition)
      if (why !== null) {
        // Said once; the missions the device can be put in go on.
        if (!this.#leftOut.has(turn.condition)) {
          this.#leftOut.add(turn.condition)
          this.#tools.book.beginMission(this.#order.id, number, {
            card: cardName(turn.card),
            device: this.#order.device.model.id,
            condition: turn.condition,
          })
          this.#endMission(number, turn, { steps: 0, endedBy: 'device', words: why })
        }
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

  /** No mission of their condition comes any more: what still waits is replayed now, each under its condition. */
  async #replayWaiting(): Promise<void> {
    const { durationMs, device } = this.#order
    for (let left = this.#findings.waiting.length; left > 0;) {
      const [next] = this.#findings.waiting
      const isLate = durationMs !== null && device.clock.now() - this.#began >= durationMs + replaysLateMs
      if (next === undefined || isLate || this.#stop.aborted) return
      await this.#under(next.turn, (actuator, options) =>
        this.#findings.confirm(next.number, next.turn, null, [], actuator, options),
      )
      if (this.#findings.waiting.length >= left) return
      left = this.#findings.waiting.length
    }
  }

  async #mission(number: number, turn: Turn): Promise<MissionEnd> {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    const { device, job, id } = order
    const setUpFile = turn.card?.setupFlow ?? job.setupFlow
    book.beginMission(id, number, {
      card: cardName(turn.card),
      device: device.model.id,
      condition: turn.condition,
      setUp: setUpFile === null ? null : { file: setUpFile, credentials: job.credentials },
    })
    this.#report('resetting', null, { mission: number, card: cardName(turn.card), condition: turn.condition })
    return this.#under(turn, async (actuator, examinerOptions) => {
      const mission = new Mission({
        actuator,
        policy: this.#policy,
        map: this.#map,
        examiner: new Examiner(examinerOptions),
        revisits: this.#revisits,
        order: {
          number,
          steps: this.#missionSteps(turn),
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
      if (end.endedBy !== 'stopped') await this.#findings.confirm(number, turn, end, raised, actuator, examinerOptions)
      return end
    })
  }

  /** The device held and in the condition of the turn while `work` lasts; put back afterwards. */
  async #under<T>(turn: Turn, work: (actuator: Actuator, options: ExaminerOptions) => Promise<T>): Promise<T> {
    const { device, job, id, app } = this.#order
    const setUpFile = turn.card?.setupFlow ?? job.setupFlow
    const actuator = new Actuator(device, {
      app: app.package,
      launchArguments: turn.card?.arguments ?? {},
      leash: job.leash,
      ownerName: `night of ${app.label}`,
      orientation: turn.condition === 'landscape' ? 'landscape' : 'portrait',
      setUp: setUpFile === null ? null : (this.#tools.setup?.(setUpFile) ?? null),
      stop: this.#stop,
    })
    await using held = actuator
    const journal = new SettingsJournal(this.#tools.book, device, id, app.package)
    try {
      journal.noteOrientation()
      await actuator.undisturbed(
        async () => journal.set(await actuator.grant, turn.condition, this.#signal),
        this.#signal,
      )
      return await work(actuator, this.#examinerOptions(actuator, turn.condition))
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
      missionSteps: this.#missionSteps(turn) + taken.step.n,
      screenName: taken.step.screenName,
      seenBefore: !taken.step.newScreen,
      picture,
      touched: at === null ? null : { x: at.x / taken.observation.size.width, y: at.y / taken.observation.size.height },
      words: taken.step.outcome,
      outcome: taken.step.outcome,
      checks: taken.step.checks,
    })
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
      settled: this.#findings.settled,
      replay: false,
    }
  }

  #missionSteps(turn: Turn): number {
    const { steps } = this.#order.job.limit
    return Math.min(turn.steps, steps === null ? Infinity : steps - this.#steps)
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
    const counts = {
      steps: this.#steps,
      screens: this.#map.screensTonight,
      newScreens: this.#map.newScreens,
      candidates: this.#candidates,
      findings: this.#findings.found.length,
    }
    this.#progress.tell(counts, phase, endedBy, more)
  }
}

export const cardName = (card: Card | null): string => card?.goal ?? 'Explore'

/** Cards that share a word with today's changes go first; the rest keep their order. */
function byChange(cards: readonly Card[], words: readonly string[]): readonly Card[] {
  const hits = (card: Card): number => words.filter(word => card.goal.toLowerCase().includes(word.toLowerCase())).length
  return cards.toSorted((a, b) => hits(b) - hits(a))
}
