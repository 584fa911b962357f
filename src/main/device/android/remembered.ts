// What a setting of the device was before we first changed it, written down on the device itself: whoever dies, the next one
// that opens the device gives back what was there, not what the dead one had left. One memory for each open device.
import type { AdbLink } from '#main/device/android/adb.ts'
import { asked, told } from '#main/device/android/told.ts'

/** One value that was before. */
export interface Memory {
  /** What was written down and not given back yet, by us or by one that died; null for nothing. */
  read(signal: AbortSignal): Promise<string | null>
  /** Writes down what `now` answers, unless something is written down already. Before the first change. */
  keep(now: () => Promise<string>, signal: AbortSignal): Promise<void>
  /** It was given back. */
  forget(signal: AbortSignal): Promise<void>
}

export class DeviceMemory {
  readonly #link: AdbLink
  readonly #all = new Map<string, Remembered>()
  /** What the device had written down when it was asked for all; null: it was not, or does not tell all at once. */
  #found: ReadonlyMap<string, string> | null = null

  constructor(link: AdbLink) {
    this.#link = link
  }

  /** Asks for all that is written down, at once. */
  async recall(signal: AbortSignal): Promise<void> {
    this.#found = writtenDown(await asked(this.#link, 'settings list global', signal))
  }

  /** False only where the device has said so. */
  get mayHold(): boolean {
    return this.#found === null || this.#found.size > 0
  }

  /** `name`: what is remembered, a word. */
  of(name: string): Memory {
    const key = `nocturne_${name}_before`
    const found = this.#found === null ? undefined : (this.#found.get(key) ?? null)
    const one = this.#all.get(name) ?? new Remembered(this.#link, key, found)
    this.#all.set(name, one)
    return one
  }
}

class Remembered implements Memory {
  readonly #link: AdbLink
  readonly #key: string
  /** Null while nothing is changed; undefined until the device was asked. */
  #value: string | null | undefined

  constructor(link: AdbLink, key: string, found: string | null | undefined) {
    this.#link = link
    this.#key = key
    this.#value = found
  }

  async read(signal: AbortSignal): Promise<string | null> {
    if (this.#value === undefined) this.#value = await this.#ask(signal)
    return this.#value
  }

  async keep(now: () => Promise<string>, signal: AbortSignal): Promise<void> {
    // Asked anew: what another has put meanwhile is not what was before.
    this.#value ??= await this.#ask(signal)
    if (this.#value !== null) return
    const value = await now()
    await told(this.#link, `settings put global ${this.#key} ${value}`, signal)
    this.#value = value
  }

  async forget(signal: AbortSignal): Promise<void> {
    await told(this.#link, `settings delete global ${this.#key}`, signal)
    this.#value = null
  }

  async #ask(signal: AbortSignal): Promise<string | null> {
    const said = (await asked(this.#link, `settings get global ${this.#key}`, signal)).trim()
    return said === 'null' || said === '' ? null : said
  }
}

/** Null for a device too old to list its settings. */
function writtenDown(said: string): ReadonlyMap<string, string> | null {
  const lines = said.split(/\r?\n/).flatMap(line => {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [[key, value.trim()] as const]
  })
  if (lines.length === 0) return null
  return new Map(lines.filter(([key, value]) => /^nocturne_\w+_before$/.test(key) && value !== '' && value !== 'null'))
}
