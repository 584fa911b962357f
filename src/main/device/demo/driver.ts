// The demo phone as a device like any other: the Driver over an engine in this process. It hands on what a person could
// see and what the logs say, nothing of what was planted. Options are for the hub, tests and the bench.
import { LiveValue } from '#shared/base/live.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { keyNames, turns } from '#shared/domain/device.ts'
import type {
  AppInfo,
  Build,
  Can,
  Capabilities,
  DeviceControl,
  DeviceModel,
  Fold,
  KeyName,
  Power,
  Turn,
} from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'
import type { Picture, Pixels } from '#shared/domain/picture.ts'
import { append, readText } from '#main/sys/files.ts'
import type { AppsFacet, Clock, Driver, Held, LogFacet, LogLinesFacet, Look } from '#main/device/driver.ts'
import { followLog } from '#main/device/demo/log-follow.ts'
import { dropOnDemo } from '#main/device/demo/drop.ts'
import { loadApp, plantApp, type AppFile } from '#main/device/demo/engine/app-file.ts'
import { DemoPhone, type PhoneLook } from '#main/device/demo/engine/phone.ts'
import type { PlantedApp } from '#main/device/demo/engine/program.ts'
import { DemoVideo } from '#main/device/demo/video.ts'
import { truthLine, type TruthEntry } from '#main/device/demo/engine/truth-log.ts'

export interface DemoOptions {
  readonly seed: number
  readonly nuisance?: boolean
  /** `virtual`: waiting costs nothing. `real`: with the machine's clock, `scale` times as fast. */
  readonly clock: 'virtual' | 'real'
  readonly scale?: number
  /** Picture pixels per device pixel; half by default, as no check needs more. */
  readonly pictureScale?: number
  /** File the truth log is appended to; only the scorer opens it. */
  readonly truthFile?: string
  readonly id?: string
  readonly name?: string
  /** A foldable: it begins open. */
  readonly folds?: boolean
}

/** All but the power key: the phone is always on. */
const keys: readonly KeyName[] = keyNames.filter(key => key !== 'Power')
const yes: Can = { yes: true }

const capabilitiesOf = (device: 'phone' | 'foldable'): Capabilities => {
  const not = (does: string): Can => ({ yes: false, why: `The demo ${device} ${does}.` })
  return {
    surface: 'touch',
    keys,
    tree: yes,
    foreground: yes,
    text: yes,
    clearData: yes,
    crashLogs: yes,
    terminal: not('has no command line'),
    files: not('has no Download folder'),
    contacts: not('takes whole gestures'),
    clipboard: not('has no clipboard'),
    controls: {
      dark: yes,
      fontScale: yes,
      locale: yes,
      network: yes,
      orientation: yes,
      turn: yes,
      posture: device === 'foldable' ? yes : not('does not fold'),
      awake: not('never sleeps'),
      location: not('has no place'),
      statusBar: not('has no status bar to clean'),
      battery: not('has no battery'),
    },
  }
}

export const demoCapabilities = capabilitiesOf('phone')
const foldableCapabilities = capabilitiesOf('foldable')

export const demoCapabilitiesOf = (options: Pick<DemoOptions, 'folds'>): Capabilities =>
  options.folds === true ? foldableCapabilities : demoCapabilities

export function demoModel(options: Pick<DemoOptions, 'id' | 'name' | 'folds'> = {}): DeviceModel {
  const folds = options.folds === true
  const shared = {
    id: deviceId(options.id ?? (folds ? 'demo-foldable' : 'demo-phone')),
    name: options.name ?? (folds ? 'Demo foldable' : 'Demo phone'),
    platform: 'demo',
    surface: 'touch',
    runtime: 'Simulated, in the manner of Android 13 (API 33)',
    densityDpi: 420,
    apiLevel: 33,
  } as const
  if (!folds) return { ...shared, kind: 'phone', size: { width: 1080, height: 2400 } }
  return { ...shared, kind: 'foldable', size: { width: 2208, height: 1840 }, fold: demoFold }
}

const demoFold: Fold = {
  outer: { width: 1080, height: 2092 },
  hinge: 'vertical',
  postures: ['closed', 'half-open', 'open'],
}

export function openDemoDriver(options: DemoOptions): Promise<DemoDriver> {
  return Promise.resolve(new DemoDriver(options))
}

const truthLinesMax = 100
/** Pictures kept drawn. Who holds an older look and asks again has it drawn again: pixels are large, looks are small. */
const drawnMost = 24

export class DemoDriver implements Driver {
  readonly model: DeviceModel
  readonly can: Capabilities
  readonly power = new LiveValue<Power>({ is: 'on', asleep: false })
  readonly phone: DemoPhone
  readonly clock: Clock
  readonly apps: AppsFacet
  readonly logs: LogFacet
  readonly #options: DemoOptions
  readonly #builds = new Builds()
  readonly #drawn: (() => void)[] = []
  #truth: string[] = []
  #turn: Turn = 'upright'
  #written: Promise<void> = Promise.resolve()

  constructor(options: DemoOptions) {
    this.#options = options
    this.model = demoModel(options)
    this.can = demoCapabilitiesOf(options)
    this.phone = new DemoPhone({
      seed: options.seed,
      size: this.model.size,
      ...(this.model.kind === 'foldable' ? { fold: this.model.fold } : {}),
      nuisance: options.nuisance === true,
      clock: options.clock === 'virtual' ? 'virtual' : { scale: options.scale ?? 1, now: () => performance.now() },
      ...(options.truthFile === undefined ? {} : { onTruth: (entry: TruthEntry) => this.#tell(entry) }),
    })
    this.clock = options.clock === 'virtual' ? virtualClock(this.phone) : realClock(this.phone, options.scale ?? 1)
    this.apps = appsOf(this.phone, this.#builds)
    this.logs = logsOf(this.phone)
    this.video = new DemoVideo(this.phone, options.clock === 'virtual' ? null : (options.scale ?? 1))
  }

  readonly screen = {
    look: (signal: AbortSignal): Promise<Look> => this.#now(signal, () => this.#lookOf(this.phone.look())),
    picture: (signal: AbortSignal): Promise<Picture> => this.#now(signal, () => this.#pictureOf(this.phone.peek())),
  }

  readonly touch = {
    tap: (x: number, y: number, signal: AbortSignal): Promise<void> => this.#now(signal, () => this.phone.tap(x, y)),
    press: async (x: number, y: number, ms: number, signal: AbortSignal): Promise<void> => {
      await this.#held(ms, signal)
      this.phone.press(x, y, ms)
    },
    swipe: async (
      from: { x: number; y: number },
      to: { x: number; y: number },
      ms: number,
      signal: AbortSignal,
    ): Promise<void> => {
      await this.#held(ms, signal)
      this.phone.swipe(from.x, from.y, to.x, to.y, ms)
    },
    lift: (_signal: AbortSignal): Promise<void> => Promise.resolve(),
    contacts: null,
  }

  readonly logLines: LogLinesFacet = { follow: (of, onLines, signal) => followLog(this.phone, of, onLines, signal) }
  readonly clipboard = null
  readonly video: DemoVideo
  readonly files = null
  readonly shell = null

  readonly keys = {
    hostKey: null,
    key: (name: KeyName, signal: AbortSignal): Promise<void> =>
      this.#now(signal, () => {
        if (!keys.includes(name))
          throw new Refusal('unsupported', `The demo phone has no ${name} key.`, {
            where: 'key',
            hint: `It has ${keys.join(', ')}.`,
          })
        this.phone.key(name)
      }),
  }

  readonly text = {
    type: (text: string, signal: AbortSignal): Promise<void> =>
      this.#now(signal, () => {
        const odd = Array.from(text).find(isControl)
        if (odd !== undefined)
          throw new Refusal(
            'bad-value',
            `The text holds the control character U+${(odd.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}, which cannot be typed.`,
            { where: 'text' },
          )
        this.phone.typeText(text)
      }),
    clear: (signal: AbortSignal): Promise<void> =>
      this.#now(signal, () => {
        this.phone.clearField()
      }),
    hideKeyboard: (signal: AbortSignal): Promise<void> => this.#now(signal, () => this.phone.hideKeyboard()),
  }

  readonly settings = {
    readHeld: (signal: AbortSignal): Promise<Held> => this.#now(signal, () => heldOf(this.phone, this.#turnNow())),
    set: (control: DeviceControl, signal: AbortSignal): Promise<void> =>
      this.#now(signal, () => {
        if (control.set === 'turn') this.#turnTo(control.to)
        else if (control.set === 'orientation') this.phone.turn(this.#acrossFold(control.to))
        else setControl(this.phone, control)
      }),
    read: (signal: AbortSignal) =>
      this.#now(signal, () => ({
        ...this.phone.settings,
        orientation: this.#acrossFold(this.phone.settings.orientation),
      })),
  }

  /**
   * The phone counts from its own upright, which of an open foldable is wider than tall; everyone else says how the screen is
   * seen. The same either way.
   */
  #acrossFold(orientation: Orientation): Orientation {
    const { kind, size } = this.model
    const isWide = kind === 'foldable' && this.phone.posture !== 'closed' && size.width > size.height
    if (!isWide) return orientation
    return orientation === 'portrait' ? 'landscape' : 'portrait'
  }

  /** The phone itself knows only whether it lies: which way it was turned is kept here, as long as that still fits. */
  #turnNow(): Turn {
    const lies = this.phone.settings.orientation === 'landscape'
    if (lies === isLying(this.#turn)) return this.#turn
    return lies ? 'turned-left' : 'upright'
  }

  #turnTo(to: Turn | 'left' | 'right'): void {
    const at = turns.indexOf(this.#turnNow())
    const turn = to === 'left' || to === 'right' ? turns[(at + (to === 'left' ? 1 : 3)) % 4] : to
    if (turn === undefined) return
    this.#turn = turn
    this.phone.turn(isLying(turn) ? 'landscape' : 'portrait')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#flush()
    await this.#written
  }

  /** Does it now; a signal that has aborted does nothing instead. */
  async #now<T>(signal: AbortSignal, work: () => T): Promise<T> {
    signal.throwIfAborted()
    return await Promise.resolve(work())
  }

  /** With a real clock the hold takes its time here; a virtual one lets it pass in the phone. */
  async #held(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#options.clock === 'real') await sleep(ms / (this.#options.scale ?? 1), signal)
  }

  #lookOf(look: PhoneLook): Look {
    return {
      picture: this.#pictureOf(look),
      tree: look.tree,
      treeMissing: null,
      foreground: look.foreground,
      keyboard: look.keyboard,
      size: look.size,
      orientation: look.orientation,
      secure: look.secure,
      geometry: look.geometry,
      truthNumber: look.number,
    }
  }

  #pictureOf(look: Pick<PhoneLook, 'pictureId' | 'pixels'>): Picture {
    const scale = this.#options.pictureScale ?? 0.5
    let drawn: Pixels | null = null
    const forget = (): void => {
      drawn = null
    }
    return {
      id: look.pictureId,
      pixels: () => {
        if (drawn === null) {
          drawn = look.pixels(scale)
          this.#drawn.push(forget)
          if (this.#drawn.length > drawnMost) this.#drawn.shift()?.()
        }
        return Promise.resolve(drawn)
      },
      whole: () => Promise.resolve(look.pixels(1)),
    }
  }

  #tell(entry: TruthEntry): void {
    this.#truth.push(truthLine(entry))
    if (this.#truth.length >= truthLinesMax) this.#flush()
  }

  #flush(): void {
    const { truthFile } = this.#options
    if (truthFile === undefined || this.#truth.length === 0) return
    const text = this.#truth.join('')
    this.#truth = []
    this.#written = this.#written.then(() => append(truthFile, text))
  }
}

const isLying = (turn: Turn): boolean => turn === 'turned-left' || turn === 'turned-right'

/** Control characters other than tab and line ends, which are typed as blanks. */
const isControl = (char: string): boolean => /\p{Cc}/u.test(char) && !/[\t\r\n]/u.test(char)

/** Lets the machine's own work through now and then: a virtual night must not starve who watches it. */
const breatheMs = 25

function virtualClock(phone: DemoPhone): Clock {
  let breathed = performance.now()
  return {
    now: () => phone.now(),
    wait: async (ms, signal) => {
      signal.throwIfAborted()
      phone.advance(ms)
      if (performance.now() - breathed < breatheMs) return
      await new Promise(resolve => {
        setImmediate(resolve)
      })
      breathed = performance.now()
      signal.throwIfAborted()
    },
  }
}

const realClock = (phone: DemoPhone, scale: number): Clock => ({
  now: () => phone.now(),
  wait: (ms, signal) => sleep(ms / scale, signal),
})

/** App files read once as long as they do not change. */
class Builds {
  readonly #files = new Map<
    string,
    { readonly text: string; readonly app: AppFile; readonly planted: Map<string, PlantedApp> }
  >()

  async build({ path, plant }: Build): Promise<PlantedApp> {
    const text = await readText(path, 4_000_000)
    let file = this.#files.get(path)
    if (file === undefined || file.text !== text) {
      file = { text, app: loadApp(text, path), planted: new Map() }
      this.#files.set(path, file)
    }
    const wanted = plant ?? 'none'
    const key = typeof wanted === 'string' ? wanted : JSON.stringify(wanted)
    const planted = file.planted.get(key) ?? plantApp(file.app, wanted, { conditions: 'all' })
    file.planted.set(key, planted)
    return planted
  }
}

function appsOf(phone: DemoPhone, builds: Builds): AppsFacet {
  const info = (name: string): AppInfo => {
    const found = phone.packages().find(app => app.package === name)
    if (found === undefined) throw new Refusal('failed', `${name} is not on the demo phone after its install.`)
    return {
      package: found.package,
      label: found.label,
      versionName: found.versionName,
      versionCode: found.versionCode,
    }
  }
  const apps: Omit<AppsFacet, 'drop'> = {
    install: async (build, signal) => {
      signal.throwIfAborted()
      const planted = await builds.build(build)
      signal.throwIfAborted()
      phone.install(planted, { grant: true })
      return info(planted.program.package)
    },
    uninstall: async (pkg, signal) => at(signal, () => phone.uninstall(pkg)),
    list: async signal => at(signal, () => phone.packages().map(app => info(app.package))),
    forceStop: async (pkg, signal) => at(signal, () => phone.forceStop(pkg)),
    kill: async (pkg, signal) => at(signal, () => phone.kill(pkg)),
    clearData: async (pkg, signal) =>
      at(signal, () => {
        phone.clearData(pkg)
        // Clearing takes permissions back; installs here grant what is declared, so they are given again.
        for (const permission of phone.program(pkg).permissions) phone.grant(pkg, permission)
      }),
    launch: async (pkg, args, signal) =>
      at(signal, () => {
        if (Object.keys(args).length > 0)
          throw new Refusal('unsupported', 'Apps on the demo phone take no launch arguments.', { where: 'args' })
        phone.launch(pkg)
      }),
    resume: async (pkg, signal) => at(signal, () => phone.resume(pkg)),
    openLink: async (link, signal) => at(signal, () => phone.openLink(link)),
    permission: async (pkg, name, grant, signal) =>
      at(signal, () => (grant ? phone.grant(pkg, name) : phone.revoke(pkg, name))),
  }
  return { ...apps, drop: dropOnDemo(phone, apps) }
}

async function at<T>(signal: AbortSignal, work: () => T): Promise<T> {
  signal.throwIfAborted()
  return await Promise.resolve(work())
}

function logsOf(phone: DemoPhone): LogFacet {
  return {
    mark: async signal => at(signal, () => String(phone.logs.newest)),
    since: async (mark, pkg, signal) =>
      at(signal, () => {
        if (!/^\d+$/u.test(mark))
          throw new Refusal('bad-value', `"${mark}" is not a log mark of the demo phone.`, { where: 'mark' })
        phone.now()
        return { events: phone.reports(pkg, Number(mark)), mark: String(phone.logs.newest) }
      }),
  }
}

function heldOf(phone: DemoPhone, turn: Turn): Held {
  return {
    turn,
    posture: phone.posture,
    asleep: false,
    statusBar: null,
    battery: null,
    location: null,
  }
}

function setControl(phone: DemoPhone, control: DeviceControl): void {
  switch (control.set) {
    case 'dark':
      phone.setDark(control.to)
      break
    case 'fontScale':
      phone.setFontScale(control.to)
      break
    case 'locale':
      phone.setLocale(control.to)
      break
    case 'network':
      phone.setNetwork(control.to)
      break
    case 'posture':
      phone.fold(control.to)
      break
    case 'orientation':
    case 'turn':
    case 'awake':
    case 'location':
    case 'statusBar':
    case 'battery': {
      const can = demoCapabilities.controls[control.set]
      throw new Refusal('unsupported', can.yes ? 'The demo phone cannot do that.' : can.why, { where: control.set })
    }
  }
}
