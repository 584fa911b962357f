// The demo platform: a phone and a foldable that are always there, so that everything can be tried with nothing to own or
// install. Listed they cost nothing: each has an engine only once somebody opens it.
import type { FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { demoCapabilitiesOf, demoModel, openDemoDriver, type DemoOptions } from '#main/device/demo/driver.ts'

export function demoPlatform(options: Partial<Omit<DemoOptions, 'id' | 'name' | 'folds'>> = {}): PlatformFinder {
  return {
    platform: 'demo',
    watch: (onChange, signal) => {
      signal.throwIfAborted()
      // The phone comes first: a job that wants any demo device gets it.
      onChange([foundDevice(options), foundDevice({ ...options, folds: true })])
      return Promise.resolve()
    },
  }
}

function foundDevice(options: Partial<DemoOptions>): FoundDevice {
  return {
    model: demoModel(options),
    can: demoCapabilitiesOf(options),
    power: { is: 'on', asleep: false },
    why: null,
    operate: null,
    isOurs: true,
    open: () => openDemoDriver({ seed: 1, clock: 'real', ...options }),
  }
}
