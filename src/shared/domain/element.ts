// The tree of what is on the screen, as the platform tells it, in device pixels of the present orientation.
import type { Rect } from '#shared/domain/geometry.ts'

export interface Element {
  /** Place in the pre-order list of its tree. */
  readonly index: number
  /** Index of the parent; null for a root. */
  readonly parent: number | null
  readonly depth: number
  readonly className: string
  /** Full resource id (`dev.example.plants:id/save`) or accessibility identifier; '' when there is none. */
  readonly id: string
  readonly text: string
  /** Accessible name given apart from the text (Android content-desc); '' when there is none. */
  readonly desc: string
  /** The hint of an edit field; '' when unknown. An empty field may show it as its text. */
  readonly hint: string
  readonly package: string
  readonly bounds: Rect
  readonly clickable: boolean
  readonly longClickable: boolean
  readonly enabled: boolean
  readonly focusable: boolean
  readonly focused: boolean
  readonly checkable: boolean
  readonly checked: boolean
  readonly selected: boolean
  readonly scrollable: boolean
  readonly password: boolean
}

/** Pre-order; several roots where several windows were read. `rotation` in quarter turns, 0 upright. */
export interface ElementTree {
  readonly nodes: readonly Element[]
  readonly rotation: 0 | 1 | 2 | 3
}

/** `save` of `dev.example.plants:id/save`; '' without one. */
export const shortId = (id: string): string => id.slice(id.indexOf('/') + 1)

export const isEditable = (element: Element): boolean =>
  /EditText|TextField|TextArea|SearchField/.test(element.className)

export function childrenOf(tree: ElementTree, index: number): readonly Element[] {
  return tree.nodes.filter(node => node.parent === index)
}

/** The element and all below it, in pre-order. Relies on the list being pre-order. */
export function subtreeOf(tree: ElementTree, index: number): readonly Element[] {
  const top = tree.nodes[index]
  if (top === undefined) return []
  let end = index + 1
  while ((tree.nodes[end]?.depth ?? -1) > top.depth) end += 1
  return tree.nodes.slice(index, end)
}

export function isAncestor(tree: ElementTree, ancestor: number, of: number): boolean {
  for (let at = tree.nodes[of]?.parent ?? null; at !== null; at = tree.nodes[at]?.parent ?? null)
    if (at === ancestor) return true
  return false
}

/** The words a person would call it by: own text, desc or hint, else the first text inside; '' when nothing says. */
export function wordsOfElement(tree: ElementTree, element: Element): string {
  const own = element.text || element.desc || element.hint
  if (own !== '') return own
  for (const node of subtreeOf(tree, element.index).slice(1)) {
    if (node.text !== '') return node.text
    if (node.desc !== '') return node.desc
  }
  return ''
}

const flagNames = [
  'clickable',
  'longClickable',
  'enabled',
  'focusable',
  'focused',
  'checkable',
  'checked',
  'selected',
  'scrollable',
  'password',
] as const satisfies readonly (keyof Element)[]

/** The names of what is true of it, in a fixed order. */
export const flagsOf = (element: Element): readonly string[] => flagNames.filter(name => element[name])
