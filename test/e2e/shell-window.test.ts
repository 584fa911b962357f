// The window as Electron's shell has it: no address of a hub, only ports that the shell hands over. Here the shell is a few lines in the
// page, which carry each port to the real hub; the page, its decoder worker and what the shell asks of it are the real ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WindowAsk } from '#shared/protocol/shell.ts'
import type { Pass } from '#main/hub/entries/door.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { serveWeb } from '#main/hub/entries/web.ts'
import type { WebServer } from '#main/hub/entries/web.ts'
import { launch, limitMs } from './open-window.ts'

let browser: Browser
let hub: OpenHub
let served: WebServer
let pass: Pass
const home = mkdtempSync(join(tmpdir(), 'nocturne-ports-'))

beforeAll(async () => {
  browser = await launch()
  hub = await openHub(home)
  served = await serveWeb(hub.hub, 0, process.env['NOCTURNE_PAGES'])
  const { origin, searchParams } = new URL(served.link())
  const body = searchParams.get('code') ?? ''
  const answer = await fetch(`${origin}/enter`, { method: 'POST', headers: { origin }, body })
  pass = (await answer.json()) as Pass
})
afterAll(async () => {
  await browser.close()
  await served[Symbol.asyncDispose]()
  await hub[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
})

/** What the preload gives, and what Electron's main process and the hub's do behind it. Runs in the page, after `key`. */
const shell = `
  const ports = window.ports = []
  const hub = { isAway: false, refused: null, waiting: [] }
  window.hubOfShell = hub
  window.nocturne = {
    askPort(number) {
      if (hub.refused !== null) {
        window.postMessage({ nocturne: 'port', number, refused: hub.refused }, location.origin)
        return
      }
      if (hub.isAway) {
        hub.waiting.push(number)
        return
      }
      const { port1, port2 } = new MessageChannel()
      const socket = new WebSocket('ws://' + location.host + '/link')
      socket.binaryType = 'arraybuffer'
      const kept = []
      let isFirst = true
      port1.onmessage = ({ data }) => {
        // The hub's process shows the key for its page, which has none.
        const said = isFirst ? JSON.stringify({ ...JSON.parse(data), token: key }) : data
        isFirst = false
        if (socket.readyState === 1) socket.send(said)
        else kept.push(said)
      }
      socket.onopen = () => kept.forEach(data => socket.send(data))
      socket.onmessage = ({ data }) => port1.postMessage(typeof data === 'string' ? data : new Uint8Array(data))
      // In the browser a port does not tell that it was closed: the shell says so.
      socket.onclose = () => window.postMessage({ nocturne: 'gone' }, location.origin)
      ports.push(socket)
      window.postMessage({ nocturne: 'port', number, refused: null }, location.origin, [port2])
    },
    pathsOf: files => [...files].map(file => '/dropped/' + file.name),
    useTheme(theme) { window.themeOfShell = theme },
    dragOut(what) { window.draggedOfShell = what },
    onAsked(listener) { window.askOfShell = listener },
  }
`

async function open(
  fragment: string,
): Promise<AsyncDisposable & { readonly page: Page; readonly complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(limitMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  await page.addInitScript(`const key = ${JSON.stringify(pass.key)}\n${shell}`)
  await page.goto(`http://127.0.0.1:${served.port}/${fragment}`)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

interface Around {
  readonly hubOfShell: { refused: unknown; isAway: boolean; readonly waiting: number[] }
  readonly ports: { close(): void }[]
  readonly nocturne: { askPort(number: number): void }
}

const ask = (page: Page, what: WindowAsk): Promise<void> =>
  page.evaluate(said => (globalThis as unknown as { askOfShell(ask: unknown): void }).askOfShell(said), what)
const portsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { ports: readonly unknown[] }).ports.length)

describe('the window in Electron’s shell', () => {
  it('reaches the hub over a port, and its pictures over a port of their own', async () => {
    await using window = await open('#/devices/demo-phone')
    const { page } = window
    await page.getByRole('img', { name: 'The screen of Demo phone' }).first().waitFor()
    expect(await portsOf(page)).toBe(2)
    expect(window.complaints).toEqual([])
  })

  it('goes on over a new port when the hub comes back, and says the shell’s words when there is none', async () => {
    await using window = await open('#/devices')
    const { page } = window
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    const goes = (refused: unknown): Promise<void> =>
      page.evaluate(why => {
        const { hubOfShell, ports } = globalThis as unknown as Around
        Object.assign(hubOfShell, { refused: why, isAway: true })
        for (const socket of ports.splice(0)) socket.close()
      }, refused)
    const comesBack = (): Promise<void> =>
      page.evaluate(() => {
        const { hubOfShell, nocturne } = globalThis as unknown as Around
        hubOfShell.isAway = false
        for (const number of hubOfShell.waiting.splice(0)) nocturne.askPort(number)
      })
    const words = page.getByRole('alert').getByText('Nocturne’s device server stopped')
    await goes(null)
    await words.waitFor()
    await comesBack()
    await words.waitFor({ state: 'detached' })
    expect(await portsOf(page)).toBeGreaterThan(0)
    await goes({ code: 'failed', words: 'The device server stops each time.', where: null, hint: 'Try the doctor.' })
    await page.getByText('The device server stops each time. Try the doctor.').waitFor()
  })

  it('does what the shell asks: a command of the menu, a place of a deep link', async () => {
    await using window = await open('#/devices/demo-phone')
    const { page } = window
    await page.getByRole('img', { name: 'The screen of Demo phone' }).first().waitFor()
    await ask(page, { is: 'command', of: 'device', id: 'appearance' })
    await page.getByText('You have control of Demo phone. Hand back when done.').first().waitFor()
    await ask(page, { is: 'command', of: 'window', id: 'search' })
    await page.getByRole('dialog', { name: 'Search or do' }).waitFor()
    await page.keyboard.press('Escape')
    // Shortcuts of the same list, by the page itself.
    await page.keyboard.press('Control+,')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+2')
    await page.getByRole('heading', { level: 1, name: 'Nights' }).waitFor()
    await ask(page, { is: 'show', place: 'inbox', id: null })
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    expect(window.complaints).toEqual([])
  })

  it('reads what was opened with the app, installs nothing, and tells the shell its theme', async () => {
    const file = join(home, '植物 2.apk')
    writeFileSync(file, 'no archive at all')
    await using window = await open('#/inbox')
    const { page } = window
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    // Asked before the page has its link to the hub.
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => 'askOfShell' in globalThis)
    await ask(page, { is: 'open', paths: [file] })
    const banner = page.getByRole('region', { name: 'Dropped files' })
    await banner.getByText('植物 2.apk').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    await banner.getByRole('button', { name: 'Done' }).waitFor()
    const theme = (): Promise<unknown> =>
      page.evaluate(() => (globalThis as unknown as { themeOfShell: unknown }).themeOfShell)
    expect(await theme()).toBe('system')
    await ask(page, { is: 'command', of: 'window', id: 'theme-dark' })
    await expect.poll(theme).toBe('dark')
    expect(window.complaints).toEqual([])
  })

  it('has the shell carry a clip and a screenshot that are dragged out, and no element of the page', async () => {
    await using window = await open('#/devices/demo-phone')
    const { page } = window
    await page.getByRole('img', { name: 'The screen of Demo phone' }).first().waitFor()
    /** As the browser begins a drag: whether it would carry the element itself, and what the shell was given. */
    const drag = (name: RegExp): Promise<unknown> =>
      page.getByRole('button', { name }).evaluate(button => {
        const event = new Event('dragstart', { bubbles: true, cancelable: true })
        const isOfPage = button.dispatchEvent(event)
        return [button.getAttribute('draggable'), isOfPage, Reflect.get(globalThis, 'draggedOfShell')]
      })
    await page.getByRole('button', { name: 'Record Demo phone' }).click()
    await page.getByRole('button', { name: /^Stop recording Demo phone, \d+:\d\d/u }).click()
    const saved = /^Save clip of Demo phone, or drag it out/u
    await page.getByRole('button', { name: saved }).waitFor()
    const clip = expect.stringMatching(/artifacts.recordings.demo-phone-[\d-]+\.mp4$/u)
    expect(await drag(saved)).toEqual(['true', false, { is: 'clip', file: clip }])
    await page.getByRole('button', { name: 'Screenshot', exact: true }).click()
    const picture = /^Save the screenshot, or drag it out/u
    await page.getByRole('button', { name: picture }).waitFor()
    expect(await drag(picture)).toMatchObject(['true', false, { is: 'picture', name: 'demo-phone.png' }])
    expect(
      await page.evaluate('[...draggedOfShell.bytes.slice(1, 4)].map(byte => String.fromCharCode(byte)).join("")'),
    ).toBe('PNG')
    expect(window.complaints).toEqual([])
  })
})
