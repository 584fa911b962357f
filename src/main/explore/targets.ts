// How a step finds its element again: selectors first (id, label, place among alike), then the place inside it.
// Used by the actuator, the replay and the explorer. Pure: reads trees, touches nothing.
import { wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import { containsPoint, heightOf, isEmpty, widthOf } from '#shared/domain/geometry.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Target } from '#shared/domain/night.ts'

/** The element as a target, touched at `within` (0–1 of its size; the middle unless told). */
export function targetOf(
  tree: ElementTree,
  element: Element,
  screen: ScreenId | null,
  within: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): Target {
  const alike = tree.nodes.filter(node => node.id === element.id && node.className === element.className)
  return {
    screen,
    id: element.id,
    className: element.className,
    label: wordsOfElement(tree, element),
    nth: Math.max(0, alike.indexOf(element)),
    within,
    at: pointIn(element, within),
  }
}

export function pointIn(
  element: Element,
  within: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  const { left, top } = element.bounds
  return {
    x: Math.min(element.bounds.right - 1, Math.max(left, Math.floor(left + widthOf(element.bounds) * within.x))),
    y: Math.min(element.bounds.bottom - 1, Math.max(top, Math.floor(top + heightOf(element.bounds) * within.y))),
  }
}

export type FoundBy = 'id' | 'label' | 'place' | 'point'

/** The element a target means in this tree, and by what it was found; null when nothing here can be it. */
export function findTarget(
  tree: ElementTree,
  target: Target,
): { readonly element: Element; readonly by: FoundBy } | null {
  const alike = tree.nodes.filter(
    node => node.id === target.id && node.className === target.className && !isEmpty(node.bounds),
  )
  const labelled = target.label === '' ? [] : alike.filter(node => wordsOfElement(tree, node) === target.label)
  if (target.id !== '') {
    const only = alike[0]
    if (alike.length === 1 && only !== undefined) return { element: only, by: 'id' }
    if (labelled.length > 0) return { element: nearestPlace(alike, labelled, target.nth), by: 'label' }
    const placed = alike[Math.min(target.nth, alike.length - 1)]
    if (placed !== undefined) return { element: placed, by: 'place' }
    const changedClass = tree.nodes.filter(node => node.id === target.id && !isEmpty(node.bounds))
    const same = changedClass[0]
    return changedClass.length === 1 && same !== undefined ? { element: same, by: 'id' } : null
  }
  if (labelled.length > 0) return { element: nearestPlace(alike, labelled, target.nth), by: 'label' }
  // A label that is gone means another element stands in that place: a place alone would press the wrong thing.
  if (target.label !== '') return null
  const unnamed = alike.filter(node => wordsOfElement(tree, node) === '')
  const there = unnamed.find(node => containsPoint(node.bounds, target.at.x, target.at.y))
  if (there !== undefined) return { element: there, by: 'point' }
  const placed = alike[target.nth]
  return placed !== undefined && wordsOfElement(tree, placed) === '' ? { element: placed, by: 'place' } : null
}

function nearestPlace(alike: readonly Element[], labelled: readonly Element[], nth: number): Element {
  let best = labelled[0]
  let bestDistance = Infinity
  for (const node of labelled) {
    const distance = Math.abs(alike.indexOf(node) - nth)
    if (distance < bestDistance) {
      best = node
      bestDistance = distance
    }
  }
  if (best === undefined) throw new Error('nothing labelled to choose from')
  return best
}
