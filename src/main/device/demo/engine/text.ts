// Texts of app files: plain words, `${expr}` inside words, `=expr`, and `@key(name=expr)` of the strings. Compiled once;
// what begins with `@` is looked up where it is shown, so a change of language changes it at once.
import {
  compileExpression,
  ExpressionError,
  type Compiled,
  type Context,
  type Names,
} from '#main/device/demo/engine/expression.ts'
import { show, type Value } from '#main/device/demo/engine/value.ts'

export type CompiledText = (context: Context) => string

/** Words by language and key, as the file has them. */
export type Strings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A reference `@key` or `@key(n=expr)`; null for any other text. */
export function parseReference(
  text: string,
): { readonly key: string; readonly args: readonly (readonly [string, string])[] } | null {
  const match = /^@([A-Za-z][A-Za-z0-9_]*)(?:\((.*)\))?$/su.exec(text)
  if (match === null || match[1] === undefined) return null
  if (match[2] === undefined) return { key: match[1], args: [] }
  const args: (readonly [string, string])[] = []
  for (const part of split(match[2])) {
    const at = /^\s*([A-Za-z][A-Za-z0-9_]*)\s*=(?!=)(.*)$/su.exec(part)
    if (at?.[1] === undefined || at[2] === undefined) return null
    args.push([at[1], at[2]])
  }
  return { key: match[1], args }
}

/** Parts between commas that stand in no brackets and no quotes. */
function split(source: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (quote !== '') {
      if (char === '\\') at += 1
      else if (char === quote) quote = ''
    } else if (char === "'" || char === '"') quote = char
    else if (char === '(' || char === '[') depth += 1
    else if (char === ')' || char === ']') depth -= 1
    else if (char === ',' && depth === 0) {
      parts.push(source.slice(from, at))
      from = at + 1
    }
  }
  const last = source.slice(from)
  if (last.trim() !== '' || parts.length > 0) parts.push(last)
  return parts
}

/** Compiles a text. `strings` is what `@key` may name; an unknown key or a missing argument is an ExpressionError. */
export function compileText(text: string, names: Names, strings: Strings): CompiledText {
  if (text.startsWith('=')) {
    const value = compileExpression(text.slice(1), names)
    return context => shown(value(context), context)
  }
  const reference = text.startsWith('@') ? parseReference(text) : null
  if (reference !== null) {
    checkReference(reference, strings)
    const args = reference.args.map(([name, source]) => [name, compileExpression(source, names)] as const)
    return context => words(reference.key, args, context, strings)
  }
  return compileTemplate(text, names)
}

const shown = (value: Value, context: Context): string =>
  typeof value === 'string' && value.startsWith('@') ? context.lookup(value, context) : show(value)

/** Words with `${expr}` inside; without one, the words themselves. */
function compileTemplate(text: string, names: Names): CompiledText {
  if (!text.includes('${')) return () => text
  const parts: (string | Compiled)[] = []
  let from = 0
  for (let at = text.indexOf('${'); at !== -1; at = text.indexOf('${', from)) {
    parts.push(text.slice(from, at))
    const end = closing(text, at + 2)
    if (end === -1) throw new ExpressionError(`"\${" is not closed in "${text}"`)
    parts.push(compileExpression(text.slice(at + 2, end), names))
    from = end + 1
  }
  parts.push(text.slice(from))
  return context => parts.map(part => (typeof part === 'string' ? part : shown(part(context), context))).join('')
}

function closing(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quote !== '') {
      if (char === '\\') at += 1
      else if (char === quote) quote = ''
    } else if (char === "'" || char === '"') quote = char
    else if (char === '}') return at
  }
  return -1
}

function checkReference(
  reference: { readonly key: string; readonly args: readonly (readonly [string, string])[] },
  strings: Strings,
): void {
  const entries = Object.values(strings).flatMap(table =>
    Object.hasOwn(table, reference.key) ? [table[reference.key] ?? ''] : [],
  )
  if (entries.length === 0) throw new ExpressionError(`"@${reference.key}" is not in the strings`)
  const given = new Set(reference.args.map(([name]) => name))
  for (const entry of entries) {
    try {
      compileTemplate(entry, { state: given, row: false })
    } catch (failure) {
      if (!(failure instanceof ExpressionError)) throw failure
      throw new ExpressionError(
        `"@${reference.key}" does not fit its words "${entry}": ${failure.message.replace('it is not declared in the state', 'the reference does not give it')}`,
      )
    }
  }
}

function words(
  key: string,
  args: readonly (readonly [string, Compiled])[],
  context: Context,
  strings: Strings,
): string {
  const locale = localeOf(context.env.locale, Object.keys(strings))
  const entry =
    strings[locale]?.[key] ??
    strings['en']?.[key] ??
    Object.values(strings).find(table => Object.hasOwn(table, key))?.[key]
  if (entry === undefined) return `@${key}`
  if (!entry.includes('${')) return entry
  const given = new Map<string, Value>()
  for (const [name, of] of args) {
    const value = of(context)
    given.set(name, typeof value === 'string' ? shown(value, context) : value)
  }
  return template(entry, new Set(given.keys()))({ ...context, state: given })
}

/** The app's language for the device's: the same tag, else the same language, else English, else its first. */
export function localeOf(device: string, locales: readonly string[]): string {
  const language = (tag: string): string => tag.split('-')[0] ?? tag
  return (
    locales.find(locale => locale === device) ??
    locales.find(locale => language(locale) === language(device)) ??
    locales.find(locale => locale === 'en') ??
    locales[0] ??
    'en'
  )
}

export const isRightToLeft = (locale: string): boolean => /^(ar|he|fa|ur)\b/.test(locale)

const templates = new Map<string, CompiledText>()
const templatesMax = 2000

function template(entry: string, names: ReadonlySet<string>): CompiledText {
  const key = `${[...names].join(',')}\n${entry}`
  let compiled = templates.get(key)
  if (compiled === undefined) {
    if (templates.size >= templatesMax) templates.clear()
    compiled = compileTemplate(entry, { state: names, row: false })
    templates.set(key, compiled)
  }
  return compiled
}

/** For a text that came out of the state: its words when it is a reference this app knows, else as it stands. */
export function lookUp(text: string, context: Context, strings: Strings, names: Names): string {
  const reference = parseReference(text)
  if (reference === null) return text
  try {
    checkReference(reference, strings)
    const args = reference.args.map(
      ([name, source]) => [name, compileExpression(source, { ...names, row: true })] as const,
    )
    return words(reference.key, args, context, strings)
  } catch (failure) {
    if (failure instanceof ExpressionError) return text
    throw failure
  }
}
