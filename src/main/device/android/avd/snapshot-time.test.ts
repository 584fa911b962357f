// When a snapshot was saved, read from bytes as the emulator writes them, and from any others.
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'
import { snapshotSavedMs } from '#main/device/android/avd/snapshot-time.ts'

/** As the emulator writes it: version, creation time, an image, how often it was loaded. */
const snapshotOf = (seconds: number, loads: number): Uint8Array =>
  protobuf.Writer.create()
    .uint32(8)
    .int32(2)
    .uint32(16)
    .int64(seconds)
    .uint32(26)
    .bytes(Uint8Array.of(8, 3, 18, 3, 97, 98, 99))
    .uint32(88)
    .int32(loads)
    .finish()

describe('the time of a snapshot', () => {
  it('is when it was saved, not when it was last loaded', () => {
    expect(snapshotSavedMs(snapshotOf(1_790_000_000, 3), 1_790_000_900_123)).toBe(1_790_000_000_000)
  })

  it('is as fine as the file’s own while nothing was loaded since', () => {
    expect(snapshotSavedMs(snapshotOf(1_790_000_000, 0), 1_790_000_000_456)).toBe(1_790_000_000_456)
  })

  it('is the file’s own where the file says none or is cut off', () => {
    expect(snapshotSavedMs(new Uint8Array(), 5)).toBe(5)
    expect(snapshotSavedMs(new TextEncoder().encode('a snapshot'), 5)).toBe(5)
    expect(snapshotSavedMs(snapshotOf(1_790_000_000, 3).subarray(0, 4), 5)).toBe(5)
  })

  it('is had from any bytes without a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        expect(Number.isFinite(snapshotSavedMs(bytes, 1_790_000_000_000))).toBe(true)
      }),
    )
  })
})
