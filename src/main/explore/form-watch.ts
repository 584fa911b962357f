// Watches forms: what was typed into which field, what pressing the submit control came to, and asks whether a refusal was
// silent. Bookkeeping only; the verdict is the oracle's. Works for any policy, as it reads fields, not plans.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, type Element } from '#shared/domain/element.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { controlsOf } from '#main/explore/controls.ts'
import { formsOf, type Form } from '#main/explore/forms.ts'
import { acceptedWrong, wrongFields } from '#main/explore/oracles/accepted.ts'
import { isSilent, type FormOutcome } from '#main/explore/oracles/validation.ts'
import { isSubmit, nodesOf } from '#main/explore/oracles/tree-reading.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import type { Moment } from '#main/explore/policy.ts'
import { findTarget } from '#main/explore/targets.ts'

const noWords = { never: [], allow: [] }
const outcomesKept = 12

type Content = 'empty' | 'part' | 'valid' | 'odd' | 'unknown'

export interface SilentForm {
  readonly candidate: Candidate
  /** Length of the trail when the row was sent. */
  readonly at: number
}

/** Texts by id (by their words where there is none); fields and controls left out. */
const partsOf = (look: Observation, app: string): readonly string[] =>
  nodesOf(look, app).flatMap(node =>
    node.text === '' || isEditable(node) || node.clickable || node.checkable ? [] : [node.id || node.text],
  )

export class FormWatch {
  readonly #app: string
  readonly #replay: boolean
  readonly #kinds = new Map<string, never>()
  readonly #forms = new Map<
    string,
    { outcomes: { readonly outcome: FormOutcome; readonly at: number; readonly left: boolean }[] }
  >()
  /** What came up as an answer to sending, by screen: it may stand there still when the next row is sent. */
  readonly #messages = new Map<ScreenId, Set<string>>()
  /** Class last typed, by field; forgotten when the screen is left. */
  #typed = new Map<string, string>()
  #screen: ScreenId | null = null
  /** Where each screen was last come to from. */
  readonly #cameFrom = new Map<ScreenId, ScreenId>()

  constructor(app: string, replay: boolean) {
    this.#app = app
    this.#replay = replay
  }

  /** After a tap on a form's submit control; `later` takes one more look when a fault seems likely. */
  async after(
    moment: Moment,
    where: Where,
    at: number,
    later: () => Promise<Observation>,
  ): Promise<readonly SilentForm[]> {
    const { from, to } = moment
    const taken = await this.#accepted(moment, where, later)
    const moved = to !== null && to.screen.id !== from.screen.id && moment.decision.action.kind !== 'back'
    if (moved && this.#cameFrom.get(from.screen.id) !== to.screen.id) this.#cameFrom.set(to.screen.id, from.screen.id)
    return [...(taken === null ? [] : [{ candidate: taken, at }]), ...(await this.#refused(moment, where, at, later))]
  }

  /** The form was left with what one of its fields does not want. */
  async #accepted(moment: Moment, where: Where, later: () => Promise<Observation>): Promise<Candidate | null> {
    const { before, after, from, to } = moment
    const { action } = moment.decision
    if (action.kind !== 'tap' || before.tree === null || to === null || to.screen.id === from.screen.id) return null
    const submit = findTarget(before.tree, action.target)?.element ?? null
    const form = this.#formsOf(before).find(one => one.submit?.element.index === submit?.index)
    if (submit === null || form === undefined) return null
    const fields = form.fields.map(field => field.control.element)
    if (wrongFields(before, fields).length === 0) return null
    const opener = this.#cameFrom.get(from.screen.id) ?? null
    const wentBack = opener === null ? (this.#replay ? null : false) : opener === to.screen.id
    return acceptedWrong({ ...where, app: this.#app, before, after, later: await later(), submit, fields, wentBack })
  }

  async #refused(
    moment: Moment,
    where: Where,
    at: number,
    later: () => Promise<Observation>,
  ): Promise<readonly SilentForm[]> {
    const { action } = moment.decision
    if (this.#screen !== moment.from.screen.id) {
      this.#screen = moment.from.screen.id
      this.#typed = new Map()
    }
    if (action.kind === 'type') this.#typed.set(action.target.id || action.target.label, action.row)
    if (action.kind !== 'tap' || moment.before.tree === null) return []
    const tapped = findTarget(moment.before.tree, action.target)?.element ?? null
    const asked = tapped === null ? null : this.#askedOf(moment, tapped)
    if (tapped === null || asked === null) return []
    const left = moment.to?.screen.id !== moment.from.screen.id
    if (asked.row === 'unknown' && !left) return []
    const had = new Set(partsOf(moment.before, this.#app))
    const now = partsOf(moment.after, this.#app)
    const added = now.filter(part => !had.has(part))
    // One text in the place of another is news; one more text is a message.
    const gone = [...had].filter(part => !now.includes(part))
    const name = `${moment.from.screen.id}|${asked.form}`
    const messages = this.#messages.get(moment.from.screen.id) ?? new Set<string>()
    this.#messages.set(moment.from.screen.id, messages)
    const known = this.#forms.get(name) ?? { outcomes: [] }
    this.#forms.set(name, known)
    const isMessage = !left && added.length > 0 && (now.length > had.size || gone.some(part => messages.has(part)))
    const outcome: FormOutcome = {
      row: asked.row,
      valid: asked.valid,
      before: moment.before,
      after: moment.after,
      later: moment.changed ? null : await later(),
      submit: tapped,
      advanced: left || (moment.changed && (!asked.valid || !isMessage)),
    }
    if (this.#replay) return this.#tell(outcome, where, at, '')
    if (isMessage) for (const part of added) messages.add(part)
    known.outcomes = [
      ...known.outcomes.filter(one => one.outcome.row !== outcome.row || one.outcome.advanced !== outcome.advanced),
      { outcome, at, left },
    ].slice(-outcomesKept)
    const good = known.outcomes.find(one => one.outcome.advanced && (one.outcome.valid || one.left))
    if (good === undefined) return []
    for (const { outcome: bad, at: badAt } of known.outcomes) {
      if (bad.valid || bad.advanced) continue
      // What an earlier row was told may stand there still: the same mistake again changes nothing.
      if (partsOf(bad.before, this.#app).some(part => messages.has(part))) continue
      const told = await this.#tell(bad, where, badAt, good.outcome.row)
      if (told.length > 0) return told
    }
    return []
  }

  /** What was sent, and whether it should be accepted: the texts of fields, or what is chosen where there are none. */
  #askedOf(
    moment: Moment,
    tapped: Element,
  ): { readonly form: string; readonly row: string; readonly valid: boolean } | null {
    const forms = this.#formsOf(moment.before)
    const form = forms.find(one => one.submit?.element.index === tapped.index)
    if (form === undefined && forms.length > 0) return null
    if (form !== undefined) {
      const content = this.#content(form)
      const row = content === 'odd' ? this.#oddRow(form) : content === 'part' ? this.#missing(form) : content
      return { form: form.key, row, valid: content === 'valid' || content === 'unknown' }
    }
    const tree = moment.before.tree
    const choices = tree?.nodes.filter(node => node.checkable) ?? []
    if (tree === null || choices.length === 0 || tapped.checkable || !isSubmit(tree, tapped)) return null
    const none = choices.every(node => !node.checked)
    return { form: tapped.id, row: none ? 'nothing chosen' : 'a choice', valid: !none }
  }

  /** Sends a form that is not filled as it should be: that it does nothing is the form's matter, not the control's. */
  mayRefuse(before: Observation, element: Element): boolean {
    return this.#formsOf(before).some(
      form => form.submit?.element.index === element.index && this.#content(form) !== 'valid',
    )
  }

  /** For a control of a form: whether what the fields hold should be accepted. */
  stateOf(before: Observation): 'none' | 'valid' | 'invalid' | 'unknown' {
    const [form] = this.#formsOf(before)
    if (form === undefined) return 'none'
    const content = this.#content(form)
    return content === 'valid' ? 'valid' : content === 'unknown' ? 'unknown' : 'invalid'
  }

  async #tell(outcome: FormOutcome, where: Where, at: number, good: string): Promise<readonly SilentForm[]> {
    if (outcome.valid || outcome.advanced || !(await isSilent(outcome, this.#app))) return []
    const label = outcome.submit.text || outcome.submit.desc
    const candidate = candidateOf(where, {
      check: 'silent_validation',
      observation: outcome.after,
      tree: outcome.before.tree,
      element: outcome.submit,
      title: `${quoted(label, '', 'The form')} refuses ${outcome.row === 'empty' ? 'an empty form' : 'wrong input'} without saying why${onScreen(where)}`,
      why: `With the row “${good || 'valid'}” it goes on; with “${outcome.row}” nothing changes and no words appear.`,
      whyNotNoise:
        'The button was enabled both times, the same form accepts good input, and neither message, snackbar, toast nor mark appeared.',
      message: outcome.row,
    })
    return [{ candidate, at }]
  }

  #formsOf(look: Observation): readonly Form[] {
    return formsOf(look, controlsOf(look, this.#app, noWords), this.#kinds)
  }

  #content(form: Form): Content {
    if (form.fields.every(field => field.text === '')) return 'empty'
    const classes = form.fields.map(field => this.#classOf(field.control.element))
    if (classes.every(name => name === 'valid' || name === 'other_valid')) return 'valid'
    if (
      form.fields.some(field => field.text === '') &&
      classes.every(name => name === '' || name === 'empty' || name === 'valid' || name === 'other_valid')
    )
      return 'part'
    if (classes.some(name => name !== '' && name !== 'valid' && name !== 'other_valid' && name !== 'keep')) return 'odd'
    return 'unknown'
  }

  #missing(form: Form): string {
    const empty = form.fields.find(field => field.text === '')?.control.element
    return empty === undefined
      ? 'part'
      : `without ${empty.desc || empty.hint || empty.id.slice(empty.id.indexOf('/') + 1)}`
  }

  #oddRow(form: Form): string {
    return (
      form.fields
        .map(field => this.#classOf(field.control.element))
        .find(name => name !== '' && name !== 'valid' && name !== 'other_valid') ?? 'odd'
    )
  }

  #classOf(field: Element): string {
    return this.#typed.get(field.id || field.desc || field.hint) ?? ''
  }
}
