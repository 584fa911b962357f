// Words and icons too pale for their ground (#15, #16), from the picture inside each element's bounds.
// Not run on disabled, secure, covered, picture-backed or half-scrolled things; a lower limit counts at half scale.
import type { Observation } from '#shared/domain/device.ts'
import { childrenOf, isEditable, type Element, type ElementTree } from '#shared/domain/element.ts'
import { heightOf, widthOf, type Rect } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import type { Condition } from '#shared/domain/night.ts'
import { quoted } from '#main/explore/oracles/oracle-input.ts'
import {
  hasOwnText,
  isCrossed,
  isCutByScroller,
  isEnabled,
  isOpaque,
  isOverlaid,
  isTransient,
  isUnderKeyboard,
  nameOf,
  nodesOf,
  pxOf,
} from '#main/explore/oracles/tree-reading.ts'
import { isRtlLocale, visualOracle, type Fault } from '#main/explore/oracles/visual-faults.ts'
import { cropOf, inkOf, linesOf, writingContrast } from '#main/explore/picture-look.ts'

const leastForText = 4.5
const leastForLarge = 3
/** Strokes of one or two pixels never reach their full colour. */
const halfScaleTolerance = 0.9
const fullScaleTolerance = 0.97
/** Ink of letters this high is of 18 sp or more. */
const largeInkDp = 17

export const contrast = visualOracle('contrast', async (look, tree, app, condition) => {
  const nodes = nodesOf(look, app).filter(node => isJudged(look, tree, node))
  if (nodes.length === 0) return []
  const pixels = await look.picture.pixels()
  return nodes.flatMap(node => {
    const fault = paleness(look, tree, node, pixels, condition)
    return fault === null ? [] : [fault]
  })
})

function isJudged(look: Observation, tree: ElementTree, node: Element): boolean {
  const isIcon = isIconButton(tree, node)
  if (!isIcon && !(hasOwnText(node) && !node.password)) return false
  if (!isEnabled(tree, node) || isOpaque(node) || isTransient(tree, node) || isUnderKeyboard(look, node.bounds))
    return false
  if (
    node.bounds.left < 0 ||
    node.bounds.top < 0 ||
    node.bounds.right > look.size.width ||
    node.bounds.bottom > look.size.height
  )
    return false
  if (isCutByScroller(look, tree, node) && heightOf(node.bounds) < pxOf(look, 16)) return false
  return !isOverlaid(tree, node) && !isCrossed(tree, node)
}

const isIconButton = (tree: ElementTree, node: Element): boolean =>
  node.clickable && /ImageButton/.test(node.className) && node.text === '' && childrenOf(tree, node.index).length === 0

function paleness(
  look: Observation,
  tree: ElementTree,
  node: Element,
  pixels: Pixels,
  condition: Condition | null,
): Fault | null {
  const icon = isIconButton(tree, node)
  const crop = cropOf(pixels, wordsRect(look, node, condition))
  const found = writingContrast(pixels, crop)
  if (found === null) return null
  const tolerance = pixels.scale < 0.95 ? halfScaleTolerance : fullScaleTolerance
  const isLarge = !icon && isLargeText(pixels, crop, look)
  const least = icon || isLarge ? leastForLarge : leastForText
  if (found.ratio >= least * tolerance) return null
  const figure = found.ratio.toFixed(1)
  return {
    element: node,
    subject: icon
      ? `The icon ${quoted(node.desc, nameOf(tree, node), 'in the bar')}`
      : `The text ${quoted(node.text, nameOf(tree, node), '')}`,
    what: 'is hard to read: too pale for its background',
    why: `Contrast ${figure}:1 (${hex(found.ink)} on ${hex(found.ground)}); ${least}:1 is the least${isLarge ? ' for large text' : ''}.`,
    whyNotNoise:
      'It is enabled and uncovered, stands on one plain colour, and the strongest colour of the strokes was taken.',
  }
}

/** Where the words are, without the frame of a button or field and without the knob of a switch. */
function wordsRect(look: Observation, node: Element, condition: Condition | null): Rect {
  const px = (dp: number): number => Math.round(pxOf(look, dp))
  const { bounds } = node
  const inset = (x: number, y: number): Rect => ({
    left: bounds.left + x,
    top: bounds.top + y,
    right: bounds.right - x,
    bottom: bounds.bottom - y,
  })
  if (/ImageButton/.test(node.className)) {
    const side = Math.min(widthOf(bounds), heightOf(bounds))
    return inset(Math.round((widthOf(bounds) - side * 0.62) / 2), Math.round((heightOf(bounds) - side * 0.62) / 2))
  }
  if (node.checkable) {
    const rtl = condition !== null && isRtlLocale(condition)
    const isSwitch = /Switch|Toggle/.test(node.className)
    return isSwitch === rtl ? { ...bounds, left: bounds.left + px(64) } : { ...bounds, right: bounds.right - px(64) }
  }
  if (node.className.endsWith('Button')) return inset(px(8), heightOf(bounds) >= px(36) ? px(10) : 1)
  if (isEditable(node)) return inset(px(12), px(14))
  return inset(1, 1)
}

function isLargeText(pixels: Pixels, crop: ReturnType<typeof cropOf>, look: Observation): boolean {
  const ink = inkOf(pixels, crop)
  if (ink === null) return false
  const highest = Math.max(0, ...linesOf(ink).map(line => line.bottom - line.top))
  return highest / pixels.scale >= pxOf(look, largeInkDp)
}

const hex = (colour: { readonly red: number; readonly green: number; readonly blue: number }): string =>
  `#${[colour.red, colour.green, colour.blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
