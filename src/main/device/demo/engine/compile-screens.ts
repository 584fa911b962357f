// One screen of a (planted) raw app into a ScreenProgram: body, bar, tabs and events. Part of the compiler.
import { checkPart, pathOf, text, word, type Desk } from '#main/device/demo/engine/compile.ts'
import { effectsOf } from '#main/device/demo/engine/compile-effects.ts'
import { countId, nodeList, plantedFields, type Tally } from '#main/device/demo/engine/compile-nodes.ts'
import {
  screenEvents,
  type EffectList,
  type NodeProgram,
  type ScreenEvent,
  type ScreenProgram,
  type TabsProgram,
} from '#main/device/demo/engine/program.ts'
import {
  commonFields,
  iconShape,
  idOrExpressionShape,
  idShape,
  listShape,
  screenFields,
  tabFields,
  wordsFor,
  type Fields,
} from '#main/device/demo/engine/shape.ts'
import { isRawList, isRawMap, textOf, type Path, type RawMap } from '#main/device/demo/engine/source.ts'

export function screenOf(desk: Desk, id: string, raw: unknown, ids: Map<string, ReadonlySet<string>>): ScreenProgram {
  const path = ['screens', id]
  if (!idShape.safeParse(id).success) desk.complaints.add(path, `must be ${wordsFor(idShape)}`)
  const fields = checkPart(desk, raw, path, screenFields, ['title', 'body']) ?? {}
  const holder = isRawMap(raw) ? raw : {}
  const at = (field: string): Path => pathOf(desk, holder, field, path, holder[field])
  const tally: Tally = { nodes: 0, ids: new Map() }
  const body = fields['body'] === undefined ? [] : nodeList(desk, fields['body'], at('body'), 'b', tally)
  const actions = isRawList(fields['actions'])
    ? fields['actions'].flatMap((item, index) =>
        barIcon(desk, item, pathOf(desk, fields['actions'] as object, index, at('actions'), item), `a.${index}`, tally),
      )
    : []
  const fab = fields['fab'] === undefined ? null : (barIcon(desk, fields['fab'], at('fab'), 'fab', tally)[0] ?? null)
  const tabs = fields['tabs'] === undefined ? null : tabsOf(desk, fields['tabs'], at('tabs'), tally)
  const on = fields['on'] === undefined ? {} : eventsOf(desk, holder, at('on'))
  ids.set(id, new Set(tally.ids.keys()))
  const planted = plantedFields(desk, holder).filter(() =>
    [...(desk.marks.fields.get(holder)?.keys() ?? [])].some(field => field !== 'on'),
  )
  return {
    id,
    title: fields['title'] === undefined ? () => '' : text(desk, fields['title'], at('title')),
    body,
    tabs,
    fab,
    actions,
    on,
    bugs: [...new Set([...planted, ...hidden(desk, raw)])],
  }
}

/** Bugs that set `when` of something: what is missing then can only be seen by the screen. */
function hidden(desk: Desk, value: unknown): readonly string[] {
  if (isRawList(value)) return value.flatMap(item => hidden(desk, item))
  if (!isRawMap(value)) return []
  const mark = desk.marks.fields.get(value)?.get('when')
  return [...(mark === undefined ? [] : [mark.bug]), ...Object.values(value).flatMap(item => hidden(desk, item))]
}

function barIcon(desk: Desk, item: unknown, path: Path, key: string, tally: Tally): readonly NodeProgram[] {
  if (
    checkPart(desk, item, path, { icon: iconShape, ...commonFields }, ['icon']) === null ||
    !isRawMap(item) ||
    item['icon'] === undefined
  )
    return []
  const holder = [item]
  desk.marks.origins.set(item, path)
  return nodeList(desk, holder, path, key, tally).map(node => ({ ...node, key }))
}

function tabsOf(desk: Desk, raw: unknown, path: Path, tally: Tally): TabsProgram {
  const fields =
    checkPart(desk, raw, path, { selected: idOrExpressionShape, items: listShape }, ['selected', 'items']) ?? {}
  const list = isRawList(fields['items']) ? fields['items'] : []
  if (list.length === 0) desk.complaints.add([...path, 'items'], 'tabs have at least one item')
  const items = list.flatMap((item, index) => {
    const at = pathOf(desk, list, index, [...path, 'items'], item)
    const tab = checkPart(desk, item, at, tabFields, ['id', 'label'])
    if (tab === null || !isRawMap(item)) return []
    const id = textOf(tab['id'])
    countId(desk, tally, id, false, at)
    return [
      {
        key: `t.${index}`,
        id,
        label: text(desk, tab['label'], pathOf(desk, item, 'label', at, tab['label'])),
        icon: tab['icon'] === undefined ? null : word(desk, tab['icon'], pathOf(desk, item, 'icon', at, tab['icon'])),
        tap: effectsOf(desk, item, 'tap', at),
        bugs: plantedFields(desk, item),
      },
    ]
  })
  const selected = fields['selected']
  if (typeof selected === 'string' && !selected.startsWith('=') && !items.some(item => item.id === selected))
    desk.complaints.add([...path, 'selected'], `no tab has the id "${selected}"`)
  return { selected: word(desk, selected, [...path, 'selected']), items }
}

function eventsOf(desk: Desk, holder: RawMap, path: Path): Partial<Record<ScreenEvent, EffectList>> {
  const raw = isRawMap(holder['on']) ? holder['on'] : {}
  const fields: Fields = Object.fromEntries(screenEvents.map(event => [event, listShape]))
  checkPart(desk, raw, path, fields, [])
  const on: Partial<Record<ScreenEvent, EffectList>> = {}
  const planted = desk.marks.fields.get(holder)?.get('on')
  for (const event of screenEvents) {
    const list = effectsOf(desk, raw, event, path)
    if (list === null) continue
    on[event] =
      planted === undefined
        ? list
        : {
            effects: list.effects.map(effect => (effect.bug === null ? { ...effect, bug: planted.bug } : effect)),
            bugs: list.effects.length === 0 ? [planted.bug] : list.bugs,
          }
  }
  return on
}
