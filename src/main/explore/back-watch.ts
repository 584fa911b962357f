// Watches where Back leads: keeps the way from screen to screen since the app was launched. One for each mission and each
// replay; the oracle decides.
import { liesBelow } from '#main/explore/back-path.ts'
import type { CaseBook } from '#main/explore/case-book.ts'
import { backStack, type Hop } from '#main/explore/oracle.ts'
import type { Moment } from '#main/explore/policy.ts'
import type { Place } from '#main/explore/screen-map.ts'
import type { Raised } from '#main/explore/trail.ts'

const pathKept = 60

export class BackWatch {
  readonly #book: CaseBook
  #path: readonly Hop[] = []

  constructor(book: CaseBook) {
    this.#book = book
  }

  /** The app is not in front: the way begins anew. */
  forget(): void {
    this.#path = []
  }

  async after(moment: Moment, to: Place, step: number): Promise<readonly Raised[]> {
    const { from } = moment
    const { action } = moment.decision
    if (this.#path.length === 0)
      this.#path = [
        {
          screen: moment.from.screen.id,
          screenName: moment.from.screen.name,
          observation: moment.before,
          action: null,
        },
      ]
    // Turning and coming back leave the stack as it is; only where they led elsewhere are they part of the way.
    const inPlace = (action.kind === 'turn' || action.kind === 'background') && to.screen.id === from.screen.id
    if (!inPlace) {
      this.#path = [
        ...this.#path,
        { screen: to.screen.id, screenName: to.screen.name, observation: moment.after, action },
      ].slice(-pathKept)
    }
    if (action.kind !== 'back') return []
    this.#book.checks.add('back_stack')
    const home = this.#path[0]?.screen ?? to.screen.id
    const found = (await backStack({ app: this.#book.options.app, path: this.#path, home })).filter(
      candidate => candidate.element !== '' && !liesBelow(this.#path, to.screen.id),
    )
    return found.flatMap(candidate =>
      this.#book.keep(candidate, { kind: 'back', tail: 2 }, this.#book.trail.length, step),
    )
  }
}
