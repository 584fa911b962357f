// The stage in a real browser: frames that turn and fold and keep the old picture until the new one, states in words, the
// bar and its menus, the wall's rates, what is kept of how a device is shown, and everything by keyboard and by name.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import { atRest, glimpse, hide } from './open-window.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const pixel8 = '#/devices/avd:Pixel_8'
const fold = '#/devices/avd:Pixel_Fold'

const pictured = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('img', { name: `The screen of ${name}` })
    .first()
    .waitFor()

const controlsAsked = (hub: FakeHub): readonly unknown[] =>
  hub.calls.filter(call => call.method === 'device.control').map(call => (call.params as { control: unknown }).control)

/** A menu that was opened takes the keys a moment after it is seen. */
const inMenu = (page: Page): Promise<void> => page.locator('[role="menu"]:focus-within').waitFor()

async function boxOf(page: Page, selector: string): Promise<{ width: number; height: number }> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not shown`)
  return box
}

/** How much of the picture shows through: 0 is nothing. */
const seenAt = `Number(getComputedStyle(document.querySelector('.frame__content')).opacity)`

/** Each frame of the page: how wide the body is for its height, by the posture it is drawn in. */
const watchShapes = `(() => {
  window.shapes = {}
  const look = () => {
    const posture = document.querySelector('.frame')?.dataset.posture
    const body = document.querySelector('.frame__device')
    if (posture !== undefined && body !== null)
      (window.shapes[posture] ??= []).push(body.offsetWidth / body.offsetHeight)
    requestAnimationFrame(look)
  }
  look()
})()`

describe('a frame', () => {
  it('turns with the device, and what is pressed is the pixel drawn there', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await pictured(page, 'Pixel 8')
    const upright = await boxOf(page, '.frame')
    expect(upright.height).toBeGreaterThan(upright.width)
    await page.getByRole('button', { name: 'Rotate left' }).click()
    await page.locator('.frame[data-turn="turned-left"]').waitFor()
    await page.locator('.staged__words').getByText('Turned left').waitFor()
    await atRest(page)
    const turned = await boxOf(page, '.frame')
    expect(turned.width).toBeGreaterThan(turned.height)
    const screen = await page.getByRole('application').boundingBox()
    if (screen === null) throw new Error('no screen')
    await page.mouse.click(screen.x + screen.width * 0.25, screen.y + screen.height * 0.5)
    await expect
      .poll(() => JSON.stringify(hub.calls.find(call => call.method === 'device.input')?.params ?? null))
      .toMatch(/"x":(59\d|60\d)[^0-9]/)
  })

  it('keeps the old picture, turned with it, under a veil until the first one of the new geometry', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await pictured(page, 'Pixel 8')
    hub.stall(true)
    await page.getByRole('button', { name: 'Rotate right' }).click()
    await page.locator('.frame__content.is-late').waitFor()
    expect(await page.locator('.frame__content').getAttribute('style')).toContain('rotate: 0deg')
    hub.stall(false)
    await page.locator('.frame__content:not(.is-late)').waitFor()
    await expect.poll(() => page.locator('.frame__content').getAttribute('style')).toContain('rotate: -90deg')
    // Turned back, the picture of before lies in the body as it was taken, until the one of now is there.
    hub.stall(true)
    await page.getByRole('button', { name: 'Rotate left' }).click()
    await page.locator('.frame__content.is-late').waitFor()
    expect(await page.locator('.frame__content').getAttribute('style')).toContain('rotate: -90deg')
    hub.stall(false)
    await expect.poll(() => page.locator('.frame__content').getAttribute('style')).toContain('rotate: 0deg')
  })

  it('goes the short way round through a whole turn', async () => {
    await using window = await at('stage', pixel8)
    const { page } = window
    await pictured(page, 'Pixel 8')
    const angles: string[] = []
    for (const turn of ['turned-left', 'upside-down', 'turned-right', 'upright']) {
      await page.getByRole('button', { name: 'Rotate left' }).click()
      await page.locator(`.frame[data-turn="${turn}"]`).waitFor()
      angles.push(
        (await page.evaluate(`document.querySelector('.frame').style.getPropertyValue('--body-angle')`)) as string,
      )
    }
    expect(angles).toEqual(['-90deg', '-180deg', '-270deg', '-360deg'])
  })

  it('closes to the outer screen and opens again, with the motion a person allows', async () => {
    await using window = await at('stage', fold, { reducedMotion: 'no-preference' })
    const { page } = window
    await pictured(page, 'Pixel Fold')
    await page.getByText('Half open', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Fold, now/ }).click()
    const closing = glimpse(page, '.flap--closing')
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await closing
    await page.locator('.frame[data-posture="closed"]').waitFor()
    await page.locator('.frame__content:not(.is-other)').waitFor()
    await atRest(page)
    const closed = await boxOf(page, '.frame')
    expect(closed.height).toBeGreaterThan(closed.width)
    await page.getByRole('button', { name: /^Fold, now closed/ }).click()
    const opening = glimpse(page, '.flap--opening')
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
    await opening
    await page.locator('.flap').waitFor({ state: 'detached' })
    await atRest(page)
    const open = await boxOf(page, '.frame')
    expect(open.width).toBeGreaterThan(open.height)
  })

  it('is never drawn in the shape of one screen with the size of the other', async () => {
    await using window = await at('stage', fold, { reducedMotion: 'no-preference' })
    const { page } = window
    await pictured(page, 'Pixel Fold')
    await page.getByText('Half open', { exact: true }).waitFor()
    await atRest(page)
    await page.evaluate(watchShapes)
    await page.getByRole('button', { name: /^Fold, now/ }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await page.locator('.frame[data-posture="closed"]').waitFor()
    await page.locator('.frame__content:not(.is-other)').waitFor()
    await atRest(page)
    await page.getByRole('button', { name: /^Fold, now closed/ }).click()
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
    await page.locator('.frame[data-posture="open"]').waitFor()
    await page.locator('.flap').waitFor({ state: 'detached' })
    await atRest(page)
    const shapes = (await page.evaluate('window.shapes')) as Readonly<Record<string, readonly number[]>>
    expect(Object.keys(shapes).toSorted()).toEqual(['closed', 'half-open', 'open'])
    for (const ratios of Object.values(shapes)) {
      expect(ratios.length).toBeGreaterThan(1)
      expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.02)
    }
  })

  it('keeps the old picture, under a veil, until the first one of the screen it was folded to, and says so when that is late', async () => {
    await using window = await at('stage', fold)
    const { page, hub } = window
    await pictured(page, 'Pixel Fold')
    const content = page.locator('.frame__content')
    for (const [to, posture] of [
      ['Closed', 'closed'],
      ['Open', 'open'],
    ] as const) {
      hub.stall(true)
      await page.getByRole('button', { name: /^Fold, now/ }).click()
      await page.getByRole('menuitem', { name: to, exact: true }).click()
      await page.locator(`.frame[data-posture="${posture}"]`).waitFor()
      await page.locator('.frame__content.is-late').waitFor()
      await atRest(page)
      expect(await page.evaluate(seenAt)).toBeGreaterThan(0.5)
      expect(await content.getAttribute('style')).toContain('rotate: 0deg')
      // A stream that is late is said, over the picture of before.
      await page.locator('.cover').getByText('Connecting').waitFor()
      expect(await page.evaluate(seenAt)).toBeGreaterThan(0.5)
      hub.stall(false)
      await page.locator('.frame__content:not(.is-late, .is-other)').waitFor()
      await page.locator('.cover').waitFor({ state: 'detached' })
    }
  })

  it('changes at once where motion is not wanted', async () => {
    await using window = await at('stage', fold)
    const { page } = window
    await pictured(page, 'Pixel Fold')
    // A flap that moved is gone again when the frame is closed: whether one ever came is what tells.
    await page.evaluate(`globalThis.flaps = 0
      new MutationObserver(changes => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && (node.matches('.flap') || node.querySelector('.flap') !== null)) flaps += 1
      }).observe(document.body, { childList: true, subtree: true })`)
    await page.getByRole('button', { name: /^Fold, now/ }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await page.locator('.frame[data-posture="closed"]').waitFor()
    expect(await page.evaluate('flaps')).toBe(0)
  })

  it('says each state in words and offers what helps', async () => {
    await using window = await at('stage', '#/devices')
    const { page, hub } = window
    const tile = (name: string) => page.getByRole('article', { name, exact: true })
    await tile('Nightly').getByText('Waiting for Android: 12 s, usually 17.').waitFor()
    await tile('Broken').getByText('The emulator ended twice in five minutes.').waitFor()
    await tile('Broken').getByRole('button', { name: 'Reboot Broken' }).click()
    await tile('Broken').getByText('Waiting for Android: 4 s').waitFor()
    await tile('Sleepy').getByRole('button', { name: 'Wake Sleepy' }).click()
    await expect.poll(() => controlsAsked(hub)).toContainEqual({ set: 'awake', to: true })
    await page
      .getByRole('region', { name: 'Devices that are off' })
      .getByRole('button', { name: 'Start Resting' })
      .click()
    await tile('Resting').waitFor()
    expect(hub.calls.filter(call => call.method === 'device.power').map(call => call.params)).toMatchObject([
      { device: 'avd:Broken', order: 'reboot' },
      { device: 'avd:Resting', order: 'boot' },
    ])
  })

  it('reboots a phone from its menu, which offers nothing else about its power', async () => {
    await using window = await at('stage', '#/devices/R5CT30')
    const { page, hub } = window
    await pictured(page, 'Galaxy S23')
    await page.getByRole('button', { name: 'More for Galaxy S23' }).click()
    expect(await page.getByRole('menuitem', { name: /^(Start|Shut down|Wipe|Delete)/ }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Reboot device' }).click()
    await expect
      .poll(() => hub.calls.filter(call => call.method === 'device.power').map(call => call.params))
      .toMatchObject([{ device: 'R5CT30', order: 'reboot' }])
    hub.change('R5CT30', device => ({ ...device, state: 'lost', why: 'Rebooting: Android is starting.', orders: [] }))
    await page.locator('.cover').getByText('Rebooting: Android is starting.').waitFor()
  })

  it('stays as a ghost with the last picture and the next try when the device is lost', async () => {
    await using window = await at('stage', '#/devices/R5CT30')
    const { page, hub } = window
    await pictured(page, 'Galaxy S23')
    await page.getByRole('button', { name: 'Hide the list' }).waitFor()
    hub.change('R5CT30', device => ({ ...device, state: 'lost', why: 'The cable was unplugged.', nextTryMs: 8000 }))
    await page.locator('.cover').getByText('The cable was unplugged.').waitFor()
    await page.getByText('Next try in 8 s').waitFor()
    await pictured(page, 'Galaxy S23')
    expect(await page.getByRole('button', { name: 'Hide the list' }).count()).toBe(0)
    await page
      .locator('[data-news]')
      .getByText('Galaxy S23: lost, The cable was unplugged.')
      .waitFor({ state: 'attached' })
  })

  it('is a general one, and says so, for a device that has no drawing', async () => {
    await using window = await at('stage', '#/devices/R5CT30')
    await window.page.getByText('Drawn as a general phone: Nocturne has no drawing called Galaxy S23.').waitFor()
  })
})

describe('how a device is shown', () => {
  it('is kept for each device', async () => {
    await using window = await at('stage', pixel8)
    const { page } = window
    await pictured(page, 'Pixel 8')
    await page.getByRole('button', { name: 'More for Pixel 8' }).click()
    await page.getByRole('menuitem', { name: 'Show frame' }).click()
    await page.locator('.frame--bare').waitFor()
    await page.getByRole('button', { name: 'More for Pixel 8' }).click()
    await page.getByRole('menuitem', { name: 'Pixel for pixel' }).click()
    await page.reload()
    await page.locator('.frame--bare').waitFor()
    expect(await boxOf(page, '.frame')).toMatchObject({ width: 1080, height: 2400 })
    await page.goto(`${window.hub.url}${fold}`)
    await page.locator('.frame:not(.frame--bare)').waitFor()
  })
})

describe('the bar', () => {
  it('takes control with a press and says so, and a screenshot takes none', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await pictured(page, 'Pixel 8')
    await page.getByRole('button', { name: 'Screenshot', exact: true }).click()
    await page.waitForTimeout(200)
    expect(hub.calls.some(call => call.method === 'device.takeControl')).toBe(false)
    await page.getByRole('button', { name: 'Dark appearance', pressed: false }).click()
    await page.getByText('You have control', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Dark appearance', pressed: true }).waitFor()
    expect(controlsAsked(hub)).toEqual([{ set: 'dark', to: true }])
  })

  it('draws only what the one device has, and on the wall greys the rest with the reason', async () => {
    await using window = await at('stage', pixel8)
    const { page } = window
    await page.getByRole('button', { name: 'More for Pixel 8' }).click()
    await page.getByRole('menuitem', { name: 'Location' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Network' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Wall' }).click()
    await page.getByRole('button', { name: 'More for Pixel 8' }).click()
    await page
      .getByRole('menuitem', { name: 'Network', disabled: true })
      .getByText('A phone of your own keeps its network')
      .waitFor()
  })

  it('has text size and its default in a popover that Escape closes', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await page.getByRole('button', { name: 'Text size, now 1.0' }).click()
    const popover = page.getByRole('dialog', { name: 'Text size of Pixel 8' })
    await popover.getByRole('button', { name: 'Larger' }).click()
    await popover.getByText('1.15').waitFor()
    await popover.getByRole('button', { name: 'Default' }).click()
    await popover.getByText('1.0', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    expect(controlsAsked(hub)).toEqual([
      { set: 'fontScale', to: 1.15 },
      { set: 'fontScale', to: 1 },
    ])
  })

  it('asks where to be, and refuses what is no place', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await page.getByRole('button', { name: 'More for Pixel 8' }).click()
    await page.getByRole('menuitem', { name: 'Location' }).click()
    await page.getByRole('menuitem', { name: 'Another place…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Location' })
    await dialog.getByLabel('Latitude').fill('95')
    await dialog.getByLabel('Longitude').fill('13,4')
    await dialog.getByRole('button', { name: 'Be there' }).click()
    await dialog.getByRole('alert').getByText('Latitude goes from -90 to 90.').waitFor()
    await dialog.getByLabel('Latitude').fill('52.5')
    await dialog.getByRole('button', { name: 'Be there' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(controlsAsked(hub)).toEqual([{ set: 'location', to: { latitude: 52.5, longitude: 13.4 } }])
  })

  it('is a row of the most used under 480 px, with targets of 44 px and the rest under More', async () => {
    await using window = await at('three', '#/devices', { viewport: { width: 400, height: 800 } })
    const { page } = window
    const bar = page.getByRole('toolbar', { name: 'Controls of Pixel Fold' })
    await bar.waitFor()
    const buttons = await bar.getByRole('button').all()
    const names = await Promise.all(buttons.map(button => button.getAttribute('aria-label')))
    expect(names).toEqual(['Home', 'Back', 'Recent apps', 'Rotate right', 'Fold, now half open', 'More for Pixel Fold'])
    for (const button of buttons) {
      const box = await button.boundingBox()
      expect(Math.round(box?.width ?? 0)).toBeGreaterThanOrEqual(44)
      expect(Math.round(box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await bar.getByRole('button', { name: 'More for Pixel Fold' }).click()
    await page.getByRole('menuitem', { name: 'Rotate left' }).waitFor()
  })

  it('asks before it wipes', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await page.getByRole('button', { name: 'More for Pixel 8' }).click()
    await page.getByRole('menuitem', { name: 'Wipe…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Wipe Pixel 8?' })
    await dialog.waitFor()
    expect(hub.calls.some(call => call.method === 'device.power')).toBe(false)
    await dialog.getByRole('button', { name: 'Wipe it' }).click()
    await expect
      .poll(() => hub.calls.find(call => call.method === 'device.power')?.params)
      .toMatchObject({
        device: 'avd:Pixel_8',
        order: 'wipe',
      })
  })
})

describe('how the picture comes', () => {
  it('is told whole by a button, reached and left by the keyboard', async () => {
    await using window = await at('stage', pixel8)
    const { page } = window
    await pictured(page, 'Pixel 8')
    const badge = page.getByRole('button', { name: /^(\d.* ms · )?shared memory, how the picture of Pixel 8 comes$/u })
    await badge.focus()
    await page.keyboard.press('Enter')
    const told = page.getByRole('dialog', { name: 'How the picture of Pixel 8 comes' })
    await told.waitFor()
    const all = (await told.getByRole('definition').allInnerTexts()).join('; ')
    expect(all).toMatch(/shared memory/u)
    expect(all).toMatch(/x264 164/u)
    expect(all).toMatch(/540x1200/u)
    await expect
      .poll(async () => (await told.getByRole('definition').allInnerTexts()).join('; '))
      .toMatch(/ shown, \d+ left out/u)
    await page.keyboard.press('Escape')
    await told.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement?.className')).toContain('latency')
    expect(window.complaints).toEqual([])
  })
})

describe('the wall', () => {
  it('has only the device used last at full rate', async () => {
    await using window = await at('three', '#/devices')
    const { page, hub } = window
    const rateOf = (name: string): Promise<string | null> =>
      page.getByRole('article', { name }).getAttribute('data-rate')
    await pictured(page, 'Pixel Tablet')
    expect(await rateOf('Pixel 8')).toBe('full')
    expect(await rateOf('Pixel Tablet')).toBe('slow')
    await page.getByRole('article', { name: 'Pixel Tablet' }).getByRole('heading').click()
    await expect.poll(() => rateOf('Pixel Tablet')).toBe('full')
    expect(await rateOf('Pixel 8')).toBe('slow')
    const asked = hub.calls.filter(call => call.method === 'device.video').map(call => call.params as { slow: boolean })
    expect(asked.some(params => params.slow)).toBe(true)
  })
})

describe('a hidden window', () => {
  it('lets its stream end, keeps what was shown, and goes on with a whole picture when it is back', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await pictured(page, 'Pixel 8')
    await expect.poll(() => hub.streams()).toBe(1)
    await hide(page, true)
    await expect.poll(() => hub.streams()).toBe(0)
    hub.change('avd:Pixel_8', device => ({ ...device, turn: 'turned-right', generation: device.generation + 1 }))
    await page.locator('.frame[data-turn="turned-right"]').waitFor()
    await pictured(page, 'Pixel 8')
    expect(hub.streams()).toBe(0)
    expect(await page.locator('.frame__content').getAttribute('style')).toContain('rotate: 0deg')
    const asked = (): number => hub.calls.filter(call => call.method === 'device.video').length
    const before = asked()
    await hide(page, false)
    await expect.poll(() => page.locator('.frame__content').getAttribute('style')).toContain('rotate: -90deg')
    expect(hub.streams()).toBe(1)
    expect(asked()).toBe(before + 1)
  })
})

describe('the side bar', () => {
  it('starts a device by a double click, and has the menu of the frame', async () => {
    await using window = await at('stage', '#/inbox')
    const { page, hub } = window
    await page.getByRole('link', { name: /^Resting: Off.*Double-click starts it/ }).dblclick()
    await expect
      .poll(() => hub.calls.find(call => call.method === 'device.power')?.params)
      .toMatchObject({
        device: 'avd:Resting',
        order: 'boot',
      })
    await page.getByRole('link', { name: /^Pixel Tablet/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Rotate left' }).click()
    await expect.poll(() => controlsAsked(hub)).toEqual([{ set: 'turn', to: 'left' }])
  })
})

describe('by keyboard and by name', () => {
  it('does every control of every device from the search', async () => {
    await using window = await at('stage', '#/inbox')
    const { page, hub } = window
    await page.getByRole('link', { name: /^Pixel Fold/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('pixel fold half')
    await page.getByRole('option', { name: /Pixel Fold: Fold: half open/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => controlsAsked(hub)).toEqual([{ set: 'posture', to: 'half-open' }])
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('tablet tokyo')
    await page
      .getByRole('option', { name: /Tablet.*Tokyo/i })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => controlsAsked(hub).at(-1)).toMatchObject({ set: 'location' })
  })

  it('stops at a bar once, and goes along it by the arrow keys, Home and End', async () => {
    await using window = await at('three', '#/devices')
    const { page } = window
    const bar = page.getByRole('toolbar', { name: 'Controls of Pixel Fold' })
    await bar.waitFor()
    const inFront = (): Promise<unknown> => page.evaluate('document.activeElement?.getAttribute("aria-label")')
    const names = await Promise.all(
      (await bar.getByRole('button').all()).map(button => button.getAttribute('aria-label')),
    )
    expect(names).toEqual([
      'Home',
      'Back',
      'Recent apps',
      'Rotate left',
      'Rotate right',
      'Fold, now half open',
      'Dark appearance',
      'Text size, now 1.0',
      'Screenshot',
      'More for Pixel Fold',
    ])
    const stops = (): Promise<number> => bar.locator('button[tabindex="0"]').count()
    expect(await stops()).toBe(1)
    await bar.getByRole('button', { name: 'Home', exact: true }).focus()
    for (const name of names.slice(1)) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(inFront).toBe(name)
    }
    await page.keyboard.press('ArrowDown')
    await expect.poll(inFront).toBe('Home')
    await page.keyboard.press('End')
    await expect.poll(inFront).toBe('More for Pixel Fold')
    await page.keyboard.press('Home')
    await expect.poll(inFront).toBe('Home')
    await page.keyboard.press('ArrowUp')
    await expect.poll(inFront).toBe('More for Pixel Fold')
    // Out with one Tab, and back to where it was.
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.closest("[role=toolbar]") === null')).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(inFront).toBe('More for Pixel Fold')
    expect(await stops()).toBe(1)
    expect(window.complaints).toEqual([])
  })

  it('keeps arrow keys, Home and End for the menu and the text size that hang on a bar', async () => {
    await using window = await at('three', '#/devices', { viewport: { width: 400, height: 800 } })
    const { page } = window
    const row = page.getByRole('toolbar', { name: 'Controls of Pixel 8' })
    const inFront = (): Promise<unknown> => page.evaluate('document.activeElement?.getAttribute("aria-label")')
    await row.getByRole('button', { name: 'Home', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(inFront).toBe('Back')
    await page.keyboard.press('End')
    await expect.poll(inFront).toBe('More for Pixel 8')
    await page.keyboard.press('Enter')
    await inMenu(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    expect(await page.getByRole('menuitem').count()).toBeGreaterThan(3)
    await page.keyboard.press('Escape')
    await expect.poll(inFront).toBe('More for Pixel 8')
  })

  it('taps a place of the list as of the look it was read in, not of how the device is held by then', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await pictured(page, 'Pixel 8')
    await page.getByRole('button', { name: 'Take control of Pixel 8' }).click()
    await page.getByText('You have control', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Rotate left' }).click()
    await page.locator('.frame[data-turn="turned-left"]').waitFor()
    const list = page.getByRole('region', { name: 'What is on the screen' })
    await list.getByRole('listitem').getByRole('button').first().click()
    await expect
      .poll(() => hub.calls.find(call => call.method === 'device.input')?.params)
      .toMatchObject({ input: { kind: 'tap', at: { generation: 1 } } })
  })

  it('hears what others change, and what it says by itself only once', async () => {
    await using window = await at('stage', pixel8)
    const { page, hub } = window
    await pictured(page, 'Pixel 8')
    const news = page.locator('[data-news]')
    await page.getByRole('button', { name: 'Dark appearance', pressed: false }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Dark appearance', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Record Pixel 8' }).click()
    await page.getByRole('button', { name: /^Stop recording Pixel 8/u }).waitFor()
    expect(await news.textContent()).toBe('')
    hub.change('avd:Pixel_8', device => ({
      ...device,
      settings: device.settings && {
        ...device.settings,
        network: { known: true, value: 'offline', at: 1, by: 'agent' },
      },
    }))
    await news.getByText('Pixel 8: offline, by the agent.').waitFor({ state: 'attached' })
    await page.evaluate('document.activeElement.blur()')
    hub.change('avd:Pixel_8', device => ({
      ...device,
      settings: device.settings && { ...device.settings, dark: { known: true, value: false, at: 2, by: 'night' } },
    }))
    await news.getByText('Pixel 8: light appearance, by a night.').waitFor({ state: 'attached' })
    hub.recordElsewhere('avd:Pixel_Tablet')
    await news.getByText('Pixel Tablet: a recording began.').waitFor({ state: 'attached' })
  })

  it('reaches the bar, opens Fold and chooses, without a pointer', async () => {
    await using window = await at('stage', fold)
    const { page, hub } = window
    await page.getByRole('button', { name: /^Fold, now/ }).focus()
    await page.keyboard.press('Enter')
    await inMenu(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect.poll(() => controlsAsked(hub)).toEqual([{ set: 'posture', to: 'closed' }])
    await page.locator('[data-news]').getByText('Pixel Fold: closed').waitFor({ state: 'attached' })
  })
})
