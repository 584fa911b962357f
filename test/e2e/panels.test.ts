// The panels under a device in a real browser: its log, followed, stopped, searched and copied; its apps, with a question
// before anything is lost. By keyboard and by name.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const pixel8 = '#/devices/avd:Pixel_8'

async function openPanel(page: Page, item: string, name: string): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('button', { name: 'More for Pixel 8' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  const panel = page.getByRole('region', { name })
  await panel.waitFor()
  return panel
}

describe('the log', () => {
  it('shows the newest line, stands still when it is told to or read upwards, and goes on', async () => {
    await using window = await at('stage', pixel8)
    const panel = await openPanel(window.page, 'Log', 'Log of Pixel 8')
    await panel
      .getByText(/^Shelf 4\d\d was drawn/u)
      .first()
      .waitFor()
    await panel.getByRole('button', { name: 'Stop' }).click()
    const goOn = panel.getByRole('button', { name: /^Go on, \d+ newer$/u })
    await goOn.waitFor()
    await goOn.click()
    await panel.getByRole('button', { name: 'Stop' }).waitFor()
    await panel.locator('.log-view__lines').hover()
    await window.page.mouse.wheel(0, -300)
    await panel.getByRole('button', { name: /^Go on/u }).waitFor()
    expect(window.complaints).toEqual([])
  })

  it('finds by keyboard, marks what it found, and goes from one to the next', async () => {
    await using window = await at('stage', pixel8)
    const { page } = window
    const panel = await openPanel(page, 'Log', 'Log of Pixel 8')
    await panel
      .getByText(/^Shelf 4\d\d was drawn/u)
      .first()
      .waitFor()
    const field = panel.getByRole('searchbox', { name: 'Find in the log' })
    await field.fill('list, OF 3')
    await panel.getByText('in 8').waitFor()
    await field.press('Enter')
    await panel.getByText('8 of 8').waitFor()
    await field.press('Shift+Enter')
    await panel.getByText('7 of 8').waitFor()
    expect(await panel.locator('.log-row.is-found mark').innerText()).toBe('list, of 3')
  })

  it('asks for the app and the level that are chosen, and copies what is shown', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    const panel = await openPanel(page, 'Log', 'Log of Pixel 8')
    await panel.getByLabel('App').selectOption('dev.example.larder')
    await panel.getByLabel('From').selectOption({ label: 'Error' })
    await expect
      .poll(() => hub.calls.findLast(call => call.method === 'device.logs')?.params)
      .toMatchObject({ app: 'dev.example.larder', least: 'E' })
    await panel.locator('.log-row__tag').getByText('Larder').first().waitFor()
    await panel.getByRole('button', { name: 'Copy the lines' }).click()
    await page
      .getByText(/lines were copied/u)
      .first()
      .waitFor()
    await panel.getByRole('button', { name: 'Close the log' }).click()
    await panel.waitFor({ state: 'detached' })
  })
})

describe('the apps', () => {
  it('are opened at a press, and gone only after a question', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    const panel = await openPanel(page, 'Apps…', 'Apps of Pixel 8')
    const asked = (): readonly unknown[] =>
      hub.calls.filter(call => call.method === 'device.app').map(call => (call.params as { do: string }).do)
    await panel.getByRole('button', { name: 'Open Larder' }).click()
    await expect.poll(asked).toEqual(['launch'])
    await panel.getByRole('button', { name: 'More for Larder' }).click()
    await page.getByRole('menuitem', { name: 'Uninstall…' }).click()
    await page.getByRole('dialog', { name: 'Uninstall Larder?' }).getByRole('button', { name: 'Keep it' }).click()
    expect(asked()).toEqual(['launch'])
    await panel.getByRole('button', { name: 'More for Larder' }).click()
    await page.getByRole('menuitem', { name: 'Uninstall…' }).click()
    await page.getByRole('button', { name: 'Uninstall it' }).click()
    await expect.poll(asked).toEqual(['launch', 'uninstall'])
    await panel.getByText('1 app', { exact: true }).waitFor()
    expect(await panel.getByText('Larder').count()).toBe(0)
  })
})
