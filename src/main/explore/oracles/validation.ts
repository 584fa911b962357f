// A form that refuses what is wrong without saying so (#10), told by pairs: a good row goes on, a bad row stays in silence.
// One row alone proves nothing; a message, a disabled button, a toast or any other change but the fields' is an answer.
import { isSpinner } from '#main/explore/looks.ts'
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, type Element } from '#shared/domain/element.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { identityOf, sameScreen } from '#main/explore/screen-identity.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import { samePicture } from '#main/explore/oracles/same-look.ts'
import { counterpart, isEnabled, isInFront, isUnderKeyboard, nodesOf } from '#main/explore/oracles/tree-reading.ts'
import { wordsOfElement } from '#shared/domain/element.ts'

export interface FormOutcome {
  /** The class of text that was typed: `valid`, `empty`, `email-broken` … */
  readonly row: string
  /** By the hints of the fields, what was typed should be accepted. */
  readonly valid: boolean
  /** Filled in, just before the button was pressed. */
  readonly before: Observation
  /** Settled after it. */
  readonly after: Observation
  /** About 2 s later without input; null where not taken. */
  readonly later: Observation | null
  readonly submit: Element
  /** The screen changed, or the app said it was done. */
  readonly advanced: boolean
}

type FormWhere = Where & { readonly app: string; readonly initial?: Observation | null }

export async function silentValidation(
  where: FormWhere,
  outcomes: readonly FormOutcome[],
): Promise<readonly Candidate[]> {
  const found = await silentOutcome(where, outcomes)
  return found === null ? [] : [silentCandidate(where, found.bad, found.good.row)]
}

/** The pair that tells it, null where there is none. `initial`: the form as first met, without any message. */
export async function silentOutcome<Outcome extends FormOutcome>(
  where: FormWhere,
  outcomes: readonly Outcome[],
): Promise<{ readonly bad: Outcome; readonly good: Outcome } | null> {
  const good = outcomes.find(outcome => outcome.valid && outcome.advanced && wentOn(outcome, where.app))
  if (good === undefined) return null
  const befores = outcomes.map(outcome => outcome.before)
  const usual = commonParts([...befores, ...(where.initial == null ? [] : [where.initial])], where.app)
  for (const bad of outcomes) {
    if (bad.valid || bad.advanced) continue
    // A message of an earlier row may stand there already: the same mistake again changes nothing.
    if (partsOf(bad.before, where.app).some(part => !usual.has(part))) continue
    if (await isSilent(bad, where.app)) return { bad, good }
  }
  return null
}

export function silentCandidate(where: Where, bad: FormOutcome, goodRow: string): Candidate {
  const tree = bad.before.tree
  const words = tree === null ? '' : wordsOfElement(tree, bad.submit)
  return candidateOf(where, {
    check: 'silent_validation',
    observation: bad.after,
    tree,
    element: bad.submit,
    title: `${quoted(words, '', 'The form')} refuses ${bad.row === 'empty' ? 'an empty form' : 'wrong input'} without saying why${onScreen(where)}`,
    why: `With the row “${goodRow}” it goes on; with “${bad.row}” nothing changes and no words appear.`,
    whyNotNoise:
      'The button was enabled both times, the same form accepts good input, and neither message, snackbar, toast nor mark appeared.',
    message: bad.row,
  })
}

/** The form was left, or answered without new words beside its fields: a message means it was refused. */
export function wentOn(outcome: FormOutcome, app: string): boolean {
  const { before, after, submit } = outcome
  if (before.tree === null || after.tree === null || counterpart(before.tree, submit, after.tree) === null) return true
  if (!sameScreen(identityOf(before, app), identityOf(after, app))) return true
  const known = new Set(partsOf(before, app))
  return partsOf(after, app).every(part => known.has(part))
}

/** Texts by id (by their words where there is none), fields and controls left out. */
const partsOf = (look: Observation, app: string): readonly string[] =>
  nodesOf(look, app).flatMap(node =>
    node.text === '' || isEditable(node) || node.clickable || node.checkable ? [] : [node.id || node.text],
  )

function commonParts(looks: readonly Observation[], app: string): ReadonlySet<string> {
  const sets = looks.map(look => new Set(partsOf(look, app)))
  const [first, ...others] = sets
  return new Set([...(first ?? [])].filter(part => others.every(other => other.has(part))))
}

/** Pressed while enabled, still the same form, and nothing that could be an answer anywhere. Asked again in a replay. */
export async function isSilent(
  outcome: Pick<FormOutcome, 'before' | 'after' | 'later' | 'submit'>,
  app: string,
): Promise<boolean> {
  const { before, after, later, submit } = outcome
  const tree = before.tree
  if (tree === null || after.tree === null || !isEnabled(tree, submit) || isUnderKeyboard(before, submit.bounds))
    return false
  for (const look of [after, ...(later === null ? [] : [later])]) {
    if (!isInFront(look, app) || look.tree === null || counterpart(tree, submit, look.tree) === null) return false
    if (nodesOf(look, app).some(isSpinner)) return false
    if (!sameWords(before, look, app)) return false
    // Words that are drawn and not in the tree (a toast, a red frame) are an answer as well; a keyboard that went is not.
    if (before.keyboard.shown === look.keyboard.shown && !(await samePicture(before, look))) return false
  }
  // With the keyboard gone there is nothing to compare the picture with but the look after.
  return before.keyboard.shown === after.keyboard.shown || later === null || samePicture(after, later)
}

/** The same words outside the fields, in the same places; fields may lose focus, not words. */
function sameWords(before: Observation, after: Observation, app: string): boolean {
  const wordsIn = (look: Observation): readonly string[] =>
    nodesOf(look, app).flatMap(node =>
      isEditable(node) ? [`field ${node.id} ${node.desc} ${node.hint}`] : [`${node.id} ${node.text} ${node.desc}`],
    )
  const left = wordsIn(before)
  const right = wordsIn(after)
  if (before.keyboard.shown === after.keyboard.shown)
    return left.length === right.length && left.every((words, at) => words === right[at])
  const known = new Set(left)
  return right.every(words => known.has(words))
}
