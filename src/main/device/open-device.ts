// The one implementation of Device over any Driver: checks points, orders inputs, guards control, keeps the state.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type {
  AppEvent,
  AppInfo,
  Build,
  Can,
  Capabilities,
  DeviceControl,
  DeviceModel,
  DeviceSettings,
  DeviceState,
  Observation,
  Owner,
  OwnerKind,
  Receipt,
} from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { DeviceInput, MadeInput } from '#shared/domain/input.ts'
import type { Picture } from '#shared/domain/picture.ts'
import { ControlDesk, type Holding } from '#main/device/control-desk.ts'
import type { Clock, Device, Grant } from '#main/device/device.ts'
import type { AppsFacet, Driver, LogFacet, Look } from '#main/device/driver.ts'
import { checkPoint, doubleTapGapMs, piecesOf, pointsOf } from '#main/device/gesture.ts'
import { deadlineMs, Ledger } from '#main/device/ledger.ts'

/** Opens a Device over the driver and owns it: closing the Device closes the driver. */
export async function openDevice(driver: Driver, signal: AbortSignal): Promise<OpenDevice> {
  const device = new OpenDevice(driver)
  await driver.touch?.lift(signal)
  await device.readSettings('device', signal)
  return device
}

export class OpenDevice implements Device {
  readonly model: DeviceModel
  readonly caps: Capabilities
  readonly clock: Clock
  readonly ledger = new Ledger()
  readonly #driver: Driver
  readonly #desk = new ControlDesk()
  readonly #state: LiveValue<DeviceState>
  #geometry: string | null = null
  #size: Size | null = null
  #looks = 0
  #frontPackage: string | null = null
  #inputQueue: Promise<unknown> = Promise.resolve()
  readonly #stops: (() => void)[] = []
  #made: readonly MadeInput[] = []

  constructor(driver: Driver) {
    this.#driver = driver
    this.model = driver.model
    this.caps = driver.can
    this.clock = driver.clock
    this.#state = new LiveValue<DeviceState>({
      power: driver.power.value,
      settings: null,
      generation: 1,
      control: null,
      busy: null,
      turn: 'upright',
      posture: null,
      overrides: null,
    })
    this.#stops.push(
      driver.power.subscribe(power => this.#powerChanged(power)),
      this.ledger.busy.subscribe(busy => this.#state.update(state => ({ ...state, busy }))),
      this.#desk.holding.subscribe(holding =>
        this.#state.update(state => ({
          ...state,
          control: holding === null ? null : { owner: holding.owner, ownerGeneration: holding.generation },
        })),
      ),
    )
  }

  get state(): LiveValue<DeviceState> {
    return this.#state
  }

  supports(control: DeviceControl['set']): Can {
    return this.caps.controls[control]
  }

  async observe(signal: AbortSignal): Promise<Observation> {
    const look = await this.#driver.screen.look(signal)
    return this.#observed(look)
  }

  still(signal: AbortSignal): Promise<Picture> {
    return this.#driver.screen.picture(signal)
  }

  async takeControl(owner: Owner, signal: AbortSignal): Promise<Grant> {
    const holding = this.#desk.take(owner)
    await this.#driver.touch?.lift(signal)
    return this.#grant(holding)
  }

  async whenFree(signal: AbortSignal): Promise<void> {
    while (this.#desk.holding.value?.owner.kind === 'person') {
      await new Promise<void>((resolve, reject) => {
        const stop = this.#desk.holding.subscribe(() => {
          signal.removeEventListener('abort', onAbort)
          stop()
          resolve()
        })
        const onAbort = (): void => {
          stop()
          reject(signal.reason as Error)
        }
        if (signal.aborted) onAbort()
        else signal.addEventListener('abort', onAbort, { once: true })
      })
    }
  }

  input(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<Receipt> {
    const mine = this.#inputQueue.then(() => this.#send(grant, input, AbortSignal.any([signal, grant.lost])))
    this.#inputQueue = mine.catch(() => undefined)
    return mine
  }

  inputsSince(number: number): readonly MadeInput[] {
    return this.#made.filter(made => made.number > number)
  }

  async install(grant: Grant, build: Build, signal: AbortSignal): Promise<AppInfo> {
    return this.#operation(grant, `installing ${nameOf(build.path)}`, deadlineMs.install, signal, late =>
      this.#apps().install(build, late),
    )
  }

  apps(signal: AbortSignal): Promise<readonly AppInfo[]> {
    return this.#apps().list(signal)
  }

  async launch(grant: Grant, pkg: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    await this.#operation(grant, `starting ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().launch(pkg, args, late),
    )
    this.#frontPackage = pkg
  }

  async resume(grant: Grant, pkg: string, signal: AbortSignal): Promise<void> {
    await this.#operation(grant, `bringing ${pkg} to the front`, deadlineMs.control, signal, late =>
      this.#apps().resume(pkg, late),
    )
    this.#frontPackage = pkg
  }

  forceStop(grant: Grant, pkg: string, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, `stopping ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().forceStop(pkg, late),
    )
  }

  kill(grant: Grant, pkg: string, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, `ending the process of ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().kill(pkg, late),
    )
  }

  clearData(grant: Grant, pkg: string, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, `clearing the data of ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().clearData(pkg, late),
    )
  }

  openLink(grant: Grant, link: string, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, 'opening a link', deadlineMs.control, signal, late =>
      this.#apps().openLink(link, late),
    )
  }

  permission(grant: Grant, pkg: string, name: string, allow: boolean, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, `changing a permission of ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().permission(pkg, name, allow, late),
    )
  }

  async control(grant: Grant, control: DeviceControl, signal: AbortSignal): Promise<void> {
    const can = this.supports(control.set)
    if (!can.yes) throw new Refusal('unsupported', can.why)
    await this.#operation(
      grant,
      `setting ${control.set}`,
      deadlineMs.control,
      signal,
      late => this.#driver.settings.set(control, late),
      async () => {
        const read: Readonly<Record<string, unknown>> = { ...(await this.#driver.settings.read(signal)) }
        return read[control.set] === control.to ? undefined : null
      },
    )
    if (control.set === 'orientation') this.#geometryChanges()
    await this.readSettings(grant.owner.kind, signal)
  }

  logMark(signal: AbortSignal): Promise<string> {
    return this.#logs().mark(signal)
  }

  events(
    mark: string,
    pkg: string,
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly AppEvent[]; readonly mark: string }> {
    return this.#logs().since(mark, pkg, signal)
  }

  /** Same request id, same answer: see Ledger. */
  answered<T>(requestId: string, work: () => Promise<T>): Promise<T> {
    return this.ledger.answered(requestId, work)
  }

  /** Reads the settings back; what changed since is marked as made by `by`. */
  async readSettings(by: 'device' | OwnerKind, signal: AbortSignal): Promise<void> {
    const read = await this.#driver.settings.read(signal)
    const old = this.#state.value.settings
    const observed = <K extends keyof DeviceSettings>(key: K, value: DeviceSettings[K]['value']): DeviceSettings[K] => {
      const before = old?.[key]
      return (before !== undefined && before.value === value ? before : { value, by }) as DeviceSettings[K]
    }
    const settings: DeviceSettings = {
      dark: observed('dark', read.dark),
      fontScale: observed('fontScale', read.fontScale),
      locale: observed('locale', read.locale),
      network: observed('network', read.network),
      orientation: observed('orientation', read.orientation),
    }
    this.#state.update(state => ({ ...state, settings }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    const holding = this.#desk.holding.value
    if (holding !== null) this.#desk.release(holding.generation)
    await this.#inputQueue
    const closing = AbortSignal.timeout(deadlineMs.control)
    await this.#driver.touch?.lift(closing).catch(() => undefined)
    await this.#driver[Symbol.asyncDispose]()
  }

  #grant(holding: Holding): Grant {
    return {
      owner: holding.owner,
      generation: holding.generation,
      lost: holding.lost.signal,
      [Symbol.asyncDispose]: async () => {
        if (!this.#desk.release(holding.generation)) return
        await this.#driver.touch?.lift(AbortSignal.timeout(deadlineMs.control))
      },
    }
  }

  #observed(look: Look): Observation {
    if (this.#geometry !== null && look.geometry !== this.#geometry) this.#geometryChanges()
    this.#geometry = look.geometry
    this.#size = look.size
    this.#looks += 1
    return {
      number: look.truthNumber ?? this.#looks,
      at: this.clock.now(),
      generation: this.#state.value.generation,
      size: look.size,
      densityDpi: this.model.densityDpi,
      orientation: look.orientation,
      foreground: look.foreground,
      keyboard: look.keyboard,
      tree: look.tree,
      treeMissing: look.treeMissing,
      picture: look.picture,
      secure: look.secure,
    }
  }

  #geometryChanges(): void {
    this.#geometry = null
    this.#size = null
    this.#state.update(state => ({ ...state, generation: state.generation + 1 }))
  }

  #powerChanged(power: DeviceState['power']): void {
    const was = this.#state.value.power
    this.#state.update(state => ({ ...state, power }))
    if (power.is !== 'on' || was.is === 'on') return
    this.#geometryChanges()
    const lifting = this.#driver.touch?.lift(AbortSignal.timeout(deadlineMs.control))
    lifting?.catch(() => undefined)
  }

  async #send(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<Receipt> {
    this.#desk.check(grant.generation)
    signal.throwIfAborted()
    if (this.#state.value.power.is !== 'on') throw new Refusal('not-booted', `${this.model.name} is not running.`)
    for (const point of pointsOf(input)) checkPoint(point, this.#state.value.generation, this.#size)
    const number = (this.#made.at(-1)?.number ?? 0) + 1
    this.#made = [...this.#made.slice(1 - inputsKept), { number, at: this.clock.now(), owner: grant.owner, input }]
    try {
      await this.#perform(grant, input, signal)
    } catch (thrown) {
      if (signal.aborted) await this.#driver.touch?.lift(AbortSignal.timeout(deadlineMs.control)).catch(() => undefined)
      throw thrown
    }
    return { sent: true, reached: true, changed: null, words: 'sent', refusal: null }
  }

  async #perform(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<void> {
    switch (input.kind) {
      case 'tap':
        return this.#touch().tap(input.at.x, input.at.y, signal)
      case 'double_tap':
        await this.#touch().tap(input.at.x, input.at.y, signal)
        await this.clock.wait(doubleTapGapMs, signal)
        return this.#touch().tap(input.at.x, input.at.y, signal)
      case 'long_press':
        return this.#touch().press(input.at.x, input.at.y, input.ms, signal)
      case 'swipe':
        return this.#touch().swipe(input.from, input.to, input.ms, signal)
      case 'pinch':
      case 'contacts':
      case 'host_key':
      case 'paste':
        throw new Refusal('unsupported', `${this.model.name} takes no ${input.kind} yet.`)
      case 'text':
        return this.#type(input.text, signal)
      case 'clear':
        return this.#text().clear(signal)
      case 'hide_keyboard':
        return this.#text().hideKeyboard(signal)
      case 'key':
        if (!this.caps.keys.includes(input.key))
          throw new Refusal('unsupported', `${this.model.name} has no key ${input.key}.`)
        return this.#driver.keys.key(input.key, signal)
      case 'turn':
        await this.#driver.settings.set({ set: 'orientation', to: input.to }, signal)
        this.#geometryChanges()
        return this.readSettings(grant.owner.kind, signal)
      case 'background':
        return this.#background(input.ms, signal)
      case 'wait':
        return this.clock.wait(input.ms, signal)
    }
  }

  /** Everything is checked by the driver before the first piece is typed; a change of hands drops the unsent pieces. */
  async #type(text: string, signal: AbortSignal): Promise<void> {
    const facet = this.#text()
    for (const piece of piecesOf(text, 500)) {
      signal.throwIfAborted()
      await facet.type(piece, signal)
    }
  }

  async #background(ms: number, signal: AbortSignal): Promise<void> {
    const pkg = this.#frontPackage
    if (pkg === null)
      throw new Refusal('bad-value', 'There is no app to bring back from the background.', {
        hint: 'Launch one first.',
      })
    await this.#driver.keys.key('Home', signal)
    await this.clock.wait(ms, signal)
    await this.#apps().resume(pkg, signal)
  }

  async #operation<T>(
    grant: Grant,
    what: string,
    limitMs: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
    readBack?: () => Promise<T | null>,
  ): Promise<T> {
    this.#desk.check(grant.generation)
    return this.ledger.run(what, limitMs, AbortSignal.any([signal, grant.lost]), work, readBack)
  }

  #touch(): NonNullable<Driver['touch']> {
    if (this.#driver.touch === null) throw new Refusal('unsupported', `${this.model.name} has no touch screen.`)
    return this.#driver.touch
  }

  #text(): NonNullable<Driver['text']> {
    if (this.#driver.text === null) throw new Refusal('unsupported', `Text cannot be typed on ${this.model.name}.`)
    return this.#driver.text
  }

  #apps(): AppsFacet {
    if (this.#driver.apps === null) throw new Refusal('unsupported', `Apps cannot be managed on ${this.model.name}.`)
    return this.#driver.apps
  }

  #logs(): LogFacet {
    if (this.#driver.logs === null) throw new Refusal('unsupported', `${this.model.name} gives no crash logs.`)
    return this.#driver.logs
  }
}

/** For the record of who did what; a person's minutes in the middle of a night. */
const inputsKept = 500

const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
