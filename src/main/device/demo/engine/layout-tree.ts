// The element tree of a laid window: what a UI dump would list, with the visible part of each box as its bounds.
// Called by layout.
import { isEmpty } from '#shared/domain/geometry.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import type { Box } from '#main/device/demo/engine/layout-box.ts'

export const emptyTree = (rotation: ElementTree['rotation']): ElementTree => ({ nodes: [], rotation })

export function treeOf(window: Box, rotation: ElementTree['rotation']): ElementTree {
  const nodes: Element[] = []
  const walk = (box: Box, parent: number | null, depth: number): void => {
    const isShown = box.element !== null && !isEmpty(box.visible)
    const index = nodes.length
    if (isShown && box.element !== null) nodes.push({ index, parent, depth, bounds: box.visible, ...box.element })
    for (const child of box.children) walk(child, isShown ? index : parent, isShown ? depth + 1 : depth)
  }
  walk(window, null, 0)
  return { nodes, rotation }
}
