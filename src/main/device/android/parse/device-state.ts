// Postures of a foldable, out of `cmd device_state print-states`: numbers differ by model, names are matched.
import type { Posture } from '#shared/domain/device.ts'

export interface DeviceStates {
  /** The model's own number of each posture it has; empty on what does not fold. */
  readonly numbers: ReadonlyMap<Posture, number>
}

export function parseDeviceStates(text: string): DeviceStates {
  const numbers = new Map<Posture, number>()
  for (const match of text.matchAll(/DeviceState\{\s*identifier=(\d{1,4}), name='([^'\n]{1,60})'/g)) {
    const posture = postureOf(match[2] ?? '')
    if (posture !== null && !numbers.has(posture)) numbers.set(posture, Number(match[1]))
  }
  // A phone that does not fold says DEFAULT, and a slider OPENED alone.
  return { numbers: numbers.has('closed') && numbers.has('open') ? numbers : new Map() }
}

/** `print-state`: the number alone. Android 12 has only `state`, whose answer names it. Null where neither is said. */
export function parseDeviceState(text: string): number | null {
  const said =
    /^[ \t]*(\d{1,4})[ \t\r]*$/m.exec(text) ?? /Committed state: DeviceState\{\s*identifier=(\d{1,4})/.exec(text)
  return said === null ? null : Number(said[1])
}

function postureOf(name: string): Posture | null {
  if (/^CLOSED?(_STATE)?$/i.test(name)) return 'closed'
  if (/^HALF[_-]?(CLOSED|FOLDED|OPEN|OPENED)(_STATE)?$/i.test(name)) return 'half-open'
  return /^OPEN(ED)?(_STATE)?$/i.test(name) ? 'open' : null
}
