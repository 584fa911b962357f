// Plants bugs into the raw values of an app file (rule 12 of the format) and marks what each plant touched, so that errors
// name the plant's own line and the truth log can say which fault was reached. Works on a copy; the file's values stay.
import type { Marks } from '#main/device/demo/engine/compile.ts'
import { screenEvents } from '#main/device/demo/engine/program.ts'
import { checkFields, plantFields } from '#main/device/demo/engine/shape.ts'
import { isRawList, isRawMap, type Complaints, type Path } from '#main/device/demo/engine/source.ts'

type Editable = Record<string, unknown>

/** A copy of the raw value in which every map and list remembers where it was written. */
function copyOf(raw: unknown, path: Path, origins: WeakMap<object, Path>): unknown {
  if (isRawList(raw)) {
    const list = raw.map((item, index) => copyOf(item, [...path, index], origins))
    origins.set(list, path)
    return list
  }
  if (!isRawMap(raw)) return raw
  const map: Editable = {}
  for (const [key, item] of Object.entries(raw)) map[key] = copyOf(item, [...path, key], origins)
  origins.set(map, path)
  return map
}

export interface PlantedRaw {
  readonly raw: Editable
  readonly marks: Marks
}

/** The raw app with the plants of the named bugs in it, in the order of the file. */
export function plantRaw(raw: unknown, chosen: ReadonlySet<string>, complaints: Complaints): PlantedRaw {
  const marks: Marks = { origins: new WeakMap(), fields: new WeakMap(), effects: new WeakMap() }
  const app = editable(copyOf(raw, [], marks.origins))
  const set = new Set<string>()
  const bugs = isRawMap(raw) && isRawList(raw['bugs']) ? raw['bugs'] : []
  bugs.forEach((bug, index) => {
    const id = isRawMap(bug) && typeof bug['id'] === 'string' ? bug['id'] : ''
    if (!isRawMap(bug) || !chosen.has(id) || !isRawList(bug['plant'])) return
    bug['plant'].forEach((entry, place) =>
      plantOne({ app, marks, complaints, set, bug: id }, entry, ['bugs', index, 'plant', place]),
    )
  })
  return { raw: app, marks }
}

interface Planting {
  readonly app: Editable
  readonly marks: Marks
  readonly complaints: Complaints
  /** `at.field` of what some plant has set or removed. */
  readonly set: Set<string>
  readonly bug: string
}

function plantOne(planting: Planting, entry: unknown, path: Path): void {
  const { app, complaints } = planting
  const fields = checkFields(entry, path, plantFields, ['at'], complaints)
  if (fields === null || typeof fields['at'] !== 'string') return
  if (Object.keys(fields).length < 2) complaints.add(path, 'a plant has at least one of set, prepend, remove')
  const at = fields['at']
  const targets = targetsOf(app, at)
  if (targets.length === 0) {
    complaints.add([...path, 'at'], `there is no "${at}" to plant at`)
    return
  }
  const values = isRawMap(fields['set']) ? fields['set'] : {}
  const removed = isRawList(fields['remove']) ? fields['remove'].map(String) : []
  for (const field of [...Object.keys(values), ...removed]) {
    const key = `${at}.${field}`
    const where = Object.hasOwn(values, field) ? [...path, 'set', field] : [...path, 'remove']
    if (planting.set.has(key)) complaints.add(where, `another plant sets "${field}" of "${at}" already`)
    planting.set.add(key)
  }
  for (const target of targets) {
    for (const [field, value] of Object.entries(values)) {
      const holder = target.holderOf(field)
      holder[field] = copyOf(value, [...path, 'set', field], planting.marks.origins)
      mark(planting, holder, field, [...path, 'set', field])
    }
    for (const field of removed) {
      const holder = target.holderOf(field)
      delete holder[field]
      mark(planting, holder, field, [...path, 'remove'])
    }
    if (isRawMap(fields['prepend'])) prepend(planting, target, fields['prepend'], [...path, 'prepend'])
  }
}

function mark(planting: Planting, holder: object, field: string, path: Path): void {
  const known = planting.marks.fields.get(holder) ?? new Map<string, { bug: string; path: Path }>()
  known.set(field, { bug: planting.bug, path })
  planting.marks.fields.set(holder, known)
}

function prepend(planting: Planting, target: Target, lists: Readonly<Record<string, unknown>>, path: Path): void {
  for (const [field, list] of Object.entries(lists)) {
    if (field !== 'on') {
      putBefore(planting, target.holderOf(field), field, list, [...path, field])
      continue
    }
    if (!target.isScreen) planting.complaints.add([...path, 'on'], '"on" belongs to a screen')
    const holder = target.holderOf('on')
    const on = isRawMap(holder['on']) ? editable(holder['on']) : {}
    holder['on'] = on
    for (const [event, effects] of Object.entries(isRawMap(list) ? list : {})) {
      if (!screenEvents.some(name => name === event))
        planting.complaints.add(
          [...path, 'on', event],
          `"${event}" is not an event; there are ${screenEvents.join(', ')}`,
        )
      putBefore(planting, on, event, effects, [...path, 'on', event])
    }
  }
}

function putBefore(planting: Planting, holder: Editable, field: string, list: unknown, path: Path): void {
  if (!isRawList(list)) {
    planting.complaints.add(path, 'must be a list of effects')
    return
  }
  const copies = list.map((effect, index) => copyOf(effect, [...path, index], planting.marks.origins))
  for (const copy of copies) if (isRawMap(copy)) planting.marks.effects.set(copy, planting.bug)
  const present = holder[field]
  const joined = [...copies, ...(isRawList(present) ? present : [])]
  planting.marks.origins.set(joined, (isRawList(present) ? planting.marks.origins.get(present) : undefined) ?? path)
  holder[field] = joined
}

interface Target {
  readonly isScreen: boolean
  /** The map a field is to be set in (a field's mapping is inside its node). */
  holderOf(field: string): Editable
}

function editable(value: unknown): Editable {
  if (!isRawMap(value)) return {}
  return value as Editable
}

/** What `screen` or `screen.id` means: nodes, rows, tabs and actions first; a dialog's buttons where there is none of those. */
export function targetsOf(app: Editable, at: string): readonly Target[] {
  const [screenId = '', id] = at.split('.')
  const screens = app['screens']
  const screen = isRawMap(screens) && Object.hasOwn(screens, screenId) ? screens[screenId] : undefined
  if (!isRawMap(screen)) return []
  if (id === undefined) return [plain(screen, true)]
  const found: Target[] = []
  const icons = [screen['fab'], ...listed(screen['actions'])]
  const tabs = isRawMap(screen['tabs']) ? listed(screen['tabs']['items']) : []
  for (const item of [...icons, ...tabs]) if (isRawMap(item) && item['id'] === id) found.push(plain(item))
  for (const node of listed(screen['body'])) inNodes(node, id, found)
  if (found.length === 0) inEffects(screen, id, found)
  return found
}

const listed = (value: unknown): readonly unknown[] => (isRawList(value) ? value : [])

const plain = (map: unknown, isScreen = false): Target => ({ isScreen, holderOf: () => editable(map) })

function inNodes(node: unknown, id: string, found: Target[]): void {
  if (!isRawMap(node)) return
  for (const kind of ['field', 'slider', 'list', 'map']) {
    const inside = node[kind]
    if (!isRawMap(inside)) continue
    if (inside['id'] === id) found.push(plain(inside))
    if (kind === 'list' && isRawMap(inside['row']) && inside['row']['id'] === id) found.push(plain(inside['row']))
  }
  const inside = [node['video'], node['web']].find(isRawMap)
  if (inside !== undefined && inside['id'] === id)
    found.push({
      isScreen: false,
      holderOf: field =>
        editable(Object.hasOwn(inside, field) || field === 'when' || field === 'label' ? inside : node),
    })
  else if (node['id'] === id) found.push(plain(node))
  for (const kind of ['row', 'column', 'card', 'scroll'])
    for (const child of listed(node[kind])) inNodes(child, id, found)
}

/** Buttons of dialogs, sheets and menus, wherever in the screen's effects they are opened. */
function inEffects(value: unknown, id: string, found: Target[]): void {
  if (isRawList(value)) {
    for (const item of value) inEffects(item, id, found)
    return
  }
  if (!isRawMap(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'dialog' || key === 'sheet' || key === 'menu') && isRawMap(inner))
      for (const button of listed(inner['buttons']))
        if (isRawMap(button) && button['id'] === id) found.push(plain(button))
    inEffects(inner, id, found)
  }
}
