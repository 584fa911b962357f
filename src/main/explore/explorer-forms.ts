// How the explorer fills and sends forms: a row at a time, field by field, with a probe by turning in between.
// Plans steps only; what the rows are is forms.ts.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable } from '#shared/domain/element.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import {
  isFree,
  rowsOf,
  textFor,
  textOf,
  type Field,
  type FieldKind,
  type Form,
  type Row,
  type TextClass,
} from '#main/explore/forms.ts'
import { rowKey } from '#main/explore/explorer-offers.ts'
import { decision, type Plan, type Planned } from '#main/explore/explorer-plan.ts'
import type { Decision, Moment, Purpose, Sight } from '#main/explore/policy.ts'
import { findTarget, targetOf } from '#main/explore/targets.ts'

const backgroundMs = 2000

export class FormFiller {
  readonly #plan: Plan
  readonly kinds = new Map<string, FieldKind>()

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /** Fills the form for a row and sends it. The fields are looked for again before each, as the screen may move. */
  start(sight: Sight, formKey: string, name: string, purpose: Purpose = 'submit'): Decision | null {
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
      steps.push(...lifeSteps(screen.id, 'probe:filled'))
    } else life.missed = 2
    steps.push({ expect: screen.id, make: at => this.#submit(at, form.key, row, purpose, 0) })
    this.#plan.first(...steps)
    return this.#plan.next(sight)
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
    return this.#plan.uncovered(sight, { kind: 'type', target, text, row: name }, 'fill', key, row.name)
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
      return this.#plan.uncovered(
        sight,
        { kind: 'tap', target: targetOf(tree, submit.element, sight.place.screen.id) },
        purpose,
        key,
        row.name,
      )
    const scroller = sight.scrollers[0]
    if (scroller === undefined || scrolled >= 2 || form.submitDisabled) return null
    this.#plan.first({
      expect: sight.place.screen.id,
      make: at => this.#submit(at, formKey, row, purpose, scrolled + 1),
    })
    const action: Action = {
      kind: 'swipe',
      target: targetOf(tree, scroller.element, sight.place.screen.id),
      direction: 'up',
    }
    return sight.observation.keyboard.shown ? this.#plan.hideFirst(action, purpose, '') : decision(action, 'probe', '')
  }

  /** A field that took no letters wants a number. */
  readBack(moment: Moment, action: Extract<Action, { kind: 'type' }>): void {
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

  /** A valid row was refused: perhaps a box must be ticked first, or another kind of valid text is wanted. */
  afterRefusal(moment: Moment): void {
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
        return this.#plan.uncovered(sight, { kind: 'tap', target }, 'probe', '', '')
      },
    }))
    again.push({ expect: screen, make: sight => this.start(sight, formKey, 'other_valid') })
    this.#plan.first(...again)
  }
}

/** A turn there, a turn back, and a trip to the background. */
export function lifeSteps(screen: ScreenId, key: string): readonly Planned[] {
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

const fieldOf = (sight: Sight, cluster: string): Field | undefined =>
  sight.forms.flatMap(form => form.fields).find(field => field.cluster === cluster)

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
