// The adb driver passes the contract every driver passes, through the real adb server and doubles of Android 10, 13 and 15,
// and of a foldable.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openAndroid } from '#main/device/android/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import {
  startAdbDouble,
  startAdbServer,
  type AdbDouble,
  type AdbDoubleOptions,
  type AdbServer,
} from './doubles/adb/start.ts'
import type { SubjectName } from './contract-subjects.ts'
import { driverContract } from './driver-contract.ts'

const timeScale = 8
const folder = await mkdtemp(join(tmpdir(), 'nocturne-apk-'))
const apk = join(folder, 'notes.apk')
await copyFile(join(import.meta.dirname, '..', 'resources', 'demo', 'notes.app.yaml'), apk)

const phones: readonly (readonly [name: SubjectName, options: AdbDoubleOptions])[] = [
  ['a phone with Android 10 over adb', { apiLevel: 29 }],
  ['a phone with Android 13 over adb', { apiLevel: 33 }],
  ['a phone with Android 15 over adb', { apiLevel: 35 }],
  [
    'a foldable with Android 15 over adb',
    { apiLevel: 35, size: { width: 2208, height: 1840 }, fold: { outer: { width: 1080, height: 2092 } } },
  ],
]
const doubles = new Map<string, AdbDouble>()
let server: AdbServer

beforeAll(async () => {
  server = await startAdbServer()
  for (const [name, options] of phones) {
    const double = await startAdbDouble({ scale: timeScale, ...options })
    doubles.set(name, double)
    await server.connect(double)
  }
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  for (const double of doubles.values()) await double[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

for (const [name] of phones)
  driverContract({
    name,
    open: () =>
      openAndroid(
        { port: server.port, serial: doubles.get(name)?.serial ?? '', timeScale },
        new LiveValue<Power>({ is: 'on', asleep: false }),
        new AbortController().signal,
      ),
    own: () => {
      const handset = doubles.get(name)?.handset
      if (handset === undefined) throw new Error(`there is no ${name}`)
      const { controls, settings, phone } = handset
      const { battery, demo, place, hasTestProvider, mayMock } = controls
      const put = { battery, demo, place, hasTestProvider, mayMock, posture: phone.posture, ...phone.settings }
      return Promise.resolve({ put, settings: Object.fromEntries(settings) })
    },
    build: { path: apk },
    package: 'dev.example.jotter',
  })
