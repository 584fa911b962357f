// Connections that break, are slow or come and go, logs that are gone, clocks that stand: the driver over the real adb server
// and a double gets by, or says in words what is wrong.
import { describe, expect, it } from 'vitest'
import { openAndroid } from '#main/device/android/driver.ts'
import { androidOptionsOf, androidPlatform } from '#main/device/android/platform.ts'
import type { FoundDevice } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import { brokenAppOverAdb, never, pkg, scale } from './builders/broken-app-over-adb.ts'
import { until } from './builders/until.ts'
import { startAdbDouble } from './doubles/adb/start.ts'

const given = brokenAppOverAdb()
const { launched, tap } = given

describe('the connection', () => {
  it.each(['screencap', 'uiautomator', 'dumpsys window'])(
    'that is cut in the middle of %s is said in words, and the device is reached again',
    async during => {
      await launched()
      await given.driver.screen.look(never)
      given.phone.handset.faults.cutDuring = during
      const failed = await given.driver.screen.look(never).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      // uiautomator's half tree is dumped again, which may already find the device back.
      if (failed !== null) {
        expect(failed).toBeInstanceOf(Refusal)
        expect((failed as Refusal).words).toMatch(/connection|broke off/)
      }
      await given.server.connect(given.phone)
      expect((await given.driver.screen.look(never)).foreground.package).toBe(pkg)
    },
  )

  it('that is slow is waited for', async () => {
    await launched()
    given.phone.handset.faults.slowMs = 300
    expect((await given.driver.screen.look(never)).foreground.package).toBe(pkg)
  })

  it('is given up when the work is called off', async () => {
    given.phone.handset.faults.slowMs = 3000
    const stop = new AbortController()
    const looking = given.driver.screen.look(stop.signal)
    stop.abort(new Error('called off'))
    await expect(looking).rejects.toThrow('called off')
  })
})

describe('logs', () => {
  it('tell a crash once, with its type, words and frames', async () => {
    await launched()
    const mark = await given.driver.logs?.mark(never)
    await tap('crash')
    await given.driver.clock.wait(800, never)
    const first = await given.driver.logs?.since(mark ?? '', pkg, never)
    expect(first?.events).toMatchObject([
      {
        kind: 'crash',
        process: pkg,
        type: 'java.lang.IllegalStateException',
        message: 'list, of 3',
        frames: expect.arrayContaining(['dev.example.broken.Main.onCrash']) as string[],
      },
    ])
    expect((await given.driver.logs?.since(first?.mark ?? '', pkg, never))?.events).toEqual([])
    expect((await given.driver.logs?.since(mark ?? '', 'com.example.weather', never))?.events).toEqual([])
  })

  it('tell a crash from the events alone when its trace is gone', async () => {
    await launched()
    given.phone.handset.faults.noCrashBuffer = true
    const mark = await given.driver.logs?.mark(never)
    await tap('crash')
    await given.driver.clock.wait(800, never)
    expect((await given.driver.logs?.since(mark ?? '', pkg, never))?.events).toMatchObject([
      { kind: 'crash', type: 'java.lang.IllegalStateException', message: 'list, of 3' },
    ])
  })

  it('tell an ANR', async () => {
    await launched()
    const mark = await given.driver.logs?.mark(never)
    await tap('hang')
    await given.driver.clock.wait(500, never)
    await given.driver.touch?.tap(540, 1200, never)
    await given.driver.clock.wait(6000, never)
    expect((await given.driver.logs?.since(mark ?? '', pkg, never))?.events).toMatchObject([
      { kind: 'anr', reason: expect.stringMatching(/not responding/) as string },
    ])
  })
})

describe('a device whose clock stands while it is asked', () => {
  it('is waited for by its own clock, and as told in the environment', async () => {
    const { timeScale } = androidOptionsOf({ NOCTURNE_TIME_SCALE: 'device' })
    await using other = await startAdbDouble({ clock: 'stands', scale: 1000 })
    await given.server.connect(other)
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    await using standing = await openAndroid({ port: given.server.port, serial: other.serial, timeScale }, power, never)
    const [began, seen] = [standing.clock.now(), other.handset.phone.now()]
    await standing.screen.look(never)
    expect(other.handset.phone.now()).toBe(seen)
    await standing.clock.wait(1250, never)
    expect([standing.clock.now() - began, other.handset.phone.now() - seen]).toEqual([1250, 1250])
    await expect(standing.clock.wait(1, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})

describe('finding', () => {
  async function watched(
    port: number,
    isSo: (found: readonly FoundDevice[]) => boolean,
  ): Promise<readonly FoundDevice[]> {
    const stop = new AbortController()
    const seen = Promise.withResolvers<readonly FoundDevice[]>()
    try {
      await androidPlatform({ port, timeScale: scale }).watch(found => {
        if (isSo(found)) seen.resolve(found)
      }, stop.signal)
      return await seen.promise
    } finally {
      stop.abort()
    }
  }

  it('lists a device, and one that has not allowed this computer with what to do', async () => {
    await using locked = await startAdbDouble({ scale, faults: { unauthorized: true } })
    await given.server.connect(locked, 'unauthorized')
    const found = await watched(given.server.port, rows => rows.length >= 2)
    expect(found.find(row => row.model.id === given.phone.serial)).toMatchObject({ why: null, power: { is: 'on' } })
    expect(found.find(row => row.model.id === locked.serial)).toMatchObject({
      why: expect.stringMatching(/Allow USB debugging/) as string,
      power: { is: 'lost' },
    })
    await given.server.adb('disconnect', locked.serial)
  })

  it('sees a device that comes and one that goes', async () => {
    const stop = new AbortController()
    const lists: (readonly FoundDevice[])[] = []
    const last = (): FoundDevice | undefined => lists.at(-1)?.find(row => row.model.id === other.serial)
    await androidPlatform({ port: given.server.port, timeScale: scale }).watch(found => lists.push(found), stop.signal)
    const other = await startAdbDouble({ scale })
    await given.server.connect(other)
    await until(() => last()?.why === null, 'it is found')
    await given.server.adb('disconnect', other.serial)
    await other[Symbol.asyncDispose]()
    await until(() => (last()?.why ?? null) !== null, 'it is told as gone')
    stop.abort()
    expect(lists.some(list => list.some(row => row.model.id === other.serial && row.why === null))).toBe(true)
    expect(last()).toMatchObject({
      why: expect.stringMatching(/no longer|does not answer/) as string,
      power: { is: 'lost', nextTryMs: expect.any(Number) as number },
    })
  })

  it('tells an open device that it went offline, in words, and that it is back', async () => {
    const other = await startAdbDouble({ scale })
    await given.server.connect(other)
    const stop = new AbortController()
    const found = new Map<string, FoundDevice>()
    await androidPlatform({ port: given.server.port, timeScale: scale }).watch(rows => {
      for (const row of rows) found.set(row.model.id, row)
    }, stop.signal)
    await until(() => found.get(other.serial)?.why === null, 'it is found')
    const opened = await found.get(other.serial)?.open(never)
    if (opened === undefined) throw new Error('it was not found')
    const power = async (is: Power['is']): Promise<Power> => {
      await until(() => opened.power.value.is === is, `it is told as ${is}`)
      return opened.power.value
    }
    await other.adbd.close()
    expect(await power('lost')).toMatchObject({
      is: 'lost',
      why: expect.stringMatching(/does not answer|no longer/) as string,
    })
    await expect(opened.screen.look(never)).rejects.toMatchObject({ code: 'failed' })
    await other.adbd.listen()
    await given.server.adb('disconnect', other.serial)
    await given.server.connect(other)
    expect(await power('on')).toMatchObject({ is: 'on' })
    expect((await opened.screen.picture(never)).id).toMatch(/./)
    stop.abort()
    await opened[Symbol.asyncDispose]()
    await given.server.adb('disconnect', other.serial)
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
