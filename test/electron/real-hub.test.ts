// The shell over the real hub, carried by ports as in Electron's utility process: devices, pictures by `app://`, a home that another
// program has, and settings put back at the end.
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serveHub } from '#main/hub/entries/node.ts'
import type { Served } from '#main/hub/entries/node.ts'
import { serveParent } from '#main/hub/entries/ports.ts'
import type { ParentPort } from '#main/hub/entries/ports.ts'
import type { UtilityProcess } from '../doubles/electron/electron.ts'
import { openShell, page, settled, soon } from './open-shell.ts'

const realHub = (child: UtilityProcess, home: string): void =>
  void serveParent(child.parent as ParentPort, home).then(() => child.exit(0))

describe('the shell over the real hub', () => {
  it('reaches devices over a port, shows their pictures by its scheme, and closes the hub before it goes', async () => {
    using shell = await openShell({ onFork: realHub })
    const client = await shell.pageClient()
    const { devices } = await client.call('devices.list', {})
    expect(devices.map(device => device.id)).toContain('demo-phone')
    await client.call('device.takeControl', { device: 'demo-phone' })

    const stop = new AbortController()
    const still = await new Promise<string>((resolve, reject) => {
      client
        .watch('still', { device: 'demo-phone' }, ({ url }) => url !== null && resolve(url), stop.signal)
        .catch(reject)
    })
    const fetched = async (path: string, method = 'GET'): Promise<Response> => {
      const handler = shell.world.handlers.get('app')
      if (handler === undefined) throw new Error('the scheme has no handler')
      return handler(new Request(`${page}${path}`, { method }))
    }
    await soon(async () => {
      const picture = await fetched(still)
      expect(picture.status).toBe(200)
      expect(picture.headers.get('Content-Type')).toBe('image/jpeg')
      expect([...new Uint8Array(await picture.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8])
    })
    for (const path of [
      '/still/demo-phone/999.jpg',
      '/artifact/no-such.png',
      '/artifact/..%2F..%2Fhub.lock',
      '/no-such.js',
    ])
      expect((await fetched(path)).status).toBe(404)
    expect((await fetched('/', 'POST')).status).toBe(405)
    // As long as a recording, with holes that take no room: it comes as it is read, and is not read on when nobody takes it.
    const recordings = join(shell.home, 'artifacts', 'recordings')
    await mkdir(recordings, { recursive: true })
    await writeFile(join(recordings, 'night.mp4'), 'begins so')
    await truncate(join(recordings, 'night.mp4'), 3 * 1024 ** 3)
    const clip = await fetched('/artifact/recordings/night.mp4')
    expect([clip.status, clip.headers.get('Content-Type')]).toEqual([200, 'video/mp4'])
    const reader = clip.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value?.subarray(0, 9))).toBe('begins so')
    await reader?.cancel()
    stop.abort()

    shell.electron.app.quit()
    await soon(() => expect(shell.world.calls.at(-1)).toBe('gone'))
    expect(client.closed.aborted).toBe(true)
    // The home is free again.
    await using again = await serveHub({ port: 0, folder: shell.home })
    expect(again.url).toContain('127.0.0.1')
  })

  it('carries to another program’s hub where one has the home, and opens its own when that one ends', async () => {
    let other: Served | null = null
    using shell = await openShell({
      onFork: (child, home) =>
        void serveHub({ port: 0, folder: home }).then(served => {
          other = served
          realHub(child, home)
        }),
    })
    const client = await shell.pageClient()
    const { url } = await client.call('hub.window', {})
    expect(url).toBe((other as Served | null)?.url)
    await (other as Served | null)?.[Symbol.asyncDispose]()
    await soon(() => expect(client.closed.aborted).toBe(true))
    await settled()
    const next = await shell.pageClient()
    expect(await next.call('hub.window', {})).toEqual({ url: null })
    expect(shell.world.children).toHaveLength(1)
    // The shell itself goes over, too: it fetches pictures again.
    const handler = shell.world.handlers.get('app')
    const stop = new AbortController()
    const still = await new Promise<string>((resolve, reject) => {
      next
        .watch('still', { device: 'demo-phone' }, ({ url: at }) => at !== null && resolve(at), stop.signal)
        .catch(reject)
    })
    await soon(async () => expect((await handler?.(new Request(`${page}${still}`)))?.status).toBe(200))
    stop.abort()
    shell.electron.app.quit()
    await soon(() => expect(shell.world.calls.at(-1)).toBe('gone'))
  })
})
