// Watches for dead controls: the same tap twice in a row with nothing to show for it, on a screen where other things react.
// One for each mission and each replay; the oracle decides.
import type { Observation } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'
import { probeOf, whereOf, type CaseBook } from '#main/explore/case-book.ts'
import type { FormWatch } from '#main/explore/form-watch.ts'
import { deadControl, mayBeDead, stepOracles } from '#main/explore/oracle.ts'
import type { Moment } from '#main/explore/policy.ts'
import { findTarget } from '#main/explore/targets.ts'
import type { Raised } from '#main/explore/trail.ts'

/** The log tells some seconds later that an app does not answer. */
const lateMs = 5200

interface DeadPending {
  readonly screen: ScreenId
  readonly raise: () => Promise<readonly Candidate[]>
  readonly upTo: number
  readonly step: number
}

export class DeadWatch {
  readonly #book: CaseBook
  readonly #forms: FormWatch
  readonly #worked = new Set<string>()
  #pending: readonly DeadPending[] = []

  constructor(book: CaseBook, forms: FormWatch) {
    this.#book = book
    this.#forms = forms
  }

  /** What did nothing is no longer asked about: the screen is another, or the app. */
  forget(): void {
    this.#pending = []
  }

  /** What did nothing on other screens is asked about no longer. */
  keepOnly(screen: ScreenId): void {
    this.#pending = this.#pending.filter(pending => pending.screen === screen)
  }

  /** Something on this screen reacted: taps land here, so what did nothing before it was dead. */
  async reacted(moment: Moment): Promise<readonly Raised[]> {
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
        raised.push(...this.#book.keep(candidate, { kind: 'dead', tail: 1 }, pending.upTo, pending.step))
    return raised
  }

  /** The second tap in a row on the same thing, and again nothing. */
  async after(
    moment: Moment,
    step: number,
    signal: AbortSignal,
    second: Observation | null = null,
  ): Promise<readonly Raised[]> {
    const { action } = moment.decision
    const { app, actuator, replay } = this.#book.options
    if (action.kind !== 'tap' || moment.to === null) return []
    const previous = this.#book.history.at(-2)
    const again = second !== null || (previous?.action?.kind === 'tap' && sameAction(previous.action, action))
    if (!again || (second === null && moment.changed)) return []
    const before = second === null ? this.#book.history.at(-3)?.observation : moment.before
    const tree = before?.tree ?? null
    const element = tree === null ? null : (findTarget(tree, action.target)?.element ?? null)
    if (
      before === undefined ||
      element === null ||
      !mayBeDead(before, app, element) ||
      this.#forms.mayRefuse(before, element)
    )
      return []
    this.#book.checks.add('dead_control')
    const after1 = second === null ? moment.before : moment.after
    const after2 = second ?? moment.after
    await actuator.wait(lateMs, signal)
    const later = await actuator.look(signal)
    this.#book.lastLook = later
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
    const upTo = this.#book.trail.length - (second === null ? 1 : 0)
    const raised: Raised[] = []
    if (events.length > 0) {
      const input = this.#book.input({
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
          raised.push(...this.#book.keep(candidate, probeOf(candidate.check), this.#book.trail.length, step))
      return raised
    }
    // Whatever reacts on this screen from now on proves that taps land and the app is not frozen.
    if (!replay) {
      this.#pending = [...this.#pending, { screen, raise, upTo, step }]
      return []
    }
    for (const candidate of await raise())
      raised.push(...this.#book.keep(candidate, { kind: 'dead', tail: 1 }, upTo, step))
    return raised
  }

  /** In a replay, whose path ends with the first of the two taps. */
  async again(last: Moment, signal: AbortSignal): Promise<readonly Raised[]> {
    const second = await this.#tapAgain(last, signal)
    return this.after({ ...last, decision: { ...last.decision, purpose: 'again' } }, 0, signal, second)
  }

  async #tapAgain(last: Moment, signal: AbortSignal): Promise<Observation> {
    const acted = await this.#book.options.actuator.act(last.decision.action, last.after, signal)
    this.#book.lastLook = acted.after
    return acted.after
  }
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
