// Watches for a frozen app: input after input without effect, Back among them. Puts it down to the tap that froze it.
// One for each mission and each replay; the oracle decides.
import type { Observation } from '#shared/domain/device.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'
import { whereOf, type CaseBook } from '#main/explore/case-book.ts'
import { controlsOf } from '#main/explore/controls.ts'
import { firstStill, frozenBy, tapAt, tapBefore } from '#main/explore/frozen-trail.ts'
import { frozen } from '#main/explore/oracle.ts'
import type { Where } from '#main/explore/oracles/oracle-input.ts'
import type { Place } from '#main/explore/screen-map.ts'
import { targetOf } from '#main/explore/targets.ts'
import type { Raised } from '#main/explore/trail.ts'

export class FrozenWatch {
  readonly #book: CaseBook

  constructor(book: CaseBook) {
    this.#book = book
  }

  /** Back changed nothing. */
  async after(where: Where, step: number): Promise<readonly Raised[]> {
    this.#book.checks.add('frozen')
    const found = await frozen(this.#book.history, { ...where, app: this.#book.options.app })
    return found.flatMap(candidate => this.#keepFrozen(candidate, step))
  }

  /** The path ends with the tap that froze it: as far as can be seen the first without effect, perhaps the one before. */
  #keepFrozen(candidate: Candidate, step: number): readonly Raised[] {
    const first = firstStill(this.#book.trail)
    const culprit = tapAt(this.#book.trail, first)
    const at = culprit ?? tapBefore(this.#book.trail, first)
    if (at === null) return []
    const raised = this.#book.keep(frozenBy(candidate, this.#book.trail, at), { kind: 'frozen', tail: 1 }, at + 1, step)
    const before = culprit === null ? null : tapBefore(this.#book.trail, first)
    if (before === null) return raised
    // It may have frozen one tap earlier, when something still changed (a keyboard or a dialog closed): a replay tells.
    return raised.map(one => {
      const named = frozenBy(candidate, this.#book.trail, before)
      return { ...one, earlier: { ...one, candidate: named, fingerprint: this.#book.printOf(named), upTo: before + 1 } }
    })
  }

  /** In a replay: three different controls and Back. */
  async pressAround(raised: Raised, now: Observation, place: Place, signal: AbortSignal): Promise<readonly Raised[]> {
    const { actuator, app, leash } = this.#book.options
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
      this.#book.note({ observation: acted.after, action, events: acted.events })
      if (acted.after.foreground.package !== app) return []
      look = acted.after
    }
    this.#book.lastLook = look
    const named = { element: raised.candidate.element, label: raised.candidate.label }
    const found = await frozen(this.#book.history, { ...whereOf(place), app })
    return found.flatMap(candidate =>
      this.#book.keep({ ...candidate, ...named }, { kind: 'frozen', tail: 1 }, this.#book.trail.length, 0),
    )
  }
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
