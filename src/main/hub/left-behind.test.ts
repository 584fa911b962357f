// The devices of a hub that died are opened once and closed again, unless somebody wants them.
import { describe, expect, it } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { Fleet } from '#main/device/fleet.ts'
import { visitAll } from '#main/hub/left-behind.ts'
import { FingerDriver } from '../../../test/doubles/finger-driver.ts'

/** One device that can be opened again and again, each time when it is let. */
function phone(id: string, more: Partial<FoundDevice> = {}) {
  const of = new FingerDriver()
  const counts = { opened: 0, closed: 0 }
  let gate: Promise<void> = Promise.resolve()
  let closes: Promise<void> = Promise.resolve()
  const found: FoundDevice = {
    model: { ...of.driver.model, id: id as DeviceId },
    can: of.driver.can,
    power: { is: 'on', asleep: false },
    why: null,
    operate: null,
    open: async () => {
      counts.opened += 1
      await gate
      return {
        ...of.driver,
        model: found.model,
        power: new LiveValue<Power>({ is: 'on', asleep: false }),
        [Symbol.asyncDispose]: async () => {
          await closes
          counts.closed += 1
        },
      }
    },
    ...more,
  }
  const held = (): { readonly promise: Promise<void>; readonly resolve: () => void } => Promise.withResolvers<void>()
  return {
    of,
    found,
    counts,
    holdOpening: () => {
      const hold = held()
      gate = hold.promise
      return hold.resolve
    },
    holdClosing: () => {
      const hold = held()
      closes = hold.promise
      return hold.resolve
    },
  }
}

async function fleetOf(...all: readonly { readonly found: FoundDevice }[]) {
  let tell: (found: readonly FoundDevice[]) => void = () => undefined
  const finder: PlatformFinder = {
    platform: 'android',
    watch: async onChange => {
      tell = onChange
      onChange(all.map(({ found }) => found))
    },
  }
  const fleet = new Fleet([finder])
  await fleet.start()
  return { fleet, tell: (...found: readonly FoundDevice[]) => tell(found) }
}

const settle = () => new Promise(resolve => setImmediate(resolve))

describe('the devices of a hub that died', () => {
  it('are each opened, which lifts what was down, and closed again; those that are off or ours are left alone', async () => {
    const [one, off, ours] = [
      phone('one'),
      phone('off', { power: { is: 'off' }, why: 'It is off.' }),
      phone('ours', { isOurs: true }),
    ]
    one.of.down.set(2, { x: 5, y: 5 })
    const { fleet, tell } = await fleetOf(one, off, ours)
    const said: string[] = []
    const stop = new AbortController()
    await visitAll(fleet, words => said.push(words), stop.signal)
    expect([...one.of.down.keys()]).toEqual([])
    expect(one.counts).toEqual({ opened: 1, closed: 1 })
    expect(fleet.rows.value.find(row => row.model.id === 'one')?.state.settings).toBeNull()
    // One that is booted afterwards had nothing left on it.
    tell(one.found, { ...off.found, power: { is: 'on', asleep: false }, why: null }, ours.found)
    await settle()
    expect([off.counts.opened, ours.counts.opened, one.counts.opened]).toEqual([0, 0, 1])
    expect(said).toEqual([])
    stop.abort()
    await fleet[Symbol.asyncDispose]()
    expect(one.counts).toEqual({ opened: 1, closed: 1 })
  })

  it('that cannot be used yet are visited once they can', async () => {
    const late = phone('late', { power: { is: 'lost', why: 'It is away.', nextTryMs: null }, why: 'It is away.' })
    const { fleet, tell } = await fleetOf(late)
    const stop = new AbortController()
    await visitAll(fleet, () => undefined, stop.signal)
    expect(late.counts.opened).toBe(0)
    const back: FoundDevice = { ...late.found, power: { is: 'on', asleep: false }, why: null }
    tell(back)
    await expect.poll(() => late.counts).toEqual({ opened: 1, closed: 1 })
    tell({ ...back, why: 'It is away.', power: { is: 'lost', why: 'It is away.', nextTryMs: null } })
    tell(back)
    await settle()
    expect(late.counts.opened).toBe(1)
    stop.abort()
    await fleet[Symbol.asyncDispose]()
  })

  it('stay open where somebody asks for one while it is visited, and are not opened twice', async () => {
    const one = phone('one')
    const letOpen = one.holdOpening()
    const { fleet } = await fleetOf(one)
    const visiting = visitAll(fleet, () => undefined, new AbortController().signal)
    const asked = fleet.device('one')
    letOpen()
    await visiting
    const device = await asked
    expect(await fleet.device('one')).toBe(device)
    expect(one.counts).toEqual({ opened: 1, closed: 0 })
    await fleet[Symbol.asyncDispose]()
    expect(one.counts).toEqual({ opened: 1, closed: 1 })
  })

  it('that somebody has open already are left as they are', async () => {
    const one = phone('one')
    const { fleet } = await fleetOf(one)
    const device = await fleet.device('one')
    await visitAll(fleet, () => undefined, new AbortController().signal)
    expect(await fleet.device('one')).toBe(device)
    expect(one.counts).toEqual({ opened: 1, closed: 0 })
    await fleet[Symbol.asyncDispose]()
  })

  it('are opened anew for whoever asks while one is being closed, after that', async () => {
    const one = phone('one')
    const letClose = one.holdClosing()
    const { fleet } = await fleetOf(one)
    const visiting = visitAll(fleet, () => undefined, new AbortController().signal)
    await expect.poll(() => one.counts.opened).toBe(1)
    for (let turns = 0; turns < 20; turns += 1) await settle()
    const asked = fleet.device('one')
    await settle()
    expect(one.counts).toEqual({ opened: 1, closed: 0 })
    letClose()
    await visiting
    await asked
    expect(one.counts).toEqual({ opened: 2, closed: 1 })
    await fleet[Symbol.asyncDispose]()
    expect(one.counts).toEqual({ opened: 2, closed: 2 })
  })

  it('are closed once where the hub ends in the middle, and one that cannot be opened is said', async () => {
    const one = phone('one')
    const bad = phone('bad', {
      open: async () => {
        throw new Error('It does not let us in.')
      },
    })
    const letOpen = one.holdOpening()
    const { fleet } = await fleetOf(one, bad)
    const said: string[] = []
    const visiting = visitAll(fleet, words => said.push(words), new AbortController().signal)
    await expect.poll(() => said).toEqual([expect.stringContaining('It does not let us in.')])
    const ending = fleet[Symbol.asyncDispose]()
    letOpen()
    await Promise.all([visiting, ending])
    expect(one.counts).toEqual({ opened: 1, closed: 1 })
  })
})
