// Watches what a turn of the device or a trip away from the app loses or misplaces. One for each mission and each replay.
// Notes how things were before; the oracles decide.
import type { Observation } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import { whereOf, type CaseBook } from '#main/explore/case-book.ts'
import { dataLost, turnedLayout, turnSuspected } from '#main/explore/oracle.ts'
import type { Moment } from '#main/explore/policy.ts'
import type { Place } from '#main/explore/screen-map.ts'
import type { Raised } from '#main/explore/trail.ts'

const settleTwiceMs = 2000

export class LifeWatch {
  readonly #book: CaseBook
  readonly #first = new Map<ScreenId, Observation>()
  #turnedFrom: { readonly before: Observation; readonly place: Place; readonly at: number } | null = null

  constructor(book: CaseBook) {
    this.#book = book
  }

  /** How a screen was when it was first met is what it falls back to. */
  meet(place: Place, now: Observation): void {
    if (!this.#first.has(place.screen.id)) this.#first.set(place.screen.id, now)
  }

  async after(moment: Moment, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { action } = moment.decision
    if (action.kind === 'background')
      return this.#lost(moment.before, moment.from, moment, 'background', 1, step, signal)
    if (action.kind !== 'turn') {
      this.#turnedFrom = null
      return []
    }
    const turned = this.#turnedFrom
    if (turned === null || moment.after.orientation !== turned.before.orientation) {
      this.#turnedFrom = { before: moment.before, place: moment.from, at: this.#book.trail.length }
      return this.#turned(moment, step, signal)
    }
    this.#turnedFrom = null
    if (this.#book.trail.length - turned.at !== 1) return []
    return this.#lost(turned.before, turned.place, moment, 'turn', 2, step, signal)
  }

  /** Turned once: what the upright screen has right and the turned one does not. A second look only where it is needed. */
  async #turned(moment: Moment, step: number, signal: AbortSignal): Promise<readonly Raised[]> {
    const { app, actuator } = this.#book.options
    if (moment.to?.screen.id !== moment.from.screen.id) return []
    if (!(await turnSuspected(moment.before, moment.after, app))) return []
    await actuator.wait(settleTwiceMs, signal)
    const later = await actuator.look(signal)
    this.#book.lastLook = later
    const found = await turnedLayout({
      ...whereOf(moment.from),
      app,
      upright: moment.before,
      turned: moment.after,
      later,
    })
    return found.flatMap(candidate =>
      this.#book.keep(candidate, { kind: 'look', tail: 1 }, this.#book.trail.length, step),
    )
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
    this.#book.checks.add('data_loss')
    await this.#book.options.actuator.wait(settleTwiceMs, signal)
    const after = await this.#book.options.actuator.look(signal)
    this.#book.lastLook = after
    const found = dataLost({
      ...whereOf(place),
      app: this.#book.options.app,
      before,
      after,
      way,
      typed: this.#book.options.typed,
      initial: this.#first.get(place.screen.id) ?? null,
    })
    return found.flatMap(candidate => this.#book.keep(candidate, { kind: 'life', tail }, this.#book.trail.length, step))
  }

  /** A path that ends with one turn: the way back belongs to the question. */
  async turnBack(now: Observation, place: Place, signal: AbortSignal): Promise<readonly Raised[]> {
    const turned = this.#turnedFrom
    if (turned === null || now.orientation === turned.before.orientation) return []
    const acted = await this.#book.options.actuator.act({ kind: 'turn', to: turned.before.orientation }, now, signal)
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
}
