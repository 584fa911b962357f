// Settings and controls of an Android device over adb, each read back from the device itself.
import type { Held, SettingsFacet } from '#main/device/driver.ts'
import { isUnread, readTogether } from '#shared/base/reading.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { AndroidHeld } from '#main/device/android/held.ts'
import { AndroidNetwork, type Root } from '#main/device/android/network.ts'
import { AndroidRotation } from '#main/device/android/rotation.ts'
import type { DeviceMemory } from '#main/device/android/remembered.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { asked, told } from '#main/device/android/told.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Can, Capabilities, DeviceControl, Posture } from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'

const yes = { yes: true } as const
const no = (why: string): Can => ({ yes: false, why })

/** What this version of Android lets adb set, and why not. */
export function controlsOf(
  apiLevel: number,
  serial: string,
  { tv, folds }: { readonly tv: boolean; readonly folds: boolean },
): Capabilities['controls'] {
  const turn = tv ? no('A TV does not turn.') : yes
  return {
    dark: apiLevel >= 29 ? yes : no('Dark mode can be set from Android 10 on.'),
    fontScale: yes,
    locale: apiLevel >= 33 ? yes : no("An app's language can be set from Android 13 on."),
    network: networkOf(apiLevel, serial),
    orientation: turn,
    turn,
    awake: yes,
    posture: folds ? yes : no('It does not fold.'),
    location: apiLevel >= 31 ? yes : no('The place can be set over adb from Android 12 on.'),
    statusBar: tv ? no('A TV has no status bar.') : yes,
    battery: tv ? no('A TV has no battery.') : yes,
  }
}

/** Airplane mode on a phone that is reached over its own network would be the last thing it heard of us. */
function networkOf(apiLevel: number, serial: string): Can {
  if (apiLevel < 30) return no('Airplane mode can be set over adb from Android 11 on.')
  const isOverNetwork =
    /_adb-tls-connect\._tcp|:\d+$/.test(serial) && !/^(127\.0\.0\.1|localhost|\[::1\]):/.test(serial)
  return isOverNetwork ? no('It is reached over the network, which this would cut off.') : yes
}

export interface AndroidSettingsOptions {
  readonly apiLevel: number
  /** Of the screen at rotation 0. */
  natural(signal: AbortSignal): Promise<Orientation>
  readonly root: Root
  readonly postures: ReadonlyMap<Posture, number>
  readonly memory: DeviceMemory
  /** The app whose language is meant: the last one that was installed, cleared or launched. */
  app(): string | null
}

export class AndroidSettings implements SettingsFacet {
  readonly #link: AdbLink
  readonly #options: AndroidSettingsOptions
  readonly #rotation: AndroidRotation
  readonly #network: AndroidNetwork
  readonly #held: AndroidHeld
  /** Languages set here, by package: clearing an app's data drops its language. */
  readonly #languages = new Map<string, string>()

  constructor(link: AdbLink, options: AndroidSettingsOptions) {
    this.#link = link
    this.#options = options
    const { apiLevel, root, postures, memory } = options
    this.#rotation = new AndroidRotation(link, signal => options.natural(signal), memory.of('rotation'))
    this.#network = new AndroidNetwork(link, root, memory.of('network'))
    this.#held = new AndroidHeld(link, apiLevel, postures, memory)
  }

  async set(control: DeviceControl, signal: AbortSignal): Promise<void> {
    switch (control.set) {
      case 'dark':
        await told(this.#link, `cmd uimode night ${control.to ? 'yes' : 'no'}`, signal)
        return
      case 'fontScale':
        await told(this.#link, `settings put system font_scale ${control.to}`, signal)
        return
      case 'locale': {
        const app = this.#appMeant(control.app)
        await told(this.#link, languageLine(app, control.to), signal)
        this.#languages.set(app, control.to)
        return
      }
      case 'network':
        return this.#network.set(control.to, signal)
      case 'orientation':
        return this.#rotation.orient(control.to, signal)
      case 'turn':
        return this.#rotation.turn(control.to, signal)
      case 'posture':
        return this.#held.posture(control.to, signal)
      case 'awake':
        return this.#held.awake(control.to, signal)
      case 'location':
        return this.#held.location(control.to, signal)
      case 'statusBar':
        return this.#held.statusBar(control.to, signal)
      case 'battery':
        return this.#held.battery(control.to, signal)
    }
  }

  async read(signal: AbortSignal): Promise<Awaited<ReturnType<SettingsFacet['read']>>> {
    const ask = async (line: string): Promise<string> => (await asked(this.#link, line, signal)).trim()
    const app = this.#options.app()
    const { apiLevel } = this.#options
    const dark = async (): Promise<boolean> => {
      if (apiLevel < 29) return false
      const said = await ask('cmd uimode night')
      if (!said.includes('Night mode:')) throw unsaid('whether it is dark', said)
      return said.includes('Night mode: yes')
    }
    const fontScale = async (): Promise<number> => {
      const said = await ask('settings get system font_scale')
      if (said === 'null' || said === '') return 1
      const scale = Number(said)
      if (!Number.isFinite(scale) || scale <= 0) throw unsaid('how large its text is', said)
      return scale
    }
    const locale = async (): Promise<string> => {
      if (app === null || apiLevel < 33) return ''
      const language = await ask(`cmd locale get-app-locales ${packageWord(app)} --user 0`)
      return /are \[([^\],]*)/.exec(language)?.[1] ?? ''
    }
    const read = await readTogether(
      {
        dark: dark(),
        fontScale: fontScale(),
        locale: locale(),
        network: this.#network.read(signal),
        orientation: this.#rotation.read(signal).then(({ orientation }) => orientation),
      },
      signal,
    )
    return apiLevel < 33 ? read : { ...read, localeApp: app }
  }

  readonly readHeld = async (signal: AbortSignal): Promise<Partial<Held>> => {
    const turn = this.#rotation.read(signal).then(read => read.turn)
    const read = await readTogether({ turn, held: this.#held.read(signal) }, signal)
    return { ...(isUnread(read.turn) ? {} : { turn: read.turn }), ...(isUnread(read.held) ? {} : read.held) }
  }

  /** After an app's data was cleared: its language again, where one was set. */
  async cleared(pkg: string, signal: AbortSignal): Promise<void> {
    const language = this.#languages.get(pkg)
    if (language !== undefined && language !== '') await told(this.#link, languageLine(pkg, language), signal)
  }

  /** It was away and answers again. */
  async cameBack(signal: AbortSignal): Promise<void> {
    if (await this.#held.cameBack(signal)) this.#network.restarted()
  }

  /** The screen follows how the device is held, until close. */
  letTurn(signal: AbortSignal): Promise<void> {
    return this.#rotation.letTurn(signal)
  }

  /**
   * As it was before one that died. What cannot be given back now stays written down: it reads as what it is, and is tried
   * again on close.
   */
  async giveBackLeft(signal: AbortSignal): Promise<void> {
    if (this.#options.memory.mayHold) await givenBack(late => this.close(late), signal)
  }

  /** Gives back what was put over the device's own. */
  async close(signal: AbortSignal): Promise<void> {
    const undone = await Promise.allSettled([
      this.#rotation.close(signal),
      this.#network.close(signal),
      this.#held.close(signal),
    ])
    const failed = undone.find(one => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  #appMeant(named: string | undefined): string {
    const app = named ?? this.#options.app()
    if (app === null)
      throw new Refusal('bad-value', 'Which app should speak it? Start one first: the language is set for one app.')
    return app
  }
}

const unsaid = (what: string, said: string): Refusal =>
  new Refusal('failed', `The device did not say ${what}: ${said.slice(0, 200) || 'it said nothing'}`)

const giveBackMs = 15_000

/** A device that is opened is opened, whatever cannot be given back. */
export async function givenBack(work: (late: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await work(AbortSignal.any([signal, AbortSignal.timeout(giveBackMs)]))
  } catch {
    signal.throwIfAborted()
  }
}

/** No language at all means the device's own. */
const languageLine = (pkg: string, language: string): string =>
  `cmd locale set-app-locales ${packageWord(pkg)} --user 0${language === '' ? '' : ` --locales ${quoted(language)}`}`
