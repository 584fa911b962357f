// "Add a device…" in a real browser: a new emulator out of what is installed, made, among the devices and booting.
import { describe, expect, it } from 'vitest'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

describe('a new emulator', () => {
  it('is made of what is installed, boots, and is shown', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.getByRole('button', { name: 'Add a device…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an Android emulator' })
    await dialog.getByLabel('Device').selectOption('Pixel Tablet')
    expect(await dialog.getByRole('option', { name: /aosp atd/u }).isDisabled()).toBe(true)
    expect(await dialog.getByLabel('Name').getAttribute('placeholder')).toBe('Pixel Tablet')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Pixel Tablet' }).first().waitFor()
    expect(hub.calls.find(call => call.method === 'avd.create')?.params).toEqual({
      name: 'Pixel Tablet',
      image: 'system-images;android-35;google_apis;x86_64',
      profile: 'pixel_tablet',
    })
    await expect
      .poll(() => hub.calls.find(call => call.method === 'device.power')?.params)
      .toMatchObject({ device: 'avd:Pixel_Tablet', order: 'boot' })
  })

  it('is offered a name that no other has', async () => {
    await using window = await at('stage', '#/devices')
    const { page } = window
    await page.getByRole('button', { name: 'Add a device…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an Android emulator' })
    await dialog.getByLabel('Device').selectOption('Pixel 8')
    expect(await dialog.getByLabel('Name').getAttribute('placeholder')).toBe('Pixel 8 2')
    await dialog.getByLabel('Name').fill('Pixel 8')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const refused = dialog.getByRole('alert')
    await refused.getByText('There is an emulator called Pixel 8 already.').waitFor()
    expect(await refused.innerText()).not.toContain('Where')
  })

  it('says where its name is taken, and keeps what was filled in', async () => {
    await using window = await at('morning', '#/devices')
    const { page } = window
    const open = page.getByRole('button', { name: 'Add a device…' })
    const dialog = page.getByRole('dialog', { name: 'Add an Android emulator' })
    for (const isTaken of [false, true]) {
      await open.click()
      await dialog.getByLabel('Name').fill('Mine')
      await dialog.getByLabel('Boot it now', { exact: false }).uncheck()
      await dialog.getByRole('button', { name: 'Create' }).click()
      if (isTaken) await dialog.getByRole('alert').getByText('There is an emulator called Mine already.').waitFor()
      else await dialog.waitFor({ state: 'detached' })
    }
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine')
  })
})
