// How the screen is turned over adb: auto-rotation off and one rotation put, both given back on close. Adb cannot turn the
// device itself, so how it is held is how its screen stands.
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseDisplay } from '#main/device/android/parse/display.ts'
import type { Memory } from '#main/device/android/remembered.ts'
import { asked, putBackLine, told } from '#main/device/android/told.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Turn } from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'

/** As Android counts quarter turns against the clock. */
const rotations = ['upright', 'turned-left', 'upside-down', 'turned-right'] as const satisfies readonly Turn[]
type Rotation = 0 | 1 | 2 | 3

export class AndroidRotation {
  readonly #link: AdbLink
  /** Of the screen at rotation 0: tablets and TVs lie; a foldable's two screens differ. */
  readonly #natural: (signal: AbortSignal) => Promise<Orientation>
  /** Both settings as they were before the first turn of ours: auto-rotation, then the rotation, by a point. */
  readonly #before: Memory

  constructor(link: AdbLink, natural: (signal: AbortSignal) => Promise<Orientation>, before: Memory) {
    this.#link = link
    this.#natural = natural
    this.#before = before
  }

  async turn(to: Turn | 'left' | 'right', signal: AbortSignal): Promise<void> {
    if (to !== 'left' && to !== 'right') return this.#put(rotations.indexOf(to) as Rotation, signal)
    const now = await this.#now(signal)
    return this.#put(((now + (to === 'left' ? 1 : 3)) % 4) as Rotation, signal)
  }

  async orient(to: Orientation, signal: AbortSignal): Promise<void> {
    return this.#put(to === (await this.#natural(signal)) ? 0 : 1, signal)
  }

  async read(signal: AbortSignal): Promise<{ readonly turn: Turn; readonly orientation: Orientation }> {
    const [now, natural] = await Promise.all([this.#now(signal), this.#natural(signal)])
    const other = natural === 'portrait' ? 'landscape' : 'portrait'
    return { turn: rotations[now], orientation: now % 2 === 0 ? natural : other }
  }

  async close(signal: AbortSignal): Promise<void> {
    const before = await this.#before.read(signal)
    if (before === null) return
    const [auto = '', rotation = ''] = before.split('.')
    await told(this.#link, putBackLine('system', 'user_rotation', rotation), signal)
    await told(this.#link, putBackLine('system', 'accelerometer_rotation', auto), signal)
    await this.#before.forget(signal)
  }

  /** The screen follows how the device is held, until close. */
  async letTurn(signal: AbortSignal): Promise<void> {
    await this.#keep(signal)
    await told(this.#link, 'settings put system accelerometer_rotation 1', signal)
  }

  async #keep(signal: AbortSignal): Promise<void> {
    await this.#before.keep(async () => {
      const { auto, rotation } = await this.#settings(signal)
      return `${wordOf(auto)}.${wordOf(rotation)}`
    }, signal)
  }

  async #put(rotation: Rotation, signal: AbortSignal): Promise<void> {
    await this.#keep(signal)
    await told(this.#link, 'settings put system accelerometer_rotation 0', signal)
    await told(this.#link, `settings put system user_rotation ${rotation}`, signal)
    if ((await this.#now(signal)) !== rotation)
      throw new Refusal('outcome-unknown', 'The device was told to turn its screen and says another rotation.')
  }

  async #settings(signal: AbortSignal): Promise<{ readonly auto: string; readonly rotation: string }> {
    const get = async (key: string): Promise<string> =>
      (await asked(this.#link, `settings get system ${key}`, signal)).trim()
    const [auto, rotation] = await Promise.all([get('accelerometer_rotation'), get('user_rotation')])
    return { auto, rotation }
  }

  /** While it turns by itself, the setting is only the one it would be locked to. */
  async #now(signal: AbortSignal): Promise<Rotation> {
    const { auto, rotation } = await this.#settings(signal)
    const put = /^[0-3]$/.test(rotation) ? (Number(rotation) as Rotation) : 0
    if (auto === '0') return put
    return parseDisplay(await asked(this.#link, 'dumpsys display', signal)).rotation ?? put
  }
}

/** A number of the device, or `null` where it has none: what `settings get` says of a key that is not there. */
const wordOf = (said: string): string => (/^-?\d+$/.test(said) ? said : 'null')
