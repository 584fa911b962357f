// The window's link when it breaks in the middle of a call: what must not be done twice is asked again under the same id, and
// everything else is refused as it was.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { deviceId } from '#shared/domain/ids.ts'
import { host, type Handlers } from '#shared/protocol/host.ts'
import { webSocketLink } from '#main/sys/links.ts'
import { HubLink } from '#renderer/connect.ts'

const device = deviceId('one')
let server: Server
let sockets: WebSocketServer
let link: HubLink
const asked: { readonly method: string; readonly params: unknown }[] = []
/** What the hub does with each call: it may break the connection first. */
let answers: (() => Promise<void>)[] = []

beforeEach(async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  asked.length = 0
  const take = (method: string) => async (params: unknown) => {
    asked.push({ method, params })
    await answers.shift()?.()
    return method === 'device.input' ? { sent: true, reached: true, changed: null, words: 'sent', refusal: null } : {}
  }
  const handlers = Object.fromEntries(
    ['device.control', 'device.input'].map(name => [name, take(name)]),
  ) as unknown as Handlers
  server = createServer()
  sockets = new WebSocketServer({ server })
  sockets.on('connection', ws => void host(webSocketLink(ws), handlers, { admit: null, isWindow: true }))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  link = new HubLink({ is: 'socket', url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: null })
  link.start()
  await expect.poll(() => link.state.value.is).toBe('online')
})
afterEach(async () => {
  answers = []
  for (const socket of sockets.clients) socket.terminate()
  await new Promise(resolve => server.close(resolve))
  vi.unstubAllGlobals()
})

const breaks = async (): Promise<void> => {
  for (const socket of sockets.clients) socket.terminate()
  await new Promise(resolve => setTimeout(resolve, 20))
}
const idOf = (at: number): string | undefined =>
  (asked[at]?.params as { readonly request: { readonly id: string } } | undefined)?.request.id
const turn = (): Promise<unknown> => link.call('device.control', { device, control: { set: 'turn', to: 'left' } })

describe('a call whose connection breaks', () => {
  it('is asked again under its id when the link is back, if it must not be done twice', async () => {
    answers = [breaks]
    expect(await turn()).toEqual({})
    expect(asked).toMatchObject([
      { params: { control: { set: 'turn', to: 'left' }, request: { again: false } } },
      { params: { control: { set: 'turn', to: 'left' }, request: { again: true } } },
    ])
    expect(idOf(0)).toMatch(/^[0-9a-f]{32}$/u)
    expect(idOf(1)).toBe(idOf(0))
    await turn()
    expect(idOf(2)).not.toBe(idOf(0))
  })

  it('is asked again once and no more', async () => {
    answers = [breaks, breaks]
    await expect(turn()).rejects.toThrow(/closed/u)
    expect(asked).toHaveLength(2)
  })

  it('is refused if it is an input: control went with the connection', async () => {
    answers = [breaks]
    await expect(link.call('device.input', { device, input: { kind: 'key', key: 'Home' } })).rejects.toThrow(/closed/u)
    await expect.poll(() => link.state.value.is).toBe('online')
    expect(asked).toHaveLength(1)
  })

  it('is refused with what broke it when whoever asked has given up meanwhile', async () => {
    const stop = new AbortController()
    answers = [
      async () => {
        await breaks()
        stop.abort(new Error('given up'))
      },
    ]
    await expect(
      link.call('device.control', { device, control: { set: 'dark', to: true } }, stop.signal),
    ).rejects.toThrow(/closed|given up/u)
    await expect.poll(() => link.state.value.is).toBe('online')
    expect(asked).toHaveLength(1)
  })
})
