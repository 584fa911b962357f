// Control over connections in the moments between: handed back, or its connection closed, while it is still being taken.
import { describe, expect, it } from 'vitest'
import { connect } from '#shared/protocol/client.ts'
import { host, type Handlers } from '#shared/protocol/host.ts'
import { pair } from '#shared/protocol/link.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Desk } from '#main/hub/desk.ts'
import type { Hub } from '#main/hub/hub.ts'
import { inputHandlers } from '#main/hub/live/input.ts'
import { FingerDriver } from '../../../test/doubles/finger-driver.ts'

const never = new AbortController().signal

/** A hub with one device, which is there when the test lets it. */
async function hubWith() {
  const of = new FingerDriver()
  const device = await openDevice(of.driver, never)
  const opening = Promise.withResolvers<void>()
  const hub = {
    desk: new Desk(),
    device: async () => {
      await opening.promise
      return device
    },
  } as unknown as Hub
  const [ours, theirs] = pair()
  const hosted = host(theirs, inputHandlers(hub) as unknown as Handlers, { admit: null, isWindow: true })
  const client = await connect(ours)
  const reads = (): number => of.asked.filter(what => what === 'read').length
  return { of, device, client, reads, open: opening.resolve, close: async () => (client.close(), hosted) }
}

const settled = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  )

describe('control', () => {
  it('that is handed back while it is still being taken is not kept', async () => {
    const { client, device, open, close } = await hubWith()
    const taking = settled(client.call('device.takeControl', { device: 'phone' }))
    await client.call('device.handBack', { device: 'phone' })
    open()
    expect(await taking).toBe('Control was handed back.')
    expect(device.state.value.control).toBeNull()
    // The next one is not meant.
    await client.call('device.takeControl', { device: 'phone' })
    expect(device.state.value.control?.owner.kind).toBe('person')
    await close()
    expect(device.state.value.control).toBeNull()
  })

  it('that is handed back while fingers are lifted for it is free again', async () => {
    const { client, device, of, open, close } = await hubWith()
    open()
    const lifting = Promise.withResolvers<void>()
    const touch = of.driver.touch!
    const lift = touch.lift.bind(touch)
    Object.assign(touch, { lift: async (signal: AbortSignal) => (await lifting.promise, lift(signal)) })
    const taking = settled(client.call('device.takeControl', { device: 'phone' }))
    await expect.poll(() => device.state.value.control?.owner.kind).toBe('person')
    const handing = client.call('device.handBack', { device: 'phone' })
    lifting.resolve()
    await handing
    expect(await taking).toBe('Control was handed back.')
    expect(device.state.value.control).toBeNull()
    await close()
  })
})

describe('touches of a device', () => {
  it('that are watched by a connection that closed while it was opened are watched by nobody', async () => {
    const { client, device, open, close } = await hubWith()
    let watchers = 0
    const watched = device.watched.bind(device)
    Object.assign(device, {
      watched: (): Disposable => {
        const watching = watched()
        watchers += 1
        return { [Symbol.dispose]: () => ((watchers -= 1), watching[Symbol.dispose]()) }
      },
    })
    const stop = new AbortController()
    client.watch('device.touches', { device: 'phone' }, () => undefined, stop.signal).catch(() => undefined)
    await client.call('device.handBack', { device: 'phone' })
    const closed = close()
    open()
    await closed
    expect(watchers).toBe(0)
  })
})
