// Dropping a build on the window in a real browser: each frame says what would happen there, and then what did.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

/** As a drag of a file from the desktop: a DataTransfer that holds it, over and on the element. */
async function drag(page: Page, selector: string, events: readonly string[], name = 'plants-42.apk'): Promise<void> {
  const asked = JSON.stringify([selector, events, name])
  await page.evaluate(`(([where, kinds, file]) => {
    const data = new DataTransfer()
    data.items.add(new File(['bytes'], file, { type: 'application/vnd.android.package-archive' }))
    const target = document.querySelector(where)
    for (const kind of kinds)
      target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }))
  })(${asked})`)
}

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
    await page.getByText('Drop it on a device').waitFor()
    await expect.poll(() => page.locator('[data-drop]').count()).toBeGreaterThan(2)
    await drag(page, 'body', ['drop'])
    await page.getByText('Larder 3.2.0 (60) for arm64-v8a').waitFor()
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
    await page.getByText('Larder 3.2.0 (60) for arm64-v8a').waitFor()
    expect(page.url()).toContain('#/devices')
  })
})
