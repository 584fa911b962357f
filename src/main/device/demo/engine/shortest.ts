// Walks to a planted bug and says how few actions show it (rules 12 and 13 of the format): for authors of app files, so that
// `shortest` is right and every bug can be reached. It works on the runtime without laying anything out.
import type { AppFile } from '#main/device/demo/engine/app-file.ts'
import { plantApp } from '#main/device/demo/engine/app-file.ts'
import { fieldText, tapButton, tapNode, tapSnackbar, tapTab, writeField } from '#main/device/demo/engine/app-input.ts'
import type { AppProcess } from '#main/device/demo/engine/app-process.ts'
import { DemoPhone } from '#main/device/demo/engine/phone.ts'
import type { Bug, FieldKind, PlantedApp, Program } from '#main/device/demo/engine/program.ts'
import { appView, type Handle } from '#main/device/demo/engine/screen-view.ts'

export interface Walked {
  readonly bug: string
  readonly shortest: number
  /** Fewest actions found that reach the fault; null when none was found within the budget. */
  readonly found: number | null
  readonly path: readonly string[]
  /** Whether the search looked at everything up to `shortest` (false: it ran out of its budget). */
  readonly complete: boolean
}

type OnNode =
  | { readonly do: 'tap' | 'long' | 'low' | 'high'; readonly key: string }
  | { readonly do: 'type'; readonly key: string; readonly text: string }
type Act =
  | OnNode
  | { readonly do: 'overlay'; readonly button: number }
  | { readonly do: 'key'; readonly key: 'Back' | 'Enter' | 'MediaPlayPause' }
  | { readonly do: 'snackbar' }
  | { readonly do: 'turn' }
  | { readonly do: 'background' }
  | { readonly do: 'wait' }

const costOf = (act: Act): number => (act.do === 'type' ? 2 : 1)

interface Choice {
  readonly act: Act
  readonly words: string
  /** 1 where one must scroll or put the keyboard away first. */
  readonly before: number
}

interface Node {
  readonly path: readonly Act[]
  readonly words: readonly string[]
  readonly cost: number
  /** The fault was reached at its end. */
  readonly done?: boolean
}

/** Searches cheapest first, nearest to the bug's screen first, up to one action more than `shortest` says. */
export function walkTo(app: AppFile, bug: Bug, budgetMs: number): Walked {
  const planted = plantApp(app, [bug.id])
  const far = distancesTo(planted.program, bug.screen)
  const limit = bug.shortest + 1
  const asksVisits = /env\.(visits|launches)/u.test(JSON.stringify(app.raw))
  const seen = new Map<string, number>()
  const buckets: (Node[] | undefined)[] = [[{ path: [], words: [], cost: 0 }]]
  const until = performance.now() + budgetMs
  for (let node = cheapest(buckets); node !== undefined; node = cheapest(buckets)) {
    if (performance.now() > until)
      return { bug: bug.id, shortest: bug.shortest, found: null, path: [], complete: false }
    if (node.done === true)
      return { bug: bug.id, shortest: bug.shortest, found: node.cost, path: node.words, complete: true }
    for (const { act, words, before } of actsAfter(planted, bug, node.path)) {
      const next: Node = {
        path: [...node.path, act],
        words: [...node.words, words],
        cost: node.cost + costOf(act) + before,
      }
      if (next.cost > limit) continue
      const phone = replay(planted, bug, next.path)
      if (reached(phone, planted, bug)) {
        ;(buckets[next.cost] ??= []).push({ ...next, done: true })
        continue
      }
      const process = phone.inside().installed.get(planted.program.package)?.process ?? null
      if (process === null) continue
      const rest = far.get(process.top.screen) ?? 99
      const key = stateKey(phone, process, asksVisits)
      if (next.cost + Math.max(1, rest) > limit || (seen.get(key) ?? Infinity) <= next.cost) continue
      seen.set(key, next.cost)
      const at = next.cost + rest
      ;(buckets[at] ??= []).push(next)
    }
  }
  return { bug: bug.id, shortest: bug.shortest, found: null, path: [], complete: true }
}

function cheapest(buckets: readonly (Node[] | undefined)[]): Node | undefined {
  // Those that have arrived are preferred among equals: they were put in last.
  return buckets.find(bucket => bucket !== undefined && bucket.length > 0)?.pop()
}

/** Is the fault there with no action at all (on the first screen)? Counted as one look, so 0 actions. */
export function showsAtOnce(app: AppFile, bug: Bug): boolean {
  const planted = plantApp(app, [bug.id])
  return reached(replay(planted, bug, []), planted, bug)
}

function reached(phone: DemoPhone, planted: PlantedApp, bug: Bug): boolean {
  const apps = phone.inside()
  if (apps.faultsLeft.has(bug.id)) return true
  const process = apps.installed.get(planted.program.package)?.process ?? null
  if (process === null) return false
  if (process.faults.has(bug.id)) return true
  return (
    apps.process === process &&
    !process.splashing &&
    process.stands !== 'blank' &&
    process.top.screen === bug.screen &&
    appView(process).faults.includes(bug.id)
  )
}

function replay(planted: PlantedApp, bug: Bug, path: readonly Act[]): DemoPhone {
  const phone = new DemoPhone({ seed: 1 })
  phone.install(alwaysByChance(planted), { grant: false })
  setCondition(phone, bug.condition)
  phone.launch(planted.program.package)
  phone.advance(planted.program.splashMs + 1200)
  for (const act of path) perform(phone, planted.program.package, act)
  return phone
}

const certain = new WeakMap<PlantedApp, PlantedApp>()

/** The same build with every `chance` taken. */
function alwaysByChance(planted: PlantedApp): PlantedApp {
  const known = certain.get(planted)
  if (known !== undefined) return known
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, change(item)] as const))
    if (value === null || typeof value !== 'object' || value instanceof Set) return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]))
    return copy['do'] === 'chance' ? { ...copy, of: () => 1 } : copy
  }
  const program = { ...planted.program, screens: change(planted.program.screens) as Program['screens'] }
  const made = { ...planted, program }
  certain.set(planted, made)
  return made
}

function setCondition(phone: DemoPhone, condition: string | null): void {
  if (condition === 'dark') phone.setDark(true)
  else if (condition === 'big_text') phone.setFontScale(2)
  else if (condition === 'offline' || condition === 'slow') phone.setNetwork(condition)
  else if (condition === 'landscape') phone.turn('landscape')
  else if (condition !== null) phone.setLocale(condition.slice('locale:'.length))
}

function perform(phone: DemoPhone, name: string, act: Act): void {
  const apps = phone.inside()
  const process = apps.process
  if (act.do === 'turn') phone.turn(phone.settings.orientation === 'portrait' ? 'landscape' : 'portrait')
  else if (act.do === 'background') {
    phone.key('Home')
    phone.advance(1000)
    phone.resume(name)
  } else if (act.do === 'wait') phone.advance(30_000)
  else if (act.do === 'key') phone.key(act.key)
  else if (act.do === 'overlay') apps.shownOverlays.at(-1)?.buttons[act.button]?.press()
  else if (process?.takesInput() === true) {
    if (act.do === 'snackbar') tapSnackbar(process)
    else onNode(process, act)
  }
  phone.advance(900)
}

function onNode(process: AppProcess, act: OnNode): void {
  const handle = appView(process).handles.get(act.key)
  if (handle?.on === 'tab') tapTab(process, handle.tab)
  else if (handle?.on === 'button') tapButton(process, handle.overlay, handle.button)
  else if (handle?.on === 'node') {
    if (act.do === 'type') {
      tapNode(process, handle.node, handle.row, 0.5, handle.enabled)
      if (process.takesInput()) writeField(process, handle.node, fieldText(process, handle.node) + act.text)
    } else if (act.do === 'long') {
      if (handle.node.long !== null && handle.enabled) process.run(handle.node.long, handle.row)
    } else tapNode(process, handle.node, handle.row, act.do === 'low' ? 0 : act.do === 'high' ? 1 : 0.5, handle.enabled)
  }
}

const longText = 'abcdefghij'.repeat(26)
const samples: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  number: ['7', '-5', '0', '1000000'],
  email: ['a@b.example', 'x', '🌱@b.example'],
  url: ['https://a.example', 'x'],
  phone: ['5551234', '-1'],
  date: ['2026-02-30', '2026-02-03'],
}
const plainSamples: readonly string[] = ['Rose', '🌱', longText, ' ', '-5', '0', "O'Neil", '1000000']

function actsAfter(planted: PlantedApp, bug: Bug, path: readonly Act[]): readonly Choice[] {
  const phone = replay(planted, bug, path)
  const apps = phone.inside()
  const overlay = apps.shownOverlays.at(-1)
  if (overlay !== undefined)
    return overlay.buttons.map((button, index) => choice({ do: 'overlay', button: index }, `tap ${button.id}`))
  const process = apps.process
  if (process === null) return [choice({ do: 'background' }, 'return')]
  const view = appView(process)
  const laid = phone.laid()
  const isInReach = (key: string): boolean => {
    const seen = laid.visibleOf(key)
    const { keyboardBounds } = laid
    return seen !== null && (keyboardBounds === null || (seen.top + seen.bottom) / 2 < keyboardBounds.top)
  }
  const open = view.overlays.length > 0
  const choices = [...view.handles].flatMap(([key, handle]) => {
    if (open !== (handle.on === 'button')) return []
    const before = isInReach(key) ? 0 : 1
    return handleActs(process, key, handle).map(([act, words]) => ({ act, words, before }))
  })
  const action = process.snackbarNow?.action ?? null
  if (action !== null) choices.push(choice({ do: 'snackbar' }, 'tap the snackbar'))
  if (process.screen.on.key !== undefined)
    choices.push(choice({ do: 'key', key: 'MediaPlayPause' }, 'key MediaPlayPause'))
  return [
    ...choices,
    choice({ do: 'key', key: 'Back' }, 'Back'),
    choice({ do: 'turn' }, 'turn'),
    choice({ do: 'background' }, 'background'),
    choice({ do: 'wait' }, 'wait'),
  ]
}

const choice = (act: Act, words: string): Choice => ({ act, words, before: 0 })

function handleActs(process: AppProcess, key: string, handle: Handle): readonly (readonly [Act, string])[] {
  if (handle.on === 'tab') return [[{ do: 'tap', key }, `tap ${handle.tab.id}`]]
  if (handle.on === 'button')
    return [[{ do: 'tap', key }, `tap ${process.overlays[handle.overlay]?.program.buttons[handle.button]?.id ?? key}`]]
  const { node } = handle
  if (!handle.enabled) return []
  const words = node.list === null ? node.id || key : `${node.id}[${handle.row.index ?? 0}]`
  const acts: (readonly [Act, string])[] = []
  if (node.kind === 'field') {
    const kept = fieldText(process, node) === '' ? [] : ['x']
    for (const text of [...(samples[node.fieldKind] ?? plainSamples), ...kept])
      acts.push([{ do: 'type', key, text }, `type ${JSON.stringify(text)} into ${words}`])
  } else if (node.kind === 'slider')
    acts.push([{ do: 'low', key }, `${words} low`], [{ do: 'high', key }, `${words} high`])
  else if (node.tap !== null || ['toggle', 'check', 'radio', 'button'].includes(node.kind))
    acts.push([{ do: 'tap', key }, `tap ${words}`])
  if (node.long !== null) acts.push([{ do: 'long', key }, `long ${words}`])
  return acts
}

function stateKey(phone: DemoPhone, process: AppProcess, asksVisits: boolean): string {
  const { orientation } = phone.settings
  const front = phone.inside().front
  return JSON.stringify([
    [...process.values],
    process.stack.map(entry => entry.screen),
    process.overlays.map(overlay => [overlay.program.buttons.map(button => button.id), overlay.row.index]),
    phone.inside().overlays.map(overlay => overlay.title),
    process.keyboard,
    orientation,
    typeof front === 'string' ? front : front.is,
    process.stands,
    // Where something asks how often a screen was seen, each visit is a state of its own.
    asksVisits ? process.visit : 0,
  ])
}

/** Fewest screen changes from each screen to the one wanted, over every `go`, `replace`, `root` there is and Back. */
function distancesTo(program: Program, wanted: string): ReadonlyMap<string, number> {
  const edges = new Map<string, Set<string>>()
  const link = (from: string, to: string): void => {
    edges.set(to, (edges.get(to) ?? new Set()).add(from))
  }
  for (const [id, screen] of program.screens)
    for (const target of targets(screen)) {
      link(id, target)
      link(target, id)
    }
  const far = new Map([[wanted, 0]])
  let ring = [wanted]
  for (let distance = 1; ring.length > 0; distance += 1) {
    const next: string[] = []
    for (const to of ring)
      for (const from of edges.get(to) ?? [])
        if (!far.has(from)) {
          far.set(from, distance)
          next.push(from)
        }
    ring = next
  }
  return far
}

function targets(value: unknown, into = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) targets(item, into)
  else if (typeof value === 'object' && value !== null) {
    if ('do' in value && 'screen' in value && typeof value.screen === 'string') into.add(value.screen)
    for (const item of Object.values(value)) targets(item, into)
  }
  return into
}
