// What two looks at a device have in common: digests of trees, busy screens, half-built trees. Pure.
// Used by the actuator (has it settled?) and the mission (did anything change?).
import { isEditable, type Element, type ElementTree } from '#shared/domain/element.ts'
import { noWindowYet, type Observation } from '#shared/domain/device.ts'
import { heightOf, isEmpty, widthOf } from '#shared/domain/geometry.ts'

const digests = new WeakMap<ElementTree, string>()

/** Everything of a tree that a person could notice, as one string. Equal digests: the same tree. */
export function treeDigest(tree: ElementTree | null): string {
  if (tree === null) return 'none'
  const known = digests.get(tree)
  if (known !== undefined) return known
  const parts: string[] = []
  for (const node of tree.nodes) {
    const { left, top, right, bottom } = node.bounds
    const bits =
      (node.clickable ? 1 : 0) |
      (node.enabled ? 2 : 0) |
      (node.checked ? 4 : 0) |
      (node.selected ? 8 : 0) |
      (node.focused ? 16 : 0)
    parts.push(`${node.className}|${node.id}|${node.text}|${node.desc}|${left},${top},${right},${bottom}|${bits}`)
  }
  const digest = `${tree.rotation};${parts.join('\n')}`
  digests.set(tree, digest)
  return digest
}

/** The same place as far as tree, front app and keyboard tell; the picture is not looked at. */
export function sameTree(a: Observation, b: Observation): boolean {
  return (
    a.foreground.package === b.foreground.package &&
    a.foreground.overlay === b.foreground.overlay &&
    a.keyboard.shown === b.keyboard.shown &&
    a.orientation === b.orientation &&
    treeDigest(a.tree) === treeDigest(b.tree)
  )
}

/** Something on the screen says it is still working. A bar that shows how far something is does not count. */
export function busyElement(tree: ElementTree | null): Element | null {
  return tree?.nodes.find(isSpinner) ?? null
}

/** About as wide as high; bars are long. */
export function isSpinner(node: Element): boolean {
  if (!/ProgressBar|ProgressIndicator|ActivityIndicator/.test(node.className) || isEmpty(node.bounds)) return false
  return widthOf(node.bounds) < heightOf(node.bounds) * 3
}

/**
 * A tree a toolkit has committed only in part: most nodes without a place, or content squeezed into none of the screen.
 * Such a tree stands still, so "twice the same" does not catch it; whoever looks must look again later.
 */
export function looksHalfBuilt(observation: Observation): boolean {
  const tree = observation.tree
  if (observation.secure) return false
  if (tree === null) return observation.treeMissing === noWindowYet
  if (tree.nodes.length === 0) return true
  const placeless = tree.nodes.filter(node => isEmpty(node.bounds)).length
  if (placeless * 2 > tree.nodes.length) return true
  const speaking = tree.nodes.filter(node => node.text !== '' || node.desc !== '' || isEditable(node) || node.clickable)
  return speaking.length === 0
}

/** What the rows of lists say: a name there is no screen's own word when it comes up as a title. */
export function rowWords(tree: ElementTree | null): readonly string[] {
  if (tree === null) return []
  const words: string[] = []
  let listDepth = -1
  for (const node of tree.nodes) {
    if (listDepth >= 0 && node.depth <= listDepth) listDepth = -1
    if (listDepth < 0 && /RecyclerView|ListView|GridView/.test(node.className)) listDepth = node.depth
    else if (listDepth >= 0 && node.text !== '' && node.text.length <= 40) words.push(node.text)
  }
  return words
}

export function hasField(tree: ElementTree | null): boolean {
  return tree?.nodes.some(node => isEditable(node) && node.enabled && !isEmpty(node.bounds)) ?? false
}
