// How wide words are and how they break into lines, in pixels; measured once per word and scaled, so it is fast and
// the same at every size. Used by layout; draw-text draws what comes out. Knows nothing of nodes.
import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawable, emojiMark, fontOf, graphemesOf, missingMark, registerFonts } from '#main/device/demo/engine/fonts.ts'
import type { Weight } from '#main/device/demo/engine/fonts.ts'

export interface Line {
  readonly text: string
  readonly widthPx: number
}

export interface TextBlock {
  readonly lines: readonly Line[]
  readonly sizePx: number
  readonly lineHeightPx: number
  readonly weight: Weight
  /** Widest line. */
  readonly widthPx: number
  readonly heightPx: number
}

export interface TextAsk {
  readonly sizePx: number
  readonly weight: Weight
  readonly widthPx: number
  /** Most lines shown, the last one with an ellipsis; null for all. */
  readonly lines?: number | null
  /** One line as long as it is; the drawer clips it. */
  readonly fixed?: boolean
}

const referencePx = 100
/** Width of a drawn emoji and of a missing character's box, in parts of the size. */
export const markWidths: ReadonlyMap<string, number> = new Map([
  [emojiMark, 1.25],
  [missingMark, 0.8],
])

let context: SKRSContext2D | null = null
const words = new Map<string, number>()
const blocks = new Map<string, TextBlock>()
const drawables = new Map<string, string>()

function keep<V>(map: Map<string, V>, key: string, value: V, most: number): V {
  if (map.size >= most) map.clear()
  map.set(key, value)
  return value
}

/** Width at 100 px of text that holds no mark. */
function plainWidth(text: string, weight: Weight): number {
  if (context === null) {
    registerFonts()
    context = createCanvas(8, 8).getContext('2d')
  }
  context.font = fontOf(referencePx, weight)
  return context.measureText(text).width
}

function wordWidth(word: string, weight: Weight): number {
  const key = weight === 'bold' ? `b${word}` : `r${word}`
  const known = words.get(key)
  if (known !== undefined) return known
  let width = 0
  for (const part of word.split(/([\uFFFC\uFFFD])/)) {
    const mark = markWidths.get(part)
    width += part === '' ? 0 : mark === undefined ? plainWidth(part, weight) : mark * referencePx
  }
  return keep(words, key, width, 20_000)
}

/** Width on one line. */
export const textWidth = (text: string, sizePx: number, weight: Weight): number =>
  cleanWidth(cleaned(text), sizePx, weight)

/** The same of text whose marks are in place, as lines hold it. */
function cleanWidth(text: string, sizePx: number, weight: Weight): number {
  let width = 0
  for (const part of text.split(/( +)/)) if (part !== '') width += wordWidth(part, weight)
  return (width * sizePx) / referencePx
}

/** The widest word: what a box must give so that no word is broken. */
export function longestWord(text: string, sizePx: number, weight: Weight): number {
  let width = 0
  for (const word of cleaned(text).split(/[ \n]+/)) width = Math.max(width, wordWidth(word, weight))
  return (width * sizePx) / referencePx
}

const cleaned = (text: string): string => drawables.get(text) ?? keep(drawables, text, drawable(text), 4_000)

export function layText(text: string, ask: TextAsk): TextBlock {
  const fixed = ask.fixed === true
  const most = ask.lines ?? 0
  const key = `${ask.sizePx}|${ask.weight}|${Math.floor(ask.widthPx)}|${most}|${fixed}|${text}`
  const known = blocks.get(key)
  if (known !== undefined) return known
  const widthPx = Math.max(1, ask.widthPx)
  const clean = cleaned(text)
  let lines = fixed ? [clean.replaceAll('\n', ' ')] : clean.split('\n').flatMap(part => broken(part, ask, widthPx))
  if (!fixed && most > 0 && lines.length > most) {
    const last = lines.slice(most - 1).join(' ')
    lines = [...lines.slice(0, most - 1), shortened(last, ask, widthPx)]
  }
  const laid = lines.map(line => ({ text: line, widthPx: cleanWidth(line, ask.sizePx, ask.weight) }))
  const lineHeightPx = Math.ceil(ask.sizePx * 1.4)
  const block: TextBlock = {
    lines: laid,
    sizePx: ask.sizePx,
    lineHeightPx,
    weight: ask.weight,
    widthPx: Math.ceil(Math.max(0, ...laid.map(line => line.widthPx))),
    heightPx: lineHeightPx * laid.length,
  }
  return keep(blocks, key, block, 4_000)
}

/** Greedy lines of one paragraph; a word wider than the line is broken between characters. */
function broken(paragraph: string, ask: TextAsk, widthPx: number): string[] {
  const limit = (widthPx * referencePx) / ask.sizePx
  const space = wordWidth(' ', ask.weight)
  const lines: string[] = []
  let line = ''
  let width = 0
  for (const word of paragraph.split(' ').flatMap(part => pieces(part, ask.weight, limit))) {
    const wide = wordWidth(word.text, ask.weight)
    const gap = line === '' || word.joined ? 0 : space
    if (line !== '' && width + gap + wide > limit) {
      lines.push(line)
      line = word.text
      width = wide
    } else {
      line += (line === '' || word.joined ? '' : ' ') + word.text
      width += gap + wide
    }
  }
  return [...lines, line]
}

interface Piece {
  readonly text: string
  /** Follows the piece before without a space. */
  readonly joined: boolean
}

function pieces(word: string, weight: Weight, limit: number): Piece[] {
  if (wordWidth(word, weight) <= limit) return [{ text: word, joined: false }]
  const out: Piece[] = []
  let piece = ''
  let width = 0
  for (const char of graphemesOf(word)) {
    const wide = wordWidth(char, weight)
    if (piece !== '' && width + wide > limit) {
      out.push({ text: piece, joined: out.length > 0 })
      piece = ''
      width = 0
    }
    piece += char
    width += wide
  }
  return [...out, { text: piece, joined: out.length > 0 }]
}

function shortened(text: string, ask: TextAsk, widthPx: number): string {
  const chars = graphemesOf(text)
  let low = 0
  let high = chars.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const tried = `${chars.slice(0, middle).join('').trimEnd()}…`
    if (cleanWidth(tried, ask.sizePx, ask.weight) <= widthPx) low = middle
    else high = middle - 1
  }
  return `${chars.slice(0, low).join('').trimEnd()}…`
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFD\uFE70-\uFEFC]/

/** Whether the first letter that has a direction runs right to left; `otherwise` where none has. */
export function runsRightToLeft(text: string, otherwise: boolean): boolean {
  const strong = /\p{L}/u.exec(text)
  return strong === null ? otherwise : rightToLeft.test(strong[0])
}

/** Whether any letter in it runs right to left, so that its order on the line is not that of the text. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)
