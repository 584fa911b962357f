// The emulator's driver over its double: the contract every driver passes, then what only an emulator can.
import { execFile } from 'node:child_process'
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
import { openDevice } from '#main/device/open-device.ts'
import type { Driver, FoundDevice } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { DeviceControl, Power } from '#shared/domain/device.ts'
import { until } from './builders/until.ts'
import { startAdbServer, type AdbServer } from './doubles/adb/start.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'
import { driverContract } from './driver-contract.ts'

const timeScale = 8
const folder = await mkdtemp(join(tmpdir(), 'nocturne-apk-'))
const apk = join(folder, 'notes.apk')
await copyFile(join(import.meta.dirname, '..', 'resources', 'demo', 'notes.app.yaml'), apk)

let server: AdbServer
let double: EmulatorDouble
let folding: EmulatorDouble
const never = new AbortController().signal
const inner = { width: 1104, height: 920 }
const outer = { width: 540, height: 1046 }

beforeAll(async () => {
  server = await startAdbServer()
  double = await startEmulatorDouble({ scale: timeScale, adbServer: server.port })
  folding = await startEmulatorDouble({
    scale: timeScale,
    adbServer: server.port,
    size: inner,
    outer,
    densityDpi: 210,
    name: 'Double Foldable',
  })
})

afterAll(async () => {
  await folding[Symbol.asyncDispose]()
  await double[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const opened = (of: EmulatorDouble): Promise<Driver> =>
  openEmulator(
    { port: server.port, serial: of.serial, timeScale, places: of.places },
    new LiveValue<Power>({ is: 'on', asleep: false }),
    never,
  )

/** By links of their own: what the emulator and its Android say. */
async function own(of: EmulatorDouble): Promise<Record<string, unknown>> {
  const grpc = (await runningEmulator(of.places, of.serial))?.grpc
  if (grpc == null) throw new Error('the double says not how it is reached')
  await using link = await EmulatorLink.open(grpc, never)
  const adb = await AdbLink.open(server.port, of.serial, never)
  try {
    const listed = async (space: string): Promise<readonly string[]> =>
      (await adb.shell(`settings list ${space}`, never)).stdout.split('\n').sort()
    return {
      place: await link.call('getGps', {}, never),
      battery: await link.call('getBattery', {}, never),
      turn: await link.call('getPhysicalModel', { target: physicalTypes.rotation }, never),
      posture: await link.call('getPhysicalModel', { target: physicalTypes.posture }, never),
      system: await listed('system'),
      global: await listed('global'),
    }
  } finally {
    await adb.close()
  }
}

driverContract({
  name: 'an emulator over gRPC',
  open: () => opened(double),
  own: () => own(double),
  build: { path: apk },
  package: 'dev.example.jotter',
})

driverContract({
  name: 'an emulator of a foldable over gRPC',
  open: () => opened(folding),
  own: () => own(folding),
  build: { path: apk },
  package: 'dev.example.jotter',
})

describe('what is put over an emulator', () => {
  const puts: readonly DeviceControl[] = [
    { set: 'location', to: { latitude: -33.9, longitude: 18.4 } },
    { set: 'battery', to: { level: 7, charging: false } },
    { set: 'turn', to: 'left' },
    { set: 'statusBar', to: 'clean' },
  ]
  const noAutoRotation = async (is: boolean): Promise<void> => {
    const adb = await AdbLink.open(server.port, double.serial, never)
    await adb.shell(`settings put system accelerometer_rotation ${is ? 0 : 1}`, never)
    await adb.close()
  }

  it('is given back on close: place, battery, how it is held and whether it turns by itself', async () => {
    await noAutoRotation(true)
    try {
      const before = await own(double)
      const driver = await opened(double)
      for (const put of puts) await driver.settings.set(put, never)
      const during = await own(double)
      for (const what of ['place', 'battery', 'turn', 'system', 'global'])
        expect(during[what], what).not.toEqual(before[what])
      await driver[Symbol.asyncDispose]()
      expect(await own(double)).toEqual(before)
    } finally {
      await noAutoRotation(false)
    }
  })

  it('is given back at the next open, when the hub that had put it was killed', async () => {
    await noAutoRotation(true)
    try {
      const before = await own(double)
      await killedAfter(double, [...puts, { set: 'battery', to: { level: 60, charging: true } }])
      expect((await own(double))['battery']).toMatchObject({ chargeLevel: 60 })
      await using driver = await opened(double)
      expect(await own(double)).toEqual(before)
      expect(await driver.settings.readHeld?.(never)).toMatchObject({
        turn: 'upright',
        battery: null,
        location: null,
        statusBar: null,
      })
    } finally {
      await noAutoRotation(false)
    }
  })

  it('by a hub that was killed, and then by another, is given back as it was before the first', async () => {
    const before = await own(double)
    await killedAfter(double, puts)
    // The next one can give nothing back: it reads it as what it is, and puts its own over it.
    await double.order('faults', { unknownCalls: ['setGps', 'setBattery', 'setPhysicalModel'] })
    const second = await opened(double)
    expect(await second.settings.readHeld?.(never)).toMatchObject({
      turn: 'turned-left',
      battery: { level: 7, charging: false },
      location: { latitude: -33.9, longitude: 18.4 },
    })
    await double.order('faults', { unknownCalls: [] })
    await second.settings.set({ set: 'battery', to: { level: 55, charging: true } }, never)
    await second.settings.set({ set: 'location', to: { latitude: 1, longitude: 2 } }, never)
    await using third = await opened(double)
    expect(await own(double)).toEqual(before)
    expect((await third.settings.readHeld?.(never))?.battery).toBeNull()
    await second[Symbol.asyncDispose]()
  })
})

/** A hub of its own puts it and is killed. */
async function killedAfter(of: EmulatorDouble, puts: readonly DeviceControl[]): Promise<void> {
  const script = join(import.meta.dirname, 'doubles', 'dying-hub.ts')
  const order = JSON.stringify({ port: server.port, serial: of.serial, folder: of.folder, timeScale, puts })
  const said = await new Promise<string>(resolve => {
    execFile(process.execPath, [script, order], (failure, out, err) => {
      resolve(failure?.signal === 'SIGKILL' ? 'killed' : `it was not killed: ${out}${err}`)
    })
  })
  expect(said).toBe('killed')
}

describe('an emulator in the list of devices', () => {
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
    expect(driver.model.runtime).toMatch(/^Android \d+ \(API \d+\), emulator \d+\.[\d.]+$/)
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
    await until(async () => (await double.order('state', null)).streams.includes('streamClipboard'), 'it is watched')
    await double.order('drop', { ms: 1500 })
    await watching
    await until(() => seen.at(-1) === 'on', 'it is told as on again')
    expect([seen[0], seen.at(-1)]).toEqual(['lost', 'on'])
    await driver[Symbol.asyncDispose]()
  })

  it('is not opened while its Android still starts', async () => {
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const { places, serial } = double
    await double.order('restart', { ms: 600_000 })
    const opening = openEmulator({ port: server.port, serial, timeScale, places }, power, never)
    await expect(opening).rejects.toMatchObject({ code: 'not-booted' })
    await double.order('boot', null)
  })

  it('is believed by its own word before Android 9, whose emulators never hear that it has started', async () => {
    await using old = await startEmulatorDouble({ scale: timeScale, adbServer: server.port, apiLevel: 27 })
    await old.order('restart', { ms: 600_000 })
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const { places, serial } = old
    await using driver = await openEmulator({ port: server.port, serial, timeScale, places }, power, never)
    expect(driver.model.apiLevel).toBe(27)
  })

  it('is a foldable where its hardware says so, and what it looks like follows its posture and its turn', async () => {
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

it('is not shown as live when its picture stalls: what a tap did is seen in whole pictures, and video again when it is back', async () => {
  await using device = await openDevice(await opened(double), never)
  const { stream } = device
  const stop = new AbortController()
  const seen = { units: 0, stills: 0 }
  const viewing = stream.view(
    { widthPx: 540, slow: false, stills: false },
    {
      credit: 1000,
      whenCredit: () => Promise.resolve(),
      unit: () => void (seen.units += 1),
      still: () => void (seen.stills += 1),
    },
    stop.signal,
  )
  viewing.catch(() => undefined)
  try {
    await until(() => seen.units > 0, 'the live picture')
    await double.order('faults', { stalled: true })
    const before = seen.stills
    await using grant = await device.takeControl({ kind: 'person', name: 'you' }, never)
    await device.input(grant, { kind: 'key', key: 'Home' }, never)
    await until(() => stream.state.value.path === 'stills' && seen.stills > before, 'whole pictures instead')
    expect(stream.state.value.words).toContain('within 3 s')
    await double.order('faults', { stalled: false })
    const { units } = seen
    await device.input(grant, { kind: 'key', key: 'Recents' }, never)
    await until(() => seen.units > units && stream.state.value.path === 'shared memory', 'the live picture again')
    expect(stream.state.value.words).toBe(null)
  } finally {
    await double.order('faults', { stalled: false })
    stop.abort()
  }
})
