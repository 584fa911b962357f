// One mission: reset, then observe, place, check, decide, leash, act, settle, log, step after step until it ends by itself.
// An async generator; the night writes each step down. It knows no platform, no store and nothing of what was planted.
import type { Build, Observation } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action, Condition, EndedBy, Step } from '#shared/domain/night.ts'
import type { MapRow } from '#shared/domain/book.ts'
import { shortId } from '#shared/domain/element.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { SetUpFailed, type Actuator, type Acted } from '#main/explore/actuator.ts'
import { isChanged } from '#main/explore/change.ts'
import { controlsOf, scrollersOf, type LeashWords } from '#main/explore/controls.ts'
import type { Examiner } from '#main/explore/examiner.ts'
import { formsOf } from '#main/explore/forms.ts'
import { busyElement, sameTree } from '#main/explore/looks.ts'
import { isBare } from '#main/explore/oracles/tree-reading.ts'
import type { Decision, Moment, Policy, Sight } from '#main/explore/policy.ts'
import { identityWithPicture, isDialog } from '#main/explore/screen-identity.ts'
import type { Revisits } from '#main/explore/revisits.ts'
import type { Place, ScreenMap, ScreenRecord } from '#main/explore/screen-map.ts'
import { answerTo, dialogOf } from '#main/explore/system-dialog.ts'
import { targetOf } from '#main/explore/targets.ts'
import { aimOf, type Raised, type TrailStep } from '#main/explore/trail.ts'
import { inputWords, stepWords } from '#main/explore/words.ts'

export interface MissionOrder {
  readonly number: number
  /** Steps at most; and the device's time at which it ends, null for none. */
  readonly steps: number
  readonly until: number | null
  /** Steps of the night before this mission, and the device's time the night began. */
  readonly nightSteps: number
  readonly nightBegan: number
  readonly condition: Condition | null
  readonly build: Build | null
  readonly leash: LeashWords
}

export interface MissionStep {
  readonly step: Step
  /** What was seen before the action; what the picture of the step shows. */
  readonly observation: Observation
  readonly mapRows: readonly MapRow[]
  readonly raised: readonly Raised[]
}

export interface MissionEnd {
  readonly endedBy: EndedBy
  readonly steps: number
  readonly trail: readonly TrailStep[]
  readonly launch: ScreenId | null
  /** Why, where the ending alone does not say; '' else. */
  readonly words: string
  /** False: its setup flow could not be played, so nothing was tried. */
  readonly setUp: boolean
}

/** Where the mission stands after a launch, a wait or a way back. */
interface Arrived {
  readonly now: Observation
  readonly place: Place | null
  readonly raised: readonly Raised[]
}

const failuresMost = 3
const preparationMost = 8

export class Mission {
  readonly trail: TrailStep[] = []
  readonly #actuator: Actuator
  readonly #policy: Policy
  readonly #map: ScreenMap
  readonly #examiner: Examiner
  readonly #order: MissionOrder
  readonly #revisits: Revisits | null
  #n = 0
  #launch: ScreenId | null = null
  #leashed = new Set<string>()
  /** Controls of screens that led nowhere at least once. */
  readonly #refused = new Set<string>()
  #dialogs = 0
  /** Steps in the record that a person made; they cost the mission nothing. */
  #byPeople = 0
  #inputsSeen: number

  constructor(parts: {
    actuator: Actuator
    policy: Policy
    map: ScreenMap
    examiner: Examiner
    order: MissionOrder
    /** What missions of the night have seen; null when none has a condition. */
    revisits: Revisits | null
  }) {
    this.#actuator = parts.actuator
    this.#policy = parts.policy
    this.#map = parts.map
    this.#examiner = parts.examiner
    this.#order = parts.order
    this.#revisits = parts.revisits
    this.#inputsSeen = parts.actuator.device.inputsSince(0).at(-1)?.number ?? 0
  }

  /** Runs to its end. `stop` ends it after the step in hand; `signal` at once. */
  async *run(stop: AbortSignal, signal: AbortSignal): AsyncGenerator<MissionStep, MissionEnd> {
    const order = this.#order
    this.#map.beginMission()
    this.#revisits?.begin()
    this.#policy.begin(order.number, this.#revisits?.tour(order.condition) ?? null)
    this.#examiner.begin(order, this.trail)
    const begun = await this.#begin(signal)
    if ('failed' in begun) return this.#end('device', begun.failed, false)
    let { now, place, raised: arrived } = begun
    this.#launch = place?.screen.id ?? null
    let failures = 0
    for (;;) {
      const ended = this.#ending(stop)
      if (ended !== null) return this.#end(ended)
      const done = this.#n
      try {
        if (failures > 0) {
          await this.#actuator.wait(1000, signal)
          ;({ now, place, raised: arrived } = await this.#recover(signal))
        }
        const taken = await this.#step(now, place, arrived, signal)
        if (taken === null) return this.#end('stuck')
        yield taken.mission
        ;({ now, place, arrived } = taken)
        this.#launch ??= place?.screen.id ?? null
        failures = 0
      } catch (thrown) {
        if (signal.aborted) throw thrown
        // A step that was cut short is no step: the record has no gap.
        this.#n = done
        if (this.#actuator.isLoss(thrown)) {
          const back = await this.#handedBack(now, place, stop, signal)
          if (back === null) return this.#end('stopped')
          yield* back.steps
          ;({ now, place, raised: arrived } = back)
          failures = 0
          continue
        }
        failures += 1
        if (!(thrown instanceof Refusal) || failures >= failuresMost)
          return this.#end('device', thrown instanceof Error ? thrown.message : String(thrown))
      }
    }
  }

  /** The app reset, set up and in front. A person who takes the device meanwhile is waited for, and it is begun again. */
  async #begin(signal: AbortSignal): Promise<Arrived | { readonly failed: string }> {
    try {
      return await this.#actuator.undisturbed(
        async () => this.#arrive(await this.#actuator.reset(this.#order.build, signal), null, signal),
        signal,
      )
    } catch (thrown) {
      if (thrown instanceof SetUpFailed) return { failed: thrown.words }
      throw thrown
    }
  }

  /** A person took the device: waits in place, looks again, and answers what the person did. Null: stopped meanwhile. */
  async #handedBack(
    before: Observation,
    place: Place | null,
    stop: AbortSignal,
    signal: AbortSignal,
  ): Promise<(Arrived & { readonly steps: readonly MissionStep[] }) | null> {
    const began = this.#actuator.device.clock.now()
    try {
      const back = await this.#actuator.undisturbed(async () => {
        await this.#actuator.takeBack(signal)
        return this.#arrive(await this.#actuator.observe(signal), null, signal)
      }, signal)
      // What the app's log says of that time is the person's doing.
      await this.#actuator.events(signal)
      return { ...back, steps: this.#byPerson(before, place, back, began) }
    } catch (thrown) {
      if (stop.aborted && !signal.aborted) return null
      throw thrown
    }
  }

  #ending(stop: AbortSignal): EndedBy | null {
    if (stop.aborted) return 'stopped'
    if (this.#n - this.#byPeople >= this.#order.steps) return 'budget'
    if (this.#order.until !== null && this.#actuator.device.clock.now() >= this.#order.until) return 'time'
    return null
  }

  #end(endedBy: EndedBy, words = '', setUp = true): MissionEnd {
    return { endedBy, steps: this.#n - this.#byPeople, trail: this.trail, launch: this.#launch, words, setUp }
  }

  /** One step in the seed's order. Null: the policy has nothing left. */
  async #step(
    now: Observation,
    place: Place | null,
    arrived: readonly Raised[],
    signal: AbortSignal,
  ): Promise<{ mission: MissionStep; now: Observation; place: Place | null; arrived: readonly Raised[] } | null> {
    const newer = this.#examiner.lastLook
    if (newer !== null && newer.number > now.number && place !== null && !sameTree(now, newer)) {
      // The examiner waited and looked again, and the screen is another by now.
      const again = await this.#arrive(newer, null, signal, place.screen)
      return this.#step(again.now, again.place, [...arrived, ...again.raised], signal)
    }
    if (place === null) return this.#answerDialog(now, arrived, signal)
    const sight = this.#sight(now, place)
    const notes = this.#leashNotes(sight)
    const decision = this.#policy.decide(sight)
    if (decision === null) return null
    this.#n += 1
    const acted = await this.#actuator.act(decision.action, now, signal)
    const outcome = await this.#outcome(decision, now, place, acted, signal)
    const { moment, next } = outcome
    this.#policy.learn(moment, this.#map)
    this.#note(moment)
    const raised = await this.#examiner.after(moment, this.#n, signal)
    const landed = this.#coveredMeanwhile(moment.after) ?? next ?? (await this.#comeBack(moment, signal))
    const further =
      next === null || landed.place === null
        ? []
        : await this.#examiner.arrived(landed.now, landed.place, moment, this.#n, signal)
    const hopeless = raised.some(one => one.candidate.check === 'frozen') || isEmptyScreen(landed.now)
    if (hopeless) {
      const fresh = await this.#recover(signal)
      const step = this.#stepRow(now, place, decision, moment, acted, [...arrived, ...raised, ...further], notes)
      return {
        mission: {
          step,
          observation: now,
          mapRows: this.#map.takeChanges(),
          raised: [...arrived, ...raised, ...further],
        },
        now: fresh.now,
        place: fresh.place,
        arrived: fresh.raised,
      }
    }
    const step = this.#stepRow(now, place, decision, moment, acted, [...arrived, ...raised], notes)
    return {
      mission: { step, observation: now, mapRows: this.#map.takeChanges(), raised: [...arrived, ...raised] },
      now: landed.now,
      place: landed.place,
      arrived: further,
    }
  }

  /** A window of the system that came up while a probe waited: the next step must see it, or it would tap on what was there before. */
  #coveredMeanwhile(after: Observation): { now: Observation; place: null } | null {
    const late = this.#examiner.lastLook
    return late !== null && late.number > after.number && dialogOf(late, this.#actuator.app) !== null
      ? { now: late, place: null }
      : null
  }

  #sight(now: Observation, place: Place): Sight {
    const controls = controlsOf(now, this.#actuator.app, this.#order.leash)
    return {
      observation: now,
      place,
      controls,
      scrollers: scrollersOf(now, this.#actuator.app),
      forms: formsOf(now, controls, this.#policy.kinds),
      busy: busyElement(now.tree) !== null,
      map: this.#map,
      left: this.#order.steps - this.#n + this.#byPeople,
    }
  }

  async #outcome(
    decision: Decision,
    now: Observation,
    place: Place,
    acted: Acted,
    signal: AbortSignal,
  ): Promise<{ moment: Moment; next: { now: Observation; place: Place | null } | null }> {
    const after = acted.after
    const died = acted.events.some(event => event.kind !== 'anr')
    const inFront = after.foreground.package === this.#actuator.app && dialogOf(after, this.#actuator.app) === null
    const changed =
      acted.done &&
      (died ||
        !inFront ||
        (await isChanged(now, acted.looks.slice(decision.action.kind === 'type' ? -1 : -3), () =>
          this.#actuator.idleLooks(signal),
        )))
    const to = inFront && !died ? await this.#place(after, likelyAfter(decision.action, place)) : null
    const moment: Moment = {
      decision,
      before: now,
      from: place,
      after,
      to,
      looks: acted.looks,
      events: acted.events,
      done: acted.done,
      changed,
    }
    return { moment, next: to === null ? null : { now: after, place: to } }
  }

  /** Keeps the trail and the map's edges. */
  #note(moment: Moment): void {
    const { decision, from, to } = moment
    this.#noteRefusals(moment)
    this.#revisits?.note(moment, this.#order.condition)
    if (!moment.done) return
    this.trail.push({
      action: decision.action,
      from: from.screen.id,
      to: to?.screen.id ?? null,
      changed: moment.changed,
    })
    const onlyKeyboard = decision.action.kind === 'back' && moment.before.keyboard.shown
    const key =
      onlyKeyboard || decision.key === '' || decision.key.startsWith('walk:') ? '' : decision.key.replace(/^flip:/, '')
    if (key !== '' && to !== null && decision.purpose !== 'fill' && decision.purpose !== 'probe' && moment.changed)
      this.#map.went(from.screen, key, to.screen, decision.action, decision.row, this.#preparation(moment))
  }

  /**
   * What was entered and chosen on this screen in this visit, for an action that needs it: the row of a form, or a control
   * that was disabled or led nowhere when it was met before.
   */
  #preparation({ decision, from }: Moment): readonly Action[] {
    const aim = aimOf(decision.action)
    if (decision.row === '' && (aim === null || !this.#refused.has(`${from.screen.id} ${aim}`))) return []
    const fills: Action[] = []
    const seen = new Set<string>()
    for (let at = this.trail.length - 2; at >= 0 && fills.length < preparationMost; at--) {
      const step = this.trail[at]
      if (step === undefined || step.from !== from.screen.id || step.to !== from.screen.id) break
      const its = aimOf(step.action)
      if (its === null || its === aim || seen.has(its) || !step.changed) continue
      seen.add(its)
      fills.unshift(step.action)
    }
    return fills
  }

  /** Controls that could not be used as they were: disabled now, or just tapped without leading on. */
  #noteRefusals({ decision, before, from, to, done }: Moment): void {
    const aim = aimOf(decision.action)
    if (done && aim !== null && decision.action.kind === 'tap' && to?.screen.id === from.screen.id)
      this.#refused.add(`${from.screen.id} ${aim}`)
    const { tree } = before
    for (const element of tree?.nodes ?? [])
      if (tree !== null && element.clickable && !element.enabled)
        this.#refused.add(
          `${from.screen.id} ${aimOf({ kind: 'tap', target: targetOf(tree, element, from.screen.id) })}`,
        )
  }

  /** The app is not in front, or a window of the system is over it: Back, then a relaunch; a crash is relaunched at once. */
  async #comeBack(moment: Moment, signal: AbortSignal): Promise<{ now: Observation; place: Place | null }> {
    const app = this.#actuator.app
    const died = moment.events.some(event => event.kind !== 'anr')
    if (!died && dialogOf(moment.after, app) !== null) return { now: moment.after, place: null }
    if (!died && moment.after.foreground.package !== app && moment.decision.action.kind !== 'back') {
      const back = await this.#actuator.act({ kind: 'back' }, moment.after, signal)
      this.trail.push({ action: { kind: 'back' }, from: null, to: null, changed: true })
      if (back.after.foreground.package === app && dialogOf(back.after, app) === null) {
        const place = await this.#place(back.after, null)
        return { now: back.after, place }
      }
    }
    const recovered = await this.#recover(signal)
    return { now: recovered.now, place: recovered.place }
  }

  async #recover(signal: AbortSignal): Promise<{ now: Observation; place: Place | null; raised: readonly Raised[] }> {
    const now = await this.#actuator.relaunch(signal)
    this.trail.push({ action: { kind: 'relaunch' }, from: null, to: null, changed: true })
    return this.#arrive(now, null, signal)
  }

  async #arrive(
    now: Observation,
    moment: Moment | null,
    signal: AbortSignal,
    likely: ScreenRecord | null = null,
  ): Promise<{ now: Observation; place: Place | null; raised: readonly Raised[] }> {
    const app = this.#actuator.app
    let seen = now
    for (let tries = 0; seen.foreground.package !== app && dialogOf(seen, app) === null; tries++) {
      if (tries >= failuresMost)
        throw new Refusal('failed', `${app} does not come to the front after ${tries} launches.`)
      seen = await this.#actuator.relaunch(signal)
    }
    if (dialogOf(seen, app) !== null) return { now: seen, place: null, raised: [] }
    const place = await this.#place(seen, likely)
    const raised = await this.#examiner.arrived(seen, place, moment, this.#n, signal)
    return { now: seen, place, raised }
  }

  async #place(observation: Observation, likely: ScreenRecord | null): Promise<Place> {
    const identity = await identityWithPicture(observation, this.#actuator.app, this.#examiner.dataOf(observation))
    return this.#map.place(
      identity,
      likely,
      isDialog(observation),
      this.#order.condition?.startsWith('locale') ?? false,
    )
  }

  /** A window of the system over the app: a fixed policy answers it (allow and deny take turns), not the explorer. */
  async #answerDialog(
    now: Observation,
    arrived: readonly Raised[],
    signal: AbortSignal,
  ): Promise<{ mission: MissionStep; now: Observation; place: Place | null; arrived: readonly Raised[] } | null> {
    this.#n += 1
    this.#dialogs += 1
    const action: Action = answerTo(now, this.#actuator.app, (this.#order.number + this.#dialogs) % 2 === 0)
    const acted = await this.#actuator.act(action, now, signal)
    this.trail.push({ action, from: null, to: null, changed: true })
    const events = acted.events
    const raised = await this.#examiner.dialog(now, events, this.#n)
    const gone =
      acted.after.foreground.package !== this.#actuator.app && dialogOf(acted.after, this.#actuator.app) === null
    const landed =
      gone || events.length > 0 ? await this.#recover(signal) : await this.#arrive(acted.after, null, signal)
    const step: Step = {
      n: this.#n,
      screen: null,
      screenName: dialogOf(now, this.#actuator.app) ?? 'System window',
      newScreen: false,
      action,
      outcome: acted.outcome,
      checks: [],
      candidates: [...arrived, ...raised].map(one => one.candidate),
      observation: now.number,
      by: 'night',
      atMs: this.#sinceNight(now),
      notes: ['a window of the system was answered'],
    }
    return {
      mission: { step, observation: now, mapRows: this.#map.takeChanges(), raised: [...arrived, ...raised] },
      now: landed.now,
      place: landed.place,
      arrived: landed.raised,
    }
  }

  #stepRow(
    now: Observation,
    place: Place,
    decision: Decision,
    moment: Moment,
    acted: Acted,
    raised: readonly Raised[],
    leashNotes: readonly string[],
  ): Step {
    const app = this.#actuator.app
    const notes = [...leashNotes]
    if (moment.events.some(event => event.kind !== 'anr')) notes.push('the app crashed and was started again')
    else if (moment.after.foreground.package !== app)
      notes.push(`left the app to ${moment.after.foreground.package || 'somewhere unknown'}`)
    const changedWords = acted.done
      ? moment.changed
        ? 'landed, screen changed'
        : 'landed, nothing changed'
      : acted.outcome
    return {
      n: this.#n,
      screen: place.screen.id,
      screenName: place.screen.name,
      newScreen: place.newScreen,
      action: decision.action,
      outcome: `${stepWords(decision.action)}: ${changedWords}`,
      checks: this.#examiner.takeChecks(),
      candidates: raised.map(one => one.candidate),
      observation: now.number,
      by: 'night',
      atMs: this.#sinceNight(now),
      notes,
    }
  }

  /** Each input the person made, then the look at what they left. */
  #byPerson(before: Observation, place: Place | null, back: Arrived, began: number): readonly MissionStep[] {
    const { device } = this.#actuator
    const inputs = device.inputsSince(this.#inputsSeen)
    this.#inputsSeen = inputs.at(-1)?.number ?? this.#inputsSeen
    const theirs = inputs.filter(made => made.owner.kind === 'person')
    const seconds = Math.round((device.clock.now() - began) / 1000)
    const steps = theirs.map((made, at) =>
      this.#personStep(before, at === 0 ? place : null, inputWords(made.input), made.at, []),
    )
    const note = 'the mission waited and looked again'
    return [
      ...steps,
      this.#personStep(back.now, back.place, `a person had control for ${seconds} s`, back.now.at, [note]),
    ]
  }

  #personStep(
    observation: Observation,
    place: Place | null,
    outcome: string,
    at: number,
    notes: readonly string[],
  ): MissionStep {
    this.#n += 1
    this.#byPeople += 1
    return {
      step: {
        n: this.#n,
        screen: place?.screen.id ?? null,
        screenName: place?.screen.name ?? '',
        newScreen: false,
        action: null,
        outcome,
        checks: [],
        candidates: [],
        observation: observation.number,
        by: 'person',
        atMs: Math.round(at - this.#order.nightBegan),
        notes,
      },
      observation,
      mapRows: this.#map.takeChanges(),
      raised: [],
    }
  }

  /** Each dangerous control met, once a mission: that it was seen and left alone is part of the record. */
  #leashNotes(sight: Sight): readonly string[] {
    const notes: string[] = []
    for (const control of sight.controls) {
      if (!control.dangerous) continue
      const name = `${sight.place.screen.id}.${shortId(control.element.id) || control.label}`
      if (this.#leashed.has(name)) continue
      this.#leashed.add(name)
      notes.push(`left alone: ${shortId(control.element.id) || control.label}`)
    }
    return notes
  }

  #sinceNight(observation: Observation): number {
    return Math.round(observation.at - this.#order.nightBegan)
  }
}

/** Nothing on it and nothing will come (looks have waited): only starting again helps. */
const isEmptyScreen = (look: Observation): boolean => look.tree !== null && isBare(look.tree) && !look.secure

/** Where one still is after an action that leads nowhere by itself; null after one that may. */
function likelyAfter(action: Action, from: Place): ScreenRecord | null {
  switch (action.kind) {
    case 'swipe':
    case 'turn':
    case 'type':
    case 'hide_keyboard':
    case 'wait':
    case 'background':
      return from.screen
    case 'tap':
      return /Switch|CheckBox|Radio|Toggle|SeekBar|Slider/.test(action.target.className) ? from.screen : null
    case 'double_tap':
    case 'long_press':
    case 'key':
    case 'back':
    case 'relaunch':
      return null
  }
}
