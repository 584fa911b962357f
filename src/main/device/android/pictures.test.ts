// Pictures of an adb device: equal ones are one, and the pixels of a packed one are those it had.
import { describe, expect, it } from 'vitest'
import { Pictures } from '#main/device/android/pictures.ts'
import type { Pixels } from '#shared/domain/picture.ts'

const width = 40
const height = 30
const drawn = (seed: number): Pixels => ({
  width,
  height,
  scale: 1,
  data: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * (seed + 1)) % 251)),
})

describe('pictures', () => {
  it('that are equal are one', () => {
    const pictures = new Pictures()
    const first = pictures.pictureOf(drawn(1))
    expect(pictures.pictureOf(drawn(1))).toBe(first)
    expect(pictures.pictureOf(drawn(2)).id).not.toBe(first.id)
  })

  it('give the pixels they had after newer ones have come', async () => {
    const pictures = new Pictures()
    const kept = Array.from({ length: 20 }, (_, seed) => pictures.pictureOf(drawn(seed)))
    await new Promise(resolve => setTimeout(resolve, 300))
    for (const [seed, picture] of kept.entries()) {
      const pixels = await picture.pixels()
      expect(pixels).toMatchObject({ width, height, scale: 1 })
      expect(Buffer.from(pixels.data).equals(Buffer.from(drawn(seed).data))).toBe(true)
    }
  })
})
