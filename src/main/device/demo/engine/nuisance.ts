// The near misses of a real device: taps that land late, screens that build up slowly, a permission asked for that nobody
// declared, another app's crash, an old crash record. Drawn from a stream of their own, so that switching them on does not
// change what chance gives an app.
import { random, type Random } from '#shared/base/random.ts'
import { reportCrash } from '#main/device/demo/engine/reports.ts'
import type { LogBuffers } from '#main/device/demo/engine/log-buffers.ts'
import type { Timers } from '#main/device/demo/engine/timers.ts'

const othersCrash = {
  type: 'java.lang.IllegalStateException',
  message: 'Fragment not attached to an activity',
  frames: ['com.example.weather.WidgetFragment.refresh', 'com.example.weather.UpdateJob.onFinish'],
  cause: null,
}

export class Nuisance {
  readonly #random: Random

  constructor(seed: number | string) {
    this.#random = random(seed, 'nuisance')
  }

  /** How late a tap lands; null for the most, which land at once. */
  lateTapMs(): number | null {
    return this.#random.next() < 0.02 ? 300 + this.#random.below(700) : null
  }

  /** How long a screen that was just opened shows only its upper half; null for most. */
  halfBuiltMs(): number | null {
    return this.#random.next() < 0.08 ? 300 + this.#random.below(900) : null
  }

  /** A permission an app asks for at its launch without having declared it; null for most launches. */
  undeclaredPermission(declared: readonly string[]): string | null {
    const others = ['location', 'contacts', 'calendar', 'phone'].filter(name => !declared.includes(name))
    return this.#random.next() < 0.15 && others.length > 0 ? this.#random.pick(others) : null
  }

  /** Another app crashes now and then, for as long as the device runs. */
  crashOthers(timers: Timers, logs: LogBuffers): void {
    timers.after(120_000 + this.#random.below(360_000), 0, () => {
      reportCrash(
        {
          logs,
          nowMs: timers.now,
          package: 'com.example.weather',
          label: 'Weather',
          pid: 4000 + this.#random.below(900),
        },
        othersCrash,
      )
      this.crashOthers(timers, logs)
    })
  }
}

/** A crash of the app from an hour ago that is still in the buffers. */
export function staleCrash(logs: LogBuffers, nowMs: number, name: string): void {
  const thrown = {
    type: 'java.lang.RuntimeException',
    message: 'Unable to start service',
    frames: [`${name}.SyncService.onStartCommand`],
    cause: null,
  }
  reportCrash({ logs, nowMs: nowMs - 3_600_000, package: name, label: name, pid: 3307 }, thrown)
}

const noiseLines = [
  ['D', 'NetworkMonitor', 'PROBE_HTTP https://connectivity.invalid/generate_204 time=31ms ret=204'],
  ['I', 'WifiService', 'acquireWifiLockLocked: WifiLock{NlpWifiLock type=2}'],
  ['W', 'ziparchive', 'Unable to open base.dm: No such file or directory'],
  ['D', 'BatteryService', 'level:84, scale:100, status:3'],
  ['I', 'chatty', 'uid=1000(system) expire 3 lines'],
  ['E', 'GnssHAL', 'no fix within the last interval'],
] as const

/** What other processes write, all the time. */
export function writeNoise(seed: number | string, timers: Timers, logs: LogBuffers): void {
  const draw = random(seed, 'noise')
  const again = (): void =>
    timers.after(6000 + draw.below(30_000), 0, () => {
      const [level, tag, text] = draw.pick(noiseLines)
      const pid = 600 + draw.below(1200)
      logs.write('main', { atMs: timers.now, pid, tid: pid + draw.below(40), level, tag, text })
      again()
    })
  again()
}
