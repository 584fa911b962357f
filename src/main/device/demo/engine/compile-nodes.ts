// Nodes of a screen, as the file has them, into what the runtime can show. Part of the compiler.
import { bare, checkPart, constantOr, inRow, pathOf, text, word, type Desk } from '#main/device/demo/engine/compile.ts'
import { declared, effectsOf } from '#main/device/demo/engine/compile-effects.ts'
import type { Compiled } from '#main/device/demo/engine/expression.ts'
import { fieldKinds, type FieldKind, type ListProgram, type NodeProgram } from '#main/device/demo/engine/program.ts'
import { boxFields, innerFields, nodeFields, rowFields } from '#main/device/demo/engine/shape.ts'
import { isRawList, isRawMap, type Path, type RawMap } from '#main/device/demo/engine/source.ts'
import type { CompiledText } from '#main/device/demo/engine/text.ts'
import type { NodeKind } from '#main/device/demo/engine/view.ts'

const nodesMax = 500
const depthMax = 20

/** Counts the nodes of one screen and remembers their ids. */
export interface Tally {
  nodes: number
  readonly ids: Map<string, boolean>
}

export function nodeList(
  desk: Desk,
  value: unknown,
  path: Path,
  key: string,
  tally: Tally,
  depth = 1,
): readonly NodeProgram[] {
  if (!isRawList(value)) {
    desk.complaints.add(path, 'must be a list of nodes')
    return []
  }
  if (depth > depthMax) {
    desk.complaints.add(path, `nodes are nested deeper than ${depthMax} levels`)
    return []
  }
  return value.flatMap((item, index) => {
    const node = nodeOf(desk, item, pathOf(desk, value, index, path, item), `${key}.${index}`, tally, depth)
    return node === null ? [] : [node]
  })
}

const containers: readonly string[] = ['row', 'column', 'card', 'scroll']
const withMapping: readonly string[] = ['field', 'slider', 'list', 'map']

function nodeOf(desk: Desk, item: unknown, path: Path, key: string, tally: Tally, depth: number): NodeProgram | null {
  tally.nodes += 1
  if (tally.nodes === nodesMax + 1) desk.complaints.add(path, `a screen has at most ${nodesMax} nodes`)
  const kinds = isRawMap(item) ? Object.keys(item).filter(name => Object.hasOwn(nodeFields, name)) : []
  const kind = kinds[0]
  if (!isRawMap(item) || kind === undefined || kinds.length > 1) {
    const found = kinds.length > 1 ? `; there are ${kinds.join(' and ')}` : ''
    desk.complaints.add(path, `a node has one kind of ${Object.keys(nodeFields).join(', ')}${found}`)
    return null
  }
  const required = kind === 'toggle' || kind === 'check' ? ['bind'] : kind === 'radio' ? ['bind', 'value'] : []
  const outer = checkPart(desk, item, path, nodeFields[kind] ?? {}, required) ?? {}
  const inside = item[kind]
  if (withMapping.includes(kind) && isRawMap(inside)) {
    const at = pathOf(desk, item, kind, path, inside)
    const needs = kind === 'list' ? ['id', 'of', 'row'] : kind === 'map' ? ['id'] : ['id', 'bind']
    const fields = checkPart(desk, inside, at, innerFields[kind] ?? {}, needs) ?? {}
    return made({ desk, kind: asKind(kind), holder: inside, fields, path: at, key, tally, depth })
  }
  const both = { ...outer }
  if ((kind === 'video' || kind === 'web') && isRawMap(inside))
    Object.assign(
      both,
      checkPart(desk, inside, pathOf(desk, item, kind, path, inside), innerFields[kind] ?? {}, []) ?? {},
    )
  if (kind === 'progress' && outer['progress'] === 'spinner' && outer['value'] !== undefined)
    desk.complaints.add([...path, 'value'], 'a spinner has no value; a bar has')
  return made({ desk, kind: asKind(kind), holder: item, fields: both, path, key, tally, depth })
}

const kindNames: readonly NodeKind[] = [
  'text',
  'button',
  'icon',
  'image',
  'toggle',
  'check',
  'radio',
  'progress',
  'video',
  'web',
  'space',
  'divider',
  'field',
  'slider',
  'list',
  'map',
  'row',
  'column',
  'card',
  'scroll',
]
function asKind(kind: string): NodeKind {
  const found = kindNames.find(name => name === kind)
  if (found === undefined) throw new Error(`no node kind ${kind}`)
  return found
}

interface Making {
  readonly desk: Desk
  readonly kind: NodeKind
  /** The raw map that holds the fields; plants are marked on it. */
  readonly holder: RawMap
  readonly fields: RawMap
  readonly path: Path
  readonly key: string
  readonly tally: Tally
  readonly depth: number
}

function made(making: Making): NodeProgram {
  const { desk, kind, holder, fields, path, key, tally, depth } = making
  const at = (field: string): Path => pathOf(desk, holder, field, path, fields[field])
  const optional = <T>(field: string, read: (desk: Desk, value: unknown, path: Path) => T): T | null =>
    fields[field] === undefined ? null : read(desk, fields[field], at(field))
  const id = typeof fields['id'] === 'string' ? fields['id'] : ''
  if (id !== '') countId(desk, tally, id, fields['when'] !== undefined, path)
  const rowDesk = kind === 'list' ? inRow(desk) : desk
  const bind = typeof fields['bind'] === 'string' ? declared(desk, fields['bind'], at('bind')) : null
  return {
    kind,
    key,
    id,
    words: wordsOf(making, at),
    label: optional('label', text),
    hint: optional('hint', text),
    when: optional('when', bare),
    enabled: optional('enabled', bare),
    busy: optional('busy', bare),
    tap: effectsOf(rowDesk, taken(holder, fields, 'tap'), 'tap', path),
    long: effectsOf(rowDesk, taken(holder, fields, 'long'), 'long', path),
    size:
      kind === 'space' && typeof fields['space'] === 'number'
        ? constantOr(desk, fields['space'], at('space'))
        : optional('size', constantOr),
    lines: optional('lines', constantOr),
    color: optional('color', word),
    background: optional('background', word),
    align: optional('align', word),
    icon: kind === 'icon' ? optional('icon', word) : null,
    image: kind === 'image' ? optional('image', text) : null,
    fixed: optional('fixed', constantOr),
    cover: optional('cover', constantOr),
    animate: optional('animate', constantOr),
    at: optional('at', box),
    bind,
    fieldKind: fieldKindOf(fields['kind']),
    value: kind === 'radio' || kind === 'progress' ? optional('value', bare) : null,
    spinner: fields['progress'] === 'spinner',
    range: kind === 'slider' ? rangeOf(desk, fields, at) : null,
    list: kind === 'list' ? listOf(desk, fields, path, at, tally) : null,
    children: containers.includes(kind) ? nodeList(desk, fields[kind], at(kind), key, tally, depth + 1) : [],
    bugs: plantedFields(desk, holder),
  }
}

/** The raw holder when the field was good, so that plants are found on it; an empty map otherwise. */
const taken = (holder: RawMap, fields: RawMap, field: string): RawMap => (fields[field] === undefined ? {} : holder)

/** Bugs that set or removed a field one can see; what is run (tap, long) is marked on its effects instead. */
export function plantedFields(desk: Desk, holder: object): readonly string[] {
  const marks = desk.marks.fields.get(holder)
  if (marks === undefined) return []
  return [
    ...new Set(
      [...marks].flatMap(([field, mark]) =>
        (field === 'tap' || field === 'long') && Object.hasOwn(holder, field) ? [] : [mark.bug],
      ),
    ),
  ]
}

export function countId(desk: Desk, tally: Tally, id: string, conditional: boolean, path: Path): void {
  const before = tally.ids.get(id)
  if (before === false && !conditional) desk.complaints.add(path, `the id "${id}" is on this screen twice`)
  tally.ids.set(id, before === undefined ? conditional : before && conditional)
}

function wordsOf({ desk, kind, fields }: Making, at: (field: string) => Path): CompiledText | null {
  if (kind === 'video' || kind === 'web')
    return typeof fields[kind] === 'string' ? text(desk, fields[kind], at(kind)) : null
  return worded.includes(kind) ? text(desk, fields[kind], at(kind)) : null
}

const worded: readonly NodeKind[] = ['text', 'button', 'toggle', 'check', 'radio']

function fieldKindOf(value: unknown): FieldKind {
  return fieldKinds.find(kind => kind === value) ?? 'text'
}

function box(desk: Desk, value: unknown, path: Path): NodeProgram['at'] {
  const fields = checkPart(desk, value, path, boxFields, ['x', 'y']) ?? {}
  const part = (name: string): Compiled | null =>
    fields[name] === undefined ? null : constantOr(desk, fields[name], [...path, name])
  return { x: part('x') ?? (() => 0), y: part('y') ?? (() => 0), w: part('w'), h: part('h') }
}

function rangeOf(desk: Desk, fields: RawMap, at: (field: string) => Path): NodeProgram['range'] {
  const part = (name: string, otherwise: number): Compiled => constantOr(desk, fields[name] ?? otherwise, at(name))
  return { min: part('min', 0), max: part('max', 100), step: part('step', 1) }
}

function listOf(desk: Desk, fields: RawMap, path: Path, at: (field: string) => Path, tally: Tally): ListProgram {
  const inside = inRow(desk)
  const raw = fields['row']
  const rowAt = at('row')
  const holder = isRawMap(raw) ? raw : {}
  const row = checkPart(desk, raw ?? {}, rowAt, rowFields, []) ?? {}
  const id = typeof row['id'] === 'string' ? row['id'] : ''
  if (id !== '') countId(desk, tally, id, row['when'] !== undefined || fields['when'] !== undefined, rowAt)
  const optional = <T>(field: string, read: (desk: Desk, value: unknown, path: Path) => T): T | null =>
    row[field] === undefined ? null : read(inside, row[field], pathOf(inside, holder, field, rowAt, row[field]))
  return {
    of: fields['of'] === undefined ? () => [] : bare(desk, fields['of'], at('of')),
    empty: fields['empty'] === undefined ? null : text(desk, fields['empty'], at('empty')),
    row: {
      id,
      text: optional('text', text),
      detail: optional('detail', text),
      label: optional('label', text),
      icon: optional('icon', word),
      image: optional('image', text),
      lines: optional('lines', constantOr),
      when: optional('when', bare),
      enabled: optional('enabled', bare),
      bugs: plantedFields(desk, holder),
    },
  }
}
