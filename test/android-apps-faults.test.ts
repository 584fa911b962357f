// Each way a real device was recorded refusing or twisting what is done to it: input, installing and starting apps, settings.
// The driver over the real adb server and a double gets by, or says in words what is wrong.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { KeyName } from '#shared/domain/device.ts'
import { openDevice } from '#main/device/open-device.ts'
import { brokenAppOverAdb, never, pkg } from './builders/broken-app-over-adb.ts'

const given = brokenAppOverAdb()
const { launched, open, tap, withDouble } = given

describe('input', () => {
  it('into a hung app is not waited for without end, and not told as taken', async () => {
    await launched()
    await tap('hang')
    await given.driver.clock.wait(500, never)
    given.phone.handset.faults.hungInputMs = 120_000
    expect(await given.driver.touch?.tap(540, 1200, never)).toBe('not told')
    given.phone.handset.faults.hungInputMs = 0
    expect((await given.driver.screen.look(never)).foreground.overlay).toMatch(/Not Responding/)
  })

  it('says which switch a phone that guards it has', async () => {
    given.phone.handset.faults.noInject = true
    await expect(given.driver.touch?.tap(5, 5, never)).rejects.toMatchObject({
      code: 'unsupported',
      hint: expect.stringMatching(/Security settings/) as string,
    })
  })

  it('types quotes, blanks, percents and shell words as they are', async () => {
    const text = `a'b "c" $HOME \`d\` %s 100% ; rm -rf / && \\n #e`
    await launched()
    await tap('name')
    await given.driver.clock.wait(700, never)
    await given.driver.text?.type(text, never)
    const look = await given.driver.screen.look(never)
    expect(look.tree?.nodes.find(node => node.focused)?.text).toBe(text)
    expect(look.keyboard).toMatchObject({ shown: true, bounds: expect.objectContaining({ left: 0 }) as unknown })
    await given.driver.text?.hideKeyboard(never)
    const hidden = await given.driver.screen.look(never)
    expect(hidden.keyboard.shown).toBe(false)
    expect(hidden.foreground.package).toBe(pkg)
  })

  it('refuses what cannot be typed by name, before a character is sent', async () => {
    await launched()
    await tap('name')
    await given.driver.clock.wait(700, never)
    await expect(given.driver.text?.type('Müsli', never)).rejects.toMatchObject({
      code: 'bad-value',
      words: expect.stringMatching(/ü/) as string,
    })
    given.phone.handset.lines.length = 0
    await given.driver.screen.look(never)
    expect(given.phone.handset.lines.filter(line => line.startsWith('input'))).toEqual([])
  })

  it('names what was typed key by key and could not be, all of it, and types nothing of a long text either', async () => {
    await launched()
    await tap('name')
    await given.driver.clock.wait(700, never)
    const { text } = given.driver
    await expect(text?.type('é', never)).rejects.toMatchObject({
      words: expect.stringMatching(/^"é" cannot/) as string,
    })
    await text?.type('a', never)
    await expect(text?.type('日', never)).rejects.toMatchObject({
      words: expect.stringMatching(/^"é" and "日" cannot/) as string,
      hint: expect.stringMatching(/scrcpy/) as string,
    })
    // It ends without ending the driver of the other tests.
    await using device = await openDevice({ ...given.driver, [Symbol.asyncDispose]: () => Promise.resolve() }, never)
    const grant = await device.takeControl({ kind: 'agent', name: 'agent' }, never)
    given.phone.handset.lines.length = 0
    const long = `${'a'.repeat(150)}ß`
    await expect(device.input(grant, { kind: 'text', text: long }, never)).rejects.toMatchObject({
      words: expect.stringMatching(/Nothing of it was typed/) as string,
    })
    expect(given.phone.handset.lines.filter(line => line.startsWith('input text'))).toEqual([])
  })

  it('clears a field of an Android without keycombination by backspaces', () =>
    withDouble({ apiLevel: 29 }, async (of, old) => {
      await launched(old)
      await tap('name', old)
      await old.clock.wait(700, never)
      await old.text?.type('twelve chars', never)
      await old.text?.clear(never)
      expect((await old.screen.look(never)).tree?.nodes.find(node => node.focused)?.text).toBe('Your name')
      expect(of.handset.lines.some(line => line.includes('keycombination'))).toBe(false)
    }))
})

describe('apps', () => {
  it('are refused where the adb program would end the running server, and the server lives on', async () => {
    const bin = join(given.folder, 'other-adb')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'adb'), '#!/bin/sh\necho "Android Debug Bridge version 1.0.39"\n', { mode: 0o755 })
    const path = process.env['PATH'] ?? ''
    process.env['PATH'] = `${bin}:${path}`
    try {
      await expect(given.driver.apps?.install({ path: given.apk }, never)).rejects.toMatchObject({
        code: 'failed',
        message: expect.stringContaining('would end that server') as string,
      })
    } finally {
      process.env['PATH'] = path
    }
    await given.driver.apps?.install({ path: given.apk }, never)
  })

  it.each([
    [
      'INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package x signatures do not match newer version; ignoring!',
      /another key/,
    ],
    ['INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113', /another processor/],
    ['INSTALL_FAILED_SOMETHING_NEW', /INSTALL_FAILED_SOMETHING_NEW/],
  ])('that are refused with %s are said so in words', async (failure, words) => {
    given.phone.handset.faults.install = failure
    await expect(given.driver.apps?.install({ path: given.apk }, never)).rejects.toMatchObject({
      code: 'failed',
      words: expect.stringMatching(words) as string,
      where: given.apk,
    })
  })

  it('that are no APK are refused', async () => {
    const file = join(given.folder, 'not.apk')
    await writeFile(file, 'hello')
    await expect(given.driver.apps?.install({ path: file }, never)).rejects.toMatchObject({
      words: expect.stringMatching(/not an APK/) as string,
    })
  })

  it('are started although the system would ask with which launcher', async () => {
    await given.driver.apps?.install({ path: given.apk }, never)
    given.phone.handset.faults.twoLaunchers = true
    await given.driver.apps?.launch(pkg, {}, never)
    await given.driver.clock.wait(2000, never)
    expect((await given.driver.screen.look(never)).foreground.package).toBe(pkg)
  })

  it('that are not there are refused, whatever the exit code', async () => {
    await expect(given.driver.apps?.launch('dev.example.nowhere', {}, never)).rejects.toMatchObject({ code: 'failed' })
    await expect(given.driver.apps?.clearData('dev.example.nowhere', never)).rejects.toMatchObject({ code: 'failed' })
    await expect(given.driver.apps?.permission('dev.example.nowhere', 'location', true, never)).rejects.toMatchObject({
      code: 'failed',
    })
  })

  it('have their process ended in the background, as the system does, and not in front', async () => {
    await launched()
    const { phone } = given.phone.handset
    const before = phone.pidOf(pkg)
    expect(before).not.toBeNull()
    expect(await given.driver.apps?.kill(pkg, never)).toBe(false)
    expect(phone.pidOf(pkg)).toBe(before)
    await given.driver.keys.key('Home', never)
    await given.driver.clock.wait(1000, never)
    expect(await given.driver.apps?.kill(pkg, never)).toBe(true)
    expect(phone.pidOf(pkg)).toBeNull()
    expect(await given.driver.apps?.kill(pkg, never)).toBe(true)
    await given.driver.apps?.resume(pkg, never)
    await given.driver.clock.wait(2000, never)
    expect((await given.driver.screen.look(never)).foreground.package).toBe(pkg)
  })

  it('have their permissions again after their data was cleared', async () => {
    await launched()
    expect(given.phone.handset.phone.inside().get(pkg).record.granted.has('location')).toBe(true)
    await given.driver.apps?.permission(pkg, 'location', false, never)
    expect(given.phone.handset.phone.inside().get(pkg).record.granted.has('location')).toBe(false)
    await given.driver.apps?.permission(pkg, 'location', true, never)
    expect(given.phone.handset.phone.inside().get(pkg).record.granted.has('location')).toBe(true)
  })

  it('get their launch arguments as one word each', async () => {
    await launched()
    await given.driver.apps?.launch(pkg, { 'the key': `it's $HOME` }, never)
    expect(given.phone.handset.lines.some(line => line.includes(String.raw`--es 'the key' 'it'\''s $HOME'`))).toBe(true)
  })

  it('are installed on a device without abb_exec and without a shell protocol', () =>
    withDouble({ features: ['cmd'] }, async (_, plain) => {
      await launched(plain)
      expect((await plain.screen.look(never)).foreground.package).toBe(pkg)
    }))

  it('are listed while they are there, and gone once they are taken off', async () => {
    const listed = async (): Promise<readonly string[] | undefined> =>
      (await given.driver.apps?.list(never))?.map(app => app.package)
    await given.driver.apps?.install({ path: given.apk }, never)
    expect(await listed()).toContain(pkg)
    await given.driver.apps?.uninstall(pkg, never)
    expect(await listed()).not.toContain(pkg)
    await expect(given.driver.apps?.uninstall(pkg, never)).rejects.toMatchObject({ code: 'failed' })
  })

  it('open a link in what takes it, and refuse what is none', async () => {
    await launched()
    const link = `https://example.org/a?b=1&c='d' $HOME`
    await given.driver.apps?.openLink(link, never)
    await given.driver.clock.wait(2000, never)
    const look = await given.driver.screen.look(never)
    expect(look.foreground.package).toBe('com.android.browser')
    expect(look.tree?.nodes.map(node => node.text)).toContain(link)
    await expect(given.driver.apps?.openLink('no link', never)).rejects.toMatchObject({ code: 'bad-value' })
  })
})

describe('settings', () => {
  it.each([
    { set: 'dark', to: true },
    { set: 'fontScale', to: 1.3 },
    { set: 'locale', to: 'de' },
    { set: 'network', to: 'offline' },
    { set: 'orientation', to: 'landscape' },
  ] as const)('are read back: $set', async control => {
    await launched()
    const before = await given.driver.settings.read(never)
    await given.driver.settings.set(control, never)
    expect((await given.driver.settings.read(never))[control.set]).toBe(control.to)
    await given.driver.settings.set({ set: control.set, to: before[control.set] } as typeof control, never)
    expect(await given.driver.settings.read(never)).toEqual(before)
  })

  it("keep an app's language when its data is cleared", async () => {
    await launched()
    await given.driver.settings.set({ set: 'locale', to: 'de' }, never)
    await given.driver.apps?.clearData(pkg, never)
    expect((await given.driver.settings.read(never)).locale).toBe('de')
    await given.driver.settings.set({ set: 'locale', to: '' }, never)
    expect((await given.driver.settings.read(never)).locale).toBe('')
  })

  it('give auto-rotation back in the end', async () => {
    const opened = await open(given.phone)
    given.phone.handset.settings.set('system/accelerometer_rotation', '1')
    await opened.settings.set({ set: 'orientation', to: 'portrait' }, never)
    expect(given.phone.handset.settings.get('system/accelerometer_rotation')).toBe('0')
    await opened[Symbol.asyncDispose]()
    expect(given.phone.handset.settings.get('system/accelerometer_rotation')).toBe('1')
  })

  it('say that a slow network cannot be had', async () => {
    await expect(given.driver.settings.set({ set: 'network', to: 'slow' }, never)).rejects.toMatchObject({
      code: 'unsupported',
    })
  })
})

describe('kinds of device', () => {
  it('know a TV by its features and offer no touch', () =>
    withDouble({ tv: true }, (_, tv) => {
      expect(tv.model).toMatchObject({ kind: 'tv', surface: 'dpad', size: { width: 1920, height: 1080 } })
      expect(tv.touch).toBeNull()
      return Promise.resolve()
    }))

  it('press the pad, select, back, home and play of a TV by the numbers Android has for them', () =>
    withDouble({ tv: true }, async (double, tv) => {
      const { handset } = double
      const pressed = async (key: KeyName): Promise<string | undefined> => {
        await tv.keys.key(key, never)
        return handset.lines.findLast(line => line.startsWith('input '))
      }
      // Of android.view.KeyEvent.
      const codes = { ArrowUp: 19, ArrowDown: 20, ArrowLeft: 21, ArrowRight: 22, Select: 23, Back: 4, Home: 3 } as const
      for (const [key, code] of Object.entries(codes))
        expect(await pressed(key as keyof typeof codes)).toBe(`input keyevent ${code}`)
      expect(await pressed('MediaPlayPause')).toBe('input keyevent 85')
    }))

  it('tell model, version, size and density', () => {
    expect(given.driver.model).toMatchObject({
      name: 'Double Phone',
      kind: 'phone',
      runtime: 'Android 13 (API 33)',
      size: { width: 1080, height: 2400 },
      densityDpi: 420,
      apiLevel: 33,
    })
  })
})
