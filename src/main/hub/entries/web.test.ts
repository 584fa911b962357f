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
import type { Pass } from '#main/hub/entries/door.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { serveWeb } from '#main/hub/entries/web.ts'
import type { WebServer } from '#main/hub/entries/web.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let web: WebServer
let pass: Pass

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

function post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: web.port, path, headers, method: 'POST' }, response => {
      let text = ''
      response.on('data', chunk => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
const drop = (name: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  post(`/drop?name=${encodeURIComponent(name)}`, body, headers)
const enter = (code: string, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
  post('/enter', code, headers ?? { origin: `http://127.0.0.1:${web.port}` })
const codeOf = (link: string): string => new URL(link).searchParams.get('code') ?? ''
const admitted = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${pass.key}` })

beforeAll(async () => {
  folder = await temporaryFolder()
  const page = join(folder.path, 'page')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Nocturne</title>')
  writeFileSync(join(page, 'assets', 'a.js'), 'export {}')
  writeFileSync(join(folder.path, 'secret.txt'), 'secret')
  open = await openHub(join(folder.path, 'home'))
  web = await serveWeb(open.hub, 0, page)
  pass = JSON.parse((await enter(codeOf(web.link()))).text) as Pass
})
afterAll(async () => {
  await web[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

describe('the window over HTTP', () => {
  it('lets a page of this address in by the code of a link, once, and gives it no cookie', async () => {
    const code = codeOf(web.link())
    for (const from of [undefined, 'http://evil.example', `http://127.0.0.1:${web.port + 1}`, 'null'])
      expect((await enter(code, from === undefined ? {} : { origin: from })).status).toBe(403)
    const answer = await enter(code)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(JSON.parse(answer.text)).toEqual(pass)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    for (const wrong of [code, '', 'guessed', 'x'.repeat(1000), pass.key])
      expect((await enter(wrong)).status, wrong.slice(0, 9)).toBeGreaterThanOrEqual(400)
    expect((await get('/enter')).status).toBe(200)
    expect((await get('/enter')).text).toContain('<title>')
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
    expect((await get('/', admitted())).status).toBe(200)
  })

  it('shows nothing but its empty page without the key, with a wrong one, or under another name', async () => {
    expect((await get('/')).status).toBe(200)
    const { artifacts } = open.hub.home.store
    mkdirSync(join(artifacts.folder, 'findings'), { recursive: true })
    writeFileSync(join(artifacts.folder, 'findings', 'seen.txt'), 'seen')
    const made = '/artifact/findings/seen.txt'
    expect((await get(made)).status).toBe(403)
    expect((await get(`${made}?ticket=wrong`)).status).toBe(403)
    expect((await get(`${made}?ticket=${pass.key}`)).status).toBe(403)
    expect((await get(made, { cookie: `nocturne-${web.port}=${pass.key}` })).status).toBe(403)
    expect((await get(made, { authorization: `Bearer ${pass.ticket}` })).status).toBe(403)
    expect(await get(`${made}?ticket=${pass.ticket}`)).toMatchObject({ status: 200, text: 'seen' })
    expect(await get(made, admitted())).toMatchObject({ status: 200, text: 'seen' })
    expect((await get(made, { ...admitted(), host: 'evil.example' })).status).toBe(403)
    expect((await get('/', { host: 'evil.example' })).status).toBe(403)
    // Under this name a browser may reach another server at the same port, by IPv6, and take it for the same.
    expect(await get('/', { host: `localhost:${web.port}` })).toMatchObject({
      status: 403,
      text: expect.stringContaining('./nocturne open'),
    })
    expect((await get('/', admitted(), 'POST')).status).toBe(405)
  })

  it('answers an address that is none, and a name no file can have, in words', async () => {
    expect(await get('//', admitted())).toMatchObject({ status: 400, text: 'This is no address.\n' })
    expect(await get('/artifact/a%00b', admitted())).toMatchObject({
      status: 400,
      text: 'The path holds a character no file name can have.\n',
    })
  })

  it('serves the page for every place, its parts by type, under a strict policy', async () => {
    for (const path of ['/', '/inbox', '/nights/n-1'])
      expect(await get(path, admitted())).toMatchObject({
        status: 200,
        text: expect.stringContaining('<title>Nocturne'),
      })
    const script = await get('/assets/a.js', admitted())
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(script.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await get('/assets/none.js', admitted())).status).toBe(404)
  })

  it('serves artifacts as pictures or plain text, never as a page, and nothing outside the folder', async () => {
    const { artifacts } = open.hub.home.store
    mkdirSync(join(artifacts.folder, 'findings'), { recursive: true })
    writeFileSync(join(artifacts.folder, 'findings', 'evil.html'), '<script>1</script>')
    const answer = await get('/artifact/findings/evil.html', admitted())
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
      const out = await get(path, admitted())
      expect(out.status).toBeGreaterThanOrEqual(400)
      expect(out.text).not.toContain('secret\n')
    }
  })
})

describe('a clip', () => {
  const clip = 'abcdefghijklmnopqrstuvwxyz'
  const ask = (headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Answer> =>
    get('/artifact/recordings/clip.mp4', { ...admitted(), ...headers }, method)

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
    expect(await get(empty, { ...admitted(), range: 'bytes=0-' })).toMatchObject({ status: 416 })
    expect(await get(empty, admitted())).toMatchObject({ status: 200, text: '', headers: { 'content-length': '0' } })
  })
})

describe('the window over a WebSocket', () => {
  const url = (): string => `ws://127.0.0.1:${web.port}/link`

  it('admits the key and refuses a stranger', async () => {
    const origin = `http://127.0.0.1:${web.port}`
    const client = await connect(await connectWebSocket(url(), origin), pass.key)
    expect((await client.call('night.list', {})).nights).toEqual([])
    client.close()
    for (const wrong of ['wrong', pass.ticket, null])
      await expect(connect(await connectWebSocket(url(), origin), wrong)).rejects.toMatchObject({
        code: 'failed',
        hint: expect.stringContaining('./nocturne open'),
      })
  })

  it('refuses a page of another origin', async () => {
    await expect(connectWebSocket(url(), 'http://evil.example')).rejects.toThrow()
  })

  it('shows a live still of the demo phone, and hands control back when the page closes', async () => {
    const client = await connect(await connectWebSocket(url(), `http://127.0.0.1:${web.port}`), pass.key)
    const device = deviceId('demo-phone')
    const stop = new AbortController()
    let still: string | null = null
    const watched = client.watch('still', { device }, value => (still = value.url), stop.signal)
    await expect.poll(() => still).not.toBeNull()
    expect(await get(still ?? '', admitted())).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
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

describe('a dropped file', () => {
  const origin = (): string => `http://127.0.0.1:${web.port}`

  it('goes to a private folder and answers where it is', async () => {
    const answer = await drop('../植物.apk', 'hello', { ...admitted(), origin: origin() })
    const { path } = JSON.parse(answer.text) as { path: string }
    expect(answer.status).toBe(200)
    expect(path.startsWith(join(folder.path, 'home', 'dropped'))).toBe(true)
    expect(path.endsWith('植物.apk')).toBe(true)
  })

  it('is taken from nobody else', async () => {
    expect((await drop('a.apk', 'x', { origin: origin() })).status).toBe(403)
    expect((await drop('a.apk', 'x', admitted())).status).toBe(403)
    expect((await drop('a.apk', 'x', { ...admitted(), origin: 'http://evil.example' })).status).toBe(403)
    expect((await drop('a.apk', 'x', { ...admitted(), origin: origin(), host: 'evil.example' })).status).toBe(403)
  })

  it('is the only thing that is posted', async () => {
    expect((await get('/', admitted(), 'POST')).status).toBe(405)
    expect((await get('/still/x/1.jpg', admitted(), 'POST')).status).toBe(405)
  })
})
