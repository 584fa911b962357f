// Text on text (#19) and controls that something visible lies over (#21). Tree for the boxes, picture for the ink.
// Floating buttons, snackbars, bars over scrolled lists and scrims lie over things on purpose.
import type { Observation } from '#shared/domain/device.ts'
import { isAncestor, isEditable, type Element, type ElementTree } from '#shared/domain/element.ts'
import { areaOf, centreOf, containsPoint, heightOf, intersect, isEmpty, widthOf } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import { quoted } from '#main/explore/oracles/oracle-input.ts'
import {
  ancestorsOf,
  hasOwnText,
  isEnabled,
  isTransient,
  isUnderKeyboard,
  nameOf,
  nodesOf,
  pxOf,
  screenOf,
} from '#main/explore/oracles/tree-reading.ts'
import { visualOracle, type Fault, type FindFaults } from '#main/explore/oracles/visual-faults.ts'
import { cropOf, inkOf } from '#main/explore/picture-look.ts'
import { wordsOfElement } from '#shared/domain/element.ts'

const leastShare = 0.2

export const findOverlapping: FindFaults = async (look, tree, app) => {
  const nodes = nodesOf(look, app).filter(node => !isTransient(tree, node) && !isUnderKeyboard(look, node.bounds))
  const words = nodes.filter(node => isWords(tree, node))
  const pairs: (readonly [Element, Element])[] = []
  for (const [at, first] of words.entries())
    for (const second of words.slice(at + 1)) if (collide(look, tree, first, second)) pairs.push([first, second])
  if (pairs.length === 0) return []
  const pixels = await look.picture.pixels()
  const found = new Map<number, Fault>()
  for (const [first, second] of pairs) {
    if (!isInked(pixels, first, second)) continue
    const [stray, other] = strayOf(look, tree, words, first, second)
    if (found.has(stray.index) || found.has(other.index)) continue
    found.set(stray.index, faultOf(tree, stray, other))
  }
  return [...found.values()]
}

export const overlapping = visualOracle('overlap', findOverlapping)

/** Leaves that show words: of a button only itself, not the text inside it again. */
function isWords(tree: ElementTree, node: Element): boolean {
  if (!(hasOwnText(node) || (/ImageButton/.test(node.className) && node.clickable) || isEditable(node))) return false
  if (/ImageButton/.test(node.className) && isFloating(tree, node)) return false
  return !tree.nodes.some(child => child.parent === node.index && hasOwnText(child))
}

/** A round button near a lower corner, outside what scrolls. */
function isFloating(tree: ElementTree, node: Element): boolean {
  const root = tree.nodes[0]
  if (root === undefined || ancestorsOf(tree, node).some(outer => outer.scrollable)) return false
  return node.bounds.top > root.bounds.top + heightOf(root.bounds) * 0.5
}

function collide(look: Observation, tree: ElementTree, first: Element, second: Element): boolean {
  if (isAncestor(tree, first.index, second.index) || isAncestor(tree, second.index, first.index)) return false
  const shared = areaOf(intersect(first.bounds, second.bounds))
  const smaller = Math.min(areaOf(first.bounds), areaOf(second.bounds))
  if (smaller === 0 || shared < smaller * leastShare) return false
  // A bar stands still over what scrolls under it.
  const scrolls = (node: Element): boolean => ancestorsOf(tree, node).some(outer => outer.scrollable)
  if (scrolls(first) !== scrolls(second)) return false
  // A badge on an icon.
  return smaller >= pxOf(look, 16) ** 2
}

/** Both words are drawn where the boxes meet: ink there, and more of it than the gaps between lines leave. */
function isInked(pixels: Pixels, first: Element, second: Element): boolean {
  const meeting = cropOf(pixels, intersect(first.bounds, second.bounds))
  const ink = inkOf(pixels, meeting)
  // No plain ground at all is ink, too.
  return ink === null || ink.share > 0.02
}

/** The one that left its place: not at the common left edge or width of its neighbours; else the later one. */
function strayOf(
  look: Observation,
  tree: ElementTree,
  words: readonly Element[],
  first: Element,
  second: Element,
): readonly [Element, Element] {
  const inLine = (node: Element): number => {
    const others = words.filter(other => other !== first && other !== second)
    const near = pxOf(look, 3)
    const left = others.filter(other => Math.abs(other.bounds.left - node.bounds.left) <= near).length
    const wide = others.filter(other => Math.abs(widthOf(other.bounds) - widthOf(node.bounds)) <= near).length
    const hits = others.filter(
      other => areaOf(intersect(other.bounds, node.bounds)) > areaOf(node.bounds) * leastShare,
    ).length
    return left + wide - hits * 3 + (isOrderly(tree, words, node) ? 2 : 0)
  }
  return inLine(first) < inLine(second) ? [first, second] : [second, first]
}

/** Below its neighbour before it and above the one after it, as the tree lists them. */
function isOrderly(tree: ElementTree, words: readonly Element[], node: Element): boolean {
  const at = words.indexOf(node)
  const before = words[at - 1]
  const after = words[at + 1]
  const middle = centreOf(node.bounds).y
  const fits = (other: Element | undefined, sign: number): boolean =>
    other === undefined || other.parent !== node.parent || (centreOf(other.bounds).y - middle) * sign >= 0
  return tree.nodes.length > 0 && fits(before, -1) && fits(after, 1)
}

function faultOf(tree: ElementTree, stray: Element, other: Element): Fault {
  const shared = intersect(stray.bounds, other.bounds)
  const share = Math.round((areaOf(shared) * 100) / Math.max(1, Math.min(areaOf(stray.bounds), areaOf(other.bounds))))
  const nameIt = (node: Element): string => quoted(wordsOfElement(tree, node), nameOf(tree, node), 'an element')
  return {
    element: stray,
    subject: nameIt(stray),
    what: `lies over ${nameIt(other)}`,
    why: `Their boxes share ${share}% of the smaller one, and something is drawn where they meet.`,
    whyNotNoise:
      'Neither holds the other, both show words, neither is a floating button or a snackbar, and neither scrolls under the other.',
    mark: isEmpty(shared) ? stray.bounds : shared,
  }
}

/** The later element over the middle of an earlier control, both visible: a tap there goes to the wrong one. */
export const covered = visualOracle('overlap', async (look, tree, app) => {
  const nodes = nodesOf(look, app)
  return nodes.flatMap(node => {
    const cover = coverOf(look, tree, node)
    if (cover === null || wordsOfElement(tree, cover) === '' || isWords(tree, node)) return []
    return [
      {
        ...faultOf(tree, node, cover),
        what: `is covered by ${quoted(wordsOfElement(tree, cover), nameOf(tree, cover), 'something')}`,
      },
    ]
  })
})

/** What would take a tap meant for the element; null when nothing does. Asked by the dead-control probe, too. */
export function coverOf(look: Observation, tree: ElementTree, node: Element): Element | null {
  if (!node.clickable || !isEnabled(tree, node) || isUnderKeyboard(look, node.bounds)) return null
  const { x, y } = centreOf(node.bounds)
  const screen = areaOf(screenOf(look))
  return (
    tree.nodes.slice(node.index + 1).find(other => {
      if (!(other.clickable || other.longClickable) || isAncestor(tree, node.index, other.index)) return false
      if (isTransient(tree, other) || isFloating(tree, other) || areaOf(other.bounds) > screen * 0.6) return false
      return containsPoint(other.bounds, x, y)
    }) ?? null
  )
}
