// The window at 200% zoom in a real browser: every part of menus, dialogs and panels can be brought into view and pressed.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { atRest } from './open-window.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const pixel8 = '#/devices/avd:Pixel_8'
const moreOf = (page: Page): Locator => page.getByRole('button', { name: 'More for Pixel 8' })

/** What a browser lays out of windows of 1440x900 and 1440x720 at 200%. */
const windows = [
  ['900 high', { width: 720, height: 450 }],
  ['720 high', { width: 720, height: 360 }],
] as const

/** Scrolled to, in view and nothing over it. */
async function reach(all: Locator): Promise<void> {
  const each = await all.all()
  expect(each.length).toBeGreaterThan(0)
  for (const one of each) await one.hover()
}

async function fits(page: Page, one: Locator): Promise<void> {
  await atRest(page)
  const box = await one.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  if (box === null) throw new Error('it is not shown')
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
}

const controls = 'button, input, select, textarea, a[href]'

describe.each(windows)('in a window %s at twice its size', (_, viewport) => {
  const zoomed = { viewport, deviceScaleFactor: 2 } as const

  it('has all of the More menu and of the menus in it', async () => {
    await using window = await at('stage', pixel8, zoomed)
    const { page } = window
    await moreOf(page).click()
    await fits(page, page.getByRole('menu'))
    for (const item of await page.getByRole('menuitem', { disabled: false }).all()) await item.hover()
    await page.getByRole('menuitem', { name: /^Location/u }).click()
    await page.getByRole('menuitem', { name: 'Another place…' }).waitFor()
    await fits(page, page.getByRole('menu').last())
    await page.getByRole('menu').last().getByRole('menuitem', { name: 'Its own' }).hover()
  })

  it('has all of its popovers', async () => {
    await using window = await at('stage', pixel8, zoomed)
    const { page } = window
    await page.getByRole('button', { name: /how the picture of Pixel 8 comes$/u }).click()
    await fits(page, page.getByRole('dialog', { name: 'How the picture of Pixel 8 comes' }))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Text size, now/u }).click()
    const size = page.getByRole('dialog', { name: 'Text size of Pixel 8' })
    await fits(page, size)
    await reach(size.locator(controls))
  })

  it('has all of its dialogs', async () => {
    await using window = await at('stage', pixel8, zoomed)
    const { page } = window
    for (const [name, ...items] of [
      ['Open a link', 'Open link…'],
      ['Battery', 'Battery', 'Set…'],
      ['Location', 'Location', 'Another place…'],
      ['Wipe Pixel 8?', 'Wipe…'],
    ] as const) {
      await moreOf(page).click()
      for (const item of items) await page.getByRole('menuitem', { name: new RegExp(`^${item}`, 'u') }).click()
      const dialog = page.getByRole('dialog', { name })
      await fits(page, dialog)
      await reach(dialog.locator(controls))
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it('has all of adding a device', async () => {
    await using window = await at('stage', '#/devices', zoomed)
    const { page } = window
    await page
      .getByRole('button', { name: /^Add a device/u })
      .first()
      .click()
    const dialog = page.getByRole('dialog').last()
    await fits(page, dialog)
    await reach(dialog.locator(controls))
  })

  it('has all of its panels', async () => {
    await using window = await at('stage', pixel8, zoomed)
    const { page } = window
    for (const [item, name] of [
      ['Apps…', 'Apps of Pixel 8'],
      ['Log', 'Log of Pixel 8'],
      ['Terminal', 'Terminal on Pixel 8'],
    ] as const) {
      await moreOf(page).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
      const panel = page.getByRole('region', { name })
      await panel.waitFor()
      await atRest(page)
      await reach(panel.locator('button, select, input'))
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width)
    }
  })
})
