// A hub that is killed with a finger and keys down and something put over a device: the next one on its home puts that in order
// by itself, where nobody opens the device.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { androidPlatform } from '#main/device/android/platform.ts'
import { runningPlaces } from '#main/device/android/emulator/running.ts'
import { demoPlatform } from '#main/device/demo/platform.ts'
import { Fleet } from '#main/device/fleet.ts'
import { compose } from '#main/hub/compose.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { Platforms } from '#main/hub/platforms.ts'
import type { DeviceControl } from '#shared/domain/device.ts'
import { until } from './builders/until.ts'
import { madeFilms, PhoneFilm } from './doubles/adb/phone-video.ts'
import { startAdbDouble, startAdbServer, type AdbDouble, type AdbServer } from './doubles/adb/start.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const timeScale = 20
const battery: DeviceControl = { set: 'battery', to: { level: 7, charging: false } }
const keys = [
  { key: 'Shift', code: 'ShiftLeft' },
  { key: 'a', code: 'KeyA' },
  { key: 'A', code: 'KeyA' },
  { key: 'ArrowDown', code: 'ArrowDown' },
]
let server: AdbServer
let emulator: EmulatorDouble
let phone: AdbDouble
let folder: string
let home: string

beforeAll(async () => {
  server = await startAdbServer()
  ;[emulator, phone] = await Promise.all([
    startEmulatorDouble({ scale: timeScale, adbServer: server.port }),
    startAdbDouble({ scale: timeScale }),
  ])
  await server.connect(phone)
  phone.handset.film = new PhoneFilm(await madeFilms())
  phone.handset.film.scrcpy = '4.1'
})
afterAll(async () => {
  await Promise.all([phone[Symbol.asyncDispose](), emulator[Symbol.asyncDispose]()])
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nocturne-dead-hub-'))
  home = join(folder, 'home')
  await writeFile(join(folder, 'scrcpy-server'), 'not really a program')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A hub of its own on this home, with this down and put on the device, is killed once it is so. */
async function killed(more: Readonly<Record<string, unknown>>, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const script = join(import.meta.dirname, 'doubles', 'dying-hub.ts')
  const order = JSON.stringify({
    home,
    port: server.port,
    folder: emulator.folder,
    timeScale,
    puts: [],
    stays: true,
    ...more,
  })
  const env = { ...process.env, SCRCPY_SERVER_PATH: join(folder, 'scrcpy-server') }
  let said = ''
  const child = execFile(process.execPath, [script, order], { env }, (failure, out, err) => {
    said = failure?.signal === 'SIGKILL' ? 'killed' : `it was not killed: ${out}${err}`
  })
  await until(async () => said !== '' || (await isSo()), 'it is down')
  child.kill('SIGKILL')
  await until(() => said !== '', 'the hub is dead')
  expect(said).toBe('killed')
}

/** What the hub sees: both doubles, and the demo devices. */
function platforms(): Platforms & { built(): Promise<Fleet> | null } {
  let fleet: Promise<Fleet> | null = null
  const places = runningPlaces({ NOCTURNE_EMULATOR_RUNNING: emulator.folder })
  const start = async (): Promise<Fleet> => {
    const started = new Fleet([demoPlatform(), androidPlatform({ port: server.port, timeScale, places })])
    await started.start()
    return started
  }
  return { ...compose(home), fleet: () => (fleet ??= start()), openFleet: () => fleet, built: () => fleet }
}

const state = () => emulator.order('state', null)
const down = (): number => phone.handset.film?.down.size ?? 0

describe('after a hub that was killed', () => {
  it('fingers and keys of an emulator are up and its battery its own, though nobody opens it', async () => {
    await killed(
      { serial: emulator.serial, contacts: [{ id: 3, x: 100, y: 200 }], keys, puts: [battery] },
      async () => (await state()).keysDown.length === keys.length,
    )
    expect(await state()).toMatchObject({ down: [3], keysDown: ['Shift', 'a', 'A', 'ArrowDown'] })
    const before = (await server.adb('-s', emulator.serial, 'shell', 'settings list global')).includes('nocturne_')
    expect(before).toBe(true)
    await using hub = await openHub(home, platforms())
    await until(async () => {
      const { down, keysDown } = await state()
      return down.length === 0 && keysDown.length === 0
    }, 'everything is up')
    await until(
      async () => !(await server.adb('-s', emulator.serial, 'shell', 'settings list global')).includes('nocturne_'),
      'its battery is given back',
    )
    expect(hub.hub.repairs.value).toEqual([])
  })

  it('a finger of a phone is up, though nobody opens it', async () => {
    await killed({ serial: phone.serial, contacts: [{ id: 1, x: 100, y: 200 }], puts: [battery] }, () => down() === 1)
    expect(down()).toBe(1)
    const scrcpy = process.env['SCRCPY_SERVER_PATH']
    process.env['SCRCPY_SERVER_PATH'] = join(folder, 'scrcpy-server')
    try {
      await using hub = await openHub(home, platforms())
      await until(() => down() === 0, 'the finger is up')
      await until(
        async () => !(await server.adb('-s', phone.serial, 'shell', 'settings list global')).includes('nocturne_'),
        'its battery is given back',
      )
      expect(hub.hub.repairs.value).toEqual([])
    } finally {
      if (scrcpy === undefined) delete process.env['SCRCPY_SERVER_PATH']
      else process.env['SCRCPY_SERVER_PATH'] = scrcpy
    }
  })

  it('a command that is over at once ends only when that is done, and leaves no hub that does it again', async () => {
    await killed(
      { serial: emulator.serial, contacts: [{ id: 3, x: 100, y: 200 }] },
      async () => (await state()).down.length > 0,
    )
    await (await openHub(home, platforms()))[Symbol.asyncDispose]()
    expect((await state()).down).toEqual([])
    const next = platforms()
    await (await openHub(home, next))[Symbol.asyncDispose]()
    expect(next.built()).toBeNull()
  })
})
