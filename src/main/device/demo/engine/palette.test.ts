// Every pair of colours the demo phone uses by itself can be read, light and dark.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, onColour, paletteOf } from '#main/device/demo/engine/palette.ts'
import type { Palette } from '#main/device/demo/engine/palette.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

/** Words and the grounds layout puts them on. */
function pairs(palette: Palette): [string, string][] {
  return [
    [palette.ink, palette.surface],
    [palette.ink, palette.container],
    [palette.ink, palette.containerHigh],
    [palette.ink, palette.tonal],
    [palette.inkSoft, palette.surface],
    [palette.inkSoft, palette.container],
    [palette.inkSoft, palette.containerHigh],
    [palette.inkSoft, palette.tonal],
    [palette.primary, palette.surface],
    [palette.primary, palette.container],
    [palette.primary, palette.containerHigh],
    [palette.onPrimary, palette.primary],
    [palette.onPrimaryContainer, palette.primaryContainer],
    [palette.onTonal, palette.tonal],
    [palette.onInverse, palette.inverse],
    [palette.inversePrimary, palette.inverse],
  ]
}

it('keeps a contrast of 4.5 between words and ground for every primary colour, light and dark', () => {
  fc.assert(
    fc.property(hex, fc.option(hex), fc.boolean(), (primary, darkPrimary, dark) => {
      for (const [ink, ground] of pairs(paletteOf(primary, darkPrimary, dark)))
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 400 },
  )
})

it('keeps a primary colour that reads well as it is given', () => {
  expect(contrast(paletteOf('#2E7D32', null, false).primary, '#2e7d32')).toBeLessThan(1.15)
})

it('finds a readable ink for any ground', () => {
  fc.assert(fc.property(hex, ground => contrast(onColour(ground), ground) >= 4.1))
  expect(onColour('#ffffff')).toBe('#1a1a1a')
})

it('measures contrast as the guideline does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
