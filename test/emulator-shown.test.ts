// Whether an emulator shows a picture yet, where it is not reached by gRPC: asked over the real adb server.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EmulatorHost } from '#main/device/android/avd/host.ts'
import type { Discovered } from '#main/device/android/parse/discovery.ts'
import { startAdbDouble, startAdbServer, type AdbDouble, type AdbServer } from './doubles/adb/start.ts'

const never = new AbortController().signal
let server: AdbServer
let phone: AdbDouble
let host: EmulatorHost

beforeAll(async () => {
  server = await startAdbServer()
  phone = await startAdbDouble({ emulator: true })
  await server.connect(phone)
  const places = { folders: [], isEmulator: async () => true }
  host = new EmulatorHost({ adbPort: server.port, places, folder: '', env: {} })
})
afterAll(async () => {
  await phone[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const run = (serial: string): Discovered => ({
  pid: 1,
  serial,
  consolePort: 5554,
  adbPort: null,
  avdId: 'Pixel_8',
  avdName: 'Pixel 8',
  avdFolder: null,
  version: null,
  grpc: null,
})

it('is told by a look over adb', async () => {
  expect(await host.shows(run(phone.serial), never)).toBe('something')
})

it('is not taken for granted: not while all of it is one colour, nor while no screenshot is to be had', async () => {
  phone.handset.faults.blank = true
  expect(await host.shows(run(phone.serial), never)).toBe('one colour')
  phone.handset.faults.blank = false
  expect(await host.shows(run('127.0.0.1:1'), never)).toBe('nothing')
  expect(await host.shows(run(phone.serial), never)).toBe('something')
})
