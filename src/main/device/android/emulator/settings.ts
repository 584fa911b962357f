// Controls of an emulator: how it is held and folded, its place and its battery by its own service, each read back and what
// it was before written down on the device; all else as on any Android device.
import type { Held, SettingsFacet } from '#main/device/driver.ts'
import { isUnread, readTogether } from '#shared/base/reading.ts'
import {
  batteryWord,
  batteryWritten,
  placeWord,
  placeWritten,
  stanceWord,
  stanceWritten,
} from '#main/device/android/emulator/before.ts'
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { orientationOf, pictureSize, quarterOf, turnFor, turnOf } from '#main/device/android/emulator/panel.ts'
import { batteryStates, chargers, type Messages } from '#main/device/android/emulator/protocol.ts'
import type { StanceWatch } from '#main/device/android/emulator/stance.ts'
import type { EmulatorTouch } from '#main/device/android/emulator/touch.ts'
import type { Memory } from '#main/device/android/remembered.ts'
import { givenBack } from '#main/device/android/settings.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Battery, Can, Capabilities, DeviceControl, Place, Turn } from '#shared/domain/device.ts'

const yes: Can = { yes: true }

/** What an emulator can more than a phone on a cable. */
export const emulatorControls = (adb: Capabilities['controls'], folds: boolean): Capabilities['controls'] => ({
  ...adb,
  orientation: yes,
  turn: yes,
  posture: folds ? yes : { yes: false, why: 'It does not fold.' },
  location: yes,
  battery: yes,
})

export interface EmulatorSettingsParts {
  readonly connection: EmulatorConnection
  readonly stance: StanceWatch
  readonly touch: EmulatorTouch
  readonly adb: SettingsFacet
  /** As they were before the first change, by us or by one that died; nothing while they are the device's own. */
  readonly before: Readonly<Record<'place' | 'battery' | 'held', Memory>>
  /** Lets apps follow how the device is held. */
  autoRotate(signal: AbortSignal): Promise<void>
}

export class EmulatorSettings implements SettingsFacet {
  readonly #parts: EmulatorSettingsParts
  #mayTurn = false

  constructor(parts: EmulatorSettingsParts) {
    this.#parts = parts
  }

  async set(control: DeviceControl, signal: AbortSignal): Promise<void> {
    const { stance, adb } = this.#parts
    switch (control.set) {
      case 'orientation':
        return this.#turn(turnFor(control.to, stance.panel, stance.now.value), signal)
      case 'turn':
        return this.#turn(turnFrom(stance.now.value.turn, control.to), signal)
      case 'posture': {
        const { fold } = stance.panel
        if (fold === null) throw new Refusal('unsupported', 'It does not fold.')
        if (!fold.postures.includes(control.to))
          throw new Refusal('unsupported', `It cannot be ${control.to}: it knows ${fold.postures.join(', ')}.`)
        await this.#keepHeld(signal)
        return this.#parts.touch.whileStill(() => stance.fold(control.to, signal), signal)
      }
      case 'location':
        return this.#place(control.to, signal)
      case 'battery':
        return this.#battery(control.to, signal)
      case 'dark':
      case 'fontScale':
      case 'locale':
      case 'network':
      case 'awake':
      case 'statusBar':
        return adb.set(control, signal)
    }
  }

  async read(signal: AbortSignal): Promise<Awaited<ReturnType<SettingsFacet['read']>>> {
    const { stance, adb } = this.#parts
    const read = await readTogether({ settings: adb.read(signal), held: stance.read(signal) }, signal)
    const orientation = isUnread(read.held) ? read.held : orientationOf(pictureSize(stance.panel, read.held))
    const why = read.settings
    if (!isUnread(why)) return { ...why, orientation }
    return { dark: why, fontScale: why, locale: why, network: why, orientation }
  }

  /** Battery and place are asked of the emulator, and are its own while none is written down as put. */
  readonly readHeld = async (signal: AbortSignal): Promise<Partial<Held>> => {
    const { connection, stance, adb, before } = this.#parts
    const isPut = async (one: Memory): Promise<boolean> => (await one.read(signal)) !== null
    const battery = async (): Promise<Pick<Held, 'battery' | 'ownBattery'>> => {
      const [is, state] = [await isPut(before.battery), await connection.call('getBattery', {}, signal)]
      return is ? { battery: batteryIn(state) } : { battery: null, ownBattery: ownBatteryIn(state) }
    }
    const place = async (): Promise<Pick<Held, 'location' | 'ownLocation'>> => {
      const [is, { latitude, longitude }] = [await isPut(before.place), await connection.call('getGps', {}, signal)]
      const reads = { latitude, longitude }
      return is ? { location: reads } : { location: null, ownLocation: reads }
    }
    const read = await readTogether(
      { held: stance.read(signal), known: known(adb, signal), battery: battery(), place: place() },
      signal,
    )
    const power = connection.power.value
    const { asleep = power.is === 'on' && power.asleep, statusBar = null } = isUnread(read.known) ? {} : read.known
    return {
      ...(isUnread(read.held) ? {} : { turn: read.held.turn, posture: read.held.posture }),
      ...(isUnread(read.known) ? {} : { asleep, statusBar }),
      ...(isUnread(read.battery) ? {} : read.battery),
      ...(isUnread(read.place) ? {} : read.place),
    }
  }

  async #turn(to: Turn, signal: AbortSignal): Promise<void> {
    const { stance, touch } = this.#parts
    if (!this.#mayTurn) {
      await this.#parts.autoRotate(signal)
      this.#mayTurn = true
    }
    await this.#keepHeld(signal)
    await touch.whileStill(() => stance.turn(to, signal), signal)
  }

  /** As it was before one that died; as the adb driver does, which does the rest. */
  giveBackLeft(signal: AbortSignal): Promise<void> {
    return givenBack(late => this.close(late), signal)
  }

  /** Gives back what was put over its own; the adb driver's own close does the rest. */
  async close(signal: AbortSignal): Promise<void> {
    const undone = await Promise.allSettled([
      this.#place(null, signal),
      this.#battery(null, signal),
      this.#heldAsBefore(signal),
    ])
    const failed = undone.find(one => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #keepHeld(signal: AbortSignal): Promise<void> {
    const { stance, before } = this.#parts
    await before.held.keep(async () => stanceWord(await stance.read(signal)), signal)
  }

  async #heldAsBefore(signal: AbortSignal): Promise<void> {
    const { stance, touch, before } = this.#parts
    const written = await before.held.read(signal)
    if (written === null) return
    const own = stanceWritten(written)
    await touch.whileStill(async () => {
      const now = await stance.read(signal)
      if (own.posture !== null && own.posture !== now.posture) await stance.fold(own.posture, signal)
      if (own.turn !== now.turn) await stance.turn(own.turn, signal)
    }, signal)
    await before.held.forget(signal)
  }

  async #place(to: Place | null, signal: AbortSignal): Promise<void> {
    const { place: before } = this.#parts.before
    if (to !== null) {
      const now = await this.#parts.connection.call('getGps', {}, signal)
      await before.keep(() => Promise.resolve(placeWord(now)), signal)
      return this.#putPlace({ ...now, ...to, passiveUpdate: false }, signal)
    }
    const written = await before.read(signal)
    if (written === null) return
    await this.#putPlace(placeWritten(written), signal)
    await before.forget(signal)
  }

  async #putPlace(wanted: Messages['GpsState'], signal: AbortSignal): Promise<void> {
    const { connection } = this.#parts
    await connection.call('setGps', wanted, signal)
    const read = await connection.call('getGps', {}, signal)
    if (!isNear(read.latitude, wanted.latitude) || !isNear(read.longitude, wanted.longitude))
      throw new Refusal('outcome-unknown', 'The emulator was told its place and names another one.')
  }

  async #battery(to: Battery | null, signal: AbortSignal): Promise<void> {
    const { battery: before } = this.#parts.before
    if (to !== null) {
      const now = await this.#parts.connection.call('getBattery', {}, signal)
      await before.keep(() => Promise.resolve(batteryWord(now)), signal)
      // Every field is set at once, so what is not meant is written back as it was read.
      return this.#putBattery({ ...now, ...fieldsOf(to) }, signal)
    }
    const written = await before.read(signal)
    if (written === null) return
    await this.#putBattery(batteryWritten(written), signal)
    await before.forget(signal)
  }

  async #putBattery(wanted: Messages['BatteryState'], signal: AbortSignal): Promise<void> {
    const { connection } = this.#parts
    await connection.call('setBattery', wanted, signal)
    const read = await connection.call('getBattery', {}, signal)
    if (read.chargeLevel !== wanted.chargeLevel || read.status !== wanted.status)
      throw new Refusal('outcome-unknown', 'The emulator was told its battery and names another one.')
  }
}

const fieldsOf = ({ level, charging }: Battery): Partial<Messages['BatteryState']> => ({
  hasBattery: true,
  isPresent: true,
  chargeLevel: Math.round(level),
  charger: charging ? chargers.ac : chargers.none,
  status: charging ? batteryStates.charging : batteryStates.discharging,
})

const known = async (adb: SettingsFacet, signal: AbortSignal): Promise<Partial<Held>> =>
  (await adb.readHeld?.(signal)) ?? {}

/** Null of one without a battery. */
const ownBatteryIn = (state: Messages['BatteryState']): Battery | null => (state.hasBattery ? batteryIn(state) : null)

const batteryIn = (state: Messages['BatteryState']): Battery => ({
  level: state.chargeLevel,
  charging: state.status === batteryStates.charging,
})

const turnFrom = (now: Turn, to: Turn | 'left' | 'right'): Turn => {
  if (to === 'left') return turnOf(quarterOf(now) + 1)
  return to === 'right' ? turnOf(quarterOf(now) + 3) : to
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6
