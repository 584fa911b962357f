// The remote of a TV in a real browser: its keys by mouse, by keyboard and by name.
import { expect, it } from 'vitest'
import type { FakeHub } from './fake-hub.ts'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

const keysOf = (hub: FakeHub): readonly unknown[] =>
  hub.calls
    .filter(call => call.method === 'device.input')
    .map(call => (call.params as { input: { kind: string; key?: string } }).input)
    .map(input => input.key ?? input.kind)

it('presses the pad, OK and play on the TV, after it took control', async () => {
  await using window = await at('stage', '#/devices/10.0.0.40:5555')
  const { page, hub } = window
  const remote = page.getByRole('group', { name: 'Remote of Living room' })
  await remote.getByRole('button', { name: 'Up' }).click()
  await expect.poll(() => hub.calls.some(({ method }) => method === 'device.takeControl')).toBe(true)
  for (const name of ['Left', 'Right', 'Down', 'OK', 'Play or pause']) {
    const before = keysOf(hub).length
    await remote.getByRole('button', { name }).click()
    await expect.poll(() => keysOf(hub).length).toBe(before + 1)
  }
  await expect
    .poll(() => keysOf(hub))
    .toEqual(['ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'Select', 'MediaPlayPause'])
})

it('is pressed by keyboard, too', async () => {
  await using window = await at('stage', '#/devices/10.0.0.40:5555')
  const { page, hub } = window
  const ok = page.getByRole('group', { name: 'Remote of Living room' }).getByRole('button', { name: 'OK' })
  await ok.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => keysOf(hub)).toEqual(['Select'])
})
