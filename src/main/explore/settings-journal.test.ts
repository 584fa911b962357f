// A condition's settings: in the journal before they change, put back by the night, or by whoever starts after it died.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import type { Device } from '#main/device/device.ts'
import { openDevice } from '#main/device/open-device.ts'
import { putBackLeftovers, SettingsJournal } from '#main/explore/settings-journal.ts'
import { Store } from '#main/store/store.ts'

const { signal } = new AbortController()
const app = 'dev.example.plants'

describe('the settings journal', () => {
  let home: string
  let store: Store
  let device: Device

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'nocturne-journal-'))
    store = new Store(home)
    device = await openDevice(await openDemoDriver({ seed: 1, clock: 'virtual' }), signal)
  })

  afterEach(async () => {
    await device[Symbol.asyncDispose]()
    store[Symbol.dispose]()
    rmSync(home, { recursive: true, force: true })
  })

  const now = (): unknown => {
    const { settings } = device.state.value
    return settings === null
      ? null
      : { dark: settings.dark.value, fontScale: settings.fontScale.value, locale: settings.locale.value }
  }

  it.each(['dark', 'big_text', 'locale:de', 'offline', 'landscape'])(
    'holds what %s changes until it is put back',
    async condition => {
      await using grant = await device.takeControl({ kind: 'night', name: 'test' }, signal)
      const before = now()
      const journal = new SettingsJournal(store, device, null, app)
      await journal.set(grant, condition, signal)
      expect(store.unsettledSettings(null)).toHaveLength(1)
      await journal.putBack(grant, signal)
      expect(store.unsettledSettings(null)).toEqual([])
      expect(now()).toEqual(before)
    },
  )

  it('puts back a turn of the explorer that a killed night left', async () => {
    await using grant = await device.takeControl({ kind: 'night', name: 'test' }, signal)
    const journal = new SettingsJournal(store, device, null, app)
    journal.noteOrientation()
    journal.noteOrientation()
    await device.input(grant, { kind: 'turn', to: 'landscape' }, signal)
    expect(store.unsettledSettings(null)).toHaveLength(1)
    expect(await putBackLeftovers(store, device, grant, signal)).toEqual(['orientation was put back to portrait'])
    expect(device.state.value.settings?.orientation.value).toBe('portrait')
  })

  it('names the app whose language changed, so that a program that never started it can put it back', async () => {
    await using grant = await device.takeControl({ kind: 'night', name: 'test' }, signal)
    await new SettingsJournal(store, device, null, app).set(grant, 'locale:de', signal)
    expect(store.unsettledSettings(null)).toMatchObject([{ to: { to: 'de', app }, before: { to: 'en', app } }])
    expect(await putBackLeftovers(store, device, grant, signal)).toEqual(['locale was put back to en'])
    expect(now()).toMatchObject({ locale: 'en' })
    expect(store.unsettledSettings(null)).toEqual([])
  })
})
