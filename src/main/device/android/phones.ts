// adb's rows as phones: rows of one phone are one, it stays through every state it passes and when it is gone, and says in
// words what is wrong and what is done about it. Used by platform.ts.
import type { AdbDevice } from '#main/device/android/parse/adb-devices.ts'
import { wordsOfState } from '#main/device/android/parse/adb-devices.ts'
import type { BuildProps } from '#main/device/android/parse/getprop.ts'
import type { Reconnects } from '#main/device/android/reconnect.ts'
import { bestOf, canReconnect, isOwnNumber, reachedBy, shapeOf, waysOf } from '#main/device/android/serials.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import { deviceId, type DeviceId } from '#shared/domain/ids.ts'

export interface Phone {
  /** For as long as the finder lives, whichever way it is reached. */
  readonly id: DeviceId
  readonly power: LiveValue<Power>
  /** As adb names it now, or named it last. */
  serial: string
  /** What adb told of it last while it could be used. */
  row: AdbDevice
  /** What it said of itself last; null before it has. */
  build: BuildProps | null
  why: string | null
  /** Why adb cannot use it, whatever it is told to do; null when it can. */
  away: string | null
  /** How far its reboot is, in words: it stands for `why` meanwhile. */
  rebooting: string | null
  by: string | null
}

interface Kept extends Phone {
  /** The phone's own number, or its address while that is not known. */
  number: string
  /** It could be used once. */
  wasUsable: boolean
}

export class Phones {
  readonly #kept: Kept[] = []
  readonly #reconnects: Reconnects
  readonly #signal: AbortSignal
  /** Address → the number the phone there told. */
  readonly #numbers = new Map<string, string>()
  /** Those that were asked what they are since they came. */
  readonly #described = new Set<string>()
  #rows: readonly AdbDevice[] = []

  constructor(reconnects: Reconnects, signal: AbortSignal) {
    this.#reconnects = reconnects
    this.#signal = signal
  }

  /** Rows whose phone is not known yet: it is asked before they are told of. */
  unknown(rows: readonly AdbDevice[]): readonly AdbDevice[] {
    for (const row of rows) if (row.state !== 'device') this.#numbers.delete(row.serial)
    return rows.filter(row => row.state === 'device' && shapeOf(row).is === 'address' && !this.#numbers.has(row.serial))
  }

  /** What a phone answered; empty when it did not say. */
  knows(serial: string, serialno: string): void {
    this.#numbers.set(serial, isOwnNumber(serialno) ? serialno : serial)
  }

  /** Rows that were not asked yet what they are: they are asked now, and once. */
  untold(rows: readonly AdbDevice[]): readonly AdbDevice[] {
    const usable = new Set(rows.filter(row => row.state === 'device').map(row => row.serial))
    for (const serial of this.#described) if (!usable.has(serial)) this.#described.delete(serial)
    const asked = rows.filter(row => usable.has(row.serial) && !this.#described.has(row.serial))
    for (const { serial } of asked) this.#described.add(serial)
    return asked
  }

  /** What it says of itself; one that is still starting says nothing of use. */
  tells(serial: string, build: BuildProps): void {
    const row = this.#rows.find(one => one.serial === serial)
    if (row !== undefined && build.sdk !== null) this.#phoneOf(row).build = build
  }

  take(rows: readonly AdbDevice[]): void {
    this.#rows = rows
    const here = new Map<Kept, AdbDevice[]>()
    // Those whose name says who they are come first, so that an address finds its phone.
    const named = [...rows].sort((a, b) => Number(shapeOf(a).phone === null) - Number(shapeOf(b).phone === null))
    for (const row of named) {
      const phone = this.#phoneOf(row)
      here.set(phone, [...(here.get(phone) ?? []), row])
    }
    for (const phone of this.#kept) this.#update(phone, here.get(phone) ?? [])
    this.#forgetUseless(here)
  }

  get all(): readonly Phone[] {
    for (const phone of this.#kept) this.#tellPower(phone)
    return this.#kept
  }

  #phoneOf(row: AdbDevice): Kept {
    const shape = shapeOf(row)
    const number = shape.phone ?? this.#numbers.get(row.serial) ?? null
    const known =
      this.#kept.find(one => one.number === number) ??
      // While it is away an address is still the phone that was there; one that answers has said who it is.
      this.#kept.find(one => one.serial === row.serial && (number === null || one.number === row.serial))
    if (known !== undefined) {
      if (number !== null) known.number = number
      return known
    }
    const phone: Kept = {
      id: deviceId((shape.phone ?? row.serial).replaceAll(/\s+/g, '-')),
      power: new LiveValue<Power>({ is: 'on', asleep: false }),
      serial: row.serial,
      row,
      build: null,
      why: null,
      away: null,
      rebooting: null,
      by: null,
      number: number ?? row.serial,
      wasUsable: false,
    }
    this.#kept.push(phone)
    return phone
  }

  #update(phone: Kept, rows: readonly AdbDevice[]): void {
    const best = bestOf(rows)
    if (best !== undefined) phone.serial = best.serial
    if (best?.state === 'device') phone.wasUsable = true
    // A phone that is offline tells neither model nor product: what it told before stays.
    if (best !== undefined && (best.state === 'device' || !phone.wasUsable)) phone.row = best
    phone.by = waysOf(rows)
    const shape = shapeOf(best ?? { serial: phone.serial, path: phone.row.path })
    if (best?.state === 'device') this.#reconnects.found(phone.serial)
    else if (canReconnect(shape) && phone.wasUsable && (best === undefined || best.state === 'offline'))
      this.#reconnects.lost(phone.serial, this.#signal)
    phone.away = best === undefined ? goneWords[reachedBy(shape)] : wordsOfState(best.state, reachedBy(shape))
    this.#tellPower(phone)
  }

  #tellPower(phone: Kept): void {
    if (phone.away !== null && this.#reconnects.hasGivenUp(phone.serial)) phone.away = givenUpWords
    phone.why = phone.rebooting ?? phone.away
    const { why } = phone
    if (why === null) {
      if (phone.power.value.is !== 'on') phone.power.set({ is: 'on', asleep: false })
      return
    }
    const now = phone.power.value
    const nextTryMs = this.#reconnects.nextTryMs(phone.serial)
    if (now.is !== 'lost' || now.why !== why || now.nextTryMs !== nextTryMs)
      phone.power.set({ is: 'lost', why, nextTryMs })
  }

  /** One that was never let in and is gone leaves nothing behind; nor does a provisional one that turned out another. */
  #forgetUseless(here: ReadonlyMap<Kept, unknown>): void {
    for (let at = this.#kept.length - 1; at >= 0; at -= 1) {
      const phone = this.#kept[at]
      if (phone === undefined || here.has(phone)) continue
      const isAnother = this.#rows.some(row => row.serial === phone.serial)
      if (!phone.wasUsable || isAnother) this.#kept.splice(at, 1)
    }
  }
}

const givenUpWords =
  'It was not reached again over the network, and Nocturne has stopped asking. Wake it, then connect to the address it shows under Wireless debugging.'

const goneWords = {
  usb: 'It is no longer connected. Plug it in again; it goes on where it was.',
  network:
    'It is no longer reached over the network. Wake it and keep it on the same Wi-Fi; Nocturne asks for it again.',
  emulator: 'It is no longer connected.',
} as const
