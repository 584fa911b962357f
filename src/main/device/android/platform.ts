// Finds Android devices through the adb server that runs on this computer, follows them as they come and go, and says in
// words why one cannot be used. It never starts a server: who has Android tools has one running.
import type { AdbServerClient } from '@yume-chan/adb'
import type { FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { adbServer } from '#main/device/android/adb.ts'
import { capsOf, openAndroid, type TimeScale } from '#main/device/android/driver.ts'
import { parseAdbDevices, wordsOfState, type AdbDevice } from '#main/device/android/parse/adb-devices.ts'
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import type { DeviceModel, Power } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'

export interface AndroidPlatformOptions {
  /** Of the adb server on 127.0.0.1. */
  readonly port: number
  readonly timeScale: TimeScale
}

const usual: AndroidPlatformOptions = { port: 5037, timeScale: 1 }

/** As adb's own tools are told: its server's port; and how fast the clocks of doubles run, for tests of whole nights. */
export function androidOptionsOf(env: Readonly<Record<string, string | undefined>>): AndroidPlatformOptions {
  const port = Number(env['ANDROID_ADB_SERVER_PORT'] ?? '')
  const scale = env['NOCTURNE_TIME_SCALE'] ?? ''
  const timeScale = scale === 'device' ? scale : Number(scale)
  return {
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : usual.port,
    timeScale: timeScale === 'device' || (timeScale > 0 && timeScale <= 1000) ? timeScale : usual.timeScale,
  }
}

/** Between two tries to follow a server that went away. */
const againMs = 2000
const pollMs = 4000
const firstListMs = 3000
/** Of a device that has not been opened yet: what an older one cannot, it says then. */
const assumedApiLevel = 33

export function androidPlatform(given: Partial<AndroidPlatformOptions>): PlatformFinder {
  const options = { ...usual, ...given }
  return {
    platform: 'android',
    async watch(onChange, signal) {
      const powers = new Map<string, LiveValue<Power>>()
      const told = (rows: readonly AdbDevice[]): void => onChange(rows.map(row => foundOf(row, powers, options)))
      const client = adbServer(options.port)
      const first = Promise.withResolvers<void>()
      const following = follow(
        client,
        rows => {
          lose(powers, rows)
          told(rows)
          first.resolve()
        },
        signal,
      )
      following.catch((thrown: unknown) => first.reject(noServer(options.port, thrown)))
      await Promise.race([first.promise, sleep(firstListMs, signal)])
    },
  }
}

/** Reads the list at each change; after a server went away, tries again until the signal ends it. The first failure is thrown. */
async function follow(
  client: AdbServerClient,
  tell: (rows: readonly AdbDevice[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: string | null = null
  const heard = (text: string): void => {
    if (text === last) return
    last = text
    tell(parseAdbDevices(text))
  }
  while (!signal.aborted) {
    const round = new AbortController()
    const both = AbortSignal.any([signal, round.signal])
    try {
      const stream = await client.createConnection('host:track-devices-l', { unref: true, signal: both })
      both.addEventListener('abort', () => void stream.dispose(), { once: true })
      await Promise.race([track(async () => stream.readString(), heard, both), poll(client, heard, both)])
    } catch (thrown) {
      if (signal.aborted) return
      if (last === null) throw thrown
      heard('')
      await sleep(againMs, signal).catch(() => undefined)
    } finally {
      round.abort(new Error('this round of following is over'))
    }
  }
}

async function track(next: () => Promise<string>, heard: (text: string) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) heard(await next())
}

/** A device on the network that goes offline is no change to older servers: it is told only when it comes back. */
async function poll(client: AdbServerClient, heard: (text: string) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(pollMs, signal)
    const stream = await client.createConnection('host:devices-l', { unref: true, signal })
    try {
      heard(await stream.readString())
    } finally {
      await stream.dispose()
    }
  }
}

function foundOf(row: AdbDevice, powers: Map<string, LiveValue<Power>>, options: AndroidPlatformOptions): FoundDevice {
  const why = wordsOfState(row.state)
  const power = powers.get(row.serial) ?? new LiveValue<Power>({ is: 'on', asleep: false })
  powers.set(row.serial, power)
  power.set(why === null ? { is: 'on', asleep: false } : { is: 'lost', why, nextTryMs: null })
  return {
    model: modelOf(row),
    can: capsOf(assumedApiLevel, false, row.serial),
    power: power.value,
    why,
    operate: null,
    open: signal =>
      openAndroid({ port: options.port, serial: row.serial, timeScale: options.timeScale }, power, signal),
  }
}

/** What adb's list tells; the rest is read when the device is opened. */
function modelOf(row: AdbDevice): DeviceModel {
  return {
    id: deviceId(row.serial.replaceAll(/\s+/g, '-')),
    name: row.model?.replaceAll('_', ' ') ?? row.serial,
    platform: 'android',
    kind: 'phone',
    surface: 'touch',
    runtime: 'Android',
    size: { width: 0, height: 0 },
    densityDpi: 0,
    apiLevel: null,
  }
}

function lose(powers: ReadonlyMap<string, LiveValue<Power>>, rows: readonly AdbDevice[]): void {
  for (const [serial, power] of powers)
    if (!rows.some(row => row.serial === serial))
      power.set({ is: 'lost', why: 'It is no longer connected.', nextTryMs: null })
}

function noServer(port: number, thrown: unknown): Refusal {
  return new Refusal('failed', `No adb server answers on port ${port}: ${wordsOf(thrown)}`, {
    hint: 'Start one with "adb start-server"; Nocturne does not start or stop it for you.',
    cause: thrown,
  })
}
