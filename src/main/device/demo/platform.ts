// The demo platform: one phone that is always there, so that everything can be tried with nothing to own or install.
import type { FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { demoCapabilitiesOf, demoModel, openDemoDriver, type DemoOptions } from '#main/device/demo/driver.ts'

export function demoPlatform(options: Partial<DemoOptions> = {}): PlatformFinder {
  return {
    platform: 'demo',
    watch: (onChange, signal) => {
      signal.throwIfAborted()
      const found: FoundDevice = {
        model: demoModel(options),
        can: demoCapabilitiesOf(options),
        power: { is: 'on', asleep: false },
        why: null,
        operate: null,
        open: () => openDemoDriver({ seed: 1, clock: 'real', ...options }),
      }
      onChange([found])
      return Promise.resolve()
    },
  }
}
