// The text of an app file as raw values, with the line of every part. Errors are collected, so that an author sees all of
// them at once. Used by app-file.ts and the compiler; knows YAML and nothing of apps.
import { isMap as isYamlMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import { yamlWords } from '#shared/base/yaml-words.ts'

export type Path = readonly (string | number)[]
export type RawMap = Readonly<Record<string, unknown>>

/** One thing that is wrong: where, in which field, and what is allowed. */
export interface FileError {
  readonly line: number
  /** `screens.home.body[2].tap`; '' for the file as a whole. */
  readonly field: string
  readonly words: string
}

/** A text among raw values; '' for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const isRawMap = (value: unknown): value is RawMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isRawList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

export interface Source {
  readonly raw: unknown
  readonly errors: readonly FileError[]
  readonly lineOf: (path: Path) => number
}

const depthMax = 120

/** YAML 1.2 or JSON. Syntax errors, repeated keys and too deep nesting are in `errors`; `raw` is null then. */
export function readSource(text: string): Source {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    merge: false,
  })
  const errors: FileError[] = [...document.errors, ...document.warnings].map(error => ({
    line: lines.linePos(error.pos[0]).line || 1,
    field: '',
    words: yamlWords(error),
  }))
  const root = document.contents
  if (errors.length === 0 && depthOf(root, 0) > depthMax)
    errors.push({ line: 1, field: '', words: `the file is nested deeper than ${depthMax} levels` })
  let raw: unknown = null
  if (errors.length === 0) {
    try {
      raw = document.toJS({ maxAliasCount: 100 })
      if (isEndless(raw)) {
        raw = null
        errors.push({ line: 1, field: '', words: 'an alias stands inside its own anchor, so the file never ends' })
      }
    } catch (failure) {
      errors.push({ line: 1, field: '', words: failure instanceof Error ? failure.message : String(failure) })
    }
  }
  return { raw, errors, lineOf: path => lineOf(root, path, offset => lines.linePos(offset).line) }
}

/** An alias inside its own anchor makes a value that holds itself. */
function isEndless(raw: unknown): boolean {
  try {
    JSON.stringify(raw)
    return false
  } catch {
    return true
  }
}

function depthOf(node: unknown, depth: number): number {
  if (depth > depthMax) return depth
  if (isYamlMap(node)) return node.items.reduce((most, pair) => Math.max(most, depthOf(pair.value, depth + 1)), depth)
  if (isSeq(node)) return node.items.reduce<number>((most, item) => Math.max(most, depthOf(item, depth + 1)), depth)
  return depth
}

/** The line of the deepest part of the path that is there: a key's own line, or the item's. */
function lineOf(root: Node | null, path: Path, at: (offset: number) => number): number {
  let node: unknown = root
  let line = 1
  for (const step of path) {
    if (isYamlMap(node)) {
      const pair = node.items.find(
        item => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
      )
      if (pair === undefined) return line
      line = lineOfNode(pair.key, at) ?? line
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step]
      line = lineOfNode(node, at) ?? line
    } else return line
  }
  return line
}

function lineOfNode(node: unknown, at: (offset: number) => number): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return null
  const start: unknown = node.range[0]
  return typeof start === 'number' ? at(start) : null
}

function fieldOf(path: Path): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : field === '' ? step : `${field}.${step}`),
    '',
  )
}

/** Gathers errors at paths. Raw values that were moved by planting keep the path they were written at. */
export class Complaints {
  readonly list: FileError[] = []
  readonly #lineOf: (path: Path) => number
  readonly #known = new Set<string>()

  constructor(lineOf: (path: Path) => number) {
    this.#lineOf = lineOf
  }

  add(path: Path, words: string): void {
    const error = { line: this.#lineOf(path), field: fieldOf(path), words }
    const key = `${error.line}\n${error.field}\n${words}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.list.push(error)
  }
}
