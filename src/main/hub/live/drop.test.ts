// Drops through the hub: what is read and judged for every device, what is installed and watched, what was uploaded and goes.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scope } from '#shared/base/scope.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { connect, type Client } from '#shared/protocol/client.ts'
import type { InstallRow } from '#shared/protocol/methods/drop.ts'
import { pair } from '#shared/protocol/link.ts'
import { exists, readText, temporaryFolder } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { openHub, type OpenHub } from '#main/hub/entries/node.ts'
import type { Hub } from '#main/hub/hub.ts'
import { dropHandlers } from '#main/hub/live/drop.ts'
import { fileName, Uploads } from '#main/hub/uploads.ts'
import { apkOf } from '../../../../test/builders/apk.ts'

const phone = deviceId('demo-phone')
const foldable = deviceId('demo-foldable')
const never = new AbortController().signal
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let client: Client
let notes = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  notes = join(folder.path, 'notes 植物.app.yaml')
  await writeFile(notes, await readText(join(rootFolder(), 'resources', 'demo', 'notes.app.yaml')))
  open = await openHub(join(folder.path, 'home'))
  client = await newClient()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function newClient(isWindow = true): Promise<Client> {
  const [ours, theirs] = pair()
  open.attach(theirs, isWindow)
  return connect(ours)
}

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder.path, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  return path
}

describe('a drop', () => {
  it('waits for no device that does not even open once nobody asks any more', async () => {
    const { hub } = open
    const opening = Promise.withResolvers<void>()
    const hung = {
      platforms: hub.platforms,
      fleet: () => hub.fleet(),
      device: () => {
        opening.resolve()
        return new Promise<never>(() => undefined)
      },
    } as unknown as Hub
    const gone = new AbortController()
    const session = { id: 1, isWindow: true, scope: new Scope() }
    const read = dropHandlers(hung)['drop.read']({ paths: [notes] }, { session, signal: gone.signal })
    await opening.promise
    gone.abort(new Error('nobody asks'))
    await expect(read).rejects.toThrow('nobody asks')
  })

  it('is read and judged before anything is installed', async () => {
    const apk = await file('plants.apk', apkOf({ label: 'Plants', abis: ['arm64-v8a'] }))
    const { builds } = await client.call('drop.read', { paths: [notes, apk, await file('a.txt', 'a')] })
    expect(builds).toMatchObject([
      {
        name: 'plants.apk',
        words: 'Plants 2.4.1 (42) for arm64-v8a',
        readable: true,
        verdicts: [phone, foldable].map(device => ({
          device,
          verdict: { is: 'cannot', words: 'An Android build does not run here' },
        })),
      },
      {
        name: 'notes 植物.app.yaml',
        package: 'dev.example.jotter',
        verdicts: [phone, foldable].map(device => ({ device, verdict: { is: 'ready' } })),
      },
      {
        what: 'file',
        name: 'a.txt',
        readable: true,
        words: 'is no app (1 byte); it can go into a Download folder.',
        verdicts: (
          [
            [phone, 'phone'],
            [foldable, 'foldable'],
          ] as const
        ).map(([device, name]) => ({
          device,
          verdict: {
            is: 'cannot',
            words: 'It takes no files',
            more: `The demo ${name} has no Download folder.`,
          },
        })),
      },
    ])
    expect(
      (await client.call('device.apps', { device: phone })).apps.some(app => app.package === 'dev.example.jotter'),
    ).toBe(false)
  })

  it('of a file that is no app is refused where it is to be installed all the same', async () => {
    const paths = [notes, await file('b.txt', 'b')]
    await expect(client.call('drop.install', { device: phone, paths, choice: null })).rejects.toMatchObject({
      words: 'This is no app.',
    })
  })

  it('is installed, and whoever watches sees how it ended', async () => {
    const seen: (readonly InstallRow[])[] = []
    const stop = new AbortController()
    const watching = client.watch('installs', {}, ({ installs }) => void seen.push(installs), stop.signal)
    const { installed, installs } = await client.call('drop.install', { device: phone, paths: [notes], choice: null })
    expect(installed).toMatchObject([{ package: 'dev.example.jotter' }])
    expect(installs).toMatchObject([{ device: phone, outcome: 'installed', words: 'Installed.' }])
    await expect.poll(() => seen.at(-1)?.[0]?.outcome).toBe('installed')
    stop.abort()
    await watching
    expect(seen.at(-1)).toMatchObject([{ device: phone, name: 'notes 植物.app.yaml', outcome: 'installed' }])
  })

  it('that cannot be is refused in words, and nothing is installed', async () => {
    const apk = await file('plants.apk', apkOf())
    await expect(client.call('drop.install', { device: phone, paths: [apk] })).rejects.toMatchObject({
      code: 'unsupported',
      words: expect.stringContaining('does not run here') as string,
    })
    await expect(
      client.call('device.install', { device: phone, path: join(folder.path, 'nowhere.apk') }),
    ).rejects.toMatchObject({
      code: 'bad-value',
      words: 'There is no such file.',
    })
    const broken = await file('broken.app.yaml', 'format: nocturne-demo-app/1\n')
    await expect(client.call('device.install', { device: phone, path: broken })).rejects.toMatchObject({
      code: 'bad-value',
    })
  })

  it('that would replace an app under another who holds the device asks first', async () => {
    const other = await newClient()
    await other.call('device.takeControl', { device: phone })
    const { builds } = await client.call('drop.read', { paths: [notes] })
    expect(builds[0]?.verdicts[0]?.verdict).toMatchObject({ is: 'choice', choice: 'replace' })
    await expect(client.call('drop.install', { device: phone, paths: [notes] })).rejects.toMatchObject({
      code: 'person-has-control',
    })
    expect(
      (await client.call('drop.install', { device: phone, paths: [notes], choice: 'replace' })).installed,
    ).toHaveLength(1)
    expect((await other.call('drop.install', { device: phone, paths: [notes] })).installed).toHaveLength(1)
    await other.call('device.handBack', { device: phone })
  })

  it('that would replace an app under a person is refused to who is no window, whatever they choose', async () => {
    await client.call('drop.install', { device: phone, paths: [notes], choice: 'replace' })
    await client.call('device.takeControl', { device: phone })
    const agent = await newClient(false)
    const asked = agent.call('drop.install', { device: phone, paths: [notes], choice: 'replace' })
    await expect(asked).rejects.toMatchObject({ code: 'person-has-control' })
    await client.call('device.handBack', { device: phone })
  })

  it('of several builds removes none of their apps on one word', async () => {
    const other = await file('other.app.yaml', await readText(join(rootFolder(), 'resources', 'demo', 'bank.app.yaml')))
    const asked = client.call('drop.install', { device: phone, paths: [notes, other], choice: 'remove-first' })
    await expect(asked).rejects.toMatchObject({
      code: 'bad-value',
      words: expect.stringContaining('Which of the 2 apps') as string,
    })
  })
})

describe('what was uploaded', () => {
  const bytes = async function* (text: string): AsyncGenerator<Uint8Array> {
    yield Promise.resolve(new TextEncoder().encode(text)).then(encoded => encoded)
  }

  it('lies in a private folder until it is forgotten; other paths are never removed', async () => {
    const path = await open.hub.uploads.take('../../植物 "42".apk', bytes('hello'), never)
    expect(path.startsWith(join(folder.path, 'home', 'dropped'))).toBe(true)
    expect(await readText(path)).toBe('hello')
    await client.call('drop.forget', { paths: [notes, path] })
    expect(await exists(path)).toBe(false)
    expect(await exists(notes)).toBe(true)
  })

  it('that breaks off leaves nothing, and what a dead hub left goes at the start', async () => {
    const uploads = new Uploads(join(folder.path, 'other'))
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(new Uint8Array(10))
      throw new Error('it broke off')
    }
    await expect(uploads.take('a.apk', broken(), never)).rejects.toThrow(/broke off/)
    const left = await uploads.take('b.apk', bytes('x'), never)
    await new Uploads(join(folder.path, 'other')).clear()
    expect(await exists(left)).toBe(false)
  })

  it.each([
    ['../../x.apk', 'x.apk'],
    ['..', 'dropped'],
    ['', 'dropped'],
    ['C:\\a\\植物.apk', '植物.apk'],
    ['a\nb"c.apk', 'a_b_c.apk'],
    [`${'🌱'.repeat(80)}.apk`, `${'🌱'.repeat(49)}.apk`],
  ])('is called %j as a file: %s', (name, as) => {
    expect(fileName(name)).toBe(as)
  })
})
