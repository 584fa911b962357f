// The window over the real device server, as `nocturne serve` starts it: a demo night from the window to the inbox, a
// decision that is kept, the demo phone under one's hand.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachHub } from '#main/hub/entries/node.ts'
import { glimpse, launch, limitMs } from './open-window.ts'

const root = join(import.meta.dirname, '..', '..')
const home = mkdtempSync(join(tmpdir(), 'nocturne-window-'))

let browser: Browser
let server: ChildProcess
/** As it was printed. */
let first = ''

beforeAll(async () => {
  browser = await launch()
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main/cli/main.ts', 'serve'], {
    cwd: root,
    env: { ...process.env, NOCTURNE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (server.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface({ input: server.stdout })) {
    first = line
    break
  }
})

afterAll(async () => {
  await browser.close()
  server.kill('SIGINT')
  await new Promise(resolve => server.once('exit', resolve))
  rmSync(home, { recursive: true, force: true })
})

/** Another, as `nocturne open` asks for it. */
async function link(): Promise<string> {
  await using reached = await reachHub({ folder: home }, new AbortController().signal)
  return (await reached.client.call('hub.window', {})).url ?? ''
}

describe('the window over the real hub', () => {
  it('runs a demo night, shows its steps as they come, and leaves findings that can be decided', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(limitMs)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(first)
    await page.waitForURL(address => address.search === '')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    await page.getByRole('button', { name: 'Start another night…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start a night' })
    await dialog.getByLabel('How long').selectOption('steps')
    await dialog.getByRole('textbox', { name: 'Steps' }).fill('120')
    // They are shown for as long as the night runs.
    const step = glimpse(page, '[aria-label="Steps, oldest first"] img')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await step
    await page.getByRole('heading', { name: 'Missions' }).waitFor({ timeout: limitMs * 4 })
    await page
      .getByText(/120 steps, /)
      .first()
      .waitFor()

    await page.keyboard.press('Control+3')
    const item = page.locator('.item').first()
    await item.waitFor()
    const title = (await item.locator('.item__title').textContent()) ?? ''
    await page
      .getByRole('article', { name: title, exact: true })
      .getByText(/^(reproduced \d of \d|crash log)/)
      .waitFor()
    await page.keyboard.press('1')
    await page.getByText(`Accepted “${title.slice(0, 59)}`).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Done/ }).click()
    await page.getByRole('link', { name: title }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('puts the demo phone under one’s hand and says what each touch did', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(limitMs)
    const page = await context.newPage()
    await page.goto(`${await link()}#/devices/demo-phone`)
    await page.getByRole('img', { name: 'The screen of Demo phone' }).waitFor()
    await page.getByRole('button', { name: 'Take control of Demo phone' }).click()
    await page.getByText('You have control', { exact: true }).waitFor()
    await page
      .getByRole('region', { name: 'What is on the screen' })
      .getByRole('listitem')
      .getByRole('button')
      .first()
      .click()
    await page.locator('.control__receipt', { hasText: /^Tapped at \d+, \d+: / }).waitFor()
    await page.getByRole('button', { name: 'Dark appearance' }).click()
    await page.getByRole('button', { name: 'Dark appearance', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Hand back' }).click()
    await page.getByText('Nobody has control', { exact: true }).waitFor()
    await context.close()
  })

  it('folds and unfolds the demo foldable, which stands beside the phone', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(limitMs)
    const page = await context.newPage()
    await page.goto(`${await link()}#/devices`)
    await page.getByRole('img', { name: 'The screen of Demo phone' }).first().waitFor()
    await page.getByRole('img', { name: 'The screen of Demo foldable' }).first().waitFor()
    await page.evaluate(`location.hash = '#/devices/demo-foldable'`)
    const screen = page.getByRole('img', { name: 'The screen of Demo foldable' })
    const wide = await screen.boundingBox()
    expect(wide?.width).toBeGreaterThan(wide?.height ?? Infinity)
    for (const [posture, isWide] of [
      ['Closed', false],
      ['Half open', true],
    ] as const) {
      await page.getByRole('button', { name: /^Fold, now/ }).click()
      await page.getByRole('menuitem', { name: posture, exact: true }).click()
      await page.getByRole('button', { name: `Fold, now ${posture.toLowerCase()}` }).waitFor()
      await expect
        .poll(async () => {
          const box = await screen.boundingBox()
          return box !== null && box.width > box.height
        })
        .toBe(isWide)
    }
    await context.close()
  })

  it('lets nobody in without its key', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(new URL(first).origin)
    await page.getByText('This window may not come in').waitFor()
    expect(await page.evaluate(`fetch('/artifact/a.jpg').then(answer => answer.status)`)).toBe(403)
    await context.close()
  })
})
