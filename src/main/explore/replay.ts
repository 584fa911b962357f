// Replay: the app reset as the mission did, actions played again by screen and selectors, the same question asked at the end.
// The question is asked by a fresh examiner that sees what the replay saw: reproduced means that it raises the same again.
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import type { Build } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action, Condition } from '#shared/domain/night.ts'
import { SetUpFailed, type Actuator, type Acted } from '#main/explore/actuator.ts'
import { isChanged } from '#main/explore/change.ts'
import type { LeashWords } from '#main/explore/controls.ts'
import type { ExaminerOptions } from '#main/explore/case-book.ts'
import { Examiner } from '#main/explore/examiner.ts'
import { reachable, wayTo } from '#main/explore/planner.ts'
import type { Moment } from '#main/explore/policy.ts'
import { identityWithPicture, isDialog } from '#main/explore/screen-identity.ts'
import type { Place, ScreenMap, ScreenRecord } from '#main/explore/screen-map.ts'
import { answerTo, dialogOf } from '#main/explore/system-dialog.ts'
import { findTarget } from '#main/explore/targets.ts'
import type { Raised, TrailStep } from '#main/explore/trail.ts'

/** An action as it was really played, with what was seen before it. */
export interface PlayedStep {
  readonly action: Action
  readonly before: Observation
}

export interface Attempt {
  readonly reproduced: boolean
  readonly played: readonly PlayedStep[]
  /** The look at the end, with the fault where it is one that can be seen. */
  readonly last: Observation
  readonly words: string
}

export interface ReplayOrder {
  readonly build: Build | null
  readonly condition: Condition | null
  readonly leash: LeashWords
  readonly number: number
}

const replanHops = 4
const replansMost = 5
const splashMostMs = 10_000
const lookAgainMs = 1000
const messageMs = 5000
const alikeLeast = 0.7

export class Replayer {
  readonly #actuator: Actuator
  readonly #map: ScreenMap
  readonly #options: ExaminerOptions
  readonly #order: ReplayOrder
  #build: Build | null
  /** Actions played in all, for the account. */
  steps = 0
  replays = 0

  constructor(actuator: Actuator, map: ScreenMap, options: ExaminerOptions, order: ReplayOrder) {
    this.#actuator = actuator
    this.#map = map
    this.#options = { ...options, replay: true }
    this.#order = order
    this.#build = order.build
  }

  /** One replay: plays the actions, then asks whether the fault is there. Begun again when a person came in between. */
  async attempt(raised: Raised, actions: readonly Action[], signal: AbortSignal): Promise<Attempt> {
    this.replays += 1
    return this.#actuator.undisturbed(() => this.#attempt(raised, actions, signal), signal)
  }

  async #attempt(raised: Raised, actions: readonly Action[], signal: AbortSignal): Promise<Attempt> {
    const trail: TrailStep[] = []
    const examiner = new Examiner({ ...this.#options, typed: new Set() })
    examiner.begin({ condition: this.#order.condition, nightSteps: 0 }, trail)
    const begun = await this.#begin(signal)
    if ('failed' in begun)
      return { reproduced: false, played: [], last: await this.#actuator.look(signal), words: begun.failed }
    let now = begun.now
    let place = await this.#placed(now, null)
    const played: PlayedStep[] = []
    let moment: Moment | null = null
    const queue = [...actions]
    let missing = 0
    // A long path may miss a step here and there and still lead to the fault; a short one may not.
    const missingMost = 3 + Math.floor(actions.length / 4)
    let replans = 0
    let strandedOn: ScreenId | null = null
    let lookedAgain = false
    for (let left = queue.length * 3 + 20; left > 0; left--) {
      const cleared = await this.#clearDialog(now, queue[0] ?? null, signal)
      if (cleared !== null) {
        now = cleared
        place = await this.#placed(now, null)
      }
      const action = queue.shift()
      if (action === undefined) break
      const ready = this.#isReady(action, now)
      if (ready === 'covered') {
        queue.unshift({ kind: 'hide_keyboard' }, action)
        continue
      }
      if (ready === 'missing' && !lookedAgain) {
        // The tree may have been half built, or something still on its way.
        lookedAgain = true
        await this.#actuator.wait(lookAgainMs, signal)
        now = await this.#actuator.look(signal)
        place = await this.#placed(now, place?.screen ?? null)
        queue.unshift(action)
        continue
      }
      lookedAgain = false
      if (ready === 'missing') {
        const way = replans < replansMost ? this.#replan(action, place) : null
        if (way !== null && way.length > 0) {
          replans += 1
          // A way that led back to where it began is not tried twice: one step back instead.
          if (place !== null && strandedOn === place.screen.id) queue.unshift({ kind: 'back' }, action)
          else queue.unshift(...way, action)
          strandedOn = place?.screen.id ?? null
          continue
        }
        missing += 1
        if (queue.length < raised.probe.tail || missing > missingMost)
          return { reproduced: false, played, last: now, words: 'an element of the path was not there' }
        continue
      }
      if (raised.probe.kind === 'dead' && queue.length < raised.probe.tail) {
        // Messages of the steps before would hide that nothing happens.
        await this.#actuator.wait(messageMs, signal)
        now = await this.#actuator.look(signal)
      }
      const acted = await this.#actuator.act(action, now, signal)
      this.steps += 1
      if (!acted.done) {
        missing += 1
        if (queue.length < raised.probe.tail || missing > missingMost)
          return { reproduced: false, played, last: now, words: acted.outcome }
      }
      played.push({ action, before: now })
      const to = await this.#landed(acted, action, place)
      const from: Place = place ?? nowhere(this.#map, to)
      moment = await this.#momentOf(action, now, from, acted, to, signal)
      trail.push({ action, from: place?.screen.id ?? null, to: to?.screen.id ?? null, changed: moment.changed })
      const said = await examiner.after(moment, trail.length, signal)
      if (said.some(one => one.fingerprint === raised.fingerprint))
        return { reproduced: true, played, last: acted.after, words: 'it happened again' }
      now = acted.after
      place = to
      if (
        to === null &&
        dialogOf(now, this.#actuator.app) === null &&
        now.foreground.package !== this.#actuator.app &&
        queue[0]?.kind !== 'relaunch' &&
        queue[0]?.kind !== 'back'
      ) {
        if (queue.length === 0) break
        now = await this.#actuator.relaunch(signal)
        place = await this.#placed(now, null)
      }
    }
    if (place === null) return { reproduced: false, played, last: now, words: 'the app was not in front at the end' }
    const said = [
      ...(await examiner.arrived(now, place, moment, trail.length, signal)),
      ...(await examiner.finish(raised, now, place, moment, signal)),
    ]
    const again = said.some(one => one.fingerprint === raised.fingerprint)
    return {
      reproduced: again,
      played,
      last: examiner.lastLook ?? now,
      words: again ? 'it is there again' : 'it was not there',
    }
  }

  async #begin(signal: AbortSignal): Promise<{ readonly now: Observation } | { readonly failed: string }> {
    try {
      const now = await this.#actuator.reset(this.#build, signal)
      this.#build = null
      return { now }
    } catch (thrown) {
      if (thrown instanceof SetUpFailed) return { failed: thrown.words }
      throw thrown
    }
  }

  get actuator(): Actuator {
    return this.#actuator
  }

  /**
   * The question alone, where a flow has walked to with the path's last action. What needs more history than two looks
   * (Back, a form sent) is asked by comparing with the look that showed the fault.
   */
  async asksAgain(
    raised: Raised,
    walked: { readonly before: Observation | null; readonly final: Observation; readonly events: readonly AppEvent[] },
    last: { readonly action: Action; readonly shown: Observation | null } | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { final, before } = walked
    const { kind } = raised.probe
    if (kind === 'silent' && last !== null && last.shown !== null) return showsTheSame(final, last.shown, true)
    if (kind === 'back' && last !== null && last.shown !== null && showsTheSame(final, last.shown, false)) return true
    const trail: TrailStep[] = []
    const examiner = new Examiner({ ...this.#options, typed: new Set() })
    examiner.begin({ condition: this.#order.condition, nightSteps: 0 }, trail)
    const again = (said: readonly Raised[]): boolean => said.some(one => one.fingerprint === raised.fingerprint)
    const place = await this.#placed(final, null)
    if (kind === 'back') return place !== null && place.screen.id === raised.candidate.screen
    if (kind === 'dead' && last !== null) return this.#deadAgain(raised, last.action, examiner, trail, signal)
    // The flow launched the app before this examiner began to count: long enough ago for no splash to be left.
    if (raised.candidate.check === 'blank') await this.#actuator.wait(splashMostMs, signal)
    let moment: Moment | null = null
    if (last !== null && before !== null) {
      const { action } = last
      const from = (await this.#placed(before, null)) ?? nowhere(this.#map, place)
      const waited = action.kind === 'wait' ? await this.#actuator.act(action, final, signal) : null
      const acted: Acted = waited ?? { after: final, looks: [final], events: walked.events, done: true, outcome: '' }
      moment = await this.#momentOf(action, before, from, acted, place, signal)
      trail.push({ action, from: from.screen.id, to: place?.screen.id ?? null, changed: moment.changed })
      if (again(await examiner.after(moment, 1, signal))) return true
    }
    if (place === null) return false
    return again([
      ...(await examiner.arrived(final, place, moment, 1, signal)),
      ...(await examiner.finish(raised, final, place, moment, signal)),
    ])
  }

  /** Two taps more, once the messages of the walk are gone. */
  async #deadAgain(
    raised: Raised,
    action: Action,
    examiner: Examiner,
    trail: TrailStep[],
    signal: AbortSignal,
  ): Promise<boolean> {
    await this.#actuator.wait(messageMs, signal)
    const before = await this.#actuator.look(signal)
    const from = await this.#placed(before, null)
    if (from === null) return false
    const acted = await this.#actuator.act(action, before, signal)
    const to = await this.#landed(acted, action, from)
    if (!acted.done || to === null) return false
    const moment = await this.#momentOf(action, before, from, acted, to, signal)
    trail.push({ action, from: from.screen.id, to: to.screen.id, changed: moment.changed })
    const said = [
      ...(await examiner.after(moment, 1, signal)),
      ...(await examiner.finish(raised, acted.after, to, moment, signal)),
    ]
    return said.some(one => one.fingerprint === raised.fingerprint)
  }

  /** The next replay installs this build first (the previous one, or the present one again). */
  useBuild(build: Build | null): void {
    this.#build = build
  }

  #isReady(action: Action, now: Observation): 'ready' | 'covered' | 'missing' {
    if (!('target' in action) || action.kind === 'swipe' || now.tree === null) return 'ready'
    const found = findTarget(now.tree, action.target)
    if (found === null) return 'missing'
    const top = now.keyboard.shown ? (now.keyboard.bounds?.top ?? Infinity) : Infinity
    return (found.element.bounds.top + found.element.bounds.bottom) / 2 >= top ? 'covered' : 'ready'
  }

  /** Another screen than recorded: the map's way to the recorded one. On the right screen: scroll once to look for it. */
  #replan(action: Action, place: Place | null): readonly Action[] | null {
    if (!('target' in action) || action.target.screen === null || place === null) return null
    if (place.screen.id === action.target.screen) return null
    const edges = wayTo(reachable(this.#map, place.screen.id), action.target.screen)
    if (edges === null || edges.length > replanHops) return null
    return edges.flatMap(edge => [...edge.fills, edge.action])
  }

  async #clearDialog(now: Observation, next: Action | null, signal: AbortSignal): Promise<Observation | null> {
    const app = this.#actuator.app
    if (dialogOf(now, app) === null) return null
    // A recorded answer to this window is played as recorded.
    if (
      next !== null &&
      'target' in next &&
      next.target.screen === null &&
      now.tree !== null &&
      findTarget(now.tree, next.target) !== null
    )
      return null
    const acted = await this.#actuator.act(answerTo(now, app, true), now, signal)
    if (acted.after.foreground.package === app) return acted.after
    return this.#actuator.relaunch(signal)
  }

  async #landed(acted: Acted, action: Action, from: Place | null): Promise<Place | null> {
    const app = this.#actuator.app
    if (
      acted.events.some(event => event.kind !== 'anr') ||
      acted.after.foreground.package !== app ||
      dialogOf(acted.after, app) !== null
    )
      return null
    const stays =
      action.kind === 'swipe' ||
      action.kind === 'turn' ||
      action.kind === 'type' ||
      action.kind === 'hide_keyboard' ||
      action.kind === 'wait' ||
      action.kind === 'background'
    return this.#placed(acted.after, stays ? (from?.screen ?? null) : null)
  }

  async #placed(now: Observation, likely: ScreenRecord | null): Promise<Place | null> {
    const app = this.#actuator.app
    if (now.foreground.package !== app || dialogOf(now, app) !== null) return null
    const identity = await identityWithPicture(now, app, this.#options.data.words)
    return this.#map.place(identity, likely, isDialog(now), this.#order.condition?.startsWith('locale') ?? false)
  }

  async #momentOf(
    action: Action,
    now: Observation,
    from: Place,
    acted: Acted,
    to: Place | null,
    signal: AbortSignal,
  ): Promise<Moment> {
    const changed =
      acted.done &&
      (to === null ||
        (await isChanged(now, acted.looks.slice(action.kind === 'type' ? -1 : -3), () =>
          this.#actuator.idleLooks(signal),
        )))
    return {
      decision: { action, purpose: 'travel', key: '', row: '' },
      before: now,
      from,
      after: acted.after,
      to,
      looks: acted.looks,
      events: acted.events,
      done: acted.done,
      changed,
    }
  }
}

/** The same words in the same places; for a form also what it says of its fields. */
function showsTheSame(now: Observation, shown: Observation, exactly: boolean): boolean {
  if (now.tree === null || shown.tree === null) return false
  const wordsOf = (look: Observation): string[] =>
    (look.tree?.nodes ?? [])
      .filter(node => exactly || node.id !== '')
      .map(node => (exactly ? `${node.id} ${node.text}` : node.id))
  const [first, second] = [new Set(wordsOf(now)), new Set(wordsOf(shown))]
  const shared = [...first].filter(one => second.has(one)).length
  // A message that was still up in one of them makes no other screen.
  return exactly
    ? shared === first.size && shared === second.size
    : shared >= alikeLeast * (first.size + second.size - shared)
}

/** A moment that began in a window of the system has no screen of the app; the one it led to stands for it. */
function nowhere(map: ScreenMap, to: Place | null): Place {
  if (to !== null) return to
  const any = map.screens.values().next().value
  if (any === undefined) throw new Error('a replay began on an empty map')
  return { screen: any, newScreen: false, variant: 0, newVariant: false }
}
