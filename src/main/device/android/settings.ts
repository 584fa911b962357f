// Settings of an Android device, each read back from the device itself.
import type { SettingsFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Capabilities, DeviceControl, NetworkState } from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'

const yes = { yes: true } as const

/** What this version of Android lets adb set, and why not. */
export function controlsOf(apiLevel: number): Capabilities['controls'] {
  return {
    dark: apiLevel >= 29 ? yes : { yes: false, why: 'Dark mode can be set from Android 10 on.' },
    fontScale: yes,
    locale: apiLevel >= 33 ? yes : { yes: false, why: "An app's language can be set from Android 13 on." },
    network: apiLevel >= 30 ? yes : { yes: false, why: 'Airplane mode can be set over adb from Android 11 on.' },
    orientation: yes,
  }
}

export class AndroidSettings implements SettingsFacet {
  readonly #link: AdbLink
  readonly #apiLevel: number
  /** The app whose language is meant: the last one launched. */
  readonly #app: () => string | null

  constructor(link: AdbLink, apiLevel: number, app: () => string | null) {
    this.#link = link
    this.#apiLevel = apiLevel
    this.#app = app
  }

  async set(control: DeviceControl, signal: AbortSignal): Promise<void> {
    for (const line of this.#lines(control)) {
      const { stdout, stderr } = await this.#link.shell(line, signal)
      const said = `${stdout}${stderr}`.trim()
      if (/Exception|^Error|Unknown command|not permitted/m.test(said))
        throw new Refusal('failed', `The device refused it: ${said.slice(0, 200)}`)
    }
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
        return [`cmd locale set-app-locales ${this.#launched()} --user 0 --locales ${quoted(control.to)}`]
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
    }
  }

  #launched(): string {
    const app = this.#app()
    if (app === null)
      throw new Refusal('bad-value', 'Which app should speak it? Start one first: the language is set for one app.')
    return packageWord(app)
  }
}
