// What missions have seen, and the one action that led to each: so that a mission under a condition can go and see it again,
// as a fault of the condition shows only beside the same screen without it. Kept for a night; the explorer asks what is left.
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action, Condition } from '#shared/domain/night.ts'
import { busyElement } from '#main/explore/looks.ts'
import { isCompared, isPlainFor } from '#main/explore/partners.ts'
import type { Moment } from '#main/explore/policy.ts'
import type { Place } from '#main/explore/screen-map.ts'

/** One state of a screen and how it came about. */
export interface Revisit {
  readonly screen: ScreenId
  /** The place among the screen's states, the first is 0. */
  readonly place: number
  /** What is on the screen in this state and was in none before; empty for the first. */
  readonly shows: readonly string[]
  readonly from: ScreenId
  readonly key: string
  readonly row: string
  readonly action: Action
  /** Something was loading before it was there: likely the network was asked. */
  busy: boolean
  /** Under which conditions the state was seen. */
  readonly seen: Set<Condition | null>
}

/** How often a state is set out for under one condition before it is left alone. */
const attemptsMost = 2
const furtherStateCost = 1
const rowCost = 2
const busyGain = 4

export class Revisits {
  readonly #states = new Map<ScreenId, Revisit[]>()
  readonly #shown = new Map<ScreenId, Set<string>>()
  /** How often each was set out for, by condition. */
  readonly #tried = new Map<string, number>()
  #last: Moment | null = null

  begin(): void {
    this.#last = null
  }

  note(moment: Moment, condition: Condition | null): void {
    const { to, done, changed } = moment
    if (to === null || !done) {
      this.#last = null
      return
    }
    const waited = moment.decision.action.kind === 'wait' && this.#last?.to?.screen.id === to.screen.id
    const led = waited && this.#last !== null ? this.#last : moment
    if (!waited) this.#last = moment
    const states = this.#states.get(to.screen.id) ?? []
    for (const state of states) {
      if (!isIn(state, to)) continue
      state.seen.add(condition)
      state.busy ||= isBusy(moment) && isBy(state, led)
    }
    const shown = this.#shown.get(to.screen.id) ?? new Set()
    const fresh = idsOf(to).filter(id => !shown.has(id))
    if (!changed || !leads(led) || (fresh.length === 0 && states.length > 0)) return
    for (const id of fresh) shown.add(id)
    this.#shown.set(to.screen.id, shown)
    this.#states.set(to.screen.id, states)
    states.push({
      screen: to.screen.id,
      place: states.length,
      shows: states.length === 0 ? [] : fresh,
      from: led.from.screen.id,
      key: keyOf(led),
      row: rowOf(led),
      action: led.decision.action,
      busy: isBusy(moment) || isBusy(led),
      seen: new Set([condition]),
    })
  }

  /** What a mission under the condition should see again; null where nothing is to be compared. */
  tour(condition: Condition | null): Tour | null {
    return isCompared(condition) ? new Tour(condition, this.#states, this.#tried) : null
  }
}

/** The states still to be seen again under one condition, with what each is worth. */
export class Tour {
  readonly #condition: Condition
  readonly #states: ReadonlyMap<ScreenId, readonly Revisit[]>
  readonly #tried: Map<string, number>

  constructor(condition: Condition, states: ReadonlyMap<ScreenId, readonly Revisit[]>, tried: Map<string, number>) {
    this.#condition = condition
    this.#states = states
    this.#tried = tried
  }

  /** The cheapest state that one action on each screen leads to; the cost is in hops. */
  left(): ReadonlyMap<ScreenId, { readonly revisit: Revisit; readonly cost: number }> {
    const cheapest = new Map<ScreenId, { revisit: Revisit; cost: number }>()
    for (const states of this.#states.values())
      for (const revisit of states) {
        const tried = this.#tried.get(this.#nameOf(revisit)) ?? 0
        if (tried >= attemptsMost || !this.#isWanted(revisit)) continue
        const cost =
          (revisit.place === 0 ? 0 : furtherStateCost) +
          tried * 4 +
          (revisit.row === '' ? 0 : rowCost) -
          (this.#condition === 'offline' && revisit.busy ? busyGain : 0)
        if (cost < (cheapest.get(revisit.from)?.cost ?? Infinity)) cheapest.set(revisit.from, { revisit, cost })
      }
    return cheapest
  }

  setOut(revisit: Revisit): void {
    const name = this.#nameOf(revisit)
    this.#tried.set(name, (this.#tried.get(name) ?? 0) + 1)
  }

  /** What was come across on the way needs no way of its own. */
  learn(moment: Moment): void {
    const { to, done } = moment
    if (!done) return
    for (const states of this.#states.values())
      for (const revisit of states)
        if (isBy(revisit, moment) || (!this.#isByAction && to !== null && isIn(revisit, to)))
          this.#tried.set(this.#nameOf(revisit), attemptsMost)
  }

  #isWanted(revisit: Revisit): boolean {
    return [...revisit.seen].some(seen => isPlainFor(this.#condition, seen))
  }

  /** Offline and on its side it is what an action does that may differ, not only what is there. */
  get #isByAction(): boolean {
    return this.#condition === 'offline' || this.#condition === 'landscape'
  }

  #nameOf(revisit: Revisit): string {
    return `${this.#condition} ${revisit.screen} ${revisit.place}`
  }
}

/** Ids on the screen as the map's variant has them. */
const idsOf = ({ screen, variant }: Place): readonly string[] =>
  (screen.variants[variant] ?? '').split(';').filter(part => part.startsWith('id:'))

function isIn(revisit: Revisit, to: Place): boolean {
  if (revisit.screen !== to.screen.id) return false
  const ids = new Set(idsOf(to))
  return revisit.shows.every(id => ids.has(id))
}

const isBy = (revisit: Revisit, moment: Moment): boolean =>
  revisit.from === moment.from.screen.id && revisit.key === keyOf(moment) && revisit.row === rowOf(moment)

/** A text typed for a row may show something before the row is sent: then the typing alone leads there. */
const keyOf = ({ decision: { key, action } }: Moment): string =>
  action.kind === 'type' ? `type:${action.target.id}:${action.row}` : key.replace(/^(flip|walk):/, '')

const rowOf = ({ decision: { row, action } }: Moment): string => (action.kind === 'type' ? '' : row)

const isBusy = (moment: Moment): boolean => moment.looks.some(look => busyElement(look.tree) !== null)

/** Something that can be done again to the same end. */
function leads(moment: Moment): boolean {
  const { purpose, action } = moment.decision
  if (keyOf(moment) === '' || purpose === 'probe' || purpose === 'restart') return false
  return (
    action.kind === 'tap' ||
    action.kind === 'type' ||
    action.kind === 'long_press' ||
    action.kind === 'double_tap' ||
    action.kind === 'swipe'
  )
}
