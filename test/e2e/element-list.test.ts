// The list of what is on the screen, in a real browser: it follows the living picture and asks for no other, and its lines are
// pressed by whoever may take control.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import { hide } from './open-window.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const pixel8 = '#/devices/avd:Pixel_8'

const asked = (hub: FakeHub, method: string): number => hub.calls.filter(call => call.method === method).length
const darken = (hub: FakeHub, to: boolean): void =>
  hub.change('avd:Pixel_8', ({ settings, ...device }) => ({
    ...device,
    settings: settings === null ? null : { ...settings, dark: { known: true, value: to, at: 0, by: 'person' } },
  }))
const title = (page: Page, words: string): Promise<void> =>
  page.locator('.elements .panel__head').getByText(words, { exact: true }).waitFor()
const lineOf = (page: Page): ReturnType<Page['locator']> =>
  page.getByRole('region', { name: 'What is on the screen' }).getByRole('listitem').getByRole('button').first()

/** A picture is shown, and what is on it was read. */
async function isRead(page: Page): Promise<void> {
  await page.getByRole('img', { name: 'The screen of Pixel 8' }).waitFor()
  await title(page, 'Larder')
  await lineOf(page).waitFor()
}

describe('the list of what is on the screen', () => {
  it('follows the living picture, and asks for no picture of its own', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await isRead(page)
    darken(hub, true)
    await title(page, 'Larder by night')
    darken(hub, false)
    await title(page, 'Larder')
    expect(asked(hub, 'still')).toBe(0)
  })

  it('asks for nothing in a hidden window, and keeps what it had; one that is back looks again', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await isRead(page)
    await hide(page, true)
    await expect.poll(() => hub.streams()).toBe(0)
    const before = hub.calls.length
    darken(hub, true)
    await page.getByRole('button', { name: 'Dark appearance', pressed: true }).waitFor()
    await title(page, 'Larder')
    await lineOf(page).waitFor()
    await hub.goAway()
    const list = page.getByRole('region', { name: 'What is on the screen' })
    await list.waitFor({ state: 'detached' })
    await hub.comeBack()
    await list.waitFor()
    const since = hub.calls.slice(before).map(({ method }) => method)
    expect(since).toContain('devices')
    expect(since).not.toContain('devices.observe')
    expect(since).not.toContain('still')
    await hide(page, false)
    await title(page, 'Larder by night')
  })

  it('takes control with a press on a line, as the bar does, and says so', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await lineOf(page).click()
    await page.getByText('You have control of Pixel 8. Hand back when done.').waitFor()
    await expect.poll(() => asked(hub, 'device.input')).toBe(1)
    const order = hub.calls.map(({ method }) => method)
    expect(order.indexOf('device.takeControl')).toBeLessThan(order.indexOf('device.input'))
    await lineOf(page).click()
    await expect.poll(() => asked(hub, 'device.input')).toBe(2)
    expect(asked(hub, 'device.takeControl')).toBe(1)
  })

  it('says why where control cannot be had', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    hub.refuseControl('Another window has control of Pixel 8.')
    await lineOf(page).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Another window has control of Pixel 8.').first().waitFor()
    expect(asked(hub, 'device.input')).toBe(0)
  })
})
