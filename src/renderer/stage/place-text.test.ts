// Places as people type them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPlaceText } from '#renderer/stage/place-text.ts'

describe('a typed place', () => {
  it('takes a comma as well as a point', () => {
    expect(fromPlaceText(' 52,52', '-13.405 ')).toEqual({
      is: 'right',
      place: { latitude: 52.52, longitude: -13.405 },
    })
  })
  it('says which number is wrong, and its range', () => {
    expect(fromPlaceText('', '1')).toMatchObject({ words: expect.stringContaining('Latitude is a number') })
    expect(fromPlaceText('90.1', '1')).toMatchObject({ words: 'Latitude goes from -90 to 90.' })
    expect(fromPlaceText('1', '181')).toMatchObject({ words: 'Longitude goes from -180 to 180.' })
    expect(fromPlaceText('1', '1e3')).toMatchObject({ words: expect.stringContaining('Longitude is a number') })
  })
  it('never lets a place out of range through', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (latitude, longitude) => {
        const read = fromPlaceText(latitude, longitude)
        if (read.is === 'right') {
          expect(Math.abs(read.place.latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(read.place.longitude)).toBeLessThanOrEqual(180)
        }
      }),
    )
  })
})
