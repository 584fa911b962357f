// What an emulator had of its own comes back as it was written down; anything else is refused.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  batteryWord,
  batteryWritten,
  placeWord,
  placeWritten,
  stanceWord,
  stanceWritten,
} from '#main/device/android/emulator/before.ts'
import { postures, turns } from '#shared/domain/device.ts'

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => (Object.is(value, -0) ? 0 : value))
const count = fc.nat(1000)
/** Needs no quotes in a shell, and begins like no option. */
const plain = /^[a-z][\w.,+-]*$/

describe('what was before, as a word', () => {
  it('is read as it was written: a place', () => {
    const place = fc.record({
      passiveUpdate: fc.boolean(),
      latitude: number,
      longitude: number,
      speed: number,
      bearing: number,
      altitude: number,
      satellites: count,
    })
    fc.assert(
      fc.property(place, own => {
        expect(placeWord(own)).toMatch(plain)
        expect(placeWritten(placeWord(own))).toEqual(own)
      }),
    )
  })

  it('is read as it was written: a battery', () => {
    const battery = fc.record({
      hasBattery: fc.boolean(),
      isPresent: fc.boolean(),
      charger: count,
      chargeLevel: count,
      health: count,
      status: count,
    })
    fc.assert(
      fc.property(battery, own => {
        expect(batteryWord(own)).toMatch(plain)
        expect(batteryWritten(batteryWord(own))).toEqual(own)
      }),
    )
  })

  it('is read as it was written: how it is held', () => {
    for (const turn of turns)
      for (const posture of [null, ...postures]) {
        expect(stanceWord({ turn, posture })).toMatch(plain)
        expect(stanceWritten(stanceWord({ turn, posture }))).toEqual({ turn, posture })
      }
  })

  it('is refused where it is none', () => {
    for (const word of ['', 'was', 'was,1,2', 'own,1,2,3,4,5,6', 'was,1,2,3,,5,6', 'was,1,2,3,x,5,6']) {
      expect(() => placeWritten(word)).toThrow(/cannot be read/)
      expect(() => batteryWritten(word)).toThrow(/cannot be read/)
      expect(() => stanceWritten(word)).toThrow(/cannot be read/)
    }
    expect(() => stanceWritten('was,sideways,flat')).toThrow(/cannot be read/)
    expect(() => stanceWritten('was,upright,ajar')).toThrow(/cannot be read/)
  })
})
