// axe-core over every view of the window, in both themes: nothing serious anywhere.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import type { Scene } from './fake-world.ts'
import { atRest } from './open-window.ts'
import { drag } from './drag-files.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}

/** Those of its rules, of the ones it runs by itself, that look at colours. */
const colourRules = ['color-contrast', 'link-in-text-block'] as const

async function seriousOf(page: Page, rules: readonly string[] | null): Promise<readonly string[]> {
  await page.evaluate(source)
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(rules !== null && { runOnly: rules }) })}).then(result => result.violations)`,
  )) as readonly Violation[]
  return violations
    .filter(one => one.impact === 'serious' || one.impact === 'critical')
    .flatMap(one =>
      one.nodes.map(node => `${one.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`.slice(0, 400)),
    )
}

interface View {
  readonly name: string
  readonly scene: Scene
  readonly at: string
  readonly act?: (page: Page, hub: FakeHub) => Promise<void>
  readonly width?: number
}

const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()
/** A panel of More, until the button of that name is there. */
const part = (item: string, button: string) => async (page: Page) => {
  await press('More for Pixel 8')(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await page.getByRole('button', { name: button }).waitFor()
  await page.waitForTimeout(600)
}
/** Files dropped beside the frames, and the button of that name pressed, where there is one to press. */
const dropped = (names: readonly string[], button: string | null) => async (page: Page) => {
  await drag(page, 'body', ['dragenter', 'dragover', 'drop'], ...names)
  await page.locator('[data-drop]').first().waitFor()
  if (button === null) return
  await page.getByRole('button', { name: button }).click()
  await page.locator('[data-drop]').getByRole('progressbar').waitFor()
}
/** A dialog of that name, opened from the search; with what stops its main button said, where that is a button's name. */
const asked = (item: string, dialog: string, press: string | null) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(`Pixel 8 ${item.replace('…', '')}`)
  await page
    .getByRole('option', { name: `Pixel 8: ${item}` })
    .first()
    .click()
  const opened = page.getByRole('dialog', { name: dialog })
  await opened.waitFor()
  if (press === null) return
  await opened.getByRole('button', { name: press }).click()
  await opened.locator(`[role="alert"]:not(:empty)`).waitFor()
}
const ghost = (id: string, name: string) => async (page: Page, hub: FakeHub) => {
  await page
    .getByRole('img', { name: `The screen of ${name}` })
    .first()
    .waitFor()
  hub.change(id, device => ({ ...device, state: 'lost', why: 'The cable was unplugged.', nextTryMs: 8000 }))
  await page.getByText('Next try in 8 s').first().waitFor()
}
const away = async (page: Page, hub: FakeHub) => {
  await hub.goAway()
  await page.getByRole('alert').getByText('device server stopped').waitFor()
}
const key = (name: string) => async (page: Page) => page.keyboard.press(name)
const crash = '#/inbox/f-1a2b3c40'

const views: readonly View[] = [
  { name: 'the wall', scene: 'three', at: '#/devices' },
  { name: 'the wall, narrow', scene: 'three', at: '#/devices', width: 420 },
  { name: 'every kind and state of device', scene: 'stage', at: '#/devices' },
  { name: 'one device', scene: 'stage', at: '#/devices/avd:Pixel_8' },
  {
    name: 'one device under control',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: press('Take control of Pixel 8'),
  },
  { name: 'a foldable', scene: 'stage', at: '#/devices/avd:Pixel_Fold' },
  { name: 'the fold menu', scene: 'stage', at: '#/devices/avd:Pixel_Fold', act: press(/^Fold, now/) },
  { name: 'a lost device', scene: 'stage', at: '#/devices/R5CT30', act: ghost('R5CT30', 'Galaxy S23') },
  { name: 'the wall with a lost device', scene: 'stage', at: '#/devices', act: ghost('avd:Pixel_8', 'Pixel 8') },
  { name: 'one device without the hub', scene: 'stage', at: '#/devices/avd:Pixel_8', act: away },
  { name: 'the inbox without the hub', scene: 'morning', at: '#/inbox', act: away },
  {
    name: 'adding a device',
    scene: 'morning',
    at: '#/devices',
    act: async page => {
      await press('Add a device…')(page)
      await page.getByRole('dialog', { name: 'Add an Android emulator' }).getByLabel('Device').waitFor()
    },
  },
  {
    name: 'typing text',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: asked('Type text…', 'Type text', 'Type it'),
  },
  {
    name: 'text that is refused',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: async (page, hub) => {
      hub.refuseInput('No field has the focus.')
      await asked('Type text…', 'Type text', null)(page)
      await page.getByRole('textbox', { name: 'Text' }).fill('fern')
      await page.getByRole('textbox', { name: 'Text' }).press('Control+Enter')
      await page.getByRole('alert').getByText('No field has the focus.').waitFor()
    },
  },
  {
    name: 'a link to open',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: asked('Open link…', 'Open a link', 'Open it'),
  },
  {
    name: 'a place',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: asked('Location: another place…', 'Location', 'Be there'),
  },
  { name: 'a battery', scene: 'stage', at: '#/devices/avd:Pixel_8', act: asked('Battery…', 'Battery', null) },
  { name: 'wiping', scene: 'stage', at: '#/devices/avd:Pixel_8', act: asked('Wipe…', 'Wipe Pixel 8?', null) },
  { name: 'deleting', scene: 'stage', at: '#/devices/avd:Pixel_8', act: asked('Delete…', 'Delete Pixel 8?', null) },
  {
    name: 'a terminal',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: async page => {
      await part('Terminal', 'Close the terminal')(page)
      await page.locator('.xterm-rows').getByText('<b>bold?</b>').waitFor()
    },
  },
  {
    name: 'files dragged over the wall',
    scene: 'stage',
    at: '#/devices',
    act: async page => {
      await drag(page, 'body', ['dragenter', 'dragover'])
      await page.locator('[data-drop]').first().waitFor()
    },
  },
  {
    name: 'a drop that asks, and one that cannot be',
    scene: 'morning',
    at: '#/devices',
    act: dropped(['plants-42.apk'], null),
  },
  {
    name: 'the question before an app is removed',
    scene: 'morning',
    at: '#/devices',
    act: async page => {
      await dropped(['plants-42.apk'], null)(page)
      await press(/Remove it and install on/)(page)
      await page.getByRole('dialog', { name: 'Remove the installed app first?' }).waitFor()
    },
  },
  { name: 'pairing a phone', scene: 'stage', at: '#/devices', act: press('Pair a phone…') },
  { name: 'a failed device', scene: 'stage', at: '#/devices/avd:Broken' },
  { name: 'a device asleep', scene: 'stage', at: '#/devices/avd:Sleepy' },
  { name: 'the More menu', scene: 'stage', at: '#/devices/avd:Pixel_8', act: press('More for Pixel 8') },
  { name: 'the apps of a device', scene: 'stage', at: '#/devices/avd:Pixel_8', act: part('Apps…', 'More for Larder') },
  { name: 'the log of a device', scene: 'stage', at: '#/devices/avd:Pixel_8', act: part('Log', 'Copy the lines') },
  { name: 'text size', scene: 'stage', at: '#/devices/avd:Pixel_8', act: press(/^Text size/) },
  {
    name: 'a drop of an app and other files',
    scene: 'three',
    at: '#/devices',
    act: dropped(['plants-42.apk', 'fern.png'], null),
  },
  {
    name: 'a file on its way to a device',
    scene: 'stage',
    at: '#/devices/avd:Pixel_8',
    act: dropped(['long.mp4'], 'Send to the Download folder of Pixel 8'),
  },
  { name: 'the first morning', scene: 'first', at: '#/devices' },
  { name: 'devices that cannot be listed', scene: 'failed', at: '#/devices' },
  { name: 'the inbox', scene: 'morning', at: '#/inbox' },
  { name: 'a finding', scene: 'morning', at: crash },
  { name: 'a finding, narrow', scene: 'morning', at: crash, width: 420 },
  { name: 'a finding with parts missing', scene: 'partial', at: crash },
  { name: 'declining', scene: 'morning', at: crash, act: key('3') },
  { name: 'the keys', scene: 'morning', at: crash, act: key('?') },
  { name: 'an empty inbox', scene: 'quiet', at: '#/inbox' },
  { name: 'the nights', scene: 'morning', at: '#/nights' },
  { name: 'a running night', scene: 'night', at: '#/nights' },
  { name: 'the report of a night', scene: 'morning', at: '#/nights/n-20261129-2300-ab12' },
  { name: 'starting a night', scene: 'morning', at: '#/nights', act: press('New night') },
  { name: 'search', scene: 'stage', at: '#/devices', act: key('Control+k') },
  { name: 'settings', scene: 'morning', at: '#/devices', act: press('Settings') },
]

it.each(views)('axe finds nothing serious in $name, in the light theme and in the dark one', async view => {
  await using window = await at(view.scene, view.at, {
    colorScheme: 'light',
    viewport: { width: view.width ?? 1440, height: 900 },
  })
  const { page } = window
  await page.getByRole('main').waitFor()
  await page.waitForTimeout(400)
  await view.act?.(page, window.hub)
  await page.waitForTimeout(300)
  await atRest(page)
  const light = await seriousOf(page, null)
  // A theme is colours and nothing else: the document is the same.
  await page.emulateMedia({ colorScheme: 'dark' })
  await atRest(page)
  expect({ light, dark: await seriousOf(page, colourRules) }).toEqual({ light: [], dark: [] })
})
