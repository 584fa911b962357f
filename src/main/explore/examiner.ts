// The examiner: puts what a mission saw before the oracles, at the moments the seed names, and keeps what they raise.
// The same examiner watches a mission and its replays, so a replay's question is the mission's. It decides no fault itself.
import type { Observation } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Condition, Seen } from '#shared/domain/night.ts'
import type { Check } from '#shared/domain/check.ts'
import { BackWatch } from '#main/explore/back-watch.ts'
import { CaseBook, probeOf, whereOf, type ExaminerOptions } from '#main/explore/case-book.ts'
import { DeadWatch } from '#main/explore/dead-watch.ts'
import { FormWatch } from '#main/explore/form-watch.ts'
import { FrozenWatch } from '#main/explore/frozen-watch.ts'
import { LifeWatch } from '#main/explore/life-watch.ts'
import { rowWords } from '#main/explore/looks.ts'
import {
  blank,
  endlessLoading,
  looksBlank,
  offlineHandling,
  screenOracles,
  stepOracles,
  turnedLayout,
} from '#main/explore/oracle.ts'
import type { Moment } from '#main/explore/policy.ts'
import type { Place } from '#main/explore/screen-map.ts'
import type { Raised, TrailStep } from '#main/explore/trail.ts'

const settleTwiceMs = 2000
const lateMs = 5200
const blankMs = 1600
const variantsExamined = 6
/** Under a condition the way to what is compared leads through more of them. */
const variantsCompared = 14

export class Examiner {
  readonly #book: CaseBook
  readonly #forms: FormWatch
  readonly #dead: DeadWatch
  readonly #life: LifeWatch
  readonly #frozen: FrozenWatch
  readonly #backs: BackWatch
  readonly #variants = new Map<ScreenId, number>()
  #launchedAt: number | null = null

  constructor(options: ExaminerOptions) {
    this.#book = new CaseBook(options)
    this.#forms = new FormWatch(options.app, options.replay)
    this.#dead = new DeadWatch(this.#book, this.#forms)
    this.#life = new LifeWatch(this.#book)
    this.#frozen = new FrozenWatch(this.#book)
    this.#backs = new BackWatch(this.#book)
  }

  /** The newest look, where the examiner waited and looked again. */
  get lastLook(): Observation | null {
    return this.#book.lastLook
  }

  get typed(): ReadonlySet<string> {
    return this.#book.options.typed
  }

  /** Notes what the rows of this look hold, and answers all that is known to be data. */
  dataOf(observation: Observation): ReadonlySet<string> {
    const { data } = this.#book.options
    for (const words of rowWords(observation.tree)) data.note(words)
    return data.words
  }

  /** A mission or a replay begins; its trail is written by its owner before `after` is called. */
  begin(
    order: { readonly condition: Condition | null; readonly nightSteps: number },
    trail: readonly TrailStep[],
  ): void {
    this.#book.trail = trail
    this.#book.nightSteps = order.nightSteps
    this.#launchedAt = this.#book.options.actuator.device.clock.now()
  }

  /** The checks that ran since the last call, for the step's record. */
  takeChecks(): readonly Check[] {
    const checks = [...this.#book.checks]
    this.#book.checks.clear()
    return checks
  }

  /** After an action: the log, what is on the screen, and the probes this action completes. */
  async after(moment: Moment, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { decision, from, to, after, events } = moment
    const { action } = decision
    this.#book.lastLook = after
    // Very short texts are part of too many words to tell what was typed from what was not.
    if (action.kind === 'type' && action.text.trim().length > 3) {
      this.#book.options.typed.add(action.text)
      this.#book.options.data.note(action.text)
    }
    if (action.kind === 'relaunch') this.#launchedAt = this.#book.options.actuator.device.clock.now()
    const seen: Seen = { observation: after, action, events }
    if (this.#book.history.length === 0) this.#book.note({ observation: moment.before, action: null, events: [] })
    this.#book.note(seen)
    const where = whereOf(to)
    const raised: Raised[] = []
    const input = this.#book.input({
      now: after,
      before: moment.before,
      action,
      events,
      where,
      from: whereOf(from),
      firstVisit: to?.newVariant ?? false,
      settledTwice: null,
    })
    for (const oracle of stepOracles) {
      this.#book.checks.add(oracle.check)
      for (const candidate of await oracle.ask(input))
        raised.push(...this.#book.keep(candidate, probeOf(candidate.check), this.#book.trail.length, step))
    }
    // What did nothing before a relaunch was asked of another process: it may have been frozen.
    if (action.kind === 'relaunch') this.#dead.forget()
    else this.#dead.keepOnly(from.screen.id)
    if (moment.changed && to !== null) raised.push(...(await this.#dead.reacted(moment)))
    raised.push(...(await this.#life.after(moment, step, signal)))
    raised.push(...(await this.#dead.after(moment, step, signal)))
    if (action.kind === 'wait' && to !== null) raised.push(...(await this.#loading(moment, to, step)))
    if (action.kind === 'back' && !moment.changed && to !== null)
      raised.push(...(await this.#frozen.after(where, step)))
    if (to !== null) {
      raised.push(...(await this.#backs.after(moment, to, step)))
      const later = async (): Promise<Observation> => {
        await this.#book.options.actuator.wait(settleTwiceMs, signal)
        return this.#book.options.actuator.look(signal)
      }
      for (const { candidate, at } of await this.#forms.after(moment, whereOf(from), this.#book.trail.length, later))
        raised.push(...this.#book.keep(candidate, { kind: 'silent', tail: 1, row: candidate.message }, at, step))
    } else {
      this.#backs.forget()
      this.#dead.forget()
    }
    return raised
  }

  async #loading(moment: Moment, to: Place, step: number): Promise<readonly Raised[]> {
    const { app, condition } = this.#book.options
    this.#book.checks.add('loading')
    const found = await endlessLoading({
      ...whereOf(to),
      app,
      looks: moment.looks,
      networkOn: this.#book.networkOn,
      condition,
    })
    return found.flatMap(candidate =>
      this.#book.keep(candidate, { kind: 'loading', tail: 1 }, this.#book.trail.length, step),
    )
  }

  /** On a screen: whether it is blank, and on a variant not examined yet all that needs its pixels. */
  async arrived(
    now: Observation,
    place: Place,
    moment: Moment | null,
    step: number,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    const { actuator, app, condition, bases, examined, replay } = this.#book.options
    const where = whereOf(place)
    const raised: Raised[] = []
    if (this.#book.history.length === 0) this.#book.note({ observation: now, action: null, events: [] })
    this.#life.meet(place, now)
    if (this.#book.lastLook === null || this.#book.lastLook.number < now.number) this.#book.lastLook = now
    const action = moment?.decision.action ?? null
    if (moment === null) {
      this.#launchedAt = actuator.device.clock.now()
      this.#dead.forget()
    }
    if (await looksBlank(now, app)) return this.#blank(now, place, moment, step, signal)
    const base = this.#base(place, now)
    const examinedAs = `${condition ?? ''}|${place.screen.id}|${place.variant}`
    // With nothing to compare it with, it is examined once more when there is.
    const name = condition !== null && base === null ? `${examinedAs}|alone` : examinedAs
    const known =
      examined.has(name) ||
      examined.has(examinedAs) ||
      (this.#variants.get(place.screen.id) ?? 0) >= (condition === null ? variantsExamined : variantsCompared)
    if (known && !replay) return raised
    examined.add(name)
    this.#variants.set(place.screen.id, (this.#variants.get(place.screen.id) ?? 0) + 1)
    await actuator.wait(settleTwiceMs, signal)
    const settledTwice = await actuator.look(signal)
    const input = this.#book.input({
      now,
      before: moment?.before ?? null,
      action,
      events: [],
      where,
      from: moment === null ? null : whereOf(moment.from),
      firstVisit: true,
      settledTwice,
    })
    const oracles = moment === null ? [...stepOracles, ...screenOracles] : screenOracles
    for (const oracle of oracles) {
      this.#book.checks.add(oracle.check)
      for (const candidate of await oracle.ask({ ...input, base }))
        raised.push(...this.#book.keep(candidate, { kind: 'look', tail: 0 }, this.#book.trail.length, step))
    }
    const upright = condition === 'landscape' ? base : null
    if (upright !== null)
      for (const candidate of await turnedLayout({ ...where, app, upright, turned: now, later: settledTwice }))
        raised.push(...this.#book.keep(candidate, { kind: 'look', tail: 0 }, this.#book.trail.length, step))
    if (condition === 'offline' && !this.#book.networkOn)
      raised.push(...(await this.#offline(now, place, step, signal)))
    // A replay without a condition is made to have something to compare with.
    if (!replay || condition === null) bases?.keep(place.screen.id, place.variant, condition, now)
    return raised
  }

  /** Blank so far: looked at once more, as it may only be late. */
  async #blank(
    now: Observation,
    place: Place,
    moment: Moment | null,
    step: number,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    const { actuator, app } = this.#book.options
    const where = whereOf(place)
    this.#book.checks.add('blank')
    await actuator.wait(blankMs, signal)
    const second = await actuator.look(signal)
    this.#book.lastLook = second
    const sinceLaunchMs = this.#launchedAt === null ? null : second.at - this.#launchedAt + (moment === null ? 900 : 0)
    const found = await blank({
      ...where,
      // A blank screen has no name of its own: people know it by where it came from.
      screenName: moment?.from.screen.name ?? where.screenName,
      app,
      first: now,
      second,
      action: moment?.decision.action ?? null,
      sinceLaunchMs,
      events: moment?.events ?? [],
    })
    return found.flatMap(candidate =>
      this.#book.keep(candidate, { kind: 'look', tail: 1 }, this.#book.trail.length, step),
    )
  }

  /** Offline, on a screen met for the first time so: a while for it to say so. */
  async #offline(now: Observation, place: Place, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { actuator, app } = this.#book.options
    const looks = [now]
    for (let at = 0; at < 4; at++) {
      await actuator.wait(4000, signal)
      looks.push(await actuator.look(signal))
    }
    this.#book.checks.add('offline')
    const found = await offlineHandling({ ...whereOf(place), app, looks, base: this.#base(place, now) })
    return found.flatMap(candidate =>
      this.#book.keep(candidate, { kind: 'look', tail: 0 }, this.#book.trail.length, step),
    )
  }

  /** What a window of the system over the app tells: that the app does not answer. */
  async dialog(now: Observation, events: Moment['events'], step: number): Promise<readonly Raised[]> {
    if (events.length === 0) return []
    const before =
      this.#book.history.findLast(seen => seen.observation.foreground.package === this.#book.options.app)
        ?.observation ?? null
    const input = this.#book.input({
      now,
      before,
      action: null,
      events,
      where: { screen: null, screenName: '' },
      from: null,
      firstVisit: false,
      settledTwice: null,
    })
    const raised: Raised[] = []
    for (const oracle of stepOracles)
      for (const candidate of await oracle.ask(input))
        raised.push(...this.#book.keep(candidate, probeOf(candidate.check), this.#book.trail.length, step))
    return raised
  }

  /** In a replay, at the end of the path: the part of the question that is no step. */
  async finish(
    raised: Raised,
    now: Observation,
    place: Place,
    last: Moment | null,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    switch (raised.probe.kind) {
      case 'dead':
        return last === null ? [] : this.#dead.again(last, signal)
      case 'life':
        return this.#life.turnBack(now, place, signal)
      case 'frozen':
        return this.#frozen.pressAround(raised, now, place, signal)
      case 'look':
        return raised.candidate.check === 'anr' ? this.#waitForLog(now, place, last, signal) : []
      case 'loading':
      case 'back':
      case 'silent':
        return []
    }
  }

  /** The log tells that an app does not answer some seconds after it stopped to. */
  async #waitForLog(
    now: Observation,
    place: Place,
    last: Moment | null,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    const { actuator } = this.#book.options
    await actuator.wait(lateMs, signal)
    const events = await actuator.events(signal)
    if (events.length === 0) return []
    const action = last?.decision.action ?? null
    const input = this.#book.input({
      now,
      before: last?.before ?? now,
      action,
      events,
      where: whereOf(place),
      from: whereOf(place),
      firstVisit: false,
      settledTwice: null,
    })
    const raised: Raised[] = []
    for (const oracle of stepOracles)
      for (const candidate of await oracle.ask(input))
        raised.push(...this.#book.keep(candidate, probeOf(candidate.check), this.#book.trail.length, 0))
    return raised
  }

  #base(place: Place, now: Observation): Observation | null {
    const { bases, condition } = this.#book.options
    return condition === null ? null : (bases?.of(place.screen.id, place.variant, condition, now) ?? null)
  }
}
