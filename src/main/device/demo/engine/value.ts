// The values an app's state is made of, and how they compare and show. Used by expressions and the runtime; nothing here
// knows an app. Values are never changed in place: an effect makes a new one.

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value }

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export const isMap = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function isTrue(value: Value): boolean {
  return value !== null && value !== false && value !== 0 && value !== ''
}

/** By content: two lists with equal items are equal. Values of different types never are. */
export function isEqual(a: Value, b: Value): boolean {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => isEqual(item, b[index] ?? null))
  if (!isMap(a) || !isMap(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null))
  )
}

/** Below 0, 0 or above 0; null where the two cannot be put in an order (other types, nothing). */
export function order(a: Value, b: Value): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return null
}

/** A number that can be shown; what is none (a division by zero) is nothing. */
export const finite = (value: number): Value => (Number.isFinite(value) ? value : null)

/** As the screen shows it: nothing is an empty text. */
export function show(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(Math.round(value * 1e9) / 1e9)
  if (typeof value === 'boolean') return String(value)
  if (isList(value)) return value.map(show).join(', ')
  return ''
}

/** What a key or place holds; nothing where there is none. */
export function member(of: Value, key: Value): Value {
  if (typeof of === 'string') return typeof key === 'number' ? (Array.from(of)[key] ?? null) : null
  if (isList(of)) return typeof key === 'number' && Number.isInteger(key) && key >= 0 ? (of[key] ?? null) : null
  if (!isMap(of) || typeof key !== 'string' || !Object.hasOwn(of, key)) return null
  return of[key] ?? null
}

export function toNumber(value: Value): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value)) return null
  return Number(value)
}

/** Any parsed YAML or JSON as a Value; what is no data (a date, a function) is its text. */
export function valueOf(raw: unknown): Value {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'string' || typeof raw === 'boolean') return raw
  if (typeof raw === 'number') return finite(raw)
  if (Array.isArray(raw)) return raw.map(valueOf)
  if (typeof raw === 'object') return Object.fromEntries(Object.entries(raw).map(([key, item]) => [key, valueOf(item)]))
  return null
}
