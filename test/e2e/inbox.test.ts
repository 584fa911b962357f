// The inbox in a real browser: triage by keys with undo, what a finding's page says, the states of the list.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import { sceneOpener } from './opened-scene.ts'

const crash = 'Saving something whose name has an emoji closes the app'
const turn = 'What was typed is gone after the device is turned'

const at = sceneOpener()

const finding = (page: Page, name: string) => page.getByRole('article', { name })
const triaged = (hub: FakeHub): unknown[] =>
  hub.calls.filter(call => call.method === 'findings.triage').map(call => (call.params as { do: string }).do)

describe('the inbox', () => {
  it('opens when something waits, with the worst finding in front', async () => {
    await using window = await at('morning', '')
    await finding(window.page, crash).getByRole('heading', { name: crash }).waitFor()
    expect(await window.page.title()).toBe('Inbox · Nocturne')
    expect(window.complaints).toEqual([])
  })

  it('accepts with 1, goes on to the next one, and takes it back with U', async () => {
    await using window = await at('morning', '#/inbox')
    const { page, hub } = window
    await finding(page, crash).waitFor()
    await page.keyboard.press('1')
    await finding(page, turn).waitFor()
    await page.getByText(`Accepted “${crash}”`).waitFor()
    await page.getByRole('link', { name: 'Inbox, 2 new' }).waitFor()
    await page.keyboard.press('u')
    await finding(page, crash).waitFor()
    await page.getByRole('link', { name: 'Inbox, 3 new' }).waitFor()
    expect(triaged(hub)).toEqual(['accept', 'undo'])
  })

  it('declines with 3 only with a reason, and keeps it under Done to be brought back', async () => {
    await using window = await at('morning', '#/inbox')
    const { page, hub } = window
    await finding(page, crash).waitFor()
    await page.keyboard.press('3')
    const dialog = page.getByRole('dialog', { name: 'Decline this finding' })
    expect(await dialog.getByRole('button', { name: 'Decline' }).isDisabled()).toBe(true)
    await dialog.getByLabel('In your words').press('Enter')
    expect(triaged(hub)).toEqual([])
    await dialog.getByLabel('In your words').fill('The field takes letters only, by law')
    await page.keyboard.press('Enter')
    await finding(page, turn).waitFor()
    await page.getByRole('button', { name: /^Done/ }).click()
    await page.getByRole('link', { name: crash }).click()
    await page.getByText('Declined: The field takes letters only, by law.').waitFor()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await page.getByRole('button', { name: 'Accept' }).waitFor()
    expect(triaged(hub)).toEqual(['decline', 'restore'])
  })

  it('names the finding a duplicate is of, and snoozes until a day', async () => {
    await using window = await at('morning', '#/inbox')
    const { page, hub } = window
    await finding(page, crash).waitFor()
    await page.keyboard.press('2')
    await page.getByRole('dialog').getByLabel('Search').fill('turned')
    await page.getByRole('radio', { name: turn }).check()
    await page.getByRole('button', { name: 'It is a duplicate' }).click()
    await finding(page, turn).waitFor()
    await page.keyboard.press('h')
    await page.getByRole('radio', { name: /In a week/ }).check()
    await page.getByRole('button', { name: 'Snooze', exact: true }).click()
    await page.getByText(/^Put off .* until 7 Dec 08:00/).waitFor()
    const asked = hub.calls.filter(call => call.method === 'findings.triage').map(call => call.params)
    expect(asked).toMatchObject([
      { do: 'duplicate', of: 'f-1a2b4d51' },
      { do: 'snooze', until: '2026-12-07T08:00:00.000Z' },
    ])
  })

  it('walks with J, K and the arrows, and shows the keys with ?', async () => {
    await using window = await at('morning', '#/inbox')
    const { page } = window
    await finding(page, crash).waitFor()
    await page.keyboard.press('j')
    await finding(page, turn).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('link', { name: crash }).focus()
    await page.keyboard.press('ArrowDown')
    await finding(page, turn).waitFor()
    await page.locator('a:focus', { hasText: turn }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('says of a finding what it is, why it is believed, and what its flow does when played', async () => {
    await using window = await at('morning', '#/inbox')
    const { page } = window
    const article = finding(page, crash)
    await article.getByText('reproduced 2 of 2').waitFor()
    for (const words of [
      'Crash, high',
      'new in 57',
      'build 3.1.0 (57)',
      'The log names IllegalArgumentException at AddScreen.save, both times.',
      'No other app crashed.',
    ])
      await article.getByText(words).first().waitFor()
    expect(await article.getByRole('list', { name: 'The steps in pictures' }).getByRole('img').count()).toBe(3)
    expect(await article.locator('.spot').count()).toBe(2)
    await article.getByRole('button', { name: 'Replay now' }).click()
    await article.getByText('Reproduced 2 of 2. The app closed both times.').waitFor()
    await article.getByRole('button', { name: 'Play on…' }).click()
    await page.getByRole('menuitem', { name: 'Pixel 8' }).click()
    await article.getByText('Reproduced on Pixel 8.').waitFor()
    await article.getByText('it ended here').waitFor()
  })

  it('shows what an app wrote as text, never as markup', async () => {
    await using window = await at('morning', '#/inbox')
    await window.page.getByText('name <b>has</b> a character').waitFor()
    expect(await window.page.locator('.log b').count()).toBe(0)
  })

  it('says what was done when nothing is open', async () => {
    await using window = await at('quiet', '#/inbox')
    await window.page.getByRole('heading', { name: 'A quiet night' }).waitFor()
    await window.page.getByText('2 candidates did not reproduce.').waitFor()
    await window.page.getByText('Recipes did not move for 10 s').waitFor()
    await window.page.getByRole('group', { name: '23 screens' }).waitFor()
  })

  it('says what failed, why and what to do, and tries again', async () => {
    await using window = await at('failed', '#/inbox')
    const { page, hub } = window
    await page.getByRole('alert').getByText('Start the newer version, or move the home away.').waitFor()
    const before = hub.calls.length
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => hub.calls.length).toBeGreaterThan(before)
  })

  it('says what is missing of a finding and shows the rest', async () => {
    await using window = await at('partial', '#/inbox')
    await window.page.getByText('No picture was kept for this finding.').waitFor()
    await window.page.getByText('There is no flow for this finding.').waitFor()
    await window.page.getByText('No other app crashed.').waitFor()
  })

  it('holds ten thousand findings and draws only those in sight', async () => {
    await using window = await at('many', '#/inbox')
    const { page } = window
    await page.getByRole('button', { name: /^Open 10.000/ }).waitFor()
    expect(await page.locator('.item').count()).toBeLessThan(60)
    await page.locator('.item').first().focus()
    await page.keyboard.press('End')
    await finding(page, /\(10000\)/ as unknown as string).waitFor()
    expect(await page.locator('li[aria-posinset="10002"]').count()).toBe(1)
  })

  it('is one pane at 360 px, with the decisions at the thumb and a way back', async () => {
    await using window = await at('morning', '#/inbox', { viewport: { width: 360, height: 740 } })
    const { page } = window
    await page.getByRole('link', { name: crash }).click()
    await page.getByRole('heading', { level: 2, name: crash }).waitFor()
    expect(await page.getByRole('region', { name: 'Findings' }).count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await page.getByRole('banner').getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: turn }).waitFor()
  })
})
