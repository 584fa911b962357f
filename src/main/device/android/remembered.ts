// What a setting of the device was before we first changed it, written down on the device itself: whoever dies, the next one
// that opens the device gives back what was there, not what the dead one had left.
import type { AdbLink } from '#main/device/android/adb.ts'
import { asked, told } from '#main/device/android/told.ts'

export class Remembered {
  readonly #link: AdbLink
  readonly #key: string
  /** Null while nothing is changed by us; undefined until the device was asked. */
  #value: string | null | undefined

  /** `name`: what is remembered, a word. */
  constructor(link: AdbLink, name: string) {
    this.#link = link
    this.#key = `nocturne_${name}_before`
  }

  /** What was written down and not given back yet, by us or by one that died; null for nothing. */
  async read(signal: AbortSignal): Promise<string | null> {
    if (this.#value === undefined) {
      const said = (await asked(this.#link, `settings get global ${this.#key}`, signal)).trim()
      this.#value = said === 'null' || said === '' ? null : said
    }
    return this.#value
  }

  /** Writes down what `now` answers, unless something is written down already. Before the first change. */
  async keep(now: () => Promise<string>, signal: AbortSignal): Promise<void> {
    if ((await this.read(signal)) !== null) return
    const value = await now()
    await told(this.#link, `settings put global ${this.#key} ${value}`, signal)
    this.#value = value
  }

  /** It was given back. */
  async forget(signal: AbortSignal): Promise<void> {
    this.#value = null
    await told(this.#link, `settings delete global ${this.#key}`, signal)
  }
}
