// The demo phone: apps, input, settings, time and what can be seen, as one object. The public face of the engine, used by
// the demo driver, the adb double and tests. The same app, plant, seed, inputs and waits give the same phone, always.
import { Refusal } from '#shared/base/refusal.ts'
import { random, type Random } from '#shared/base/random.ts'
import { shortId, type ElementTree } from '#shared/domain/element.ts'
import type { AppEvent, Fold, Foreground, KeyName, Keyboard, NetworkState, Posture } from '#shared/domain/device.ts'
import type { Orientation, Size } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import type { Configuration } from '#main/device/demo/engine/app-parts.ts'
import { LogBuffers } from '#main/device/demo/engine/log-buffers.ts'
import { Nuisance, staleCrash, writeNoise } from '#main/device/demo/engine/nuisance.ts'
import { PhoneApps } from '#main/device/demo/engine/phone-apps.ts'
import { PhoneInput } from '#main/device/demo/engine/phone-input.ts'
import { PhoneScreen } from '#main/device/demo/engine/phone-screen.ts'
import type { PlantedApp, Program } from '#main/device/demo/engine/program.ts'
import { startMs, Timers } from '#main/device/demo/engine/timers.ts'
import type { TruthSink } from '#main/device/demo/engine/truth-log.ts'
import type { Laid } from '#main/device/demo/engine/layout.ts'
import type { PhoneView } from '#main/device/demo/engine/view.ts'

export interface PhoneOptions {
  readonly seed: number | string
  /** Near misses of a real device; on in the bench. */
  readonly nuisance?: boolean
  /** Upright, device pixels; of a foldable the inner screen. */
  readonly size?: Size
  readonly densityDpi?: number
  /** With it the phone folds: it begins open. */
  readonly fold?: Pick<Fold, 'outer'>
  /** `virtual` stands still until `advance`; a real one runs with the machine's, `scale` times as fast. */
  readonly clock?: 'virtual' | { readonly scale: number; readonly now: () => number }
  readonly onTruth?: TruthSink
}

export interface PhoneLook {
  readonly number: number
  readonly tree: ElementTree
  readonly foreground: Foreground
  readonly keyboard: Keyboard
  readonly secure: boolean
  readonly size: Size
  readonly orientation: Orientation
  readonly geometry: string
  readonly pictureId: string
  pixels(scale: number): Pixels
}

export interface DeviceSettingsNow {
  readonly dark: boolean
  readonly fontScale: number
  readonly locale: string
  readonly network: NetworkState
  readonly orientation: Orientation
}

const defaults: DeviceSettingsNow = {
  dark: false,
  fontScale: 1,
  locale: 'en',
  network: 'online',
  orientation: 'portrait',
}

export class DemoPhone {
  readonly densityDpi: number
  readonly #inner: Size
  readonly #outer: Size | null
  #posture: Posture = 'open'
  readonly logs = new LogBuffers()
  readonly #timers = new Timers()
  readonly #apps: PhoneApps
  readonly #screen: PhoneScreen
  readonly #input: PhoneInput
  readonly #chance: Random
  readonly #clock: PhoneOptions['clock']
  readonly #startedAt: number
  readonly #nuisance: boolean
  readonly #onTruth: TruthSink | null
  #settings = defaults
  #looks = 0
  #clipboard = ''
  readonly #listeners = new Set<() => void>()
  #isTelling = false

  constructor(options: PhoneOptions) {
    this.#inner = options.size ?? { width: 1080, height: 2400 }
    this.#outer = options.fold?.outer ?? null
    this.densityDpi = options.densityDpi ?? 420
    this.#clock = options.clock ?? 'virtual'
    this.#startedAt = typeof this.#clock === 'object' ? this.#clock.now() : 0
    this.#chance = random(options.seed, 'device')
    this.#nuisance = options.nuisance === true
    this.#onTruth = options.onTruth ?? null
    const nuisance = this.#nuisance ? new Nuisance(options.seed) : null
    const screen = (): PhoneScreen => this.#screen
    this.#apps = new PhoneApps({
      timers: this.#timers,
      logs: this.logs,
      nuisance,
      network: () => this.#settings.network,
      configuration: of => this.#configuration(of),
      chance: () => this.#chance.next(),
      toast: words => screen().toast(words),
      copy: words => {
        this.#clipboard = words
      },
    })
    this.#screen = new PhoneScreen({
      size: () => this.size,
      densityDpi: this.densityDpi,
      timers: this.#timers,
      apps: this.#apps,
      settings: () => this.#settings,
      orientation: () => this.orientation,
    })
    this.#input = new PhoneInput({
      timers: this.#timers,
      apps: this.#apps,
      screen: this.#screen,
      nuisance,
      densityDpi: this.densityDpi,
    })
    writeNoise(options.seed, this.#timers, this.logs)
    nuisance?.crashOthers(this.#timers, this.logs)
  }

  // --- time

  /** ms since 1970 on the device's clock. */
  now(): number {
    this.#sync()
    return this.#timers.now
  }

  /** Lets virtual time pass; a real clock passes by itself. */
  advance(ms: number): void {
    if (typeof this.#clock === 'object') this.#sync()
    else this.#timers.advanceTo(this.#timers.now + ms)
    this.#tellActivity()
  }

  /** Ms of the phone's time until it may look another way though nobody does anything to it. */
  nextChangeMs(): number {
    this.#sync()
    const next = Math.min(this.#timers.nextAt ?? Number.POSITIVE_INFINITY, this.#screen.nextAt())
    return Math.max(0, next - this.#timers.now)
  }

  /** Told in a later turn after something was done to it, or after its time was let pass: it may look another way. */
  onActivity(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #act(): void {
    this.#sync()
    this.#tellActivity()
  }

  #tellActivity(): void {
    if (this.#listeners.size === 0 || this.#isTelling) return
    this.#isTelling = true
    queueMicrotask(() => {
      this.#isTelling = false
      for (const listener of Array.from(this.#listeners)) listener()
    })
  }

  #sync(): void {
    if (typeof this.#clock !== 'object') return
    this.#timers.advanceTo(startMs + Math.floor((this.#clock.now() - this.#startedAt) * this.#clock.scale))
  }

  // --- apps

  install(app: PlantedApp, more: { readonly grant: boolean }): void {
    this.#act()
    const isNew = !this.#apps.installed.has(app.program.package)
    this.#apps.install(app, more.grant)
    if (this.#nuisance && isNew) staleCrash(this.logs, this.#timers.now, app.program.package)
  }

  uninstall(name: string): void {
    this.#act()
    this.#apps.uninstall(name)
  }

  packages(): readonly {
    readonly package: string
    readonly label: string
    readonly versionName: string
    readonly versionCode: number
    readonly permissions: readonly string[]
  }[] {
    return [...this.#apps.installed.values()].map(({ app: { program } }) => ({
      package: program.package,
      label: program.label,
      versionName: program.versionName,
      versionCode: program.versionCode,
      permissions: program.permissions,
    }))
  }

  /** The program installed under a package; a Refusal when there is none. */
  program(name: string): Program {
    return this.#apps.get(name).app.program
  }

  /** Starts the app anew; what ran before is gone. */
  launch(name: string): void {
    this.#act()
    this.#apps.launch(name)
  }

  /** Brings the app in front as it is; starts it when it does not run. */
  resume(name: string): void {
    this.#act()
    this.#apps.resume(name)
  }

  forceStop(name: string): void {
    this.#act()
    this.#apps.stop(name)
  }

  /** Process death in the background; false for an app in front, which is not killed. */
  kill(name: string): boolean {
    this.#act()
    return this.#apps.kill(name)
  }

  /** Also takes back what was granted, as `pm clear` does. */
  clearData(name: string): void {
    this.#act()
    this.#apps.clearData(name)
  }

  grant(name: string, permission: string): void {
    this.#apps.get(name).record.granted.add(permission)
  }

  revoke(name: string, permission: string): void {
    this.#apps.get(name).record.granted.delete(permission)
  }

  pidOf(name: string): number | null {
    return this.#apps.installed.get(name)?.process?.pid ?? null
  }

  openLink(link: string): void {
    this.#act()
    this.#apps.openLink(link)
  }

  // --- input, in device pixels of the present orientation

  tap(x: number, y: number): void {
    this.#act()
    this.#input.tap(x, y)
  }

  /** Held for `ms`; with a real clock the caller waits first. */
  press(x: number, y: number, ms: number): void {
    this.advance(ms)
    this.#input.press(x, y, ms)
  }

  swipe(x1: number, y1: number, x2: number, y2: number, ms: number): void {
    this.advance(ms)
    this.#input.swipe(x1, y1, x2, y2)
  }

  /** Types at the end of the focused field; false when nothing takes text. */
  typeText(text: string): boolean {
    this.#act()
    return this.#input.typeText(text)
  }

  clearField(): boolean {
    this.#act()
    return this.#input.clearField()
  }

  hideKeyboard(): void {
    this.#act()
    const process = this.#apps.process
    if (process !== null) process.keyboard = false
  }

  key(name: KeyName): void {
    this.#act()
    this.#input.key(name)
  }

  // --- settings

  get settings(): DeviceSettingsNow {
    return this.#settings
  }

  turn(to: Orientation): void {
    this.#set({ orientation: to })
  }

  /** Null on a phone that does not fold. */
  get posture(): Posture | null {
    return this.#outer === null ? null : this.#posture
  }

  /** Closing and opening shows another screen, in which the app is laid out anew as after a turn. */
  fold(to: Posture): void {
    if (this.#outer === null) throw new Refusal('unsupported', 'This demo phone does not fold.')
    this.#act()
    this.#posture = to
    this.#apps.configured()
  }

  /** Of the screen that shows now: upright, device pixels. */
  get size(): Size {
    return this.#outer !== null && this.#posture === 'closed' ? this.#outer : this.#inner
  }

  setDark(to: boolean): void {
    this.#set({ dark: to })
  }

  setFontScale(to: number): void {
    if (!(to >= 0.5 && to <= 3))
      throw new Refusal('bad-value', `A font scale is between 0.5 and 3; ${to} is not.`, { where: 'fontScale' })
    this.#set({ fontScale: to })
  }

  setLocale(to: string): void {
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u.test(to))
      throw new Refusal('bad-value', `"${to}" is not a language tag such as en or de.`, { where: 'locale' })
    this.#set({ locale: to })
  }

  setNetwork(to: NetworkState): void {
    this.#set({ network: to })
  }

  #set(change: Partial<DeviceSettingsNow>): void {
    this.#act()
    this.#settings = { ...this.#settings, ...change }
    this.#apps.configured()
  }

  get clipboard(): string {
    return this.#clipboard
  }

  // --- what can be seen

  /** How the screen stands now: an app may keep an orientation of its own. */
  get orientation(): Orientation {
    const { front } = this.#apps
    const wanted =
      typeof front === 'string' ? (this.#apps.installed.get(front)?.app.program.orientation ?? 'any') : 'any'
    return wanted === 'any' ? this.#settings.orientation : wanted
  }

  view(): PhoneView {
    this.#sync()
    return this.#screen.view()
  }

  laid(): Laid {
    this.#sync()
    return this.#screen.now().laid
  }

  foreground(): Foreground {
    return this.#screen.foreground()
  }

  /** One observation: tree and picture of this moment, numbered, told to the truth log. */
  look(): PhoneLook {
    this.#sync()
    const number = (this.#looks += 1)
    const look = { ...this.#peek(), number }
    this.#tellTruth(number, look.tree)
    return look
  }

  /** The same without counting as an observation. */
  peek(): Omit<PhoneLook, 'number'> {
    this.#sync()
    return this.#peek()
  }

  #peek(): Omit<PhoneLook, 'number'> {
    const shown = this.#screen.now()
    const { view, laid } = shown
    return {
      tree: laid.tree,
      foreground: this.#screen.foreground(),
      keyboard: { shown: view.keyboard, bounds: laid.keyboardBounds },
      secure: view.secure,
      size: { width: view.width, height: view.height },
      orientation: view.width > view.height ? 'landscape' : 'portrait',
      geometry: `${view.width}x${view.height}`,
      pictureId: shown.id,
      pixels: scale => shown.pixels(scale),
    }
  }

  /** Crashes and ANRs of an app that were reported after a log number, oldest first. */
  reports(name: string, after: number): readonly AppEvent[] {
    return this.#apps.reports
      .filter(report => report.package === name && report.number > after)
      .map(report => report.event)
  }

  /** Where things stand inside: for tests and the validator of app files, never for a driver. */
  inside(): PhoneApps {
    return this.#apps
  }

  #tellTruth(observation: number, tree: ElementTree): void {
    if (this.#onTruth === null) return
    const { process, faults } = this.#screen.truth()
    const died = this.#apps.diedOn
    this.#onTruth({
      observation,
      screen: process?.top.screen ?? died?.screen ?? null,
      ids: [...new Set(tree.nodes.map(node => shortId(node.id)).filter(id => id !== ''))],
      faults,
    })
  }

  #configuration(of: Program): Configuration {
    const { orientation, dark, fontScale, locale } = this.#settings
    const screen = this.size === this.#outer ? 'outer' : 'main'
    return { orientation: of.orientation === 'any' ? orientation : of.orientation, screen, dark, fontScale, locale }
  }
}
