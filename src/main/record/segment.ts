// One file of a recording: pictures of one size, written in fragments as they come. A picture is held until the next one, a
// still screen too: the file's last picture lasts to the newest flush, so that a kill loses no more than what came since.
import type { StreamUnit } from '#main/device/device.ts'
import { beginning, fragment, parameterSets, sampleBytes, timescale, u32, u64 } from '#main/record/mp4.ts'
import type { Sample, TrackAbout } from '#main/record/mp4.ts'
import type { LastPicture } from '#main/record/finish.ts'
import type { GrowingFile } from '#main/sys/growing-file.ts'
import { Refusal } from '#shared/base/refusal.ts'

type Unit = Pick<StreamUnit, 'bytes' | 'key' | 'size'>

/** The same picture's description: a unit of another one begins another file. */
export interface Looks {
  readonly about: TrackAbout
}

export function looksOf(unit: Unit): Looks {
  const sets = parameterSets(unit.bytes)
  if (sets === null) throw new Refusal('failed', 'The device began its video without saying how it is coded.')
  return { about: { size: unit.size, ...sets } }
}

/** Only a key frame can say that what follows looks otherwise. */
export function isSameLook(looks: Looks, unit: Unit): boolean {
  const { about } = looks
  if (about.size.width !== unit.size.width || about.size.height !== unit.size.height) return false
  const sets = unit.key ? parameterSets(unit.bytes) : null
  return sets === null || (isSame(sets.sps, about.sps) && isSame(sets.pps, about.pps))
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

interface Waiting {
  readonly bytes: Uint8Array
  readonly key: boolean
  readonly atTicks: number
}

export class Segment {
  readonly looks: Looks
  readonly #file: GrowingFile
  readonly #beganUs: number
  readonly #lengthAt: number
  #waiting: Waiting[] = []
  #fragments = 0
  /** When the newest picture came; null before the first. */
  #newestTicks: number | null = null
  /** Of the newest written picture: when it came, and where its length stands. */
  #last: { readonly atTicks: number; readonly lengthAt: number } | null = null
  #endTicks = 0

  private constructor(file: GrowingFile, looks: Looks, beganUs: number, lengthAt: number) {
    this.#file = file
    this.looks = looks
    this.#beganUs = beganUs
    this.#lengthAt = lengthAt
  }

  /** `first` is the key frame it begins with; add it too. */
  static async begin(file: GrowingFile, first: Unit, beganUs: number): Promise<Segment> {
    const looks = looksOf(first)
    const { bytes, lengthAt } = beginning(looks.about)
    await file.append(bytes)
    return new Segment(file, looks, beganUs, lengthAt)
  }

  get ms(): number {
    return (this.#endTicks / timescale) * 1000
  }

  get bytes(): number {
    return this.#file.bytes
  }

  get path(): string {
    return this.#file.path
  }

  /** As it stands in the file now; null before the first flush. */
  get last(): LastPicture | null {
    return this.#last === null ? null : { atTicks: this.#last.atTicks, ticks: this.#endTicks - this.#last.atTicks }
  }

  add(unit: Unit, atUs: number): void {
    const newest = this.#newestTicks
    // A picture that is sent once more was captured long before it is sent.
    const atTicks = newest === null ? 0 : Math.max(newest + 1, this.#ticks(atUs))
    this.#newestTicks = atTicks
    this.#waiting.push({ bytes: sampleBytes(unit.bytes), key: unit.key, atTicks })
  }

  /** Everything so far is in the file, its last picture lasting until now. */
  async flush(nowUs: number): Promise<void> {
    if (this.#newestTicks === null) return
    const waiting = this.#waiting
    this.#waiting = []
    const first = waiting[0]
    const endTicks = Math.max(this.#newestTicks + 1, this.#ticks(nowUs))
    if (this.#last !== null)
      await this.#file.mend(this.#last.lengthAt, u32((first?.atTicks ?? endTicks) - this.#last.atTicks))
    if (first !== undefined) await this.#write(first, waiting, endTicks)
    this.#endTicks = endTicks
    await this.#file.mend(this.#lengthAt, u64(endTicks))
  }

  async end(nowUs: number): Promise<void> {
    try {
      await this.flush(nowUs)
    } finally {
      await this.#file[Symbol.asyncDispose]()
    }
  }

  async #write(first: Waiting, waiting: readonly Waiting[], endTicks: number): Promise<void> {
    const samples = waiting.map(({ bytes, key, atTicks }, index): Sample => ({
      bytes,
      key,
      ticks: (waiting[index + 1]?.atTicks ?? endTicks) - atTicks,
    }))
    this.#fragments += 1
    const { bytes, lastTicksAt } = fragment(this.#fragments, first.atTicks, samples)
    const at = this.#file.bytes
    await this.#file.append(bytes)
    this.#last = { atTicks: waiting.at(-1)?.atTicks ?? first.atTicks, lengthAt: at + lastTicksAt }
  }

  #ticks(atUs: number): number {
    return Math.max(0, Math.round(((atUs - this.#beganUs) / 1_000_000) * timescale))
  }
}
