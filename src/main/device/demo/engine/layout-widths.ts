// How wide nodes want to be: fixed widths in a row, the least width that breaks no word, and the sharing of a row.
// Used by layout-containers. Pure arithmetic on nodes; builds nothing.
import type { Frame } from '#main/device/demo/engine/layout-box.ts'
import { controlDp } from '#main/device/demo/engine/layout-controls.ts'
import {
  buttonPadDp,
  iconSideDp,
  isSmallImage,
  textPadDp,
  textSizeOf,
  textWeightOf,
} from '#main/device/demo/engine/layout-leaf.ts'
import { longestWord, textWidth } from '#main/device/demo/engine/text-measure.ts'
import type { ViewNode } from '#main/device/demo/engine/view.ts'

export const rowGapDp = 8

/** The width a node keeps in a row whatever room there is; null: it shares what is left. */
export function fixedWidth(node: ViewNode, frame: Frame): number | null {
  switch (node.kind) {
    case 'icon':
      return frame.px(iconSideDp(node))
    case 'image':
      return isSmallImage(node) ? frame.px(node.size ?? 0) : null
    case 'progress':
      return node.spinner ? frame.px(node.size ?? 48) : null
    case 'toggle':
    case 'check':
    case 'radio':
      return node.text === '' ? Math.max(frame.px(48), frame.px(controlDp[node.kind] + 8)) : null
    case 'space':
      return frame.px(node.size ?? 16)
    case 'divider':
      return frame.px(9)
    case 'row': {
      const widths = inFlow(node).map(child => fixedWidth(child, frame))
      return widths.length > 0 && widths.every(width => width !== null)
        ? widths.reduce<number>((sum, width) => sum + (width ?? 0), frame.px(rowGapDp) * (widths.length - 1))
        : null
    }
    case 'text':
    case 'button':
    case 'video':
    case 'web':
    case 'field':
    case 'slider':
    case 'list':
    case 'list_row':
    case 'map':
    case 'column':
    case 'card':
    case 'scroll':
      return null
  }
}

export const inFlow = (node: ViewNode): readonly ViewNode[] =>
  node.children.filter(child => child.at === null && !child.cover)

/** The least width in which none of its words is broken. */
export function leastWidth(node: ViewNode, frame: Frame): number {
  if (node.fixed) return 0
  const { px } = frame
  const fixed = fixedWidth(node, frame)
  if (fixed !== null) return fixed
  const word = (size: number, weight: 'bold' | 'regular', pad: number): number =>
    Math.ceil(longestWord(node.text, frame.sp(size), weight)) + 2 * px(pad) + 2
  switch (node.kind) {
    case 'text':
      return word(textSizeOf(node), textWeightOf(node), node.background === null ? textPadDp : 12)
    case 'button':
      return word(14, 'bold', buttonPadDp)
    case 'toggle':
    case 'check':
    case 'radio':
      return word(16, 'regular', 4) + px(controlDp[node.kind] + 16)
    case 'field':
      return Math.max(px(96), Math.ceil(longestWord(node.hint, frame.sp(16), 'regular')) + px(34))
    case 'row':
      return inFlow(node).reduce((sum, child) => sum + leastWidth(child, frame) + px(rowGapDp), -px(rowGapDp))
    case 'column':
    case 'scroll':
      return Math.max(0, ...inFlow(node).map(child => leastWidth(child, frame)))
    case 'card':
      return Math.max(0, ...inFlow(node).map(child => leastWidth(child, frame))) + 2 * px(12)
    case 'list':
    case 'list_row':
      return px(120)
    case 'icon':
    case 'image':
    case 'progress':
    case 'video':
    case 'web':
    case 'map':
    case 'space':
    case 'divider':
    case 'slider':
      return px(48)
  }
}

/** The width on one line, for an `at` without `w`. */
export function naturalWidth(node: ViewNode, frame: Frame): number | null {
  const { px } = frame
  const fixed = fixedWidth(node, frame)
  if (fixed !== null) return fixed
  if (node.kind === 'text')
    return (
      Math.ceil(textWidth(node.text, frame.sp(textSizeOf(node)), textWeightOf(node))) +
      2 * px(node.background === null ? textPadDp : 12) +
      2
    )
  if (node.kind === 'button') return Math.ceil(textWidth(node.text, frame.sp(14), 'bold')) + 2 * px(buttonPadDp) + 2
  return null
}

/**
 * Shares `roomPx` among nodes side by side: fixed ones take theirs, the others equal parts, but none less than its
 * longest word needs while others have more than they need.
 */
export function shareRow(nodes: readonly ViewNode[], roomPx: number, frame: Frame): number[] {
  const fixed = nodes.map(node => fixedWidth(node, frame))
  const rest = Math.max(0, roomPx - fixed.reduce<number>((sum, width) => sum + (width ?? 0), 0))
  const sharing = nodes.flatMap((node, place) =>
    fixed[place] === null ? [{ place, least: leastWidth(node, frame) }] : [],
  )
  const widths = fixed.map(width => width ?? 0)
  const needed = sharing.reduce((sum, one) => sum + one.least, 0)
  if (needed > rest) {
    for (const one of sharing) widths[one.place] = Math.floor((rest * one.least) / needed)
    return widths
  }
  let open = sharing
  let left = rest
  for (;;) {
    const equal = Math.floor(left / Math.max(1, open.length))
    const big = open.filter(one => one.least > equal)
    if (big.length === 0) {
      for (const one of open) widths[one.place] = equal
      return widths
    }
    for (const one of big) {
      widths[one.place] = one.least
      left -= one.least
    }
    open = open.filter(one => one.least <= equal)
  }
}
