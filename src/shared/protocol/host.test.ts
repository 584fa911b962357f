// One connection and what the other end may do to it: read nothing, answer nothing, leave things that cannot be given back.
import { afterEach, expect, it, vi } from 'vitest'
import { connect } from '#shared/protocol/client.ts'
import { host } from '#shared/protocol/host.ts'
import type { Asking, Handlers } from '#shared/protocol/host.ts'
import { pair } from '#shared/protocol/link.ts'
import type { Link } from '#shared/protocol/link.ts'

const only = (some: Partial<Handlers>): Handlers => some as Handlers

afterEach(() => void vi.useRealTimers())

it('ends a connection that asks and never reads what it is told', async () => {
  const [ours, theirs] = pair()
  let unread = 0
  const slow: Link = {
    send: message => theirs.send(message),
    onMessage: listener => theirs.onMessage(listener),
    close: () => theirs.close(),
    closed: theirs.closed,
    get bufferedBytes() {
      return unread
    },
  }
  const hosted = host(slow, only({ nights: async () => ({ nights: [] }) as never }), { admit: null })
  const client = await connect(ours)
  unread = 1024 * 1024 * 1024
  await client.call('night.forget' as never, {} as never).catch(() => undefined)
  await hosted
  expect(client.closed.aborted).toBe(true)
})

it('is over without a fault also where what the connection held cannot be given back', async () => {
  const [ours, theirs] = pair()
  const asked = async (_params: unknown, { session }: Asking): Promise<never> => {
    session.scope.onClose(() => {
      throw new Error('the device is gone')
    })
    return {} as never
  }
  const hosted = host(theirs, only({ 'device.takeControl': asked as never }), { admit: null })
  const client = await connect(ours)
  await client.call('device.takeControl', { device: 'demo-phone' as never }).catch(() => undefined)
  client.close()
  await expect(hosted).resolves.toBeUndefined()
})

it('says that the device server does not answer, instead of waiting without end', async () => {
  vi.useFakeTimers()
  const [ours] = pair()
  const connecting = expect(connect(ours)).rejects.toThrow(/does not answer: it said nothing for 30 seconds/u)
  await vi.advanceTimersByTimeAsync(30_000)
  await connecting
  expect(ours.closed.aborted).toBe(true)
})
