// What may be done on a screen: its controls, gathered into clusters so that thirty alike rows are one thing to try.
// Used by every policy. Pure: a function of the tree, the keyboard and the leash.
import { isEditable, shortId, wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import { areaOf, heightOf, intersect, isEmpty, widthOf, type Rect } from '#shared/domain/geometry.ts'
import type { Observation } from '#shared/domain/device.ts'
import { leashed } from '#main/explore/leash.ts'

export type Role = 'button' | 'toggle' | 'radio' | 'field' | 'slider' | 'row' | 'tab' | 'up'
export type Gesture = 'tap' | 'long_press' | 'low' | 'high' | 'scroll_down' | 'scroll_side'

export interface Control {
  readonly element: Element
  readonly role: Role
  /** Class and id (or class, parent and label where there is no id): alike controls share it. */
  readonly cluster: string
  readonly label: string
  /** Place among the controls of the same cluster on this screen, and how many there are. */
  readonly place: number
  readonly of: number
  readonly dangerous: boolean
  /** Lies under the keyboard now. */
  readonly covered: boolean
  /** Already on or already chosen: a tap does nothing and should not. */
  readonly idle: boolean
}

export interface Scroller {
  readonly element: Element
  readonly cluster: string
}

export interface LeashWords {
  readonly never: readonly string[]
  readonly allow: readonly string[]
}

/** Every control of the app that can be reached by a tap now, in tree order. Fields and dangerous ones included. */
export function controlsOf(observation: Observation, app: string, words: LeashWords): readonly Control[] {
  const tree = observation.tree
  if (tree === null) return []
  const screen: Rect = { left: 0, top: 0, right: observation.size.width, bottom: observation.size.height }
  const keyboard = observation.keyboard.shown ? observation.keyboard.bounds : null
  const found: { element: Element; role: Role; cluster: string; label: string }[] = []
  for (const element of tree.nodes) {
    if (element.package !== app && element.package !== '') continue
    if (!element.enabled || isEmpty(element.bounds)) continue
    if (!(element.clickable || element.longClickable || element.checkable || isEditable(element))) continue
    if (areaOf(intersect(screen, element.bounds)) * 2 < areaOf(element.bounds)) continue
    found.push({
      element,
      role: roleOf(tree, element),
      cluster: clusterOf(tree, element),
      label: wordsOfElement(tree, element),
    })
  }
  const counts = new Map<string, number>()
  for (const { cluster } of found) counts.set(cluster, (counts.get(cluster) ?? 0) + 1)
  const places = new Map<string, number>()
  return found.map(({ element, role, cluster, label }) => {
    const place = places.get(cluster) ?? 0
    places.set(cluster, place + 1)
    const middle = {
      x: (element.bounds.left + element.bounds.right) / 2,
      y: (element.bounds.top + element.bounds.bottom) / 2,
    }
    const of = counts.get(cluster) ?? 1
    return {
      element,
      role: role === 'button' && of > 2 ? 'row' : role,
      cluster,
      label,
      place,
      of,
      dangerous: leashed(tree, element, { never: [...words.never], allow: [...words.allow] }).dangerous,
      covered: keyboard !== null && middle.y >= keyboard.top,
      idle: (element.selected && role === 'tab') || (role === 'radio' && element.checked),
    }
  })
}

/** What can be scrolled down or sideways, biggest first. */
export function scrollersOf(observation: Observation, app: string): readonly Scroller[] {
  const tree = observation.tree
  if (tree === null) return []
  return tree.nodes
    .filter(node => node.scrollable && (node.package === app || node.package === '') && !isEmpty(node.bounds))
    .filter(node => !isEditable(node) && !/SeekBar|Slider/.test(node.className))
    .map(element => ({ element, cluster: `scroll:${shortClass(element)}#${shortId(element.id)}` }))
    .toSorted((a, b) => areaOf(b.element.bounds) - areaOf(a.element.bounds))
}

export function roleOf(tree: ElementTree, element: Element): Role {
  const name = element.className
  if (isEditable(element)) return 'field'
  if (/SeekBar|Slider/.test(name)) return 'slider'
  if (/RadioButton/.test(name)) return 'radio'
  if (element.checkable || /Switch|CheckBox|Toggle/.test(name)) return 'toggle'
  if (/^(navigate up|back)$/i.test(element.desc)) return 'up'
  if (element.selected || isTab(tree, element)) return 'tab'
  if (insideList(tree, element)) return 'row'
  return 'button'
}

/** A sibling of a selected one is a tab, too. */
function isTab(tree: ElementTree, element: Element): boolean {
  if (element.parent === null) return false
  const siblings = tree.nodes.filter(node => node.parent === element.parent && node.clickable)
  return (
    siblings.length >= 2 &&
    siblings.length <= 6 &&
    siblings.some(node => node.selected && node.className === element.className)
  )
}

function insideList(tree: ElementTree, element: Element): boolean {
  const parent = element.parent === null ? undefined : tree.nodes[element.parent]
  return parent !== undefined && /RecyclerView|ListView|GridView|Table/.test(parent.className)
}

export function clusterOf(tree: ElementTree, element: Element): string {
  const id = shortId(element.id)
  if (id !== '') return `${shortClass(element)}#${id}`
  const parent = element.parent === null ? undefined : tree.nodes[element.parent]
  const words = wordsOfElement(tree, element)
  const under = parent === undefined ? '' : `${shortClass(parent)}#${shortId(parent.id)}`
  if (insideList(tree, element) || !isStatic(words))
    return `${shortClass(element)}@${under}/${Math.round(widthOf(element.bounds) / 60)}x${Math.round(heightOf(element.bounds) / 60)}`
  return `${shortClass(element)}@${under}/${words}`
}

const isStatic = (words: string): boolean => words !== '' && words.length <= 24 && !/\d/.test(words)

const shortClass = (element: Element): string => element.className.slice(element.className.lastIndexOf('.') + 1)
