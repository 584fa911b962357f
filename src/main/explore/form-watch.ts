// Watches forms: what was typed into which field, what pressing the submit control came to, and asks whether a refusal was
// silent. Bookkeeping only; the verdict is the oracle's. Works for any policy, as it reads fields, not plans.
import type { Observation } from '#shared/domain/device.ts'
import type { Element } from '#shared/domain/element.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { controlsOf } from '#main/explore/controls.ts'
import { formOf, type Form } from '#main/explore/forms.ts'
import { isSilent, silentValidation, type FormOutcome } from '#main/explore/oracles/validation.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import type { Moment } from '#main/explore/policy.ts'
import { findTarget } from '#main/explore/targets.ts'

const noWords = { never: [], allow: [] }
const outcomesKept = 12

type Content = 'empty' | 'part' | 'valid' | 'odd' | 'unknown'

export class FormWatch {
  readonly #app: string
  readonly #replay: boolean
  readonly #kinds = new Map<string, never>()
  readonly #outcomes = new Map<string, FormOutcome[]>()
  /** Class last typed, by field; forgotten when the screen is left. */
  #typed = new Map<string, string>()
  #screen: ScreenId | null = null

  constructor(app: string, replay: boolean) {
    this.#app = app
    this.#replay = replay
  }

  /** After a tap on a form's submit control; `later` takes one more look when nothing seems to have happened. */
  async after(moment: Moment, where: Where, initial: Observation | null, later: () => Promise<Observation>): Promise<readonly Candidate[]> {
    const { action } = moment.decision
    if (this.#screen !== moment.from.screen.id) {
      this.#screen = moment.from.screen.id
      this.#typed = new Map()
    }
    if (action.kind === 'type') this.#typed.set(action.target.id || action.target.label, action.row)
    if (action.kind !== 'tap' || moment.before.tree === null) return []
    const form = this.#formOf(moment.before)
    const submit = form?.submit?.element ?? null
    const tapped = findTarget(moment.before.tree, action.target)?.element ?? null
    if (form === null || submit === null || tapped === null || tapped.index !== submit.index) return []
    const content = this.#content(form)
    if (content === 'unknown' && !moment.changed) return []
    const row = content === 'odd' ? this.#oddRow(form) : content === 'part' ? this.#missing(form) : content
    const outcome: FormOutcome = {
      row,
      valid: content === 'valid' || content === 'unknown',
      before: moment.before,
      after: moment.after,
      later: moment.changed ? null : await later(),
      submit,
      advanced: moment.changed,
    }
    if (this.#replay) return this.#askAlone(outcome, where)
    const name = `${moment.from.screen.id}|${form.key}`
    const outcomes = [...(this.#outcomes.get(name) ?? []).filter(known => known.row !== row || known.advanced !== outcome.advanced), outcome].slice(-outcomesKept)
    this.#outcomes.set(name, outcomes)
    return silentValidation({ ...where, app: this.#app, initial }, outcomes)
  }

  /** For a control of a form: whether what the fields hold should be accepted. */
  stateOf(before: Observation): 'none' | 'valid' | 'invalid' | 'unknown' {
    const form = this.#formOf(before)
    if (form === null) return 'none'
    const content = this.#content(form)
    return content === 'valid' ? 'valid' : content === 'unknown' ? 'unknown' : 'invalid'
  }

  /** A replay knows from the mission that good rows go on: it asks only whether this one is refused in silence. */
  async #askAlone(outcome: FormOutcome, where: Where): Promise<readonly Candidate[]> {
    if (outcome.valid || outcome.advanced || !(await isSilent(outcome, this.#app))) return []
    const label = outcome.submit.text || outcome.submit.desc
    return [
      candidateOf(where, {
        check: 'silent_validation',
        observation: outcome.after,
        tree: outcome.before.tree,
        element: outcome.submit,
        title: `${quoted(label, '', 'The form')} refuses wrong input without saying why${onScreen(where)}`,
        why: `With “${outcome.row}” nothing changes and no words appear.`,
        whyNotNoise: 'Asked again in a replay.',
        message: outcome.row,
      }),
    ]
  }

  #formOf(look: Observation): Form | null {
    return formOf(look, controlsOf(look, this.#app, noWords), this.#kinds)
  }

  #content(form: Form): Content {
    if (form.fields.every(field => field.text === '')) return 'empty'
    const classes = form.fields.map(field => this.#classOf(field.control.element))
    if (classes.every(name => name === 'valid' || name === 'other_valid')) return 'valid'
    if (form.fields.some(field => field.text === '') && classes.every(name => name === '' || name === 'empty' || name === 'valid' || name === 'other_valid')) return 'part'
    if (classes.some(name => name !== '' && name !== 'valid' && name !== 'other_valid' && name !== 'keep')) return 'odd'
    return 'unknown'
  }

  #missing(form: Form): string {
    const empty = form.fields.find(field => field.text === '')?.control.element
    return empty === undefined ? 'part' : `without ${empty.desc || empty.hint || empty.id.slice(empty.id.indexOf('/') + 1)}`
  }

  #oddRow(form: Form): string {
    return form.fields.map(field => this.#classOf(field.control.element)).find(name => name !== '' && name !== 'valid' && name !== 'other_valid') ?? 'odd'
  }

  #classOf(field: Element): string {
    return this.#typed.get(field.id || field.desc || field.hint) ?? ''
  }
}
