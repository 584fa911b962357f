// "Pair a phone…" in a real browser: a QR code that can be read, and six digits with what goes wrong in words.
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sceneOpener } from './opened-scene.ts'

const at = sceneOpener()

describe('a phone without a cable', () => {
  it('scans a code that says what the hub offers', async () => {
    await using window = await at('morning', '#/devices')
    const { page, complaints } = window
    await page.getByRole('button', { name: 'Pair a phone…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pair a phone' })
    const code = dialog.getByRole('img', { name: /QR code/u })
    await code.waitFor()
    const { data, info } = await sharp(await code.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(
      'WIFI:T:ADB;S:nocturne-abcdefgh;P:ABCDEFGHJKLM;;',
    )
    await dialog.getByText('Wireless debugging, "Pair device with QR code"', { exact: false }).waitFor()
    expect(complaints).toEqual([])
  })

  it('is paired by its address and the digits it shows, and says so when they are wrong', async () => {
    await using window = await at('morning', '#/devices')
    const { page, hub } = window
    await page.getByRole('button', { name: 'Pair a phone…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pair a phone' })
    await dialog.getByLabel('Six digits').check()
    await dialog.getByLabel('Address in the pairing dialog').fill(' 192.168.1.20:37123 ')
    await dialog.getByLabel('Pairing code').fill('111111')
    await dialog.getByRole('button', { name: 'Pair', exact: true }).click()
    await dialog.getByText('did not take this code', { exact: false }).waitFor()
    await dialog.getByLabel('Pairing code').fill('482913')
    await dialog.getByRole('button', { name: 'Pair', exact: true }).click()
    await dialog.getByRole('status').getByText('Paired and connected.').waitFor()
    expect(hub.calls.filter(call => call.method === 'pairing.code').at(-1)?.params).toEqual({
      address: '192.168.1.20:37123',
      code: '482913',
    })
  })
})
