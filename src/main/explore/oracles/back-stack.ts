// Back that goes wrong (#30): a form that comes back after it was saved, a child whose Back leads to a stranger, a Back
// that does nothing. A pure decider over the path of screens; keyboards, dialogs and replaced screens raise nothing.
import { isSpinner } from '#main/explore/looks.ts'
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, shortId, type Element } from '#shared/domain/element.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'
import { isDialog } from '#main/explore/screen-identity.ts'
import { candidateOf, quoted } from '#main/explore/oracles/oracle-input.ts'
import { sameLook } from '#main/explore/oracles/same-look.ts'
import { isInFront, isInRow, isSubmit, isTransient, nodesOf } from '#main/explore/oracles/tree-reading.ts'

/** One look of the path; `action` led to it. */
export interface Hop {
  readonly screen: ScreenId
  readonly screenName: string
  readonly observation: Observation
  readonly action: Action | null
}

export interface BackStackInput {
  readonly app: string
  /** Since the app was launched or reset, oldest first; the last hop's action is Back. */
  readonly path: readonly Hop[]
  /** Where the app starts; Back may always lead there. */
  readonly home: ScreenId
}

const isBack = (action: Action | null): boolean =>
  action !== null &&
  (action.kind === 'back' || (action.kind === 'key' && (action.key === 'Back' || action.key === 'Escape')))

const breaksPath = (action: Action | null): boolean =>
  action !== null && (action.kind === 'relaunch' || action.kind === 'background' || action.kind === 'turn')

export async function backStack(input: BackStackInput): Promise<readonly Candidate[]> {
  const path = sinceBreak(input.path)
  const last = path.at(-1)
  const from = path.at(-2)
  if (last === undefined || from === undefined || !isBack(last.action)) return []
  if (!isPlain(last.observation, input.app) || !isPlain(from.observation, input.app) || from.observation.keyboard.shown)
    return []
  if (last.screen === from.screen) return deadBack(input, path)
  const formBack = formComesBack(sinceLaunch(input.path), last, from)
  if (formBack !== null) return [formBack]
  const strange = strangeLanding(input, path, last, from)
  return strange === null ? [] : [strange]
}

/** Only what came after the last thing that may rebuild the stack. */
function sinceBreak(path: readonly Hop[]): readonly Hop[] {
  const at = path.findLastIndex(hop => breaksPath(hop.action))
  return at < 0 ? path : path.slice(at)
}

/** A turn or a trip to the background keeps what lies below; only another launch does not. */
function sinceLaunch(path: readonly Hop[]): readonly Hop[] {
  const at = path.findLastIndex(hop => hop.action?.kind === 'relaunch')
  return at < 0 ? path : path.slice(at)
}

/** The app's own screen, whole: no dialog, nothing of the system, nothing loading. */
function isPlain(look: Observation, app: string): boolean {
  if (!isInFront(look, app) || look.tree === null || look.tree.nodes.length === 0 || isDialog(look)) return false
  return !nodesOf(look, app).some(isSpinner)
}

/** A → form → (Save) A → Back → form: the screen was laid on top instead of going back to it. */
function formComesBack(path: readonly Hop[], form: Hop, from: Hop): Candidate | null {
  if (!(form.observation.tree?.nodes.some(isEditable) ?? false)) return null
  // What led to the screen Back was pressed on, passing looks at which nothing moved on.
  let at = path.length - 2
  while (at > 0 && path[at - 1]?.screen === from.screen) at -= 1
  const saved = path[at]
  const formBefore = path[at - 1]
  if (
    saved === undefined ||
    formBefore === undefined ||
    formBefore.screen !== form.screen ||
    saved.action?.kind !== 'tap'
  )
    return null
  const tree = formBefore.observation.tree
  const button = tree === null ? null : elementOf(tree.nodes, saved.action)
  if (tree === null || button === null || !isSubmit(tree, button)) return null
  // The form was opened from that very screen: saving it goes back there.
  let entered = at - 1
  while (entered > 0 && path[entered - 1]?.screen === form.screen) entered -= 1
  if (isBack(path[entered]?.action ?? null)) return null
  // A menu or a question on the way lies over the screen it was opened from.
  const opener = path.slice(0, entered).findLast(hop => !isDialog(hop.observation))
  if (opener === undefined || opener.screen !== saved.screen) return null
  // A page of a wizard stands below the one it leads to: the form came first then.
  if (path.findIndex(hop => hop.screen === form.screen) < path.findIndex(hop => hop.screen === saved.screen))
    return null
  const label = saved.action.target.label
  return candidateOf(
    { screen: form.screen, screenName: form.screenName },
    {
      check: 'back_stack',
      observation: form.observation,
      elementName: shortId(saved.action.target.id),
      label,
      title: `Back leads into the form “${form.screenName}” again after it was finished with ${quoted(label, shortId(saved.action.target.id), 'its button')}`,
      why: `“${from.screenName}” → “${form.screenName}” → ${quoted(label, '', 'the button')} → “${from.screenName}” → Back → “${form.screenName}”.`,
      whyNotNoise:
        'No dialog or keyboard was open, the form had been left by its own button, and the screen before it is the one it was opened from.',
      mark: null,
    },
  )
}

/** Back from a child straight after it was opened leads neither to where it was opened, nor home, nor anywhere below. */
function strangeLanding(input: BackStackInput, path: readonly Hop[], last: Hop, from: Hop): Candidate | null {
  let at = path.length - 2
  while (at > 0 && path[at - 1]?.screen === from.screen) at -= 1
  const opened = path[at]
  const parent = path[at - 1]
  if (
    opened === undefined ||
    parent === undefined ||
    opened.action?.kind !== 'tap' ||
    !isPlain(parent.observation, input.app)
  )
    return null
  if (last.screen === parent.screen || last.screen === input.home) return null
  const tree = parent.observation.tree
  const control = tree === null ? null : elementOf(tree.nodes, opened.action)
  // Tabs, the up arrow and buttons of forms replace screens; rows and plain buttons open children.
  if (
    tree === null ||
    control === null ||
    control.selected ||
    /navigate up/i.test(control.desc) ||
    isSubmit(tree, control)
  )
    return null
  if (isTransient(tree, control) || (isTabLike(tree.nodes, control) && !isInRow(tree, control))) return null
  // Seen before the child was opened: it may lie below a screen that gave way to its child.
  if (path.slice(0, at).some(hop => hop.screen === last.screen)) return null
  return candidateOf(
    { screen: from.screen, screenName: from.screenName },
    {
      check: 'back_stack',
      observation: from.observation,
      title: `Back from “${from.screenName}” leads to “${last.screenName}” instead of “${parent.screenName}”`,
      why: `“${parent.screenName}” → ${quoted(opened.action.target.label, shortId(opened.action.target.id), 'a tap')} → “${from.screenName}” → Back → “${last.screenName}”, which was not open before.`,
      whyNotNoise:
        'No dialog or keyboard was open, the child had been opened by a tap just before, and the landing is neither its parent nor the home screen.',
      mark: null,
    },
  )
}

/** Two Backs in a row that change nothing, on a screen that was opened from another. */
async function deadBack(input: BackStackInput, path: readonly Hop[]): Promise<readonly Candidate[]> {
  const last = path.at(-1)
  const middle = path.at(-2)
  const first = path.at(-3)
  if (
    last === undefined ||
    middle === undefined ||
    first === undefined ||
    !isBack(last.action) ||
    !isBack(middle.action)
  )
    return []
  if (
    first.screen !== last.screen ||
    last.screen === input.home ||
    first.observation.keyboard.shown ||
    !isPlain(first.observation, input.app)
  )
    return []
  if (
    !(await sameLook(first.observation, middle.observation)) ||
    !(await sameLook(first.observation, last.observation))
  )
    return []
  // The screen must answer to something, or it is frozen and told as that.
  const answered = path
    .slice(-8, -2)
    .some(
      (hop, at, some) =>
        at > 0 &&
        hop.screen === last.screen &&
        some[at - 1]?.screen === last.screen &&
        hop.observation.picture.id !== some[at - 1]?.observation.picture.id,
    )
  const arrived = path.findLast(
    (hop, at) => hop.screen === last.screen && path[at - 1] !== undefined && path[at - 1]?.screen !== last.screen,
  )
  if (arrived === undefined || !answered) return []
  return [
    candidateOf(
      { screen: last.screen, screenName: last.screenName },
      {
        check: 'back_stack',
        observation: last.observation,
        title: `Back does nothing on “${last.screenName}”`,
        why: 'Two Backs in a row left picture and tree as they were; the screen had been opened from another one.',
        whyNotNoise:
          'No keyboard or dialog was open, it is not the home screen, and the screen answers to other input.',
        mark: null,
      },
    ),
  ]
}

function elementOf(nodes: readonly Element[], action: Action): Element | null {
  if (!('target' in action)) return null
  const { id, className, nth } = action.target
  const alike = nodes.filter(node => node.id === id && node.className === className)
  return alike[nth] ?? alike[0] ?? null
}

function isTabLike(nodes: readonly Element[], control: Element): boolean {
  const siblings = nodes.filter(node => node.parent === control.parent && node.clickable)
  return siblings.length >= 2 && siblings.length <= 6 && siblings.some(node => node.selected)
}
