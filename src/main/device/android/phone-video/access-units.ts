// Cuts a bare H.264 stream (Annex B) into whole pictures as they come. A picture is known to be whole when the next begins, or
// when nothing came for a moment: a still screen sends no next one.
import { nalTypes } from '#shared/domain/h264.ts'

const accessUnitDelimiter = 9
const unitBytesMost = 8 * 1024 * 1024

export class AccessUnits {
  readonly #onUnit: (unit: Uint8Array) => void
  #held: Uint8Array = new Uint8Array()
  /** Where the search for the next start code goes on. */
  #scanned = 0
  /** Start codes found in what is held, and whether what follows begins a new picture. */
  #hasSlice = false
  #wasCut = false

  constructor(onUnit: (unit: Uint8Array) => void) {
    this.#onUnit = onUnit
  }

  get isEmpty(): boolean {
    return this.#held.length === 0
  }

  /** False: a picture was given too early by `flush`, and this is the rest of it. Whoever reads needs a new key frame. */
  add(bytes: Uint8Array): boolean {
    if (this.#wasCut && bytes.length > 0) {
      this.#wasCut = false
      if (!startsUnit(bytes)) {
        this.#reset()
        return false
      }
    }
    const all = new Uint8Array(this.#held.length + bytes.length)
    all.set(this.#held)
    all.set(bytes, this.#held.length)
    this.#held = all
    this.#cut()
    if (this.#held.length > unitBytesMost) this.#reset()
    return true
  }

  /** What is held is taken for whole. */
  flush(): void {
    const unit = this.#held
    const hasSlice = this.#hasSlice
    this.#reset()
    if (!hasSlice) {
      // Parameters without a picture yet: they go with the next.
      this.#held = unit
      return
    }
    this.#wasCut = true
    this.#onUnit(unit)
  }

  #cut(): void {
    for (;;) {
      const at = startCode(this.#held, this.#scanned)
      const header = this.#held[at + 3]
      // The byte after the header tells a slice's first block: until it is there, nothing is decided.
      if (header === undefined || this.#held[at + 4] === undefined) {
        this.#scanned = Math.max(0, Math.min(at, this.#held.length - 4))
        return
      }
      const type = header & 31
      const isSlice = type === nalTypes.slice || type === nalTypes.idr
      const isFirst = isSlice && ((this.#held[at + 4] ?? 0) & 0x80) !== 0
      const begins =
        isFirst ||
        type === accessUnitDelimiter ||
        type === nalTypes.sps ||
        type === nalTypes.pps ||
        type === nalTypes.sei
      if (begins && this.#hasSlice) {
        // The zero before a start code belongs to it.
        const end = at > 0 && this.#held[at - 1] === 0 ? at - 1 : at
        const unit = this.#held.slice(0, end)
        this.#held = this.#held.slice(end)
        this.#hasSlice = isSlice
        this.#scanned = at - end + 3
        this.#onUnit(unit)
        continue
      }
      if (isSlice) this.#hasSlice = true
      this.#scanned = at + 3
    }
  }

  #reset(): void {
    this.#held = new Uint8Array()
    this.#scanned = 0
    this.#hasSlice = false
  }
}

const startsUnit = (bytes: Uint8Array): boolean => {
  const at = startCode(bytes, 0)
  return at <= 1 && at < bytes.length
}

/** Where the next bytes 0, 0, 1 begin; the length where there are none. */
function startCode(bytes: Uint8Array, from: number): number {
  for (let one = bytes.indexOf(1, from + 2); one !== -1; one = bytes.indexOf(1, one + 1))
    if (bytes[one - 1] === 0 && bytes[one - 2] === 0) return one - 2
  return bytes.length
}
