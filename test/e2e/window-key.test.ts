// The key of a window in a browser: no other server of this computer ever gets it, a reload and a second tab keep it, the link
// works once, and what lets pictures in moves no device.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pass } from '#main/hub/entries/door.ts'
import type { FanOut } from '#main/device/stream/fan-out.ts'
import { serveHub } from '#main/hub/entries/node.ts'
import type { Served } from '#main/hub/entries/node.ts'
import { until } from '../builders/until.ts'
import { drag } from './drag-files.ts'
import { launch, limitMs } from './open-window.ts'

const home = mkdtempSync(join(tmpdir(), 'nocturne-key-'))
let browser: Browser
let served: Served
let other: Server
const visits: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = []

beforeAll(async () => {
  browser = await launch()
  served = await serveHub({ port: 0, folder: home })
  other = createServer((request, response) => {
    visits.push({ url: request.url ?? '', headers: request.headers })
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Other</title>')
  })
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await browser.close()
  await new Promise(resolve => other.close(resolve))
  await served[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
})

async function fresh(): Promise<BrowserContext & AsyncDisposable> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(limitMs)
  return Object.assign(context, { [Symbol.asyncDispose]: () => context.close() })
}

const comesIn = (page: Page): Promise<void> => page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
const staysOut = (page: Page): Promise<void> => page.getByText('This window may not come in').waitFor()

/** Files of the page's own, and of the hub by the address it named. */
const fetched = (page: Page, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  page.evaluate(`fetch(${JSON.stringify(path)}, { headers: ${JSON.stringify(headers)} }).then(({ status }) => status)`)

describe('the key of a window in a browser', () => {
  it('is known to no other server of this computer that the same browser visits', async () => {
    await using context = await fresh()
    const page = await context.newPage()
    await page.goto(served.link())
    await comesIn(page)
    expect(await context.cookies()).toEqual([])
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    expect(visits[0]?.url).toBe('/')
    for (const { url, headers } of visits) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
      expect(`${url} ${headers.referer ?? ''}`).not.toContain(new URL(served.link()).port)
    }
    expect(await page.evaluate('[sessionStorage.length, localStorage.length, document.cookie]')).toEqual([0, 0, ''])
  })

  it('is in no address, and stays through a reload', async () => {
    await using context = await fresh()
    const page = await context.newPage()
    await page.goto(`${served.link()}#/devices/demo-phone`)
    await page.getByRole('img', { name: 'The screen of Demo phone' }).waitFor()
    expect(new URL(page.url())).toMatchObject({ search: '', hash: '#/devices/demo-phone' })
    await page.reload()
    await page.getByRole('img', { name: 'The screen of Demo phone' }).waitFor()
  })

  it('comes by a link that works once, and says what to do where it was used', async () => {
    const link = served.link()
    await using first = await fresh()
    const page = await first.newPage()
    await page.goto(link)
    await comesIn(page)
    await using second = await fresh()
    const late = await second.newPage()
    await late.goto(link)
    await staysOut(late)
    await late.getByText('./nocturne open').waitFor()
    await late.goto(served.link())
    await comesIn(late)
  })

  it('is told to a second tab of the same address by the one that has it', async () => {
    await using context = await fresh()
    const first = await context.newPage()
    const second = await context.newPage()
    await second.goto(new URL(served.link()).origin)
    await staysOut(second)
    await first.goto(served.link())
    await comesIn(first)
    // One that stays out hears of it, one that is opened now asks.
    await comesIn(second)
    const third = await context.newPage()
    await third.goto(`${new URL(served.link()).origin}/#/devices`)
    await comesIn(third)
  })

  it('is shown with what is dropped, and never stands in an address: pictures have a ticket of their own', async () => {
    await using context = await fresh()
    const page = await context.newPage()
    const asked: { readonly url: string; readonly authorization: string | undefined }[] = []
    page.on('request', request => asked.push({ url: request.url(), authorization: request.headers()['authorization'] }))
    await page.goto(served.link())
    await comesIn(page)
    await drag(page, 'body', ['dragenter', 'dragover', 'drop'], 'no build.apk')
    await page.getByRole('region', { name: 'Dropped files' }).getByText('no build.apk').waitFor()
    await page.getByRole('region', { name: 'Dropped files' }).getByRole('button', { name: 'Done' }).waitFor()
    const upload = asked.find(({ url }) => url.includes('/drop?'))
    const pass = JSON.parse(await page.evaluate(`sessionStorage.getItem('nocturne.pass')`)) as Pass
    expect(upload?.authorization).toBe(`Bearer ${pass.key}`)
    for (const { url } of asked) expect(url).not.toContain(pass.key)
    mkdirSync(join(home, 'artifacts', 'kept'), { recursive: true })
    writeFileSync(join(home, 'artifacts', 'kept', 'log.txt'), 'log')
    expect(await fetched(page, '/artifact/kept/log.txt')).toBe(403)
    expect(await fetched(page, `/artifact/kept/log.txt?ticket=${pass.key}`)).toBe(403)
    expect(await fetched(page, `/artifact/kept/log.txt?ticket=${pass.ticket}`)).toBe(200)
  })

  it('ends with its hub: at the same address again a window says what to do, and comes in when another does', async () => {
    await using context = await fresh()
    const page = await context.newPage()
    await page.goto(served.link())
    await comesIn(page)
    const before = new URL(page.url()).host
    await served[Symbol.asyncDispose]()
    await page.getByRole('alert').getByText('device server stopped').waitFor()
    served = await serveHub({ port: 0, folder: home })
    expect(new URL(served.link()).host).toBe(before)
    await staysOut(page)
    await page.getByText('./nocturne open').waitFor()
    const next = await context.newPage()
    await next.goto(served.link())
    await comesIn(next)
    await comesIn(page)
  })

  it('is another after a restart, also for the pictures of a window that never heard that its own had ended', async () => {
    await using context = await fresh()
    const page = await context.newPage()
    await page.goto(`${served.link()}#/devices/demo-phone`)
    await page.getByRole('img', { name: 'The screen of Demo phone' }).waitFor()
    await served[Symbol.asyncDispose]()
    // Its next try is some seconds away.
    await page.getByRole('alert').getByText('./nocturne open').waitFor()
    served = await serveHub({ port: 0, folder: home })
    const next = await context.newPage()
    await next.goto(`${served.link()}#/nights`)
    await next.getByRole('heading', { level: 1, name: 'Nights' }).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const stream = (await served.open.hub.device('demo-phone')).stream as FanOut
    await until(() => stream.isCapturing, 'the stream of the first window')
  })

  it('of a hub that came back elsewhere is kept and tried on, and the window says what to do', async () => {
    await using context = await fresh()
    const page = await context.newPage()
    await page.goto(served.link())
    await comesIn(page)
    const port = Number(new URL(page.url()).port)
    await served[Symbol.asyncDispose]()
    const taken = createServer((_, response) => response.end())
    await new Promise<void>(resolve => taken.listen(port, '127.0.0.1', resolve))
    served = await serveHub({ port: 0, folder: home })
    expect(new URL(served.link()).port).not.toBe(String(port))
    await page.getByRole('alert').getByText('./nocturne open').waitFor()
    await page.getByRole('button', { name: 'Try now' }).waitFor()
    taken.closeAllConnections()
    await new Promise(resolve => taken.close(resolve))
  })
})
