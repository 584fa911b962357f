// Runs lists of effects (rule 2 of the format): one list is one turn, to its end and without input between; `wait` and
// `request` yield, and what is left is dropped when the screen has been left by then. The process does what effects say.
import type { Context } from '#main/device/demo/engine/expression.ts'
import type { Effect, EffectList, OverlayProgram, Throwable } from '#main/device/demo/engine/program.ts'
import { isList, isTrue, toNumber, type Value } from '#main/device/demo/engine/value.ts'

/** The row a list of effects came from: it holds in all that follows from it. */
export interface Row {
  readonly it: Value
  readonly index: number | null
}
export const noRow: Row = { it: null, index: null }

/** A list under way: which effects are left, innermost last. */
export interface Turn {
  readonly frames: { readonly list: EffectList; at: number }[]
  readonly row: Row
  /** The arrival at a screen it belongs to; null for `later`, which outlives screens. */
  visit: number | null
}

export const turnOf = (list: EffectList, row: Row, visit: number | null): Turn => ({
  frames: [{ list, at: 0 }],
  row,
  visit,
})

/** What a turn needs of the app it runs in. */
export interface TurnHost {
  /** False once the process is dead or its main thread stands still: then nothing runs on. */
  readonly runs: boolean
  readonly visit: number
  readonly network: string
  context(row: Row): Context
  after(ms: number, run: () => void): void
  chance(): number
  /** A planted effect has run, or a planted list that is empty was to run. */
  reached(bug: string): void
  navigate(how: 'go' | 'replace' | 'root', screen: string): void
  backOne(): void
  setValues(values: readonly (readonly [string, Value])[]): void
  valueOf(name: string): Value
  toast(words: string): void
  snackbar(words: string, action: string | null, tap: EffectList | null, row: Row): void
  open(overlay: OverlayProgram, row: Row): void
  busy(ms: number): void
  ask(permission: string, answer: (granted: boolean) => void): void
  share(words: string | null): void
  openPackage(name: string): void
  copy(words: string): void
  hideKeyboard(): void
  scrollTo(id: string): void
  log(words: string): void
  crash(throwable: Throwable, row: Row): void
  nativeCrash(signal: string): void
  standStill(how: 'anr' | 'freeze' | 'blank' | 'exit'): void
  /** Runs a turn now, or after the one under way. */
  start(turn: Turn): void
}

const msOf = (value: Value): number => Math.max(0, toNumber(value) ?? 0)

/** Runs until the list ends or yields. */
export function runTurn(host: TurnHost, turn: Turn): void {
  for (let frame = turn.frames.at(-1); frame !== undefined; frame = turn.frames.at(-1)) {
    if (!host.runs) return
    if (frame.at === 0) for (const bug of frame.list.bugs) host.reached(bug)
    const effect = frame.list.effects[frame.at]
    if (effect === undefined) {
      turn.frames.pop()
      continue
    }
    frame.at += 1
    if (effect.bug !== null && effect.do !== 'if' && effect.do !== 'chance') host.reached(effect.bug)
    if (flows(host, turn, effect) === 'yield') return
  }
}

function push(turn: Turn, list: EffectList | null): void {
  if (list !== null) turn.frames.push({ list, at: 0 })
}

/** Goes on after a yield, unless the screen has been left. */
function resume(host: TurnHost, turn: Turn): void {
  if (turn.visit !== null && turn.visit !== host.visit) return
  host.start(turn)
}

/** Effects that steer the turn itself; the others act at once. */
function flows(host: TurnHost, turn: Turn, effect: Effect): 'on' | 'yield' {
  const context = host.context(turn.row)
  if (effect.do === 'if') {
    push(turn, isTrue(effect.test(context)) ? effect.yes : effect.no)
    return 'on'
  }
  if (effect.do === 'chance') {
    push(turn, host.chance() < (toNumber(effect.of(context)) ?? 0) ? effect.yes : effect.no)
    return 'on'
  }
  if (effect.do === 'wait') {
    host.after(msOf(effect.ms(context)), () => resume(host, turn))
    return 'yield'
  }
  if (effect.do === 'request') {
    const offline = host.network === 'offline'
    push(turn, offline ? effect.fail : effect.ok)
    if (offline) return 'on'
    host.after(msOf(effect.ms(context)) * (host.network === 'slow' ? 5 : 1), () => resume(host, turn))
    return 'yield'
  }
  if (effect.do === 'ask') return asks(host, turn, effect)
  if (effect.do === 'later') {
    host.after(msOf(effect.ms(context)), () => host.start(turnOf(effect.list, turn.row, null)))
    return 'on'
  }
  acts(host, turn, effect, context)
  return 'on'
}

function asks(host: TurnHost, turn: Turn, effect: Extract<Effect, { readonly do: 'ask' }>): 'on' | 'yield' {
  let answered = false
  let yielded = false
  host.ask(effect.permission, granted => {
    answered = true
    push(turn, granted ? effect.granted : effect.denied)
    if (yielded) host.start(turn)
  })
  yielded = !answered
  return answered ? 'on' : 'yield'
}

type Acting = Exclude<Effect, { readonly do: 'if' | 'chance' | 'wait' | 'request' | 'ask' | 'later' }>

/** Effects that do something at once. */
function acts(host: TurnHost, turn: Turn, effect: Acting, context: Context): void {
  switch (effect.do) {
    case 'go':
    case 'replace':
    case 'root':
      host.navigate(effect.do, effect.screen)
      if (turn.visit !== null) turn.visit = host.visit
      break
    case 'back':
      host.backOne()
      if (turn.visit !== null) turn.visit = host.visit
      break
    case 'set':
      host.setValues(effect.values.map(([name, value]) => [name, value(context)] as const))
      break
    case 'add':
    case 'remove_at':
    case 'set_at':
      changeList(host, effect, context)
      break
    case 'toast':
      host.toast(effect.words(context))
      break
    case 'snackbar':
      host.snackbar(effect.words(context), effect.action?.(context) ?? null, effect.tap, turn.row)
      break
    case 'overlay':
      host.open(effect.overlay, turn.row)
      break
    case 'busy':
      host.busy(msOf(effect.ms(context)))
      break
    case 'share':
      host.share(effect.words?.(context) ?? null)
      break
    case 'open':
      host.openPackage(effect.package)
      break
    case 'copy':
      host.copy(effect.words(context))
      break
    case 'hide_keyboard':
      host.hideKeyboard()
      break
    case 'scroll_to':
      host.scrollTo(effect.id)
      break
    case 'log':
      host.log(effect.words(context))
      break
    case 'crash':
      host.crash(effect.throwable, turn.row)
      break
    case 'native_crash':
      host.nativeCrash(effect.signal)
      break
    case 'anr':
    case 'freeze':
    case 'blank':
    case 'exit':
      host.standStill(effect.do)
      break
  }
}

const itemsMax = 1000

function changeList(
  host: TurnHost,
  effect: Extract<Effect, { readonly do: 'add' | 'remove_at' | 'set_at' }>,
  context: Context,
): void {
  const name = effect.do === 'add' ? effect.to : effect.do === 'remove_at' ? effect.from : effect.of
  const present = host.valueOf(name)
  const list = isList(present) ? present : []
  if (effect.do === 'add') {
    host.setValues([[name, [...list, effect.value(context)].slice(-itemsMax)]])
    return
  }
  const index = toNumber(effect.index(context))
  if (index === null || !Number.isInteger(index) || index < 0 || index >= list.length) return
  host.setValues([
    [name, effect.do === 'remove_at' ? list.toSpliced(index, 1) : list.with(index, effect.value(context))],
  ])
}
