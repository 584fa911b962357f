// What a device said of itself, as state: each value with who made it. Pure; the reading and its times are the Device's.
import type { DeviceSettings, DeviceState, Observed, Override, OwnerKind } from '#shared/domain/device.ts'
import type { Held, SettingsFacet } from '#main/device/driver.ts'

export type By = 'device' | OwnerKind
type Read = Awaited<ReturnType<SettingsFacet['read']>>

/** What reads as before keeps who made it; what changed was made by `by`. */
export function settingsAfter(old: DeviceSettings | null, read: Read, by: By): DeviceSettings {
  const observed = <K extends keyof DeviceSettings>(key: K): DeviceSettings[K] => {
    const value: DeviceSettings[K]['value'] = read[key]
    const before = old?.[key]
    return (before !== undefined && before.value === value ? before : { value, by }) as DeviceSettings[K]
  }
  return {
    dark: observed('dark'),
    fontScale: observed('fontScale'),
    locale: observed('locale'),
    network: observed('network'),
    orientation: observed('orientation'),
  }
}

export function heldAfter(
  old: DeviceState,
  held: Held,
  by: By,
): Pick<DeviceState, 'turn' | 'posture' | 'overrides' | 'power'> {
  const { power, posture, overrides } = old
  return {
    turn: held.turn,
    posture: held.posture === null ? null : observedAfter(posture, held.posture, by),
    overrides: {
      statusBar: overrideAfter(overrides?.statusBar, held.statusBar, by),
      battery: overrideAfter(overrides?.battery, held.battery, by),
      location: overrideAfter(overrides?.location, held.location, by),
    },
    power: power.is === 'on' && power.asleep !== held.asleep ? { is: 'on', asleep: held.asleep } : power,
  }
}

function observedAfter<T>(old: Observed<T> | null, value: T, by: By): Observed<T> {
  return old !== null && old.value === value ? old : { value, by }
}

function overrideAfter<T>(old: Override<T> | undefined, to: T | null, by: By): Override<T> {
  if (to === null) return old?.is === 'own' ? old : { is: 'own' }
  const isSame = old?.is === 'set' && JSON.stringify(old.to) === JSON.stringify(to)
  return isSame ? old : { is: 'set', to, by }
}

/** The same way up, on the same screen. */
export const isHeldAlike = (one: DeviceState, other: DeviceState): boolean =>
  one.turn === other.turn &&
  one.posture?.value === other.posture?.value &&
  one.settings?.orientation.value === other.settings?.orientation.value
