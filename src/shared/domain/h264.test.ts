// The reader and patcher of H.264 against streams of real encoders and made-up ones.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import {
  codecString,
  isKey,
  joinNals,
  nalType,
  ownColour,
  patchSps,
  patchUnit,
  readSps,
  splitNals,
  spsOf,
} from '#shared/domain/h264.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

// Of our own helper at 1080x2400.
const x264 = bytesOf('6742c032da011004b7979a80808320000003002000000791e30654')
const openh264 = bytesOf('6742c0328c8d40220096f2f35010106078442350')
// An ffmpeg file, High with B-frames, 640x360: two pictures are held back.
const reordering = bytesOf('6764001eacd940a02ff970110000030001000003003c0f162d96')

interface Made {
  readonly profile: number
  readonly level: number
  readonly columns: number
  readonly rows: number
  readonly crop: readonly [number, number, number, number] | null
  readonly references: number
  readonly order: 0 | 1 | 2
  readonly scaling: boolean
  readonly vui: null | {
    readonly aspect: number | null
    readonly signal: null | { readonly full: boolean; readonly colour: readonly [number, number, number] | null }
    readonly timing: readonly [number, number] | null
    readonly decoder: boolean
    readonly reorder: number | null
  }
}

/** An SPS written straight from the standard's table, apart from the code under test. */
function written(made: Made): Uint8Array {
  let bits = ''
  const u = (value: number, count: number): void => void (bits += value.toString(2).padStart(count, '0'))
  const ue = (value: number): void => {
    const code = (value + 1).toString(2)
    bits += '0'.repeat(code.length - 1) + code
  }
  u(0x67, 8)
  u(made.profile, 8)
  u(0, 8)
  u(made.level, 8)
  ue(0)
  if (made.profile === 100) {
    ue(1)
    ue(0)
    ue(0)
    u(0, 1)
    u(made.scaling ? 1 : 0, 1)
    // One list of eight: a step of 8, then one that ends it (next is 0).
    if (made.scaling) {
      u(1, 1)
      ue(15)
      ue(32)
      u(0, 7)
    }
  }
  ue(0)
  ue(made.order)
  if (made.order === 0) ue(2)
  if (made.order === 1) {
    u(0, 1)
    for (const value of [3, 4, 2, 5, 6]) ue(value)
  }
  ue(made.references)
  u(0, 1)
  ue(made.columns - 1)
  ue(made.rows - 1)
  u(0b11, 2)
  u(made.crop === null ? 0 : 1, 1)
  for (const value of made.crop ?? []) ue(value)
  u(made.vui === null ? 0 : 1, 1)
  if (made.vui !== null) writeVui(made.vui, u, ue)
  bits += '1'
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  const plain = Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2))
  return withEscapes(plain)
}

function writeVui(
  vui: NonNullable<Made['vui']>,
  u: (value: number, count: number) => void,
  ue: (value: number) => void,
): void {
  u(vui.aspect === null ? 0 : 1, 1)
  if (vui.aspect !== null) u(vui.aspect, 8)
  if (vui.aspect === 255) u(0x00040003, 32)
  u(0, 1)
  u(vui.signal === null ? 0 : 1, 1)
  if (vui.signal !== null) {
    u(2, 3)
    u(vui.signal.full ? 1 : 0, 1)
    u(vui.signal.colour === null ? 0 : 1, 1)
    for (const value of vui.signal.colour ?? []) u(value, 8)
  }
  u(0, 1)
  u(vui.timing === null ? 0 : 1, 1)
  if (vui.timing !== null) {
    u(vui.timing[0], 32)
    u(vui.timing[1], 32)
    u(1, 1)
  }
  u(vui.decoder ? 1 : 0, 1)
  if (vui.decoder) {
    ue(1)
    u(0x12, 8)
    for (const value of [1000, 2000, 3000, 4000]) {
      ue(value)
      if (value % 2000 === 0) u(1, 1)
    }
    u(0x8421f & 0xfffff, 20)
  }
  u(0, 1)
  if (vui.decoder) u(1, 1)
  u(0, 1)
  u(vui.reorder === null ? 0 : 1, 1)
  if (vui.reorder === null) return
  u(1, 1)
  for (const value of [0, 0, 11, 11, vui.reorder, 4]) ue(value)
}

function withEscapes(plain: Uint8Array): Uint8Array {
  const out: number[] = []
  for (const byte of plain) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3)
    out.push(byte)
  }
  return Uint8Array.from(out)
}

const bytesWithin = (minLength: number, maxLength: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength, maxLength })

const madeSps: fc.Arbitrary<Made> = fc.record({
  profile: fc.constantFrom(66, 77, 100),
  level: fc.integer({ min: 10, max: 62 }),
  columns: fc.integer({ min: 2, max: 512 }),
  rows: fc.integer({ min: 2, max: 512 }),
  crop: fc.option(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3))),
  references: fc.nat(16),
  order: fc.constantFrom(0, 1, 2),
  scaling: fc.boolean(),
  vui: fc.option(
    fc.record({
      aspect: fc.option(fc.constantFrom(1, 255)),
      signal: fc.option(
        fc.record({ full: fc.boolean(), colour: fc.option(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))) }),
      ),
      timing: fc.option(fc.tuple(fc.nat(0xffff), fc.nat(0x7fffffff))),
      decoder: fc.boolean(),
      reorder: fc.option(fc.nat(16)),
    }),
  ),
})

describe('NAL units', () => {
  // No zeros: what a NAL unit holds is escaped, and does not end in one.
  const nal = bytesWithin(1, 40).map(bytes => bytes.map(byte => byte || 9))

  it('come out of a unit as they went in', () => {
    fc.assert(
      fc.property(fc.array(nal, { maxLength: 8 }), nals => {
        expect(splitNals(joinNals(nals)).map(found => [...found])).toEqual(nals.map(found => [...found]))
      }),
    )
  })

  it('are found behind short and long start codes, and without the zeros around them', () => {
    const unit = bytesOf('0000000167aa00000168bb000000000165cc0000')
    expect(splitNals(unit).map(found => [...found])).toEqual([
      [0x67, 0xaa],
      [0x68, 0xbb],
      [0x65, 0xcc],
    ])
    expect(splitNals(unit).map(nalType)).toEqual([7, 8, 5])
  })

  it('are none in what has no start code, whatever it is', () => {
    fc.assert(
      fc.property(bytesWithin(0, 200), bytes => {
        for (const found of splitNals(bytes)) expect(found.length).toBeGreaterThan(0)
        isKey(bytes)
      }),
    )
    expect(splitNals(Uint8Array.of(1, 2, 3))).toEqual([])
  })

  it('tell a key frame', () => {
    expect(isKey(joinNals([x264, bytesOf('68ce3c80'), bytesOf('6588')]))).toBe(true)
    expect(isKey(joinNals([bytesOf('419a')]))).toBe(false)
    expect(isKey(joinNals([bytesOf('0910'), bytesOf('419a'), bytesOf('6588')]))).toBe(false)
    expect(isKey(new Uint8Array())).toBe(false)
  })
})

describe('a sequence parameter set', () => {
  it('of our helper is read: size, order, colours, codec string', () => {
    const expected = { size: { width: 1080, height: 2400 }, reorderFrames: 0, colour: ownColour, level: 50 }
    expect(readSps(x264)).toMatchObject(expected)
    expect(readSps(openh264)).toMatchObject(expected)
    expect(codecString(readSps(x264))).toBe('avc1.42C032')
  })

  it('of a stream that reorders is read and not talked out of it', () => {
    expect(readSps(reordering)).toMatchObject({ profile: 100, size: { width: 640, height: 360 }, reorderFrames: 2 })
    expect(readSps(patchSps(reordering)).reorderFrames).toBe(2)
    expect(codecString(readSps(reordering))).toBe('avc1.64001E')
  })

  it('of every shape is read as it was written', () => {
    fc.assert(
      fc.property(madeSps, made => {
        const [left = 0, right = 0, top = 0, bottom = 0] = made.crop ?? []
        const read = readSps(written(made))
        expect(read).toEqual({
          profile: made.profile,
          constraints: 0,
          level: made.level,
          size: { width: made.columns * 16 - 2 * (left + right), height: made.rows * 16 - 2 * (top + bottom) },
          referenceFrames: made.references,
          colour: colourOf(made),
          reorderFrames: made.vui?.reorder ?? null,
        })
      }),
      { numRuns: 500 },
    )
  })

  it('gets what it lacks and keeps what it says', () => {
    fc.assert(
      fc.property(madeSps, made => {
        const nal = written(made)
        const before = readSps(nal)
        const patched = patchSps(nal)
        const full = made.vui?.signal?.full ?? false
        expect(readSps(patched)).toEqual({
          ...before,
          colour: before.colour ?? { ...ownColour, fullRange: full },
          reorderFrames: before.reorderFrames ?? 0,
        })
        expect(patchSps(patched)).toBe(patched)
        expect(readSps(patchSps(nal, null))).toEqual({ ...before, reorderFrames: before.reorderFrames ?? 0 })
        // No start code may arise in it.
        const hasCode = patched.some(
          (byte, at) => byte <= 2 && at >= 2 && patched[at - 1] === 0 && patched[at - 2] === 0,
        )
        expect(hasCode).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('is patched inside a unit, and nothing else of it changes', () => {
    fc.assert(
      fc.property(madeSps, made => {
        const rest = [bytesOf('68ce3c80'), bytesOf('6588840010')]
        const nal = written(made)
        const patched = splitNals(patchUnit(joinNals([bytesOf('0910'), nal, ...rest])))
        expect(patched.map(found => [...found])).toEqual(
          [bytesOf('0910'), patchSps(nal), ...rest].map(found => [...found]),
        )
      }),
    )
    const complete = joinNals([x264, bytesOf('6588')])
    expect(patchUnit(complete)).toBe(complete)
    const without = joinNals([bytesOf('419a')])
    expect(patchUnit(without)).toBe(without)
    expect(spsOf(without)).toBeNull()
    expect(spsOf(complete)?.size.width).toBe(1080)
  })

  it('that is cut short or is noise is refused in words', () => {
    for (let cut = 0; cut < x264.length - 1; cut += 1) expect(() => readSps(x264.subarray(0, cut))).toThrow(Refusal)
    fc.assert(
      fc.property(bytesWithin(0, 80), noise => {
        const nal = Uint8Array.of(0x67, ...noise)
        try {
          expect(readSps(patchSps(nal)).reorderFrames).not.toBeNull()
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: 2000 },
    )
    expect(() => readSps(bytesOf('68ce3c80'))).toThrow(/another kind/)
  })
})

function colourOf(made: Made): object | null {
  const signal = made.vui?.signal
  if (!signal?.colour) return null
  const [primaries, transfer, matrix] = signal.colour
  return { primaries, transfer, matrix, fullRange: signal.full }
}
