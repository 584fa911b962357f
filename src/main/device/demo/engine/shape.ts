// The vocabulary of the format: which fields a part may have and what each may hold. zod says yes or no to single values,
// the words are ours. Used by the compiler; parts inside parts are the compiler's.
import { z } from 'zod'
import { checks } from '#shared/domain/check.ts'
import { fieldKinds } from '#main/device/demo/engine/program.ts'
import { isRawMap, type Complaints, type Path, type RawMap } from '#main/device/demo/engine/source.ts'

const expressionText = z.string().regex(/^=.+/su)
export const anything = z.unknown()
export const idShape = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/u)
export const localeShape = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u)
export const packageShape = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/u)
export const permissionShape = z.string().regex(/^[a-z][a-z_]*$/u)
export const textShape = z.string()
export const conditionShape = z.union([z.string().min(1), z.boolean()])
export const numberShape = z.union([z.number().min(0), expressionText])
const anyNumberShape = z.union([z.number(), expressionText])
const flagShape = z.union([z.boolean(), expressionText])
export const hexShape = z.string().regex(/^#[0-9A-Fa-f]{6}$/u)
const colorShape = z.union([hexShape, expressionText])
export const listShape = z.array(z.unknown())
export const mapShape = z.record(z.string(), z.unknown())
export const trueShape = z.literal(true)

const shapeNames = (
  'heart heart_filled bin search more plus minus star play pause next previous rewind forward share copy link refresh back close ' +
  'gear bell cart user people filter sort camera mic phone send attach check info map list grid queue timer dumbbell eye lock switch'
).split(' ')
export const iconShape = z.union([z.enum(shapeNames), expressionText])
export const wordlessShape = z.union([z.string().min(1), z.literal(true)])
const nameOrTrueOrMap = z.union([z.string().min(1), z.literal(true), mapShape])

/** Each shape in words, for "must be …". */
const inWords = new Map<z.ZodType, string>([
  [idShape, 'an id (letters, digits and _, beginning with a letter)'],
  [localeShape, 'a language tag such as en or de'],
  [packageShape, 'a package name such as dev.example.app'],
  [permissionShape, 'a permission by its short name, such as notifications'],
  [textShape, 'a text (in quotes where it looks like a number)'],
  [conditionShape, 'an expression, true or false'],
  [numberShape, 'a number of 0 or more, or an expression that begins with ='],
  [anyNumberShape, 'a number, or an expression that begins with ='],
  [flagShape, 'true, false, or an expression that begins with ='],
  [hexShape, 'a colour as "#RRGGBB"'],
  [colorShape, 'a colour as "#RRGGBB", or an expression that begins with ='],
  [listShape, 'a list'],
  [mapShape, 'a mapping'],
  [trueShape, 'true'],
  [iconShape, `a drawn shape (${shapeNames.join(', ')}), or an expression that begins with =`],
  [wordlessShape, 'true or a text'],
  [nameOrTrueOrMap, 'true, a name, or a mapping with id, label, when'],
])

function described<T extends z.ZodType>(words: string, shape: T): T {
  inWords.set(shape, words)
  return shape
}

const linesShape = described(
  'a whole number of 1 or more, or an expression that begins with =',
  z.union([z.number().int().min(1), expressionText]),
)
const alignShape = described(
  'start, center, end, or an expression that begins with =',
  z.union([z.enum(['start', 'center', 'end']), expressionText]),
)
const valueShape = described(
  'a bare expression, a number, true or false',
  z.union([z.string().min(1), z.number(), z.boolean()]),
)
const stepShape = described(
  'a number above 0, or an expression that begins with =',
  z.union([z.number().gt(0), expressionText]),
)
export const bareNumberShape = described(
  'a number of 0 or more, or a bare expression',
  z.union([z.number().min(0), z.string().min(1)]),
)
export const indexShape = described(
  'a place from 0, or an expression that begins with =',
  z.union([z.number().int().min(0), expressionText]),
)
export const chanceShape = described(
  'a number from 0 to 1, or an expression that begins with =',
  z.union([z.number().min(0).max(1), expressionText]),
)
export const signalShape = described('a signal such as SIGSEGV', z.string().regex(/^SIG[A-Z]+$/u))
export const hideShape = described('hide', z.literal('hide'))
const bareShape = described('a bare expression', z.string().min(1))
export const typeShape = described(
  'a class name such as java.lang.IllegalStateException',
  z.string().regex(/^[A-Za-z_$][A-Za-z0-9_$]*(\.[A-Za-z_$][A-Za-z0-9_$]*)*$/u),
)
export const idOrExpressionShape = described(
  'an id, or an expression that begins with =',
  z.union([idShape, expressionText]),
)
const spaceShape = described('true, or a height in dp', z.union([z.literal(true), z.number().min(0)]))
const dividerShape = described('true', z.union([z.literal(true), z.strictObject({})]))
const fieldKindShape = described(`one of ${fieldKinds.join(', ')}`, z.enum(fieldKinds))
const progressShape = described('bar or spinner', z.enum(['bar', 'spinner']))

export type Fields = Readonly<Record<string, z.ZodType>>

/** Every node may have these; `bind`, `value` and `busy` only some kinds. */
export const commonFields: Fields = {
  id: idShape,
  label: textShape,
  when: conditionShape,
  enabled: conditionShape,
  tap: listShape,
  long: listShape,
  size: numberShape,
  color: colorShape,
  background: colorShape,
  align: alignShape,
  lines: linesShape,
  fixed: flagShape,
  at: mapShape,
  cover: flagShape,
  animate: flagShape,
}

/** The field that names a node's kind, and what stands beside it. */
export const nodeFields: Readonly<Record<string, Fields>> = {
  text: { text: textShape, ...commonFields },
  button: { button: textShape, ...commonFields },
  icon: { icon: iconShape, ...commonFields },
  image: { image: textShape, ...commonFields },
  toggle: { toggle: textShape, bind: idShape, ...commonFields },
  check: { check: textShape, bind: idShape, ...commonFields },
  radio: { radio: textShape, bind: idShape, value: valueShape, ...commonFields },
  progress: { progress: progressShape, value: valueShape, busy: conditionShape, ...commonFields },
  video: { video: nameOrTrueOrMap, ...commonFields },
  web: { web: nameOrTrueOrMap, ...commonFields },
  space: { space: spaceShape, ...commonFields },
  divider: { divider: dividerShape, ...commonFields },
  field: { field: mapShape },
  slider: { slider: mapShape },
  list: { list: mapShape },
  map: { map: mapShape },
  row: { row: listShape, ...commonFields },
  column: { column: listShape, ...commonFields },
  card: { card: listShape, ...commonFields },
  scroll: { scroll: listShape, ...commonFields },
}

export const innerFields: Readonly<Record<string, Fields>> = {
  field: { ...commonFields, hint: textShape, bind: idShape, kind: fieldKindShape },
  slider: { ...commonFields, bind: idShape, min: anyNumberShape, max: anyNumberShape, step: stepShape },
  list: { ...commonFields, of: bareShape, row: mapShape, empty: textShape },
  map: commonFields,
  video: { id: idShape, label: textShape, when: conditionShape },
  web: { id: idShape, label: textShape, when: conditionShape },
}

export const rowFields: Fields = {
  id: idShape,
  text: textShape,
  detail: textShape,
  label: textShape,
  icon: iconShape,
  image: textShape,
  lines: numberShape,
  when: conditionShape,
  enabled: conditionShape,
}
export const tabFields: Fields = { id: idShape, label: textShape, icon: iconShape, tap: listShape }
export const buttonFields: Fields = { id: idShape, label: textShape, tap: listShape }
export const screenFields: Fields = {
  title: textShape,
  body: listShape,
  tabs: mapShape,
  fab: mapShape,
  actions: listShape,
  on: mapShape,
}
export const boxFields: Fields = { x: anyNumberShape, y: anyNumberShape, w: numberShape, h: numberShape }

const conditionPattern = /^(dark|big_text|offline|slow|landscape|locale:[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/u
export const bugFields = {
  id: described('an id (letters, digits, _ and -)', z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/u)),
  check: described(`one of ${checks.join(', ')}`, z.enum(checks)),
  screen: idShape,
  element: idShape,
  signature: z.string().min(1),
  reproducible: described('a number above 0 and at most 1', z.number().gt(0).max(1)),
  shortest: described('a whole number of 0 or more', z.number().int().min(0)),
  condition: described(
    'null, dark, big_text, locale:de, offline, slow or landscape',
    z.union([z.null(), z.string().regex(conditionPattern)]),
  ),
  plant: described('a list with at least one entry', z.array(z.unknown()).min(1)),
} satisfies Fields
export const plantFields = {
  at: described('a screen, or screen.id', z.string().regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)?$/u)),
  set: described(
    'a mapping with at least one field',
    z.record(z.string(), z.unknown()).refine(map => Object.keys(map).length > 0),
  ),
  prepend: described(
    'a mapping with tap, long or on',
    z.strictObject({ tap: listShape.optional(), long: listShape.optional(), on: mapShape.optional() }),
  ),
  remove: described('a list of field names', z.array(z.string().min(1)).min(1)),
} satisfies Fields

export const wordsFor = (shape: z.ZodType): string => inWords.get(shape) ?? 'of another kind'

/** The part's good fields. Unknown ones are complained of with what is allowed, wrong ones with what they may hold. */
export function checkFields(
  value: unknown,
  path: Path,
  fields: Fields,
  required: readonly string[],
  complaints: Complaints,
  at: (field: string) => Path = field => [...path, field],
): RawMap | null {
  if (!isRawMap(value)) {
    complaints.add(path, `must be a mapping with ${Object.keys(fields).join(', ')}`)
    return null
  }
  const good: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(value)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (shape === undefined) {
      complaints.add(at(name), `"${name}" is not a field here; allowed are ${Object.keys(fields).join(', ')}`)
    } else if (!shape.safeParse(given).success) {
      complaints.add(at(name), `must be ${wordsFor(shape)}`)
    } else good[name] = given
  }
  for (const name of required) if (!Object.hasOwn(value, name)) complaints.add(path, `"${name}" is missing`)
  return good
}
