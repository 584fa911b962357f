// Controls too small to hit (#12) or outside the screen (#20).
// Trees only. What a scroller cuts is not small, what it holds is not outside.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, type Element, type ElementTree } from '#shared/domain/element.ts'
import { centreOf, containsPoint, heightOf, widthOf } from '#shared/domain/geometry.ts'
import { quoted } from '#main/explore/oracles/oracle-input.ts'
import {
  ancestorsOf,
  dpOf,
  isCutByScroller,
  isEnabled,
  isInRow,
  isOpaque,
  isTransient,
  isUnderKeyboard,
  nameOf,
  nodesOf,
  screenOf,
} from '#main/explore/oracles/tree-reading.ts'
import { visualOracle, type Fault, type FindFaults } from '#main/explore/oracles/visual-faults.ts'
import { wordsOfElement } from '#shared/domain/element.ts'

const leastDp = 48
const leastAtEdgeDp = 32
/** Rounding of densities makes 47.9 of a 48. */
const toleranceDp = 1

export const targets = visualOracle('target', async (look, tree, app) =>
  nodesOf(look, app).flatMap(node => {
    const fault = smallness(look, tree, node)
    return fault === null ? [] : [fault]
  }),
)

function smallness(look: Observation, tree: ElementTree, node: Element): Fault | null {
  if (!node.clickable || !isEnabled(tree, node) || isEditable(node) || isOpaque(node) || isTransient(tree, node))
    return null
  const width = dpOf(look, widthOf(node.bounds))
  const height = dpOf(look, heightOf(node.bounds))
  const screen = screenOf(look)
  const isAtEdge =
    node.bounds.left <= 1 ||
    node.bounds.right >= screen.right - 1 ||
    node.bounds.top <= 1 ||
    node.bounds.bottom >= screen.bottom - 1
  const least = (isAtEdge ? leastAtEdgeDp : leastDp) - toleranceDp
  if (Math.min(width, height) >= least) return null
  if (isCutByScroller(look, tree, node) || isUnderKeyboard(look, node.bounds)) return null
  // The row around it takes the tap just as well, or the page is not the app's own layout.
  if (
    ancestorsOf(tree, node).some(
      outer => isOpaque(outer) || (outer.clickable && dpOf(look, heightOf(outer.bounds)) >= least),
    )
  )
    return null
  const words = wordsOfElement(tree, node)
  return {
    element: node,
    subject: quoted(words, nameOf(tree, node), 'A control'),
    what: 'is too small to tap safely',
    why: `It is ${Math.round(width)} × ${Math.round(height)} dp; ${leastDp} × ${leastDp} dp is the least.`,
    whyNotNoise:
      'It is enabled, wholly visible, not at the edge of something that scrolls, and nothing larger around it takes the tap.',
  }
}

/** A control whose middle cannot be reached: beyond the screen, with nothing that scrolls around it. */
export const findOffScreen: FindFaults = async (look, tree, app) =>
  tree.nodes.flatMap(node => {
    if (node.package !== app || !node.clickable || !isEnabled(tree, node) || isInRow(tree, node)) return []
    if (widthOf(node.bounds) === 0 || heightOf(node.bounds) === 0) return []
    const { x, y } = centreOf(node.bounds)
    if (containsPoint(screenOf(look), x, y) || ancestorsOf(tree, node).some(outer => outer.scrollable)) return []
    return [
      {
        element: node,
        subject: quoted(wordsOfElement(tree, node), nameOf(tree, node), 'A control'),
        what: 'lies outside the screen',
        why: `Its middle is at ${x},${y}; the screen is ${look.size.width} × ${look.size.height}.`,
        whyNotNoise: 'Nothing around it scrolls, so it cannot be reached.',
      },
    ]
  })

export const offScreen = visualOracle('truncated', findOffScreen)
