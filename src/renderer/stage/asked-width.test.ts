// Which width a screen asks for, upright and turned.
import { describe, expect, it } from 'vitest'
import { askedWidth } from '#renderer/stage/asked-width.ts'

const phone = { width: 1080, height: 2400 }
const tablet = { width: 2560, height: 1600 }

describe('the width a screen asks for', () => {
  it('is the step that is no smaller than what is on the glass', () => {
    expect(askedWidth(phone, 100, null)).toBe(540)
    expect(askedWidth(phone, 540, null)).toBe(540)
    expect(askedWidth(phone, 541, null)).toBe(720)
    expect(askedWidth(phone, 4000, null)).toBe(1080)
  })

  it('is the short side of a phone that is turned, and the long side of a tablet that is not', () => {
    expect(askedWidth(phone, 1200, { width: 1200, height: 540 })).toBe(540)
    expect(askedWidth(tablet, 700, { width: 540, height: 338 })).toBe(720)
    expect(askedWidth(tablet, 700, { width: 450, height: 720 })).toBe(1080)
  })
})
