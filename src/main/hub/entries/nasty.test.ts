// Every method with every kind of params nobody should send: an answer of the method's shape or a refusal in words, and the hub
// lives on. Few tries of each; NOCTURNE_FUZZ asks for more.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import { contract } from '#shared/protocol/contract.ts'
import type { Method } from '#shared/protocol/contract.ts'
import { pair } from '#shared/protocol/link.ts'
import type { Link } from '#shared/protocol/link.ts'
import { connectSocket } from '#main/sys/links.ts'
import { rootFolder, socketPath } from '#main/sys/paths.ts'
import { Store } from '#main/store/store.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { nastyParams } from '../../../../test/builders/nasty-params.ts'
import { rawIn } from '../../../../test/builders/nasty.ts'
import { aNight, confirmed } from '../../../../test/builders/night-records.ts'
import { until } from '../../../../test/builders/until.ts'

const tries = Number(process.env['NOCTURNE_FUZZ'] ?? 4)
/** What never comes. */
const hangsAfterMs = 180_000

const folder = mkdtempSync(join(tmpdir(), 'nocturne nasty '))
const home = join(folder, 'home')
const at = (name: string): string => join(folder, name)
const before = { folder: process.cwd(), port: process.env['ANDROID_ADB_SERVER_PORT'] }
let hub: OpenHub

const files = [
  'plain',
  'none',
  'a folder',
  'pipe',
  'to-pipe',
  'loop',
  'loop/a',
  'plain/a',
  'empty.apk',
  'job.yaml',
].map(at)
const usual = {
  texts: ['demo-phone', 'dev.example.notes', 'location', 'de', 'https://example.com/7', ...files],
  named: {
    device: ['demo-phone', 'demo-phone', 'demo-foldable', 'emulator-5554'],
    id: ['n-1', 'f-aa000000'],
    of: ['f-aa000000', 'f-00000000'],
    link: ['https://example.com/7', 'myapp:x', 'javascript:alert(1)', 'x:\ud800', 'http://[', ''],
    app: ['notes', 'dev.example.notes', 'dev.example.lists'],
    path: [
      ...files,
      '/artifact/nights',
      '/artifact/../nocturne.sqlite',
      '/still/demo-phone/1.jpg',
      '/artifact/%2e%2e/x',
    ],
    paths: files,
    file: files,
    key: ['a', 'b'],
    address: ['127.0.0.1:1', '[::1]:1', '127.0.0.1:99999', 'x.invalid:5'],
    code: ['123456'],
    'request.id': ['a-request-1', 'a-request-2'],
  },
}

beforeAll(async () => {
  for (const name of ['here', 'a folder']) mkdirSync(at(name))
  execFileSync('mkfifo', [at('pipe')])
  symlinkSync('pipe', at('to-pipe'))
  symlinkSync('loop', at('loop'))
  for (const name of ['plain', 'empty.apk']) writeFileSync(at(name), '')
  writeFileSync(
    at('job.yaml'),
    `app: {demo: ${join(rootFolder(), 'resources/demo/notes.app.yaml')}, plant: none}\nsteps: 1\n`,
  )
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  process.chdir(at('here'))
  {
    using store = new Store(home)
    const night = aNight('n-1')
    store.beginNight(night)
    store.file(night.id, 1, night.app, night.build, confirmed('aa'), true)
  }
  hub = await openHub(home)
})

afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  process.chdir(before.folder)
  if (before.port === undefined) delete process.env['ANDROID_ADB_SERVER_PORT']
  else process.env['ANDROID_ADB_SERVER_PORT'] = before.port
  rmSync(folder, { recursive: true, force: true })
})

async function overSocket(): Promise<Link> {
  const link = await connectSocket(socketPath(home))
  if (link === null) throw new Error('the hub does not listen')
  return link
}

async function client(isWindow: boolean): Promise<Client> {
  if (!isWindow) return connect(await overSocket())
  const [ours, theirs] = pair()
  hub.attach(theirs, true)
  return connect(ours)
}

/** What it was refused with; null where it was answered. A watch and a stream are left once others were answered meanwhile. */
async function refusedWith(asker: Client, method: Method, params: unknown): Promise<unknown> {
  const enough = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${method} hangs`)), hangsAfterMs)
  const asked = ask(asker, method, params, enough).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const meanwhile = async (): Promise<void> => {
    if (contract[method].kind === 'call') return
    for (let times = 0; times < 20; times += 1) await asker.call('hub.clock', {})
    enough.abort(new Refusal('failed', 'Seen enough.'))
  }
  try {
    await Promise.race([Promise.all([asked, meanwhile()]), late.promise])
    return await asked
  } finally {
    clearTimeout(timer)
  }
}

function ask(asker: Client, method: Method, params: unknown, enough: AbortController): Promise<unknown> {
  switch (contract[method].kind) {
    case 'call':
      return asker.call(method as 'devices.list', params as never)
    case 'watch':
      return asker.watch(method as 'devices', params as never, () => undefined, enough.signal)
    case 'stream':
      return asker.stream(method as 'device.stills', params as never, () => undefined, enough.signal)
  }
}

const needControl = new Set<Method>(['device.control', 'device.app', 'device.openLink', 'device.input'])

async function takeControl(asker: Client, params: unknown): Promise<void> {
  const device = params !== null && typeof params === 'object' && 'device' in params ? params.device : null
  // What is no device is refused by what is asked then.
  await asker.call('device.takeControl', { device } as never).catch(() => undefined)
}

/** A night that would be long is one step long. */
function bounded(method: Method, params: unknown): unknown {
  if (method !== 'night.start' || params === null || typeof params !== 'object') return params
  const options = 'options' in params && typeof params.options === 'object' ? params.options : {}
  return { ...params, options: { ...options, steps: 1 } }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 2 ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

describe('nasty params', () => {
  it.each(Object.keys(contract) as Method[])('%s', async method => {
    await fc.assert(
      fc.asyncProperty(nastyParams(contract[method].params, usual), fc.boolean(), async (given, isWindow) => {
        const params = bounded(method, given)
        const asker = await client(isWindow)
        if (needControl.has(method)) await takeControl(asker, params)
        const thrown = await refusedWith(asker, method, params)
        expect(asker.closed.aborted).toBe(false)
        asker.close()
        if (thrown === null) return
        if (!(thrown instanceof Refusal)) throw thrown
        // What was sent may be said again.
        const words = textsIn(params).reduce((text, one) => text.replaceAll(one, ''), thrown.words)
        expect(words).toMatch(/\S/u)
        expect(rawIn(words)).toBeNull()
        expect(words).not.toMatch(/Something in Nocturne went wrong/u)
      }),
      { numRuns: tries, endOnFailure: true },
    )
  })

  it.each([
    ['no JSON', '{'],
    ['a number', '7'],
    ['nothing', 'null'],
    ['an unknown kind', '{"t":"else"}'],
    ['a call before the hello', '{"t":"call","id":1,"method":"hub.clock","params":{}}'],
    ['an id that is none', '{"t":"call","id":-1,"method":"hub.clock"}'],
    ['lists without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('a message that is none ends its connection in words: %s', async (_what, text) => {
    const link = await overSocket()
    const heard: string[] = []
    link.onMessage(message => void heard.push(String(message)))
    link.send(text)
    await until(() => link.closed.aborted, 'the hub closes the connection')
    const said = JSON.parse(heard.at(-1) ?? '') as { t: string; error: { words: string } }
    expect(said.t).toBe('no')
    expect(rawIn(said.error.words)).toBeNull()
    expect(said.error.words).toMatch(/^[A-Z"].+\.$/u)
  })

  it('a method that is none is refused alone', async () => {
    const asker = await client(false)
    for (const method of ['__proto__', 'constructor', 'toString', '', 'hub.clock\0'])
      await expect(asker.call(method as 'hub.clock', {})).rejects.toThrow('There is no method')
    await asker.call('hub.clock', {})
    asker.close()
  })

  it('bytes that are no message end their connection alone', async () => {
    for (const bytes of [
      [0, 0, 0, 0],
      [255, 255, 255, 255, 0],
      [0, 0, 0, 2, 1, 9],
      [0, 0, 0, 3, 0, 255, 254],
    ]) {
      const socket = createConnection(socketPath(home))
      const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
      socket.on('error', () => undefined)
      socket.resume()
      socket.write(Uint8Array.from(bytes))
      await closed
    }
  })

  it('leave the hub as it was', async () => {
    const asker = await client(false)
    const { devices } = await asker.call('devices.list', {})
    expect(devices.map(one => one.id)).toContain('demo-phone')
    asker.close()
  })
})
