// One running app: its state, stack, dialogs and lifecycle (rules 2 to 4 of the format). It knows the device only through
// `ProcessHost`, and nothing of pixels: taps come as the thing that was hit.
import type { AppEvent } from '#shared/domain/device.ts'
import type {
  AppRecord,
  Configuration,
  OpenOverlay,
  ProcessHost,
  StackEntry,
} from '#main/device/demo/engine/app-parts.ts'
import type { Context } from '#main/device/demo/engine/expression.ts'
import type {
  EffectList,
  OverlayProgram,
  Program,
  ScreenEvent,
  ScreenProgram,
  Throwable,
} from '#main/device/demo/engine/program.ts'
import { reportAnr, reportCrash, reportNativeCrash, type Thrown } from '#main/device/demo/engine/reports.ts'
import { lookUp } from '#main/device/demo/engine/text.ts'
import { noRow, runTurn, turnOf, type Row, type Turn, type TurnHost } from '#main/device/demo/engine/turn.ts'
import { isEqual, type Value } from '#main/device/demo/engine/value.ts'

const activityName = '.MainActivity'
const turnsMax = 500
const stackMax = 200

export class AppProcess implements TurnHost {
  readonly pid: number
  readonly record: AppRecord
  readonly program: Program
  readonly values = new Map<string, Value>()
  readonly #host: ProcessHost
  stack: StackEntry[] = []
  overlays: OpenOverlay[] = []
  snackbarNow: {
    readonly words: string
    readonly action: string | null
    readonly tap: EffectList | null
    readonly row: Row
  } | null = null
  keyboard = false
  splashing = false
  inFront = true
  alive = true
  /** Set by `anr` and `freeze`: the picture stands still; by `blank`: there is none. */
  stands: 'anr' | 'freeze' | 'blank' | null = null
  /** Key of the button that has focus in what is open, on a TV. */
  overlayFocus: string | null = null
  /** Id a `scrollTo` asked for, until the next layout can answer. */
  scrollWanted: string | null = null
  readonly faults = new Set<string>()
  #unansweredAt: number | null = null
  #busyUntil = 0
  #visits = new Map<string, number>()
  #visit = 0
  #key = ''
  #configuration: Configuration
  #snackbars = 0
  readonly #queue: Turn[] = []
  #draining = false

  constructor(pid: number, record: AppRecord, host: ProcessHost) {
    this.pid = pid
    this.record = record
    this.program = record.program
    this.#host = host
    this.#configuration = host.configuration(record.program)
    this.#resetValues(name =>
      record.task?.saved.has(name) === true ? (record.task.saved.get(name) ?? null) : undefined,
    )
  }

  /** Shows the splash, then the first screen, or what was open when the process was killed. */
  begin(): void {
    const task = this.record.task
    this.record.task = null
    this.stack =
      task === null
        ? [entryOf(this.program.start)]
        : task.stack.map(entry => ({ ...entry, scroll: new Map(entry.scroll) }))
    this.splashing = this.program.splashMs > 0
    const first = (): void => {
      this.splashing = false
      this.#configuration = this.#host.configuration(this.program)
      this.#arrive()
      if (task !== null) this.#event('resume')
    }
    if (this.splashing) this.after(this.program.splashMs, first)
    else first()
  }

  get top(): StackEntry {
    const entry = this.stack.at(-1)
    if (entry === undefined) throw new Error('an app without a screen')
    return entry
  }

  get screen(): ScreenProgram {
    const screen = this.program.screens.get(this.top.screen)
    if (screen === undefined) throw new Error(`no screen ${this.top.screen}`)
    return screen
  }

  // --- what turns ask for

  get runs(): boolean {
    return this.alive && this.stands === null
  }

  get visit(): number {
    return this.top.visit
  }

  get network(): string {
    return this.#host.network
  }

  context(row: Row): Context {
    const configuration = this.#configuration
    return {
      state: this.values,
      it: row.it,
      index: row.index,
      env: {
        ...configuration,
        network: this.#host.network,
        launches: this.record.launches,
        visits: this.#visits.get(this.top.screen) ?? 0,
        now: this.#host.timers.now,
        key: this.#key,
      },
      lookup: (text, context) => lookUp(text, context, this.program.strings, this.program.names),
    }
  }

  after(ms: number, run: () => void): void {
    this.#host.timers.after(ms, this.pid, run)
  }

  chance(): number {
    return this.#host.chance()
  }

  reached(bug: string): void {
    this.faults.add(bug)
  }

  start(turn: Turn): void {
    this.#queue.push(turn)
    if (this.#draining) return
    this.#draining = true
    let left = turnsMax
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      if (!this.runs) this.#queue.length = 0
      else if ((left -= 1) < 0) this.standStill('anr')
      else runTurn(this, next)
    }
    this.#draining = false
  }

  navigate(how: 'go' | 'replace' | 'root', screen: string): void {
    if (how === 'go' && this.stack.length >= stackMax) {
      this.standStill('anr')
      return
    }
    this.#event('leave')
    if (how === 'replace') this.stack.pop()
    if (how === 'root') this.stack.length = 0
    this.stack.push(entryOf(screen))
    this.#arrive()
  }

  backOne(): void {
    if (this.stack.length <= 1) {
      this.#host.leave()
      return
    }
    this.#event('leave')
    this.stack.pop()
    this.#arrive()
  }

  setValues(values: readonly (readonly [string, Value])[]): void {
    for (const [name, value] of values) {
      this.values.set(name, value)
      if (this.program.persist.has(name)) this.record.persist.set(name, value)
    }
  }

  valueOf(name: string): Value {
    return this.values.get(name) ?? null
  }

  toast(words: string): void {
    this.#host.toast(words)
  }

  snackbar(words: string, action: string | null, tap: EffectList | null, row: Row): void {
    this.snackbarNow = { words, action, tap, row }
    const number = (this.#snackbars += 1)
    this.after(4000, () => {
      if (this.#snackbars === number && this.stands === null) this.snackbarNow = null
    })
  }

  open(overlay: OverlayProgram, row: Row): void {
    this.keyboard = false
    this.overlayFocus = null
    this.overlays.push({ program: overlay, row })
  }

  busy(ms: number): void {
    this.#busyUntil = Math.max(this.#busyUntil, this.#host.timers.now + ms)
  }

  ask(permission: string, answer: (granted: boolean) => void): void {
    if (this.record.granted.has(permission)) answer(true)
    else this.#host.ask(permission, answer)
  }

  share(words: string | null): void {
    this.#host.share(words)
  }

  openPackage(name: string): void {
    this.#host.openPackage(name)
  }

  copy(words: string): void {
    this.#host.copy(words)
  }

  hideKeyboard(): void {
    this.keyboard = false
  }

  scrollTo(id: string): void {
    this.scrollWanted = id
  }

  log(words: string): void {
    const tag = this.program.label.replaceAll(' ', '').slice(0, 23)
    this.#host.logs.write('main', {
      atMs: this.#host.timers.now,
      pid: this.pid,
      tid: this.pid,
      level: 'I',
      tag,
      text: words,
    })
  }

  crash(throwable: Throwable, row: Row): void {
    const context = this.context(row)
    const thrown = (of: Throwable): Thrown => ({
      type: of.type,
      message: of.message?.(context) ?? '',
      frames: of.frames,
      cause: of.cause === null ? null : thrown(of.cause),
    })
    this.#die(reportCrash(this.#dying(), thrown(throwable)))
  }

  nativeCrash(signal: string): void {
    this.#die(reportNativeCrash(this.#dying(), signal))
  }

  standStill(how: 'anr' | 'freeze' | 'blank' | 'exit'): void {
    if (how === 'exit') this.#die(null)
    else {
      this.stands = how
      this.keyboard = this.keyboard && how !== 'blank'
    }
  }

  // --- lifecycle

  toBackground(): void {
    if (!this.inFront) return
    this.inFront = false
    this.keyboard = false
    if (!this.splashing) this.#event('background')
  }

  toFront(): void {
    if (this.inFront) return
    this.inFront = true
    if (this.splashing) return
    this.configured()
    this.#event('resume')
    this.#tick(this.visit)
  }

  /** Looks whether the device's configuration has changed; if so, the screens are made anew (rule 4). */
  configured(): void {
    const before = this.#configuration
    const now = this.#host.configuration(this.program)
    if (isEqual({ ...before }, { ...now })) return
    if (!this.inFront || this.splashing || this.stands !== null) return
    this.#configuration = now
    this.keyboard = false
    this.#resetValues(name => (this.program.saved.has(name) ? this.values.get(name) : undefined))
    this.overlays = this.overlays.filter(overlay => overlay.program.kind !== 'menu')
    if (before.orientation !== now.orientation) this.#event('rotate')
  }

  /** Killed from outside: what the system keeps of it for when the person comes back. */
  killed(): void {
    this.alive = false
    const saved = new Map([...this.program.saved].map(name => [name, this.values.get(name) ?? null] as const))
    this.record.task = { stack: this.stack.map(entry => ({ ...entry, scroll: new Map(entry.scroll) })), saved }
  }

  // --- input

  /** Whether input reaches the app now. What does not answer counts it: five seconds later the system says so. */
  takesInput(): boolean {
    if (this.stands === 'anr') this.#unanswered()
    return this.runs && !this.splashing && this.#host.timers.now >= this.#busyUntil
  }

  /** "Wait" in the system's dialog: the next input begins to count anew. */
  waitOn(): void {
    this.#unansweredAt = null
  }

  pressKey(key: string): void {
    this.#key = key
    this.#event('key')
  }

  run(list: EffectList, row: Row): void {
    this.start(turnOf(list, row, this.visit))
  }

  // --- inner

  #event(name: ScreenEvent): void {
    const list = this.screen.on[name]
    if (list !== undefined) this.run(list, noRow)
  }

  #arrive(): void {
    const entry = this.top
    entry.visit = this.#visit += 1
    if (this.program.surface === 'touch') entry.focus = null
    this.#visits.set(entry.screen, (this.#visits.get(entry.screen) ?? 0) + 1)
    this.overlays = []
    this.keyboard = false
    this.#host.arrived()
    this.#event('enter')
    this.#tick(entry.visit)
  }

  #tick(visit: number): void {
    if (this.screen.on.tick === undefined) return
    this.after(1000, () => {
      if (!this.inFront || !this.runs || this.visit !== visit) return
      this.#event('tick')
      if (this.alive && this.visit === visit) this.#tick(visit)
    })
  }

  /** Every name to what survives of it: what `kept` gives, what is persisted, else its initial value. */
  #resetValues(kept: (name: string) => Value | undefined): void {
    const context: Context = { ...this.#initialContext(), state: this.values }
    for (const [name, initial] of this.program.state) {
      const value = kept(name)
      if (value !== undefined) this.values.set(name, value)
      else if (this.program.persist.has(name) && this.record.persist.has(name))
        this.values.set(name, this.record.persist.get(name) ?? null)
      else this.values.set(name, initial(context))
    }
  }

  /** A context for initial values, when there may be no screen yet. */
  #initialContext(): Context {
    return {
      state: this.values,
      it: null,
      index: null,
      env: {
        ...this.#configuration,
        network: this.#host.network,
        launches: this.record.launches,
        visits: 0,
        now: this.#host.timers.now,
        key: this.#key,
      },
      lookup: text => text,
    }
  }

  #dying() {
    const { logs, timers } = this.#host
    return { logs, nowMs: timers.now, package: this.program.package, label: this.program.label, pid: this.pid }
  }

  #die(event: AppEvent | null): void {
    if (!this.alive) return
    this.alive = false
    this.#queue.length = 0
    this.#host.died(event)
  }

  #unanswered(): void {
    if (this.#unansweredAt !== null) return
    const since = this.#host.timers.now
    this.#unansweredAt = since
    this.after(5000, () => {
      if (this.alive && this.#unansweredAt === since) this.#host.hung(reportAnr(this.#dying(), activityName))
    })
  }
}

function entryOf(screen: string): StackEntry {
  return { screen, visit: 0, scroll: new Map(), focus: null }
}
