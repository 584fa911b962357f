// Picks the selector by which a flow finds an element again: the first kind that, simulated by Maestro's own rules on
// every recorded look, takes exactly the intended one. Used by the exporter. Pure.
import { isEditable, subtreeOf, wordsOfElement } from '#shared/domain/element.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import { centreOf, containsPoint, heightOf, isEmpty, widthOf } from '#shared/domain/geometry.ts'
import { selectorOf } from '#main/explore/flows/model.ts'
import type { Selector } from '#main/explore/flows/model.ts'
import { escapePattern } from '#main/explore/flows/regex.ts'
import { matchElements } from '#main/explore/flows/selector.ts'
import type { Screen } from '#main/explore/flows/selector.ts'

/** What was recorded at one moment, as far as choosing needs it. */
export interface Shown {
  readonly tree: ElementTree
  readonly screen: Screen
}

/** The intended element in one look. */
export interface Intended extends Shown {
  readonly element: Element
}

export interface Chosen {
  readonly selector: Selector
  /** By a place, not by what is there: off by up to half a percent. */
  readonly approximate: boolean
  /** A place inside an element needs a newer Maestro. */
  readonly insidePoint: boolean
}

const longestText = 80
const foreignPackage = /systemui|inputmethod|keyboard/i

/** `typed` are texts the flow itself has entered; `within` is where inside the element it was touched. */
export function chooseSelector(
  looks: readonly Intended[],
  typed: ReadonlySet<string>,
  within: { readonly x: number; readonly y: number },
): Chosen {
  const [first] = looks
  if (first === undefined) throw new Error('no look to choose from')
  const off = Math.abs(within.x - 0.5) > 0.15 || Math.abs(within.y - 0.5) > 0.15
  for (const selector of named(first, looks, typed)) {
    const picks = looks.every(look => takesIt(look, selector, off))
    if (!picks) continue
    if (!off) return { selector, approximate: false, insidePoint: false }
    return {
      selector: { ...selector, point: `${percent(within.x)}%,${percent(within.y)}%` },
      approximate: false,
      insidePoint: true,
    }
  }
  return insideContainer(first, looks, within) ?? onScreen(first, within)
}

const percent = (share: number): number => Math.max(0, Math.min(100, Math.round(share * 100)))

function takesIt(look: Intended, selector: Selector, itself: boolean): boolean {
  const taken = matchElements(look.tree, selector, look.screen)[0]
  if (taken === undefined) return false
  if (taken.index === look.element.index) return true
  if (itself || isEmpty(taken.bounds)) return false
  const centre = centreOf(taken.bounds)
  const own = centreOf(look.element.bounds)
  // A text inside a clickable box, whose middle is the box's own business.
  return (
    containsPoint(look.element.bounds, centre.x, centre.y) &&
    subtreeOf(look.tree, look.element.index).some(node => node.index === taken.index && !otherControl(look, node)) &&
    Math.abs(centre.y - own.y) <= heightOf(look.element.bounds)
  )
}

/** A control of its own inside the intended one would take the tap. */
const otherControl = (look: Intended, node: Element): boolean =>
  node.index !== look.element.index && (node.clickable || node.checkable)

/** Candidates in the order of preference; the caller proves each. */
function* named(first: Intended, looks: readonly Intended[], typed: ReadonlySet<string>): Generator<Selector> {
  const { tree, element } = first
  const id = stableId(element)
  const text = stableText(first, typed)
  const same = text !== null && looks.every(look => stableText(look, typed) === text)
  const ids = id === null ? [] : [selectorOf({ id })]
  const texts = text === null || !same ? [] : [selectorOf({ text: escapePattern(text) })]
  const unique = (selector: Selector): boolean =>
    looks.every(look => matchElements(look.tree, selector, look.screen).length === 1)
  for (const selector of ids) if (unique(selector)) yield selector
  if (id !== null) {
    if (element.enabled) yield* [selectorOf({ id, enabled: true })].filter(unique)
    if (text !== null && same && (element.text === text || element.desc === text))
      yield selectorOf({ id, text: escapePattern(text) })
  }
  for (const selector of texts) if (unique(selector)) yield selector
  if (text !== null && /\d/.test(text)) yield* [selectorOf({ text: loosened(text) })].filter(unique)
  yield* inContainer(first, [...ids, ...texts], id, typed)
  for (const selector of [...ids, ...texts]) {
    const index = placeAmong(looks, selector)
    if (index !== null) yield { ...selector, index: String(index) }
  }
  for (const selector of [...texts, ...ids])
    for (const anchor of anchorsNear(tree, element, first, typed))
      for (const relation of ['below', 'rightOf', 'above', 'leftOf'] as const) {
        const related = { ...selector, [relation]: anchor }
        if (unique(related)) yield related
      }
}

function* inContainer(
  first: Intended,
  plain: readonly Selector[],
  id: string | null,
  typed: ReadonlySet<string>,
): Generator<Selector> {
  for (let at = first.element.parent; at !== null; at = first.tree.nodes[at]?.parent ?? null) {
    const above = first.tree.nodes[at]
    const aboveId = above === undefined ? null : stableId(above)
    if (aboveId !== null) for (const selector of plain) yield { ...selector, childOf: selectorOf({ id: aboveId }) }
  }
  if (id === null) return
  for (const node of subtreeOf(first.tree, first.element.index).slice(1)) {
    const text = node.text || node.desc
    if (isSteady(text, typed))
      yield selectorOf({ id, containsDescendants: [selectorOf({ text: escapePattern(text) })] })
  }
}

/** The same place among the same number of matches in every look; null otherwise. */
function placeAmong(looks: readonly Intended[], selector: Selector): number | null {
  const places = looks.map(look => {
    const all = matchElements(look.tree, selector, look.screen).toSorted(
      (a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left,
    )
    const index = all.findIndex(
      node => node.index === look.element.index || subtreeOf(look.tree, look.element.index).includes(node),
    )
    return `${index}/${all.length}`
  })
  const [place] = places
  if (place === undefined || place.startsWith('-1') || places.some(other => other !== place)) return null
  return Number(place.split('/')[0])
}

/** Elements around with a name of their own, nearest first. */
function anchorsNear(
  tree: ElementTree,
  element: Element,
  shown: Shown,
  typed: ReadonlySet<string>,
): readonly Selector[] {
  const own = centreOf(element.bounds)
  return tree.nodes
    .filter(node => node.index !== element.index && !isEmpty(node.bounds))
    .toSorted((a, b) => distance(centreOf(a.bounds), own) - distance(centreOf(b.bounds), own))
    .flatMap(node => namesOf(node, typed))
    .filter(selector => matchElements(tree, selector, shown.screen).length === 1)
    .slice(0, 8)
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Simple selectors by what the element itself carries: id, then text. */
export function namesOf(node: Element, typed: ReadonlySet<string>): readonly Selector[] {
  const id = stableId(node)
  const text = ownText(node)
  return [
    ...(id === null ? [] : [selectorOf({ id })]),
    ...(isSteady(text, typed) ? [selectorOf({ text: escapePattern(text) })] : []),
  ]
}

/** The escaped short id; null for none and for those that look generated. */
export function stableId(element: Element): string | null {
  const short = element.id.slice(element.id.lastIndexOf('/') + 1)
  if (short === '' || /[0-9a-f]{8,}|:r[0-9a-z]*:?|\d{4,}/.test(short) || foreignPackage.test(element.package))
    return null
  return escapePattern(short)
}

function ownText(element: Element): string {
  if (element.password || foreignPackage.test(element.package)) return ''
  if (isEditable(element)) return element.hint || element.desc
  return element.text || element.desc || element.hint
}

const isSteady = (text: string, typed: ReadonlySet<string>): boolean =>
  text.trim() !== '' && text.length <= longestText && !typed.has(text)

/** Of the element itself, else of what is inside. */
function stableText(look: Intended, typed: ReadonlySet<string>): string | null {
  const text = ownText(look.element) || (isEditable(look.element) ? '' : wordsOfElement(look.tree, look.element))
  return isSteady(text, typed) ? text : null
}

/** Numbers and times left open. */
const loosened = (text: string): string => escapePattern(text).replaceAll(/(?<!\\u[0-9a-f]{0,3})\d+/g, '\\d+')

function insideContainer(
  first: Intended,
  looks: readonly Intended[],
  within: { readonly x: number; readonly y: number },
): Chosen | null {
  for (let at = first.element.parent; at !== null; at = first.tree.nodes[at]?.parent ?? null) {
    const above = first.tree.nodes[at]
    const id = above === undefined ? null : stableId(above)
    if (above === undefined || id === null) continue
    const x = percent((placeIn(first, within).x - above.bounds.left) / widthOf(above.bounds))
    const y = percent((placeIn(first, within).y - above.bounds.top) / heightOf(above.bounds))
    const selector = selectorOf({ id })
    const lands = looks.every(look => {
      const all = matchElements(look.tree, selector, look.screen)
      const box = all[0]?.bounds
      if (box === undefined || all.length !== 1) return false
      return containsPoint(
        look.element.bounds,
        Math.round(box.left + (widthOf(box) * x) / 100),
        Math.round(box.top + (heightOf(box) * y) / 100),
      )
    })
    if (lands) return { selector: { ...selector, point: `${x}%,${y}%` }, approximate: true, insidePoint: true }
  }
  return null
}

const placeIn = (look: Intended, within: { readonly x: number; readonly y: number }): { x: number; y: number } => ({
  x: look.element.bounds.left + widthOf(look.element.bounds) * within.x,
  y: look.element.bounds.top + heightOf(look.element.bounds) * within.y,
})

function onScreen(first: Intended, within: { readonly x: number; readonly y: number }): Chosen {
  const at = placeIn(first, within)
  const { width, height } = first.screen.size
  return {
    selector: selectorOf({ point: `${percent(at.x / width)}%,${percent(at.y / height)}%` }),
    approximate: true,
    insidePoint: false,
  }
}

/** Part of a message that goes away by itself. */
function passing(tree: ElementTree, node: Element): boolean {
  if (/snackbar|toast/i.test(node.id) || /Snackbar|Toast/.test(node.className)) return true
  const parent = node.parent === null ? undefined : tree.nodes[node.parent]
  return parent !== undefined && passing(tree, parent)
}

/** An element that tells that the screen has come: on every look of it once, on none of the one before. Null for none. */
export function chooseAnchor(
  next: readonly Shown[],
  previous: readonly Shown[],
  typed: ReadonlySet<string>,
): Selector | null {
  const [first] = next
  if (first === undefined) return null
  const nodes = first.tree.nodes.filter(node => !isEmpty(node.bounds) && !passing(first.tree, node))
  const names = nodes.flatMap(node => namesOf(node, typed))
  const ordered = [
    ...names.filter(one => one.id !== null),
    ...names.filter(one => one.text !== null && !/\d/.test(one.text)),
    ...names.filter(one => one.text !== null && /\d/.test(one.text)),
  ]
  return (
    ordered.find(
      selector =>
        next.every(look => matchElements(look.tree, selector, look.screen).length === 1) &&
        previous.every(look => matchElements(look.tree, selector, look.screen).length === 0),
    ) ?? null
  )
}
