// A hub that dies: gives one order to an emulator and ends itself, as a crash does, once the order is written down as being
// in that step (`spawned`: once the emulator's program runs and has not said yet how it is reached). `node hub.ts HOME DEVICE ORDER STEP`, in the environment of an SDK double.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usualTimes } from '#main/device/android/avd/boot-stages.ts'
import { AvdRoom } from '#main/device/android/avd/room.ts'
import { androidOptionsOf, androidPlatform } from '#main/device/android/platform.ts'
import { Fleet } from '#main/device/fleet.ts'
import type { PowerOrder } from '#shared/domain/device.ts'
import { startsFile } from './orders.ts'

const [home = '', device = '', order = '', step = ''] = process.argv.slice(2)
const note = join(home, 'emulators', `${device.replace(/^avd:/, '')}.json`)
const options = androidOptionsOf(process.env)
const times = { stages: usualTimes, pollMs: 60, stopMs: 60_000, endMs: 20_000 }
const room = new AvdRoom({ adbPort: options.port, places: options.places, home, env: process.env, times })
const fleet = new Fleet([room.around(androidPlatform(options))])
await fleet.start()
setInterval(() => {
  if (!existsSync(note)) return
  if (step === 'spawned' && existsSync(startsFile(process.env['ANDROID_HOME'] ?? '')))
    process.kill(process.pid, 'SIGKILL')
  const { doing } = JSON.parse(readFileSync(note, 'utf8')) as { doing: { step: string } | null }
  if (doing?.step === step) process.kill(process.pid, 'SIGKILL')
}, 3)
console.log(await fleet.order(device, order as PowerOrder))
