// A condition that a device cannot be put in: left out with words once, and the night goes on with the rest.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { capsOf } from '#main/device/android/driver.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import type { Driver } from '#main/device/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { whyNot } from '#main/explore/settings-journal.ts'
import { runDemoNight } from '#main/bench/night/demo-night.ts'
import { Store } from '#main/store/store.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'

const { signal } = new AbortController()
const { slowNetwork } = capsOf(34, false, 'emulator-5554')

async function overAdb() {
  const driver: Driver = await openDemoDriver({ seed: 1, nuisance: false, clock: 'virtual' })
  if (slowNetwork === undefined) throw new Error('adb does not say whether it can')
  return openDevice(
    { ...driver, can: { ...driver.can, slowNetwork }, [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose]() },
    signal,
  )
}

it('is said before anything is set: adb can cut the network, not slow it down', async () => {
  await using device = await overAdb()
  expect(whyNot(device, 'slow')).toMatch(/^A slow network cannot be set over adb/)
  expect(whyNot(device, 'offline')).toBeNull()
})

it('is in the record once, as a mission of no steps with its reason; the plain missions take the whole night', async () => {
  await using folder = await temporaryFolder()
  using store = new Store(join(folder.path, 'home'))
  await using device = await overAdb()
  const night = await runDemoNight(
    {
      file: join(rootFolder(), 'resources', 'demo', 'notes.app.yaml'),
      plant: 'none',
      seed: 1,
      steps: 250,
      policy: 'random',
      conditions: ['slow'],
      device,
      book: store,
      pictures: null,
    },
    signal,
  )
  expect(night).toMatchObject({ endedBy: 'budget', steps: 250 })
  const { missions } = night
  expect(missions.filter(mission => mission.condition === 'slow')).toMatchObject([
    { steps: 0, ended_by: 'device', why: expect.stringMatching(/^A slow network cannot be set over adb/) },
  ])
  expect(missions.filter(mission => mission.condition === null).length).toBeGreaterThan(1)
})
