// What a H.264 stream says about itself: its NAL units, its sequence parameter set (SPS), its codec string; and the SPS
// written again with what a foreign encoder left unsaid. Reads untrusted bytes: what cannot be read is a Refusal.
import { Refusal } from '#shared/base/refusal.ts'
import type { Size } from '#shared/domain/geometry.ts'

export const nalTypes = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8 } as const

export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 31

/** The numbers of ITU-T H.264, annex E: 1 is BT.709, 6 is BT.601 (smpte170m). */
export interface Colour {
  readonly primaries: number
  readonly transfer: number
  readonly matrix: number
  readonly fullRange: boolean
}

/** What libyuv writes, and what the encoder helper declares. */
export const ownColour: Colour = { primaries: 1, transfer: 1, matrix: 6, fullRange: false }

export interface Sps {
  readonly profile: number
  /** The six constraint flags and two zero bits, as one byte. */
  readonly constraints: number
  readonly level: number
  /** Cropped: what is to be seen. */
  readonly size: Size
  readonly referenceFrames: number
  /** Null where the stream says none: a decoder then guesses by the size. */
  readonly colour: Colour | null
  /** Pictures a decoder must hold back to put them in order; null where nothing is said, and it may hold many. */
  readonly reorderFrames: number | null
}

/** The NAL units of an Annex B unit, in order, without start codes; views of its bytes. */
export function splitNals(unit: Uint8Array): readonly Uint8Array[] {
  const nals: Uint8Array[] = []
  let begin = startCode(unit, 0)
  while (begin < unit.length) {
    const from = begin + 3
    const next = startCode(unit, from)
    let until = next
    // A zero before a start code belongs to the code, and no NAL unit ends in one.
    while (until > from && unit[until - 1] === 0) until -= 1
    if (until > from) nals.push(unit.subarray(from, until))
    begin = next
  }
  return nals
}

export function joinNals(nals: readonly Uint8Array[]): Uint8Array {
  const unit = new Uint8Array(nals.reduce((sum, nal) => sum + 4 + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    unit[at + 3] = 1
    unit.set(nal, at + 4)
    at += 4 + nal.length
  }
  return unit
}

/** Whether a decoder may begin with it. Looks no further than the first slice. */
export function isKey(unit: Uint8Array): boolean {
  for (let at = startCode(unit, 0); at + 3 < unit.length; at = startCode(unit, at + 3)) {
    const type = (unit[at + 3] ?? 0) & 31
    if (type === nalTypes.idr) return true
    if (type === nalTypes.slice) return false
  }
  return false
}

/** The SPS of a unit, or null where it has none (all but key frames). */
export function spsOf(unit: Uint8Array): Sps | null {
  const found = spsNal(unit)
  return found === null ? null : readSps(found.nal)
}

/** As WebCodecs and MSE take it: `avc1.42C032`. */
export function codecString(sps: Sps): string {
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase()
  return `avc1.${hex(sps.profile)}${hex(sps.constraints)}${hex(sps.level)}`
}

export const readSps = (nal: Uint8Array): Sps => parse(unescaped(nal)).sps

/**
 * The SPS with what it lacks: that no picture is reordered (only for streams known to have no B-frames), and the colours.
 * What it does say is kept. Itself where it lacks nothing.
 */
export function patchSps(nal: Uint8Array, colour: Colour | null = ownColour): Uint8Array {
  const bytes = unescaped(nal)
  const parsed = parse(bytes)
  const { sps } = parsed
  if (sps.reorderFrames !== null && (sps.colour !== null || colour === null)) return nal
  return escaped(rewritten(bytes, parsed, colour))
}

/** A unit with its SPS patched; itself where there is none or it lacks nothing. */
export function patchUnit(unit: Uint8Array, colour: Colour | null = ownColour): Uint8Array {
  const found = spsNal(unit)
  if (found === null) return unit
  const patched = patchSps(found.nal, colour)
  if (patched === found.nal) return unit
  const rest = found.at + found.nal.length
  const out = new Uint8Array(unit.length - found.nal.length + patched.length)
  out.set(unit.subarray(0, found.at))
  out.set(patched, found.at)
  out.set(unit.subarray(rest), found.at + patched.length)
  return out
}

/** Where the next three bytes 0, 0, 1 begin; the length where there are none. */
function startCode(unit: Uint8Array, from: number): number {
  for (let one = unit.indexOf(1, from + 2); one !== -1; one = unit.indexOf(1, one + 1))
    if (unit[one - 1] === 0 && unit[one - 2] === 0) return one - 2
  return unit.length
}

function spsNal(unit: Uint8Array): { readonly at: number; readonly nal: Uint8Array } | null {
  let begin = startCode(unit, 0)
  while (begin + 3 < unit.length) {
    const at = begin + 3
    const type = (unit[at] ?? 0) & 31
    if (type === nalTypes.slice || type === nalTypes.idr) return null
    begin = startCode(unit, at)
    if (type !== nalTypes.sps) continue
    let until = begin
    while (until > at && unit[until - 1] === 0) until -= 1
    return { at, nal: unit.subarray(at, until) }
  }
  return null
}

/** A 3 after two zeros is no content: it keeps start codes out of it. */
function unescaped(nal: Uint8Array): Uint8Array {
  const out: number[] = []
  let zeros = 0
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    out.push(byte)
  }
  return Uint8Array.from(out)
}

function escaped(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    zeros = byte === 0 ? zeros + 1 : 0
    out.push(byte)
  }
  return Uint8Array.from(out)
}

class BitReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  bit(): number {
    const byte = this.#bytes[this.at >> 3]
    if (byte === undefined) throw unreadable('it ends too early')
    const bit = (byte >> (7 - (this.at & 7))) & 1
    this.at += 1
    return bit
  }

  flag(): boolean {
    return this.bit() === 1
  }

  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i += 1) value = value * 2 + this.bit()
    return value
  }

  skip(count: number): void {
    for (let i = 0; i < count; i += 1) this.bit()
  }

  /** Exp-Golomb, unsigned. */
  ue(): number {
    let zeros = 0
    while (this.bit() === 0) zeros += 1
    if (zeros > 31) throw unreadable('a number in it is too long')
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  se(): number {
    const code = this.ue()
    return code % 2 === 1 ? (code + 1) / 2 : -(code / 2)
  }
}

class BitWriter {
  readonly #bytes: number[] = []
  #at = 0

  bit(bit: number): void {
    if (this.#at % 8 === 0) this.#bytes.push(0)
    const last = this.#bytes.length - 1
    this.#bytes[last] = (this.#bytes[last] ?? 0) | (bit << (7 - (this.#at % 8)))
    this.#at += 1
  }

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i -= 1) this.bit(Math.floor(value / 2 ** i) % 2)
  }

  ue(value: number): void {
    const length = Math.floor(Math.log2(value + 1))
    this.bits(0, length)
    this.bits(value + 1, length + 1)
  }

  copy(bytes: Uint8Array, from: number, until: number): void {
    const reader = new BitReader(bytes, from)
    while (reader.at < until) this.bit(reader.bit())
  }

  /** With the stop bit, to the end of the byte. */
  whole(): Uint8Array {
    this.bit(1)
    return Uint8Array.from(this.#bytes)
  }
}

const unreadable = (why: string): Refusal =>
  new Refusal('bad-value', `The picture's sequence parameter set cannot be read: ${why}.`)

/** Where the parts of an SPS begin, in bits. `signalAt` to `restrictionAt` only count where there is a VUI. */
interface Parts {
  readonly sps: Sps
  readonly hasVui: boolean
  readonly videoFormat: number
  /** Null where the stream says nothing of the range. */
  readonly fullRange: boolean | null
  readonly vuiAt: number
  readonly signalAt: number
  readonly chromaAt: number
  readonly restrictionAt: number
  readonly endAt: number
}

type Vui = Pick<Parts, 'videoFormat' | 'fullRange' | 'signalAt' | 'chromaAt' | 'restrictionAt'> &
  Pick<Sps, 'colour' | 'reorderFrames'>

const noVui: Vui = {
  videoFormat: 5,
  fullRange: null,
  signalAt: 0,
  chromaAt: 0,
  restrictionAt: 0,
  colour: null,
  reorderFrames: null,
}

const withChromaFormat: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

function parse(bytes: Uint8Array): Parts {
  const from = new BitReader(bytes)
  if ((from.bits(8) & 31) !== nalTypes.sps) throw unreadable('it is another kind of unit')
  const profile = from.bits(8)
  const constraints = from.bits(8)
  const level = from.bits(8)
  from.ue()
  const chroma = withChromaFormat.has(profile) ? readChroma(from) : 1
  from.ue()
  skipPictureOrder(from)
  const referenceFrames = from.ue()
  from.bit()
  const size = readSize(from, chroma)
  const vuiAt = from.at
  const hasVui = from.flag()
  const vui = hasVui ? readVui(from) : noVui
  const { colour, reorderFrames, ...places } = vui
  const sps: Sps = { profile, constraints, level, size, referenceFrames, colour, reorderFrames }
  return { ...places, sps, hasVui, vuiAt, endAt: from.at }
}

function readChroma(from: BitReader): number {
  const format = from.ue()
  if (format > 3) throw unreadable(`it names a chroma format ${format}`)
  if (format === 3) from.bit()
  from.ue()
  from.ue()
  from.bit()
  if (from.flag()) for (let list = 0; list < (format === 3 ? 12 : 8); list += 1) skipScalingList(from, list)
  return format
}

function skipScalingList(from: BitReader, list: number): void {
  if (!from.flag()) return
  let last = 8
  let next = 8
  for (let i = 0; i < (list < 6 ? 16 : 64); i += 1) {
    if (next !== 0) next = (((last + from.se()) % 256) + 256) % 256
    if (next !== 0) last = next
  }
}

function skipPictureOrder(from: BitReader): void {
  const type = from.ue()
  if (type > 2) throw unreadable(`it names an order of pictures ${type}`)
  if (type === 0) from.ue()
  if (type !== 1) return
  from.bit()
  from.se()
  from.se()
  const count = from.ue()
  if (count > 255) throw unreadable('its order of pictures is too long')
  for (let i = 0; i < count; i += 1) from.se()
}

function readSize(from: BitReader, chroma: number): Size {
  const columns = from.ue() + 1
  const rows = from.ue() + 1
  const framesOnly = from.bit()
  if (framesOnly === 0) from.bit()
  from.bit()
  const crop = from.flag() ? [from.ue(), from.ue(), from.ue(), from.ue()] : []
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (2 - framesOnly)
  const width = columns * 16 - (left + right) * unitX
  const height = rows * 16 * (2 - framesOnly) - (top + bottom) * unitY
  if (columns > 2048 || rows > 2048 || width <= 0 || height <= 0) throw unreadable('its size is none')
  return { width, height }
}

function readVui(from: BitReader): Vui {
  if (from.flag() && from.bits(8) === 255) from.skip(32)
  if (from.flag()) from.bit()
  const signalAt = from.at
  const signal = readSignal(from)
  const chromaAt = from.at
  if (from.flag()) {
    from.ue()
    from.ue()
  }
  if (from.flag()) from.skip(65)
  const nalDecoder = from.flag()
  if (nalDecoder) skipDecoderModel(from)
  const vclDecoder = from.flag()
  if (vclDecoder) skipDecoderModel(from)
  if (nalDecoder || vclDecoder) from.bit()
  from.bit()
  const restrictionAt = from.at
  return { ...signal, signalAt, chromaAt, restrictionAt, reorderFrames: readReorder(from) }
}

function readSignal(from: BitReader): Pick<Vui, 'videoFormat' | 'fullRange' | 'colour'> {
  if (!from.flag()) return { videoFormat: 5, fullRange: null, colour: null }
  const videoFormat = from.bits(3)
  const fullRange = from.flag()
  if (!from.flag()) return { videoFormat, fullRange, colour: null }
  const [primaries, transfer, matrix] = [from.bits(8), from.bits(8), from.bits(8)]
  return { videoFormat, fullRange, colour: { primaries, transfer, matrix, fullRange } }
}

function skipDecoderModel(from: BitReader): void {
  const count = from.ue()
  if (count > 31) throw unreadable('its decoder model is too long')
  from.skip(8)
  for (let i = 0; i <= count; i += 1) {
    from.ue()
    from.ue()
    from.bit()
  }
  from.skip(20)
}

function readReorder(from: BitReader): number | null {
  if (!from.flag()) return null
  from.bit()
  for (let i = 0; i < 4; i += 1) from.ue()
  const frames = from.ue()
  if (frames > 16) throw unreadable(`it reorders ${frames} pictures`)
  from.ue()
  return frames
}

function rewritten(bytes: Uint8Array, parts: Parts, colour: Colour | null): Uint8Array {
  const { sps, hasVui } = parts
  const to = new BitWriter()
  to.copy(bytes, 0, parts.vuiAt)
  to.bit(1)
  // No aspect, no overscan.
  if (hasVui) to.copy(bytes, parts.vuiAt + 1, parts.signalAt)
  else to.bits(0, 2)
  if (hasVui && (sps.colour !== null || colour === null)) to.copy(bytes, parts.signalAt, parts.chromaAt)
  else if (colour === null) to.bit(0)
  else writeColour(to, { ...colour, fullRange: parts.fullRange ?? colour.fullRange }, parts.videoFormat)
  // No chroma place, no timing, no decoder models, no structure of pictures.
  if (hasVui) to.copy(bytes, parts.chromaAt, parts.restrictionAt)
  else to.bits(0, 5)
  if (sps.reorderFrames !== null) to.copy(bytes, parts.restrictionAt, parts.endAt)
  else writeRestriction(to, sps.referenceFrames)
  return to.whole()
}

function writeColour(to: BitWriter, colour: Colour, videoFormat: number): void {
  to.bit(1)
  to.bits(videoFormat, 3)
  to.bit(colour.fullRange ? 1 : 0)
  to.bit(1)
  to.bits(colour.primaries, 8)
  to.bits(colour.transfer, 8)
  to.bits(colour.matrix, 8)
}

/** The values that count where nothing is said, and then the one that matters: no picture is held back. */
function writeRestriction(to: BitWriter, referenceFrames: number): void {
  to.bits(3, 2)
  for (const value of [2, 1, 15, 15, 0, referenceFrames]) to.ue(value)
}
