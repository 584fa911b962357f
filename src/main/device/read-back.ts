// What a device says of itself, as state: each value with who made it and since when. Decides nothing: when it is read, and on
// whose behalf, is the Device's.
import { Refusal } from '#shared/base/refusal.ts'
import type {
  DeviceControl,
  DeviceSettings,
  DeviceState,
  Known,
  Observed,
  Override,
  OwnerKind,
} from '#shared/domain/device.ts'
import type { Held, SettingsFacet, SettingsRead } from '#main/device/driver.ts'
import { isUnread, readTogether, type Reading } from '#shared/base/reading.ts'
import { wallClock } from '#main/sys/clock.ts'

export type By = 'device' | OwnerKind
/** Who made what is found changed, and when it was found: ms since 1970. */
interface Found {
  readonly by: By
  readonly at: number
}

/**
 * Reads all of it; answers the state after a state. What does not answer is said to be unknown and takes nothing else with it;
 * throws where nothing answered.
 */
export async function readBack(
  settings: SettingsFacet,
  by: By,
  signal: AbortSignal,
): Promise<(state: DeviceState) => DeviceState> {
  const { readHeld } = settings
  const reading = settings.read(signal)
  const read =
    readHeld === null
      ? { settings: await reading, held: null }
      : await readTogether<{ settings: SettingsRead; held: Partial<Held> }>(
          { settings: reading, held: readHeld(signal) },
          signal,
        )
  const found = { by, at: wallClock.ms() }
  return state => ({
    ...state,
    settings: isUnread(read.settings)
      ? settingsUnread(state.settings, read.settings.unread)
      : settingsAfter(state.settings, read.settings, found),
    ...(isUnread(read.held) || read.held === null ? {} : heldAfter(state, read.held, found)),
  })
}

/** What was set and could not be read back: nobody knows whether it is so. */
export function refuseUnread({ settings }: DeviceState, set: DeviceControl['set']): void {
  const all: Readonly<Record<string, Observed<unknown> | undefined>> = { ...settings }
  const read = all[set]
  if (read?.known === false)
    throw new Refusal('outcome-unknown', `${set} was set and could not be read back: ${read.why}`, {
      hint: 'Look at the device before trying again.',
    })
}

/** What reads as before keeps who made it; what changed was made by `by`. */
function settingsAfter(old: DeviceSettings | null, read: SettingsRead, found: Found): DeviceSettings {
  return {
    dark: observedAfter(old?.dark, read.dark, found),
    fontScale: observedAfter(old?.fontScale, read.fontScale, found),
    locale: observedAfter(old?.locale, read.locale, found),
    network: observedAfter(old?.network, read.network, found),
    orientation: observedAfter(old?.orientation, read.orientation, found),
  }
}

/** Nothing of them could be read. */
function settingsUnread(old: DeviceSettings | null, why: string): DeviceSettings {
  const unread = { unread: why }
  const read = { dark: unread, fontScale: unread, locale: unread, network: unread, orientation: unread }
  return settingsAfter(old, read, { by: 'device', at: 0 })
}

/** What was not read stays as it was. */
function heldAfter(
  old: DeviceState,
  held: Partial<Held>,
  found: Found,
): Pick<DeviceState, 'turn' | 'posture' | 'overrides' | 'power'> {
  const { power, posture, overrides } = old
  const { turn = old.turn, asleep } = held
  return {
    turn,
    posture: postureAfter(posture, held.posture, found),
    overrides: {
      statusBar: overrideAfter(overrides?.statusBar, held.statusBar, undefined, found),
      battery: overrideAfter(overrides?.battery, held.battery, held.ownBattery, found),
      location: overrideAfter(overrides?.location, held.location, held.ownLocation, found),
    },
    power: power.is === 'on' && asleep !== undefined && power.asleep !== asleep ? { is: 'on', asleep } : power,
  }
}

function postureAfter(old: DeviceState['posture'], read: Held['posture'] | undefined, found: Found): typeof old {
  if (read === undefined) return old
  return read === null ? null : knownAfter(old, read, found)
}

function observedAfter<T>(old: Observed<T> | undefined, read: Reading<T>, found: Found): Observed<T> {
  const last: Known<T> | null = old === undefined || old.known ? (old ?? null) : old.last
  return isUnread(read) ? { known: false, why: read.unread, last } : knownAfter(last, read, found)
}

const knownAfter = <T>(last: Known<T> | null, read: T, { by, at }: Found): Known<T> =>
  last !== null && last.value === read ? last : { known: true, value: read, at, by }

function overrideAfter<T>(
  old: Override<T> | undefined,
  to: T | null | undefined,
  own: T | null | undefined,
  { by, at }: Found,
): Override<T> {
  if (to === undefined) return old ?? { is: 'own' }
  if (to === null) return own === undefined || own === null ? { is: 'own' } : { is: 'own', reads: own }
  const isSame = old?.is === 'set' && JSON.stringify(old.to) === JSON.stringify(to)
  return isSame ? old : { is: 'set', to, at, by }
}

/** The same way up, on the same screen. */
export const isHeldAlike = (one: DeviceState, other: DeviceState): boolean =>
  one.turn === other.turn &&
  one.posture?.value === other.posture?.value &&
  one.settings?.orientation.value === other.settings?.orientation.value

/** Setting it again changes nothing. */
export function wasHeld(
  { settings, turn, posture }: DeviceState,
  control: Extract<DeviceControl, { readonly set: 'orientation' | 'turn' | 'posture' }>,
): boolean {
  switch (control.set) {
    case 'orientation':
      return settings?.orientation.value === control.to
    case 'turn':
      return turn === control.to
    case 'posture':
      return posture?.value === control.to
  }
}
