// Which elements a Maestro selector finds on one screen, and in which order: Maestro's own rules, literally. Used by
// the player and, to prove a selector before it is written, by the exporter. Selectors here hold no `${…}` any more.
import { Refusal } from '#shared/base/refusal.ts'
import { areaOf, heightOf, intersect, widthOf } from '#shared/domain/geometry.ts'
import type { Size } from '#shared/domain/geometry.ts'
import { isAncestor, subtreeOf } from '#shared/domain/element.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import { wordsOfSelector } from '#main/explore/flows/model.ts'
import type { Selector } from '#main/explore/flows/model.ts'
import { compilePattern } from '#main/explore/flows/regex.ts'

export interface Screen {
  readonly size: Size
  readonly platform: 'android' | 'ios'
}

/** In the order Maestro would take them; the first is the one it uses. `index` of the selector is applied. */
export function matchElements(tree: ElementTree, selector: Selector, screen: Screen): readonly Element[] {
  const onScreen = visibleNodes(tree, screen)
  return search(tree, onScreen, selector, screen)
}

const visibleKept = new WeakMap<ElementTree, { readonly size: Size; readonly nodes: readonly Element[] }>()

/** Nodes with a tenth of their area on the screen, and those above one. */
export function visibleNodes(tree: ElementTree, screen: Screen): readonly Element[] {
  const known = visibleKept.get(tree)
  if (known !== undefined && known.size.width === screen.size.width && known.size.height === screen.size.height)
    return known.nodes
  const frame = { left: 0, top: 0, right: screen.size.width, bottom: screen.size.height }
  const stays = new Set<number>()
  for (const node of tree.nodes.toReversed()) {
    const area = areaOf(node.bounds)
    const share = area === 0 ? 0 : areaOf(intersect(node.bounds, frame)) / area
    if (share >= 0.1) stays.add(node.index)
    if (stays.has(node.index) && node.parent !== null) stays.add(node.parent)
  }
  const nodes = tree.nodes.filter(node => stays.has(node.index))
  visibleKept.set(tree, { size: screen.size, nodes })
  return nodes
}

function search(tree: ElementTree, scope: readonly Element[], selector: Selector, screen: Screen): readonly Element[] {
  let within = scope
  if (selector.childOf !== null) {
    const parent = search(tree, scope, selector.childOf, screen)[0]
    if (parent === undefined) return []
    const below = new Set(subtreeOf(tree, parent.index).map(node => node.index))
    within = scope.filter(node => below.has(node.index))
  }
  const tests = basicTests(selector)
  const basic = within.filter(node => tests.every(test => test(node)))
  let found = tests.length === 0 ? within : deepest(tree, basic)
  for (const keep of relations(tree, within, selector, screen)) found = found.filter(keep)
  found = withoutTwins(tree, found)
  if (selector.index !== null) return indexed(found, selector.index)
  if (screen.platform === 'ios') return found
  return [...found.filter(node => node.clickable), ...found.filter(node => !node.clickable)]
}

type Test = (node: Element) => boolean

function basicTests(selector: Selector): readonly Test[] {
  const tests: Test[] = []
  if (selector.text !== null) tests.push(textTest(selector.text))
  if (selector.id !== null) tests.push(idTest(selector.id))
  const tolerance = selector.tolerance ?? 0
  const { width, height } = selector
  if (width !== null) tests.push(node => Math.abs(widthOf(node.bounds) - width) <= tolerance)
  if (height !== null) tests.push(node => Math.abs(heightOf(node.bounds) - height) <= tolerance)
  for (const state of ['enabled', 'checked', 'focused', 'selected'] as const) {
    const wanted = selector[state]
    if (wanted !== null) tests.push(node => node[state] === wanted)
  }
  for (const trait of selector.traits) {
    if (trait === 'long-text') tests.push(node => node.text.length > 200)
    if (trait === 'square') tests.push(node => isSquare(node))
    if (trait === 'text') tests.push(() => true)
  }
  return tests
}

function isSquare(node: Element): boolean {
  const width = widthOf(node.bounds)
  const height = heightOf(node.bounds)
  return Math.abs(width - height) <= 0.03 * Math.max(width, height)
}

function patternOf(pattern: string): (text: string) => boolean {
  const compiled = compilePattern(pattern)
  if (compiled.is === 'refused')
    throw new Refusal('unsupported', `${compiled.words}, so the built-in runner does not use it.`)
  return text => compiled.matches(text)
}

function textTest(pattern: string): Test {
  const whole = patternOf(pattern)
  const one = (value: string): boolean => {
    if (value === '') return false
    if (whole(value) || value === pattern) return true
    const flat = value.replaceAll('\n', ' ')
    return flat !== value && (whole(flat) || flat === pattern)
  }
  return node => one(node.text) || one(node.hint) || one(node.desc)
}

function idTest(pattern: string): Test {
  const whole = patternOf(pattern)
  return node =>
    node.id !== '' && (whole(node.id) || (node.id.includes('/') && whole(node.id.slice(node.id.lastIndexOf('/') + 1))))
}

/** On each branch the deepest match only. */
function deepest(tree: ElementTree, found: readonly Element[]): readonly Element[] {
  const above = new Set<number>()
  for (const node of found)
    for (let at = node.parent; at !== null && !above.has(at); at = tree.nodes[at]?.parent ?? null) above.add(at)
  return found.filter(node => !above.has(node.index))
}

function relations(tree: ElementTree, scope: readonly Element[], selector: Selector, screen: Screen): readonly Test[] {
  const tests: Test[] = []
  const anchors = (anchor: Selector): readonly Element[] => search(tree, scope, anchor, screen)
  const placed = (anchor: Selector | null, holds: (node: Element, anchor: Element) => boolean): void => {
    if (anchor === null) return
    const all = anchors(anchor)
    tests.push(node => all.some(one => holds(node, one)))
  }
  placed(selector.below, (node, anchor) => node.bounds.top > anchor.bounds.top)
  placed(selector.above, (node, anchor) => node.bounds.top < anchor.bounds.top)
  placed(selector.leftOf, (node, anchor) => node.bounds.left < anchor.bounds.left)
  placed(selector.rightOf, (node, anchor) => node.bounds.left > anchor.bounds.left)
  placed(selector.containsChild, (node, child) => child.parent === node.index)
  for (const inner of selector.containsDescendants ?? [])
    placed(inner, (node, below) => isAncestor(tree, node.index, below.index))
  return tests
}

/** Nodes with the same attributes and the same children are one to Maestro. */
function withoutTwins(tree: ElementTree, found: readonly Element[]): readonly Element[] {
  if (found.length < 2) return found
  const seen = new Set<string>()
  return found.filter(node => {
    const key = subtreeOf(tree, node.index)
      .map(one => {
        const { index: _index, parent: _parent, depth, ...rest } = one
        return JSON.stringify([depth - node.depth, rest])
      })
      .join('\n')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function indexed(found: readonly Element[], written: string): readonly Element[] {
  const index = Number(written.trim())
  if (!Number.isFinite(index)) throw new Refusal('bad-value', `The index "${written.slice(0, 20)}" is not a number.`)
  const sorted = found.toSorted((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left)
  const one = sorted.at(Math.trunc(index))
  return one === undefined ? [] : [one]
}

/** Why nothing matched, from what is there: the nearest ids and texts, and matches that only their state kept out. */
export function closestWords(tree: ElementTree, selector: Selector, screen: Screen): string {
  const anyState = { ...selector, enabled: null, checked: null, focused: null, selected: null }
  const loose = search(tree, visibleNodes(tree, screen), anyState, screen)[0]
  if (loose !== undefined)
    return `${wordsOfSelector(anyState)} is there, but ${loose.enabled ? 'not in the state asked for' : 'disabled'}.`
  const off = search(tree, tree.nodes, selector, screen)[0]
  if (off !== undefined) return 'It is in the tree, but off the screen.'
  const wanted = (selector.id ?? selector.text ?? '').toLowerCase()
  if (wanted === '') return ''
  const names = visibleNodes(tree, screen).flatMap(node => {
    const id = node.id.slice(node.id.lastIndexOf('/') + 1)
    const name = selector.id === null ? node.text || node.desc : id
    return name === ''
      ? []
      : [{ name, far: unlike(wanted, name.toLowerCase()), state: node.enabled ? 'visible' : 'disabled' }]
  })
  const near = names
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 2)
    .map(({ name, state }) => `"${name.slice(0, 40)}" (${state})`)
  return near.length === 0 ? 'The screen shows nothing with a name.' : `Closest: ${near.join(', ')}.`
}

/** 0 is the same; the share of letter pairs two words do not have in common. */
function unlike(a: string, b: string): number {
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
  const left = pairs(a)
  const right = pairs(b)
  const common = [...left].filter(pair => right.has(pair)).length
  return 1 - (2 * common) / (left.size + right.size)
}
