// What a there-and-back (turn, background) loses (#24): typed text, switches, the chosen tab, the place in a list.
// A pure decider over the look before and the settled look after; passwords and dialogs are allowed to go.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import { heightOf } from '#shared/domain/geometry.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { identityOf, isDialog, sameScreen } from '#main/explore/screen-identity.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import {
  counterpart,
  hasOwnText,
  isHalfBuilt,
  isInFront,
  isInRow,
  isOwnId,
  isTransient,
  nameOf,
  nodesOf,
} from '#main/explore/oracles/tree-reading.ts'

export interface DataLossInput extends Where {
  readonly app: string
  readonly before: Observation
  /** Same orientation as before, settled 2 s. */
  readonly after: Observation
  readonly way: 'turn' | 'background'
  /** Texts we typed in this mission. */
  readonly typed: ReadonlySet<string>
  /** The screen as first met, before we changed anything on it; shows what fell back to its first value. */
  readonly initial: Observation | null
}

const wayWords = { turn: 'turning the phone and back', background: 'leaving the app and coming back' } as const

export function dataLost(input: DataLossInput): readonly Candidate[] {
  const { before, after, app } = input
  const tree = before.tree
  const later = after.tree
  if (tree === null || later === null || before.secure || isHalfBuilt(before) || isHalfBuilt(after)) return []
  if (!isInFront(before, app) || !isInFront(after, app) || before.orientation !== after.orientation || isDialog(before))
    return []
  if (isDialog(after)) return []
  const nodes = nodesOf(before, app).filter(node => !isTransient(tree, node))
  if (!sameScreen(identityOf(before, app), identityOf(after, app))) return thrownOut(input, tree, nodes)
  return [
    ...nodes.flatMap(node => fieldLost(input, tree, later, node)),
    ...nodes.flatMap(node => switchLost(input, tree, later, node)),
    ...tabLost(input, tree, later, nodes),
    ...fallenBack(input, tree, later, nodes),
    ...placeLost(input, tree, later, nodes),
  ]
}

/** Text we typed (or that a field held by itself) and that is not there any more. */
function fieldLost(input: DataLossInput, tree: ElementTree, later: ElementTree, node: Element): readonly Candidate[] {
  if (!isEditable(node) || node.password || !hasOwnText(node)) return []
  const now = counterpart(tree, node, later)
  if (now === null || !isEditable(now) || now.text === node.text) return []
  // Still being typed: a longer text begins with the shorter.
  if (now.text !== '' && now.text !== now.hint && now.text.startsWith(node.text)) return []
  const left = now.text === '' || now.text === now.hint ? 'empty' : `“${now.text.slice(0, 40)}”`
  return [
    tell(
      input,
      tree,
      node,
      `What was typed into ${nameIt(tree, node)} is lost`,
      `The field held “${node.text.slice(0, 60)}”; afterwards it is ${left}.`,
    ),
  ]
}

function switchLost(input: DataLossInput, tree: ElementTree, later: ElementTree, node: Element): readonly Candidate[] {
  if (!node.checkable || !node.enabled || isInRow(tree, node)) return []
  const now = counterpart(tree, node, later)
  if (now === null || !now.checkable || !now.enabled || now.checked === node.checked) return []
  // Of a group of choices the one that was on tells it; the others follow.
  if (/RadioButton/.test(node.className) && !node.checked) return []
  return [
    tell(
      input,
      tree,
      node,
      `The choice ${nameIt(tree, node)} is lost`,
      `It was ${node.checked ? 'on' : 'off'}; afterwards it is ${now.checked ? 'on' : 'off'}.`,
    ),
  ]
}

function tabLost(
  input: DataLossInput,
  tree: ElementTree,
  later: ElementTree,
  nodes: readonly Element[],
): readonly Candidate[] {
  const chosen = nodes.find(node => node.selected && node.clickable && !isInRow(tree, node))
  if (chosen === undefined) return []
  const now = counterpart(tree, chosen, later)
  if (now === null || now.selected) return []
  const instead = later.nodes.find(node => node.parent === now.parent && node.selected)
  if (instead === undefined) return []
  return [
    tell(
      input,
      tree,
      chosen,
      `The chosen tab ${nameIt(tree, chosen)} is lost`,
      `It was chosen; afterwards ${nameIt(later, instead)} is.`,
    ),
  ]
}

/** Words that had changed since the screen was met and are back at what they were then. */
function fallenBack(
  input: DataLossInput,
  tree: ElementTree,
  later: ElementTree,
  nodes: readonly Element[],
): readonly Candidate[] {
  const first = input.initial?.tree ?? null
  if (first === null || input.initial?.orientation !== input.before.orientation) return []
  const lost = nodes.filter(node => {
    if (!isOwnId(node) || !hasOwnText(node) || isEditable(node) || node.clickable || isInRow(tree, node)) return false
    const then = counterpart(tree, node, first)
    const now = counterpart(tree, node, later)
    return then !== null && now !== null && then.text !== node.text && now.text === then.text
  })
  const node = lost[0]
  // A clock or a counter may pass the same value again; several at once would not.
  if (node === undefined || (lost.length === 1 && /\d\d?:\d\d/.test(node.text))) return []
  const now = counterpart(tree, node, later)
  return [
    tell(
      input,
      tree,
      node,
      `${nameIt(tree, node)} falls back to its first value`,
      `It showed “${node.text.slice(0, 60)}”; afterwards “${now?.text.slice(0, 60) ?? ''}”, as when the screen was first opened.`,
    ),
  ]
}

/** Only by the background: a turn may move a list, since other rows fit. */
function placeLost(
  input: DataLossInput,
  tree: ElementTree,
  later: ElementTree,
  nodes: readonly Element[],
): readonly Candidate[] {
  if (input.way !== 'background') return []
  const scroller = nodes.find(node => node.scrollable && heightOf(node.bounds) > input.before.size.height * 0.3)
  if (scroller === undefined) return []
  const inside = nodes.filter(node => node.text !== '' && node.index > scroller.index && node.depth > scroller.depth)
  const shifts = inside.flatMap(node => {
    const now = later.nodes.find(
      other => other.id === node.id && other.className === node.className && other.text === node.text,
    )
    return now === undefined ? [] : [now.bounds.top - node.bounds.top]
  })
  const shift = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0
  if (shifts.length < 2 || shift < heightOf(scroller.bounds) * 0.35) return []
  return [
    tell(
      input,
      tree,
      scroller,
      'The place in the list is lost',
      `Everything moved down by ${shift} px: the list is back further up.`,
    ),
  ]
}

/** Another screen afterwards: only lost when something typed went with it. */
function thrownOut(input: DataLossInput, tree: ElementTree, nodes: readonly Element[]): readonly Candidate[] {
  const field = nodes.find(node => isEditable(node) && !node.password && hasOwnText(node) && input.typed.has(node.text))
  if (field === undefined) return []
  const title = identityOf(input.after, input.app).title
  return [
    tell(
      input,
      tree,
      field,
      `What was typed into ${nameIt(tree, field)} is lost`,
      `Afterwards ${title === '' ? 'another screen' : `“${title}”`} is shown instead; the field had held “${field.text.slice(0, 60)}”.`,
    ),
  ]
}

const nameIt = (tree: ElementTree, node: Element): string =>
  isEditable(node)
    ? quoted(node.desc || node.hint, nameOf(tree, node), 'a field')
    : quoted(wordsOfElement(tree, node), nameOf(tree, node), 'a control')

function tell(input: DataLossInput, tree: ElementTree, node: Element, what: string, why: string): Candidate {
  return candidateOf(input, {
    check: 'data_loss',
    observation: input.after,
    tree,
    element: node,
    title: `${what} by ${wayWords[input.way]}${onScreen(input)}`,
    why,
    whyNotNoise:
      'Nothing else was done between the two looks, the second was taken after the screen had settled, and it is no password field.',
  })
}
