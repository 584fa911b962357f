// The only fonts the demo phone draws with: the shipped ones, under names of our own so that no system font is met.
// Used by text-measure and draw-text. What the shipped fonts lack is replaced before it reaches the canvas.
import { join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { resourcesFolder } from '#main/sys/paths.ts'

export type Weight = 'regular' | 'bold'

/** Stands for an emoji in drawn text; draw-text paints a small face of its own there. */
export const emojiMark = '\uFFFC'
/** Stands for any other character the fonts lack; painted as an empty box. */
export const missingMark = '\uFFFD'

const faces: Readonly<Record<Weight, readonly (readonly [file: string, family: string])[]>> = {
  regular: [
    ['NotoSans-Regular.ttf', 'Nocturne Regular'],
    ['NotoSansArabic-Regular.ttf', 'Nocturne Arabic Regular'],
  ],
  bold: [
    ['NotoSans-Bold.ttf', 'Nocturne Bold'],
    ['NotoSansArabic-Bold.ttf', 'Nocturne Arabic Bold'],
  ],
}

const families: Readonly<Record<Weight, string>> = {
  regular: '"Nocturne Regular", "Nocturne Arabic Regular"',
  bold: '"Nocturne Bold", "Nocturne Arabic Bold"',
}

let registered = false

/** Registers the shipped fonts once; a missing one is a broken installation. */
export function registerFonts(): void {
  if (registered) return
  for (const [file, family] of [...faces.regular, ...faces.bold]) {
    if (GlobalFonts.registerFromPath(join(resourcesFolder(), 'fonts', file), family) === null)
      throw new Error(`the shipped font ${file} is missing`)
  }
  registered = true
}

export const fontOf = (sizePx: number, weight: Weight): string => `${sizePx}px ${families[weight]}`

// Latin, Greek, Cyrillic and signs of Noto Sans, then Noto Sans Arabic: first and last code point of each run.
const covered: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x377],
  [0x37a, 0x37f],
  [0x384, 0x38a],
  [0x38e, 0x3a1],
  [0x3a3, 0x3e1],
  [0x3f0, 0x52f],
  [0x600, 0x604],
  [0x606, 0x61b],
  [0x61e, 0x6ff],
  [0x750, 0x77f],
  [0x8a0, 0x8b4],
  [0x8b6, 0x8be],
  [0x1d00, 0x1df9],
  [0x1dfb, 0x1f15],
  [0x1f18, 0x1f1d],
  [0x1f20, 0x1f45],
  [0x1f48, 0x1f4d],
  [0x1f50, 0x1f57],
  [0x1f5f, 0x1f7d],
  [0x1f80, 0x1fb4],
  [0x2010, 0x2027],
  [0x202f, 0x205f],
  [0x2070, 0x2071],
  [0x2074, 0x208e],
  [0x2090, 0x209c],
  [0x20a0, 0x20bf],
  [0x2100, 0x215f],
  [0xfb00, 0xfb06],
  [0xfb50, 0xfbc1],
  [0xfbd3, 0xfd3f],
  [0xfe70, 0xfe74],
  [0xfe76, 0xfefc],
]

const isCovered = (point: number): boolean => covered.some(([first, last]) => point >= first && point <= last)

const isUnseen = (point: number): boolean =>
  (point < 0x20 && point !== 0x0a) ||
  (point >= 0x7f && point < 0xa0) ||
  (point >= 0x200b && point <= 0x200f) ||
  (point >= 0x2028 && point <= 0x202e) ||
  (point >= 0x2060 && point <= 0x206f) ||
  (point >= 0xfe00 && point <= 0xfe0f) ||
  point === 0x61c ||
  point === 0xfeff

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text as it can be drawn: emoji and what the fonts lack as marks, control characters gone, line ends kept. */
export function drawable(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text
  let out = ''
  for (const { segment } of graphemes.segment(text.replaceAll('\t', ' '))) {
    const points = Array.from(segment, char => char.codePointAt(0) ?? 0)
    if (points.length === 1 || points.every(point => isCovered(point) || isUnseen(point) || point === 0x0a))
      out += points.map(point => drawnPoint(point)).join('')
    else out += /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment) ? emojiMark : markedBase(points)
  }
  return out
}

function drawnPoint(point: number): string {
  if (point === 0x0a || isCovered(point)) return String.fromCodePoint(point)
  if (isUnseen(point)) return ''
  const char = String.fromCodePoint(point)
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(char) ? emojiMark : missingMark
}

/** A covered letter keeps its place when only the marks upon it are lacking. */
function markedBase(points: readonly number[]): string {
  const kept = points.filter(isCovered)
  return kept.length > 0 ? String.fromCodePoint(...kept) : missingMark
}

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), part => part.segment)
}
