// The functions expressions may call. Total: every argument gives an answer, what makes no sense gives nothing.
import {
  finite,
  isEqual,
  isList,
  isMap,
  isTrue,
  order,
  show,
  toNumber,
  type Value,
} from '#main/device/demo/engine/value.ts'

export const functionNames: readonly string[] = [
  'len',
  'has_emoji',
  'lower',
  'upper',
  'trim',
  'contains',
  'starts',
  'ends',
  'number',
  'round',
  'min',
  'max',
  'join',
  'sum',
  'count',
  'filter',
]

/** Those whose second argument is evaluated for each item, as `it`. Only `filter` must have one. */
export const listFunctions: readonly string[] = ['filter', 'sum', 'count']

type Each = (it: Value, index: number) => Value

export function callFunction(name: string, values: readonly Value[], each: Each | null): Value {
  const first = values[0] ?? null
  const second = values[1] ?? null
  switch (name) {
    case 'len':
      return length(first)
    case 'has_emoji':
      return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(show(first))
    case 'lower':
      return show(first).toLowerCase()
    case 'upper':
      return show(first).toUpperCase()
    case 'trim':
      return show(first).trim()
    case 'contains':
      return isList(first) ? first.some(item => isEqual(item, second)) : show(first).includes(show(second))
    case 'starts':
      return show(first).startsWith(show(second))
    case 'ends':
      return show(first).endsWith(show(second))
    case 'number':
      return toNumber(first)
    case 'round':
      return round(toNumber(first), toNumber(second) ?? 0)
    case 'min':
    case 'max':
      return extreme(isList(first) ? first : values, name === 'min' ? -1 : 1)
    case 'join':
      return isList(first) ? first.map(show).join(values.length < 2 ? ', ' : show(second)) : show(first)
    case 'sum':
      return sum(isList(first) ? (each === null ? first : first.map(each)) : values)
    case 'count':
      return each === null || !isList(first)
        ? length(first)
        : first.filter((item, index) => isTrue(each(item, index))).length
    case 'filter':
      return isList(first) && each !== null ? first.filter((item, index) => isTrue(each(item, index))) : []
    default:
      throw new Error(`no function ${name}`)
  }
}

function length(value: Value): number {
  if (isList(value)) return value.length
  if (isMap(value)) return Object.keys(value).length
  return Array.from(show(value)).length
}

function round(value: number | null, digits: number): Value {
  if (value === null) return null
  const by = 10 ** Math.max(0, Math.min(9, Math.trunc(digits)))
  return finite(Math.round(value * by) / by)
}

function extreme(values: readonly Value[], sign: number): Value {
  let best: Value = null
  for (const value of values)
    if (value !== null && (best === null || (order(value, best) ?? 0) * sign > 0)) best = value
  return best
}

function sum(values: readonly Value[]): Value {
  return finite(values.reduce<number>((all, value) => all + (toNumber(value) ?? 0), 0))
}
