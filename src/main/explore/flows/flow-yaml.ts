// Writes commands and selectors as Maestro YAML: single-quoted scalars, two blanks a level. Used by the exporter.
import type { Selector } from '#main/explore/flows/model.ts'

/** A value of a command written by us: text (always quoted), number, flag, or a mapping. */
export type Written =
  | string
  | number
  | boolean
  | Selector
  | readonly Selector[]
  | { readonly [key: string]: Written | undefined }

export interface WrittenCommand {
  readonly name: string
  /** null: the bare name. */
  readonly value: Written | null
}

/** What a single-quoted scalar cannot hold: control characters, line breaks of any kind, halves of a character. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u

/** Single-quoted; double-quoted with escapes where it must be. */
export function scalar(text: string): string {
  if (!unprintable.test(text)) return `'${text.replaceAll("'", "''")}'`
  return JSON.stringify(text).replaceAll(
    new RegExp(unprintable, 'gu'),
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `${` written so that it stays itself in what Maestro interpolates. */
export const plainText = (text: string): string => text.replaceAll('${', '\\${')

export function commandLines(command: WrittenCommand): readonly string[] {
  if (command.value === null) return [`- ${command.name}`]
  if (typeof command.value !== 'object') return [`- ${command.name}: ${one(command.value)}`]
  return pair(command.name, command.value, 2).map((line, at) => (at === 0 ? `- ${line.trimStart()}` : line))
}

const one = (value: string | number | boolean): string => (typeof value === 'string' ? scalar(value) : String(value))

function entries(value: Selector | { readonly [key: string]: Written | undefined }, indent: number): readonly string[] {
  const pairs = isSelector(value) ? Object.entries(selectorParts(value)) : Object.entries(value)
  return pairs.flatMap(([key, inner]) => pair(key, inner, indent))
}

function pair(key: string, value: Written | undefined, indent: number): readonly string[] {
  const blanks = ' '.repeat(indent)
  if (value === undefined) return []
  if (typeof value !== 'object') return [`${blanks}${key}: ${one(value)}`]
  if (isList(value))
    return [
      `${blanks}${key}:`,
      ...value.flatMap(item =>
        entries(item, indent + 4).map((line, at) => (at === 0 ? `${blanks}  - ${line.trimStart()}` : line)),
      ),
    ]
  const inside = entries(value, indent + 2)
  return inside.length === 0 ? [`${blanks}${key}: {}`] : [`${blanks}${key}:`, ...inside]
}

const isList = (value: Written): value is readonly Selector[] => Array.isArray(value)
const isSelector = (value: object): value is Selector => 'traits' in value

/** The keys that ask something, in a steady order. */
export function selectorParts(selector: Selector): { readonly [key: string]: Written | undefined } {
  const orNone = <T>(value: T | null): T | undefined => value ?? undefined
  return {
    id: orNone(selector.id),
    text: orNone(selector.text),
    enabled: orNone(selector.enabled),
    checked: orNone(selector.checked),
    selected: orNone(selector.selected),
    index: selector.index === null ? undefined : Number(selector.index),
    childOf: orNone(selector.childOf),
    containsDescendants: orNone(selector.containsDescendants),
    below: orNone(selector.below),
    above: orNone(selector.above),
    leftOf: orNone(selector.leftOf),
    rightOf: orNone(selector.rightOf),
    point: orNone(selector.point),
  }
}
