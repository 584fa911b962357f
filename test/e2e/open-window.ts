// A real Chromium on the built window. Keeps what the page complained of, so that a test can say there was nothing.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromiumPath = process.env['NOCTURNE_CHROMIUM'] ?? paths.find(path => existsSync(path)) ?? null

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launch(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium: install it, or name it in NOCTURNE_CHROMIUM')
  return chromium.launch({ executablePath: chromiumPath, args: flags })
}

/** For what never comes. */
export const limitMs = 60_000

export interface Opened extends AsyncDisposable {
  readonly page: Page
  /** Errors of the page and its console, and what its policy refused. */
  readonly complaints: readonly string[]
}

export async function openWindow(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(limitMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.clock.setFixedTime(new Date('2026-11-30T07:30:00.000Z'))
  await page.goto(url)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** All that moves has come to rest and is drawn. What moves without end is not waited for. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const drawn = () => new Promise(resolve => requestAnimationFrame(() => resolve()))
    const moving = () => document.getAnimations().filter(one =>
      one.playState === 'running' && Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
    await drawn()
    do {
      await Promise.allSettled(moving().map(one => one.finished))
      await drawn()
    } while (moving().length > 0)
  })()`)
}

/** As a window that is put behind others, or in a tab that is not in front; false: it is back. */
export function hide(page: Page, isHidden: boolean): Promise<unknown> {
  return page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the first element is that matches from now on, however shortly it is there: called before what makes it come. */
export function glimpse(page: Page, selector: string): Promise<Box> {
  return page.evaluate(`new Promise(resolve => {
    const look = () => {
      const found = document.querySelector(${JSON.stringify(selector)})
      if (found === null) return false
      const { x, y, width, height } = found.getBoundingClientRect()
      resolve({ x, y, width, height })
      return true
    }
    if (look()) return
    const watching = new MutationObserver(() => { if (look()) watching.disconnect() })
    watching.observe(document, { subtree: true, childList: true, attributes: true })
  })`)
}
