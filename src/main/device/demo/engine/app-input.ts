// What a touch on each part of an app does: to its state first, then by its effects. The part is found by who calls; whether
// the app takes input at all has been asked before.
import type { AppProcess } from '#main/device/demo/engine/app-process.ts'
import type { Context } from '#main/device/demo/engine/expression.ts'
import type { NodeProgram, TabProgram } from '#main/device/demo/engine/program.ts'
import { noRow, type Row } from '#main/device/demo/engine/turn.ts'
import { isEqual, isTrue, show, toNumber } from '#main/device/demo/engine/value.ts'

export function tapNode(process: AppProcess, node: NodeProgram, row: Row, along: number, enabled: boolean): void {
  if (!enabled) return
  const context = process.context(row)
  if (node.kind === 'toggle' || node.kind === 'check') {
    if (node.bind !== null) process.setValues([[node.bind, !isTrue(process.valueOf(node.bind))]])
  } else if (node.kind === 'radio') {
    const value = node.value?.(context) ?? null
    if (node.bind === null || isEqual(process.valueOf(node.bind), value)) return
    process.setValues([[node.bind, value]])
  } else if (node.kind === 'slider') slide(process, node, along, context)
  else if (node.kind === 'field') {
    process.top.focus = node.key
    process.keyboard = process.program.surface === 'touch' || process.keyboard
  }
  if (node.tap !== null) process.run(node.tap, row)
}

function slide(process: AppProcess, node: NodeProgram, along: number, context: Context): void {
  if (node.bind === null || node.range === null) return
  const [min, max, step] = [node.range.min, node.range.max, node.range.step].map(part => toNumber(part(context)) ?? 0)
  const least = min ?? 0
  const by = step !== undefined && step > 0 ? step : 1
  const raw = least + Math.round((along * ((max ?? 0) - least)) / by) * by
  process.setValues([[node.bind, Math.round(Math.min(max ?? 0, Math.max(least, raw)) * 1e6) / 1e6]])
}

export function tapTab(process: AppProcess, tab: TabProgram): void {
  const selected = process.screen.tabs?.selected(process.context(noRow))
  for (const bug of tab.bugs) process.reached(bug)
  if (tab.id !== selected && tab.tap !== null) process.run(tab.tap, noRow)
}

export function tapButton(process: AppProcess, place: number, button: number): void {
  const overlay = process.overlays[place]
  const pressed = overlay?.program.buttons[button]
  if (overlay === undefined || pressed === undefined) return
  process.overlays.splice(place, 1)
  if (pressed.tap !== null) process.run(pressed.tap, overlay.row)
}

/** A sheet or menu closes, a dialog stays. */
export function tapOutside(process: AppProcess): void {
  const top = process.overlays.at(-1)
  if (top !== undefined && top.program.kind !== 'dialog') process.overlays.pop()
}

export function tapSnackbar(process: AppProcess): void {
  const shown = process.snackbarNow
  process.snackbarNow = null
  if (shown?.tap !== undefined && shown.tap !== null) process.run(shown.tap, shown.row)
}

/** Keyboard first, then what is open, then the screen's own `back`, else one screen back. */
export function goBack(process: AppProcess): void {
  if (process.keyboard) process.keyboard = false
  else if (process.overlays.length > 0) process.overlays.pop()
  else goUp(process)
}

export function goUp(process: AppProcess): void {
  const own = process.screen.on.back
  if (own === undefined) process.run({ effects: [{ bug: null, do: 'back' }], bugs: [] }, noRow)
  else process.run(own, noRow)
}

/** Puts a text into a field's state; a `number` field binds a number, or nothing when it is none. */
export function writeField(process: AppProcess, field: NodeProgram, text: string): void {
  if (field.bind === null) return
  if (field.fieldKind === 'number') process.setValues([[field.bind, text.trim() === '' ? null : toNumber(text)]])
  else process.setValues([[field.bind, text.slice(0, 5000)]])
}

export function fieldText(process: AppProcess, field: NodeProgram): string {
  return field.bind === null ? '' : show(process.valueOf(field.bind))
}
