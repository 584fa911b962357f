// Recording, the terminal and screenshots in a real browser, under the page's own policy: the button with its time, a device's
// text that stays text, and pictures with all their pixels on the clipboard or in the downloads.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const pixel8 = '#/devices/avd:Pixel_8'

async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More for Pixel 8' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The buttons of the page that a message lies over. */
const coveredByToast = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const toast = document.querySelector('.toast').getBoundingClientRect()
    return [...document.querySelectorAll('main button')]
      .filter(one => {
        const box = one.getBoundingClientRect()
        return box.width > 0 && box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom
      })
      .map(one => one.getAttribute('aria-label') ?? one.textContent)
  })()`)

it('starts a recording, counts its time, and saves it when it is stopped', async () => {
  await using window = await at('stage', pixel8)
  const { page, hub, complaints } = window
  await page.getByRole('button', { name: 'Record Pixel 8' }).click()
  const stop = page.getByRole('button', { name: /^Stop recording Pixel 8, 1:\d\d/u })
  await stop.waitFor()
  const download = page.waitForEvent('download')
  await stop.click()
  expect((await download).suggestedFilename()).toBe('pixel.mp4')
  await page.getByText('Recording saved to your downloads.').waitFor()
  await page.getByRole('button', { name: 'Record Pixel 8' }).waitFor()
  // It can be saved again; dragged onto another page, its address would let that one in.
  const clip = page.getByRole('button', { name: 'Save clip of Pixel 8', exact: true })
  expect(await clip.getAttribute('draggable')).toBe('false')
  expect(await coveredByToast(page)).toEqual([])
  const again = page.waitForEvent('download')
  await clip.click()
  expect((await again).suggestedFilename()).toBe('pixel.mp4')
  expect(hub.calls.filter(call => call.method === 'device.record').map(call => call.params)).toMatchObject([
    { do: 'start', file: null, bound: false },
    { do: 'stop' },
  ])
  expect(hub.calls.some(call => call.method === 'device.takeControl')).toBe(false)
  expect(complaints.filter(one => !one.includes('404'))).toEqual([])
})

it('shows a terminal in its colours, types into it, and takes nothing a device prints for a part of the page', async () => {
  await using window = await at('stage', pixel8)
  const { page, hub, complaints } = window
  await more(page, 'Terminal')
  const rows = page.locator('.xterm-rows')
  await rows.getByText('<b>bold?</b>').waitFor()
  expect(await page.locator('.xterm-rows b').count()).toBe(0)
  // Its own styles hold, as none of them could be written into the page.
  const drawn = (await page.evaluate(`(() => {
    const spans = [...document.querySelectorAll('.xterm-rows span')]
    const colourOf = words => getComputedStyle(spans.find(span => span.textContent.includes(words))).color
    return [colourOf('red') === colourOf('bold?'), getComputedStyle(document.querySelector('.xterm-rows > div')).overflow]
  })()`)) as readonly unknown[]
  expect(drawn).toEqual([false, 'hidden'])
  await page.keyboard.type('abc')
  await rows.getByText('ABC').waitFor()
  const opened = hub.calls.find(call => call.method === 'device.terminal')?.params as {
    device: string
    columns: number
  }
  expect(opened.device).toBe('avd:Pixel_8')
  expect(opened.columns).toBeGreaterThan(40)
  await page.setViewportSize({ width: 820, height: 900 })
  await expect.poll(() => hub.calls.some(call => call.method === 'terminal.resize')).toBe(true)
  await page.keyboard.press('Control+D')
  await page.getByText('It has ended.').waitFor()
  await page.getByRole('button', { name: 'Close the terminal' }).click()
  await expect.poll(() => page.locator('.terminal').count()).toBe(0)
  expect(complaints).toEqual([])
})

it('lets Tab out of a terminal, and gives the keys back to what opened it', async () => {
  await using window = await at('stage', pixel8)
  const { page, complaints } = window
  const focused = async (): Promise<unknown> =>
    page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName`)
  await more(page, 'Terminal')
  await page.locator('.xterm-rows').getByText('<b>bold?</b>').waitFor()
  await expect.poll(focused).toMatch(/^Terminal on Pixel 8\. Shift\+Tab leaves it/u)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe('Close the terminal')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.terminal').count()).toBe(0)
  await expect.poll(focused).toBe('More for Pixel 8')
  // A dialog that a menu opened does the same.
  await more(page, 'Open link…')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(focused).toBe('More for Pixel 8')
  expect(complaints).toEqual([])
})

it('copies a screenshot of every pixel, and one with the frame round it', async () => {
  await using window = await at('stage', pixel8, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, hub } = window
  const copied = async (): Promise<readonly number[]> =>
    (await page.evaluate(`(async () => {
      const [item] = await navigator.clipboard.read()
      if (item === undefined || !item.types.includes('image/png')) return []
      const { width, height } = await createImageBitmap(await item.getType('image/png'))
      return [width, height]
    })()`)) as readonly number[]
  await page.getByRole('button', { name: 'Screenshot', exact: true }).click()
  await page.getByText('Screenshot copied').waitFor()
  expect(await copied()).toEqual([1080, 2400])
  await more(page, 'Screenshot with the frame')
  await expect.poll(copied).not.toEqual([1080, 2400])
  const [width = 0, height = 0] = await copied()
  expect([width > 1080, width < 1400, height > 2400, height < 2800]).toEqual([true, true, true, true])
  expect(hub.calls.some(call => call.method === 'device.takeControl')).toBe(false)
})

it('downloads a screenshot where the clipboard is refused', async () => {
  await using window = await at('stage', pixel8)
  const { page } = window
  await page.evaluate(`navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Screenshot', exact: true }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('pixel-8.png')
  const png = readFileSync(await saved.path())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 2400])
})

it('lets a screenshot be saved and dragged out of the browser, by an address no other page can open', async () => {
  await using window = await at('stage', pixel8, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = window
  await page.getByRole('button', { name: 'Screenshot', exact: true }).click()
  const keep = page.getByRole('button', { name: 'Save the screenshot, or drag it out of the window' })
  await keep.waitFor()
  const carried = await keep.evaluate(button => {
    const data = Reflect.construct(Reflect.get(globalThis, 'DataTransfer') as new () => object, []) as {
      readonly types: readonly string[]
      getData(type: string): string
    }
    const Drag = Reflect.get(globalThis, 'DragEvent') as new (name: string, how: object) => Event
    button.dispatchEvent(new Drag('dragstart', { bubbles: true, cancelable: true, dataTransfer: data }))
    return data.types.map(type => `${type} ${data.getData(type)}`)
  })
  expect(carried).toEqual([expect.stringMatching(/^downloadurl image\/png:pixel-8\.png:blob:http/u)])
  const download = page.waitForEvent('download')
  await keep.click()
  expect((await download).suggestedFilename()).toBe('pixel-8.png')
})
