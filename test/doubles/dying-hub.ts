// A hub that dies: takes its home where it is given one, opens one device over adb or gRPC, puts and presses what it is told to
// and is killed before it gives anything back: by itself, or by whoever told it to stay. `node dying-hub.ts '<order as JSON>'`.
import { openFound } from '#main/device/android/emulator/open.ts'
import { runningPlaces } from '#main/device/android/emulator/running.ts'
import { openHome } from '#main/hub/home.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { DeviceControl, Power } from '#shared/domain/device.ts'
import type { Contact, HostKey } from '#shared/domain/input.ts'

const { home, port, serial, folder, timeScale, puts, contacts, keys, stays } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly home?: string
  readonly port: number
  readonly serial: string
  readonly folder: string
  readonly timeScale: number
  readonly puts: readonly DeviceControl[]
  readonly contacts?: readonly Contact[]
  readonly keys?: readonly HostKey[]
  readonly stays?: boolean
}
const never = new AbortController().signal
if (home !== undefined) await openHome(home)
const places = runningPlaces({ NOCTURNE_EMULATOR_RUNNING: folder })
const power = new LiveValue<Power>({ is: 'on', asleep: false })
const driver = await openFound({ port, serial, timeScale, places }, power, never)
for (const put of puts) await driver.settings.set(put, never)
if (contacts !== undefined) await driver.touch?.contacts?.(contacts, never)
for (const key of keys ?? []) await driver.keys.hostKey?.(key, true, never)
if (stays === true) await new Promise(resolve => setTimeout(resolve, 600_000))
process.kill(process.pid, 'SIGKILL')
