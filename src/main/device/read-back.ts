// What a device says of itself, as state: each value with who made it and since when. Decides nothing: when it is read, and on
// whose behalf, is the Device's.
import { Refusal } from '#shared/base/refusal.ts'
import type {
  DeviceControl,
  DeviceSettings,
  DeviceState,
  Known,
  Maker,
  Observed,
  Override,
  OwnerKind,
} from '#shared/domain/device.ts'
import type { Held, SettingsFacet, SettingsRead } from '#main/device/driver.ts'
import { isUnread, readTogether, type Reading } from '#shared/base/reading.ts'
import { wallClock } from '#main/sys/clock.ts'

/** What was just set, and by whom. */
export interface Made {
  readonly by: OwnerKind
  readonly set: DeviceControl['set']
}
/** What was set before this look, if anything, and when it was looked: ms since 1970. */
interface Found {
  readonly made: Made | null
  readonly at: number
}

/**
 * Reads all of it; answers the state after a state. What does not answer is said to be unknown and takes nothing else with it;
 * throws where nothing answered.
 */
export async function readBack(
  settings: SettingsFacet,
  made: Made | null,
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
  const found = { made, at: wallClock.ms() }
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
  const all: Readonly<Record<string, unknown>> = { ...settings }
  const read = all[set] as Observed<unknown> | undefined
  if (read?.known === false)
    throw new Refusal('outcome-unknown', `${set} was set and could not be read back: ${read.why}`, {
      hint: 'Look at the device before trying again.',
    })
}

/** What reads as before keeps who made it. */
function settingsAfter(old: DeviceSettings | null, read: SettingsRead, found: Found): DeviceSettings {
  const { localeApp } = read
  // Another app has another language without anybody's doing.
  const isSameApp = old?.localeApp === localeApp
  return {
    dark: observedAfter('dark', old?.dark, read.dark, found),
    fontScale: observedAfter('fontScale', old?.fontScale, read.fontScale, found),
    locale: observedAfter('locale', isSameApp ? old?.locale : undefined, read.locale, found),
    ...(localeApp === undefined ? {} : { localeApp }),
    network: observedAfter('network', old?.network, read.network, found),
    orientation: observedAfter('orientation', old?.orientation, read.orientation, found),
  }
}

/** Of what changed: whoever set it; nobody, where it was not known before or changes by itself. */
function makerOf(what: DeviceControl['set'], wasKnown: boolean, { made }: Found): Maker {
  if (made !== null && (made.set === what || (what === 'orientation' && made.set === 'turn'))) return made.by
  // How it stands follows from the app in front, and from its fold.
  return wasKnown && what !== 'orientation' ? 'outside' : 'device'
}

/** Nothing of them could be read. */
function settingsUnread(old: DeviceSettings | null, why: string): DeviceSettings {
  const unread = { unread: why }
  const read = { dark: unread, fontScale: unread, locale: unread, network: unread, orientation: unread }
  const whose = old?.localeApp === undefined ? {} : { localeApp: old.localeApp }
  return settingsAfter(old, { ...read, ...whose }, { made: null, at: 0 })
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
      statusBar: overrideAfter('statusBar', overrides?.statusBar, held.statusBar, undefined, found),
      battery: overrideAfter('battery', overrides?.battery, held.battery, held.ownBattery, found),
      location: overrideAfter('location', overrides?.location, held.location, held.ownLocation, found),
    },
    power: power.is === 'on' && asleep !== undefined && power.asleep !== asleep ? { is: 'on', asleep } : power,
  }
}

function postureAfter(old: DeviceState['posture'], read: Held['posture'] | undefined, found: Found): typeof old {
  if (read === undefined) return old
  return read === null ? null : knownAfter('posture', old, read, found)
}

function observedAfter<T>(
  what: DeviceControl['set'],
  old: Observed<T> | undefined,
  read: Reading<T>,
  found: Found,
): Observed<T> {
  const last: Known<T> | null = old === undefined || old.known ? (old ?? null) : old.last
  return isUnread(read) ? { known: false, why: read.unread, last } : knownAfter(what, last, read, found)
}

const knownAfter = <T>(what: DeviceControl['set'], last: Known<T> | null, read: T, found: Found): Known<T> =>
  last !== null && last.value === read
    ? last
    : { known: true, value: read, at: found.at, by: makerOf(what, last !== null, found) }

function overrideAfter<T>(
  what: DeviceControl['set'],
  old: Override<T> | undefined,
  to: T | null | undefined,
  own: T | null | undefined,
  found: Found,
): Override<T> {
  if (to === undefined) return old ?? { is: 'own' }
  if (to === null) return own === undefined || own === null ? { is: 'own' } : { is: 'own', reads: own }
  const isSame = old?.is === 'set' && JSON.stringify(old.to) === JSON.stringify(to)
  return isSame ? old : { is: 'set', to, at: found.at, by: makerOf(what, old !== undefined, found) }
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
