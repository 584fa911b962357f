// What one Device promises whatever the driver: order, control, points, receipts, one operation at a time.
import { describe, expect, it, vi } from 'vitest'
import type { Viewer } from '#main/device/device.ts'
import type { RawVideo } from '#main/device/driver.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Owner, Power } from '#shared/domain/device.ts'
import { until } from '../../../test/builders/until.ts'
import { StillDriver } from '../../../test/doubles/still-driver.ts'

const never = new AbortController().signal
const night: Owner = { kind: 'night', name: 'a night' }
const person: Owner = { kind: 'person', name: 'you' }
const agent: Owner = { kind: 'agent', name: 'agent' }

async function opened(): Promise<{ driver: StillDriver; device: OpenDevice }> {
  const driver = new StillDriver()
  const device = await openDevice(driver, never)
  return { driver, device }
}

describe('points', () => {
  it('refuses a point of an earlier geometry, and takes one of the new', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(night, never)
    const before = await device.observe(never)
    await device.input(grant, { kind: 'turn', to: 'landscape' }, never)
    const tap = (generation: number) => device.input(grant, { kind: 'tap', at: { x: 150, y: 50, generation } }, never)
    await expect(tap(before.generation)).rejects.toMatchObject({ code: 'stale-geometry' })
    const after = await device.observe(never)
    await tap(after.generation)
    expect(driver.asked).toContain('tap 150,50')
    expect((await device.observe(never)).generation).toBe(after.generation)
  })

  it('notices a turn the device made by itself', async () => {
    const { device, driver } = await opened()
    const before = await device.observe(never)
    driver.orientation = 'landscape'
    expect((await device.observe(never)).generation).toBe(before.generation + 1)
  })

  it('refuses a point outside the screen before anything is sent', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(night, never)
    const { generation } = await device.observe(never)
    for (const [x, y] of [
      [100, 5],
      [5, 200],
      [-1, 5],
      [Number.NaN, 5],
    ] as const)
      await expect(device.input(grant, { kind: 'tap', at: { x, y, generation } }, never)).rejects.toMatchObject({
        code: 'bad-value',
      })
    expect(driver.asked.filter(what => what.startsWith('tap'))).toEqual([])
  })
})

describe('after the computer slept', () => {
  it('the stream of who looks is opened anew', async () => {
    let opened = 0
    const video: RawVideo = {
      kind: 'raw',
      path: 'drawn',
      frames: (_width, _onFrame, signal) => {
        opened += 1
        return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
      },
    }
    await using device = await openDevice(Object.assign(new StillDriver(), { video }), never)
    await device.woke(never)
    expect(opened).toBe(0)
    const viewer: Viewer = {
      credit: 3,
      whenCredit: () => new Promise(() => undefined),
      unit: () => undefined,
      still: () => undefined,
    }
    const looks = new AbortController()
    const looking = device.stream.view({ widthPx: 540, slow: false, stills: false }, viewer, looks.signal)
    await until(() => opened === 1, 'the stream was opened')
    await device.woke(never)
    await until(() => opened === 2, 'the stream was opened anew')
    looks.abort()
    await looking
  })
})

describe('control', () => {
  it('goes to a person at once, in the middle of a gesture, and lifts the touch', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(night, never)
    const { generation } = await device.observe(never)
    const started = Promise.withResolvers<void>()
    driver.during = (_, signal) => {
      started.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }
    const swipe = device.input(
      grant,
      { kind: 'swipe', from: { x: 1, y: 1, generation }, to: { x: 9, y: 9, generation }, ms: 300 },
      never,
    )
    const queued = device.input(grant, { kind: 'key', key: 'Back' }, never)
    queued.catch(() => undefined)
    await started.promise
    const liftsBefore = driver.asked.filter(what => what === 'lift').length
    await device.takeControl(person, never)
    await expect(swipe).rejects.toMatchObject({ code: 'person-has-control' })
    await expect(queued).rejects.toMatchObject({ code: 'person-has-control' })
    expect(driver.asked.filter(what => what === 'lift').length).toBeGreaterThan(liftsBefore)
    expect(driver.asked).not.toContain('key Back')
  })

  it('is refused to night and agent while a person holds it, in words', async () => {
    const { device } = await opened()
    await device.takeControl(person, never)
    await expect(device.takeControl(night, never)).rejects.toMatchObject({ code: 'person-has-control' })
    await expect(device.takeControl(agent, never)).rejects.toMatchObject({ code: 'person-has-control' })
  })

  it('lets a night wait in place and go on when the person hands it back', async () => {
    const { device } = await opened()
    await device.whenFree(never)
    const mine = await device.takeControl(person, never)
    let free = false
    const waiting = device.whenFree(never).then(() => (free = true))
    await Promise.resolve()
    expect(free).toBe(false)
    await mine[Symbol.asyncDispose]()
    await waiting
    await device.takeControl(night, never)
    expect(device.state.value.control?.owner).toEqual(night)
  })

  it('gives owners a generation that only rises', async () => {
    const { device } = await opened()
    const generations: number[] = []
    for (const owner of [night, person, person]) generations.push((await device.takeControl(owner, never)).generation)
    expect(generations).toEqual([...generations].sort((a, b) => a - b))
    expect(new Set(generations).size).toBe(3)
  })

  it('does not let a late hand-back take control from the next holder', async () => {
    const { device } = await opened()
    const first = await device.takeControl(night, never)
    await device.takeControl(person, never)
    await first[Symbol.asyncDispose]()
    expect(device.state.value.control?.owner).toEqual(person)
  })

  it('is needed for what is done to apps and settings: nothing is asked of the device by who lost it', async () => {
    const driver = new StillDriver()
    // These do not look whether they were called off already.
    const asked: string[] = []
    const note = async (what: string): Promise<void> => void asked.push(what)
    const device = await openDevice(
      Object.assign(driver, {
        settings: { ...driver.settings, set: () => note('set') },
        apps: {
          ...driver.apps,
          launch: () => note('launch'),
          clearData: () => note('clear'),
          uninstall: () => note('uninstall'),
        },
      }),
      never,
    )
    const lost = await device.takeControl(night, never)
    await device.takeControl(person, never)
    const refused = { code: 'person-has-control' }
    await expect(device.control(lost, { set: 'dark', to: true }, never)).rejects.toMatchObject(refused)
    await expect(device.launch(lost, 'dev.example.still', {}, never)).rejects.toMatchObject(refused)
    await expect(device.clearData(lost, 'dev.example.still', never)).rejects.toMatchObject(refused)
    await expect(device.uninstall(lost, 'dev.example.still', never)).rejects.toMatchObject(refused)
    expect(asked).toEqual([])
  })

  it('that cannot be had because the device does not answer is nobody’s', async () => {
    const driver = new StillDriver()
    let isAway = false
    const { touch } = driver
    const lift = (): Promise<void> => (isAway ? Promise.reject(new Error('it does not answer')) : touch.lift())
    const device = await openDevice(Object.assign(driver, { touch: { ...touch, lift } }), never)
    isAway = true
    await expect(device.takeControl(agent, never)).rejects.toThrow('it does not answer')
    expect(device.state.value.control).toBe(null)
    isAway = false
    expect((await device.takeControl(night, never)).owner).toEqual(night)
  })

  it('is handed back also when the device went away with a finger down, and nothing is thrown', async () => {
    const driver = new StillDriver()
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    let isAway = false
    const { touch } = driver
    const lift = (): Promise<void> => (isAway ? Promise.reject(new Error('it is gone')) : touch.lift())
    const device = await openDevice(Object.assign(driver, { power, touch: { ...touch, lift } }), never)
    const grant = await device.takeControl(person, never)
    isAway = true
    power.set({ is: 'lost', why: 'It was unplugged.', nextTryMs: null })
    await grant[Symbol.asyncDispose]()
    expect(device.state.value.control).toBe(null)
  })

  it('leaves reads open to everyone', async () => {
    const { device } = await opened()
    await device.takeControl(person, never)
    expect((await device.observe(never)).foreground.package).toBe('dev.example.still')
  })
})

describe('operations', () => {
  it('runs one at a time and says which is under way', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(night, never)
    const go = Promise.withResolvers<void>()
    driver.during = () => go.promise
    const install = device.install(grant, { path: 'plants.apk' }, never)
    expect(device.state.value.busy).toBe('installing plants.apk')
    await expect(device.forceStop(grant, 'x', never)).rejects.toMatchObject({ code: 'busy' })
    go.resolve()
    await install
    expect(device.state.value.busy).toBe(null)
  })

  it('answers a request that is asked again without doing it again', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(night, never)
    const ask = () =>
      device.answered({ id: 'r1', again: false }, 'an install', () => device.install(grant, { path: 'a.apk' }, never))
    expect(await ask()).toEqual(await ask())
    expect(driver.asked.filter(what => what.startsWith('install'))).toHaveLength(1)
  })

  it('keeps a refusal as the answer too', async () => {
    const { device } = await opened()
    const grant = await device.takeControl(night, never)
    const ask = () =>
      device.answered({ id: 'r2', again: false }, 'a control', () =>
        device.control(grant, { set: 'locale', to: 'de' }, never),
      )
    await expect(ask()).rejects.toMatchObject({ code: 'unsupported', message: 'This phone has one language.' })
    await expect(ask()).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('notes who changed a setting', async () => {
    const { device } = await opened()
    const before = Date.now()
    expect(device.state.value.settings?.dark).toMatchObject({ known: true, value: false, by: 'device' })
    const grant = await device.takeControl(night, never)
    await device.control(grant, { set: 'dark', to: true }, never)
    const { dark, fontScale } = device.state.value.settings ?? {}
    expect(dark).toMatchObject({ known: true, value: true, by: 'night' })
    expect(dark?.known === true && dark.at >= before).toBe(true)
    expect(fontScale).toMatchObject({ known: true, value: 1, by: 'device' })
  })

  it('names who set one thing for that one only: what else is not as it was last known came from outside', async () => {
    const { device, driver } = await opened()
    const { read } = driver.settings
    let other: object = {}
    Object.assign(driver.settings, { read: async () => ({ ...(await read()), ...other }) })
    const grant = await device.takeControl(agent, never)
    other = { fontScale: 1.3 }
    await device.control(grant, { set: 'dark', to: true }, never)
    expect(device.state.value.settings).toMatchObject({
      dark: { value: true, by: 'agent' },
      fontScale: { value: 1.3, by: 'outside' },
      network: { value: 'online', by: 'device' },
    })
    // Put back by a command line beside Nocturne.
    other = { dark: false }
    await device.readSettings(null, never)
    expect(device.state.value.settings).toMatchObject({
      dark: { value: false, by: 'outside' },
      fontScale: { value: 1, by: 'outside' },
    })
  })

  it('gives a turn what it turned, and nobody how an app in front stands by itself', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(person, never)
    await device.control(grant, { set: 'orientation', to: 'landscape' }, never)
    expect(device.state.value.settings?.orientation).toMatchObject({ value: 'landscape', by: 'person' })
    driver.orientation = 'portrait'
    await device.readSettings(null, never)
    expect(device.state.value.settings?.orientation).toMatchObject({ value: 'portrait', by: 'device' })
  })

  it('says whose language it is, and that another app has another one is nobody’s doing', async () => {
    const { device, driver } = await opened()
    const { read } = driver.settings
    let other = { locale: 'de', localeApp: 'com.one' }
    Object.assign(driver.settings, { read: async () => ({ ...(await read()), ...other }) })
    const grant = await device.takeControl(agent, never)
    await device.control(grant, { set: 'dark', to: true }, never)
    expect(device.state.value.settings).toMatchObject({ locale: { value: 'de', by: 'device' }, localeApp: 'com.one' })
    other = { locale: 'fr', localeApp: 'com.one' }
    await device.readSettings(null, never)
    expect(device.state.value.settings?.locale).toMatchObject({ value: 'fr', by: 'outside' })
    other = { locale: '', localeApp: 'com.two' }
    await device.readSettings(null, never)
    expect(device.state.value.settings).toMatchObject({ locale: { value: '', by: 'device' }, localeApp: 'com.two' })
  })

  it('says of each setting that could not be read why, and goes on with the others', async () => {
    const { device, driver } = await opened()
    const grant = await device.takeControl(agent, never)
    await device.control(grant, { set: 'dark', to: true }, never)
    const { read } = driver.settings
    const unread = { unread: 'uimode is away' }
    Object.assign(driver.settings, { read: async () => ({ ...(await read()), dark: unread, fontScale: 1.3 }) })
    await device.readSettings(null, never)
    const last = { known: true, value: true, by: 'agent' }
    expect(device.state.value.settings).toMatchObject({
      dark: { known: false, why: 'uimode is away', last },
      fontScale: { known: true, value: 1.3, by: 'outside' },
    })
    await expect(device.control(grant, { set: 'dark', to: true }, never)).rejects.toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringContaining('uimode is away') as string,
    })
    Object.assign(driver.settings, { read })
    await device.readSettings(null, never)
    expect(device.state.value.settings?.dark).toMatchObject(last)
  })
})

describe('who watches', () => {
  it('has the settings read back at once and every ten seconds, however often others came and went', async () => {
    const driver = new StillDriver()
    const { settings } = driver
    let reads = 0
    const read = (): ReturnType<typeof settings.read> => {
      reads += 1
      return settings.read()
    }
    const device = await openDevice(Object.assign(driver, { settings: { ...settings, read } }), never)
    const opening = reads
    vi.useFakeTimers()
    try {
      for (let times = 1; times <= 20; times += 1) {
        const watched = device.watched()
        await vi.advanceTimersByTimeAsync(10)
        expect(reads).toBe(opening + times)
        watched[Symbol.dispose]()
        watched[Symbol.dispose]()
      }
      const [first, second] = [device.watched(), device.watched()]
      await vi.advanceTimersByTimeAsync(500)
      const before = reads
      await vi.advanceTimersByTimeAsync(20_000)
      expect(reads - before).toBe(2)
      first[Symbol.dispose]()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(reads - before).toBe(3)
      second[Symbol.dispose]()
      await vi.advanceTimersByTimeAsync(30_000)
      expect(reads - before).toBe(3)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
      await device[Symbol.asyncDispose]()
    }
  })
})

describe('endings', () => {
  it('lifts touches when it opens, when the device comes back and when it closes', async () => {
    const { device, driver } = await opened()
    expect(driver.asked).toEqual(['lift'])
    driver.power.set({ is: 'lost', why: 'unplugged', nextTryMs: null })
    const grant = await device.takeControl(night, never)
    await expect(device.input(grant, { kind: 'key', key: 'Back' }, never)).rejects.toMatchObject({ code: 'not-booted' })
    const generation = device.state.value.generation
    driver.power.set({ is: 'on', asleep: false })
    expect(device.state.value.generation).toBe(generation + 1)
    await device[Symbol.asyncDispose]()
    expect(driver.asked.slice(-2)).toEqual(['lift', 'close'])
  })

  it('refuses a key the device does not have, by name', async () => {
    const { device } = await opened()
    const grant = await device.takeControl(night, never)
    await expect(device.input(grant, { kind: 'key', key: 'Power' }, never)).rejects.toThrow(/Power/)
  })
})
