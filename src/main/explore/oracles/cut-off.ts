// Text that is longer than what is drawn of it (#18): the tree has the words, the picture shows where they end.
// An ellipsis says by itself that there is more: by design in body text and lists, a fault in buttons and tabs.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, type Element, type ElementTree } from '#shared/domain/element.ts'
import { heightOf, type Rect } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import { quoted } from '#main/explore/oracles/oracle-input.ts'
import {
  hasOwnText,
  isCrossed,
  isCutByScroller,
  isInRow,
  isOverlaid,
  isTransient,
  isUnderKeyboard,
  nameOf,
  nodesOf,
  pxOf,
} from '#main/explore/oracles/tree-reading.ts'
import { visualOracle, type Fault } from '#main/explore/oracles/visual-faults.ts'
import { cropOf, inkOf, linesOf, type Ink } from '#main/explore/picture-look.ts'

/** Estimated width of the words against the room of the lines drawn; a clean wrap stays below 1. */
const surelyLonger = 1.3
/** With large text it must also be whole without it, so less will do. */
const longerThanPlain = 1.15

export const cutOff = visualOracle('truncated', async (look, tree, app, condition) => {
  const nodes = nodesOf(look, app).filter(node => isJudged(look, tree, node))
  if (nodes.length === 0) return []
  const pixels = await look.picture.pixels()
  return nodes.flatMap(node => {
    const fault = cut(look, tree, node, pixels, condition === 'big_text' ? longerThanPlain : surelyLonger)
    return fault === null ? [] : [fault]
  })
})

function isJudged(look: Observation, tree: ElementTree, node: Element): boolean {
  if (!hasOwnText(node) || isEditable(node) || node.checkable || node.text.length < 6 || !isMeasurable(node.text))
    return false
  if (
    isTransient(tree, node) ||
    isUnderKeyboard(look, node.bounds) ||
    isCutByScroller(look, tree, node) ||
    isOverlaid(tree, node) ||
    isCrossed(tree, node)
  )
    return false
  return heightOf(node.bounds) >= pxOf(look, 8)
}

/** Widths of letters are known for Latin, Greek and Cyrillic only; joined and wide scripts are left alone. */
function isMeasurable(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const known = text.match(/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu) ?? []
  return letters.length > 0 && known.length === letters.length && !/\p{Extended_Pictographic}/u.test(text)
}

function cut(look: Observation, tree: ElementTree, node: Element, pixels: Pixels, longer: number): Fault | null {
  const crop = cropOf(pixels, wordsRect(look, node))
  const ink = inkOf(pixels, crop)
  if (ink === null || ink.share < 0.004) return null
  const lines = linesOf(ink).filter(line => line.bottom - line.top >= 3)
  const first = lines[0]
  if (first === undefined) return null
  const emPx = emOf(node.text, Math.max(...lines.map(line => line.bottom - line.top)))
  // Taller than a line can be in this box: two lines run together, or it is no writing.
  if (emPx * pixels.scale === 0 || lines.length * emPx > ink.height * 1.25 || emPx > pxOf(look, 60) * pixels.scale)
    return null
  const words = node.text.split('\n')
  const natural = words.reduce((sum, line) => sum + widthInEm(line), 0) * emPx
  const room = ink.width * lines.length
  const ratio = natural / room
  if (ratio < longer) return null
  const dots = endsInDots(ink, lines.at(-1) ?? first, emPx)
  const isControl = node.clickable && !isInRow(tree, node)
  if (dots && !isControl) return null
  if (!dots && !reachesEdge(ink, lines.at(-1) ?? first, emPx)) return null
  const shown = Math.max(1, Math.min(99, Math.round(100 / ratio)))
  return {
    element: node,
    subject: `The text ${quoted(node.text, nameOf(tree, node), '')}`,
    what: dots ? 'does not fit its button' : 'is cut off',
    why: `The words need about ${ratio.toFixed(1)} times the room of the ${lines.length === 1 ? 'one line' : `${lines.length} lines`} drawn (about ${shown}% is shown)${dots ? ', and end in an ellipsis' : ', and run into the edge without an ellipsis'}.`,
    whyNotNoise:
      'The tree holds the whole text, the picture shows where it stops; nothing that scrolls cuts it, and it is not an ellipsis in body text.',
  }
}

function wordsRect(look: Observation, node: Element): Rect {
  const { bounds } = node
  if (!node.className.endsWith('Button')) return bounds
  const y = heightOf(bounds) >= pxOf(look, 40) ? Math.round(pxOf(look, 10)) : 1
  const x = Math.round(pxOf(look, 8))
  return { left: bounds.left + x, top: bounds.top + y, right: bounds.right - x, bottom: bounds.bottom - y }
}

/** Size of the type in picture pixels, from how high the ink of its lines is. */
function emOf(text: string, inkHeight: number): number {
  const above = /[\p{Lu}\dbdfhkltßäöüéèíóúñij]/u.test(text) ? 0.74 : 0.54
  const below = /[gjpqyçQ,;()[\]{}|@]/.test(text) ? 0.24 : 0
  const accents = /[ÄÖÜÉÈÍÓÚÑÅ]/.test(text) ? 0.16 : 0
  return inkHeight / (above + below + accents)
}

const narrow = new Set(Array.from(" .,:;'’|!iljIí·"))
const slim = new Set(Array.from('frt()[]{}/\\-"*'))
const wide = new Set(Array.from('mwMW@%—…'))

/** In ems, for a common sans-serif, on the low side. */
export function widthInEm(text: string): number {
  let em = 0
  for (const char of text) {
    if (narrow.has(char)) em += 0.26
    else if (slim.has(char)) em += 0.36
    else if (wide.has(char)) em += 0.85
    else if (/\p{Lu}/u.test(char)) em += 0.62
    else em += 0.54
  }
  return em
}

/** The last line's ink comes within a letter of where the room ends, on the right or (right to left) on the left. */
function reachesEdge(ink: Ink, line: { readonly top: number; readonly bottom: number }, emPx: number): boolean {
  const [from, to] = extentOf(ink, line)
  const slack = Math.max(emPx * 1.3, 4)
  return ink.width - to <= slack || from <= slack
}

function extentOf(ink: Ink, line: { readonly top: number; readonly bottom: number }): readonly [number, number] {
  let from = ink.width
  let to = 0
  for (let y = line.top; y < line.bottom; y += 1)
    for (let x = 0; x < ink.width; x += 1)
      if (ink.mask[y * ink.width + x] === 1) {
        if (x < from) from = x
        if (x + 1 > to) to = x + 1
      }
  return [from, to]
}

/** At the end of the line nothing but low dots: flat ink in at least two pieces over about half an em. */
function endsInDots(ink: Ink, line: { readonly top: number; readonly bottom: number }, emPx: number): boolean {
  const [from, to] = extentOf(ink, line)
  const span = Math.max(3, Math.round(emPx * 0.58))
  return hasDots(ink, line, emPx, to - span, to) || hasDots(ink, line, emPx, from, from + span)
}

function hasDots(
  ink: Ink,
  line: { readonly top: number; readonly bottom: number },
  emPx: number,
  left: number,
  right: number,
): boolean {
  let top = ink.height
  let bottom = 0
  let pieces = 0
  let isInk = false
  for (let x = Math.max(0, left); x < Math.min(ink.width, right); x += 1) {
    let has = false
    for (let y = line.top; y < line.bottom; y += 1)
      if (ink.mask[y * ink.width + x] === 1) {
        has = true
        top = Math.min(top, y)
        bottom = Math.max(bottom, y + 1)
      }
    if (has && !isInk) pieces += 1
    isInk = has
  }
  return pieces >= 2 && bottom - top <= Math.max(3, emPx * 0.24) && top > line.top + (line.bottom - line.top) * 0.4
}
