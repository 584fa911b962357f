// The window's address: who gets in, what is served and how, and that nothing leads out of its folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import { connect } from '#shared/protocol/client.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { connectWebSocket } from '#main/sys/links.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { serveWeb } from '#main/hub/entries/web.ts'
import type { WebServer } from '#main/hub/entries/web.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let web: WebServer
let cookie = ''

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: web.port, path, headers, method }, response => {
      let text = ''
      response.on('data', chunk => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

beforeAll(async () => {
  folder = await temporaryFolder()
  const page = join(folder.path, 'page')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Nocturne</title>')
  writeFileSync(join(page, 'assets', 'a.js'), 'export {}')
  writeFileSync(join(folder.path, 'secret.txt'), 'secret')
  open = await openHub(join(folder.path, 'home'))
  web = await serveWeb(open.hub, 0, page)
  const first = await get(web.url.slice(web.url.indexOf('/?')))
  cookie = String(first.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
})
afterAll(async () => {
  await web[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

describe('the window over HTTP', () => {
  it('takes the key out of the address and keeps it in a cookie scripts cannot read', async () => {
    const answer = await get(web.url.slice(web.url.indexOf('/?')))
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } })
    expect(answer.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Strict/u)
  })

  it('outlives whoever asks for what is refused and is gone before the answer', async () => {
    for (let at = 0; at < 40; at += 1) {
      const socket = connectTo(web.port, '127.0.0.1')
      await new Promise(resolve => socket.once('connect', resolve))
      socket.on('error', () => undefined)
      socket.write(
        'GET /other HTTP/1.1\r\nHost: elsewhere\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
      socket.resetAndDestroy()
    }
    expect((await get('/', { cookie })).status).toBe(200)
  })

  it('shows nothing without the key, with a wrong one, or under another name', async () => {
    expect((await get('/')).status).toBe(403)
    expect((await get('/?token=wrong')).status).toBe(403)
    expect((await get('/', { cookie: cookie.replace(/=.*/u, '=wrong') })).status).toBe(403)
    expect((await get('/', { cookie, host: 'evil.example' })).status).toBe(403)
    expect((await get('/', { cookie }, 'POST')).status).toBe(405)
  })

  it('answers an address that is none, and a name no file can have, in words', async () => {
    expect(await get('//', { cookie })).toMatchObject({ status: 400, text: 'This is no address.\n' })
    expect(await get('/artifact/a%00b', { cookie })).toMatchObject({
      status: 400,
      text: 'The path holds a character no file name can have.\n',
    })
  })

  it('serves the page for every place, its parts by type, under a strict policy', async () => {
    for (const path of ['/', '/inbox', '/nights/n-1'])
      expect(await get(path, { cookie })).toMatchObject({
        status: 200,
        text: expect.stringContaining('<title>Nocturne'),
      })
    const script = await get('/assets/a.js', { cookie })
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(script.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await get('/assets/none.js', { cookie })).status).toBe(404)
  })

  it('serves artifacts as pictures or plain text, never as a page, and nothing outside the folder', async () => {
    const { artifacts } = open.hub.home.store
    mkdirSync(join(artifacts.folder, 'findings'))
    writeFileSync(join(artifacts.folder, 'findings', 'evil.html'), '<script>1</script>')
    const answer = await get('/artifact/findings/evil.html', { cookie })
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
    for (const path of [
      '/artifact/../nocturne.sqlite',
      '/artifact/..%2fnocturne.sqlite',
      '/artifact/%2e%2e/%2e%2e/secret.txt',
      '/..%2f..%2fsecret.txt',
      '/artifact/%00',
    ]) {
      const out = await get(path, { cookie })
      expect(out.status).toBeGreaterThanOrEqual(400)
      expect(out.text).not.toContain('secret\n')
    }
  })
})

describe('a clip', () => {
  const clip = 'abcdefghijklmnopqrstuvwxyz'
  const ask = (headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Answer> =>
    get('/artifact/recordings/clip.mp4', { cookie, ...headers }, method)

  beforeAll(() => {
    const { artifacts } = open.hub.home.store
    mkdirSync(join(artifacts.folder, 'recordings'), { recursive: true })
    writeFileSync(join(artifacts.folder, 'recordings', 'clip.mp4'), clip)
    writeFileSync(join(artifacts.folder, 'recordings', 'empty.mp4'), '')
  })

  it('says that it can be asked for in parts, and comes whole to who does not', async () => {
    for (const headers of [
      {},
      { range: 'bytes=0-3,9-12' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-3', 'if-range': '"x"' },
    ])
      expect(await ask(headers)).toMatchObject({
        status: 200,
        text: clip,
        headers: { 'accept-ranges': 'bytes', 'content-length': '26', 'content-type': 'video/mp4' },
      })
    const head = await ask({ range: 'bytes=0-3' }, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '26' } })
  })

  it('comes in the part that is asked for: a stretch, to the end, or the last bytes', async () => {
    for (const [range, text, place] of [
      ['bytes=2-4', 'cde', 'bytes 2-4/26'],
      ['bytes=24-', 'yz', 'bytes 24-25/26'],
      ['bytes=20-900', 'uvwxyz', 'bytes 20-25/26'],
      ['bytes=-3', 'xyz', 'bytes 23-25/26'],
      ['bytes=0-', clip, 'bytes 0-25/26'],
    ] as const)
      expect(await ask({ range })).toMatchObject({
        status: 206,
        text,
        headers: { 'content-range': place, 'content-length': String(text.length), 'accept-ranges': 'bytes' },
      })
  })

  it('has nothing beyond its end', async () => {
    for (const range of ['bytes=26-', 'bytes=-0'])
      expect(await ask({ range })).toMatchObject({ status: 416, text: '', headers: { 'content-range': 'bytes */26' } })
    const empty = '/artifact/recordings/empty.mp4'
    expect(await get(empty, { cookie, range: 'bytes=0-' })).toMatchObject({ status: 416 })
    expect(await get(empty, { cookie })).toMatchObject({ status: 200, text: '', headers: { 'content-length': '0' } })
  })
})

describe('the window over a WebSocket', () => {
  const url = (): string => `ws://127.0.0.1:${web.port}/link`

  it('admits the key and refuses a stranger', async () => {
    const origin = `http://127.0.0.1:${web.port}`
    const token = new URL(web.url).searchParams.get('token')
    const client = await connect(await connectWebSocket(url(), origin), token)
    expect((await client.call('night.list', {})).nights).toEqual([])
    client.close()
    await expect(connect(await connectWebSocket(url(), origin), 'wrong')).rejects.toMatchObject({ code: 'failed' })
  })

  it('refuses a page of another origin', async () => {
    await expect(connectWebSocket(url(), 'http://evil.example')).rejects.toThrow()
  })

  it('shows a live still of the demo phone, and hands control back when the page closes', async () => {
    const token = new URL(web.url).searchParams.get('token')
    const client = await connect(await connectWebSocket(url(), `http://127.0.0.1:${web.port}`), token)
    const device = deviceId('demo-phone')
    const stop = new AbortController()
    let still: string | null = null
    const watched = client.watch('still', { device }, value => (still = value.url), stop.signal)
    await expect.poll(() => still).not.toBeNull()
    expect(await get(still ?? '', { cookie })).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
    await client.call('device.takeControl', { device })
    expect((await open.hub.device(device)).state.value.control?.owner.kind).toBe('person')
    const seen = await client.call('devices.observe', { device })
    expect(
      await client.call('device.input', {
        device,
        input: { kind: 'tap', at: { x: 500, y: 1200, generation: seen.generation } },
      }),
    ).toMatchObject({ sent: true })
    stop.abort()
    await watched
    client.close()
    await expect.poll(async () => (await open.hub.device(device)).state.value.control).toBeNull()
  })
})

function post(name: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const path = `/drop?name=${encodeURIComponent(name)}`
    const asked = request({ host: '127.0.0.1', port: web.port, path, headers, method: 'POST' }, response => {
      let text = ''
      response.on('data', chunk => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

describe('a dropped file', () => {
  const origin = (): string => `http://127.0.0.1:${web.port}`

  it('goes to a private folder and answers where it is', async () => {
    const answer = await post('../植物.apk', 'hello', { cookie, origin: origin() })
    const { path } = JSON.parse(answer.text) as { path: string }
    expect(answer.status).toBe(200)
    expect(path.startsWith(join(folder.path, 'home', 'dropped'))).toBe(true)
    expect(path.endsWith('植物.apk')).toBe(true)
  })

  it('is taken from nobody else', async () => {
    expect((await post('a.apk', 'x', { origin: origin() })).status).toBe(403)
    expect((await post('a.apk', 'x', { cookie })).status).toBe(400)
    expect((await post('a.apk', 'x', { cookie, origin: 'http://evil.example' })).status).toBe(400)
    expect((await post('a.apk', 'x', { cookie, origin: origin(), host: 'evil.example' })).status).toBe(403)
  })

  it('is the only thing that is posted', async () => {
    expect((await get('/', { cookie }, 'POST')).status).toBe(405)
    expect((await get('/still/x/1.jpg', { cookie }, 'POST')).status).toBe(405)
  })
})
