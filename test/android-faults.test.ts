// Each way a real device was recorded failing, told to the double: the driver over the real adb server gets by, or says in
// words what is wrong.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openAndroid } from '#main/device/android/driver.ts'
import { androidOptionsOf, androidPlatform } from '#main/device/android/platform.ts'
import type { Driver, FoundDevice } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import { centreOf } from '#shared/domain/geometry.ts'
import { noFaults } from './doubles/adb/faults.ts'
import {
  startAdbDouble,
  startAdbServer,
  type AdbDouble,
  type AdbDoubleOptions,
  type AdbServer,
} from './doubles/adb/start.ts'

const scale = 10
const never = new AbortController().signal
const pkg = 'dev.example.broken'

/** A small app that dies, hangs and hides on demand. */
const app = `format: nocturne-demo-app/1
package: ${pkg}
label: Broken
version: {name: "1.0", code: 1}
permissions: [location]
secure: [safe]
start: main
state: {name: ""}
screens:
  main:
    title: Broken
    body:
      - {text: First words}
      - {text: Second words}
      - {text: Third words}
      - {button: Crash, id: crash, tap: [{crash: {type: java.lang.IllegalStateException, message: "list, of 3", frames: [dev.example.broken.Main.onCrash]}}]}
      - {button: Hang, id: hang, tap: [{anr: true}]}
      - {button: Safe, id: safe, tap: [{go: safe}]}
      - field: {id: name, bind: name, hint: Your name}
  safe:
    title: Safe
    body:
      - {text: Secret}
`

let server: AdbServer
let folder: string
let apk: string
let phone: AdbDouble
let driver: Driver

const open = (of: AdbDouble): Promise<Driver> =>
  openAndroid(
    { port: server.port, serial: of.serial, timeScale: scale },
    new LiveValue<Power>({ is: 'on', asleep: false }),
    never,
  )

async function withDouble(
  options: AdbDoubleOptions,
  work: (of: AdbDouble, driver: Driver) => Promise<void>,
): Promise<void> {
  await using other = await startAdbDouble({ scale, ...options })
  await server.connect(other)
  await using opened = await open(other)
  await work(other, opened)
}

async function launched(of: Driver = driver): Promise<void> {
  await of.apps?.install({ path: apk }, never)
  await of.apps?.clearData(pkg, never)
  await of.apps?.launch(pkg, {}, never)
  await of.clock.wait(3000, never)
}

async function tap(id: string, of: Driver = driver): Promise<void> {
  const node = (await of.screen.look(never)).tree?.nodes.find(one => one.id.endsWith(`/${id}`))
  if (node === undefined) throw new Error(`there is no ${id}`)
  const { x, y } = centreOf(node.bounds)
  await of.touch?.tap(x, y, never)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nocturne-apk-'))
  apk = join(folder, 'broken.apk')
  await writeFile(apk, app)
  server = await startAdbServer()
  phone = await startAdbDouble({ scale })
  await server.connect(phone)
  driver = await open(phone)
})

afterEach(() => {
  Object.assign(phone.handset.faults, noFaults())
})

afterAll(async () => {
  await driver[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe('the tree', () => {
  it.each(['not-idle', 'no-root', 'killed', 'half'] as const)('is dumped again after a dump that was %s', async how => {
    await launched()
    phone.handset.faults.dump = { how, times: 1 }
    const look = await driver.screen.look(never)
    expect(look.treeMissing).toBeNull()
    expect(look.tree?.nodes.some(node => node.text === 'First words')).toBe(true)
  })

  it.each([
    ['not-idle', /never stood still/],
    ['no-root', /no active window/],
    ['killed', /was killed/],
    ['half', /broke off/],
  ] as const)('is left out with its reason when every dump is %s', async (how, words) => {
    await launched()
    phone.handset.faults.dump = { how, times: 100 }
    const look = await driver.screen.look(never)
    expect(look.tree).toBeNull()
    expect(look.treeMissing).toMatch(words)
    expect((await look.picture.pixels()).width).toBe(1080)
  })

  it('comes through a file where /dev/tty gives nothing, and the tty is not asked again', async () => {
    await launched()
    await using opened = await open(phone)
    phone.handset.faults.dump = { how: 'no-tty', times: 100 }
    expect((await opened.screen.look(never)).treeMissing).toBeNull()
    phone.handset.lines.length = 0
    expect((await opened.screen.look(never)).tree?.nodes.length).toBeGreaterThan(3)
    expect(phone.handset.lines.filter(line => line.includes('/dev/tty'))).toEqual([])
  })

  it('is never an older file that lies there', async () => {
    await launched()
    phone.handset.files.set(
      '/sdcard/nocturne_window.xml',
      Buffer.from('<hierarchy rotation="0"><node text="old" bounds="[0,0][1,1]" /></hierarchy>'),
    )
    phone.handset.faults.dump = { how: 'no-root', times: 100 }
    expect((await driver.screen.look(never)).tree).toBeNull()
  })
})

describe('what is in front', () => {
  it('is not read from the copy that an ANR left', async () => {
    await launched()
    phone.handset.faults.lastAnr = 'com.example.hung/.HungActivity'
    expect((await driver.screen.look(never)).foreground).toMatchObject({ package: pkg, overlay: null })
  })

  it('is told as secure where screenshots show nothing', async () => {
    await launched()
    await tap('safe')
    await driver.clock.wait(1500, never)
    const look = await driver.screen.look(never)
    expect(look.secure).toBe(true)
    expect(look.tree?.nodes.some(node => node.text === 'Secret')).toBe(true)
  })

  it('is the window of an ANR over the app', async () => {
    await launched()
    await tap('hang')
    await driver.clock.wait(500, never)
    await driver.touch?.tap(540, 1200, never)
    await driver.clock.wait(6000, never)
    expect((await driver.screen.look(never)).foreground).toMatchObject({
      package: pkg,
      activity: `${pkg}.MainActivity`,
      overlay: `Application Not Responding: ${pkg}`,
    })
  })
})

describe('screenshots', () => {
  it('are refused where the first is blank while the tree is full of words', async () => {
    await launched()
    phone.handset.faults.blank = true
    await using opened = await open(phone)
    await expect(opened.screen.look(never)).rejects.toMatchObject({
      code: 'unsupported',
      words: expect.stringMatching(/blank screenshots/) as string,
    })
  })

  it('that turn blank later are taken: a black screen is a thing to see', async () => {
    await launched()
    await driver.screen.look(never)
    phone.handset.faults.blank = true
    expect((await driver.screen.look(never)).tree).not.toBeNull()
  })

  it('are found behind the warning about several displays', async () => {
    phone.handset.faults.displaysWarning = true
    await using opened = await open(phone)
    expect((await opened.screen.picture(never)).id).toMatch(/./)
    expect(await (await opened.screen.picture(never)).pixels()).toMatchObject({ width: 1080, height: 2400 })
  })

  it('come as PNG where raw ones do not', async () => {
    phone.handset.faults.noRaw = true
    await using opened = await open(phone)
    await opened.screen.picture(never)
    expect(await (await opened.screen.picture(never)).pixels()).toMatchObject({ width: 1080, height: 2400 })
  })
})

describe('the connection', () => {
  it.each(['screencap', 'uiautomator', 'dumpsys window'])(
    'that is cut in the middle of %s is said in words, and the device is reached again',
    async during => {
      await launched()
      await driver.screen.look(never)
      phone.handset.faults.cutDuring = during
      const failed = await driver.screen.look(never).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      // uiautomator's half tree is dumped again, which may already find the device back.
      if (failed !== null) {
        expect(failed).toBeInstanceOf(Refusal)
        expect((failed as Refusal).words).toMatch(/connection|broke off/)
      }
      await server.connect(phone)
      expect((await driver.screen.look(never)).foreground.package).toBe(pkg)
    },
  )

  it('that is slow is waited for', async () => {
    await launched()
    phone.handset.faults.slowMs = 300
    expect((await driver.screen.look(never)).foreground.package).toBe(pkg)
  })

  it('is given up when the work is called off', async () => {
    phone.handset.faults.slowMs = 3000
    const stop = new AbortController()
    const looking = driver.screen.look(stop.signal)
    stop.abort(new Error('called off'))
    await expect(looking).rejects.toThrow('called off')
  })
})

describe('logs', () => {
  it('tell a crash once, with its type, words and frames', async () => {
    await launched()
    const mark = await driver.logs?.mark(never)
    await tap('crash')
    await driver.clock.wait(800, never)
    const first = await driver.logs?.since(mark ?? '', pkg, never)
    expect(first?.events).toMatchObject([
      {
        kind: 'crash',
        process: pkg,
        type: 'java.lang.IllegalStateException',
        message: 'list, of 3',
        frames: expect.arrayContaining(['dev.example.broken.Main.onCrash']) as string[],
      },
    ])
    expect((await driver.logs?.since(first?.mark ?? '', pkg, never))?.events).toEqual([])
    expect((await driver.logs?.since(mark ?? '', 'com.example.weather', never))?.events).toEqual([])
  })

  it('tell a crash from the events alone when its trace is gone', async () => {
    await launched()
    phone.handset.faults.noCrashBuffer = true
    const mark = await driver.logs?.mark(never)
    await tap('crash')
    await driver.clock.wait(800, never)
    expect((await driver.logs?.since(mark ?? '', pkg, never))?.events).toMatchObject([
      { kind: 'crash', type: 'java.lang.IllegalStateException', message: 'list, of 3' },
    ])
  })

  it('tell an ANR', async () => {
    await launched()
    const mark = await driver.logs?.mark(never)
    await tap('hang')
    await driver.clock.wait(500, never)
    await driver.touch?.tap(540, 1200, never)
    await driver.clock.wait(6000, never)
    expect((await driver.logs?.since(mark ?? '', pkg, never))?.events).toMatchObject([
      { kind: 'anr', reason: expect.stringMatching(/not responding/) as string },
    ])
  })
})

describe('input', () => {
  it('into a hung app is not waited for without end', async () => {
    await launched()
    await tap('hang')
    await driver.clock.wait(500, never)
    phone.handset.faults.hungInputMs = 120_000
    await driver.touch?.tap(540, 1200, never)
    phone.handset.faults.hungInputMs = 0
    expect((await driver.screen.look(never)).foreground.overlay).toMatch(/Not Responding/)
  })

  it('says which switch a phone that guards it has', async () => {
    phone.handset.faults.noInject = true
    await expect(driver.touch?.tap(5, 5, never)).rejects.toMatchObject({
      code: 'unsupported',
      hint: expect.stringMatching(/Security settings/) as string,
    })
  })

  it('types quotes, blanks, percents and shell words as they are', async () => {
    const text = `a'b "c" $HOME \`d\` %s 100% ; rm -rf / && \\n #e`
    await launched()
    await tap('name')
    await driver.clock.wait(700, never)
    await driver.text?.type(text, never)
    const look = await driver.screen.look(never)
    expect(look.tree?.nodes.find(node => node.focused)?.text).toBe(text)
    expect(look.keyboard).toMatchObject({ shown: true, bounds: expect.objectContaining({ left: 0 }) as unknown })
    await driver.text?.hideKeyboard(never)
    const hidden = await driver.screen.look(never)
    expect(hidden.keyboard.shown).toBe(false)
    expect(hidden.foreground.package).toBe(pkg)
  })

  it('refuses what cannot be typed by name, before a character is sent', async () => {
    await launched()
    await tap('name')
    await driver.clock.wait(700, never)
    await expect(driver.text?.type('Müsli', never)).rejects.toMatchObject({
      code: 'bad-value',
      words: expect.stringMatching(/ü/) as string,
    })
    phone.handset.lines.length = 0
    await driver.screen.look(never)
    expect(phone.handset.lines.filter(line => line.startsWith('input'))).toEqual([])
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
    const bin = join(folder, 'other-adb')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'adb'), '#!/bin/sh\necho "Android Debug Bridge version 1.0.39"\n', { mode: 0o755 })
    const path = process.env['PATH'] ?? ''
    process.env['PATH'] = `${bin}:${path}`
    try {
      await expect(driver.apps?.install({ path: apk }, never)).rejects.toMatchObject({
        code: 'failed',
        message: expect.stringContaining('would end that server') as string,
      })
    } finally {
      process.env['PATH'] = path
    }
    await driver.apps?.install({ path: apk }, never)
  })

  it.each([
    [
      'INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package x signatures do not match newer version; ignoring!',
      /another key/,
    ],
    ['INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113', /another processor/],
    ['INSTALL_FAILED_SOMETHING_NEW', /INSTALL_FAILED_SOMETHING_NEW/],
  ])('that are refused with %s are said so in words', async (failure, words) => {
    phone.handset.faults.install = failure
    await expect(driver.apps?.install({ path: apk }, never)).rejects.toMatchObject({
      code: 'failed',
      words: expect.stringMatching(words) as string,
      where: apk,
    })
  })

  it('that are no APK are refused', async () => {
    const file = join(folder, 'not.apk')
    await writeFile(file, 'hello')
    await expect(driver.apps?.install({ path: file }, never)).rejects.toMatchObject({
      words: expect.stringMatching(/not an APK/) as string,
    })
  })

  it('are started although the system would ask with which launcher', async () => {
    await driver.apps?.install({ path: apk }, never)
    phone.handset.faults.twoLaunchers = true
    await driver.apps?.launch(pkg, {}, never)
    await driver.clock.wait(2000, never)
    expect((await driver.screen.look(never)).foreground.package).toBe(pkg)
  })

  it('that are not there are refused, whatever the exit code', async () => {
    await expect(driver.apps?.launch('dev.example.nowhere', {}, never)).rejects.toMatchObject({ code: 'failed' })
    await expect(driver.apps?.clearData('dev.example.nowhere', never)).rejects.toMatchObject({ code: 'failed' })
    await expect(driver.apps?.permission('dev.example.nowhere', 'location', true, never)).rejects.toMatchObject({
      code: 'failed',
    })
  })

  it('have their permissions again after their data was cleared', async () => {
    await launched()
    expect(phone.handset.phone.inside().get(pkg).record.granted.has('location')).toBe(true)
    await driver.apps?.permission(pkg, 'location', false, never)
    expect(phone.handset.phone.inside().get(pkg).record.granted.has('location')).toBe(false)
  })

  it('get their launch arguments as one word each', async () => {
    await launched()
    await driver.apps?.launch(pkg, { 'the key': `it's $HOME` }, never)
    expect(phone.handset.lines.some(line => line.includes(String.raw`--es 'the key' 'it'\''s $HOME'`))).toBe(true)
  })

  it('are installed on a device without abb_exec and without a shell protocol', () =>
    withDouble({ features: ['cmd'] }, async (_, plain) => {
      await launched(plain)
      expect((await plain.screen.look(never)).foreground.package).toBe(pkg)
    }))
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
    const before = await driver.settings.read(never)
    await driver.settings.set(control, never)
    expect((await driver.settings.read(never))[control.set]).toBe(control.to)
    await driver.settings.set({ set: control.set, to: before[control.set] } as typeof control, never)
    expect(await driver.settings.read(never)).toEqual(before)
  })

  it("keep an app's language when its data is cleared", async () => {
    await launched()
    await driver.settings.set({ set: 'locale', to: 'de' }, never)
    await driver.apps?.clearData(pkg, never)
    expect((await driver.settings.read(never)).locale).toBe('de')
    await driver.settings.set({ set: 'locale', to: '' }, never)
    expect((await driver.settings.read(never)).locale).toBe('')
  })

  it('give auto-rotation back in the end', async () => {
    const opened = await open(phone)
    phone.handset.settings.set('system/accelerometer_rotation', '1')
    await opened.settings.set({ set: 'orientation', to: 'portrait' }, never)
    expect(phone.handset.settings.get('system/accelerometer_rotation')).toBe('0')
    await opened[Symbol.asyncDispose]()
    expect(phone.handset.settings.get('system/accelerometer_rotation')).toBe('1')
  })

  it('say that a slow network cannot be had', async () => {
    await expect(driver.settings.set({ set: 'network', to: 'slow' }, never)).rejects.toMatchObject({
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

  it('tell model, version, size and density', () => {
    expect(driver.model).toMatchObject({
      name: 'Double Phone',
      kind: 'phone',
      runtime: 'Android 13 (API 33)',
      size: { width: 1080, height: 2400 },
      densityDpi: 420,
      apiLevel: 33,
    })
  })
})

describe('a device whose clock stands while it is asked', () => {
  it('is waited for by its own clock, and as told in the environment', async () => {
    const { timeScale } = androidOptionsOf({ NOCTURNE_TIME_SCALE: 'device' })
    await using other = await startAdbDouble({ clock: 'stands', scale: 1000 })
    await server.connect(other)
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    await using standing = await openAndroid({ port: server.port, serial: other.serial, timeScale }, power, never)
    const [began, seen] = [standing.clock.now(), other.handset.phone.now()]
    await standing.screen.look(never)
    expect(other.handset.phone.now()).toBe(seen)
    await standing.clock.wait(1250, never)
    expect([standing.clock.now() - began, other.handset.phone.now() - seen]).toEqual([1250, 1250])
    await expect(standing.clock.wait(1, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})

describe('the hint of an empty field', () => {
  it.each([
    [33, ''],
    [36, 'Your name'],
  ])('is told on API %i as "%s", and is its text on both', (apiLevel, hint) =>
    withDouble({ apiLevel }, async (of, phoneOf) => {
      await launched(phoneOf)
      const { tree } = await phoneOf.screen.look(never)
      expect(tree?.nodes.find(node => node.id.endsWith('/name'))).toMatchObject({ text: 'Your name', hint })
      expect(of.handset.options.apiLevel).toBe(apiLevel)
    }),
  )
})

describe('finding', () => {
  async function watched(
    port: number,
    until: (found: readonly FoundDevice[]) => boolean,
  ): Promise<readonly FoundDevice[]> {
    const stop = new AbortController()
    const seen = Promise.withResolvers<readonly FoundDevice[]>()
    const timer = setTimeout(() => seen.reject(new Error('it was never found')), 15_000)
    try {
      await androidPlatform({ port, timeScale: scale }).watch(found => {
        if (until(found)) seen.resolve(found)
      }, stop.signal)
      return await seen.promise
    } finally {
      clearTimeout(timer)
      stop.abort()
    }
  }

  it('lists a device, and one that has not allowed this computer with what to do', async () => {
    await using locked = await startAdbDouble({ scale, faults: { unauthorized: true } })
    await server.connect(locked, 'unauthorized')
    const found = await watched(server.port, rows => rows.length >= 2)
    expect(found.find(row => row.model.id === phone.serial)).toMatchObject({ why: null, power: { is: 'on' } })
    expect(found.find(row => row.model.id === locked.serial)).toMatchObject({
      why: expect.stringMatching(/Allow USB debugging/) as string,
      power: { is: 'lost' },
    })
    await server.adb('disconnect', locked.serial)
  })

  it('sees a device that comes and one that goes', async () => {
    const stop = new AbortController()
    const lists: (readonly string[])[] = []
    await androidPlatform({ port: server.port, timeScale: scale }).watch(
      found => lists.push(found.map(row => row.model.id)),
      stop.signal,
    )
    const other = await startAdbDouble({ scale })
    await server.connect(other)
    await server.adb('disconnect', other.serial)
    await other[Symbol.asyncDispose]()
    for (let tries = 0; tries < 100 && lists.at(-1)?.includes(other.serial as never) !== false; tries += 1)
      await new Promise(resolve => setTimeout(resolve, 50))
    stop.abort()
    expect(lists.some(list => list.includes(other.serial))).toBe(true)
    expect(lists.at(-1)).not.toContain(other.serial)
  })

  it('tells an open device that it went offline, in words, and that it is back', async () => {
    const other = await startAdbDouble({ scale })
    await server.connect(other)
    const stop = new AbortController()
    const found = new Map<string, FoundDevice>()
    await androidPlatform({ port: server.port, timeScale: scale }).watch(rows => {
      for (const row of rows) found.set(row.model.id, row)
    }, stop.signal)
    const opened = await found.get(other.serial)?.open(never)
    if (opened === undefined) throw new Error('it was not found')
    const power = async (is: Power['is']): Promise<Power> => {
      for (let tries = 0; tries < 200 && opened.power.value.is !== is; tries += 1)
        await new Promise(resolve => setTimeout(resolve, 50))
      return opened.power.value
    }
    await other.adbd.close()
    expect(await power('lost')).toMatchObject({
      is: 'lost',
      why: expect.stringMatching(/does not answer|no longer/) as string,
    })
    await expect(opened.screen.look(never)).rejects.toMatchObject({ code: 'failed' })
    await other.adbd.listen()
    await server.adb('disconnect', other.serial)
    await server.connect(other)
    expect(await power('on')).toMatchObject({ is: 'on' })
    expect((await opened.screen.picture(never)).id).toMatch(/./)
    stop.abort()
    await opened[Symbol.asyncDispose]()
    await server.adb('disconnect', other.serial)
    await other[Symbol.asyncDispose]()
  })

  it('says that no adb server runs and how to start one, and starts none', async () => {
    const stop = new AbortController()
    const nowhere = androidPlatform({ port: 1, timeScale: 1 }).watch(() => {}, stop.signal)
    await expect(nowhere).rejects.toMatchObject({
      code: 'failed',
      hint: expect.stringMatching(/adb start-server/) as string,
    })
    stop.abort()
  })
})
