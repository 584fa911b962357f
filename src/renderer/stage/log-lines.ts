// The lines a log viewer keeps: the newest so many, each with a number of its own, gaps said in their place. Pure.
import type { LogLevel, LogLine, LogPage } from '#shared/protocol/methods/logs.ts'

export const keptMost = 5000

/** A line of the device, or words of ours where the log has a gap. */
export type LogRow =
  | (LogLine & { readonly is: 'line'; readonly number: number })
  | { readonly is: 'gap'; readonly number: number; readonly text: string }

export interface LogKept {
  readonly rows: readonly LogRow[]
  /** Of all that ever came, those that were let go included. */
  readonly count: number
}

export const nothingKept: LogKept = { rows: [], count: 0 }

export function withPage(kept: LogKept, page: LogPage): LogKept {
  let number = kept.count
  const gaps = [
    ...(page.words === null ? [] : [page.words]),
    ...(page.dropped === 0 ? [] : [`${page.dropped} lines came too fast and are left out here.`]),
  ].map((text): LogRow => ({ is: 'gap', number: ++number, text }))
  const lines = page.lines.map((line): LogRow => ({ ...line, is: 'line', number: ++number }))
  const rows = [...kept.rows, ...gaps, ...lines]
  return { rows: rows.length > keptMost ? rows.slice(rows.length - keptMost) : rows, count: number }
}

/** Numbers of the rows that hold the text, without regard to capitals; none for no text. */
export function foundIn(rows: readonly LogRow[], text: string): readonly number[] {
  const wanted = text.toLocaleLowerCase()
  if (wanted === '') return []
  return rows
    .filter(row => (row.is === 'line' ? `${row.tag} ${row.text}` : row.text).toLocaleLowerCase().includes(wanted))
    .map(row => row.number)
}

/** The one after or before the one that is shown, around the ends; the newest where none is. */
export function nextFound(found: readonly number[], shown: number | null, step: 1 | -1): number | null {
  const newest = found.at(-1) ?? null
  if (newest === null || shown === null) return newest
  if (step === 1) return found.find(number => number > shown) ?? found[0] ?? null
  return found.findLast(number => number < shown) ?? newest
}

/** As logcat writes them. */
export const textOf = (rows: readonly LogRow[]): string =>
  rows
    .map(row =>
      row.is === 'gap' ? `--------- ${row.text}` : `${row.at} ${row.pid} ${row.level} ${row.tag}: ${row.text}`,
    )
    .join('\n')

/** The text in pieces, those that are what was looked for told apart. */
export function piecesOf(text: string, find: string): readonly { readonly text: string; readonly isFound: boolean }[] {
  const wanted = find.toLocaleLowerCase()
  const lower = text.toLocaleLowerCase()
  // Where a capital is longer than its small letter the places would not fit: then nothing is marked.
  if (wanted === '' || lower.length !== text.length) return [{ text, isFound: false }]
  const pieces: { text: string; isFound: boolean }[] = []
  let at = 0
  for (let next = lower.indexOf(wanted); next >= 0; next = lower.indexOf(wanted, at)) {
    if (next > at) pieces.push({ text: text.slice(at, next), isFound: false })
    at = next + wanted.length
    pieces.push({ text: text.slice(next, at), isFound: true })
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), isFound: false })
  return pieces
}

export const levelWords: Readonly<Record<LogLevel, string>> = {
  V: 'Verbose',
  D: 'Debug',
  I: 'Information',
  W: 'Warning',
  E: 'Error',
  F: 'Fatal',
}
