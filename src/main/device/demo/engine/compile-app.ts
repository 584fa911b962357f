// A whole (planted) raw app into a Program. All that is wrong goes to the complaints; the Program is only to be used when
// there are none.
import { z } from 'zod'
import { data, type Desk, type Marks } from '#main/device/demo/engine/compile.ts'
import { screenOf } from '#main/device/demo/engine/compile-screens.ts'
import type { Names } from '#main/device/demo/engine/expression.ts'
import type { Program } from '#main/device/demo/engine/program.ts'
import {
  checkFields,
  hexShape,
  idShape,
  listShape,
  localeShape,
  mapShape,
  packageShape,
  permissionShape,
  textShape,
  wordsFor,
  type Fields,
} from '#main/device/demo/engine/shape.ts'
import {
  isRawList,
  isRawMap,
  textOf,
  type Complaints,
  type Path,
  type RawMap,
} from '#main/device/demo/engine/source.ts'
import type { Strings } from '#main/device/demo/engine/text.ts'

const formatName = 'nocturne-demo-app/1'
const screensMax = 200

const nonEmpty = z.string().min(1)
const topFields: Fields = {
  format: z.literal(formatName),
  package: packageShape,
  label: nonEmpty,
  version: mapShape,
  surface: z.enum(['touch', 'dpad']),
  permissions: listShape,
  orientation: z.enum(['any', 'portrait', 'landscape']),
  secure: listShape,
  danger: listShape,
  locales: listShape,
  strings: mapShape,
  state: mapShape,
  persist: listShape,
  saved: listShape,
  start: idShape,
  splash: mapShape,
  theme: mapShape,
  screens: mapShape,
  bugs: listShape,
}

export function compileApp(raw: RawMap, marks: Marks, complaints: Complaints): Program {
  if (raw['format'] !== undefined && raw['format'] !== formatName) complaints.add(['format'], `must be ${formatName}`)
  const top =
    checkFields(
      { ...raw, format: formatName },
      [],
      topFields,
      ['package', 'label', 'version', 'start', 'screens'],
      complaints,
    ) ?? {}
  if (raw['format'] === undefined) complaints.add([], `"format" is missing; it is ${formatName}`)
  const map = (field: string): RawMap => (isRawMap(top[field]) ? top[field] : {})
  const names = (field: string, shape: z.ZodType): readonly string[] =>
    stringList(top[field], [field], shape, complaints)
  const strings = stringsOf(map('strings'), complaints)
  const stateMap = map('state')
  const state = new Set(Object.keys(stateMap))
  for (const name of state)
    if (!/^[A-Za-z][A-Za-z0-9_]*$/u.test(name) || ['it', 'index', 'env', 'true', 'false', 'null'].includes(name))
      complaints.add(
        ['state', name],
        `"${name}" cannot be the name of a state: letters, digits and _, and none of it, index, env, true, false, null`,
      )
  const screens = map('screens')
  const permissions = names('permissions', permissionShape)
  const known: Names = { state, row: false }
  const desk: Desk = {
    complaints,
    names: known,
    strings,
    marks,
    screens: new Set(Object.keys(screens)),
    permissions: new Set(permissions),
    state,
    scrolledTo: [],
  }
  if (Object.keys(screens).length > screensMax) complaints.add(['screens'], `an app has at most ${screensMax} screens`)
  if (top['screens'] !== undefined && Object.keys(screens).length === 0)
    complaints.add(['screens'], 'an app has at least one screen')
  const start = textOf(top['start'])
  if (top['start'] !== undefined && !Object.hasOwn(screens, start))
    complaints.add(['start'], `there is no screen "${start}"`)
  const ids = new Map<string, ReadonlySet<string>>()
  const compiled = new Map(
    Object.entries(screens).map(([id, screen]) => [id, screenOf(desk, id, screen, ids)] as const),
  )
  const allIds = new Set([...ids.values()].flatMap(set => [...set]))
  for (const { id, path } of desk.scrolledTo) if (!allIds.has(id)) complaints.add(path, `no screen has the id "${id}"`)
  const { versionName, versionCode } = versionOf(map('version'), top['version'] !== undefined, complaints)
  const theme = checkFields(map('theme'), ['theme'], { primary: hexShape, dark: mapShape }, [], complaints) ?? {}
  const dark =
    checkFields(
      isRawMap(theme['dark']) ? theme['dark'] : {},
      ['theme', 'dark'],
      { primary: hexShape },
      [],
      complaints,
    ) ?? {}
  return {
    package: textOf(top['package']),
    label: textOf(top['label']),
    versionName,
    versionCode,
    surface: top['surface'] === 'dpad' ? 'dpad' : 'touch',
    permissions,
    orientation: top['orientation'] === 'portrait' || top['orientation'] === 'landscape' ? top['orientation'] : 'any',
    secure: new Set(existing(names('secure', idShape), desk.screens, 'secure', 'screen', complaints)),
    danger: dangerOf(desk, names('danger', dangerShape), screens, ids),
    locales: top['locales'] === undefined ? Object.keys(strings) : names('locales', localeShape),
    strings,
    names: known,
    state: Object.entries(stateMap).map(([name, value]) => [name, data(desk, value, ['state', name])] as const),
    persist: new Set(existing(names('persist', idShape), state, 'persist', 'state', complaints)),
    saved: new Set(existing(names('saved', idShape), state, 'saved', 'state', complaints)),
    start,
    splashMs: splashOf(map('splash'), top['splash'] !== undefined, complaints),
    primary: typeof theme['primary'] === 'string' ? theme['primary'] : '#3F51B5',
    darkPrimary: typeof dark['primary'] === 'string' ? dark['primary'] : null,
    screens: compiled,
  }
}

const dangerShape = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*\.[A-Za-z][A-Za-z0-9_]*$/u)

function stringList(value: unknown, path: Path, shape: z.ZodType, complaints: Complaints): readonly string[] {
  const items: string[] = []
  for (const [index, item] of (isRawList(value) ? value : []).entries()) {
    if (typeof item !== 'string' || !shape.safeParse(item).success)
      complaints.add([...path, index], `must be ${shape === dangerShape ? 'screen.id' : wordsFor(shape)}`)
    else if (items.includes(item)) complaints.add([...path, index], `"${item}" is listed twice`)
    else items.push(item)
  }
  return items
}

/** Those that exist; the others are complained of. */
function existing(
  items: readonly string[],
  there: ReadonlySet<string>,
  field: string,
  what: string,
  complaints: Complaints,
): readonly string[] {
  items.forEach((item, index) => {
    if (!there.has(item))
      complaints.add(
        [field, index],
        what === 'screen' ? `there is no screen "${item}"` : `"${item}" is not declared in the state`,
      )
  })
  return items
}

function stringsOf(raw: RawMap, complaints: Complaints): Strings {
  const strings: Record<string, Record<string, string>> = {}
  for (const [locale, table] of Object.entries(raw)) {
    const path = ['strings', locale]
    if (!localeShape.safeParse(locale).success) complaints.add(path, `must be ${wordsFor(localeShape)}`)
    if (!isRawMap(table)) {
      complaints.add(path, 'must be a mapping of keys and words')
      continue
    }
    const words: Record<string, string> = {}
    for (const [key, value] of Object.entries(table)) {
      if (!idShape.safeParse(key).success) complaints.add([...path, key], 'a key has letters, digits and _')
      else if (typeof value !== 'string') complaints.add([...path, key], `must be ${wordsFor(textShape)}`)
      else words[key] = value
    }
    strings[locale] = words
  }
  return strings
}

function versionOf(
  raw: RawMap,
  given: boolean,
  complaints: Complaints,
): { readonly versionName: string; readonly versionCode: number } {
  if (!given) return { versionName: '', versionCode: 1 }
  const code = raw['code']
  const fields =
    checkFields(raw, ['version'], { name: nonEmpty, code: z.number().int().min(1) }, ['name', 'code'], complaints) ?? {}
  return { versionName: textOf(fields['name']), versionCode: typeof code === 'number' ? code : 1 }
}

function splashOf(raw: RawMap, given: boolean, complaints: Complaints): number {
  if (!given) return 0
  const fields = checkFields(raw, ['splash'], { ms: z.number().min(0) }, ['ms'], complaints) ?? {}
  return typeof fields['ms'] === 'number' ? fields['ms'] : 0
}

function dangerOf(
  desk: Desk,
  danger: readonly string[],
  screens: RawMap,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  danger.forEach((entry, index) => {
    const [screen = '', id = ''] = entry.split('.')
    const there = ids.get(screen)?.has(id) === true || buttonIds(screens[screen]).has(id)
    if (!there) desk.complaints.add(['danger', index], `there is no "${entry}"`)
  })
  return new Set(danger)
}

/** Ids of the buttons of dialogs, sheets and menus that a raw screen's effects open. */
function buttonIds(value: unknown, into = new Set<string>()): ReadonlySet<string> {
  if (isRawList(value)) for (const item of value) buttonIds(item, into)
  if (!isRawMap(value)) return into
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'dialog' || key === 'sheet' || key === 'menu') && isRawMap(inner) && isRawList(inner['buttons']))
      for (const button of inner['buttons'])
        if (isRawMap(button) && typeof button['id'] === 'string') into.add(button['id'])
    buttonIds(inner, into)
  }
  return into
}
