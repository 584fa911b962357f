// What the compiler's parts share: names, complaints, and where each raw value was written. Reads single values of the
// file (an expression, a text, a list of effects) into compiled ones.
import { compileExpression, ExpressionError, type Compiled, type Names } from '#main/device/demo/engine/expression.ts'
import { checkFields, type Fields } from '#main/device/demo/engine/shape.ts'
import { isRawList, isRawMap, type Complaints, type Path, type RawMap } from '#main/device/demo/engine/source.ts'
import { compileText, type CompiledText, type Strings } from '#main/device/demo/engine/text.ts'
import { valueOf, type Value } from '#main/device/demo/engine/value.ts'

/** What planting did to a raw app: where moved parts come from, and which bug set which field. */
export interface Marks {
  /** Path in the file of each raw map and list. */
  readonly origins: WeakMap<object, Path>
  /** Bug and path of each field a plant has set or removed, by the map that holds it. */
  readonly fields: WeakMap<object, Map<string, { readonly bug: string; readonly path: Path }>>
  /** Bug of each planted effect. */
  readonly effects: WeakMap<object, string>
}

/** The compiler's desk: what every part of it needs at hand. */
export interface Desk {
  readonly complaints: Complaints
  readonly names: Names
  readonly strings: Strings
  readonly marks: Marks
  readonly screens: ReadonlySet<string>
  readonly permissions: ReadonlySet<string>
  readonly state: ReadonlySet<string>
  /** Ids `scrollTo` named, to be checked when all nodes are known. */
  readonly scrolledTo: { readonly id: string; readonly path: Path }[]
}

export const inRow = (desk: Desk): Desk => ({ ...desk, names: { ...desk.names, row: true } })

/** Where a value was written: planted ones where the plant stands. `holder` is the map or list that holds it. */
export function pathOf(desk: Desk, holder: object, field: string | number, path: Path, value: unknown): Path {
  if (typeof value === 'object' && value !== null) {
    const origin = desk.marks.origins.get(value)
    if (origin !== undefined) return origin
  }
  return desk.marks.fields.get(holder)?.get(String(field))?.path ?? [...path, field]
}

/** The good fields of a part; what is wrong with a planted one is said of the plant. */
export function checkPart(
  desk: Desk,
  value: unknown,
  path: Path,
  fields: Fields,
  required: readonly string[],
): RawMap | null {
  const marks = typeof value === 'object' && value !== null ? desk.marks.fields.get(value) : undefined
  return checkFields(
    value,
    path,
    fields,
    required,
    desk.complaints,
    field => marks?.get(field)?.path ?? [...path, field],
  )
}

function attempt<T>(desk: Desk, path: Path, make: () => T, otherwise: T): T {
  try {
    return make()
  } catch (failure) {
    if (!(failure instanceof ExpressionError)) throw failure
    desk.complaints.add(path, failure.message)
    return otherwise
  }
}

const nothing: Compiled = () => null

/** A bare expression. A leading `=` is taken as habit and dropped. */
export function bare(desk: Desk, value: unknown, path: Path): Compiled {
  if (typeof value !== 'string') {
    const constant = valueOf(value)
    return () => constant
  }
  const source = /^=(?!=)/.test(value) ? value.slice(1) : value
  return attempt(desk, path, () => compileExpression(source, desk.names), nothing)
}

/** A value in which strings that begin with `=` are expressions, at any depth. */
export function data(desk: Desk, value: unknown, path: Path): Compiled {
  if (typeof value === 'string' && value.startsWith('=')) {
    return attempt(desk, path, () => compileExpression(value.slice(1), desk.names), nothing)
  }
  if (!holdsExpression(value)) {
    const constant = valueOf(value)
    return () => constant
  }
  if (isRawList(value)) {
    const items = value.map((item, index) => data(desk, item, [...path, index]))
    return context => items.map(item => item(context))
  }
  const entries = Object.entries(isRawMap(value) ? value : {}).map(
    ([key, item]) => [key, data(desk, item, [...path, key])] as const,
  )
  return context => {
    const made: Record<string, Value> = {}
    for (const [key, item] of entries) made[key] = item(context)
    return made
  }
}

function holdsExpression(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('=')
  if (isRawList(value)) return value.some(holdsExpression)
  return isRawMap(value) && Object.values(value).some(holdsExpression)
}

/** In `add` and `setAt`: a string is a bare expression, a mapping or list is data. */
export const bareOrData = (desk: Desk, value: unknown, path: Path): Compiled =>
  typeof value === 'string' ? bare(desk, value, path) : data(desk, value, path)

/** A number, flag or word that may be given as `=expr`. */
export const constantOr = (desk: Desk, value: unknown, path: Path): Compiled => data(desk, value, path)

export function text(desk: Desk, value: unknown, path: Path): CompiledText {
  const words = typeof value === 'string' ? value : ''
  return attempt(
    desk,
    path,
    () => compileText(words, desk.names, desk.strings),
    () => words,
  )
}

/** A name or colour that may be given as `=expr`: no `@`, no `${}`. */
export function word(desk: Desk, value: unknown, path: Path): CompiledText {
  if (typeof value !== 'string' || !value.startsWith('=')) {
    const constant = typeof value === 'string' ? value : ''
    return () => constant
  }
  const compiled = data(desk, value, path)
  return context => {
    const result = compiled(context)
    return typeof result === 'string' ? result : ''
  }
}
