// A person's hand and keyboard on a device in a real browser: what is sent for what is done, and what others' touches look like.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { FakeHub } from './fake-hub.ts'
import { glimpse } from './open-window.ts'
import type { Box } from './open-window.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const name = /^The screen of Pixel 8/

interface Taken extends AsyncDisposable {
  readonly page: Page
  readonly hub: FakeHub
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly sent: () => readonly DeviceInput[]
}

async function taken(): Promise<Taken> {
  const window = await at('stage', '#/devices/avd:Pixel_8')
  const { page, hub } = window
  const screen = page.getByRole('application', { name })
  await screen.click()
  await page.getByText('You have control', { exact: true }).waitFor()
  // The picture that is shown says which geometry points are of.
  await page.getByRole('img', { name }).waitFor()
  const box = await screen.boundingBox()
  if (box === null) throw new Error('the screen is not shown')
  // The press that took control was sent too.
  await expect.poll(() => contactsOf(inputsOf(hub)).at(-1)).toEqual([])
  const before = inputsOf(hub).length
  const sent = (): readonly DeviceInput[] => inputsOf(hub).slice(before)
  return { page, hub, box, sent, [Symbol.asyncDispose]: () => window[Symbol.asyncDispose]() }
}

const inputsOf = (hub: FakeHub): readonly DeviceInput[] =>
  hub.calls
    .filter(call => call.method === 'device.input')
    .map(call => (call.params as { readonly input: DeviceInput }).input)

/** Two notches of the wheel at once: sent one by one they may come too far apart on a busy machine. */
const notches = (at: { readonly x: number; readonly y: number }): string => `(({ x, y }) => {
  for (let notch = 0; notch < 2; notch += 1)
    document.elementFromPoint(x, y).dispatchEvent(
      new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: x, clientY: y, deltaY: 100 }),
    )
})(${JSON.stringify(at)})`

const contactsOf = (inputs: readonly DeviceInput[]) =>
  inputs.map(input => (input.kind === 'contacts' ? input.contacts : input.kind))

describe('the mouse', () => {
  it('is a finger: down, moves, up, in device pixels; one that leaves the frame is released', async () => {
    await using window = await taken()
    const { page, box, sent } = window
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 50, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => contactsOf(sent()).at(-1)).toEqual([])
    const [first, ...rest] = contactsOf(sent())
    expect(first).toEqual([{ id: 0, x: expect.closeTo(540, -1) as number, y: expect.closeTo(1200, -1) as number }])
    const moved = rest.at(-2)?.[0]
    expect(moved).toMatchObject({ id: 0, y: expect.closeTo(1200 - (50 * 2400) / box.height, -1) as number })
    const before = sent().length
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 200, y, { steps: 3 })
    await expect.poll(() => contactsOf(sent()).at(-1)).toEqual([])
    const released = sent().length
    expect(released).toBeGreaterThan(before)
    await page.mouse.move(x, y, { steps: 3 })
    await page.mouse.up()
    expect(sent().length).toBe(released)
  })

  it('presses and holds with the right button, swipes with the wheel, and pinches with Alt', async () => {
    await using window = await taken()
    const { page, box, sent } = window
    const [x, y] = [box.x + box.width / 4, box.y + box.height / 4]
    await page.mouse.click(x, y, { button: 'right' })
    await expect.poll(() => sent().map(({ kind }) => kind)).toEqual(['long_press'])
    await page.evaluate(notches({ x, y }))
    await expect.poll(() => sent().map(({ kind }) => kind)).toEqual(['long_press', 'swipe'])
    const swipe = sent()[1]
    if (swipe?.kind !== 'swipe') throw new Error('the wheel made no swipe')
    expect(swipe.from.y - swipe.to.y).toBe(400)
    await page.keyboard.down('Alt')
    await page.mouse.down()
    await expect.poll(() => page.locator('.touch-circle').count()).toBe(2)
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await expect.poll(() => contactsOf(sent()).at(-1)).toEqual([])
    expect(contactsOf(sent())[2]).toHaveLength(2)
    expect(sent().some(input => input.kind === 'host_key')).toBe(false)
  })
})

describe('a first press without control', () => {
  it('takes control as it goes down, and is sent: a click, and a drag', async () => {
    for (const way of ['click', 'drag'] as const) {
      await using window = await at('stage', '#/devices/avd:Pixel_8')
      const { page, hub } = window
      await page.getByRole('img', { name }).waitFor()
      const box = await page.getByRole('application', { name }).boundingBox()
      if (box === null) throw new Error('the screen is not shown')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      if (way === 'drag') await page.mouse.move(x, y - 60, { steps: 4 })
      else await page.getByText('You have control', { exact: true }).waitFor()
      await page.mouse.up()
      await expect.poll(() => contactsOf(inputsOf(hub)).at(-1)).toEqual([])
      const asked = hub.calls.map(({ method }) => method)
      expect(asked.indexOf('device.takeControl')).toBeLessThan(asked.indexOf('device.input'))
      expect(asked.filter(method => method === 'device.takeControl')).toHaveLength(1)
      const [down, ...rest] = contactsOf(inputsOf(hub))
      expect(down).toEqual([{ id: 0, x: expect.closeTo(540, -1) as number, y: expect.closeTo(1200, -1) as number }])
      const end = way === 'click' ? down : rest.at(-2)
      const to = way === 'click' ? 1200 : 1200 - (60 * 2400) / box.height
      expect(end).toMatchObject([{ id: 0, y: expect.closeTo(to, -1) as number }])
    }
  })
})

describe('a finger', () => {
  it('is lifted when the window loses the focus or is hidden, and does not go on by itself', async () => {
    await using window = await taken()
    const { page, box, sent } = window
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    for (const lost of [`dispatchEvent(new Event('blur'))`, `document.dispatchEvent(new Event('visibilitychange'))`]) {
      const before = sent().length
      await page.mouse.down()
      await expect.poll(() => contactsOf(sent()).at(-1)).toHaveLength(1)
      await page.evaluate(lost)
      await expect.poll(() => contactsOf(sent().slice(before)).at(-1)).toEqual([])
      const lifted = sent().length
      await page.mouse.move(x, y - 40, { steps: 3 })
      await page.mouse.up()
      expect(sent().length).toBe(lifted)
    }
  })

  it('is lifted when its touch was refused, and does not go on from where nobody knows', async () => {
    await using window = await taken()
    const { page, hub, box, sent } = window
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    hub.refuseInput('The touch was not injected.')
    await page.mouse.down()
    await expect.poll(() => contactsOf(sent()).slice(0, 2)).toEqual([[expect.anything()], []])
    await page.mouse.move(x, y - 40, { steps: 3 })
    await page.mouse.up()
    await page
      .getByText(/was not injected/)
      .first()
      .waitFor()
    expect(contactsOf(sent()).slice(1).flat()).toEqual([])
  })
})

describe('the keyboard', () => {
  it('goes as keys by what they mean, and as text where no key means it', async () => {
    await using window = await taken()
    const { page, sent } = window
    await page.keyboard.type('a@')
    // As an input method, a phone's keyboard or dictation writes: no key.
    await page.keyboard.insertText('日本')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const words = (): readonly string[] =>
      sent().map(input => {
        if (input.kind === 'host_key') return `${input.down ? 'down' : 'up'} ${input.key.key}`
        if (input.kind === 'text') return `text ${input.text}`
        return input.kind === 'key' ? `key ${input.key}` : input.kind
      })
    await expect
      .poll(words)
      .toEqual(['down a', 'up a', 'down @', 'up @', 'text 日本', 'down Enter', 'up Enter', 'key Back'])
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement?.className')).not.toBe('key-catcher')
  })

  it('goes as one text when an input method has composed it, whatever was tried on the way', async () => {
    await using window = await taken()
    const { page, sent } = window
    const method = await page.context().newCDPSession(page)
    for (const text of ['に', 'にほ', '日本'])
      await method.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await method.send('Input.insertText', { text: '日本' })
    await expect.poll(sent).toEqual([{ kind: 'text', text: '日本' }])
    // One that was given up leaves nothing, and the next is not mixed with it.
    await method.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 })
    await method.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    await page.keyboard.type('x')
    await expect.poll(() => sent().at(-1)).toMatchObject({ kind: 'host_key', key: { key: 'x' }, down: false })
    expect(sent().filter(input => input.kind === 'text')).toEqual([{ kind: 'text', text: '日本' }])
    expect(await page.evaluate('document.activeElement.value')).toBe('')
  })

  it('pastes what the clipboard of this computer holds then, and what the device copies comes to it', async () => {
    await using window = await taken()
    const { page, hub, sent } = window
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate('navigator.clipboard.writeText("Żółć 你好 🙂 ß")')
    await page.keyboard.press('Control+v')
    await expect.poll(() => sent().at(-1)).toEqual({ kind: 'paste', text: 'Żółć 你好 🙂 ß' })
    hub.copy('from the device')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('from the device')
  })
})

describe('who looks on', () => {
  it("sees another's touch where it was, and whose it is", async () => {
    await using window = await at('stage', '#/devices/avd:Pixel_8')
    const { page, hub } = window
    await page.getByRole('img', { name }).waitFor()
    const box = await page.getByRole('application', { name }).boundingBox()
    if (box === null) throw new Error('the screen is not shown')
    let seen: Box | null = null
    const glimpsed = glimpse(page, '.touch-circle--agent').then(where => (seen = where))
    // What came before the page looks on is nobody's touch to it.
    const touched = (): Box | null => {
      if (seen === null) hub.touch({ kind: 'agent', name: 'agent' }, { x: 270, y: 600 })
      return seen
    }
    await expect.poll(touched, { interval: 1000 }).not.toBeNull()
    const circle = await glimpsed
    expect(circle.width).toBe(36)
    expect(circle.x + 18).toBeCloseTo(box.x + box.width / 4, -1)
    expect(circle.y + 18).toBeCloseTo(box.y + box.height / 4, -1)
    await page.waitForSelector('.touch-circle--agent', { state: 'detached' })
  })

  it('and whoever touches is told when nothing changed', async () => {
    await using window = await taken()
    const { page, hub, box } = window
    hub.deafen()
    await page.mouse.click(box.x + 50, box.y + 50)
    await page.getByRole('img', { name: 'Nothing changed on the screen' }).waitFor()
    await page.getByText('Touched: sent, nothing changed. It may be no control.').waitFor()
  })
})
