// The shell over the real hub, carried by ports as in Electron's utility process: devices, pictures by `app://`, a home that another
// program has, and settings put back at the end.
import { mkdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import { connectSocket } from '#main/sys/links.ts'
import { socketPath } from '#main/sys/paths.ts'
import { serveHub } from '#main/hub/entries/node.ts'
import type { Served } from '#main/hub/entries/node.ts'
import { serveParent } from '#main/hub/entries/ports.ts'
import type { ParentPort } from '#main/hub/entries/ports.ts'
import type { UtilityProcess } from '../doubles/electron/electron.ts'
import { openShell, page, settled, soon } from './open-shell.ts'

const realHub = (child: UtilityProcess, home: string): void =>
  void serveParent(child.parent as ParentPort, home).then(() => child.exit(0))

const terminalOf = (client: Client): Promise<void> =>
  client.stream(
    'device.terminal',
    { device: 'demo-phone', key: 'one', columns: 80, rows: 24 },
    () => {},
    new AbortController().signal,
  )

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
    expect(clip.headers.get('Accept-Ranges')).toBe('bytes')
    // A player seeks in it: a part, the last bytes, nothing beyond the end.
    await writeFile(join(recordings, 'short.mp4'), 'abcdefghijklmnopqrstuvwxyz')
    const part = async (range: string | null, method = 'GET') => {
      const handler = shell.world.handlers.get('app')
      const headers: Record<string, string> = range === null ? {} : { Range: range }
      const answer = await handler?.(new Request(`${page}/artifact/recordings/short.mp4`, { method, headers }))
      const told = ['Content-Range', 'Content-Length'].map(name => answer?.headers.get(name))
      return [answer?.status, await answer?.text(), ...told]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'cde', 'bytes 2-4/26', '3'])
    expect(await part('bytes=-3')).toEqual([206, 'xyz', 'bytes 23-25/26', '3'])
    expect(await part('bytes=26-')).toEqual([416, '', 'bytes */26', '0'])
    expect(await part(null)).toEqual([200, 'abcdefghijklmnopqrstuvwxyz', null, '26'])
    expect(await part('bytes=0-1', 'HEAD')).toEqual([200, '', null, '26'])
    stop.abort()

    shell.electron.app.quit()
    await soon(() => expect(shell.world.calls.at(-1)).toBe('gone'))
    expect(client.closed.aborted).toBe(true)
    // The home is free again.
    await using again = await serveHub({ port: 0, folder: shell.home })
    expect(again.link()).toContain('127.0.0.1')
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
    expect(new URL(url ?? '').host).toBe(new URL((other as Served | null)?.link() ?? '').host)
    // To that hub, too, this is the person's own window: what it refuses is the device, not who asks.
    await expect(terminalOf(client)).rejects.toThrow('has no command line')
    const own = join(shell.home, 'window.key')
    expect((await stat(own)).mode & 0o077).toBe(0)
    // The command line, an agent's tools, and whoever guesses: not.
    for (const token of [null, 'guessed', '']) {
      const link = await connectSocket(socketPath(shell.home))
      if (link === null) throw new Error('nobody listens')
      const guest = await connect(link, token)
      await expect(terminalOf(guest)).rejects.toThrow('A terminal opens only in the window')
      guest.close()
    }
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
