// Works out `${…}` in a flow's texts, and what counts as true. Used by the player. Values are plain data: no prototype
// of ours can be reached, nothing is executed.
import { Refusal } from '#shared/base/refusal.ts'
import { parseExpression } from '#main/explore/flows/expression-parse.ts'
import type { Expression } from '#main/explore/flows/expression-parse.ts'

export type Value = string | number | boolean | null | undefined | readonly Value[] | ReadonlyMap<string, Value>

/** What one flow sees: its variables, and what the whole run shares. */
export interface Scope {
  readonly variables: ReadonlyMap<string, string>
  readonly shared: { output: Map<string, Value>; copiedText: string; readonly platform: string }
}

/** Greedy to the last `}` before the next `$`, as Maestro finds them. */
const interpolation = /(?<!\\)\$\{([^$]*)\}/g

/** The expressions inside a text, as written. */
export const expressionsIn = (text: string): readonly string[] =>
  [...text.matchAll(interpolation)].map(found => found[1] ?? '')

/** The text with each `${…}` replaced; `\${…}` loses its backslash. */
export function interpolate(text: string, scope: Scope): string {
  return text
    .replaceAll(interpolation, (_all, source: string) =>
      source.trim() === '' ? '' : wordsOfValue(valueOf(source, scope)),
    )
    .replaceAll(/\\\$\{([^$]*)\}/g, (_all, source: string) => `\${${source}}`)
}

function valueOf(source: string, scope: Scope, assignments = false): Value {
  const parsed = parseExpression(source, assignments)
  if ('refused' in parsed)
    throw new Refusal('unsupported', `The expression uses ${parsed.refused}, which the built-in runner does not run.`)
  return evaluate(parsed.expression, scope)
}

/** What `evalScript` does. The whole text must be one `${…}`. */
export function runScript(script: string, scope: Scope): void {
  for (const source of expressionsIn(script)) if (source.trim() !== '') valueOf(source, scope, true)
}

/** False for nothing, "false", "undefined", "null" and the number 0; a constant text is true. */
export function isTruth(text: string): boolean {
  const plain = text.trim()
  if (plain === '' || /^(?:false|undefined|null)$/i.test(plain)) return false
  return !(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain) && Number(plain) === 0)
}

const longest = 1_000_000

export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.is) {
    case 'value':
      return expression.value
    case 'name':
      return named(expression.name, scope)
    case 'member':
      return member(evaluate(expression.of, scope), evaluate(expression.key, scope))
    case 'call':
      return call(expression, scope)
    case 'not':
      return !truthy(evaluate(expression.of, scope))
    case 'minus':
      return -numberOf(evaluate(expression.of, scope))
    case 'plus':
      return numberOf(evaluate(expression.of, scope))
    case 'both':
      return both(expression, scope)
    case 'choice':
      return truthy(evaluate(expression.test, scope)) ? evaluate(expression.yes, scope) : evaluate(expression.no, scope)
    case 'list':
      return expression.items.map(item => evaluate(item, scope))
    case 'object':
      return new Map(expression.entries.map(([key, value]) => [key, evaluate(value, scope)]))
    case 'set':
      return assign(
        expression.path.map(key => wordsOfValue(evaluate(key, scope))),
        evaluate(expression.value, scope),
        scope,
      )
  }
}

function named(name: string, scope: Scope): Value {
  if (name === 'output') return scope.shared.output
  if (name === 'maestro')
    return new Map<string, Value>([
      ['copiedText', scope.shared.copiedText],
      ['platform', scope.shared.platform],
    ])
  return scope.variables.get(name)
}

function member(of: Value, key: Value): Value {
  if (of === null || of === undefined)
    throw new Refusal('failed', `Cannot read \`${wordsOfValue(key)}\` of ${String(of)}.`)
  const name = wordsOfValue(key)
  if (of instanceof Map) return of.get(name) as Value
  if (typeof of === 'string' || isList(of)) {
    if (name === 'length') return of.length
    return /^\d+$/.test(name) ? of[Number(name)] : undefined
  }
  return undefined
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

function call(expression: Extract<Expression, { is: 'call' }>, scope: Scope): Value {
  const args = expression.args.map(argument => evaluate(argument, scope))
  const [first, second] = args
  if (expression.of === null) {
    if (expression.name === 'Number') return numberOf(first)
    if (expression.name === 'String') return wordsOfValue(first)
    if (expression.name === 'parseInt')
      return Number.parseInt(wordsOfValue(first), second === undefined ? 10 : numberOf(second))
    return `${Math.ceil(numberOf(first) * 100)}%,${Math.ceil(numberOf(second) * 100)}%`
  }
  const of = evaluate(expression.of, scope)
  if (typeof of !== 'string')
    throw new Refusal(
      'failed',
      `\`.${expression.name}()\` is for texts, and this is ${of === undefined ? 'undefined' : 'none'}.`,
    )
  const text = wordsOfValue(first)
  switch (expression.name) {
    case 'indexOf':
      return of.indexOf(text)
    case 'includes':
      return of.includes(text)
    case 'startsWith':
      return of.startsWith(text)
    case 'endsWith':
      return of.endsWith(text)
    case 'trim':
      return of.trim()
    case 'toLowerCase':
      return of.toLowerCase()
    case 'toUpperCase':
      return of.toUpperCase()
    case 'replace': {
      const replaced = of.replace(text, () => wordsOfValue(second))
      return sized(replaced)
    }
    case 'split':
      return first === undefined ? [of] : of.split(text).slice(0, 10_000)
    default:
      return of.slice(first === undefined ? 0 : numberOf(first), second === undefined ? undefined : numberOf(second))
  }
}

function sized(text: string): string {
  if (text.length > longest) throw new Refusal('failed', 'A text grew longer than a million characters.')
  return text
}

function both({ sign, left, right }: Extract<Expression, { is: 'both' }>, scope: Scope): Value {
  const a = evaluate(left, scope)
  if (sign === '&&') return truthy(a) ? evaluate(right, scope) : a
  if (sign === '||') return truthy(a) ? a : evaluate(right, scope)
  if (sign === '??') return a ?? evaluate(right, scope)
  const b = evaluate(right, scope)
  switch (sign) {
    case '===':
      return a === b
    case '!==':
      return a !== b
    case '==':
      return alike(a, b)
    case '!=':
      return !alike(a, b)
    case '+':
      return typeof a === 'string' || typeof b === 'string' || typeof a === 'object' || typeof b === 'object'
        ? a === null || b === null
          ? plusNull(a, b)
          : sized(wordsOfValue(a) + wordsOfValue(b))
        : numberOf(a) + numberOf(b)
    case '-':
      return numberOf(a) - numberOf(b)
    case '*':
      return numberOf(a) * numberOf(b)
    case '/':
      return numberOf(a) / numberOf(b)
    case '%':
      return numberOf(a) % numberOf(b)
    default:
      return ordered(sign, a, b)
  }
}

const plusNull = (a: Value, b: Value): Value =>
  typeof a === 'string' || typeof b === 'string' ? sized(wordsOfValue(a) + wordsOfValue(b)) : numberOf(a) + numberOf(b)

function ordered(sign: string, a: Value, b: Value): boolean {
  const texts = typeof a === 'string' && typeof b === 'string'
  const left = texts ? a : numberOf(a)
  const right = texts ? b : numberOf(b)
  if (sign === '<') return left < right
  if (sign === '>') return left > right
  return sign === '<=' ? left <= right : left >= right
}

function alike(a: Value, b: Value): boolean {
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null)
  if (typeof a === typeof b) return a === b
  return numberOf(a) === numberOf(b)
}

const truthy = (value: Value): boolean => Boolean(value)

function numberOf(value: Value): number {
  if (typeof value === 'object' && value !== null) return Number.NaN
  return Number(value)
}

function assign(path: readonly string[], value: Value, scope: Scope): Value {
  let at = scope.shared.output
  for (const key of path.slice(0, -1)) {
    const next = at.get(key)
    if (!(next instanceof Map)) throw new Refusal('failed', `\`output\` has no \`${key}\` to set a part of.`)
    at = next as Map<string, Value>
  }
  at.set(path.at(-1) ?? '', value)
  return value
}

/** As it is typed: an object or list in the way the script engine prints it. */
export function wordsOfValue(value: Value): string {
  if (isList(value)) return `[${value.map(wordsOfValue).join(', ')}]`
  if (value instanceof Map)
    return `{${[...(value as ReadonlyMap<string, Value>)].map(([key, inner]) => `${key}: ${wordsOfValue(inner)}`).join(', ')}}`
  return typeof value === 'object' && value !== null ? '' : String(value)
}
