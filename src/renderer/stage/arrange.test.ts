// Where the bar goes, and what the frame gets.
import { describe, expect, it } from 'vitest'
import { arrange } from '#renderer/stage/arrange.ts'

const phone = {
  space: { width: 420, height: 640 },
  stageWidth: 1200,
  whole: { width: 1156, height: 2476 },
  screen: { width: 1080, height: 2400 },
  tools: 9,
  hasRemote: false,
  fit: 'fit',
  pixelRatio: 1,
  densityDpi: 420,
} as const

describe('the bar', () => {
  it('stands beside a phone in one column', () => {
    const { bar, scale } = arrange(phone)
    expect(bar).toBe('column')
    expect(phone.whole.height * scale).toBeCloseTo(640)
  })

  it('is two columns where the frame is short', () => {
    const fold = { ...phone, whole: { width: 2300, height: 1932 }, screen: { width: 2208, height: 1840 }, tools: 10 }
    expect(arrange({ ...fold, space: { width: 680, height: 340 } }).bar).toBe('two')
  })

  it('is a row below under 480 px of stage', () => {
    expect(arrange({ ...phone, stageWidth: 479, space: { width: 420, height: 640 } }).bar).toBe('row')
    expect(arrange({ ...phone, stageWidth: 480 }).bar).toBe('column')
  })

  it('is a row below where that gives the screen more than it had under 280 px', () => {
    expect(arrange({ ...phone, space: { width: 330, height: 900 } }).bar).toBe('row')
  })

  it('stays beside a screen that only the height keeps small', () => {
    expect(arrange({ ...phone, space: { width: 420, height: 500 } }).bar).toBe('column')
  })

  it('pixel for pixel does not care for the space', () => {
    expect(arrange({ ...phone, fit: 'pixel', pixelRatio: 2 }).scale).toBe(0.5)
  })
})
