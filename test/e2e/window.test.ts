// The window in a real browser: nights and devices, the hub going away and coming back, the keyboard alone, names of
// everything that can be pressed, narrow and enlarged windows.
import { describe, expect, it } from 'vitest'
import type { Scene } from './fake-world.ts'
import { atRest } from './open-window.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

const places: readonly (readonly [Scene, string, string])[] = [
  ['morning', '#/devices', 'Devices'],
  ['morning', '#/devices/emulator-5554', 'Pixel 8'],
  ['three', '#/devices', 'Devices'],
  ['stage', '#/devices/avd:Pixel_Fold', 'Pixel Fold'],
  ['morning', '#/inbox', 'Inbox'],
  ['night', '#/nights', 'Nights'],
  ['morning', '#/nights/n-20261129-2300-ab12', 'Larder 3.1.0 (57)'],
  ['first', '#/devices', 'Devices'],
]

describe('a first visit', () => {
  it('begins with how to begin, and leaves that a line where devices of one’s own run', async () => {
    const heights: number[] = []
    for (const platform of ['demo', 'android'] as const) {
      await using window = await at('first', '#/devices')
      const { page, hub } = window
      hub.change('demo-phone', phone => ({ ...phone, platform, state: 'live' }))
      const begin = page.getByRole('region', { name: 'Begin here' })
      await begin.getByRole('button', { name: 'Try a demo night' }).waitFor()
      const isLine = platform === 'android'
      await expect.poll(() => begin.getByRole('heading').count()).toBe(isLine ? 0 : 1)
      heights.push((await begin.boundingBox())?.height ?? 0)
    }
    const [whole = 0, line = 0] = heights
    expect(line).toBeLessThan(80)
    expect(whole).toBeGreaterThan(200)
  })
})

describe('a night', () => {
  it('starts from the window, and its steps arrive', async () => {
    await using window = await at('first', '#/devices')
    const { page, hub } = window
    await page.getByRole('button', { name: 'Try a demo night' }).click()
    await page.getByRole('progressbar', { name: 'The night' }).waitFor()
    const doing = page.getByRole('region', { name: 'How far it is' })
    await doing.getByText('212').waitFor()
    hub.walk(7)
    await doing.getByText('219').waitFor()
    hub.confirm()
    await page
      .getByRole('region', { name: 'So far' })
      .getByRole('link', { name: '“Copy the version” does nothing' })
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopping after the step in hand.').waitFor()
    await page.getByRole('heading', { name: 'Missions' }).waitFor()
  })

  it('is asked for with what was filled in, and says where a job is wrong', async () => {
    await using window = await at('morning', '#/nights')
    const { page, hub } = window
    await page.getByRole('button', { name: 'New night' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start a night' })
    await dialog.getByRole('button', { name: 'Job file' }).click()
    await dialog.getByLabel('Where the job file lies on this computer').fill('larder.yaml')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('alert').getByText('larder.yaml:4').waitFor()
    await dialog.getByRole('button', { name: 'Demo app' }).click()
    await dialog.getByLabel('How long').selectOption('steps')
    await dialog.getByRole('textbox', { name: 'Steps' }).fill('many')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('alert').getByText('Steps must be a whole number, 1 or more.').waitFor()
    await dialog.getByRole('textbox', { name: 'Steps' }).fill('150')
    await dialog.getByLabel('Seed').fill('12')
    await dialog.getByLabel('Dark mode').check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('progressbar').waitFor()
    expect(hub.calls.filter(call => call.method === 'night.start').at(-1)?.params).toMatchObject({
      job: { from: 'demo', app: null },
      options: { steps: 150, seed: 12, conditions: ['dark'] },
    })
  })

  it('keeps sixty thousand steps in one list that loads as one scrolls', async () => {
    await using window = await at('many', '#/nights/n-20261129-2300-ab12')
    const { page, hub } = window
    const steps = page.getByRole('region', { name: 'Steps', exact: true })
    await steps.getByText(/60.000 steps/).waitFor()
    await page.evaluate(toTheEnd)
    await steps.getByRole('button', { name: /^60000/ }).click()
    await steps.getByRole('complementary', { name: 'Step 60000' }).waitFor()
    expect(hub.calls.filter(call => call.method === 'night.steps').length).toBeLessThan(8)
  })
})

describe('a device', () => {
  it('is taken by a press, takes touches at the right pixel, and is handed back', async () => {
    await using window = await at('morning', '#/devices/emulator-5554')
    const { page, hub } = window
    const screen = page.getByRole('application', { name: /^The screen of Pixel 8/ })
    await screen.click()
    await page.getByText('You have control', { exact: true }).waitFor()
    const box = await screen.boundingBox()
    if (box === null) throw new Error('the screen is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 4)
    await page.getByText('Touched: landed').waitFor()
    await page.keyboard.type('tea')
    await page.getByText('Pressed a: landed').waitFor()
    await page.getByRole('button', { name: 'Recent apps' }).click()
    await page.getByText('Pressed Recents: landed').waitFor()
    await page.getByRole('button', { name: 'Rolled oats' }).click()
    await page.getByRole('button', { name: 'Hand back' }).click()
    await page.getByText('Nobody has control', { exact: true }).waitFor()
    const inputs = hub.calls
      .filter(call => call.method === 'device.input')
      .map(call => (call.params as { input: { kind: string } }).input)
    expect(inputs.map(input => input.kind).filter(kind => kind !== 'host_key')).toEqual([
      // The press that took control, and the one after it.
      'contacts',
      'contacts',
      'contacts',
      'contacts',
      'key',
      'tap',
    ])
    expect(inputs[2]).toMatchObject({
      generation: 1,
      contacts: [{ id: 0, x: expect.closeTo(540, -1) as number, y: expect.closeTo(600, -1) as number }],
    })
  })

  it('says why it cannot be used, and why a control is blocked', async () => {
    await using window = await at('morning', '#/devices')
    const { page } = window
    await page.getByRole('article', { name: 'Galaxy S23' }).getByText('Allow USB debugging on the phone').waitFor()
    await page.getByRole('article', { name: 'Galaxy S23' }).getByRole('button', { name: 'Home' }).click({ force: true })
    await page.getByRole('status').getByText('Allow USB debugging on the phone').first().waitFor({ state: 'attached' })
  })

  it('says that its elements could not be read, and that the picture is all there is', async () => {
    await using window = await at('partial', '#/devices/emulator-5554')
    await window.page.getByText('the screen never rests. The picture is all there is.').waitFor()
  })
})

describe('the window', () => {
  it('says that the hub went, keeps what it had, and goes on by itself when it is back', async () => {
    await using window = await at('morning', '#/inbox')
    const { page, hub } = window
    await page.getByText('reproduced 2 of 2').waitFor()
    await hub.goAway()
    await page.getByRole('alert').getByText('device server stopped').waitFor()
    await page.getByRole('heading', { level: 2, name: /emoji/ }).waitFor()
    await page.keyboard.press('1')
    await page.getByText('Nothing was changed.').waitFor()
    await hub.comeBack()
    await page.getByText('device server stopped').waitFor({ state: 'detached' })
    await page.keyboard.press('1')
    await page.getByRole('link', { name: 'Inbox, 2 new' }).waitFor()
  })

  it('says of no device what it does not know while the hub is away', async () => {
    await using window = await at('stage', '#/devices/avd:Pixel_8')
    const { page, hub } = window
    await page.getByRole('button', { name: 'Take control of Pixel 8' }).click()
    await page.getByText('You have control', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Record Pixel 8' }).click()
    await page.getByRole('button', { name: /^Stop recording Pixel 8, 1:\d\d/u }).waitFor()
    await page.getByRole('button', { name: /how the picture of Pixel 8 comes/u }).waitFor()
    await hub.goAway()
    await page.locator('.cover').getByText('device server does not answer').waitFor()
    const main = page.getByRole('main')
    expect(await main.getByText('Live', { exact: true }).count()).toBe(0)
    expect(await main.getByText('You have control', { exact: true }).count()).toBe(0)
    await main.getByText('Not known who has control').waitFor()
    expect(await page.getByRole('button', { name: /how the picture of Pixel 8 comes/u }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Home', exact: true }).getAttribute('aria-disabled')).toBe('true')
    const recording = page.getByRole('button', { name: /^Stop recording Pixel 8/u })
    expect(await recording.getAttribute('aria-disabled')).toBe('true')
    expect(await recording.innerText()).toBe('Recording')
    await page.getByRole('link', { name: /^Pixel 8: Lost/u }).waitFor()
    // One that is off is known to be: nobody else switches it on.
    await page.getByRole('link', { name: /^Resting: Off/u }).waitFor()
    await hub.comeBack()
    await main.getByText('Live', { exact: true }).waitFor()
    await page.locator('.cover').waitFor({ state: 'detached' })
  })

  it('goes to its places by Ctrl+1, 2, 3 and finds by name with Ctrl+K', async () => {
    await using window = await at('morning', '#/inbox')
    const { page } = window
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.keyboard.press('Control+1')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    await page.keyboard.press('Control+2')
    await page.getByRole('heading', { level: 1, name: 'Nights' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('emoji')
    await page.getByRole('option', { name: /emoji/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: /emoji/ }).waitFor()
  })

  it('keeps the theme that was chosen', async () => {
    await using window = await at('morning', '#/devices')
    const { page } = window
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  it.each(places)('can be walked with Tab alone in %s %s, and shows where one is', async (scene, fragment, title) => {
    await using window = await at(scene, fragment)
    const { page } = window
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.waitForTimeout(300)
    await atRest(page)
    const seen = new Set<string>()
    for (let press = 0; press < 90; press += 1) {
      await page.keyboard.press('Tab')
      const where = (await page.evaluate(focusWords)) as { name: string; ring: boolean }
      if (where.name !== 'BODY') expect(where, `after ${press + 1} times Tab`).toMatchObject({ ring: true })
      seen.add(where.name)
    }
    expect(seen.size).toBeGreaterThan(8)
  })

  it.each(places)('names everything that can be pressed or filled in, in %s %s', async (scene, fragment, title) => {
    await using window = await at(scene, fragment)
    const { page, complaints } = window
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.waitForTimeout(300)
    await atRest(page)
    expect(await page.evaluate(nameless)).toEqual([])
    expect(await page.getByRole('main').count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it.each(places)('fits 360 px and 200%% zoom without scrolling sideways, in %s %s', async (scene, fragment, title) => {
    for (const width of [360, 720]) {
      await using window = await at(scene, fragment, { viewport: { width, height: 740 } })
      await window.page.getByRole('heading', { level: 1, name: title }).waitFor()
      await window.page.waitForTimeout(300)
      await atRest(window.page)
      expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(await window.page.evaluate(tooWide)).toEqual([])
    }
  })
})

const toTheEnd = `(() => {
  const list = document.querySelector('.steps .long-list')
  list.scrollTo(0, list.scrollHeight)
})()`

const focusWords = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return { name: 'BODY', ring: true }
  const style = getComputedStyle(focused)
  const box = focused.querySelector('.map__hit')
  const ring = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none' || (box !== null && getComputedStyle(box).stroke !== 'none')
  return { name: focused.tagName + ' ' + (focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40), ring }
})()`

const nameless = `[...document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=option], [role=application], img, [role=img], nav, [role=progressbar]')]
  .filter(node => {
    const label = node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? node.textContent ?? ''
    const labelled = node.labels !== undefined && node.labels !== null && node.labels.length > 0
    return label.trim() === '' && !labelled && !node.hasAttribute('aria-labelledby')
  })
  .map(node => node.outerHTML.slice(0, 120))`

/** Panels whose content is cut at the side though nothing lets one scroll there. */
const tooWide = `[...document.querySelectorAll('main, .panel, .tile, .finding__page, header')]
  .filter(node => node.scrollWidth > node.clientWidth + 1 && !['auto', 'scroll'].includes(getComputedStyle(node).overflowX))
  .map(node => node.className + ' ' + node.scrollWidth + ' > ' + node.clientWidth)`
