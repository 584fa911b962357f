// `node test/screens.ts FOLDER [PART]`: a fixed set of pictures of the window, of every place and state, into the folder.
// With PART only those whose name holds it. Needs the built window and a Chromium.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'
import { drag } from './e2e/drag-files.ts'
import { fakeHub } from './e2e/fake-hub.ts'
import type { FakeHub } from './e2e/fake-hub.ts'
import type { Scene } from './e2e/fake-world.ts'
import { launch, openWindow } from './e2e/open-window.ts'

interface Shot {
  readonly name: string
  readonly scene: Scene
  readonly at: string
  readonly widths?: readonly number[]
  readonly themes?: readonly ('light' | 'dark')[]
  readonly act?: (page: Page, hub: FakeHub) => Promise<void>
  /** As high as the page is, not the window. */
  readonly heightPx?: number
}

const both = ['light', 'dark'] as const
const crash = 'f-1a2b3c40'

const shots: readonly Shot[] = [
  { name: 'inbox', scene: 'morning', at: `#/inbox/${crash}`, widths: [1440, 1024, 480, 360], themes: both },
  { name: 'inbox-tall', scene: 'morning', at: `#/inbox/${crash}`, themes: both, heightPx: 1900 },
  { name: 'inbox-list', scene: 'morning', at: '#/inbox', widths: [480, 360] },
  { name: 'inbox-regressed', scene: 'morning', at: '#/inbox/f-1a2b4d51', heightPx: 1500 },
  { name: 'inbox-declined', scene: 'morning', at: '#/inbox/f-1a2bc4c8' },
  {
    name: 'inbox-decline',
    scene: 'morning',
    at: `#/inbox/${crash}`,
    act: page => page.keyboard.press('3'),
    themes: both,
  },
  { name: 'inbox-duplicate', scene: 'morning', at: `#/inbox/${crash}`, act: page => page.keyboard.press('2') },
  { name: 'inbox-snooze', scene: 'morning', at: `#/inbox/${crash}`, act: page => page.keyboard.press('h') },
  {
    name: 'inbox-undo',
    scene: 'morning',
    at: `#/inbox/${crash}`,
    widths: [1440, 1024, 480, 360],
    themes: both,
    act: page => page.keyboard.press('1'),
  },
  { name: 'inbox-keys', scene: 'morning', at: `#/inbox/${crash}`, act: page => page.keyboard.press('?') },
  { name: 'inbox-partial', scene: 'partial', at: `#/inbox/${crash}` },
  { name: 'inbox-many', scene: 'many', at: '#/inbox' },
  { name: 'inbox-empty', scene: 'quiet', at: '#/inbox', themes: both, widths: [1440, 480] },
  { name: 'inbox-never', scene: 'first', at: '#/inbox' },
  { name: 'inbox-failed', scene: 'failed', at: '#/inbox' },
  { name: 'inbox-loading', scene: 'loading', at: '#/inbox' },
  { name: 'palette', scene: 'morning', at: `#/inbox/${crash}`, act: openPalette, themes: both },
  { name: 'devices', scene: 'morning', at: '#/devices', widths: [1440, 1024, 480, 360], themes: both },
  {
    name: 'device',
    scene: 'morning',
    at: '#/devices/emulator-5554',
    widths: [1440, 1024, 480],
    themes: both,
    act: page => page.getByRole('button', { name: 'Take control of Pixel 8' }).click(),
  },
  { name: 'stage-wall', scene: 'three', at: '#/devices', widths: [1440, 1024, 480, 360], themes: both },
  { name: 'stage-fold', scene: 'stage', at: '#/devices/avd:Pixel_Fold', themes: both, act: takeFold },
  { name: 'stage-tablet', scene: 'stage', at: '#/devices/avd:Pixel_Tablet', themes: both, act: turnTablet },
  { name: 'stage-all', scene: 'stage', at: '#/devices', themes: both, heightPx: 2600 },
  { name: 'stage-failed', scene: 'stage', at: '#/devices/avd:Broken', themes: both },
  { name: 'stage-ghost', scene: 'stage', at: '#/devices/R5CT30', themes: both, act: losePhone },
  { name: 'stage-iphone', scene: 'stage', at: '#/devices/iphone', themes: both },
  { name: 'stage-closed', scene: 'stage', at: '#/devices/avd:Pixel_Fold', act: closeFold },
  { name: 'stage-drop', scene: 'three', at: '#/devices', themes: both, act: dropBuild },
  { name: 'stage-drop-mixed', scene: 'three', at: '#/devices', widths: [1440, 480], themes: both, act: dropMixed },
  { name: 'stage-drop-sending', scene: 'stage', at: '#/devices/avd:Pixel_8', themes: both, act: dropLong },
  { name: 'stage-folding', scene: 'stage', at: '#/devices/avd:Pixel_Fold', act: midFold },
  { name: 'stage-narrow', scene: 'stage', at: '#/devices/avd:Pixel_Fold', widths: [480, 360], themes: both },
  {
    name: 'stage-saved',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    widths: [1440, 1024, 480, 360],
    themes: both,
    act: recordClip,
  },
  {
    name: 'stage-refused',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    widths: [1440, 1024],
    themes: both,
    act: refuseDark,
  },
  { name: 'stage-more', scene: 'stage', at: '#/devices/avd:Pixel_8', themes: both, act: openMore },
  { name: 'stage-late', scene: 'stage', at: '#/devices/avd:Pixel_8', act: turnLate },
  { name: 'stage-bare', scene: 'stage', at: '#/devices/avd:Pixel_8', act: hideFrame },
  { name: 'device-partial', scene: 'partial', at: '#/devices/emulator-5554' },
  { name: 'devices-first', scene: 'first', at: '#/devices', themes: both, heightPx: 1300 },
  { name: 'devices-loading', scene: 'loading', at: '#/devices' },
  { name: 'devices-failed', scene: 'failed', at: '#/devices' },
  { name: 'nights', scene: 'night', at: '#/nights', widths: [1440, 1024, 480, 360], themes: both },
  { name: 'nights-tall', scene: 'night', at: '#/nights', heightPx: 1500 },
  { name: 'nights-earlier', scene: 'morning', at: '#/nights', widths: [1440, 480] },
  { name: 'nights-many', scene: 'many', at: '#/nights' },
  { name: 'nights-first', scene: 'first', at: '#/nights' },
  { name: 'night-report', scene: 'morning', at: '#/nights/n-20261129-2300-ab12', themes: both, heightPx: 2300 },
  { name: 'night-report-narrow', scene: 'morning', at: '#/nights/n-20261129-2300-ab12', widths: [480] },
  {
    name: 'night-start',
    scene: 'morning',
    at: '#/nights',
    themes: both,
    act: page => page.getByRole('button', { name: 'New night' }).click(),
  },
  { name: 'night-refused', scene: 'morning', at: '#/nights', act: startBadJob },
  {
    name: 'settings',
    scene: 'morning',
    at: '#/devices',
    act: page => page.getByRole('button', { name: 'Settings' }).click(),
  },
  { name: 'offline', scene: 'morning', at: `#/inbox/${crash}`, themes: both },
  { name: 'offline-wall', scene: 'three', at: '#/devices', themes: both },
]

async function takeFold(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take control of Pixel Fold' }).click()
}

async function turnTablet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rotate left' }).click()
  await page.waitForTimeout(500)
}

async function losePhone(_page: Page, hub: FakeHub): Promise<void> {
  hub.change('R5CT30', device => ({
    ...device,
    state: 'lost',
    why: 'The cable was unplugged at 10:22.',
    nextTryMs: 8000,
  }))
}

/** As files dropped beside the frames: each says what would happen there. */
const drop = (page: Page, ...names: readonly string[]): Promise<void> =>
  drag(page, 'body', ['dragenter', 'dragover', 'drop'], ...names)

async function dropBuild(page: Page): Promise<void> {
  await drop(page, 'plants-42.apk')
  await page.locator('[data-drop]').nth(2).waitFor()
  await page.waitForTimeout(600)
}

async function dropMixed(page: Page): Promise<void> {
  await drop(page, 'plants-42.apk', 'fern.png', '植物 list.pdf')
  await page.locator('[data-drop]').nth(2).waitFor()
  await page.waitForTimeout(600)
}

async function dropLong(page: Page): Promise<void> {
  await drop(page, 'long walk through the garden.mp4')
  await page.getByRole('button', { name: 'Send to the Download folder of Pixel 8' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.waitForTimeout(600)
}

/** Half way through the fold. */
async function midFold(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(`(() => {
    const real = setTimeout
    window.setTimeout = (act, ms) => real(act, ms === 350 ? 60000 : ms)
  })()`)
  await page.getByRole('button', { name: /^Fold, now/ }).click()
  await page.getByRole('menuitem', { name: 'Closed' }).click()
  await page.locator('.flap--closing').waitFor()
  await page.evaluate(
    `document.getAnimations().forEach(one => { if (/fold|middle/.test(one.animationName ?? '')) { one.pause(); one.currentTime = 120 } })`,
  )
}

async function closeFold(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Fold, now/ }).click()
  await page.getByRole('menuitem', { name: 'Closed' }).click()
  await page.waitForTimeout(500)
}

async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Pixel 8' }).click()
}

async function turnLate(page: Page, hub: FakeHub): Promise<void> {
  hub.stall(true)
  await page.getByRole('button', { name: 'Rotate left' }).click()
}

async function hideFrame(page: Page): Promise<void> {
  await openMore(page)
  await page.getByRole('menuitem', { name: 'Show frame' }).click()
}

/** Pictures come when they come on a busy machine; a device without any is not waited for long. */
async function awaitPictures(page: Page, count: number): Promise<void> {
  await page
    .locator('.screen:not([hidden])')
    .nth(count - 1)
    .waitFor({ timeout: 8000 })
    .catch(() => undefined)
  await page.waitForTimeout(300)
}

async function recordClip(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record Pixel 8' }).click()
  await page.getByRole('button', { name: /^Stop recording Pixel 8/u }).click()
  await page.getByText('Recording saved to your downloads.').waitFor()
}

async function refuseDark(page: Page, hub: FakeHub): Promise<void> {
  hub.refuseControl(
    'A night has Pixel 8 until 07:00: what it does is not disturbed by another appearance, and nothing of it is lost when it is stopped.',
  )
  await page.getByRole('button', { name: 'Dark appearance' }).click()
  await page.locator('.toast--failed').waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('pix')
}

async function startBadJob(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New night' }).click()
  await page.getByRole('button', { name: 'Job file' }).click()
  await page.getByLabel('Where the job file lies on this computer').fill('/jobs/larder.yaml')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
}

async function main(): Promise<void> {
  const [folder, part = ''] = process.argv.slice(2)
  if (folder === undefined) throw new Error('say where to: node test/screens.ts FOLDER')
  const into = resolve(folder)
  mkdirSync(into, { recursive: true })
  const browser = await launch()
  for (const shot of shots.filter(one => one.name.includes(part))) {
    for (const width of shot.widths ?? [1440])
      for (const theme of shot.themes ?? (['light'] as const)) {
        const file = join(into, `${shot.name}${width === 1440 ? '' : `-${width}`}-${theme}.png`)
        await take(shot, width, theme, file)
        console.log(file)
      }
  }
  await browser.close()

  async function take(shot: Shot, width: number, theme: 'light' | 'dark', file: string): Promise<void> {
    const hub = await fakeHub(shot.scene)
    const viewport = { width, height: shot.heightPx ?? (width === 1024 ? 700 : 900) }
    const { page, complaints, ...rest } = await openWindow(browser, `${hub.url}${shot.at}`, {
      viewport,
      colorScheme: theme,
    })
    await page.waitForTimeout(shot.scene === 'loading' ? 900 : 500)
    if (shot.scene === 'three' || shot.scene === 'stage')
      await awaitPictures(page, shot.scene === 'three' && width >= 1024 ? 3 : 1)
    await shot.act?.(page, hub)
    if (shot.name.startsWith('offline')) await hub.goAway()
    await page.waitForTimeout(400)
    await page.screenshot({ path: file })
    const odd = complaints.filter(words => !words.includes('ERR_CONNECTION') && !words.includes('WebSocket'))
    if (odd.length > 0) console.log('  complaints:', odd.join(' | ').slice(0, 400))
    await rest[Symbol.asyncDispose]()
    await hub[Symbol.asyncDispose]()
  }
}

await main()
