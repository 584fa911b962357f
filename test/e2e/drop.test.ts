// Dropping a build on the window in a real browser: each frame says what would happen there, and then what did.
import { describe, expect, it } from 'vitest'
import { drag } from './drag-files.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

const paste = `(() => {
  const data = new DataTransfer()
  data.items.add(new File(['bytes'], 'plants-42.apk'))
  document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
})()`

describe('a dropped file', () => {
  it('dims every frame while it is dragged, and is judged on each when it is dropped beside them', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.locator('[class*="tile"]').first().waitFor()
    await drag(page, 'body', ['dragenter', 'dragover'])
    await page.locator('.drop-banner').getByText('Drop it on a device').waitFor()
    await expect.poll(() => page.locator('[data-drop]').count()).toBeGreaterThan(2)
    await drag(page, 'body', ['drop'])
    await page.locator('.drop-banner').getByText('Larder 3.2.0 (60) for arm64-v8a').waitFor()
    await page.getByText('Installs', { exact: true }).first().waitFor()
    await page.getByText('Newer version is installed: remove it first?').first().waitFor()
    await page.getByText('Needs arm64: this one is x86_64').first().waitFor()
    expect(hub.calls.some(call => call.method === 'drop.install')).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-drop]').count()).toBe(0)
    await expect.poll(() => hub.calls.some(call => call.method === 'drop.forget')).toBe(true)
    expect(window.complaints).toEqual([])
  })

  it('is installed at once where it is dropped on a frame that is ready for it', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.locator('[class*="tile"]').first().waitFor()
    await drag(page, 'body', ['dragenter', 'dragover'])
    const frame = '[data-drop="emulator-5554"]'
    await page.locator(frame).waitFor()
    await drag(page, frame, ['drop'])
    await page.locator(frame).getByText('Installed, streamed.').waitFor()
    expect(hub.calls.filter(call => call.method === 'drop.install').map(call => call.params)).toMatchObject([
      { device: 'emulator-5554', paths: ['/dropped/plants-42.apk'], choice: null },
    ])
    await expect.poll(() => page.locator('[data-drop]').count()).toBe(1)
    await expect.poll(() => hub.calls.some(call => call.method === 'drop.forget')).toBe(true)
  })

  it('asks once more before an app is removed, and shows how a refused install ended', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.locator('[class*="tile"]').first().waitFor()
    await drag(page, 'body', ['dragenter', 'dragover', 'drop'], 'refused.apk')
    const remove = page.getByRole('button', { name: /Remove it and install on/ }).first()
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'Remove the installed app first?' })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    expect(hub.calls.some(call => call.method === 'drop.install')).toBe(false)
    await remove.click()
    await dialog.getByRole('button', { name: 'Remove and install' }).click()
    await page.getByRole('alert').getByText('There is not enough free space on the device.').waitFor()
    await page.getByText('What the device said').click()
    await page.getByText('Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]').waitFor()
    expect(hub.calls.findLast(call => call.method === 'drop.install')?.params).toMatchObject({ choice: 'remove-first' })
  })

  it('may be pasted as well', async () => {
    await using window = await at('morning', '#/inbox')
    const { page } = window
    await page.locator('main').first().waitFor()
    await page.evaluate(paste)
    await page.locator('.drop-banner').getByText('Larder 3.2.0 (60) for arm64-v8a').waitFor()
    expect(page.url()).toContain('#/devices')
  })
})

describe('a dropped file that is no app', () => {
  const frame = '[data-drop="emulator-5554"]'

  it('is sent into the Download folder of the device it is dropped on, and the apps beside it are installed', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.locator('[class*="tile"]').first().waitFor()
    await drag(page, 'body', ['dragenter', 'dragover'])
    await page.locator(frame).waitFor()
    await drag(page, frame, ['drop'], 'plants-42.apk', 'fern.png', '植物 "list".pdf')
    await page.locator(frame).getByText('Installed, streamed.').waitFor()
    await page.locator(frame).getByText('2 files are in Download').waitFor()
    const asked = hub.calls.filter(call => /^(drop\.install|device\.toDownloads)$/u.test(call.method))
    expect(asked.map(call => call.method)).toEqual(['drop.install', 'device.toDownloads', 'device.toDownloads'])
    await expect.poll(() => hub.calls.some(call => call.method === 'drop.forget')).toBe(true)
    expect(window.complaints).toEqual([])
  })

  it('is judged on each device beside the apps when it is dropped beside them, and goes where a person says', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.locator('[class*="tile"]').first().waitFor()
    await drag(page, 'body', ['dragenter', 'dragover', 'drop'], 'plants-42.apk', 'fern.png')
    await page.locator('.drop-banner').getByText('is no app (1.2 MB); it can go into a Download folder.').waitFor()
    await page.locator('[data-drop="demo-phone"]').getByText('It takes no files').waitFor()
    await page.getByRole('button', { name: /^Send to all \d that can take it$/u }).waitFor()
    await page.getByRole('button', { name: 'Send to the Download folder of Pixel 8' }).click()
    await page.locator(frame).getByText('It is in Download').waitFor()
    await page.locator(frame).getByText('fern.png').waitFor()
    await page.locator(frame).getByRole('button', { name: 'Install on Pixel 8' }).waitFor()
    expect(hub.calls.filter(call => call.method === 'device.toDownloads')).toMatchObject([
      { params: { device: 'emulator-5554', paths: ['/dropped/fern.png'] } },
    ])
    expect(hub.calls.some(call => call.method === 'drop.install')).toBe(false)
  })

  it('shows how far it is, is stopped by a button, and says what a device refused', async () => {
    await using window = await at('morning', '#/devices')
    const { page } = window
    await page.locator('[class*="tile"]').first().waitFor()
    await drag(page, 'body', ['dragenter', 'dragover'])
    await drag(page, frame, ['drop'], 'long.mp4')
    const bar = page.getByRole('progressbar', { name: 'long.mp4 into Download on Pixel 8' })
    await expect.poll(() => bar.getAttribute('value')).toBe('0.5')
    await page.getByRole('button', { name: 'Stop sending to Pixel 8' }).click()
    await page.getByRole('alert').getByText('Sending was stopped.').waitFor()
    await page.getByRole('button', { name: 'Close what was sent to Pixel 8' }).click()
    await drag(page, 'body', ['dragenter', 'dragover'])
    await drag(page, frame, ['drop'], 'refused.png')
    await page.getByRole('alert').getByText('The device did not take the file: no space.').waitFor()
  })
})
