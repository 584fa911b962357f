// What is put over an Android device's own for a test or a picture, over adb: sleep, posture, battery, place and status bar.
// Each is read back from the device; all is given back on close, or by the next one that opens it. On an emulator some of it goes by its own service instead.
import type { Held } from '#main/device/driver.ts'
import { isUnread, readTogether } from '#shared/base/reading.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { DemoMode } from '#main/device/android/demo-mode.ts'
import { parseBattery } from '#main/device/android/parse/battery.ts'
import { parseDeviceState } from '#main/device/android/parse/device-state.ts'
import { parseGpsPlace } from '#main/device/android/parse/location.ts'
import { parseWakefulness } from '#main/device/android/parse/power.ts'
import type { DeviceMemory, Memory } from '#main/device/android/remembered.ts'
import { asked, told, untilRead } from '#main/device/android/told.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Battery, Place, Posture } from '#shared/domain/device.ts'

const sleepKey = 223
const wakeKey = 224
const bootPollMs = 1000
const mockApp = 'com.android.shell'
const isNear = (a: Place, b: Place): boolean =>
  Math.abs(a.latitude - b.latitude) < 1e-4 && Math.abs(a.longitude - b.longitude) < 1e-4

export class AndroidHeld {
  readonly #link: AdbLink
  readonly #apiLevel: number
  /** The device's own number of each posture; empty on what does not fold. */
  readonly #postures: ReadonlyMap<Posture, number>
  readonly #bar: DemoMode
  #battery: Battery | null = null
  #place: Place | null = null
  /** Undefined until a place was put or taken away here: then it is as it is written down. */
  #isPlaced: boolean | undefined
  /** What of it was put, by us or by one that died: each was the device's own before. */
  readonly #put: Readonly<Record<'battery' | 'location' | 'posture', Memory>>
  /** Of the boot in which something was put; another one has forgotten it. */
  #bootId: string | null = null

  constructor(link: AdbLink, apiLevel: number, postures: ReadonlyMap<Posture, number>, memory: DeviceMemory) {
    this.#link = link
    this.#apiLevel = apiLevel
    this.#postures = postures
    this.#bar = new DemoMode(link, memory.of('status_bar'))
    this.#put = {
      battery: memory.of('battery'),
      location: memory.of('location'),
      posture: memory.of('posture'),
    }
  }

  async awake(to: boolean, signal: AbortSignal): Promise<void> {
    await told(this.#link, `input keyevent ${to ? wakeKey : sleepKey}`, signal)
    await untilRead(
      async () => (await this.#isAsleep(signal)) !== to,
      `The device was told to ${to ? 'wake' : 'sleep'}, and does not.`,
      signal,
    )
    // A lock without a code is no more than a picture in front.
    if (to) await asked(this.#link, 'wm dismiss-keyguard', signal)
  }

  async posture(to: Posture, signal: AbortSignal): Promise<void> {
    const number = this.#postures.get(to)
    if (number === undefined)
      throw new Refusal(
        'unsupported',
        this.#postures.size === 0
          ? 'It does not fold.'
          : `It cannot be ${to}: it knows ${[...this.#postures.keys()].join(', ')}.`,
      )
    await this.#put.posture.keep(own, signal)
    await told(this.#link, `cmd device_state state ${number}`, signal)
    await untilRead(
      async () => (await this.#postureNow(signal)) === to,
      `The device was told to be ${to}, and is not.`,
      signal,
    )
  }

  async statusBar(to: 'clean' | 'live', signal: AbortSignal): Promise<void> {
    if (to === 'live') return this.#bar.live(signal)
    await this.#rememberBoot(signal)
    return this.#bar.clean(this.#battery, signal)
  }

  async battery(to: Battery | null, signal: AbortSignal): Promise<void> {
    await this.#rememberBoot(signal)
    if (to !== null) await this.#put.battery.keep(own, signal)
    for (const line of batteryLines(to)) await told(this.#link, line, signal)
    const read = await this.#batteryNow(signal)
    const isSo = to === null ? read === null : read?.level === to.level && read.charging === to.charging
    if (!isSo) throw new Refusal('outcome-unknown', 'The device was told its battery and says another one.')
    this.#battery = to
    if (to === null) await forgotten(this.#put.battery, signal)
    await this.#bar.show(to, signal)
  }

  async location(to: Place | null, signal: AbortSignal): Promise<void> {
    if (this.#apiLevel < 31)
      throw new Refusal('unsupported', 'The place can be set over adb from Android 12 on.', { where: 'location' })
    if (to === null) {
      if ((await this.#put.location.read(signal)) === null) return
      // Only who may put a place may take it away; after a restart there may be none.
      await told(this.#link, `cmd appops set ${mockApp} android:mock_location allow`, signal)
      await told(this.#link, 'cmd location providers remove-test-provider gps', signal)
      await told(this.#link, `cmd appops set ${mockApp} android:mock_location default`, signal)
      this.#place = null
      this.#isPlaced = false
      await this.#put.location.forget(signal)
      return
    }
    await this.#rememberBoot(signal)
    await this.#put.location.keep(own, signal)
    await told(this.#link, `cmd appops set ${mockApp} android:mock_location allow`, signal)
    if (this.#place === null) await told(this.#link, 'cmd location providers add-test-provider gps', signal)
    await told(this.#link, 'cmd location providers set-test-provider-enabled gps true', signal)
    this.#place = to
    this.#isPlaced = true
    const place = `${to.latitude.toFixed(6)},${to.longitude.toFixed(6)}`
    await told(this.#link, `cmd location providers set-test-provider-location gps --location ${place}`, signal)
    const read = parseGpsPlace(await asked(this.#link, 'dumpsys location', signal))
    if (read !== null && !isNear(read, to))
      throw new Refusal('outcome-unknown', 'The device was told its place and names another one.')
  }

  /** What did not answer is left out. */
  async read(signal: AbortSignal): Promise<Partial<Omit<Held, 'turn'>>> {
    const read = await readTogether(
      {
        asleep: this.#isAsleep(signal).then(is => is === true),
        battery: this.#batteryRead(signal),
        posture: this.#postureNow(signal),
        statusBar: this.#bar.isClean(signal).then(is => (is ? ('clean' as const) : null)),
        location: this.#placeRead(signal),
      },
      signal,
    )
    return {
      ...(isUnread(read.asleep) ? {} : { asleep: read.asleep }),
      ...(isUnread(read.battery) ? {} : read.battery),
      ...(isUnread(read.posture) ? {} : { posture: read.posture }),
      ...(isUnread(read.statusBar) ? {} : { statusBar: read.statusBar }),
      ...(isUnread(read.location) ? {} : { location: read.location }),
    }
  }

  async #placeRead(signal: AbortSignal): Promise<Place | null> {
    this.#isPlaced ??= (await this.#put.location.read(signal)) !== null
    if (!this.#isPlaced) return null
    return parseGpsPlace(await asked(this.#link, 'dumpsys location', signal)) ?? this.#place
  }

  async #batteryRead(signal: AbortSignal): Promise<Pick<Held, 'battery' | 'ownBattery'>> {
    const { isSet, level, charging } = parseBattery(await asked(this.#link, 'dumpsys battery', signal))
    const reads = level === null ? null : { level, charging }
    return isSet ? { battery: reads } : { battery: null, ownBattery: reads }
  }

  /**
   * It was away. After a restart the status bar is put again; what else was put is gone, and said to be. Answers whether it
   * was one, as far as that is known: only after something was put is the boot remembered.
   */
  async cameBack(signal: AbortSignal): Promise<boolean> {
    if (this.#bootId === null || (await this.#boot(signal)) === this.#bootId) return false
    this.#battery = null
    this.#place = null
    this.#isPlaced = false
    this.#bootId = null
    if (!(await this.#bar.isClean(signal))) return true
    try {
      // Before, there is no System UI that would hear it.
      while ((await asked(this.#link, 'getprop sys.boot_completed', signal)).trim() !== '1')
        await sleep(bootPollMs, signal)
      await this.statusBar('clean', signal)
    } catch (thrown) {
      this.#bar.forget()
      throw thrown
    }
    return true
  }

  async close(signal: AbortSignal): Promise<void> {
    const battery = this.#ownBattery(signal)
    const undone = await Promise.allSettled([
      battery,
      // Not beside it: a word about the battery would bring a clean bar back.
      battery.catch(() => undefined).then(() => this.#bar.live(signal)),
      this.#apiLevel < 31 ? null : this.location(null, signal),
      this.#ownPosture(signal),
    ])
    const failed = undone.find(one => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #ownBattery(signal: AbortSignal): Promise<void> {
    if ((await this.#put.battery.read(signal)) !== null) await this.battery(null, signal)
  }

  async #ownPosture(signal: AbortSignal): Promise<void> {
    if (this.#postures.size === 0 || (await this.#put.posture.read(signal)) === null) return
    await told(this.#link, 'cmd device_state state reset', signal)
    await this.#put.posture.forget(signal)
  }

  async #isAsleep(signal: AbortSignal): Promise<boolean | null> {
    const said = parseWakefulness(await asked(this.#link, 'dumpsys power', signal))
    return said === null ? null : said === 'asleep'
  }

  /** What somebody set; null while the device hears its own battery. */
  async #batteryNow(signal: AbortSignal): Promise<Battery | null> {
    const { isSet, level, charging } = parseBattery(await asked(this.#link, 'dumpsys battery', signal))
    return isSet && level !== null ? { level, charging } : null
  }

  async #postureNow(signal: AbortSignal): Promise<Posture | null> {
    if (this.#postures.size === 0) return null
    const number =
      parseDeviceState(await asked(this.#link, 'cmd device_state print-state', signal)) ??
      parseDeviceState(await asked(this.#link, 'cmd device_state state', signal))
    return [...this.#postures].find(([, known]) => known === number)?.[0] ?? null
  }

  async #rememberBoot(signal: AbortSignal): Promise<void> {
    this.#bootId ??= await this.#boot(signal)
  }

  async #boot(signal: AbortSignal): Promise<string> {
    return (await asked(this.#link, 'cat /proc/sys/kernel/random/boot_id', signal)).trim()
  }
}

/** What was before is never a value of ours to give back: the device is told to use its own again. */
const own = (): Promise<string> => Promise.resolve('own')

async function forgotten(remembered: Memory, signal: AbortSignal): Promise<void> {
  if ((await remembered.read(signal)) !== null) await remembered.forget(signal)
}

function batteryLines(to: Battery | null): readonly string[] {
  if (to === null) return ['dumpsys battery reset']
  const power = to.charging
    ? ['dumpsys battery set ac 1', 'dumpsys battery set status 2']
    : ['dumpsys battery unplug', 'dumpsys battery set status 3']
  return [...power, `dumpsys battery set level ${Math.round(to.level)}`]
}
