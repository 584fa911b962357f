// A fleet over the SDK double: the room of emulators around the real adb finder, in this process. For tests of whole orders.
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualTimes } from '#main/device/android/avd/boot-stages.ts'
import type { MachineTimes } from '#main/device/android/avd/machine.ts'
import { AvdRoom } from '#main/device/android/avd/room.ts'
import { androidOptionsOf, androidPlatform } from '#main/device/android/platform.ts'
import { Fleet } from '#main/device/fleet.ts'
import type { DeviceRow, PowerOrder } from '#shared/domain/device.ts'
import type { SdkDouble } from '../doubles/sdk/start.ts'

export interface Emulators extends AsyncDisposable {
  readonly fleet: Fleet
  readonly room: AvdRoom
  readonly home: string
  row(id: string): DeviceRow
  order(id: string, order: PowerOrder): Promise<string>
  /** Every new word about the device, in order. */
  readonly said: readonly string[]
  until(id: string, holds: (row: DeviceRow) => boolean): Promise<DeviceRow>
}

export const quick: MachineTimes = { stages: usualTimes, pollMs: 60, stopMs: 60_000, endMs: 20_000 }

export async function startEmulators(
  sdk: SdkDouble,
  given: { readonly home?: string; readonly times?: Partial<MachineTimes> } = {},
): Promise<Emulators> {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'nocturne home ')))
  const options = androidOptionsOf(sdk.env)
  const times = { ...quick, ...given.times }
  const room = new AvdRoom({ adbPort: options.port, places: options.places, home, env: sdk.env, times })
  const fleet = new Fleet([room.around(androidPlatform(options))])
  const said: string[] = []
  fleet.rows.subscribe(rows => {
    for (const row of rows) {
      const words = `${row.model.id} ${row.state.power.is}: ${row.why ?? ''}`
      if (said.findLast(one => one.startsWith(`${row.model.id} `)) !== words) said.push(words)
    }
  })
  await fleet.start()
  const find = (id: string): DeviceRow | undefined => fleet.rows.value.find(one => one.model.id === id)
  return {
    fleet,
    room,
    home,
    said,
    row: id => {
      const row = find(id)
      if (row === undefined) throw new Error(`there is no ${id}: ${said.join('\n')}`)
      return row
    },
    order: (id, order) => fleet.order(id, order),
    until: (id, holds) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const row = find(id)
          if (row === undefined || !holds(row)) return
          stop()
          clearTimeout(late)
          resolve(row)
        }
        const late = setTimeout(() => {
          stop()
          reject(new Error(`it never came: ${said.join('\n')}`))
        }, 120_000)
        const stop = fleet.rows.subscribe(look)
        look()
      }),
    [Symbol.asyncDispose]: async () => {
      await fleet[Symbol.asyncDispose]()
      if (given.home === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}
