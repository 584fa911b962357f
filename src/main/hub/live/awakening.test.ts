// That the computer slept, found out by two clocks that the test holds in its hand; and what becomes of it in the hub.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import type { Driver, PlatformFinder } from '#main/device/driver.ts'
import { Fleet } from '#main/device/fleet.ts'
import { Hub } from '#main/hub/hub.ts'
import { openHome } from '#main/hub/home.ts'
import { Awakening } from '#main/hub/live/awakening.ts'
import type { Clocks } from '#main/hub/live/awakening.ts'
import type { Platforms } from '#main/hub/platforms.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { StillDriver } from '../../../../test/doubles/still-driver.ts'

const second = 1000
const hour = 3600 * second

class FakeClocks implements Clocks {
  wall = 1_800_000_000_000
  monotonic = 5000

  wallMs = (): number => this.wall
  monotonicMs = (): number => this.monotonic

  pass(ms: number): void {
    this.wall += ms
    this.monotonic += ms
  }
}

function started(): { readonly clocks: FakeClocks; readonly awakening: Awakening; readonly woke: () => number } {
  const clocks = new FakeClocks()
  let count = 0
  const awakening = new Awakening(clocks, () => (count += 1))
  return { clocks, awakening, woke: () => count }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the hub’s clocks', () => {
  it('tell of no sleep while the computer is awake, be it slow, and its calendar set back or nudged', () => {
    const { clocks, awakening, woke } = started()
    for (const ms of [2 * second, 2.1 * second, 6 * second, 11 * second]) {
      clocks.pass(ms)
      awakening.look()
    }
    clocks.wall -= hour
    awakening.look()
    clocks.pass(2 * second)
    clocks.wall += 900
    awakening.look()
    expect(woke()).toBe(0)
  })

  it('tell of it once, where the clock for durations stood (Linux) and where it went on (macOS, Windows)', () => {
    for (const isStanding of [true, false]) {
      const { clocks, awakening, woke } = started()
      clocks.pass(2 * second)
      awakening.look()
      clocks.pass(second)
      clocks.wall += hour
      if (!isStanding) clocks.monotonic += hour
      awakening.look()
      expect(woke()).toBe(1)
      clocks.pass(2 * second)
      awakening.look()
      expect(woke()).toBe(1)
    }
  })

  it('and the shell tell of the same sleep once, and of the next one again', () => {
    const { clocks, awakening, woke } = started()
    clocks.pass(hour)
    awakening.woke()
    clocks.pass(second)
    awakening.look()
    expect(woke()).toBe(1)
    clocks.pass(hour)
    awakening.look()
    clocks.pass(second)
    awakening.woke()
    expect(woke()).toBe(2)
  })

  it('are looked at by themselves, until the hub ends', () => {
    vi.useFakeTimers()
    const { clocks, awakening, woke } = started()
    const end = new AbortController()
    awakening.watch(end.signal)
    clocks.wall += hour
    vi.advanceTimersByTime(2000)
    expect(woke()).toBe(1)
    end.abort()
    clocks.pass(hour)
    vi.advanceTimersByTime(60_000)
    expect(woke()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a device after the computer slept', () => {
  it('has its clock set where that lags, also when nobody looks at it; one whose clock is right, or ahead, is left alone', async () => {
    await using folder = await temporaryFolder()
    const clocks = new FakeClocks()
    const set: string[] = []
    const driverOf = (name: string, lagMs: number): Driver =>
      Object.assign(new StillDriver(), {
        wallClock: {
          read: async () => Date.now() - lagMs,
          set: async (ms: number) => void set.push(`${name} ${Math.abs(ms - Date.now()) < 60_000 ? 'now' : ms}`),
        },
      })
    const finder = finderOf({
      late: driverOf('late', hour),
      right: driverOf('right', 0),
      ahead: driverOf('ahead', -hour),
      closed: driverOf('closed', hour),
    })
    await using fleet = new Fleet([finder])
    await fleet.start()
    const home = await openHome(folder.path)
    const platforms = { fleet: async () => fleet, openFleet: () => Promise.resolve(fleet) } as unknown as Platforms
    const hub = new Hub(home, platforms, clocks)
    await hub.device('late')
    await hub.device('right')
    await hub.device('ahead')
    hub.awakening.look()
    clocks.wall += hour
    hub.awakening.look()
    await expect.poll(() => set).toEqual(['late now'])
    await home[Symbol.asyncDispose]()
  })
})

function finderOf(drivers: Readonly<Record<string, Driver>>): PlatformFinder {
  return {
    platform: 'demo',
    watch: async found =>
      found(
        Object.entries(drivers).map(([id, driver]) => ({
          model: { ...driver.model, id: id as Driver['model']['id'] },
          can: driver.can,
          power: new LiveValue<Power>({ is: 'on', asleep: false }).value,
          why: null,
          open: async () => driver,
          operate: null,
        })),
      ),
  }
}
