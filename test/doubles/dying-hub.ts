// A hub that dies: opens one device over adb or gRPC, puts what it is told to and is killed before it gives anything back.
// `node dying-hub.ts '<order as JSON>'`.
import { openFound } from '#main/device/android/emulator/open.ts'
import { runningPlaces } from '#main/device/android/emulator/running.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { DeviceControl, Power } from '#shared/domain/device.ts'

const { port, serial, folder, timeScale, puts } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly port: number
  readonly serial: string
  readonly folder: string
  readonly timeScale: number
  readonly puts: readonly DeviceControl[]
}
const never = new AbortController().signal
const places = runningPlaces({ NOCTURNE_EMULATOR_RUNNING: folder })
const power = new LiveValue<Power>({ is: 'on', asleep: false })
const driver = await openFound({ port, serial, timeScale, places }, power, never)
for (const put of puts) await driver.settings.set(put, never)
process.kill(process.pid, 'SIGKILL')
