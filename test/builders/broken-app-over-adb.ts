// A small app that dies, hangs and hides on demand, on a double of a phone behind a real adb server: what each test of the
// adb driver's faults begins with. Faults told to the phone last for one test.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openAndroid } from '#main/device/android/driver.ts'
import type { Driver } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import { centreOf } from '#shared/domain/geometry.ts'
import { noFaults } from '../doubles/adb/faults.ts'
import {
  startAdbDouble,
  startAdbServer,
  type AdbDouble,
  type AdbDoubleOptions,
  type AdbServer,
} from '../doubles/adb/start.ts'

export const scale = 10
export const never = new AbortController().signal
export const pkg = 'dev.example.broken'

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

export interface BrokenAppOverAdb {
  readonly server: AdbServer
  readonly folder: string
  readonly apk: string
  readonly phone: AdbDouble
  readonly driver: Driver
  readonly open: (of: AdbDouble) => Promise<Driver>
  /** Another double for as long as the work lasts. */
  readonly withDouble: (
    options: AdbDoubleOptions,
    work: (of: AdbDouble, driver: Driver) => Promise<void>,
  ) => Promise<void>
  readonly launched: (of?: Driver) => Promise<void>
  readonly tap: (id: string, of?: Driver) => Promise<void>
}

/** Called once at the top of a test file: phone, server and driver come and go with the file's tests. */
export function brokenAppOverAdb(): BrokenAppOverAdb {
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

  return {
    get server() {
      return server
    },
    get folder() {
      return folder
    },
    get apk() {
      return apk
    },
    get phone() {
      return phone
    },
    get driver() {
      return driver
    },
    open,
    withDouble: async (options, work) => {
      await using other = await startAdbDouble({ scale, ...options })
      await server.connect(other)
      await using opened = await open(other)
      await work(other, opened)
    },
    launched: async (of = driver) => {
      await of.apps?.install({ path: apk }, never)
      await of.apps?.clearData(pkg, never)
      await of.apps?.launch(pkg, {}, never)
      await of.clock.wait(3000, never)
    },
    tap: async (id, of = driver) => {
      const node = (await of.screen.look(never)).tree?.nodes.find(one => one.id.endsWith(`/${id}`))
      if (node === undefined) throw new Error(`there is no ${id}`)
      const { x, y } = centreOf(node.bounds)
      await of.touch?.tap(x, y, never)
    },
  }
}
