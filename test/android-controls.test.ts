// Controls of a device over adb, against a double of a phone behind a real adb server: each is read back from the device,
// given back by `own` or on close, and what a version cannot is refused in words. Its log and its Download folder too.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { brokenAppOverAdb, never, pkg, scale } from './builders/broken-app-over-adb.ts'
import { openAndroid } from '#main/device/android/driver.ts'
import type { Driver, Held, LogLine } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { DeviceControl, Power } from '#shared/domain/device.ts'

const given = brokenAppOverAdb()
const { launched, open, tap, withDouble } = given

const folder = await mkdtemp(join(tmpdir(), 'nocturne-files-'))
afterAll(async () => rm(folder, { recursive: true }))

const set = (control: DeviceControl, of: Driver = given.driver): Promise<void> => of.settings.set(control, never)
async function held(of: Driver = given.driver): Promise<Partial<Held>> {
  if (of.settings.readHeld === null) throw new Error('it tells nothing of how it is held')
  return of.settings.readHeld(never)
}

describe('what is put over the device', () => {
  it('sleeps and wakes as it is told', async () => {
    await set({ set: 'awake', to: false })
    expect((await held()).asleep).toBe(true)
    await set({ set: 'awake', to: true })
    expect((await held()).asleep).toBe(false)
  })

  it('has the battery it is told, and its own again', async () => {
    expect((await held()).battery).toBeNull()
    await set({ set: 'battery', to: { level: 7, charging: false } })
    expect((await held()).battery).toEqual({ level: 7, charging: false })
    await set({ set: 'battery', to: { level: 80, charging: true } })
    expect((await held()).battery).toEqual({ level: 80, charging: true })
    await set({ set: 'battery', to: null })
    expect((await held()).battery).toBeNull()
  })

  it('is where it is told, and may not be moved any more afterwards', async () => {
    await set({ set: 'location', to: { latitude: -34.6037, longitude: -58.3816 } })
    expect((await held()).location).toEqual({ latitude: -34.6037, longitude: -58.3816 })
    await set({ set: 'location', to: { latitude: 52.52, longitude: 13.405 } })
    expect((await held()).location?.latitude).toBe(52.52)
    await set({ set: 'location', to: null })
    expect((await held()).location).toBeNull()
    expect(given.phone.handset.controls).toMatchObject({ hasTestProvider: false, mayMock: false })
  })

  it('shows a clean status bar with the battery that was put, and its own again', async () => {
    const { controls, settings } = given.phone.handset
    await set({ set: 'statusBar', to: 'clean' })
    expect((await held()).statusBar).toBe('clean')
    expect(controls.demo).toContain('clock hhmm=0941')
    expect(controls.demo?.at(-1)).toBe('battery level=100 plugged=false powersave=false')
    await set({ set: 'battery', to: { level: 42, charging: true } })
    expect(controls.demo?.at(-1)).toBe('battery level=42 plugged=true powersave=false')
    await set({ set: 'battery', to: null })
    await set({ set: 'statusBar', to: 'live' })
    expect(controls.demo).toBeNull()
    expect(settings.has('global/sysui_demo_allowed')).toBe(false)
  })

  it('turns by quarters, each read back', async () => {
    for (const [to, turn] of [
      ['left', 'turned-left'],
      ['left', 'upside-down'],
      ['right', 'turned-left'],
      ['turned-right', 'turned-right'],
      ['left', 'upright'],
    ] as const) {
      await set({ set: 'turn', to })
      expect((await held()).turn).toBe(turn)
    }
  })

  it('is given back on close, whatever was put', () =>
    withDouble({}, async of => {
      const driver = await open(of)
      const { controls, settings } = of.handset
      settings.set('system/user_rotation', '0')
      await set({ set: 'battery', to: { level: 5, charging: false } }, driver)
      await set({ set: 'location', to: { latitude: 1, longitude: 2 } }, driver)
      await set({ set: 'statusBar', to: 'clean' }, driver)
      await set({ set: 'turn', to: 'turned-right' }, driver)
      await set({ set: 'network', to: 'offline' }, driver)
      await driver[Symbol.asyncDispose]()
      expect(controls).toMatchObject({ battery: null, place: null, demo: null, hasTestProvider: false })
      expect(Object.fromEntries(settings)).toMatchObject({
        'system/accelerometer_rotation': '1',
        'system/user_rotation': '0',
        'global/airplane_mode_on': '0',
        'global/wifi_on': '1',
        'global/mobile_data': '1',
      })
      expect(of.handset.phone.settings.network).toBe('online')
    }))

  it.each([
    ['by the one that opens it next and sets it back', true],
    ['by the one that opens it next and sets nothing', false],
  ])('is given back %s, when the one that put it died', (_, setsBack) =>
    withDouble({}, async of => {
      const { settings, phone } = of.handset
      settings.set('system/user_rotation', '0')
      const died = await open(of)
      await set({ set: 'orientation', to: 'landscape' }, died)
      await set({ set: 'network', to: 'offline' }, died)
      const next = await open(of)
      if (setsBack) {
        await set({ set: 'orientation', to: 'portrait' }, next)
        await set({ set: 'network', to: 'online' }, next)
      }
      await next[Symbol.asyncDispose]()
      expect(Object.fromEntries(settings)).toMatchObject({
        'system/accelerometer_rotation': '1',
        'system/user_rotation': '0',
        'global/airplane_mode_on': '0',
        'global/wifi_on': '1',
      })
      expect([...settings.keys()].filter(key => key.includes('nocturne'))).toEqual([])
      expect(phone.settings).toMatchObject({ network: 'online', orientation: 'portrait' })
    }),
  )

  it.each([
    ['by the one that opens it next and takes it away', true],
    ['by the one that opens it next and takes nothing away', false],
  ])('is given back %s: battery, place and bar of one that died', (_, takesAway) =>
    withDouble({}, async of => {
      const { controls, settings } = of.handset
      const died = await open(of)
      await set({ set: 'battery', to: { level: 5, charging: false } }, died)
      await set({ set: 'location', to: { latitude: 1, longitude: 2 } }, died)
      await set({ set: 'statusBar', to: 'clean' }, died)
      const next = await open(of)
      if (takesAway) {
        await set({ set: 'battery', to: null }, next)
        await set({ set: 'location', to: null }, next)
        await set({ set: 'statusBar', to: 'live' }, next)
        expect(controls).toMatchObject({ battery: null, place: null, demo: null })
      }
      await next[Symbol.asyncDispose]()
      expect(controls).toMatchObject({ battery: null, place: null, demo: null, hasTestProvider: false, mayMock: false })
      expect(settings.has('global/sysui_demo_allowed')).toBe(false)
      expect([...settings.keys()].filter(key => key.includes('nocturne'))).toEqual([])
    }),
  )

  it('by one that died reads as what it is for as long as it cannot be given back', () =>
    withDouble({}, async of => {
      const { controls, faults, settings } = of.handset
      const died = await open(of)
      await set({ set: 'location', to: { latitude: 1, longitude: 2 } }, died)
      await set({ set: 'statusBar', to: 'clean' }, died)
      faults.refuses = 'am broadcast'
      const next = await open(of)
      expect(await held(next)).toMatchObject({ statusBar: 'clean', location: null })
      // Another that died: its own put is not what was before.
      faults.refuses = 'cmd location providers remove'
      await set({ set: 'location', to: { latitude: 3, longitude: 4 } }, next)
      const third = await open(of)
      expect(await held(third)).toMatchObject({ statusBar: null, location: { latitude: 3, longitude: 4 } })
      faults.refuses = null
      await third[Symbol.asyncDispose]()
      expect(controls).toMatchObject({ demo: null, place: null, hasTestProvider: false, mayMock: false })
      expect([...settings.keys()].filter(key => key.includes('nocturne'))).toEqual([])
      expect(settings.has('global/sysui_demo_allowed')).toBe(false)
    }))

  it('is put again after a restart where it is a clean bar, and said to be gone where it is not', () =>
    withDouble({}, async of => {
      const power = new LiveValue<Power>({ is: 'on', asleep: false })
      await using driver = await openAndroid(
        { port: given.server.port, serial: of.serial, timeScale: scale },
        power,
        never,
      )
      await set({ set: 'statusBar', to: 'clean' }, driver)
      await set({ set: 'battery', to: { level: 5, charging: false } }, driver)
      power.set({ is: 'lost', why: 'It is no longer connected.', nextTryMs: null })
      of.adbd.restart()
      expect(of.handset.controls.demo).toBeNull()
      await given.server.connect(of)
      power.set({ is: 'on', asleep: false })
      await expect.poll(() => of.handset.controls.demo?.includes('clock hhmm=0941')).toBe(true)
      expect(await held(driver)).toMatchObject({ statusBar: 'clean', battery: null })
    }))
})

describe('the network', () => {
  it('has every column set by each preset', async () => {
    const { settings, phone } = given.phone.handset
    const columns = (): readonly (string | undefined)[] =>
      ['airplane_mode_on', 'wifi_on', 'mobile_data'].map(key => settings.get(`global/${key}`))
    settings.set('global/mobile_data', '0')
    await set({ set: 'network', to: 'offline' })
    expect(columns()).toEqual(['1', '0', '0'])
    expect(phone.settings.network).toBe('offline')
    expect((await given.driver.settings.read(never)).network).toBe('offline')
    await set({ set: 'network', to: 'online' })
    expect(columns()).toEqual(['0', '1', '1'])
    expect((await given.driver.settings.read(never)).network).toBe('online')
  })

  it('is slow on an emulator that gives root, and leaves nothing behind', () =>
    withDouble({ emulator: true }, async (of, driver) => {
      const { qdiscs } = of.handset.controls
      expect(driver.can.slowNetwork).toEqual({ yes: true })
      await set({ set: 'network', to: 'slow' }, driver)
      expect([...(qdiscs.get('wlan0') ?? [])].sort()).toEqual(['ingress', 'netem'])
      expect([...(qdiscs.get('ifb0') ?? [])]).toEqual(['netem'])
      expect((await driver.settings.read(never)).network).toBe('slow')
      await set({ set: 'network', to: 'slow' }, driver)
      await set({ set: 'network', to: 'online' }, driver)
      expect([...qdiscs.values()].every(kinds => kinds.size === 0)).toBe(true)
      expect((await driver.settings.read(never)).network).toBe('online')
    }))
})

describe('what the device says of itself', () => {
  it('is told of each setting by itself: one that does not answer takes no other with it', () =>
    withDouble({}, async (of, driver) => {
      await set({ set: 'dark', to: true }, driver)
      of.handset.faults.refuses = 'cmd uimode'
      expect(await driver.settings.read(never)).toMatchObject({
        dark: { unread: expect.stringContaining('did not say whether it is dark') as string },
        fontScale: 1,
        network: 'online',
        orientation: 'portrait',
      })
      of.handset.faults.refuses = null
      expect(await driver.settings.read(never)).toMatchObject({ dark: true })
    }))

  it('has its own battery in it while none is put over it', async () => {
    expect(await held()).toMatchObject({ battery: null, ownBattery: { level: 84 } })
    await set({ set: 'battery', to: { level: 15, charging: false } })
    expect(await held()).toMatchObject({ battery: { level: 15, charging: false } })
    expect('ownBattery' in (await held())).toBe(false)
    await set({ set: 'battery', to: null })
  })
})

describe('what a device cannot', () => {
  it('is said in words by version', () =>
    withDouble({ apiLevel: 29 }, async (_, old) => {
      const { controls } = old.can
      expect(controls.location).toEqual({ yes: false, why: 'The place can be set over adb from Android 12 on.' })
      expect(controls.network.yes).toBe(false)
      expect(controls.locale.yes).toBe(false)
      await expect(set({ set: 'location', to: { latitude: 1, longitude: 2 } }, old)).rejects.toMatchObject({
        code: 'unsupported',
      })
      await expect(set({ set: 'posture', to: 'closed' }, old)).rejects.toMatchObject({ code: 'unsupported' })
      await set({ set: 'battery', to: { level: 9, charging: false } }, old)
      expect((await held(old)).battery).toEqual({ level: 9, charging: false })
    }))

  it('is the turn, the bar and the battery of a TV', () =>
    withDouble({ tv: true }, async (_, tv) => {
      const { turn, orientation, statusBar, battery } = tv.can.controls
      for (const can of [turn, orientation, statusBar, battery]) expect(can.yes).toBe(false)
      expect(await tv.settings.read(never)).toMatchObject({ orientation: 'landscape' })
    }))
})

describe('the log', () => {
  it('is followed for one app through its restart, and tells its crash', async () => {
    const lines: LogLine[] = []
    const stop = new AbortController()
    await launched()
    const following = given.driver.logLines?.follow({ app: pkg, least: 'I' }, more => lines.push(...more), stop.signal)
    await tap('crash')
    await expect.poll(() => lines.some(line => line.text.includes('list, of 3'))).toBe(true)
    const died = lines.find(line => line.text.startsWith('FATAL EXCEPTION'))?.pid
    await launched()
    await tap('crash')
    await expect.poll(() => lines.some(line => line.text.startsWith('FATAL EXCEPTION') && line.pid !== died)).toBe(true)
    stop.abort()
    await following
    const ours = new Set(lines.filter(line => line.tag === 'AndroidRuntime').map(line => line.pid))
    expect(lines.every(line => ours.has(line.pid) || line.text.startsWith(`Start proc`))).toBe(true)
  })

  it('of everything holds the level that was asked for', async () => {
    const lines: LogLine[] = []
    const stop = new AbortController()
    const following = given.driver.logLines?.follow({ app: null, least: 'E' }, more => lines.push(...more), stop.signal)
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    stop.abort()
    await following
    expect(lines.every(line => line.level === 'E' || line.level === 'F')).toBe(true)
  })

  it('breaks off in words when the device goes away', () =>
    withDouble({}, async (of, driver) => {
      const first = Promise.withResolvers<void>()
      const following = driver.logLines?.follow({ app: null, least: 'V' }, () => first.resolve(), never)
      following?.catch(() => undefined)
      await first.promise
      of.adbd.cut()
      await expect(following).rejects.toMatchObject({ code: 'failed' })
    }))
})

describe('a file for the Download folder', () => {
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }
  const send = (name: string, path: string, parts: number[] = []): Promise<string> | undefined =>
    given.driver.files?.toDownloads(name, path, part => parts.push(part), never)
  const there = (name: string): string | undefined =>
    given.phone.handset.files.get(`/sdcard/Download/${name}`)?.toString()

  it.each(['植物 清单.txt', '🌱 fern.png', `it's "new" & $HOME.pdf`, 'no extension', '-rf'])(
    'arrives whole under its name: %s',
    async name => {
      const parts: number[] = []
      const path = await file('any', `text of ${name}`)
      const named = await send(name, path, parts)
      expect(named).toBe(name.replaceAll('"', "'"))
      expect(Buffer.from(given.phone.handset.files.get(`/sdcard/Download/${named}`) ?? []).toString()).toBe(
        `text of ${name}`,
      )
      expect(parts.at(-1)).toBe(1)
    },
  )

  it('is never put over one that is there', async () => {
    const path = await file('notes.txt', 'one')
    expect(await send('notes.txt', path)).toBe('notes.txt')
    expect(await send('notes.txt', path)).toBe('notes (1).txt')
    expect(await send('notes.txt', path)).toBe('notes (2).txt')
  })

  it('stays in that folder whatever its name, and an empty one is a file too', async () => {
    const path = await file('empty', '')
    expect(await send('../../data/local/evil.sh', path)).toBe('evil.sh')
    expect(there('evil.sh')).toBe('')
    await expect(send('..', path)).rejects.toMatchObject({ code: 'bad-value' })
  })

  it('that is not there is refused in words', async () => {
    await expect(send('gone.txt', join(folder, 'gone.txt'))).rejects.toMatchObject({ words: /\w+ \w+/ })
  })

  it('leaves nothing half done when who sends it stops', async () => {
    const path = await file('long.bin', 'x'.repeat(4_000_000))
    const stop = new AbortController()
    const why = new Error('stopped')
    const sent = given.driver.files?.toDownloads(
      'long.bin',
      path,
      part => {
        if (part > 0) stop.abort(why)
      },
      stop.signal,
    )
    await expect(sent).rejects.toThrow()
    expect(there('long.bin')).toBeUndefined()
    expect(await send('long.bin', path)).toBe('long.bin')
  })
})
