// What another language shows wrong (#28, #29): words left in the first language, and layouts that are not mirrored.
// Differential only: asked with the same screen seen in the app's first language; names, numbers and data never count.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import { heightOf, widthOf } from '#shared/domain/geometry.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { rowTextsOf } from '#main/explore/screen-identity.ts'
import { candidateOf, onScreen, quoted, type Oracle, type OracleInput } from '#main/explore/oracles/oracle-input.ts'
import {
  counterpart,
  hasOwnText,
  isHalfBuilt,
  isInFront,
  isInRow,
  isOwnId,
  isTransient,
  nameOf,
  nodesOf,
  pxOf,
} from '#main/explore/oracles/tree-reading.ts'
import { isRawError, placeholders } from '#main/explore/oracles/text-faults.ts'
import { isRtlLocale } from '#main/explore/oracles/visual-faults.ts'
import { cropOf, inkOf } from '#main/explore/picture-look.ts'

const functionWords =
  /(?<![\p{L}'])(the|a|an|to|of|in|on|at|for|with|your|you|and|or|is|are|be|no|not|this|that|from|by|yet|all|my|we|it|as|how|what|when|us|most|about|once|new|add|edit)(?![\p{L}])/iu

export const untranslated: Oracle = {
  check: 'locale',
  phase: 'screen',
  ask: async input => {
    const pair = pairOf(input)
    if (pair === null || !isOtherLanguage(input)) return []
    const { tree, base, plain } = pair
    const said = nodesOf(input.now, input.app).filter(node => isSaying(tree, node, input))
    const same: Element[] = []
    let translated = 0
    for (const node of said) {
      const there =
        counterpart(tree, node, plain) ??
        plain.nodes.find(other => other.text === node.text && other.className === node.className)
      if (there === undefined || there === null) {
        if (isOtherWordsThere(node, plain)) translated += 1
        continue
      }
      if (!hasWords(there.text || there.desc)) continue
      if ((there.text || there.desc) === (node.text || node.desc)) same.push(node)
      else translated += 1
    }
    const data = dataOf(input, base)
    const left = same.filter(node => isSentence(node, data))
    // The language must be seen to work on this screen at all: an app without it is no fault of one text.
    if (translated < 2 || left.length > translated) return []
    return left.map(node => untranslatedOf(input, node, translated))
  },
}

function untranslatedOf(input: OracleInput, node: Element, translated: number): Candidate {
  const words = node.text || node.desc
  return candidateOf(input, {
    check: 'locale',
    observation: input.now,
    element: node,
    title: `${quoted(words, '', 'A text')} is not translated${onScreen(input)}`,
    why: `It reads the same in both languages; ${translated} other texts of the screen are translated.`,
    whyNotNoise:
      'It has at least two words of ordinary language, is no name, number or entry of a list, and nobody typed it.',
    message: words,
  })
}

/** A title has no id: what stands in its place in the first language says the same in other words. */
function isOtherWordsThere(node: Element, plain: ElementTree): boolean {
  if (node.id !== '' || node.text === '') return false
  return plain.nodes.some(
    other =>
      other.id === '' &&
      other.className === node.className &&
      other.bounds.left === node.bounds.left &&
      other.bounds.top === node.bounds.top &&
      hasWords(other.text) &&
      other.text !== node.text,
  )
}

/** What the app says itself: not typed, not a row, not passing. */
function isSaying(tree: ElementTree, node: Element, input: OracleInput): boolean {
  if (isTransient(tree, node) || isInRow(tree, node) || isEditable(node)) return false
  // A description without an id of the app's is the platform's own ("Navigate up").
  const words = node.text || (node.clickable && isOwnId(node) ? node.desc : '')
  if (!hasWords(words)) return false
  for (const typed of input.typed) if (typed !== '' && words.toLowerCase().includes(typed.toLowerCase())) return false
  return true
}

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text)

function isSentence(node: Element, data: ReadonlySet<string>): boolean {
  const words = node.text || node.desc
  if (
    data.has(words) ||
    placeholders.test(words) ||
    isRawError(words) ||
    /https?:|www\.|@|\.(com|org|dev|example)\b/.test(words)
  )
    return false
  const counted = words.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  if (counted.length < 2) return false
  if (/Button|Tab/.test(node.className) || node.clickable)
    return functionWords.test(words) || counted.some(word => /^\p{Ll}/u.test(word))
  return functionWords.test(words) && (counted.length >= 4 || /[.!?:]$/.test(words))
}

const dataOf = (input: OracleInput, base: Observation): ReadonlySet<string> =>
  new Set([...(input.data ?? []), ...rowTextsOf(input.now, input.app), ...rowTextsOf(base, input.app)])

const isOtherLanguage = (input: OracleInput): boolean =>
  input.condition !== null && /^(locale:|rtl)/.test(input.condition)

function pairOf(input: OracleInput): { tree: ElementTree; base: Observation; plain: ElementTree } | null {
  const { now, base, app } = input
  const tree = now.tree
  const plain = base?.tree ?? null
  if (
    base === null ||
    tree === null ||
    plain === null ||
    !isInFront(now, app) ||
    !isInFront(base, app) ||
    isHalfBuilt(now)
  )
    return null
  return base.orientation === now.orientation ? { tree, base, plain } : null
}

const mirrorTolerance = 0.02

/** A control or text that stays on the left although most others went over to the right. */
export const unmirrored: Oracle = {
  check: 'rtl',
  phase: 'screen',
  ask: async input => {
    const pair = pairOf(input)
    if (pair === null || input.condition === null || !isRtlLocale(input.condition) || input.now.secure) return []
    const { tree, base, plain } = pair
    const moved: Element[] = []
    const stayed: Element[] = []
    for (const node of nodesOf(input.now, input.app)) {
      if (
        !(node.clickable || hasOwnText(node)) ||
        isInRow(tree, node) ||
        isTransient(tree, node) ||
        /SeekBar|WebView|Surface/.test(node.className)
      )
        continue
      const there = counterpart(tree, node, plain)
      if (there === null) continue
      const side = await sideOf(base, there)
      if (side === 'none') continue
      const now = await sideOf(input.now, node)
      if (now === 'none') continue
      if (now === side) stayed.push(node)
      else moved.push(node)
    }
    if (moved.length < 3 || stayed.length * 3 > moved.length) return []
    return stayed
      .filter(node => isOwnId(node) || hasOwnText(node))
      .map(node =>
        candidateOf(input, {
          check: 'rtl',
          observation: input.now,
          element: node,
          title: `${quoted(wordsOfElement(tree, node), nameOf(tree, node), 'An element')} is not mirrored${onScreen(input)} in a right-to-left language`,
          why: `It stands on the same side as in a left-to-right language; ${moved.length} other elements of the screen changed sides.`,
          whyNotNoise:
            'Most of the screen is mirrored, so the app does lay out right to left; the element is neither a list row nor a slider.',
        }),
      )
  },
}

/** Left or right of the middle, by the box where it is narrow, else by the ink of its words. */
async function sideOf(look: Observation, node: Element): Promise<'left' | 'right' | 'none'> {
  const { width } = look.size
  const left = node.bounds.left
  const right = width - node.bounds.right
  if (Math.abs(left - right) > width * 0.1 && widthOf(node.bounds) < width * 0.7) return left < right ? 'left' : 'right'
  if (!hasOwnText(node) || Math.abs(left - right) > width * mirrorTolerance || /Button/.test(node.className))
    return 'none'
  const pixels = await look.picture.pixels()
  const ink = inkOf(
    pixels,
    cropOf(pixels, { ...node.bounds, top: node.bounds.top + 1, bottom: node.bounds.bottom - 1 }),
  )
  if (ink === null || heightOf(node.bounds) < pxOf(look, 10)) return 'none'
  const first = ink.columns.findIndex(count => count > 0)
  const last = ink.columns.findLastIndex(count => count > 0)
  if (first < 0) return 'none'
  const gapLeft = first / ink.width
  const gapRight = (ink.width - 1 - last) / ink.width
  if (Math.abs(gapLeft - gapRight) < 0.12) return 'none'
  return gapLeft < gapRight ? 'left' : 'right'
}
