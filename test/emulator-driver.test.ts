// The emulator's driver over its double: the contract every driver passes, then what only an emulator can.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdbLink } from '#main/device/android/adb.ts'
import { openEmulator } from '#main/device/android/emulator/driver.ts'
import { EmulatorLink } from '#main/device/android/emulator/link.ts'
import { physicalTypes } from '#main/device/android/emulator/protocol.ts'
import { androidPlatform } from '#main/device/android/platform.ts'
import { runningEmulator, runningPlaces } from '#main/device/android/emulator/running.ts'
import type { FoundDevice } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import { startAdbServer, type AdbServer } from './doubles/adb/start.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'
import { driverContract } from './driver-contract.ts'

const timeScale = 8
const folder = await mkdtemp(join(tmpdir(), 'nocturne-apk-'))
const apk = join(folder, 'notes.apk')
await copyFile(join(import.meta.dirname, '..', 'resources', 'demo', 'notes.app.yaml'), apk)

let server: AdbServer
let double: EmulatorDouble

beforeAll(async () => {
  server = await startAdbServer()
  double = await startEmulatorDouble({ scale: timeScale, adbServer: server.port })
})

afterAll(async () => {
  await double[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

driverContract({
  name: 'an emulator over gRPC',
  open: () =>
    openEmulator(
      { port: server.port, serial: double.serial, timeScale, places: double.places },
      new LiveValue<Power>({ is: 'on', asleep: false }),
      new AbortController().signal,
    ),
  build: { path: apk },
  package: 'dev.example.jotter',
})

describe('what is put over an emulator', () => {
  const never = new AbortController().signal

  it('is given back on close: place, battery, how it is held and whether it turns by itself', async () => {
    const grpc = (await runningEmulator(double.places, double.serial))?.grpc
    if (grpc == null) throw new Error('the double says not how it is reached')
    await using link = await EmulatorLink.open(grpc, never)
    const adb = await AdbLink.open(server.port, double.serial, never)
    const now = async (): Promise<unknown> => [
      await link.call('getGps', {}, never),
      await link.call('getBattery', {}, never),
      await link.call('getPhysicalModel', { target: physicalTypes.rotation }, never),
      (await adb.shell('settings get system accelerometer_rotation', never)).stdout.trim(),
    ]
    try {
      await adb.shell('settings put system accelerometer_rotation 0', never)
      const before = await now()
      const driver = await openEmulator(
        { port: server.port, serial: double.serial, timeScale, places: double.places },
        new LiveValue<Power>({ is: 'on', asleep: false }),
        never,
      )
      await driver.settings.set({ set: 'location', to: { latitude: -33.9, longitude: 18.4 } }, never)
      await driver.settings.set({ set: 'battery', to: { level: 7, charging: false } }, never)
      await driver.settings.set({ set: 'turn', to: 'left' }, never)
      expect(await now()).not.toEqual(before)
      await driver[Symbol.asyncDispose]()
      expect(await now()).toEqual(before)
    } finally {
      await adb.shell('settings put system accelerometer_rotation 1', never)
      await adb.close()
    }
  })
})

describe('an emulator in the list of devices', () => {
  const never = new AbortController().signal

  async function found(serial: string, folder: string): Promise<FoundDevice> {
    const stop = new AbortController()
    const places = runningPlaces({ NOCTURNE_EMULATOR_RUNNING: folder })
    const seen = new Promise<FoundDevice>(resolve => {
      androidPlatform({ port: server.port, timeScale, places })
        .watch(rows => {
          const row = rows.find(({ model }) => model.id === serial)
          if (row?.why === null) resolve(row)
        }, stop.signal)
        .catch(() => undefined)
    })
    const row = await seen
    stop.abort(new Error('found'))
    return row
  }

  it('is opened by gRPC where it says how it is reached', async () => {
    const driver = await (await found(double.serial, double.folder)).open(never)
    expect(driver.video).toMatchObject({ kind: 'raw', path: 'shared memory' })
    expect(driver.can.contacts).toEqual({ yes: true })
    await driver[Symbol.asyncDispose]()
  })

  it('is opened over adb where it does not, and says what the fast way would need', async () => {
    const driver = await (await found(double.serial, join(double.folder, 'nothing'))).open(never)
    const { video } = driver
    const slower = video.kind === 'stills' ? video : video.kind === 'coded' ? video.slower : null
    expect(slower?.why).toMatch(/started elsewhere without gRPC/)
    expect(slower?.hint).toMatch(/close it and boot it here/)
    expect(driver.can.contacts.yes).toBe(false)
    await driver[Symbol.asyncDispose]()
  })

  it('is told as lost when its connection breaks and as on when it is back', async () => {
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const { places, serial } = double
    const driver = await openEmulator({ port: server.port, serial, timeScale, places }, power, never)
    const seen: string[] = []
    driver.power.subscribe(now => seen.push(now.is))
    // A stream under way hears of it at once.
    const watching = driver.clipboard?.watch(() => undefined, never).catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, 200))
    await double.order('drop', { ms: 1500 })
    await watching
    const end = performance.now() + 8000
    while (seen.at(-1) !== 'on' && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 30))
    expect([seen[0], seen.at(-1)]).toEqual(['lost', 'on'])
    await driver[Symbol.asyncDispose]()
  })

  it('is not opened while its Android still starts', async () => {
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const { places, serial } = double
    await double.order('restart', { ms: 1500 })
    const opening = openEmulator({ port: server.port, serial, timeScale, places }, power, never)
    await expect(opening).rejects.toMatchObject({ code: 'not-booted' })
  })

  it('is believed by its own word before Android 9, whose emulators never hear that it has started', async () => {
    await using old = await startEmulatorDouble({ scale: timeScale, adbServer: server.port, apiLevel: 27 })
    await old.order('restart', { ms: 20_000 })
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const { places, serial } = old
    await using driver = await openEmulator({ port: server.port, serial, timeScale, places }, power, never)
    expect(driver.model.apiLevel).toBe(27)
  })

  it('is a foldable where its hardware says so, and what it looks like follows its posture and its turn', async () => {
    const inner = { width: 1104, height: 920 }
    const outer = { width: 540, height: 1046 }
    await using folding = await startEmulatorDouble({
      scale: timeScale,
      adbServer: server.port,
      size: inner,
      outer,
      densityDpi: 210,
    })
    const { places, serial } = folding
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    await using driver = await openEmulator({ port: server.port, serial, timeScale, places }, power, never)
    expect(driver.model).toMatchObject({ kind: 'foldable', size: inner, fold: { outer } })
    const open = await driver.screen.look(never)
    expect(open.size).toEqual(inner)
    await driver.settings.set({ set: 'posture', to: 'closed' }, never)
    const closed = await driver.screen.look(never)
    expect(closed.size).toEqual(outer)
    expect(closed.geometry).not.toBe(open.geometry)
    // The launcher stays upright when the phone is held upside down: its tree is told as the picture shows it.
    await driver.settings.set({ set: 'turn', to: 'upside-down' }, never)
    const turned = await driver.screen.look(never)
    expect(turned.size).toEqual(outer)
    const mirrored = closed.tree?.nodes.map(({ bounds }) => ({
      left: outer.width - bounds.right,
      top: outer.height - bounds.bottom,
      right: outer.width - bounds.left,
      bottom: outer.height - bounds.top,
    }))
    expect(turned.tree?.nodes.map(({ bounds }) => bounds)).toEqual(mirrored)
  })
})
