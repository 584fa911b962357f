// Control and input over connections: who may, who is refused, and who is told what was copied.
import { describe, expect, it } from 'vitest'
import { Scope } from '#shared/base/scope.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { Asking } from '#shared/protocol/host.ts'
import { Desk } from '#main/hub/desk.ts'
import type { Hub } from '#main/hub/hub.ts'
import { inputHandlers } from '#main/hub/live/input.ts'
import { openDevice } from '#main/device/open-device.ts'
import { FingerDriver } from '../../../../test/doubles/finger-driver.ts'

const device = deviceId('still')

async function opened() {
  const phone = new FingerDriver()
  const open = await openDevice(phone.driver, new AbortController().signal)
  const hub = { desk: new Desk(), device: async () => Promise.resolve(open) } as unknown as Hub
  let sessions = 0
  const connection = (): Asking & { close(): Promise<void>; readonly stop: AbortController } => {
    const scope = new Scope()
    const stop = new AbortController()
    return {
      session: { id: (sessions += 1), scope, isWindow: true },
      signal: stop.signal,
      stop,
      close: async () => {
        stop.abort(new Error('The connection closed.'))
        await scope.close()
      },
    }
  }
  return { phone, open, handlers: inputHandlers(hub), connection }
}

describe('control over a connection', () => {
  it('is refused to an agent in words while a person has it, and comes when it is handed back', async () => {
    const { handlers, connection } = await opened()
    const [person, agent] = [connection(), connection()]
    await handlers['device.takeControl']({ device, as: 'person' }, person)
    await expect(handlers['device.takeControl']({ device, as: 'agent' }, agent)).rejects.toThrow(
      'A person has control of this device.',
    )
    await handlers['device.handBack']({ device }, person)
    await handlers['device.takeControl']({ device, as: 'agent' }, agent)
    const input = { kind: 'key', key: 'Back' } as const
    await handlers['device.input']({ device, input }, agent)
    await handlers['device.takeControl']({ device, as: 'person' }, person)
    await expect(handlers['device.input']({ device, input }, agent)).rejects.toMatchObject({
      code: 'person-has-control',
    })
  })

  it('ends with the connection, and every finger is lifted', async () => {
    const { phone, open, handlers, connection } = await opened()
    const person = connection()
    await handlers['device.takeControl']({ device, as: 'person' }, person)
    const { generation } = open.state.value
    const input = { kind: 'contacts', generation, contacts: [{ id: 0, x: 5, y: 5 }] } as const
    await handlers['device.input']({ device, input }, person)
    expect(phone.down.size).toBe(1)
    await person.close()
    expect(phone.down.size).toBe(0)
    expect(open.state.value.control).toBe(null)
  })
})

describe('control that is lent to what takes it under a name of its own', () => {
  it('comes back to the connection that had it, and to none that had not', async () => {
    const { open, connection } = await opened()
    const desk = new Desk()
    const [person, other] = [connection(), connection()]
    await desk.take(person.session, open, person.signal)
    const night = { kind: 'night', name: 'a replay' } as const
    const replay = async (): Promise<string> => {
      await using grant = await open.takeControl(night, new AbortController().signal)
      return `played by ${grant.owner.name}`
    }
    expect(await desk.apart(person.session, open, person.signal, replay)).toBe('played by a replay')
    expect(desk.held(person.session, open.model.id)?.generation).toBe(open.state.value.control?.ownerGeneration)
    await expect(desk.apart(other.session, open, other.signal, replay)).rejects.toMatchObject({
      code: 'person-has-control',
    })
    expect(open.state.value.control).toMatchObject({ owner: { kind: 'person' } })
    await desk.handBack(person.session, open.model.id)
    await desk.apart(other.session, open, other.signal, replay)
    expect(open.state.value.control).toBe(null)
  })
})

describe('what is copied on the device', () => {
  it('is told to whoever has control, and to nobody else', async () => {
    const { phone, handlers, connection } = await opened()
    const [holder, other] = [connection(), connection()]
    const told = await handlers['device.copied']({ device }, holder)
    const toOther = await handlers['device.copied']({ device }, other)
    phone.copy('before anybody had control')
    await handlers['device.takeControl']({ device, as: 'person' }, holder)
    expect(told.value).toBe(null)
    phone.copy('a code')
    await expect.poll(() => told.value).toEqual({ number: 1, text: 'a code' })
    expect(toOther.value).toBe(null)
    await handlers['device.handBack']({ device }, holder)
    expect(told.value).toBe(null)
    for (const one of [holder, other]) await one.close()
  })
})

describe('who watches touches', () => {
  it('sees whose they are, and has the settings read back', async () => {
    const { phone, open, handlers, connection } = await opened()
    const [agent, watcher] = [connection(), connection()]
    phone.held = { ...phone.held, turn: 'turned-left' }
    const touches = await handlers['device.touches']({ device }, watcher)
    await expect.poll(() => open.state.value.turn).toBe('turned-left')
    await handlers['device.takeControl']({ device, as: 'agent' }, agent)
    const { generation } = open.state.value
    await handlers['device.input']({ device, input: { kind: 'tap', at: { x: 3, y: 4, generation } } }, agent)
    expect(touches.value).toMatchObject({ contacts: [{ id: 0, x: 3, y: 4 }], by: { kind: 'agent' } })
    await watcher.close()
  })
})
