// Apps and the log of a device through the hub, on the demo phone: what is done to an app, and lines that go on through it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import { connect, type Client } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import { logPageShape } from '#shared/protocol/methods/logs.ts'
import type { LogPage } from '#shared/protocol/methods/logs.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { openHub, type OpenHub } from '#main/hub/entries/node.ts'

const phone = deviceId('demo-phone')
const app = 'dev.example.falls'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let client: Client
let build: string

beforeAll(async () => {
  folder = await temporaryFolder()
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  open = await openHub(join(folder.path, 'home'))
  const [ours, theirs] = pair()
  open.attach(theirs)
  client = await connect(ours)
  build = join(folder.path, 'falls.app.yaml')
  await writeFile(build, falling)
  await client.call('drop.install', { device: phone, paths: [build], choice: null })
})
afterAll(async () => {
  client.close()
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const falling = `format: nocturne-demo-app/1
package: ${app}
label: Falls
version: {name: "1.0", code: 1}
permissions: [location]
start: main
state: {name: ""}
screens:
  main:
    title: Falls
    body:
      - {button: Fall, id: fall, tap: [{crash: {type: java.lang.IllegalStateException, message: fell, frames: [dev.example.falls.Main.onFall]}}]}
`

function follow(params: { app: string | null; least?: 'V' | 'E' }): {
  pages: LogPage[]
  stop: AbortController
  done: Promise<void>
} {
  const pages: LogPage[] = []
  const stop = new AbortController()
  const done = client.stream(
    'device.logs',
    { device: phone, ...params },
    frame => void pages.push(logPageShape.parse(JSON.parse(new TextDecoder().decode(frame.bytes)))),
    stop.signal,
  )
  return { pages, stop, done }
}

describe('an app', () => {
  it('is opened, stopped, cleared, given and denied a permission, and taken off', async () => {
    const act = (doing: 'launch' | 'stop' | 'kill' | 'clear' | 'uninstall'): Promise<unknown> =>
      client.call('device.app', { device: phone, app, do: doing })
    await act('launch')
    expect((await client.call('devices.observe', { device: phone, tree: false })).foreground.package).toBe(app)
    await act('stop')
    expect((await client.call('devices.observe', { device: phone, tree: false })).foreground.package).not.toBe(app)
    await act('clear')
    await client.call('device.app', { device: phone, app, do: 'revoke', permission: 'location' })
    await client.call('device.app', { device: phone, app, do: 'grant', permission: 'location' })
    await expect(client.call('device.app', { device: phone, app, do: 'grant' })).rejects.toMatchObject({
      code: 'bad-value',
    })
    const listed = async (): Promise<readonly string[]> =>
      (await client.call('device.apps', { device: phone })).apps.map(one => one.package)
    expect(await listed()).toContain(app)
    await act('uninstall')
    expect(await listed()).not.toContain(app)
    await client.call('drop.install', { device: phone, paths: [build], choice: null })
  })

  it('in front has its process ended too, in the background, and can be opened again', async () => {
    const { package: front } = (await client.call('devices.observe', { device: phone, tree: false })).foreground
    await client.call('device.app', { device: phone, app, do: 'launch' })
    expect(front).not.toBe(app)
    await client.call('device.app', { device: phone, app, do: 'kill' })
    expect((await client.call('devices.observe', { device: phone, tree: false })).foreground.package).toBe(front)
    await client.call('device.app', { device: phone, app, do: 'launch' })
    expect((await client.call('devices.observe', { device: phone, tree: false })).foreground.package).toBe(app)
    await client.call('device.app', { device: phone, app, do: 'stop' })
  })

  it('takes no file and no link where the device takes none, in words', async () => {
    const sent = client.call('device.toDownloads', { device: phone, paths: [join(folder.path, 'falls.app.yaml')] })
    await expect(sent).rejects.toMatchObject({ code: 'unsupported', words: 'Demo phone takes no files.' })
    const seen: unknown[] = []
    const stop = new AbortController()
    const watching = client.watch('device.sending', { device: phone }, now => void seen.push(now), stop.signal)
    await expect.poll(() => seen).toEqual([null])
    stop.abort()
    await watching
    await expect(
      client.watch('device.sending', { device: deviceId('nobody') }, () => undefined, new AbortController().signal),
    ).rejects.toMatchObject({ code: 'unknown-device' })
    await expect(client.call('device.openLink', { device: phone, link: 'no link' })).rejects.toMatchObject({
      words: /\w+ \w+/,
    })
  })
})

describe('the log', () => {
  it('tells the crash of the app that is followed, through its restarts', async () => {
    const { pages, stop, done } = follow({ app, least: 'E' })
    const fell = (): number =>
      pages.flatMap(page => page.lines).filter(line => line.text.startsWith('FATAL EXCEPTION')).length
    for (const times of [1, 2]) {
      await client.call('device.app', { device: phone, app, do: 'launch' })
      const seen = await client.call('devices.observe', { device: phone, tree: true })
      const button = seen.tree?.find(node => node.text === 'Fall')?.bounds
      if (button === undefined) throw new Error('there is no button')
      await client.call('device.takeControl', { device: phone })
      const at = { x: button.left + 5, y: button.top + 5, generation: seen.generation }
      await client.call('device.input', { device: phone, input: { kind: 'tap', at } })
      await expect.poll(fell).toBeGreaterThanOrEqual(times)
    }
    stop.abort()
    await done
    expect(new Set(pages.flatMap(page => page.lines).map(line => line.level))).toEqual(new Set(['E']))
  })

  it('of a device nobody knows is refused', async () => {
    await expect(
      client.stream('device.logs', { device: deviceId('nobody') }, () => undefined, new AbortController().signal),
    ).rejects.toMatchObject({ code: 'unknown-device' })
  })
})
