// Lists of effects, as the file has them, into what a turn can run. Part of the compiler.
import { z } from 'zod'
import {
  bare,
  checkPart,
  bareOrData,
  constantOr,
  data,
  pathOf,
  text,
  type Desk,
} from '#main/device/demo/engine/compile.ts'
import type { Effect, EffectList, OverlayKind, OverlayProgram, Throwable } from '#main/device/demo/engine/program.ts'
import { effectFields, laterFields } from '#main/device/demo/engine/effect-shape.ts'
import {
  anything,
  buttonFields,
  checkFields,
  idShape,
  indexShape,
  listShape,
  mapShape,
  numberShape,
  textShape,
  typeShape,
  wordsFor,
} from '#main/device/demo/engine/shape.ts'
import { isRawList, isRawMap, textOf, type Path, type RawMap } from '#main/device/demo/engine/source.ts'

const nestingMax = 20

/** A list that is the value of `holder[field]`; null where there is none. */
export function effectsOf(desk: Desk, holder: RawMap, field: string, path: Path, depth = 0): EffectList | null {
  const value = holder[field]
  if (value === undefined) return null
  const planted = desk.marks.fields.get(holder)?.get(field)
  return effectList(desk, value, pathOf(desk, holder, field, path, value), planted?.bug ?? null, depth)
}

function effectList(desk: Desk, value: unknown, path: Path, bug: string | null, depth = 0): EffectList {
  if (!isRawList(value)) {
    desk.complaints.add(path, 'must be a list of effects')
    return { effects: [], bugs: [] }
  }
  if (depth > nestingMax) {
    desk.complaints.add(path, `effects are nested deeper than ${nestingMax} levels`)
    return { effects: [], bugs: [] }
  }
  const effects = value.flatMap((item, index) => {
    const at = pathOf(desk, value, index, path, item)
    const owner = isRawMap(item) ? (desk.marks.effects.get(item) ?? bug) : bug
    const effect = effectOf(desk, item, at, owner, depth)
    return effect === null ? [] : [effect]
  })
  return { effects, bugs: bug !== null && effects.length === 0 ? [bug] : [] }
}

function effectOf(desk: Desk, item: unknown, path: Path, bug: string | null, depth: number): Effect | null {
  if (!isRawMap(item)) {
    desk.complaints.add(path, `must be an effect: a mapping with one of ${Object.keys(effectFields).join(', ')}`)
    return null
  }
  const kinds = Object.keys(item).filter(key => Object.hasOwn(effectFields, key))
  const kind = kinds[0]
  if (kind === undefined || kinds.length > 1) {
    const found =
      kind === undefined ? `there is ${Object.keys(item).join(', ') || 'nothing'}` : `there are ${kinds.join(' and ')}`
    desk.complaints.add(path, `an effect has one key of ${Object.keys(effectFields).join(', ')}; ${found}`)
    return null
  }
  const known = desk.complaints.list.length
  const map = checkPart(desk, item, path, effectFields[kind] ?? {}, [])
  if (map === null || desk.complaints.list.length > known) return null
  const make: Make = {
    desk,
    path: [...path, kind],
    inner: (holder, field, at) => {
      const list = holder[field]
      return list === undefined ? null : effectList(desk, list, pathOf(desk, holder, field, at, list), bug, depth + 1)
    },
    bug,
  }
  return (
    simpleEffect(make, kind, map[kind]) ??
    stateEffect(make, kind, map[kind]) ??
    nestedEffect(make, kind, map, path) ??
    deadlyEffect(make, kind, map[kind])
  )
}

interface Make {
  readonly desk: Desk
  readonly path: Path
  readonly bug: string | null
  inner(holder: RawMap, field: string, at: Path): EffectList | null
}

function simpleEffect({ desk, path, bug }: Make, kind: string, value: unknown): Effect | null {
  switch (kind) {
    case 'go':
    case 'replace':
    case 'root':
      if (!desk.screens.has(String(value))) desk.complaints.add(path, `there is no screen "${String(value)}"`)
      return { bug, do: kind, screen: String(value) }
    case 'back':
      return { bug, do: 'back' }
    case 'toast':
      return { bug, do: 'toast', words: text(desk, value, path) }
    case 'wait':
      return { bug, do: 'wait', ms: constantOr(desk, value, path) }
    case 'busy':
      return { bug, do: 'busy', ms: bare(desk, value, path) }
    case 'share':
      return { bug, do: 'share', words: typeof value === 'string' ? text(desk, value, path) : null }
    case 'open':
      return { bug, do: 'open', package: String(value) }
    case 'copy':
      return { bug, do: 'copy', words: text(desk, value, path) }
    case 'keyboard':
      return { bug, do: 'hide_keyboard' }
    case 'scrollTo':
      desk.scrolledTo.push({ id: String(value), path })
      return { bug, do: 'scroll_to', id: String(value) }
    case 'log':
      return { bug, do: 'log', words: text(desk, value, path) }
    default:
      return null
  }
}

function stateEffect(make: Make, kind: string, value: unknown): Effect | null {
  const { desk, path, bug } = make
  const { complaints } = desk
  switch (kind) {
    case 'set': {
      const map = isRawMap(value) ? value : {}
      if (Object.keys(map).length === 0) complaints.add(path, 'must name what is set')
      return {
        bug,
        do: 'set',
        values: Object.entries(map).map(
          ([name, item]) => [declared(desk, name, [...path, name]), data(desk, item, [...path, name])] as const,
        ),
      }
    }
    case 'add': {
      const map = checkFields(value, path, { to: idShape, value: anything }, ['to', 'value'], complaints) ?? {}
      return {
        bug,
        do: 'add',
        to: declared(desk, String(map['to']), [...path, 'to']),
        value: bareOrData(desk, map['value'], [...path, 'value']),
      }
    }
    case 'removeAt': {
      const map = checkFields(value, path, { from: idShape, index: indexShape }, ['from', 'index'], complaints) ?? {}
      return {
        bug,
        do: 'remove_at',
        from: declared(desk, String(map['from']), [...path, 'from']),
        index: constantOr(desk, map['index'], [...path, 'index']),
      }
    }
    case 'setAt': {
      const map =
        checkFields(
          value,
          path,
          { of: idShape, index: indexShape, value: anything },
          ['of', 'index', 'value'],
          complaints,
        ) ?? {}
      return {
        bug,
        do: 'set_at',
        of: declared(desk, String(map['of']), [...path, 'of']),
        index: constantOr(desk, map['index'], [...path, 'index']),
        value: bareOrData(desk, map['value'], [...path, 'value']),
      }
    }
    default:
      return null
  }
}

export function declared(desk: Desk, name: string, path: Path): string {
  if (!desk.state.has(name)) desk.complaints.add(path, `"${name}" is not declared in the state`)
  return name
}

function nestedEffect(make: Make, kind: string, map: RawMap, path: Path): Effect | null {
  const { desk, bug } = make
  const value = map[kind]
  const inside = [...path, kind]
  switch (kind) {
    case 'snackbar': {
      if (typeof value === 'string')
        return { bug, do: 'snackbar', words: text(desk, value, inside), action: null, tap: null }
      const fields =
        checkPart(desk, value, inside, { text: textShape, action: textShape, tap: listShape }, ['text']) ?? {}
      const action = fields['action'] === undefined ? null : text(desk, fields['action'], [...inside, 'action'])
      return {
        bug,
        do: 'snackbar',
        words: text(desk, fields['text'], [...inside, 'text']),
        action,
        tap: make.inner(fields, 'tap', inside),
      }
    }
    case 'dialog':
    case 'sheet':
    case 'menu':
      return { bug, do: 'overlay', overlay: overlayOf(make, kind, value, inside) }
    case 'request': {
      const fields = checkPart(desk, value, inside, { ms: numberShape, ok: listShape, fail: listShape }, ['ms']) ?? {}
      return {
        bug,
        do: 'request',
        ms: constantOr(desk, fields['ms'], [...inside, 'ms']),
        ok: make.inner(fields, 'ok', inside),
        fail: make.inner(fields, 'fail', inside),
      }
    }
    case 'later': {
      const fields = checkPart(desk, value, inside, laterFields, ['ms', 'then']) ?? {}
      const list = make.inner(fields, 'then', inside) ?? { effects: [], bugs: [] }
      return { bug, do: 'later', ms: constantOr(desk, fields['ms'], [...inside, 'ms']), list }
    }
    case 'ask':
      if (!desk.permissions.has(String(value)))
        desk.complaints.add(inside, `"${String(value)}" is not among the app's permissions`)
      return {
        bug,
        do: 'ask',
        permission: String(value),
        granted: make.inner(map, 'granted', path),
        denied: make.inner(map, 'denied', path),
      }
    case 'if':
    case 'chance': {
      const [yes, no] = [make.inner(map, 'then', path), make.inner(map, 'else', path)]
      if (yes === null && no === null) desk.complaints.add(path, `"${kind}" needs then or else`)
      return kind === 'if'
        ? { bug, do: 'if', test: bare(desk, value, inside), yes, no }
        : { bug, do: 'chance', of: constantOr(desk, value, inside), yes, no }
    }
    default:
      return null
  }
}

function overlayOf(make: Make, kind: OverlayKind, value: unknown, path: Path): OverlayProgram {
  const { desk } = make
  const fields = checkPart(desk, value, path, { title: textShape, text: textShape, buttons: listShape }, []) ?? {}
  if (Object.keys(fields).length === 0) desk.complaints.add(path, 'must have a title, a text or buttons')
  const list = isRawList(fields['buttons']) ? fields['buttons'] : []
  const buttons = list.flatMap((item, index) => {
    const at = pathOf(desk, list, index, [...path, 'buttons'], item)
    const button = checkPart(desk, item, at, buttonFields, ['id', 'label'])
    if (button === null || !isRawMap(item)) return []
    const planted = desk.marks.fields.get(item)
    const bugs = [...(planted ?? [])].flatMap(([field, mark]) => (field === 'tap' ? [] : [mark.bug]))
    const setTap = planted?.get('tap')
    const taps = item['tap']
    const tap =
      taps === undefined
        ? null
        : setTap === undefined
          ? make.inner(item, 'tap', at)
          : effectList(desk, taps, setTap.path, setTap.bug)
    return [
      {
        id: String(button['id']),
        label: text(desk, button['label'], pathOf(desk, item, 'label', at, null)),
        tap,
        bugs,
      },
    ]
  })
  const words = (field: string) => (fields[field] === undefined ? null : text(desk, fields[field], [...path, field]))
  return { kind, title: words('title'), text: words('text'), buttons }
}

function deadlyEffect({ desk, path, bug }: Make, kind: string, value: unknown): Effect | null {
  switch (kind) {
    case 'crash':
      return { bug, do: 'crash', throwable: throwableOf(desk, value, path, 0) }
    case 'native_crash':
      return { bug, do: 'native_crash', signal: String(value) }
    case 'anr':
    case 'freeze':
    case 'blank':
    case 'exit':
      return { bug, do: kind }
    default:
      return null
  }
}

const framesShape = z.array(z.string().min(1))
const causesMax = 8

function throwableOf(desk: Desk, value: unknown, path: Path, depth: number): Throwable {
  const fields =
    checkPart(desk, value, path, { type: typeShape, message: textShape, frames: listShape, cause: mapShape }, [
      'type',
    ]) ?? {}
  const frames = framesShape.safeParse(fields['frames'] ?? [])
  if (!frames.success)
    desk.complaints.add([...path, 'frames'], 'must be a list of frames such as dev.example.app.Repo.insert')
  if (depth > causesMax)
    desk.complaints.add(path, `at most ${causesMax} causes, one in another; this one is ${wordsFor(mapShape)} too many`)
  return {
    type: textOf(fields['type']),
    message: fields['message'] === undefined ? null : text(desk, fields['message'], [...path, 'message']),
    frames: frames.success ? frames.data : [],
    cause:
      fields['cause'] === undefined || depth > causesMax
        ? null
        : throwableOf(desk, fields['cause'], [...path, 'cause'], depth + 1),
  }
}
