// The adb driver passes the contract every driver passes, through the real adb server and a double of a device.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openAndroid } from '#main/device/android/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import { startAdbDouble, startAdbServer, type AdbDouble, type AdbServer } from './doubles/adb/start.ts'
import { driverContract } from './driver-contract.ts'

const timeScale = 8
const folder = await mkdtemp(join(tmpdir(), 'nocturne-apk-'))
const apk = join(folder, 'notes.apk')
await copyFile(join(import.meta.dirname, '..', 'resources', 'demo', 'notes.app.yaml'), apk)

let double: AdbDouble
let server: AdbServer

beforeAll(async () => {
  double = await startAdbDouble({ scale: timeScale })
  server = await startAdbServer()
  await server.connect(double)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await double[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

driverContract({
  name: 'a phone over adb',
  open: () =>
    openAndroid(
      { port: server.port, serial: double.serial, timeScale },
      new LiveValue<Power>({ is: 'on', asleep: false }),
      new AbortController().signal,
    ),
  build: { path: apk },
  package: 'dev.example.jotter',
})
