// What a window may say of a device while the hub is away: what was last known is not said as if it were so now. Pure.
import type { DeviceTile } from '#shared/protocol/shapes.ts'

export const hubAwayWords = 'Nocturne’s device server does not answer, so how it is now is not known.'

/** `stale`: the hub cannot be asked now, this is the last that came of it. */
export function asKnown(device: DeviceTile, stale: boolean): DeviceTile {
  if (!stale || device.state === 'off' || device.failed) return device
  return { ...device, state: 'lost', why: hubAwayWords, nextTryMs: null, control: null, busy: null }
}

export const isUnknown = (device: DeviceTile): boolean => device.why === hubAwayWords
