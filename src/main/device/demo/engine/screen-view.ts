// What an app shows now, as values: expressions evaluated, texts resolved, `when` applied; and, by key, what a tap on each
// part means. Pure in the process's state; made anew at every look.
import type { AppProcess } from '#main/device/demo/engine/app-process.ts'
import type { Compiled, Context } from '#main/device/demo/engine/expression.ts'
import type { NodeProgram, TabProgram } from '#main/device/demo/engine/program.ts'
import type { CompiledText } from '#main/device/demo/engine/text.ts'
import { noRow, type Row } from '#main/device/demo/engine/turn.ts'
import { isEqual, isList, isTrue, show, toNumber, type Value } from '#main/device/demo/engine/value.ts'
import type { OverlayView, ScreenView, ViewNode } from '#main/device/demo/engine/view.ts'

export type Handle =
  | { readonly on: 'node'; readonly node: NodeProgram; readonly row: Row; readonly enabled: boolean }
  | { readonly on: 'tab'; readonly tab: TabProgram }
  | { readonly on: 'button'; readonly overlay: number; readonly button: number }

export interface AppView {
  readonly screen: ScreenView
  readonly overlays: readonly OverlayView[]
  readonly snackbar: { readonly text: string; readonly action: ViewNode | null } | null
  readonly handles: ReadonlyMap<string, Handle>
  /** Something moves by itself. */
  readonly moves: boolean
  /** Planted faults that show by what is on the screen. */
  readonly faults: readonly string[]
}

interface Building {
  readonly process: AppProcess
  readonly focus: string | null
  readonly handles: Map<string, Handle>
  readonly faults: Set<string>
  moves: boolean
}

const rowsMax = 200

export const plainNode: ViewNode = {
  kind: 'text',
  key: '',
  id: '',
  text: '',
  detail: '',
  label: null,
  hint: '',
  enabled: true,
  clickable: false,
  longClickable: false,
  checked: null,
  selected: false,
  focused: false,
  password: false,
  icon: null,
  image: null,
  value: null,
  spinner: false,
  size: null,
  color: null,
  background: null,
  align: null,
  lines: null,
  fixed: false,
  at: null,
  cover: false,
  animate: false,
  children: [],
}

export function appView(process: AppProcess): AppView {
  const { screen, program } = process
  const building: Building = {
    process,
    focus: process.top.focus,
    handles: new Map(),
    faults: new Set(screen.bugs),
    moves: false,
  }
  const context = process.context(noRow)
  const body = nodesView(building, screen.body, noRow)
  const view: ScreenView = {
    package: program.package,
    activity: `${program.package}.MainActivity`,
    title: screen.title(context),
    up: process.stack.length > 1 && screen.tabs === null,
    bar: true,
    actions: nodesView(building, screen.actions, noRow),
    body,
    tabs: tabsView(building, context),
    fab: screen.fab === null ? null : (nodesView(building, [screen.fab], noRow)[0] ?? null),
    scroll: Object.fromEntries(process.top.scroll),
    theme: { primary: program.primary, darkPrimary: program.darkPrimary },
  }
  const overlays = overlaysView(building)
  const shown = process.snackbarNow
  const snackbar =
    shown === null
      ? null
      : {
          text: shown.words,
          action:
            shown.action === null
              ? null
              : {
                  ...plainNode,
                  kind: 'button' as const,
                  key: 'snackbar',
                  id: 'snackbar_action',
                  text: shown.action,
                  clickable: true,
                },
        }
  return {
    screen: view,
    overlays,
    snackbar,
    handles: building.handles,
    moves: building.moves,
    faults: [...building.faults],
  }
}

function tabsView(building: Building, context: Context): ScreenView['tabs'] {
  const tabs = building.process.screen.tabs
  if (tabs === null) return null
  const selected = tabs.selected(context)
  return {
    items: tabs.items.map(tab => {
      building.handles.set(tab.key, { on: 'tab', tab })
      for (const bug of tab.bugs) building.faults.add(bug)
      return {
        ...plainNode,
        kind: 'button' as const,
        key: tab.key,
        id: tab.id,
        text: tab.label(context),
        icon: tab.icon?.(context) ?? null,
        clickable: true,
        selected: tab.id === selected,
        focused: building.focus === tab.key,
      }
    }),
  }
}

function overlaysView(building: Building): readonly OverlayView[] {
  const { process } = building
  return process.overlays.map((open, place) => {
    const context = process.context(open.row)
    const { program } = open
    return {
      kind: program.kind,
      package: process.program.package,
      title: program.title?.(context) ?? '',
      text: program.text?.(context) ?? '',
      buttons: program.buttons.map((button, index) => {
        const key = `o${place}.${index}`
        building.handles.set(key, { on: 'button', overlay: place, button: index })
        for (const bug of button.bugs) building.faults.add(bug)
        return {
          ...plainNode,
          kind: 'button' as const,
          key,
          id: button.id,
          text: button.label(context),
          clickable: true,
          focused: process.overlayFocus === key && place === process.overlays.length - 1,
        }
      }),
    }
  })
}

function nodesView(building: Building, nodes: readonly NodeProgram[], row: Row): readonly ViewNode[] {
  const context = building.process.context(row)
  return nodes.flatMap(node => {
    if (node.when !== null && !isTrue(node.when(context))) return []
    if (node.kind === 'progress' && node.busy !== null && !isTrue(node.busy(context))) return []
    for (const bug of node.bugs) building.faults.add(bug)
    return [nodeView(building, node, row, context)]
  })
}

const optional = (of: CompiledText | null, context: Context): string | null => of?.(context) ?? null
const numeric = (of: Compiled | null, context: Context): number | null => (of === null ? null : toNumber(of(context)))
const flag = (of: Compiled | null, context: Context): boolean => of !== null && isTrue(of(context))
const tappable: readonly string[] = ['button', 'toggle', 'check', 'radio', 'field', 'slider']

function nodeView(building: Building, node: NodeProgram, row: Row, context: Context): ViewNode {
  const enabled = node.enabled === null || isTrue(node.enabled(context))
  if (node.kind !== 'list') building.handles.set(node.key, { on: 'node', node, row, enabled })
  const bound = node.bind === null ? null : building.process.valueOf(node.bind)
  const align = optional(node.align, context)
  const animate = flag(node.animate, context)
  const value =
    node.kind === 'slider'
      ? sliderAt(node, bound, context)
      : node.kind === 'progress'
        ? numeric(node.value, context)
        : null
  building.moves ||= animate || node.kind === 'video' || (node.kind === 'progress' && value === null)
  return {
    ...plainNode,
    kind: node.kind,
    key: node.key,
    id: node.id,
    text:
      node.kind === 'field'
        ? show(bound)
        : node.kind === 'video' || node.kind === 'web'
          ? ''
          : (optional(node.words, context) ?? ''),
    label: optional(node.label, context),
    hint: optional(node.hint, context) ?? '',
    enabled,
    clickable: node.kind !== 'list' && (node.tap !== null || tappable.includes(node.kind)),
    longClickable: node.kind !== 'list' && (node.long !== null || node.kind === 'field'),
    checked: checkedOf(node, bound, context),
    focused: building.focus === node.key,
    password: node.fieldKind === 'password',
    icon: optional(node.icon, context),
    image:
      node.kind === 'video' || node.kind === 'web'
        ? (optional(node.words, context) ?? node.id)
        : optional(node.image, context),
    value: value === null ? null : Math.min(1, Math.max(0, value)),
    spinner: node.spinner,
    size: numeric(node.size, context),
    color: colour(optional(node.color, context)),
    background: colour(optional(node.background, context)),
    align: align === 'start' || align === 'center' || align === 'end' ? align : null,
    lines: lineCount(numeric(node.lines, context)),
    fixed: flag(node.fixed, context),
    at: boxOf(node, context),
    cover: flag(node.cover, context),
    animate,
    children: node.kind === 'list' ? rowsView(building, node, enabled) : nodesView(building, node.children, row),
  }
}

function sliderAt(node: NodeProgram, bound: Value, context: Context): number {
  const min = numeric(node.range?.min ?? null, context) ?? 0
  const max = numeric(node.range?.max ?? null, context) ?? 100
  return max <= min ? 0 : ((toNumber(bound) ?? min) - min) / (max - min)
}

function checkedOf(node: NodeProgram, bound: Value, context: Context): boolean | null {
  if (node.kind === 'toggle' || node.kind === 'check') return isTrue(bound)
  return node.kind === 'radio' ? isEqual(bound, node.value?.(context) ?? null) : null
}

/** Only a colour is passed on: an expression may give anything. */
const colour = (text: string | null): string | null => (text !== null && /^#[0-9A-Fa-f]{6}$/.test(text) ? text : null)
const lineCount = (lines: number | null): number | null => (lines === null || lines < 1 ? null : Math.floor(lines))

function boxOf(node: NodeProgram, context: Context): ViewNode['at'] {
  if (node.at === null) return null
  return {
    x: numeric(node.at.x, context) ?? 0,
    y: numeric(node.at.y, context) ?? 0,
    w: numeric(node.at.w, context) ?? 0,
    h: numeric(node.at.h, context) ?? 0,
  }
}

/** Rows of a list with their place in the whole list, or its words for having none. */
function rowsView(building: Building, node: NodeProgram, listEnabled: boolean): readonly ViewNode[] {
  const { list } = node
  if (list === null) return []
  const { process } = building
  const items = list.of(process.context(noRow))
  const rows: ViewNode[] = []
  for (const [index, it] of (isList(items) ? items : []).entries()) {
    if (rows.length >= rowsMax) break
    const row: Row = { it, index }
    const context = process.context(row)
    if (list.row.when !== null && !isTrue(list.row.when(context))) continue
    const key = `${node.key}#${index}`
    const enabled = listEnabled && (list.row.enabled === null || isTrue(list.row.enabled(context)))
    building.handles.set(key, { on: 'node', node, row, enabled })
    for (const bug of list.row.bugs) building.faults.add(bug)
    rows.push({
      ...plainNode,
      kind: 'list_row',
      key,
      id: list.row.id,
      text: optional(list.row.text, context) ?? '',
      detail: optional(list.row.detail, context) ?? '',
      label: optional(list.row.label, context),
      icon: optional(list.row.icon, context),
      image: optional(list.row.image, context),
      lines: lineCount(numeric(list.row.lines, context)),
      enabled,
      clickable: node.tap !== null,
      longClickable: node.long !== null,
      focused: building.focus === key,
    })
  }
  if (rows.length > 0 || list.empty === null) return rows
  return [{ ...plainNode, key: `${node.key}.empty`, text: list.empty(process.context(noRow)) }]
}
