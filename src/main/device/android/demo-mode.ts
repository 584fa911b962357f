// A clean status bar by System UI's demo mode: 9:41, full signal, no notifications. It has no read-back and is lost when the
// device restarts, so it is remembered here and put again; the switch as it was before is written down on the device, which
// is how the bar of one that died is known.
import type { AdbLink } from '#main/device/android/adb.ts'
import type { Memory } from '#main/device/android/remembered.ts'
import { asked, putBackLine, told } from '#main/device/android/told.ts'
import type { Battery } from '#shared/domain/device.ts'

const allowed = 'sysui_demo_allowed'
const command = (words: string): string => `am broadcast -a com.android.systemui.demo -e command ${words}`
const batteryWords = ({ level, charging }: Battery): string =>
  command(`battery -e level ${level} -e plugged ${charging} -e powersave false`)

const bar: readonly string[] = [
  command('enter'),
  command('clock -e hhmm 0941'),
  command('network -e wifi show -e level 4 -e fully true'),
  command('network -e mobile show -e level 4 -e datatype none'),
  command('notifications -e visible false'),
]
const fullBattery: Battery = { level: 100, charging: false }

export class DemoMode {
  readonly #link: AdbLink
  /** The switch as it was, after `was.`: it may be `null`. */
  readonly #before: Memory
  /** Undefined until one of ours was put or given back: then it is as it is written down. */
  #isClean: boolean | undefined

  constructor(link: AdbLink, before: Memory) {
    this.#link = link
    this.#before = before
  }

  async isClean(signal: AbortSignal): Promise<boolean> {
    this.#isClean ??= (await this.#before.read(signal)) !== null
    return this.#isClean
  }

  async clean(battery: Battery | null, signal: AbortSignal): Promise<void> {
    await this.#before.keep(async () => {
      const said = (await asked(this.#link, `settings get global ${allowed}`, signal)).trim()
      return `was.${/^\w+$/.test(said) ? said : 'null'}`
    }, signal)
    await told(this.#link, `settings put global ${allowed} 1`, signal)
    for (const line of [...bar, batteryWords(battery ?? fullBattery)]) await told(this.#link, line, signal)
    this.#isClean = true
  }

  /** The bar shows the battery that was put over the device's own. */
  async show(battery: Battery | null, signal: AbortSignal): Promise<void> {
    if (await this.isClean(signal)) await told(this.#link, batteryWords(battery ?? fullBattery), signal)
  }

  /** It could not be put again after a restart: the bar is the device's own. */
  forget(): void {
    this.#isClean = false
  }

  async live(signal: AbortSignal): Promise<void> {
    const before = await this.#before.read(signal)
    if (before === null) return
    await told(this.#link, command('exit'), signal)
    await told(this.#link, putBackLine('global', allowed, before.slice('was.'.length)), signal)
    this.#isClean = false
    await this.#before.forget(signal)
  }
}
