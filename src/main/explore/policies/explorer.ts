// The built-in explorer: no model, no network. Untried things first, planned over edges that hold, typed forms, probes by
// turning and leaving, then a walk that keeps state. Seeded: one stream for each kind of choice.
import { random, type Random } from '#shared/base/random.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import { FormFiller, lifeSteps } from '#main/explore/explorer-forms.ts'
import { IdleWatch } from '#main/explore/explorer-idle.ts'
import { holdsState, isOpen, offersOf, type Offer } from '#main/explore/explorer-offers.ts'
import { decision, Plan, type Planned } from '#main/explore/explorer-plan.ts'
import { ScreenMemory } from '#main/explore/explorer-screen.ts'
import { TourGuide } from '#main/explore/explorer-tour.ts'
import { levelCost, staleCost, WayFinder, type Away } from '#main/explore/explorer-ways.ts'
import { rowsOf, type FieldKind } from '#main/explore/forms.ts'
import { mayBeDead } from '#main/explore/oracles/dead-control.ts'
import type { Decision, Moment, Policy, Sight } from '#main/explore/policy.ts'
import type { Tour } from '#main/explore/revisits.ts'
import type { Edge, ScreenMap, ScreenRecord } from '#main/explore/screen-map.ts'
import { findTarget, targetOf } from '#main/explore/targets.ts'

export interface ExplorerOptions {
  readonly seed: number
  readonly changedWords: readonly string[]
}

const waitMs = 32_000
const stuckSteps = 50
const sameScreenSteps = 12

export class ExplorerPolicy implements Policy {
  readonly name = 'explorer'
  readonly #changedWords: readonly string[]
  readonly #tryChoice: Random
  readonly #walkChoice: Random
  readonly #rowChoice: Random
  readonly #plan = new Plan()
  readonly #filler = new FormFiller(this.#plan)
  readonly #idle = new IdleWatch()
  readonly #ways = new WayFinder()
  readonly #memory = new ScreenMemory()
  readonly #guide = new TourGuide(this.#ways)
  #mission = 0
  /** Per mission: where a spinner was waited for, which toggles were turned, how often what was walked. */
  #waited = new Set<ScreenId>()
  #flipped = new Set<string>()
  #walked = new Map<string, number>()
  #sinceNew = 0
  #sameScreen = 0
  #toggledHere = new Set<string>()
  #here: ScreenId | null = null
  #opener: ScreenId | null = null
  /** The last swipe up moved nothing: what is looked for lies above. Until something else is done. */
  #swipedInVain = false
  readonly #retried = new Set<string>()

  constructor(options: ExplorerOptions) {
    this.#changedWords = options.changedWords.map(word => word.toLowerCase())
    this.#tryChoice = random(options.seed, 'explorer:try')
    this.#walkChoice = random(options.seed, 'explorer:walk')
    this.#rowChoice = random(options.seed, 'explorer:row')
  }

  get kinds(): ReadonlyMap<string, FieldKind> {
    return this.#filler.kinds
  }

  begin(mission: number, tour: Tour | null): void {
    this.#mission = mission
    this.#guide.begin(tour)
    this.#plan.clear()
    this.#waited = new Set()
    this.#flipped = new Set()
    this.#walked = new Map()
    this.#sinceNew = 0
    this.#idle.begin()
    this.#ways.begin()
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
      isRoot: screen => this.#ways.isRoot(screen.id),
      below: n => (place.screen.visits * 7) % Math.max(1, n),
    })
    const known = new Set(place.screen.tries.keys())
    for (const offer of offers) map.offer(place.screen, offer.key, offer.level)
    this.#memory.see(sight, offers, known)
    const returned = this.#memory.returned(sight, offers)
    if (this.#idle.isStuck) {
      this.#plan.clear()
      return this.#idle.unstick(sight)
    }
    const planned = this.#plan.next(sight)
    if (planned !== null) return planned
    if (this.#sinceNew >= stuckSteps) return null
    if (sight.busy && !this.#waited.has(place.screen.id)) {
      this.#waited.add(place.screen.id)
      return decision({ kind: 'wait', ms: waitMs }, 'wait', '')
    }
    if (this.#sameScreen >= sameScreenSteps && !this.#ways.isRoot(place.screen.id)) {
      this.#sameScreen = 0
      return decision({ kind: 'back' }, 'unstick', 'back')
    }
    const again = this.#seeAgain(sight)
    if (again !== null) return again
    const probing = this.#probeToggled(sight)
    if (probing !== null) return probing
    return this.#choose(sight, [...offers, ...returned]) ?? this.#walk(sight, offers)
  }

  learn(moment: Moment, map: ScreenMap): void {
    const { decision: made, from, to } = moment
    this.#sinceNew += 1
    this.#sameScreen = to !== null && to.screen.id === from.screen.id ? this.#sameScreen + 1 : 0
    this.#walked.set(`${from.screen.id}|${made.key}`, (this.#walked.get(`${from.screen.id}|${made.key}`) ?? 0) + 1)
    if (made.action.kind !== 'swipe') this.#swipedInVain = false
    else if (made.action.direction === 'up') this.#swipedInVain = !moment.changed
    this.#idle.count(moment)
    this.#ways.learn(moment)
    this.#guide.learn(moment)
    this.#memory.learn(moment)
    if (made.key !== '') {
      const known = from.screen.tries.get(made.key)
      if ((known?.tonight ?? 0) === 0 && made.purpose !== 'travel') this.#sinceNew = 0
      if (made.purpose !== 'fill' && !this.#shouldRetry(moment)) map.tried(from.screen, made.key, moment.changed)
      const plain = made.key.includes('@') ? made.key.slice(0, made.key.indexOf('@')) : ''
      if (plain !== '') map.tried(from.screen, plain, moment.changed)
      if (plain === '' && from.variant > 0 && from.screen.tries.has(`${made.key}@${from.variant}`))
        map.tried(from.screen, `${made.key}@${from.variant}`, moment.changed)
    }
    if (made.action.kind === 'type') this.#filler.readBack(moment, made.action)
    if (moment.done && to !== null) this.#follow(moment, map)
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
      this.#plan.first({ expect: to.screen.id, make: () => ({ ...made, purpose: 'again' }) })
      return
    }
    if (made.action.kind === 'tap' && stayed && moment.changed && isStateful(moment)) this.#toggledHere.add(made.key)
    if (made.purpose === 'submit' && !stayed) this.#checkBack(from.screen, to.screen, `backafter:${made.key}`, map)
    if (from.screen.dialog && !to.screen.dialog && made.action.kind === 'tap' && to.screen.id !== this.#opener)
      this.#checkBack(from.screen, to.screen, `backafter:${made.key}`, map)
    if (made.purpose === 'submit' && stayed && made.row === 'valid') this.#filler.afterRefusal(moment)
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
    if (this.#ways.isRoot(landed.id) || !isOpen(map.offer(from, key, 0))) return
    map.tried(from, key, false)
    this.#plan.first({
      expect: landed.id,
      make: sight =>
        sight.observation.keyboard.shown
          ? this.#plan.hideFirst({ kind: 'back' }, 'back_check', 'back')
          : decision({ kind: 'back' }, 'back_check', 'back'),
    })
  }

  // ---- choosing

  #choose(sight: Sight, offers: readonly Offer[]): Decision | null {
    const { place } = sight
    const flips = this.#flips(sight, offers)
    const enabler = this.#memory.enabler(sight, offers)
    if (enabler !== null && enabler.does.what === 'act')
      return this.#plan.uncovered(sight, enabler.does.action, 'probe', enabler.key, '')
    const open = [...offers.filter(offer => isOpen(place.screen.tries.get(offer.key))), ...flips]
    const away = this.#ways.nearestOpen(sight)
    const costs = open.map(offer => this.#cost(place.screen, offer))
    const hereCost = Math.min(...costs)
    if (open.length > 0 && hereCost <= (away?.cost ?? Infinity)) {
      const best = open.filter((_, at) => costs[at] === hereCost)
      const chosen = best[this.#tryChoice.weighted(best.map(offer => this.#weight(place.screen, offer)))]
      if (chosen !== undefined) return this.#take(sight, chosen)
    }
    const hidden = this.#memory.scrollTo(sight, offers)
    if (hidden !== null) return this.#plan.uncovered(sight, hidden, 'travel', '', '')
    this.#memory.noteMissed(sight, offers)
    if (away === null) return null
    return this.#travel(sight, away)
  }

  /** What no night has tried yet comes first. */
  #cost(screen: ScreenRecord, offer: Offer): number {
    const entry = screen.tries.get(offer.key)
    return offer.level * levelCost + (entry !== undefined && entry.ever > entry.tonight ? staleCost : 0)
  }

  #weight(screen: ScreenRecord, offer: Offer): number {
    const entry = screen.tries.get(offer.key)
    const stateful =
      offer.does.what === 'act' &&
      (offer.does.control?.role === 'toggle' ||
        offer.does.control?.role === 'radio' ||
        offer.does.control?.role === 'slider')
    const begun = stateful && this.#toggledHere.size > 0 ? 4 : 1
    return offer.weight * ((entry?.ever ?? 0) === 0 ? 3 : 1) * begun * (this.#memory.hasAppeared(offer.key) ? 6 : 1)
  }

  #take(sight: Sight, offer: Offer): Decision | null {
    switch (offer.does.what) {
      case 'act':
        if (offer.key.startsWith('flip:')) this.#flipped.add(`${sight.place.screen.id}|${offer.key}`)
        return this.#plan.uncovered(sight, offer.does.action, 'try', offer.key, '')
      case 'row':
        return this.#filler.start(sight, offer.does.form, offer.does.row.name)
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

  #travel(sight: Sight, away: Away): Decision | null {
    this.#ways.setOut(away)
    this.#plan.clear()
    this.#plan.first(...away.edges.map(edge => this.#hop(edge, 0)))
    if (away.restart) return decision({ kind: 'relaunch' }, 'restart', '')
    return this.#plan.next(sight)
  }

  /** Under a condition, first what other missions saw without it. */
  #seeAgain(sight: Sight): Decision | null {
    for (let guard = 0; guard < 4; guard++) {
      const next = this.#guide.next(sight)
      if (next === null) return null
      this.#sinceNew = 0
      this.#sameScreen = 0
      if (next === 'relaunch') return decision({ kind: 'relaunch' }, 'restart', '')
      this.#plan.clear()
      this.#plan.first(...next.map(edge => this.#hop(edge, 0, true)))
      const made = this.#plan.next(sight)
      if (made !== null) return made
    }
    return null
  }

  /** `searching`: looks for the control above as well when there is nothing more below. */
  #hop(edge: Edge, scrolled: number, searching = false): Planned {
    return {
      expect: edge.from,
      make: sight => {
        if (edge.row !== '' && edge.row !== 'untouched' && edge.key.startsWith('row:'))
          return this.#filler.start(sight, edge.key.slice(4, -edge.row.length - 1), edge.row, 'travel')
        const action = edge.action
        if (action.kind === 'back' && sight.observation.keyboard.shown)
          return this.#plan.hideFirst(action, 'travel', edge.key)
        if (!('target' in action)) return decision(action, 'travel', edge.key)
        const tree = sight.observation.tree
        if (tree !== null && findTarget(tree, action.target) !== null)
          return this.#plan.uncovered(sight, action, 'travel', edge.key, edge.row)
        const scroller = sight.scrollers[0]
        const turnsBack = searching && scrolled > 0 && this.#swipedInVain
        if (scroller !== undefined && tree !== null && scrolled < (searching ? 4 : 3)) {
          this.#plan.first(this.#hop(edge, scrolled + 1, searching))
          const direction = turnsBack || this.#memory.isScrolled ? 'down' : 'up'
          return decision(
            { kind: 'swipe', target: targetOf(tree, scroller.element, sight.place.screen.id), direction },
            'travel',
            '',
          )
        }
        sight.map.missed(edge)
        this.#plan.clear()
        return null
      },
    }
  }

  // ---- probes by turning and leaving

  #startLife(sight: Sight, key: string): Decision | null {
    sight.map.tried(sight.place.screen, key, true)
    const steps = lifeSteps(sight.place.screen.id, key)
    // In further states of a screen turning is enough.
    this.#plan.first(...(key.includes('@') ? steps.slice(0, 2) : steps))
    return this.#plan.next(sight)
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
      const made = name === undefined ? null : this.#filler.start(sight, form.key, name)
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
    return this.#plan.uncovered(sight, best.does.action, 'walk', best.key, '')
  }

  #enter(screen: ScreenId | null): void {
    this.#here = screen
    this.#sameScreen = 0
    this.#memory.enter()
    this.#toggledHere = new Set()
    if (screen === null) this.#opener = null
  }
}

/** Something that can be on or off, chosen or moved was touched. */
function isStateful(moment: Moment): boolean {
  const action = moment.decision.action
  if (!('target' in action)) return false
  return /Switch|CheckBox|Radio|Toggle|SeekBar|Slider/.test(action.target.className)
}
