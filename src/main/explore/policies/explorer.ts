// The built-in explorer: no model, no network. Untried things first, planned over edges that hold, typed forms, probes by
// turning and leaving, then a walk that keeps state. Seeded: one stream for each kind of choice.
import { random, type Random } from '#shared/base/random.ts'
import { isEditable } from '#shared/domain/element.ts'
import type { Observation } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import {
  isFree,
  mayBeRefused,
  rowsOf,
  textFor,
  textOf,
  type Field,
  type FieldKind,
  type Form,
  type Row,
  type TextClass,
} from '#main/explore/forms.ts'
import { holdsState, isOpen, offersOf, openLevel, rowKey, type Offer } from '#main/explore/explorer-offers.ts'
import { mayBeDead } from '#main/explore/oracles/dead-control.ts'
import { reachable, wayTo } from '#main/explore/planner.ts'
import type { Decision, Moment, Policy, Purpose, Sight } from '#main/explore/policy.ts'
import type { Edge, ScreenMap, ScreenRecord } from '#main/explore/screen-map.ts'
import { findTarget, targetOf } from '#main/explore/targets.ts'

export interface ExplorerOptions {
  readonly seed: number
  readonly changedWords: readonly string[]
}

/** Something to do later, on the screen it was meant for. Null from `make`: not needed any more. */
interface Planned {
  readonly expect: ScreenId | null
  readonly make: (sight: Sight) => Decision | null
}

const waitMs = 32_000
const backgroundMs = 2000
const restartEvery = 40
const levelCost = 4
/** A little more than one: two looks in a mission, one in the next, then none for a while. */
const missStep = 1.4
const stuckSteps = 50
const sameScreenSteps = 12

export class ExplorerPolicy implements Policy {
  readonly name = 'explorer'
  readonly kinds = new Map<string, FieldKind>()
  readonly #changedWords: readonly string[]
  readonly #tryChoice: Random
  readonly #walkChoice: Random
  readonly #rowChoice: Random
  #mission = 0
  #queue: Planned[] = []
  /** Per mission. */
  #waited = new Set<ScreenId>()
  #flipped = new Set<string>()
  #walked = new Map<string, number>()
  #failed = new Map<ScreenId, number>()
  #sinceRestart = 0
  #sinceNew = 0
  #sameScreen = 0
  #idleRun = 0
  #unstuck = 0
  #idleKeys = new Set<string>()
  #scrolledDown = 0
  #toggledHere = new Set<string>()
  #here: ScreenId | null = null
  #opener: ScreenId | null = null
  readonly #retried = new Set<string>()
  readonly #enablers = new Map<string, string>()
  #appeared = new Set<string>()
  /** Keys met only after scrolling down. */
  readonly #below = new Set<string>()
  #scrolls = 0
  #shown = new Set<string>()
  #shownOn: ScreenId | null = null
  readonly #back = new Set<string>()
  #lastTap: { readonly screen: ScreenId; readonly key: string } | null = null
  readonly #roots = new Set<ScreenId>()
  #home: ScreenId | null = null
  /** Screens as they should lie below each other: where an untried Back is expected to lead. */
  #stack: ScreenId[] = []

  constructor(options: ExplorerOptions) {
    this.#changedWords = options.changedWords.map(word => word.toLowerCase())
    this.#tryChoice = random(options.seed, 'explorer:try')
    this.#walkChoice = random(options.seed, 'explorer:walk')
    this.#rowChoice = random(options.seed, 'explorer:row')
  }

  begin(mission: number): void {
    this.#mission = mission
    this.#queue = []
    this.#waited = new Set()
    this.#flipped = new Set()
    this.#walked = new Map()
    this.#failed = new Map()
    this.#sinceRestart = 0
    this.#sinceNew = 0
    this.#idleRun = 0
    this.#stack = []
    this.#enter(null)
  }

  decide(sight: Sight): Decision | null {
    const { place, map } = sight
    if (this.#here !== place.screen.id) this.#enter(place.screen.id)
    if (!place.screen.dialog) this.#opener = place.screen.id
    if (place.newVariant || place.newScreen) {
      this.#sinceNew = 0
      this.#sameScreen = 0
    }
    const offers = offersOf(sight, {
      changedWords: this.#changedWords,
      isRoot: screen => this.#roots.has(screen.id),
      below: n => (place.screen.visits * 7) % Math.max(1, n),
    })
    const known = new Set(place.screen.tries.keys())
    for (const offer of offers) {
      map.offer(place.screen, offer.key, offer.level)
      if (this.#scrolledDown > 0 && !known.has(offer.key)) this.#below.add(`${place.screen.id}|${offer.key}`)
    }
    this.#noteAppeared(sight, offers, known)
    const returned = this.#returned(sight, offers)
    if (this.#idleRun >= 3) return this.#unstick(sight)
    const planned = this.#nextPlanned(sight)
    if (planned !== null) return planned
    if (this.#sinceNew >= stuckSteps) return null
    if (sight.busy && !this.#waited.has(place.screen.id)) {
      this.#waited.add(place.screen.id)
      return decision({ kind: 'wait', ms: waitMs }, 'wait', '')
    }
    if (this.#sameScreen >= sameScreenSteps && !this.#roots.has(place.screen.id)) {
      this.#sameScreen = 0
      return decision({ kind: 'back' }, 'unstick', 'back')
    }
    const probing = this.#probeToggled(sight)
    if (probing !== null) return probing
    return this.#choose(sight, [...offers, ...returned]) ?? this.#walk(sight, offers)
  }

  learn(moment: Moment, map: ScreenMap): void {
    const { decision: made, from, to } = moment
    this.#sinceRestart += 1
    this.#sinceNew += 1
    this.#sameScreen = to !== null && to.screen.id === from.screen.id ? this.#sameScreen + 1 : 0
    this.#walked.set(`${from.screen.id}|${made.key}`, (this.#walked.get(`${from.screen.id}|${made.key}`) ?? 0) + 1)
    this.#countIdle(moment)
    this.#keepStack(moment)
    if (made.key !== '') {
      const known = from.screen.tries.get(made.key)
      if ((known?.tonight ?? 0) === 0 && made.purpose !== 'travel') this.#sinceNew = 0
      if (made.purpose !== 'fill' && !this.#shouldRetry(moment)) map.tried(from.screen, made.key, moment.changed)
      const plain = made.key.includes('@') ? made.key.slice(0, made.key.indexOf('@')) : ''
      if (plain !== '') map.tried(from.screen, plain, moment.changed)
      if (plain === '' && from.variant > 0 && from.screen.tries.has(`${made.key}@${from.variant}`))
        map.tried(from.screen, `${made.key}@${from.variant}`, moment.changed)
    }
    if (made.action.kind === 'tap' && to !== null && to.screen.id === from.screen.id && made.key !== '')
      this.#lastTap = { screen: from.screen.id, key: made.key }
    if (made.action.kind === 'swipe' && moment.changed) this.#scrolledDown += made.action.direction === 'up' ? 1 : -1
    if (made.action.kind === 'back' && to === null) this.#roots.add(from.screen.id)
    if (made.action.kind === 'type') this.#readBack(moment, made.action)
    if (made.action.kind === 'relaunch') {
      this.#home = to?.screen.id ?? this.#home
      this.#sinceRestart = 0
    }
    if (moment.done && to !== null) this.#follow(moment, map)
  }

  /** Controls seen for the first time right after a tap on the same screen: that tap is what brings them. */
  #noteAppeared(sight: Sight, offers: readonly Offer[], known: ReadonlySet<string>): void {
    const { screen } = sight.place
    const last = this.#lastTap
    this.#lastTap = null
    if (last === null || last.screen !== screen.id) {
      this.#appeared = new Set()
      return
    }
    for (const offer of offers) {
      if (known.has(offer.key) || offer.does.what !== 'act' || offer.does.control === null || offer.key.includes('@'))
        continue
      this.#appeared.add(offer.key)
      this.#enablers.set(`${screen.id}|${offer.key}`, last.key)
    }
  }

  /** Controls that went away and are back on the same screen (Start after Stop): once more, in their second life. */
  #returned(sight: Sight, offers: readonly Offer[]): readonly Offer[] {
    const { screen } = sight.place
    const before = this.#shownOn === screen.id ? this.#shown : null
    this.#shownOn = screen.id
    this.#shown = new Set(offers.map(offer => offer.key))
    for (const offer of offers) {
      const role = offer.does.what === 'act' ? offer.does.control?.role : undefined
      if (
        before === null ||
        role !== 'button' ||
        before.has(offer.key) ||
        offer.key.includes('@') ||
        offer.key.includes('~')
      )
        continue
      if ((screen.tries.get(offer.key)?.tonight ?? 0) > 0) this.#back.add(`${screen.id}|${offer.key}`)
    }
    return offers
      .filter(offer => this.#back.has(`${screen.id}|${offer.key}`))
      .map(offer => ({ ...offer, key: `${offer.key}@back`, level: 0 as const, weight: 20 }))
  }

  // ---- what comes next by plan

  #nextPlanned(sight: Sight): Decision | null {
    for (let guard = 0; guard < 60; guard++) {
      const next = this.#queue.shift()
      if (next === undefined) return null
      if (next.expect !== null && next.expect !== sight.place.screen.id) {
        this.#queue = []
        return null
      }
      const made = next.make(sight)
      if (made !== null) return made
    }
    return null
  }

  /** After a moment: the second tap on what did nothing, the look back after a form was sent, rows after a refusal. */
  #follow(moment: Moment, map: ScreenMap): void {
    const { decision: made, from, to } = moment
    if (to === null) return
    const stayed = to.screen.id === from.screen.id
    if (
      (made.purpose === 'try' || made.purpose === 'walk') &&
      made.action.kind === 'tap' &&
      !moment.changed &&
      made.row === '' &&
      this.#mayBeDead(moment, made.action)
    ) {
      this.#queue.unshift({ expect: to.screen.id, make: () => ({ ...made, purpose: 'again' }) })
      return
    }
    if (made.action.kind === 'tap' && stayed && moment.changed && isStateful(moment)) this.#toggledHere.add(made.key)
    if (made.purpose === 'submit' && !stayed) this.#checkBack(from.screen, to.screen, `backafter:${made.key}`, map)
    if (from.screen.dialog && !to.screen.dialog && made.action.kind === 'tap' && to.screen.id !== this.#opener)
      this.#checkBack(from.screen, to.screen, `backafter:${made.key}`, map)
    if (made.purpose === 'submit' && stayed && made.row === 'valid') this.#afterRefusal(moment)
  }

  /** Nothing happened while a message was passing, or the tap did not go through: once more later. */
  #shouldRetry(moment: Moment): boolean {
    const { decision: made, from } = moment
    if (made.purpose !== 'try' || made.action.kind !== 'tap' || moment.changed) return false
    const name = `${from.screen.id}|${made.key}`
    if (this.#retried.has(name) || (moment.done && this.#mayBeDead(moment, made.action))) return false
    this.#retried.add(name)
    return true
  }

  #mayBeDead(moment: Moment, action: Extract<Action, { kind: 'tap' | 'double_tap' | 'long_press' }>): boolean {
    const found = moment.before.tree === null ? null : findTarget(moment.before.tree, action.target)
    return found !== null && mayBeDead(moment.before, moment.before.foreground.package, found.element)
  }

  #checkBack(from: ScreenRecord, landed: ScreenRecord, key: string, map: ScreenMap): void {
    if (this.#roots.has(landed.id) || !isOpen(map.offer(from, key, 0))) return
    map.tried(from, key, false)
    this.#queue.unshift({
      expect: landed.id,
      make: sight =>
        sight.observation.keyboard.shown
          ? this.#hideFirst({ kind: 'back' }, 'back_check', 'back')
          : decision({ kind: 'back' }, 'back_check', 'back'),
    })
  }

  /** A valid row was refused: perhaps a box must be ticked first, or another kind of valid text is wanted. */
  #afterRefusal(moment: Moment): void {
    const screen = moment.from.screen.id
    const formKey = moment.decision.key.slice(4, -moment.decision.row.length - 1)
    const tree = moment.after.tree
    const boxes =
      tree?.nodes.filter(
        node => /CheckBox|Switch/.test(node.className) && !node.checked && node.enabled && node.clickable,
      ) ?? []
    const again: Planned[] = boxes.slice(0, 3).map(box => ({
      expect: screen,
      make: sight => {
        const target = targetOf(sight.observation.tree ?? { nodes: [], rotation: 0 }, box, screen)
        return this.#uncovered(sight, { kind: 'tap', target }, 'probe', '', '')
      },
    }))
    again.push({ expect: screen, make: sight => this.#startRow(sight, formKey, 'other_valid') })
    this.#queue.unshift(...again)
  }

  #keepStack(moment: Moment): void {
    const { from, to } = moment
    if (to === null || moment.decision.action.kind === 'relaunch') {
      this.#stack = to === null ? [] : [to.screen.id]
      return
    }
    if (this.#stack.at(-1) !== from.screen.id) this.#stack.push(from.screen.id)
    if (to.screen.id === from.screen.id) return
    const at = this.#stack.lastIndexOf(to.screen.id)
    this.#stack = at >= 0 ? this.#stack.slice(0, at + 1) : [...this.#stack, to.screen.id]
  }

  #countIdle(moment: Moment): void {
    const input = moment.decision.action.kind
    if (moment.changed || moment.to === null) {
      this.#idleRun = 0
      this.#unstuck = 0
      this.#idleKeys = new Set()
    } else if (moment.done && input !== 'wait' && input !== 'background') {
      this.#idleRun += 1
      this.#idleKeys.add(moment.decision.key)
    }
    if (!moment.done) this.#idleRun += 0.34
  }

  /** Three inputs and nothing moved: another control, then Back; when that moves nothing either, start again. */
  #unstick(sight: Sight): Decision {
    this.#queue = []
    if (this.#unstuck >= 3) {
      this.#idleRun = 0
      this.#unstuck = 0
      return decision({ kind: 'relaunch' }, 'restart', '')
    }
    this.#unstuck += 1
    const tree = sight.observation.tree
    const fresh = sight.controls.filter(
      control =>
        !control.dangerous &&
        !control.idle &&
        !control.covered &&
        control.role !== 'field' &&
        control.role !== 'up' &&
        !this.#idleKeys.has(control.cluster),
    )
    const next = fresh[0]
    if (this.#unstuck < 3 && next !== undefined && tree !== null) {
      this.#idleKeys.add(next.cluster)
      return decision(
        { kind: 'tap', target: targetOf(tree, next.element, sight.place.screen.id) },
        'unstick',
        next.cluster,
      )
    }
    this.#unstuck = 3
    return decision({ kind: 'back' }, 'unstick', 'back')
  }

  // ---- choosing

  #choose(sight: Sight, offers: readonly Offer[]): Decision | null {
    const { place } = sight
    const flips = this.#flips(sight, offers)
    const enabler = this.#enabler(sight, offers)
    if (enabler !== null) return enabler
    const open = [...offers.filter(offer => isOpen(place.screen.tries.get(offer.key))), ...flips]
    const hereLevel = open.length === 0 ? null : Math.min(...open.map(offer => offer.level))
    const away = this.#nearestOpen(sight)
    const hereCost = hereLevel === null ? Infinity : hereLevel * levelCost
    if (hereLevel !== null && hereCost <= (away?.cost ?? Infinity)) {
      const best = open.filter(offer => offer.level === hereLevel)
      const chosen = best[this.#tryChoice.weighted(best.map(offer => this.#weight(place.screen, offer)))]
      if (chosen !== undefined) return this.#take(sight, chosen)
    }
    const hidden = this.#scrollTo(sight, offers)
    if (hidden !== null) return hidden
    this.#noteMissed(sight, offers)
    if (away === null) return null
    return this.#travel(sight, away)
  }

  /** What no night has tried yet comes first. */
  #weight(screen: ScreenRecord, offer: Offer): number {
    const entry = screen.tries.get(offer.key)
    const stateful =
      offer.does.what === 'act' &&
      (offer.does.control?.role === 'toggle' ||
        offer.does.control?.role === 'radio' ||
        offer.does.control?.role === 'slider')
    const begun = stateful && this.#toggledHere.size > 0 ? 4 : 1
    return offer.weight * ((entry?.ever ?? 0) === 0 ? 3 : 1) * begun * (this.#appeared.has(offer.key) ? 6 : 1)
  }

  /** Something open here that only shows after another control was pressed (Pause after Start): press that one again. */
  #enabler(sight: Sight, offers: readonly Offer[]): Decision | null {
    const { screen } = sight.place
    const shown = new Set(offers.map(offer => offer.key))
    for (const entry of screen.tries.values()) {
      if (entry.level > 0 || shown.has(entry.key) || !isOpen(entry) || entry.ever > 0) continue
      const key = this.#enablers.get(`${screen.id}|${entry.key}`)
      const offer = key === undefined ? undefined : offers.find(one => one.key === key)
      if (offer === undefined || offer.does.what !== 'act') continue
      entry.missed += missStep
      return this.#uncovered(sight, offer.does.action, 'probe', offer.key, '')
    }
    return null
  }

  #take(sight: Sight, offer: Offer): Decision | null {
    switch (offer.does.what) {
      case 'act':
        if (offer.key.startsWith('flip:')) this.#flipped.add(`${sight.place.screen.id}|${offer.key}`)
        return this.#uncovered(sight, offer.does.action, 'try', offer.key, '')
      case 'row':
        return this.#startRow(sight, offer.does.form, offer.does.row.name)
      case 'life':
        return this.#startLife(sight, offer.key)
    }
  }

  /** From the second mission on, toggles are turned to their other side early, so that the rest is seen in that state. */
  #flips(sight: Sight, offers: readonly Offer[]): readonly Offer[] {
    if (this.#mission < 2) return []
    return offers
      .filter(
        offer =>
          offer.does.what === 'act' &&
          (offer.does.control?.role === 'toggle' || offer.does.control?.role === 'radio') &&
          !offer.key.includes('@'),
      )
      .map(offer => ({ ...offer, key: `flip:${offer.key}`, level: 1 as const }))
      .filter(offer => !this.#flipped.has(`${sight.place.screen.id}|${offer.key}`))
  }

  #nearestOpen(sight: Sight): { screen: ScreenRecord; cost: number; edges: readonly Edge[]; restart: boolean } | null {
    const { map, place } = sight
    const ways = reachable(map, place.screen.id)
    const fromHome = this.#home === null || this.#sinceRestart < restartEvery ? null : reachable(map, this.#home)
    const overBack = this.#overBack(sight)
    let best: { screen: ScreenRecord; cost: number; edges: readonly Edge[]; restart: boolean } | null = null
    for (const screen of map.screens.values()) {
      if (screen.id === place.screen.id) continue
      const fails = this.#failed.get(screen.id) ?? 0
      if (fails >= 3) continue
      const never = openLevel(screen, true)
      const level = never ?? openLevel(screen, false)
      if (level === null) continue
      const base = level * levelCost + fails * 3 + (never === null ? 2 : 0)
      const way = ways.get(screen.id)
      if (way !== undefined && base + way.hops < (best?.cost ?? Infinity))
        best = { screen, cost: base + way.hops, edges: wayTo(ways, screen.id) ?? [], restart: false }
      const behind = overBack?.ways.get(screen.id)
      if (overBack !== null && behind !== undefined && base + behind.hops + 1 < (best?.cost ?? Infinity))
        best = {
          screen,
          cost: base + behind.hops + 1,
          edges: [overBack.edge, ...(wayTo(overBack.ways, screen.id) ?? [])],
          restart: false,
        }
      const over = fromHome?.get(screen.id)
      if (over !== undefined && base + over.hops + 3 < (best?.cost ?? Infinity))
        best = { screen, cost: base + over.hops + 3, edges: wayTo(fromHome ?? ways, screen.id) ?? [], restart: true }
    }
    return best
  }

  /** Back was never pressed here: it is expected to lead to the screen below. */
  #overBack(sight: Sight): { edge: Edge; ways: ReturnType<typeof reachable> } | null {
    const { map, place } = sight
    const below = this.#stack.at(-1) === place.screen.id ? this.#stack.at(-2) : this.#stack.at(-1)
    if (below === undefined || below === place.screen.id || this.#roots.has(place.screen.id)) return null
    if (map.edgesFrom(place.screen.id).some(edge => edge.key === 'back' && edge.to !== edge.from)) return null
    const edge: Edge = {
      from: place.screen.id,
      key: 'back',
      to: below,
      hits: 0,
      misses: 0,
      action: { kind: 'back' },
      row: '',
      fills: [],
    }
    return { edge, ways: reachable(map, below) }
  }

  /** Something open on this screen was met further down (or up): scroll there before it counts as gone. */
  #scrollTo(sight: Sight, offers: readonly Offer[]): Decision | null {
    const { screen } = sight.place
    const scroller = sight.scrollers[0]
    const tree = sight.observation.tree
    if (scroller === undefined || tree === null || this.#scrolls >= 4) return null
    const here = new Set(offers.map(offer => offer.key))
    const hidden = [...screen.tries.values()].filter(
      entry =>
        isOpen(entry) &&
        entry.level < 2 &&
        !entry.key.includes('@') &&
        !entry.key.startsWith('scroll:') &&
        !here.has(entry.key),
    )
    const below = hidden.some(entry => this.#below.has(`${screen.id}|${entry.key}`))
    const above = hidden.some(entry => !this.#below.has(`${screen.id}|${entry.key}`))
    const direction = below && this.#scrolledDown < 3 ? 'up' : above && this.#scrolledDown > 0 ? 'down' : null
    if (direction === null) return null
    this.#scrolls += 1
    return this.#uncovered(
      sight,
      { kind: 'swipe', target: targetOf(tree, scroller.element, screen.id), direction },
      'travel',
      '',
      '',
    )
  }

  /** What should be here and is not (in another state, or scrolled away) is not looked for over and over. */
  #noteMissed(sight: Sight, offers: readonly Offer[]): void {
    const here = new Set(offers.map(offer => offer.key))
    for (const entry of sight.place.screen.tries.values())
      if (entry.tonight === 0 && !here.has(entry.key) && !entry.key.includes('@')) entry.missed += missStep
  }

  #travel(sight: Sight, away: { screen: ScreenRecord; edges: readonly Edge[]; restart: boolean }): Decision | null {
    this.#failed.set(away.screen.id, (this.#failed.get(away.screen.id) ?? 0) + 0.5)
    this.#queue = away.edges.map(edge => this.#hop(edge, 0))
    if (away.restart) {
      this.#sinceRestart = 0
      return decision({ kind: 'relaunch' }, 'restart', '')
    }
    return this.#nextPlanned(sight)
  }

  #hop(edge: Edge, scrolled: number): Planned {
    return {
      expect: edge.from,
      make: sight => {
        if (edge.row !== '' && edge.row !== 'untouched' && edge.key.startsWith('row:'))
          return this.#startRow(sight, edge.key.slice(4, -edge.row.length - 1), edge.row, 'travel')
        const action = edge.action
        if (action.kind === 'back' && sight.observation.keyboard.shown)
          return this.#hideFirst(action, 'travel', edge.key)
        if (!('target' in action)) return decision(action, 'travel', edge.key)
        const tree = sight.observation.tree
        if (tree !== null && findTarget(tree, action.target) !== null)
          return this.#uncovered(sight, action, 'travel', edge.key, edge.row)
        const scroller = sight.scrollers[0]
        if (scroller !== undefined && tree !== null && scrolled < 3) {
          this.#queue.unshift(this.#hop(edge, scrolled + 1))
          const direction = this.#scrolledDown > 0 ? 'down' : 'up'
          return decision(
            { kind: 'swipe', target: targetOf(tree, scroller.element, sight.place.screen.id), direction },
            'travel',
            '',
          )
        }
        sight.map.missed(edge)
        this.#queue = []
        return null
      },
    }
  }

  // ---- forms

  /** Fills the form for a row and sends it. The fields are looked for again before each, as the screen may move. */
  #startRow(sight: Sight, formKey: string, name: string, purpose: Purpose = 'submit'): Decision | null {
    const form = sight.forms.find(one => one.key === formKey)
    if (form === undefined) return null
    const row = this.#rowNamed(form, name)
    if (row === null) return null
    const screen = sight.place.screen
    const key = rowKey(form.key, name)
    if (purpose !== 'travel') sight.map.tried(screen, key, false)
    const steps: Planned[] = []
    for (const [at, field] of form.fields.entries()) {
      if (name === 'parts' && at === form.fields.length - 1) break
      steps.push({ expect: screen.id, make: seen => this.#fill(seen, field.cluster, row, key) })
      if (name === 'parts' && at < form.fields.length - 2)
        steps.push({ expect: screen.id, make: seen => this.#submit(seen, form.key, row, purpose, 0) })
    }
    const life = sight.map.offer(screen, 'probe:filled', 0)
    if (name === 'valid' && purpose !== 'travel' && life.tonight === 0) {
      sight.map.tried(screen, 'probe:filled', true)
      steps.push(...this.#lifeSteps(screen.id, 'probe:filled'))
    } else life.missed = 2
    steps.push({ expect: screen.id, make: at => this.#submit(at, form.key, row, purpose, 0) })
    this.#queue = [...steps, ...this.#queue]
    return this.#nextPlanned(sight)
  }

  #rowNamed(form: Form, name: string): Row | null {
    if (name === 'other_valid')
      return {
        name,
        level: 0,
        classes: Object.fromEntries(form.fields.map(field => [field.cluster, 'other_valid' as const])),
      }
    return rowsOf(form.fields, true).find(row => row.name === name) ?? null
  }

  #fill(sight: Sight, cluster: string, row: Row, key: string): Decision | null {
    const field = fieldOf(sight, cluster)
    const tree = sight.observation.tree
    if (field === undefined || tree === null) return null
    const name = row.classes[cluster] ?? 'keep'
    const text = this.#textFor(sight, name, field.kind, cluster)
    if (text === null || text === field.text) return null
    const target = targetOf(tree, field.control.element, sight.place.screen.id)
    return this.#uncovered(sight, { kind: 'type', target, text, row: name }, 'fill', key, row.name)
  }

  /** Searching finds something when a word that is on the screen is typed. */
  #textFor(sight: Sight, name: TextClass, kind: FieldKind, cluster: string): string | null {
    const field = fieldOf(sight, cluster)
    if (field === undefined) return null
    if (kind === 'search' && (name === 'valid' || name === 'other_valid')) {
      const row = sight.controls.find(control => control.role === 'row' && /^\p{L}{2,}/u.test(control.label))
      const word = row === undefined ? undefined : /^\p{L}{2,12}/u.exec(row.label)?.[0]
      if (word !== undefined) return word
    }
    return textFor(name, kind, field.control.element)
  }

  #submit(sight: Sight, formKey: string, row: Row, purpose: Purpose, scrolled: number): Decision | null {
    const key = rowKey(formKey, row.name)
    const tree = sight.observation.tree
    const form = sight.forms.find(one => one.key === formKey)
    const submit = form?.submit ?? null
    if (tree === null || form === undefined) return null
    if (submit !== null)
      return this.#uncovered(
        sight,
        { kind: 'tap', target: targetOf(tree, submit.element, sight.place.screen.id) },
        purpose,
        key,
        row.name,
      )
    const scroller = sight.scrollers[0]
    if (scroller === undefined || scrolled >= 2 || form.submitDisabled) return null
    this.#queue.unshift({
      expect: sight.place.screen.id,
      make: at => this.#submit(at, formKey, row, purpose, scrolled + 1),
    })
    const action: Action = {
      kind: 'swipe',
      target: targetOf(tree, scroller.element, sight.place.screen.id),
      direction: 'up',
    }
    return sight.observation.keyboard.shown ? this.#hideFirst(action, purpose, '') : decision(action, 'probe', '')
  }

  #readBack(moment: Moment, action: Extract<Action, { kind: 'type' }>): void {
    const tree = moment.after.tree
    if (tree === null || !moment.done) return
    const found = findTarget(tree, action.target)
    if (found === null || !isEditable(found.element)) return
    const cluster = moment.decision.key === '' ? '' : clusterIn(moment, found.element.id)
    const shown = textOf(found.element)
    const letters = /\p{L}/u.test(action.text)
    if (
      letters &&
      shown === '' &&
      !found.element.password &&
      cluster !== '' &&
      isFree(this.kinds.get(cluster) ?? 'text')
    )
      this.kinds.set(cluster, 'number')
  }

  // ---- probes by turning and leaving

  #startLife(sight: Sight, key: string): Decision | null {
    sight.map.tried(sight.place.screen, key, true)
    const steps = this.#lifeSteps(sight.place.screen.id, key)
    // In further states of a screen turning is enough.
    this.#queue = [...(key.includes('@') ? steps.slice(0, 2) : steps), ...this.#queue]
    return this.#nextPlanned(sight)
  }

  #lifeSteps(screen: ScreenId, key: string): readonly Planned[] {
    const there = (observation: Observation): Action => ({
      kind: 'turn',
      to: observation.orientation === 'portrait' ? 'landscape' : 'portrait',
    })
    return [
      { expect: screen, make: sight => decision(there(sight.observation), 'probe', key) },
      { expect: null, make: sight => decision(there(sight.observation), 'probe', key) },
      { expect: screen, make: () => decision({ kind: 'background', ms: backgroundMs }, 'probe', key) },
    ]
  }

  /** Once all toggles, options and sliders here were moved, see whether they survive a turn and a trip away. */
  #probeToggled(sight: Sight): Decision | null {
    const { place, map } = sight
    if (this.#toggledHere.size === 0 || !holdsState(sight.observation.tree)) return null
    const entry = map.offer(place.screen, 'probe:toggled', 0)
    if (entry.tonight > 0) return null
    const stillOpen = sight.controls.some(
      control =>
        (control.role === 'toggle' || control.role === 'radio' || control.role === 'slider') &&
        !control.idle &&
        !control.dangerous &&
        isOpen(place.screen.tries.get(control.role === 'slider' ? `${control.cluster}~high` : control.cluster)),
    )
    if (stillOpen) return null
    return this.#startLife(sight, 'probe:toggled')
  }

  // ---- the walk

  #walk(sight: Sight, offers: readonly Offer[]): Decision | null {
    const { place } = sight
    const chance = this.#walkChoice
    if (chance.next() < 0.05) return this.#startLife(sight, 'walk:life')
    const form = sight.forms.length === 0 ? undefined : sight.forms[this.#rowChoice.below(sight.forms.length)]
    if (form !== undefined && chance.next() < 0.4) {
      const rows = ['valid', 'other_valid', ...rowsOf(form.fields, true).map(row => row.name)]
      const name =
        rows[Math.min(rows.length - 1, Math.floor(this.#rowChoice.next() * this.#rowChoice.next() * rows.length))]
      const made = name === undefined ? null : this.#startRow(sight, form.key, name)
      if (made !== null) return made
    }
    const choices = offers.filter(
      offer => offer.does.what === 'act' && !offer.key.includes('@') && !offer.key.includes('~down'),
    )
    let best: Offer | null = null
    let bestScore = -Infinity
    for (const offer of choices) {
      const visits = this.#walked.get(`${place.screen.id}|${offer.key}`) ?? 0
      const toggle =
        offer.does.what === 'act' && (offer.does.control?.role === 'toggle' || offer.does.control?.role === 'radio')
      const noise = -Math.log(-Math.log(Math.max(1e-9, chance.next())))
      const score = ((1 / Math.sqrt(visits + 1)) * (toggle ? 1.5 : 1)) / 0.1 + noise
      if (score > bestScore) {
        best = offer
        bestScore = score
      }
    }
    if (best === null || best.does.what !== 'act') return decision({ kind: 'back' }, 'walk', 'back')
    return this.#uncovered(sight, best.does.action, 'walk', best.key, '')
  }

  // ---- small things

  /** The action, or first what takes the keyboard off its target. */
  #uncovered(sight: Sight, action: Action, purpose: Purpose, key: string, row: string): Decision | null {
    const { observation, place } = sight
    const keyboard = observation.keyboard
    if (!('target' in action) || action.kind === 'swipe' || !keyboard.shown || observation.tree === null)
      return { action, purpose, key, row }
    const found = findTarget(observation.tree, action.target)
    const top = keyboard.bounds?.top ?? observation.size.height
    if (found === null || (found.element.bounds.top + found.element.bounds.bottom) / 2 < top)
      return { action, purpose, key, row }
    this.#queue.unshift({ expect: place.screen.id, make: () => ({ action, purpose, key, row }) })
    return decision({ kind: 'hide_keyboard' }, purpose === 'travel' ? 'travel' : 'probe', '')
  }

  #hideFirst(action: Action, purpose: Purpose, key: string): Decision {
    this.#queue.unshift({ expect: null, make: () => decision(action, purpose, key) })
    return decision({ kind: 'hide_keyboard' }, 'probe', '')
  }

  #enter(screen: ScreenId | null): void {
    this.#here = screen
    this.#sameScreen = 0
    this.#scrolledDown = 0
    this.#scrolls = 0
    this.#toggledHere = new Set()
    if (screen === null) this.#opener = null
  }
}

const fieldOf = (sight: Sight, cluster: string): Field | undefined =>
  sight.forms.flatMap(form => form.fields).find(field => field.cluster === cluster)

const decision = (action: Action, purpose: Purpose, key: string): Decision => ({ action, purpose, key, row: '' })

/** Something that can be on or off, chosen or moved was touched. */
function isStateful(moment: Moment): boolean {
  const action = moment.decision.action
  if (!('target' in action)) return false
  return /Switch|CheckBox|Radio|Toggle|SeekBar|Slider/.test(action.target.className)
}

function clusterIn(moment: Moment, id: string): string {
  const short = id.slice(id.indexOf('/') + 1)
  const form = moment.decision.key
  return (
    form
      .replace(/^row:/, '')
      .split(/[+:]/)
      .find(part => part.endsWith(`#${short}`)) ?? ''
  )
}

/** Kept for the mission: a row that a careful app may refuse. */
export const isOddRow = (row: Row): boolean => Object.values(row.classes).some(mayBeRefused)
