// Finds Android devices through the adb server that runs on this computer, follows them as they come and go, and says in
// words why one cannot be used. It never starts a server: who has Android tools has one running.
import type { AdbServerClient } from '@yume-chan/adb'
import type { Driver, FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { AdbLink, adbServer } from '#main/device/android/adb.ts'
import { capsOf, type TimeScale } from '#main/device/android/driver.ts'
import { runningPlaces, type RunningPlaces } from '#main/device/android/emulator/running.ts'
import { parseAdbDevices, type AdbDevice } from '#main/device/android/parse/adb-devices.ts'
import { buildPropsOf, parseGetprop } from '#main/device/android/parse/getprop.ts'
import { Phones, type Phone } from '#main/device/android/phones.ts'
import { powerOf, usualReboot, type Rebootable, type RebootTimes } from '#main/device/android/reboot.ts'
import { Reconnects, usualReconnect, type ReconnectTimes } from '#main/device/android/reconnect.ts'
import { reachedBy, shapeOf } from '#main/device/android/serials.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DeviceModel } from '#shared/domain/device.ts'

export interface AndroidPlatformOptions {
  /** Of the adb server on 127.0.0.1. */
  readonly port: number
  readonly timeScale: TimeScale
  /** Where running emulators say how they are reached. */
  readonly places: RunningPlaces
  readonly reconnect: ReconnectTimes
  readonly reboot: RebootTimes
}

const usual: AndroidPlatformOptions = {
  port: 5037,
  timeScale: 1,
  places: runningPlaces(process.env),
  reconnect: usualReconnect,
  reboot: usualReboot,
}

/** As adb's own tools are told: its server's port; and how fast the clocks of doubles run, for tests of whole nights. */
export function androidOptionsOf(env: Readonly<Record<string, string | undefined>>): AndroidPlatformOptions {
  const port = Number(env['ANDROID_ADB_SERVER_PORT'] ?? '')
  const scale = env['NOCTURNE_TIME_SCALE'] ?? ''
  const timeScale = scale === 'device' ? scale : Number(scale)
  return {
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : usual.port,
    timeScale: timeScale === 'device' || (timeScale > 0 && timeScale <= 1000) ? timeScale : usual.timeScale,
    places: runningPlaces(env),
    reconnect: usual.reconnect,
    reboot: usual.reboot,
  }
}

/** Between two tries to follow a server that went away. */
const againMs = 2000
const pollMs = 4000
const firstListMs = 3000
const askMs = 2500
/** Of a device that has not said its version yet: what an older one cannot, it says then. */
const assumedApiLevel = 33

export function androidPlatform(given: Partial<AndroidPlatformOptions>): PlatformFinder {
  const options = { ...usual, ...given }
  return {
    platform: 'android',
    async watch(onChange, signal) {
      let phones: Phones | null = null
      const tell = (): void => onChange((phones?.all ?? []).map(phone => foundOf(phone, options, tell, signal)))
      const known = new Phones(new Reconnects(options.port, options.reconnect, tell), signal)
      phones = known
      const client = adbServer(options.port)
      const first = Promise.withResolvers<void>()
      const heard = newestFirst(async rows => {
        await Promise.all(known.unknown(rows).map(row => identify(known, row, options.port, signal)))
        return () => {
          known.take(rows)
          tell()
          const asked = known.untold(rows).map(row => describe(known, row, options.port, signal, tell))
          // Who asks at once is told what they are; nobody waits for one that hangs.
          void Promise.all(asked).then(() => first.resolve())
        }
      })
      follow(client, heard, signal).catch((thrown: unknown) => first.reject(noServer(options.port, thrown)))
      await Promise.race([first.promise, sleep(firstListMs, signal)])
    },
  }
}

/** Takes every list in its order; one during which a phone was asked who it is does not overtake a newer. */
function newestFirst(work: (rows: readonly AdbDevice[]) => Promise<() => void>): (rows: readonly AdbDevice[]) => void {
  let tail: Promise<void> = Promise.resolve()
  return rows => {
    const mine = work(rows)
    tail = tail.then(async () => {
      const take = await mine
      take()
    })
    // Asking fails in silence: the phone is then known by its address.
    tail.catch(() => undefined)
  }
}

async function identify(phones: Phones, { serial }: AdbDevice, port: number, signal: AbortSignal): Promise<void> {
  const said = await oneLine(port, serial, 'getprop ro.serialno', signal)
  // Where it did not say, it is what its address says until it is there again.
  phones.knows(serial, said?.trim() ?? '')
}

/** What it is, before anybody opens it: adb's list tells no version. */
async function describe(
  phones: Phones,
  { serial }: AdbDevice,
  port: number,
  signal: AbortSignal,
  tell: () => void,
): Promise<void> {
  const said = await oneLine(port, serial, 'getprop', signal)
  if (said === null || signal.aborted) return
  phones.tells(serial, buildPropsOf(parseGetprop(said)))
  tell()
}

/** Null of one that did not answer; the others are not kept waiting by it. */
async function oneLine(port: number, serial: string, line: string, signal: AbortSignal): Promise<string | null> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(askMs)])
  try {
    const link = await AdbLink.open(port, serial, late)
    try {
      return (await link.shell(line, late)).stdout
    } finally {
      await link.close()
    }
  } catch {
    return null
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

function foundOf(phone: Phone, options: AndroidPlatformOptions, tell: () => void, closing: AbortSignal): FoundDevice {
  const model = modelOf(phone)
  return {
    model,
    can: capsOf(model.apiLevel ?? assumedApiLevel, model.kind === 'tv', phone.serial),
    power: phone.power.value,
    why: phone.why,
    by: phone.by,
    // An emulator that is ours to start has orders of its own instead.
    operate: powerOf(rebootable(phone, model.name, tell), options.port, options.reboot, closing),
    open: async signal => {
      // Loaded on first need: most devices are never opened.
      const { openFound } = await import('#main/device/android/emulator/open.ts')
      const { port, timeScale, places } = options
      return named(
        await openFound(
          { port, serial: phone.serial, timeScale, places, current: () => phone.serial },
          phone.power,
          signal,
        ),
        phone,
      )
    },
  }
}

const rebootable = (phone: Phone, name: string, tell: () => void): Rebootable => ({
  name,
  get serial() {
    return phone.serial
  },
  get away() {
    return phone.away
  },
  get isRebooting() {
    return phone.rebooting !== null
  },
  isEmulator: reachedBy(shapeOf(phone.row)) === 'emulator',
  says: words => {
    if (phone.rebooting === words) return
    phone.rebooting = words
    tell()
  },
})

/** The driver knows the way it was opened by; the device keeps its name however it is reached. */
const named = (driver: Driver, { id }: Phone): Driver =>
  driver.model.id === id ? driver : { ...driver, model: { ...driver.model, id } }

/** What adb's list and its build tell; the rest is read when the device is opened. */
function modelOf({ id, row, build }: Phone): DeviceModel {
  const isTv = build?.tv === true
  return {
    id,
    name: nameIn(build?.model) ?? nameIn(row.model) ?? row.serial,
    platform: 'android',
    kind: isTv ? 'tv' : 'phone',
    surface: isTv ? 'dpad' : 'touch',
    runtime: build === null || build.sdk === null ? 'Android' : `Android ${build.release} (API ${build.sdk})`,
    size: { width: 0, height: 0 },
    densityDpi: 0,
    apiLevel: build?.sdk ?? null,
  }
}

const nameIn = (model: string | null | undefined): string | null => {
  const name = (model ?? '').replaceAll('_', ' ')
  return name === '' ? null : name
}

function noServer(port: number, thrown: unknown): Refusal {
  return new Refusal('failed', `No adb server answers on port ${port}.`, {
    hint: 'Start one with "adb start-server"; Nocturne does not start or stop it for you.',
    cause: thrown,
  })
}
