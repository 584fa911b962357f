// A fragmented MP4 of one H.264 track, made box by box: what a file begins with, and one fragment after another. Whole after
// each fragment, whatever happens next. Pure: the recording writes the bytes and mends the two numbers that grow.
import { nalType, nalTypes, splitNals } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'

/** Ticks of the file's clock in a second. */
export const timescale = 90_000

export interface TrackAbout {
  readonly size: Size
  readonly sps: Uint8Array
  readonly pps: Uint8Array
}

export interface Sample {
  /** The NAL units of one picture, each after its length. */
  readonly bytes: Uint8Array
  readonly key: boolean
  readonly ticks: number
}

/** What a decoder must know first, out of a key frame; null where it has none. */
export function parameterSets(unit: Uint8Array): Pick<TrackAbout, 'sps' | 'pps'> | null {
  const nals = splitNals(unit)
  const sps = nals.find(nal => nalType(nal) === nalTypes.sps)
  const pps = nals.find(nal => nalType(nal) === nalTypes.pps)
  return sps === undefined || pps === undefined ? null : { sps: sps.slice(), pps: pps.slice() }
}

const delimiter = 9
/** Said once at the file's beginning, or of no use in a file. */
const leftOut: readonly number[] = [nalTypes.sps, nalTypes.pps, delimiter]

/** A unit as a file has it: lengths for start codes. */
export function sampleBytes(unit: Uint8Array): Uint8Array {
  const nals = splitNals(unit).filter(nal => !leftOut.includes(nalType(nal)))
  const out = new Uint8Array(nals.reduce((sum, nal) => sum + 4 + nal.length, 0))
  const view = new DataView(out.buffer)
  let at = 0
  for (const nal of nals) {
    view.setUint32(at, nal.length)
    out.set(nal, at + 4)
    at += 4 + nal.length
  }
  return out
}

/** The file's beginning, and where in it the whole length stands, as `u64`. */
export function beginning(about: TrackAbout): { readonly bytes: Uint8Array; readonly lengthAt: number } {
  const type = box('ftyp', text('isom'), u32(512), text('isomiso6avc1mp41'))
  const movie = box(
    'moov',
    full(
      'mvhd',
      0,
      0,
      u32(0),
      u32(0),
      u32(timescale),
      u32(0),
      u32(0x0001_0000),
      u16(0x0100),
      zeros(10),
      identity,
      zeros(24),
      u32(2),
    ),
    track(about),
    box('mvex', full('mehd', 1, 0, u64(0)), full('trex', 0, 0, u32(1), u32(1), u32(0), u32(0), u32(0))),
  )
  const bytes = joined([type, movie])
  // The first of the two boxes in `mvex`, after its header, version and flags.
  return { bytes, lengthAt: indexOfText(bytes, 'mehd') + 8 }
}

/** A fragment that begins at `atTicks`, and where in it the length of its last picture stands, as `u32`. */
export function fragment(
  number: number,
  atTicks: number,
  samples: readonly Sample[],
): { readonly bytes: Uint8Array; readonly lastTicksAt: number } {
  const data = joined(samples.map(sample => sample.bytes))
  const rows = samples.map(({ ticks, bytes, key }) =>
    joined([u32(ticks), u32(bytes.length), u32(key ? isKey : isNoKey)]),
  )
  const about = (dataAt: number): Uint8Array =>
    box(
      'moof',
      full('mfhd', 0, 0, u32(number)),
      box(
        'traf',
        // Places in it count from the beginning of this box.
        full('tfhd', 0, 0x02_0000, u32(1)),
        full('tfdt', 1, 0, u64(atTicks)),
        // With the place of the data, and of each picture its length, its bytes and its flags.
        full('trun', 0, 0x0701, u32(samples.length), u32(dataAt), ...rows),
      ),
    )
  const moof = about(about(0).length + 8)
  return { bytes: joined([moof, box('mdat', data)]), lastTicksAt: moof.length - 12 }
}

export const u32 = (value: number): Uint8Array => number(value, 4)
export const u64 = (value: number): Uint8Array => number(value, 8)

const isKey = 0x0200_0000
/** Builds on others; no place to begin at. */
const isNoKey = 0x0101_0000

function track({ size, sps, pps }: TrackAbout): Uint8Array {
  const { width, height } = size
  return box(
    'trak',
    full(
      'tkhd',
      0,
      3,
      u32(0),
      u32(0),
      u32(1),
      u32(0),
      u32(0),
      zeros(8),
      u16(0),
      u16(0),
      u16(0),
      u16(0),
      identity,
      u32(width * 65_536),
      u32(height * 65_536),
    ),
    box(
      'mdia',
      full('mdhd', 0, 0, u32(0), u32(0), u32(timescale), u32(0), u16(0x55c4), u16(0)),
      full('hdlr', 0, 0, u32(0), text('vide'), zeros(12), text('Screen'), zeros(1)),
      box(
        'minf',
        full('vmhd', 0, 1, zeros(8)),
        box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1))),
        box(
          'stbl',
          full('stsd', 0, 0, u32(1), pictureEntry(size, sps, pps)),
          full('stts', 0, 0, u32(0)),
          full('stsc', 0, 0, u32(0)),
          full('stsz', 0, 0, u32(0), u32(0)),
          full('stco', 0, 0, u32(0)),
        ),
      ),
    ),
  )
}

const pictureEntry = ({ width, height }: Size, sps: Uint8Array, pps: Uint8Array): Uint8Array =>
  box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x0048_0000),
    u32(0x0048_0000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    box(
      'avcC',
      Uint8Array.of(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1),
      u16(sps.length),
      sps,
      u8(1),
      u16(pps.length),
      pps,
    ),
  )

const identity = joined([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].map(value => u32(value)))

const box = (name: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = joined(parts)
  return joined([u32(content.length + 8), text(name), content])
}

const full = (name: string, version: number, flags: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  box(name, u8(version), number(flags, 3), ...parts)

const u8 = (value: number): Uint8Array => Uint8Array.of(value)
const u16 = (value: number): Uint8Array => number(value, 2)
const zeros = (count: number): Uint8Array => new Uint8Array(count)
const text = (words: string): Uint8Array => new TextEncoder().encode(words)

function number(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes)
  for (let at = bytes - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) out[at] = rest % 256
  return out
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

function indexOfText(bytes: Uint8Array, words: string): number {
  const wanted = text(words)
  return bytes.findIndex((_, at) => wanted.every((byte, index) => bytes[at + index] === byte))
}
