// What devices are called when two have one name.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import { namesOf } from '#main/hub/device-names.ts'

const models = (...all: readonly (readonly [string, string])[]) => all.map(([id, name]) => ({ id: deviceId(id), name }))

it('devices are called by their names, and two of one name also by the end of their ids', () => {
  expect(
    namesOf(
      models(
        ['R5CT30AAXYZ', 'Galaxy S23'],
        ['R5CT30ABXYZ', 'Galaxy S23'],
        ['192.168.1.7:5555', 'Pixel 8'],
        ['192.168.1.8:5555', 'Pixel 8'],
        ['avd:Pixel_Fold', 'Pixel Fold'],
      ),
    ),
  ).toEqual(['Galaxy S23 (…AXYZ)', 'Galaxy S23 (…BXYZ)', 'Pixel 8 (…7:5555)', 'Pixel 8 (…8:5555)', 'Pixel Fold'])
})

it('an id that another ends in is told whole', () => {
  expect(namesOf(models(['5554', 'Phone'], ['emulator-5554', 'Phone']))).toEqual(['Phone (5554)', 'Phone (…-5554)'])
})

it('no two devices are called alike, whatever their ids', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-c.:]{1,12}$/u), { maxLength: 8 }),
      fc.array(fc.constantFrom('Phone', 'Tablet'), { minLength: 8, maxLength: 8 }),
      (ids, names) => {
        const called = namesOf(ids.map((id, index) => ({ id: deviceId(`x${id}`), name: names[index] ?? 'Phone' })))
        expect(new Set(called).size).toBe(ids.length)
      },
    ),
  )
})
