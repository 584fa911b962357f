// The one implementation of Device over any Driver: checks points, orders inputs, guards control, keeps the state.
import { LiveValue, type Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type {
  AppEvent,
  AppInfo,
  Build,
  Can,
  Capabilities,
  DeviceControl,
  DeviceModel,
  DeviceState,
  Observation,
  Owner,
  Receipt,
} from '#shared/domain/device.ts'
import { checkLink } from '#shared/domain/deep-link.ts'
import type { DropChoice, DroppedBuild, InstallOutcome, InstallProgress, DropVerdict } from '#shared/domain/drop.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { DeviceInput, MadeInput, Touches } from '#shared/domain/input.ts'
import type { Picture } from '#shared/domain/picture.ts'
import { PictureChanges } from '#main/device/changes.ts'
import { ControlDesk, type Holding } from '#main/device/control-desk.ts'
import type { Clock, Device, Grant } from '#main/device/device.ts'
import { installOn, judgeOn, type DropAsker, type DropPlace } from '#main/device/dropping.ts'
import type { AppsFacet, Driver, LogFacet, LogLine, Look, ShellFacet } from '#main/device/driver.ts'
import { InputLine } from '#main/device/input-line.ts'
import { deadlineMs, Ledger } from '#main/device/ledger.ts'
import { isHeldAlike, readBack, refuseUnread, wasHeld, type Made } from '#main/device/read-back.ts'
import { sameShapeMs, ShownGeometry } from '#main/device/shown-geometry.ts'
import { monotonicMs, wallClock } from '#main/sys/clock.ts'
import { FanOut } from '#main/device/stream/fan-out.ts'
import { WhileWatched } from '#main/device/while-watched.ts'

/** Opens a Device over the driver and owns it: closing the Device closes the driver, and so does an opening that fails. */
export async function openDevice(driver: Driver, signal: AbortSignal): Promise<OpenDevice> {
  const device = new OpenDevice(driver)
  try {
    await Promise.all([driver.touch?.lift(signal), driver.keys.lift?.(signal)])
    await device.readSettings(null, signal)
    return device
  } catch (thrown) {
    await device[Symbol.asyncDispose]().catch(() => undefined)
    throw thrown
  }
}

/** A device's clock this far behind after a sleep is set. */
const lagMs = 5000

export class OpenDevice implements Device {
  readonly model: DeviceModel
  readonly caps: Capabilities
  readonly clock: Clock
  readonly ledger = new Ledger()
  readonly stream: FanOut
  readonly shell: ShellFacet | null
  readonly #driver: Driver
  readonly #desk = new ControlDesk()
  readonly #state: LiveValue<DeviceState>
  readonly #geometry = new ShownGeometry(monotonicMs)
  readonly #changes: PictureChanges
  readonly #line: InputLine
  #looks = 0
  #frontPackage: string | null = null
  readonly #readBacks = new WhileWatched(readEveryMs, signal => this.#readAsWatched(signal))
  /** Of the newest picture of the video; null before one. */
  #pictureSize: Size | null = null
  #sameShape: NodeJS.Timeout | null = null
  readonly #closed = new AbortController()
  readonly #stops: (() => void)[] = []

  constructor(driver: Driver) {
    this.#driver = driver
    this.model = driver.model
    this.caps = driver.can
    this.clock = driver.clock
    this.shell = driver.shell
    this.stream = new FanOut({
      name: driver.model.name,
      video: driver.video,
      power: driver.power,
      picture: signal => this.still(signal),
      captured: (frame, mayBeOld) => this.#captured(frame, mayBeOld),
      generationOf: source => this.#generationOf(source),
    })
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
    this.#changes = new PictureChanges(() => this.stream.isCapturing, {
      isStills: () => driver.video.kind === 'stills' || this.stream.isStillsOnly,
      look: () => this.still(AbortSignal.any([this.#closed.signal, AbortSignal.timeout(stillMs)])),
    })
    this.#line = new InputLine({
      driver,
      desk: this.#desk,
      geometry: this.#geometry,
      changes: this.#changes,
      power: () => driver.power.value,
      perform: (grant, input, signal) =>
        input.kind === 'turn'
          ? this.#reshape(grant, { set: 'orientation', to: input.to }, signal, () =>
              driver.settings.set({ set: 'orientation', to: input.to }, signal),
            )
          : this.#background(input.ms, signal),
    })
    this.#stops.push(
      this.#geometry.generation.subscribe(generation => this.#generationRose(generation)),
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

  async woke(signal: AbortSignal): Promise<void> {
    this.stream.reopen()
    const clock = this.#driver.wallClock
    if (clock === undefined || this.#driver.power.value.is !== 'on') return
    if (wallClock.ms() - (await clock.read(signal)) > lagMs) await clock.set(wallClock.ms(), signal)
  }

  supports(control: DeviceControl['set']): Can {
    return this.caps.controls[control]
  }

  /** A look during which the screen took another shape is of neither: it is taken again. */
  async observe(signal: AbortSignal): Promise<Observation> {
    for (let tries = 1; ; tries += 1) {
      const [changes, generation] = [this.#geometry.changes, this.#geometry.generation.value]
      const beganMs = monotonicMs()
      const look = await this.#driver.screen.look(signal)
      this.#changes.sawPicture(look.picture.id, beganMs, monotonicMs())
      const isOfNow = this.#geometry.looked(look, changes)
      if (isOfNow || tries >= looksMost)
        return this.#observed(look, isOfNow ? this.#geometry.generation.value : generation)
    }
  }

  async still(signal: AbortSignal): Promise<Picture> {
    const atMs = monotonicMs()
    const { changes } = this.#geometry
    const picture = await this.#driver.screen.picture(signal)
    this.#changes.sawPicture(picture.id, atMs, monotonicMs())
    this.#pictureSize = await picture.pixels()
    this.#geometry.pictured(this.#screenShown(), changes)
    return picture
  }

  /** The fingers that were last put down here, by whoever. */
  get touches(): Live<Touches> {
    return this.#line.touches
  }

  /** Somebody looks at this device as it happens: settings are read back at once and every ten seconds. */
  watched(): Disposable {
    return this.#readBacks.watch()
  }

  /** What is copied on the device, our own pastes left out; runs until the signal aborts. */
  watchCopied(onCopied: (text: string) => void, signal: AbortSignal): Promise<void> {
    return this.#line.watchCopied(onCopied, AbortSignal.any([signal, this.#closed.signal]))
  }

  async takeControl(owner: Owner, signal: AbortSignal): Promise<Grant> {
    const holding = this.#desk.take(owner)
    try {
      await this.#line.liftAll(signal, 'is another')
    } catch (thrown) {
      // Nobody has it whom nobody could hand it to.
      this.#desk.release(holding.generation)
      throw thrown
    }
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
    if (input.kind !== 'wait') this.stream.touched()
    return this.#line.send(grant, input, signal)
  }

  inputsSince(number: number): readonly MadeInput[] {
    return this.#line.since(number)
  }

  async install(grant: Grant, build: Build, signal: AbortSignal): Promise<AppInfo> {
    return this.#operation(grant, `installing ${nameOf(build.path)}`, deadlineMs.install, signal, late =>
      this.#apps().install(build, late),
    )
  }

  judge(build: DroppedBuild, asker: DropAsker, signal: AbortSignal): Promise<DropVerdict> {
    return judgeOn(this.#dropPlace(), build, asker, signal)
  }

  installDropped(
    build: DroppedBuild,
    choice: DropChoice | null,
    asker: DropAsker,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    return installOn(this.#dropPlace(), build, choice, asker, onProgress, signal)
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

  kill(grant: Grant, pkg: string, signal: AbortSignal): Promise<boolean> {
    return this.#operation(grant, `ending the process of ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().kill(pkg, late),
    )
  }

  clearData(grant: Grant, pkg: string, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, `clearing the data of ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().clearData(pkg, late),
    )
  }

  async openLink(grant: Grant, link: string, signal: AbortSignal): Promise<void> {
    checkLink(link)
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
    const set = (): Promise<void> =>
      this.#operation(
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
    if (control.set === 'orientation' || control.set === 'turn' || control.set === 'posture')
      return this.#reshape(grant, control, signal, set)
    await set()
    await this.#readSet(grant, control, signal)
  }

  uninstall(grant: Grant, pkg: string, signal: AbortSignal): Promise<void> {
    return this.#operation(grant, `removing ${pkg}`, deadlineMs.control, signal, late =>
      this.#apps().uninstall(pkg, late),
    )
  }

  async toDownloads(name: string, path: string, onPart: (part: number) => void, signal: AbortSignal): Promise<string> {
    const { files } = this.#driver
    if (files === null) throw new Refusal('unsupported', `${this.model.name} takes no files.`)
    return this.ledger.run(`sending ${name}`, deadlineMs.install, signal, late => {
      onPart(0)
      return files.toDownloads(name, path, onPart, late)
    })
  }

  async followLog(
    of: { readonly app: string | null; readonly least: LogLine['level'] },
    onLines: (lines: readonly LogLine[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { logLines } = this.#driver
    if (logLines === null) throw new Refusal('unsupported', `${this.model.name} does not show its log.`)
    await logLines.follow(of, onLines, AbortSignal.any([signal, this.#closed.signal]))
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

  answered<T>(
    { id, again }: { readonly id: string; readonly again: boolean },
    asked: string,
    work: () => Promise<T>,
  ): Promise<T> {
    return this.ledger.answered(id, asked, work, again)
  }

  /** Reads back the settings and how it is held; `made` is what was set before, where that is why it is read. */
  async readSettings(made: Made | null, signal: AbortSignal): Promise<void> {
    this.#state.update(await readBack(this.#driver.settings, made, signal))
  }

  async #readSet(grant: Grant, { set }: DeviceControl, signal: AbortSignal): Promise<void> {
    await this.readSettings({ by: grant.owner.kind, set }, signal)
    refuseUnread(this.#state.value, set)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Refusal('superseded', `${this.model.name} was closed here.`))
    this.#readBacks.end()
    for (const stop of this.#stops.splice(0)) stop()
    if (this.#sameShape !== null) clearTimeout(this.#sameShape)
    const holding = this.#desk.holding.value
    if (holding !== null) this.#desk.release(holding.generation)
    await this.#line.ended()
    await this.#line.liftAll(AbortSignal.timeout(deadlineMs.control), 'is another').catch(() => undefined)
    await this.stream[Symbol.asyncDispose]()
    await this.#driver[Symbol.asyncDispose]()
  }

  #grant(holding: Holding): Grant {
    return {
      owner: holding.owner,
      generation: holding.generation,
      lost: holding.lost.signal,
      [Symbol.asyncDispose]: async () => {
        if (!this.#desk.release(holding.generation)) return
        await this.#line.liftAll(AbortSignal.timeout(deadlineMs.control), 'is another').catch((thrown: unknown) => {
          // One that is away has its fingers lifted when it is back; control is handed back all the same.
          if (this.#driver.power.value.is === 'on') throw thrown
        })
      },
    }
  }

  #observed(look: Look, generation: number): Observation {
    this.#looks += 1
    return {
      number: look.truthNumber ?? this.#looks,
      at: this.clock.now(),
      generation,
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

  /** A control after which the screen may be another shape: what is under way ends where it is, touches wait for a picture. */
  async #reshape(
    grant: Grant,
    control: Extract<DeviceControl, { readonly set: 'orientation' | 'turn' | 'posture' }>,
    signal: AbortSignal,
    set: () => Promise<void>,
  ): Promise<void> {
    const before = this.#state.value
    const change = this.#geometry.changing()
    let isOther = true
    try {
      await this.#line.endGesture(
        new Refusal('stale-geometry', 'The gesture was ended where it was: the screen turned.'),
      )
      await set()
      await this.#readSet(grant, control, signal)
      isOther = !isHeldAlike(before, this.#state.value) || !wasHeld(before, control)
    } finally {
      change.done(isOther)
    }
  }

  #generationRose(generation: number): void {
    this.#state.update(state => ({ ...state, generation }))
    // An app in front that does not turn gives no new picture: the last is asked for again, as one of the new geometry.
    if (this.#sameShape !== null) clearTimeout(this.#sameShape)
    this.#sameShape = setTimeout(() => this.stream.keyFrame(), sameShapeMs)
    this.#sameShape.unref()
    this.#line
      .endGesture(new Refusal('stale-geometry', 'The gesture was ended where it was: the screen changed its shape.'))
      .catch(() => undefined)
  }

  #powerChanged(power: DeviceState['power']): void {
    const was = this.#state.value.power
    this.#state.update(state => ({ ...state, power }))
    if (power.is !== 'on' || was.is === 'on') return
    this.#geometry.rise()
    this.#line.cameBack().catch(() => undefined)
  }

  #captured({ atUs, size }: { readonly atUs: number; readonly size?: Size }, mayBeOld: boolean): void {
    if (mayBeOld) this.#changes.sawUnclear(atUs / 1000)
    else this.#changes.saw(atUs / 1000)
    if (size !== undefined) this.#pictureSize = size
  }

  /** Of a picture of the video, by the driver's own count; null: of one that does not say. */
  #generationOf(source: number | null): number {
    return source === null ? this.#geometry.generation.value : this.#geometry.framed(source, this.#screenShown())
  }

  /** In device pixels: pictures of the video are scaled, the model's size is not. */
  #screenShown(): Size | null {
    const { model } = this
    const picture = this.#pictureSize
    if (picture === null) return null
    const isClosed = this.#state.value.posture?.value === 'closed'
    const { width, height } = model.kind === 'foldable' && isClosed ? model.fold.outer : model.size
    return width < height === picture.width < picture.height ? { width, height } : { width: height, height: width }
  }

  /** A device that is busy or away tells more of itself later; what it said last is kept. */
  async #readAsWatched(signal: AbortSignal): Promise<void> {
    if (this.ledger.busy.value !== null || this.#driver.power.value.is !== 'on') return
    await this.readSettings(null, AbortSignal.any([signal, this.#closed.signal])).catch(() => undefined)
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

  #dropPlace(): DropPlace {
    return { model: this.model, apps: this.#driver.apps, ledger: this.ledger, state: () => this.#state.value }
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

const looksMost = 3
/** For one more look after an input; over the network a picture takes a while. */
const stillMs = 10_000
const readEveryMs = 10_000

const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
