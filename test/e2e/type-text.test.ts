// Type text in a real browser: from the search or the line under a device, several lines, and what was written is not lost
// when the device does not take it.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

const asked = (hub: FakeHub): readonly string[] =>
  hub.calls.map(({ method }) => method).filter(method => method === 'device.takeControl' || method === 'device.input')
const pasted = (hub: FakeHub): readonly unknown[] =>
  hub.calls.filter(call => call.method === 'device.input').map(call => (call.params as { input: unknown }).input)

async function openBySearch(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('pixel 8 type text')
  await page
    .getByRole('option', { name: /Pixel 8: Type text/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Type text' })
  await dialog.waitFor()
  return dialog
}

describe('Type text', () => {
  it('opened from the search takes control, then sends every line at Ctrl and Enter', async () => {
    await using window = await at('stage', '#/devices')
    const { page, hub } = window
    const dialog = await openBySearch(page)
    const field = dialog.getByRole('textbox', { name: 'Text' })
    await field.pressSequentially('fern')
    await field.press('Enter')
    await field.pressSequentially('moss')
    expect(asked(hub)).toEqual([])
    await field.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(asked(hub)).toEqual(['device.takeControl', 'device.input'])
    expect(pasted(hub)).toEqual([{ kind: 'paste', text: 'fern\nmoss' }])
    expect(window.complaints).toEqual([])
  })

  it('stays open with the reason and the text when the device refuses it, and sends it once it takes it', async () => {
    await using window = await at('stage', '#/devices')
    const { page, hub } = window
    const dialog = await openBySearch(page)
    const field = dialog.getByRole('textbox', { name: 'Text' })
    hub.refuseInput('No field has the focus.')
    await field.fill('fern')
    await dialog.getByRole('button', { name: 'Type it' }).click()
    await dialog.getByRole('alert').getByText('No field has the focus.').waitFor()
    expect(await field.inputValue()).toBe('fern')
    hub.refuseInput(null)
    await dialog.getByRole('button', { name: 'Type it' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(pasted(hub)).toHaveLength(2)
  })

  it('asks for a text first', async () => {
    await using window = await at('stage', '#/devices')
    const dialog = await openBySearch(window.page)
    await dialog.getByRole('button', { name: 'Type it' }).click()
    await dialog.getByRole('alert').getByText('There is no text yet.').waitFor()
    expect(asked(window.hub)).toEqual([])
  })
})
