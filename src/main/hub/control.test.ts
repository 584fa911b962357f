// Who acts as whom over a connection, on the demo phone: only the window acts as the person, and nothing that anybody does
// takes control from a person who holds it.
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import { connect, type Client } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { temporaryFolder, writeWhole } from '#main/sys/files.ts'
import { openHub, type OpenHub } from '#main/hub/entries/node.ts'
import { once } from '#main/hub/live/once.ts'

const phone = deviceId('demo-phone')
const dark = { device: phone, control: { set: 'dark', to: true } } as const
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
const clients: Client[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  open = await openHub(join(folder.path, 'home'))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await expect.poll(async () => (await open.hub.device(phone)).state.value.control).toBe(null)
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function connection(isWindow: boolean): Promise<Client> {
  const [ours, theirs] = pair()
  open.attach(theirs, isWindow)
  const client = await connect(ours)
  clients.push(client)
  return client
}

async function holder(client: Client): Promise<DeviceTile['control'] | undefined> {
  const stop = new AbortController()
  let control: DeviceTile['control'] | undefined
  await client.watch(
    'devices',
    {},
    ({ devices }) => {
      control = devices.find(one => one.id === phone)?.control
      stop.abort()
    },
    stop.signal,
  )
  return control
}

async function flowFile(): Promise<string> {
  const file = join(folder.path, 'home.flow.yaml')
  await writeWhole(file, 'appId: dev.example.none\n---\n- pressKey: Home\n')
  return file
}

describe('what is done while a person has control', () => {
  it('by who is no window is refused in words, and the person still has it', async () => {
    const [person, agent] = [await connection(true), await connection(false)]
    await person.call('device.takeControl', { device: phone })
    const flow = { from: 'file', path: await flowFile() } as const
    const asked: Record<string, () => Promise<unknown>> = {
      link: () => agent.call('device.openLink', { device: phone, link: 'https://example.com/1' }),
      setting: () => agent.call('device.control', dark),
      app: () => agent.call('device.app', { device: phone, app: 'dev.example.none', do: 'stop' }),
      flow: () => agent.call('flow.run', { device: phone, flow }),
      check: () => agent.call('devices.check', { device: phone }),
      control: () => agent.call('device.takeControl', { device: phone }),
      'control as an agent': () => agent.call('device.takeControl', { device: phone, as: 'agent' }),
    }
    for (const [what, ask] of Object.entries(asked)) {
      await expect(ask(), what).rejects.toMatchObject({
        code: 'person-has-control',
        words: 'A person has control of this device.',
      })
      expect(await holder(person), what).toMatchObject({ kind: 'person', yours: true })
    }
    const input = { kind: 'key', key: 'Home' } as const
    expect(await person.call('device.input', { device: phone, input })).toMatchObject({ sent: true })
  })

  it('by the person in another window goes on under the same control', async () => {
    const [first, second] = [await connection(true), await connection(true)]
    await first.call('device.takeControl', { device: phone })
    await first.call('device.control', dark)
    await second.call('device.openLink', { device: phone, link: 'https://example.com/1' })
    expect(await holder(first)).toMatchObject({ kind: 'person', yours: true })
  })
})

describe('a call that carries an id', () => {
  const turned = async (): Promise<string> => (await open.hub.device(phone)).state.value.turn
  const turnLeft = (id: string, again = false) =>
    ({ device: phone, control: { set: 'turn', to: 'left' }, request: { id, again } }) as const

  it('is done once, whoever asks again and over whatever connection', async () => {
    const first = await connection(true)
    await first.call('device.control', turnLeft('request-one'))
    expect(await turned()).toBe('turned-left')
    first.close()
    const second = await connection(true)
    await second.call('device.control', turnLeft('request-one', true))
    await second.call('device.control', turnLeft('request-one'))
    expect(await turned()).toBe('turned-left')
    await second.call('device.control', { device: phone, control: { set: 'turn', to: 'upright' } })
  })

  it('is not done at all when it is asked again and nothing is known of it', async () => {
    const window = await connection(true)
    await expect(window.call('device.control', turnLeft('request-two', true))).rejects.toMatchObject({
      code: 'outcome-unknown',
    })
    expect(await turned()).toBe('upright')
  })

  it('has its refusal again, and for a link, an app and an input too', async () => {
    const window = await connection(true)
    const request = { id: 'request-three', again: false }
    const app = { device: phone, app: 'dev.example.none', do: 'grant', request } as const
    const refused = (asked: Promise<unknown>) => expect(asked).rejects.toMatchObject({ code: 'bad-value' })
    await refused(window.call('device.app', app))
    await refused(window.call('device.app', app))
    const link = { device: phone, link: 'https://example.com/1', request: { id: 'request-four', again: false } }
    await window.call('device.openLink', link)
    await window.call('device.openLink', { ...link, request: { ...link.request, again: true } })
    await window.call('device.takeControl', { device: phone })
    const input = {
      device: phone,
      input: { kind: 'key', key: 'Home' },
      request: { id: 'request-five', again: false },
    } as const
    const device = await open.hub.device(phone)
    const keys = (): number => device.inputsSince(0).filter(made => made.input.kind === 'key').length
    const before = keys()
    const receipt = await window.call('device.input', input)
    expect(await window.call('device.input', input)).toEqual(receipt)
    expect(keys()).toBe(before + 1)
  })

  it('is refused under the id of another one, and not answered as that was', async () => {
    const window = await connection(true)
    const request = { id: 'request-seven', again: false }
    await window.call('device.openLink', { device: phone, link: 'https://example.com/7', request })
    const used = { code: 'bad-value', where: 'request.id' }
    for (const asked of [
      window.call('device.openLink', { device: phone, link: 'https://example.com/8', request }),
      window.call('device.control', { device: phone, control: { set: 'turn', to: 'left' }, request }),
    ])
      await expect(asked).rejects.toMatchObject(used)
    expect(await turned()).toBe('upright')
  })

  it('is told as unknown where its connection broke in the middle', async () => {
    const device = await open.hub.device(phone)
    const broken = new AbortController()
    const request = { id: 'request-six', again: false }
    const given = once(device, request, ['device.control', null], broken.signal, async () => {
      await Promise.resolve()
      broken.abort(new Error('The connection closed.'))
      broken.signal.throwIfAborted()
    })
    await expect(given).rejects.toMatchObject({ code: 'outcome-unknown' })
    const later = new AbortController().signal
    const again = once(device, { ...request, again: true }, ['device.control', null], later, () =>
      Promise.reject(new Error('it was done twice')),
    )
    await expect(again).rejects.toMatchObject({ code: 'outcome-unknown' })
  })
})

describe('a connection that is no window', () => {
  it('takes control as an agent, and is told so when it asks for a person’s', async () => {
    const [agent, watcher] = [await connection(false), await connection(true)]
    await expect(agent.call('device.takeControl', { device: phone, as: 'person' })).rejects.toMatchObject({
      code: 'bad-value',
      where: 'as',
    })
    await agent.call('device.takeControl', { device: phone })
    expect(await holder(watcher)).toEqual({ kind: 'agent', name: 'agent', yours: false })
    await agent.call('device.control', { device: phone, control: { set: 'fontScale', to: 1.3 } })
    expect(await holder(watcher)).toMatchObject({ kind: 'agent' })
  })
})
