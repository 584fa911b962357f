// Settings of an Android device, each read back from the device itself.
import type { SettingsFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Capabilities, DeviceControl, NetworkState } from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'

const yes = { yes: true } as const

/** What this version of Android lets adb set, and why not. */
export function controlsOf(apiLevel: number, serial: string): Capabilities['controls'] {
  return {
    dark: apiLevel >= 29 ? yes : { yes: false, why: 'Dark mode can be set from Android 10 on.' },
    fontScale: yes,
    locale: apiLevel >= 33 ? yes : { yes: false, why: "An app's language can be set from Android 13 on." },
    network: networkOf(apiLevel, serial),
    orientation: yes,
    turn: yes,
    awake: yes,
    posture: { yes: false, why: 'It does not fold.' },
    location: { yes: false, why: 'The place can be set on an emulator.' },
    statusBar: yes,
    battery: yes,
  }
}

/** Airplane mode on a phone that is reached over its own network would be the last thing it heard of us. */
function networkOf(apiLevel: number, serial: string): Capabilities['controls']['network'] {
  if (apiLevel < 30) return { yes: false, why: 'Airplane mode can be set over adb from Android 11 on.' }
  const isOverNetwork =
    /_adb-tls-connect\._tcp|:\d+$/.test(serial) && !/^(127\.0\.0\.1|localhost|\[::1\]):/.test(serial)
  return isOverNetwork ? { yes: false, why: 'It is reached over the network, which this would cut off.' } : yes
}

export class AndroidSettings implements SettingsFacet {
  readonly #link: AdbLink
  readonly #apiLevel: number
  /** The app whose language is meant: the last one that was installed, cleared or launched. */
  readonly #app: () => string | null
  /** Languages set here, by package: clearing an app's data drops its language. */
  readonly #languages = new Map<string, string>()
  /** Auto-rotation as it was before the first turn; null when nothing was turned. */
  #autoRotation: string | null = null

  constructor(link: AdbLink, apiLevel: number, app: () => string | null) {
    this.#link = link
    this.#apiLevel = apiLevel
    this.#app = app
  }

  readonly readHeld = null

  async set(control: DeviceControl, signal: AbortSignal): Promise<void> {
    if (control.set === 'orientation')
      this.#autoRotation ??= (
        await this.#link.shell('settings get system accelerometer_rotation', signal)
      ).stdout.trim()
    for (const line of this.#lines(control)) await this.#run(line, signal)
    if (control.set === 'locale') this.#languages.set(this.#appMeant(control.app), control.to)
  }

  /** After an app's data was cleared: its language again, where one was set. */
  async cleared(pkg: string, signal: AbortSignal): Promise<void> {
    const language = this.#languages.get(pkg)
    if (language !== undefined && language !== '') await this.#run(languageLine(pkg, language), signal)
  }

  /** Gives auto-rotation back. */
  async close(signal: AbortSignal): Promise<void> {
    const before = this.#autoRotation
    this.#autoRotation = null
    if (before === '1') await this.#run('settings put system accelerometer_rotation 1', signal)
  }

  async #run(line: string, signal: AbortSignal): Promise<void> {
    const { stdout, stderr } = await this.#link.shell(line, signal)
    const said = `${stdout}${stderr}`.trim()
    if (/Exception|^Error|Unknown command|not permitted|Can't find service/m.test(said))
      throw new Refusal('failed', `The device refused it: ${said.slice(0, 200)}`)
  }

  async read(signal: AbortSignal): Promise<Awaited<ReturnType<SettingsFacet['read']>>> {
    const ask = async (line: string): Promise<string> => (await this.#link.shell(line, signal)).stdout.trim()
    const app = this.#app()
    const [night, font, language, airplane, rotation] = await Promise.all([
      this.#apiLevel >= 29 ? ask('cmd uimode night') : '',
      ask('settings get system font_scale'),
      app !== null && this.#apiLevel >= 33 ? ask(`cmd locale get-app-locales ${packageWord(app)} --user 0`) : '',
      ask('settings get global airplane_mode_on'),
      ask('settings get system user_rotation'),
    ])
    const scale = Number(font)
    return {
      dark: /Night mode: yes/.test(night),
      fontScale: font === 'null' || !Number.isFinite(scale) || scale <= 0 ? 1 : scale,
      locale: /are \[([^\],]*)/.exec(language)?.[1] ?? '',
      network: (airplane === '1' ? 'offline' : 'online') satisfies NetworkState,
      orientation: (rotation === '1' || rotation === '3' ? 'landscape' : 'portrait') satisfies Orientation,
    }
  }

  #lines(control: DeviceControl): readonly string[] {
    switch (control.set) {
      case 'dark':
        return [`cmd uimode night ${control.to ? 'yes' : 'no'}`]
      case 'fontScale':
        return [`settings put system font_scale ${control.to}`]
      case 'locale':
        return [languageLine(this.#appMeant(control.app), control.to)]
      case 'network':
        if (control.to === 'slow')
          throw new Refusal('unsupported', 'A slow network cannot be set over adb.', {
            hint: 'Use an emulator for it.',
          })
        return [`cmd connectivity airplane-mode ${control.to === 'offline' ? 'enable' : 'disable'}`]
      case 'orientation':
        return [
          'settings put system accelerometer_rotation 0',
          `settings put system user_rotation ${control.to === 'landscape' ? 1 : 0}`,
        ]
      case 'turn':
      case 'posture':
      case 'awake':
      case 'location':
      case 'statusBar':
      case 'battery':
        throw new Refusal('unsupported', `${control.set} cannot be set over adb yet.`)
    }
  }

  #appMeant(told: string | undefined): string {
    const app = told ?? this.#app()
    if (app === null)
      throw new Refusal('bad-value', 'Which app should speak it? Start one first: the language is set for one app.')
    return app
  }
}

/** No language at all means the device's own. */
const languageLine = (pkg: string, language: string): string =>
  `cmd locale set-app-locales ${packageWord(pkg)} --user 0${language === '' ? '' : ` --locales ${quoted(language)}`}`
