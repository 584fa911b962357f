// What `nocturne devices` says a device can: everything only where nothing of it is refused.
import { expect, it } from 'vitest'
import type { Capabilities } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { deviceWords } from '#main/cli/devices.ts'
import { canEverything as all } from '../../../test/builders/capabilities.ts'

const no = { yes: false, why: 'It has none.' } as const
const line = (caps: Capabilities, kind: 'phone' | 'foldable' = 'phone') =>
  deviceWords({
    id: deviceId('one'),
    name: 'One',
    platform: 'android',
    kind,
    state: 'live',
    why: null,
    runtime: 'Android 15 (API 35)',
    caps,
  })

it('names each thing a device refuses, and says "everything" of what refuses nothing', () => {
  expect(line(all).row).toContain('touch, can do everything')
  const facets = ['tree', 'foreground', 'text', 'clearData', 'crashLogs', 'contacts', 'clipboard', 'terminal', 'files']
  for (const name of [...facets, 'slowNetwork']) expect(line({ ...all, [name]: no }).lacks).toHaveLength(1)
  for (const name of Object.keys(all.controls)) {
    const lacking = line({ ...all, controls: { ...all.controls, [name]: no } }, 'foldable')
    expect(lacking.row, name).toContain('touch, cannot do 1 thing, said below')
    expect(lacking.lacks).toEqual([expect.stringMatching(/^ {2}one cannot [a-z -]+: It has none\.\n$/u)])
  }
  // Nobody expects a phone to fold.
  expect(line({ ...all, controls: { ...all.controls, posture: no } }).lacks).toEqual([])
  // One that has no network to be taken off has no slow one either.
  expect(line({ ...all, slowNetwork: no, controls: { ...all.controls, network: no } }).lacks).toHaveLength(1)
})
