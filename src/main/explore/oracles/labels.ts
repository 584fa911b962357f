// Controls a screen reader cannot name, or names twice: label missing (#11), duplicate labels (#13), duplicate bounds (#14),
// names that end in their own role (#17). Screen phase; trees only.
import { isEditable, type Element, type ElementTree } from '#shared/domain/element.ts'
import { areaOf, isEmpty, sameRect } from '#shared/domain/geometry.ts'
import type { Observation } from '#shared/domain/device.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { candidateOf, onScreen, quoted, type Oracle, type OracleInput } from '#main/explore/oracles/oracle-input.ts'
import {
  counterpart,
  hasTextInside,
  isCutByScroller,
  isEnabled,
  isHalfBuilt,
  isInFront,
  isInRow,
  isOpaque,
  isUnderKeyboard,
  nameOf,
  nodesOf,
} from '#main/explore/oracles/tree-reading.ts'

export const labels: Oracle = {
  check: 'a11y',
  phase: 'screen',
  ask: async input => {
    const { now, settledTwice } = input
    const tree = now.tree
    if (tree === null || !isInFront(now, input.app) || isHalfBuilt(now)) return []
    const lasting = (
      node: Element,
      fault: (look: Observation, tree: ElementTree, node: Element) => boolean,
    ): boolean => {
      if (settledTwice === null) return true
      if (settledTwice.tree === null) return false
      const again = counterpart(tree, node, settledTwice.tree)
      return again !== null && fault(settledTwice, settledTwice.tree, again)
    }
    const nodes = nodesOf(now, input.app)
    return [
      ...nodes
        .filter(node => isUnlabelled(now, tree, node) && lasting(node, isUnlabelled))
        .map(node => unlabelled(input, tree, node)),
      ...twins(input, tree, nodes),
      ...redundant(input, nodes),
    ]
  },
}

function isUnlabelled(look: Observation, tree: ElementTree, node: Element): boolean {
  if (!(node.clickable || node.checkable || isEditable(node)) || !isEnabled(tree, node) || isEmpty(node.bounds))
    return false
  if (node.text !== '' || node.desc !== '' || node.hint !== '' || hasTextInside(tree, node)) return false
  if (isOpaque(node) || isUnderKeyboard(look, node.bounds)) return false
  // A page or a map arrives as one group without children: it is not the app that hides its words.
  const { width, height } = look.size
  if (areaOf(node.bounds) > width * height * 0.25) return false
  if (isCutByScroller(look, tree, node) && areaOf(node.bounds) < (look.densityDpi / 160) ** 2 * 400) return false
  // The row around it is what is pressed and named.
  return !(
    node.checkable &&
    tree.nodes.some(
      other => other.parent === node.parent && other.index !== node.index && other.text !== '' && isInRow(tree, node),
    )
  )
}

function unlabelled(input: OracleInput, tree: ElementTree, node: Element): Candidate {
  const id = nameOf(tree, node)
  const kind = isEditable(node) ? 'field' : /Image/.test(node.className) ? 'icon' : 'control'
  return candidateOf(input, {
    check: 'a11y',
    observation: input.now,
    element: node,
    title: `A screen reader cannot name ${id === '' ? `an ${kind === 'icon' ? kind : `unnamed ${kind}`}` : `the ${kind} ${quoted('', id, kind)}`}${onScreen(input)}`,
    why: `${node.className.slice(node.className.lastIndexOf('.') + 1)} at [${node.bounds.left},${node.bounds.top}][${node.bounds.right},${node.bounds.bottom}] takes taps and has no text, description, hint or words inside.`,
    whyNotNoise:
      input.settledTwice === null
        ? 'It is enabled and visible; the replay looks again after the screen has settled.'
        : 'It is enabled, visible, and still without words in a second look two seconds later.',
  })
}

/** Side by side in one small group, no words between them, same name or same place, different things. */
function twins(input: OracleInput, tree: ElementTree, nodes: readonly Element[]): readonly Candidate[] {
  const found: Candidate[] = []
  for (const node of nodes) {
    if (!node.clickable || !isEnabled(tree, node) || isInRow(tree, node)) continue
    const siblings = tree.nodes.filter(other => other.parent === node.parent)
    if (siblings.length > 6) continue
    const at = siblings.indexOf(node)
    const next = siblings[at + 1]
    if (
      next === undefined ||
      !next.clickable ||
      !isEnabled(tree, next) ||
      next.id === node.id ||
      next.className !== node.className
    )
      continue
    const same = node.desc !== '' && node.text === '' && node.desc === next.desc && next.text === ''
    const stacked = sameRect(node.bounds, next.bounds)
    if (!same && !stacked) continue
    found.push(
      candidateOf(input, {
        check: 'a11y',
        observation: input.now,
        element: next,
        title: stacked
          ? `Two controls lie exactly on each other${onScreen(input)}`
          : `Two different icons are both called ${quoted(next.desc, '', 'the same')}${onScreen(input)}`,
        why: stacked
          ? `Both take taps at [${node.bounds.left},${node.bounds.top}][${node.bounds.right},${node.bounds.bottom}].`
          : `Two neighbours with different ids have the same description “${next.desc}”.`,
        whyNotNoise: 'They are neighbours in one group of at most six, not rows of a list.',
      }),
    )
  }
  return found
}

const roleAtEnd =
  /\b(button|checkbox|check box|image|icon|switch|tab|radio button|selected|unselected|checked|unchecked|disabled)\.?$/i

function redundant(input: OracleInput, nodes: readonly Element[]): readonly Candidate[] {
  if (input.condition?.startsWith('locale') === true) return []
  return nodes
    .filter(
      node => node.clickable && node.text === '' && node.desc.split(/\s+/).length >= 2 && roleAtEnd.test(node.desc),
    )
    .filter(
      node =>
        /^(?:.* )?(?:button|checkbox|check box|switch|radio button)\.?$/i.test(node.desc) &&
        /Button|CheckBox|Switch/.test(node.className),
    )
    .map(node =>
      candidateOf(input, {
        check: 'a11y',
        observation: input.now,
        element: node,
        title: `A screen reader says the kind of control twice for ${quoted(node.desc, '', 'a control')}${onScreen(input)}`,
        why: `The description “${node.desc}” ends in what the platform says by itself.`,
        whyNotNoise: 'The class of the control is the one its description names.',
      }),
    )
}
