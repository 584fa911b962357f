// What a night makes of its candidates: which are replayed after a mission, which wait, and what is filed and shown.
// Used by the night only; the replaying itself is confirm.ts, the keeping is the book's.
import type { Confirmed } from '#shared/domain/finding.ts'
import type { Fingerprint } from '#shared/domain/ids.ts'
import { rankOf } from '#shared/domain/check.ts'
import type { Actuator } from '#main/explore/actuator.ts'
import type { ExaminerOptions } from '#main/explore/case-book.ts'
import { confirmOne } from '#main/explore/confirm.ts'
import type { MissionEnd } from '#main/explore/mission.ts'
import type { NightFinding, NightOrder, NightTools } from '#main/explore/night-order.ts'
import { Replayer } from '#main/explore/replay.ts'
import type { ScreenMap } from '#main/explore/screen-map.ts'
import type { Raised } from '#main/explore/trail.ts'
import type { Turn } from '#main/explore/turns.ts'

const fingerprintsAMission = 6

/** A candidate beyond the cap of its mission, with what is needed to replay it after the next one. */
interface Waiting {
  readonly raised: Raised
  readonly end: MissionEnd
  readonly turn: Turn
  /** The mission that raised it. */
  readonly number: number
}

export class NightFindings {
  readonly #order: NightOrder
  readonly #tools: NightTools
  readonly #map: ScreenMap
  readonly #stop: AbortSignal
  readonly #signal: AbortSignal
  readonly #say: (words: string) => void
  /** Confirmed or given up: raised no more. */
  readonly settled = new Set<Fingerprint>()
  notReproduced = 0
  replays = 0
  replaySteps = 0
  readonly #found: NightFinding[] = []
  readonly #filed = new Set<Fingerprint>()
  readonly #dropped = new Map<Fingerprint, number>()
  #waiting: readonly Waiting[] = []

  constructor(
    night: { readonly order: NightOrder; readonly tools: NightTools; readonly map: ScreenMap },
    say: (words: string) => void,
    stop: AbortSignal,
    signal: AbortSignal,
  ) {
    this.#order = night.order
    this.#tools = night.tools
    this.#map = night.map
    this.#say = say
    this.#stop = stop
    this.#signal = signal
  }

  get found(): readonly NightFinding[] {
    return this.#found
  }

  /** Beyond the cap of their mission: for a later one of the same condition, or for the end of the night. */
  get waiting(): readonly Waiting[] {
    return this.#waiting
  }

  /** Worst first, six fingerprints a mission; what is left waits for the next mission's replays. */
  async confirm(
    number: number,
    turn: Turn,
    end: MissionEnd | null,
    raised: readonly Raised[],
    actuator: Actuator,
    options: ExaminerOptions,
  ): Promise<void> {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    const first = new Map<Fingerprint, Waiting>()
    const fresh = end === null ? [] : raised.map(one => ({ raised: one, end, turn, number }))
    for (const one of [...fresh, ...this.#waiting.filter(waiting => waiting.turn.condition === turn.condition)])
      if (!first.has(one.raised.fingerprint) && !this.settled.has(one.raised.fingerprint))
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
    this.#waiting = [...this.#waiting.filter(waiting => waiting.turn.condition !== turn.condition), ...later]
    for (const [index, { raised: one, end: itsEnd }] of now.entries()) {
      if (this.#stop.aborted) return
      // The same fault, put down to another step before it was proved.
      if (one.earlier !== undefined && this.settled.has(one.earlier.fingerprint)) continue
      this.#say(`Replaying ${index + 1} of ${now.length}: ${one.candidate.title}`)
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
        this.notReproduced += 1
        const times = (this.#dropped.get(one.fingerprint) ?? 0) + 1
        this.#dropped.set(one.fingerprint, times)
        if (times >= 2) this.settled.add(one.fingerprint)
        book.verdict(order.id, number, one.candidate, one.fingerprint, result.verdict)
        continue
      }
      this.settled.add(one.fingerprint)
      book.verdict(order.id, number, one.candidate, one.fingerprint, result.verdict)
      if (result.confirmed !== null && !this.#filed.has(result.confirmed.fingerprint))
        this.#file(number, one, result.confirmed)
    }
    this.replays += replayer.replays
    this.replaySteps += replayer.steps
  }

  #file(number: number, raised: Raised, confirmed: Confirmed): void {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    this.settled.add(confirmed.fingerprint)
    this.#filed.add(confirmed.fingerprint)
    const known = book.known(order.app.package, confirmed.fingerprint)
    const filed = book.file(order.id, number, order.app.package, order.app.version, confirmed, known !== 'declined')
    this.#found.push({ filed, confirmed, nightStep: raised.nightStep })
    if (known === 'new' && !order.showAll) this.#showWorst()
  }

  /** The cap holds for the whole night, so a bad one that is confirmed late takes the place of a mild one. */
  #showWorst(): void {
    const { order, book } = { order: this.#order, book: this.#tools.book }
    const ranked = this.#found
      .filter(finding => finding.filed.isNew)
      .toSorted((a, b) => rankOf(a.confirmed.candidate.check) - rankOf(b.confirmed.candidate.check))
      .map(finding => finding.filed.id)
    const most = order.job.findingsPerNight
    book.show(order.id, ranked.slice(0, most), ranked.slice(most))
  }
}
