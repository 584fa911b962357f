// The examiner: puts what a mission saw before the oracles, at the moments the seed names, and keeps what they raise.
// The same examiner watches a mission and its replays, so a replay's question is the mission's. It decides no fault itself.
import type { Observation, Surface } from '#shared/domain/device.ts'
import type { Fingerprint, ScreenId } from '#shared/domain/ids.ts'
import type { Action, Candidate, Condition, Seen } from '#shared/domain/night.ts'
import type { Check } from '#shared/domain/check.ts'
import type { Actuator } from '#main/explore/actuator.ts'
import { controlsOf, type LeashWords } from '#main/explore/controls.ts'
import { fingerprint } from '#main/explore/fingerprint.ts'
import { liesBelow } from '#main/explore/back-path.ts'
import { firstStill, frozenBy, tapAt, tapBefore } from '#main/explore/frozen-trail.ts'
import {
  backStack,
  blank,
  dataLost,
  deadControl,
  endlessLoading,
  frozen,
  looksBlank,
  mayBeDead,
  offlineHandling,
  screenOracles,
  stepOracles,
  type Hop,
} from '#main/explore/oracle.ts'
import { FormWatch } from '#main/explore/form-watch.ts'
import type { OracleInput, Where } from '#main/explore/oracles/oracle-input.ts'
import { rowWords } from '#main/explore/looks.ts'
import type { Moment } from '#main/explore/policy.ts'
import type { Place, ScreenMap } from '#main/explore/screen-map.ts'
import { findTarget, targetOf } from '#main/explore/targets.ts'
import type { Probe, Raised, TrailStep } from '#main/explore/trail.ts'

export interface ExaminerOptions {
  readonly actuator: Actuator
  readonly app: string
  readonly surface: Surface
  readonly map: ScreenMap
  readonly leash: LeashWords
  readonly condition: Condition | null
  /** Plain looks at screens, kept for the differential checks of later missions; null when no mission has a condition. */
  readonly bases: Map<ScreenId, Map<number, Observation>> | null
  /** Screen variants examined already in this night, by condition. */
  readonly examined: Set<string>
  readonly typed: Set<string>
  /** Words known to be data, not the app's own: what rows of lists hold and what was typed. */
  readonly data: Set<string>
  /** Confirmed or given up in this night: raised no more. */
  readonly settled: ReadonlySet<Fingerprint>
  readonly replay: boolean
}

const historyKept = 12
const pathKept = 60
const settleTwiceMs = 2000
const lateMs = 5200
const blankMs = 1600
const variantsExamined = 6

interface DeadPending {
  readonly screen: ScreenId
  readonly raise: () => Promise<readonly Candidate[]>
  readonly upTo: number
  readonly step: number
}

export class Examiner {
  readonly #options: ExaminerOptions
  #trail: readonly TrailStep[] = []
  #nightSteps = 0
  #history: Seen[] = []
  #raised = new Set<Fingerprint>()
  #worked = new Set<string>()
  #first = new Map<ScreenId, Observation>()
  #variants = new Map<ScreenId, number>()
  #pending: DeadPending[] = []
  #turnedFrom: { readonly before: Observation; readonly place: Place; readonly at: number } | null = null
  #launchedAt: number | null = null
  #checks = new Set<Check>()
  #path: Hop[] = []
  readonly #forms: FormWatch
  lastLook: Observation | null = null

  constructor(options: ExaminerOptions) {
    this.#options = options
    this.#forms = new FormWatch(options.app, options.replay)
  }

  get typed(): ReadonlySet<string> {
    return this.#options.typed
  }

  /** Notes what the rows of this look hold, and answers all that is known to be data. */
  dataOf(observation: Observation): ReadonlySet<string> {
    const { data } = this.#options
    for (const words of rowWords(observation.tree)) data.add(words)
    return data
  }

  /** A mission or a replay begins; its trail is written by its owner before `after` is called. */
  begin(
    order: { readonly condition: Condition | null; readonly nightSteps: number },
    trail: readonly TrailStep[],
  ): void {
    this.#trail = trail
    this.#nightSteps = order.nightSteps
    this.#launchedAt = this.#options.actuator.device.clock.now()
  }

  /** The checks that ran since the last call, for the step's record. */
  takeChecks(): readonly Check[] {
    const checks = [...this.#checks]
    this.#checks.clear()
    return checks
  }

  /** After an action: the log, what is on the screen, and the probes this action completes. */
  async after(moment: Moment, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { decision, from, to, after, events } = moment
    const { action } = decision
    this.lastLook = after
    // Very short texts are part of too many words to tell what was typed from what was not.
    if (action.kind === 'type' && action.text.trim().length > 3) {
      this.#options.typed.add(action.text)
      this.#options.data.add(action.text)
    }
    if (action.kind === 'relaunch') this.#launchedAt = this.#options.actuator.device.clock.now()
    const seen: Seen = { observation: after, action, events }
    if (this.#history.length === 0) this.#history.push({ observation: moment.before, action: null, events: [] })
    this.#history = [...this.#history, seen].slice(-historyKept)
    const where = whereOf(to)
    const raised: Raised[] = []
    const input = this.#input({
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
      this.#checks.add(oracle.check)
      for (const candidate of await oracle.ask(input))
        raised.push(...this.#keep(candidate, probeOf(candidate.check), this.#trail.length, step))
    }
    // What did nothing before a relaunch was asked of another process: it may have been frozen.
    this.#pending = action.kind === 'relaunch' ? [] : this.#pending.filter(pending => pending.screen === from.screen.id)
    if (moment.changed && to !== null) raised.push(...(await this.#reacted(moment)))
    raised.push(...(await this.#life(moment, step, signal)))
    raised.push(...(await this.#dead(moment, step, signal)))
    if (action.kind === 'wait' && to !== null) {
      this.#checks.add('loading')
      const found = await endlessLoading({
        ...where,
        app: this.#options.app,
        looks: moment.looks,
        networkOn: this.#networkOn(),
        condition: this.#options.condition,
      })
      for (const candidate of found)
        raised.push(...this.#keep(candidate, { kind: 'loading', tail: 1 }, this.#trail.length, step))
    }
    if (action.kind === 'back' && !moment.changed && to !== null) raised.push(...(await this.#frozen(where, step)))
    if (to !== null) {
      raised.push(...(await this.#backs(moment, to, step)))
      const later = async (): Promise<Observation> => {
        await this.#options.actuator.wait(settleTwiceMs, signal)
        return this.#options.actuator.look(signal)
      }
      for (const { candidate, at } of await this.#forms.after(moment, whereOf(from), this.#trail.length, later))
        raised.push(...this.#keep(candidate, { kind: 'silent', tail: 1, row: candidate.message }, at, step))
    } else {
      this.#path = []
      this.#pending = []
    }
    return raised
  }

  /** On a screen: whether it is blank, and on a variant not examined yet all that needs its pixels. */
  async arrived(
    now: Observation,
    place: Place,
    moment: Moment | null,
    step: number,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    const { actuator, app, condition, bases, examined, replay } = this.#options
    const where = whereOf(place)
    const raised: Raised[] = []
    if (this.#history.length === 0) this.#history.push({ observation: now, action: null, events: [] })
    if (!this.#first.has(place.screen.id)) this.#first.set(place.screen.id, now)
    if (this.lastLook === null || this.lastLook.number < now.number) this.lastLook = now
    const action = moment?.decision.action ?? null
    if (moment === null) {
      this.#launchedAt = actuator.device.clock.now()
      this.#pending = []
    }
    if (await looksBlank(now, app)) {
      this.#checks.add('blank')
      await actuator.wait(blankMs, signal)
      const second = await actuator.look(signal)
      this.lastLook = second
      const sinceLaunchMs =
        this.#launchedAt === null ? null : second.at - this.#launchedAt + (moment === null ? 900 : 0)
      const found = await blank({
        ...where,
        // A blank screen has no name of its own: people know it by where it came from.
        screenName: moment?.from.screen.name ?? where.screenName,
        app,
        first: now,
        second,
        action,
        sinceLaunchMs,
        events: moment?.events ?? [],
      })
      for (const candidate of found)
        raised.push(...this.#keep(candidate, { kind: 'look', tail: 1 }, this.#trail.length, step))
      return raised
    }
    const name = `${condition ?? ''}|${place.screen.id}|${place.variant}`
    const known = examined.has(name) || (this.#variants.get(place.screen.id) ?? 0) >= variantsExamined
    if (known && !replay) return raised
    examined.add(name)
    this.#variants.set(place.screen.id, (this.#variants.get(place.screen.id) ?? 0) + 1)
    await actuator.wait(settleTwiceMs, signal)
    const settledTwice = await actuator.look(signal)
    const input = this.#input({
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
      this.#checks.add(oracle.check)
      for (const candidate of await oracle.ask({ ...input, base: this.#base(place) }))
        raised.push(...this.#keep(candidate, { kind: 'look', tail: 0 }, this.#trail.length, step))
    }
    if (condition === 'offline' && !this.#networkOn()) raised.push(...(await this.#offline(now, place, step, signal)))
    if (condition === null && bases !== null && !replay) {
      const kept = bases.get(place.screen.id) ?? new Map<number, Observation>()
      if (!kept.has(place.variant) && kept.size < 3) kept.set(place.variant, now)
      bases.set(place.screen.id, kept)
    }
    return raised
  }

  /** Offline, on a screen met for the first time so: a while for it to say so. */
  async #offline(now: Observation, place: Place, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { actuator, app } = this.#options
    const looks = [now]
    for (let at = 0; at < 4; at++) {
      await actuator.wait(4000, signal)
      looks.push(await actuator.look(signal))
    }
    this.#checks.add('offline')
    const found = await offlineHandling({ ...whereOf(place), app, looks, base: this.#base(place) })
    return found.flatMap(candidate => this.#keep(candidate, { kind: 'look', tail: 0 }, this.#trail.length, step))
  }

  /** What a window of the system over the app tells: that the app does not answer. */
  async dialog(now: Observation, events: Moment['events'], step: number): Promise<readonly Raised[]> {
    if (events.length === 0) return []
    const before =
      this.#history.findLast(seen => seen.observation.foreground.package === this.#options.app)?.observation ?? null
    const input = this.#input({
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
        raised.push(...this.#keep(candidate, probeOf(candidate.check), this.#trail.length, step))
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
        return last === null
          ? []
          : this.#dead(
              { ...last, decision: { ...last.decision, purpose: 'again' } },
              0,
              signal,
              await this.#tapAgain(last, signal),
            )
      case 'life':
        return this.#turnBack(now, place, signal)
      case 'frozen':
        return this.#pressAround(raised, now, place, signal)
      case 'look':
        return raised.candidate.check === 'anr' ? this.#waitForLog(now, place, last, signal) : []
      case 'loading':
      case 'back':
      case 'silent':
        return []
    }
  }

  async #backs(moment: Moment, to: Place, step: number): Promise<readonly Raised[]> {
    const { from } = moment
    const { action } = moment.decision
    if (this.#path.length === 0)
      this.#path.push({
        screen: moment.from.screen.id,
        screenName: moment.from.screen.name,
        observation: moment.before,
        action: null,
      })
    // Turning and coming back leave the stack as it is; only where they led elsewhere are they part of the way.
    const inPlace = (action.kind === 'turn' || action.kind === 'background') && to.screen.id === from.screen.id
    if (!inPlace) {
      this.#path = [
        ...this.#path,
        { screen: to.screen.id, screenName: to.screen.name, observation: moment.after, action },
      ].slice(-pathKept)
    }
    if (action.kind !== 'back') return []
    this.#checks.add('back_stack')
    const home = this.#path[0]?.screen ?? to.screen.id
    const found = (await backStack({ app: this.#options.app, path: this.#path, home })).filter(
      candidate => candidate.element !== '' && !liesBelow(this.#path, to.screen.id),
    )
    return found.flatMap(candidate => this.#keep(candidate, { kind: 'back', tail: 2 }, this.#trail.length, step))
  }

  /** The log tells that an app does not answer some seconds after it stopped to. */
  async #waitForLog(
    now: Observation,
    place: Place,
    last: Moment | null,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    const { actuator } = this.#options
    await actuator.wait(lateMs, signal)
    const events = await actuator.events(signal)
    if (events.length === 0) return []
    const action = last?.decision.action ?? null
    const input = this.#input({
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
        raised.push(...this.#keep(candidate, probeOf(candidate.check), this.#trail.length, 0))
    return raised
  }

  // ---- dead controls

  /** Something on this screen reacted: taps land here, so what did nothing before it was dead. */
  async #reacted(moment: Moment): Promise<readonly Raised[]> {
    const { action } = moment.decision
    const screen = moment.from.screen.id
    if ('target' in action) this.#worked.add(`${screen}|${action.target.id}|${action.target.label}`)
    if (
      action.kind !== 'tap' &&
      action.kind !== 'type' &&
      action.kind !== 'swipe' &&
      action.kind !== 'long_press' &&
      action.kind !== 'back'
    )
      return []
    const ready = this.#pending.filter(pending => pending.screen === screen)
    this.#pending = this.#pending.filter(pending => pending.screen !== screen)
    const raised: Raised[] = []
    for (const pending of ready)
      for (const candidate of await pending.raise())
        raised.push(...this.#keep(candidate, { kind: 'dead', tail: 1 }, pending.upTo, pending.step))
    return raised
  }

  /** The second tap in a row on the same thing, and again nothing. */
  async #dead(
    moment: Moment,
    step: number,
    signal: AbortSignal,
    second: Observation | null = null,
  ): Promise<readonly Raised[]> {
    const { action } = moment.decision
    const { app, actuator, replay } = this.#options
    if (action.kind !== 'tap' || moment.to === null) return []
    const previous = this.#history.at(-2)
    const again = second !== null || (previous?.action?.kind === 'tap' && sameAction(previous.action, action))
    if (!again || (second === null && moment.changed)) return []
    const before = second === null ? this.#history.at(-3)?.observation : moment.before
    const tree = before?.tree ?? null
    const element = tree === null ? null : (findTarget(tree, action.target)?.element ?? null)
    if (
      before === undefined ||
      element === null ||
      !mayBeDead(before, app, element) ||
      this.#forms.mayRefuse(before, element)
    )
      return []
    this.#checks.add('dead_control')
    const after1 = second === null ? moment.before : moment.after
    const after2 = second ?? moment.after
    await actuator.wait(lateMs, signal)
    const later = await actuator.look(signal)
    this.lastLook = later
    const events = await actuator.events(signal)
    const screen = moment.from.screen.id
    const raise = (): Promise<readonly Candidate[]> =>
      deadControl({
        ...whereOf(moment.from),
        app,
        before,
        after1,
        after2,
        later,
        element,
        receipts: [],
        events: [...moment.events, ...events],
        othersWork: true,
        workedBefore: this.#worked.has(`${screen}|${action.target.id}|${action.target.label}`),
        form: this.#forms.stateOf(before),
      })
    const upTo = this.#trail.length - (second === null ? 1 : 0)
    const raised: Raised[] = []
    if (events.length > 0) {
      const input = this.#input({
        now: later,
        before,
        action,
        events,
        where: whereOf(moment.to),
        from: whereOf(moment.from),
        firstVisit: false,
        settledTwice: null,
      })
      for (const oracle of stepOracles)
        for (const candidate of await oracle.ask(input))
          raised.push(...this.#keep(candidate, probeOf(candidate.check), this.#trail.length, step))
      return raised
    }
    // Whatever reacts on this screen from now on proves that taps land and the app is not frozen.
    if (!replay) {
      this.#pending.push({ screen, raise, upTo, step })
      return []
    }
    for (const candidate of await raise()) raised.push(...this.#keep(candidate, { kind: 'dead', tail: 1 }, upTo, step))
    return raised
  }

  async #tapAgain(last: Moment, signal: AbortSignal): Promise<Observation> {
    const acted = await this.#options.actuator.act(last.decision.action, last.after, signal)
    this.lastLook = acted.after
    return acted.after
  }

  // ---- what a turn or a trip away loses

  async #life(moment: Moment, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { action } = moment.decision
    if (action.kind === 'background')
      return this.#lost(moment.before, moment.from, moment, 'background', 1, step, signal)
    if (action.kind !== 'turn') {
      this.#turnedFrom = null
      return []
    }
    const turned = this.#turnedFrom
    if (turned === null || moment.after.orientation !== turned.before.orientation) {
      this.#turnedFrom = { before: moment.before, place: moment.from, at: this.#trail.length }
      return []
    }
    this.#turnedFrom = null
    if (this.#trail.length - turned.at !== 1) return []
    return this.#lost(turned.before, turned.place, moment, 'turn', 2, step, signal)
  }

  async #lost(
    before: Observation,
    place: Place,
    moment: Moment,
    way: 'turn' | 'background',
    tail: number,
    step: number,
    signal: AbortSignal,
  ): Promise<readonly Raised[]> {
    if (moment.to === null) return []
    this.#checks.add('data_loss')
    await this.#options.actuator.wait(settleTwiceMs, signal)
    const after = await this.#options.actuator.look(signal)
    this.lastLook = after
    const found = dataLost({
      ...whereOf(place),
      app: this.#options.app,
      before,
      after,
      way,
      typed: this.#options.typed,
      initial: this.#first.get(place.screen.id) ?? null,
    })
    return found.flatMap(candidate => this.#keep(candidate, { kind: 'life', tail }, this.#trail.length, step))
  }

  /** A path that ends with one turn: the way back belongs to the question. */
  async #turnBack(now: Observation, place: Place, signal: AbortSignal): Promise<readonly Raised[]> {
    const turned = this.#turnedFrom
    if (turned === null || now.orientation === turned.before.orientation) return []
    const acted = await this.#options.actuator.act({ kind: 'turn', to: turned.before.orientation }, now, signal)
    const moment: Moment = {
      decision: { action: { kind: 'turn', to: turned.before.orientation }, purpose: 'probe', key: '', row: '' },
      before: now,
      from: place,
      after: acted.after,
      to: place,
      looks: acted.looks,
      events: acted.events,
      done: acted.done,
      changed: true,
    }
    return this.#lost(turned.before, turned.place, moment, 'turn', 1, 0, signal)
  }

  // ---- frozen

  async #frozen(where: Where, step: number): Promise<readonly Raised[]> {
    this.#checks.add('frozen')
    const found = await frozen(this.#history, { ...where, app: this.#options.app })
    return found.flatMap(candidate => this.#keepFrozen(candidate, step))
  }

  /** The path ends with the tap that froze it: as far as can be seen the first without effect, perhaps the one before. */
  #keepFrozen(candidate: Candidate, step: number): readonly Raised[] {
    const first = firstStill(this.#trail)
    const culprit = tapAt(this.#trail, first)
    const at = culprit ?? tapBefore(this.#trail, first)
    if (at === null) return []
    const raised = this.#keep(frozenBy(candidate, this.#trail, at), { kind: 'frozen', tail: 1 }, at + 1, step)
    const before = culprit === null ? null : tapBefore(this.#trail, first)
    if (before === null) return raised
    // It may have frozen one tap earlier, when something still changed (a keyboard or a dialog closed): a replay tells.
    return raised.map(one => {
      const named = frozenBy(candidate, this.#trail, before)
      return { ...one, earlier: { ...one, candidate: named, fingerprint: this.#printOf(named), upTo: before + 1 } }
    })
  }

  /** In a replay: three different controls and Back. */
  async #pressAround(raised: Raised, now: Observation, place: Place, signal: AbortSignal): Promise<readonly Raised[]> {
    const { actuator, app, leash } = this.#options
    let look = now
    const controls = controlsOf(now, app, leash).filter(
      control =>
        !control.dangerous && !control.idle && control.place === 0 && !control.covered && control.role !== 'field',
    )
    const presses: Action[] = controls.slice(0, 3).map(control => ({
      kind: 'tap',
      target: targetOf(now.tree ?? { nodes: [], rotation: 0 }, control.element, place.screen.id),
    }))
    while (presses.length < 3)
      presses.push({ kind: 'swipe', target: wholeScreen, direction: presses.length % 2 === 0 ? 'up' : 'down' })
    for (const action of [...presses, { kind: 'back' } as const]) {
      const acted = await actuator.act(action, look, signal)
      this.#history = [...this.#history, { observation: acted.after, action, events: acted.events }].slice(-historyKept)
      if (acted.after.foreground.package !== app) return []
      look = acted.after
    }
    this.lastLook = look
    const named = { element: raised.candidate.element, label: raised.candidate.label }
    const found = await frozen(this.#history, { ...whereOf(place), app })
    return found.flatMap(candidate =>
      this.#keep({ ...candidate, ...named }, { kind: 'frozen', tail: 1 }, this.#trail.length, 0),
    )
  }

  // ---- small things

  #keep(candidate: Candidate, probe: Probe, upTo: number, step: number): readonly Raised[] {
    const print = this.#printOf(candidate)
    if (this.#raised.has(print) || (!this.#options.replay && this.#options.settled.has(print))) return []
    this.#raised.add(print)
    return [{ candidate, fingerprint: print, probe, upTo, step, nightStep: this.#nightSteps + step }]
  }

  #printOf(candidate: Candidate): Fingerprint {
    return fingerprint({
      app: this.#options.app,
      surface: this.#options.surface,
      check: candidate.check,
      screen: candidate.screenName === '' ? candidate.screen : candidate.screenName,
      element: candidate.element,
      message: candidate.message,
      signature: candidate.signature,
      frames: candidate.frames,
    })
  }

  #base(place: Place): Observation | null {
    const kept = this.#options.bases?.get(place.screen.id)
    return kept?.get(place.variant) ?? kept?.values().next().value ?? null
  }

  #input(parts: {
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
      app: this.#options.app,
      now: parts.now,
      before: parts.before,
      action: parts.action,
      events: parts.events,
      history: this.#history,
      firstVisit: parts.firstVisit,
      settledTwice: parts.settledTwice,
      typed: this.#options.typed,
      condition: this.#options.condition,
      base: null,
      networkOn: this.#networkOn(),
      data: this.#options.data,
      from: parts.from,
    }
  }

  #networkOn(): boolean {
    return this.#options.actuator.device.state.value.settings?.network.value !== 'offline'
  }
}

export const whereOf = (place: Place | null): Where =>
  place === null ? { screen: null, screenName: '' } : { screen: place.screen.id, screenName: place.screen.name }

/** How a check of the step phase is asked again: what the log tells needs its last action, what is seen may need none. */
function probeOf(check: Check): Probe {
  const byAction = check === 'crash' || check === 'native_crash' || check === 'anr' || check === 'left_app'
  // The first input that is not answered, and the one that shows it.
  return { kind: 'look', tail: check === 'anr' ? 2 : byAction ? 1 : 0 }
}

function sameAction(a: Action, b: Action): boolean {
  if (!('target' in a) || !('target' in b)) return false
  return (
    a.kind === b.kind &&
    a.target.id === b.target.id &&
    a.target.label === b.target.label &&
    a.target.nth === b.target.nth
  )
}

const wholeScreen = {
  screen: null,
  id: '',
  className: '',
  label: '',
  nth: -1,
  within: { x: 0.5, y: 0.5 },
  at: { x: 0, y: 0 },
}
