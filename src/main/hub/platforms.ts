// What the hub needs of the platforms, without knowing their names. compose.ts is the one that does.
import type { Device } from '#main/device/device.ts'
import type { Fleet } from '#main/device/fleet.ts'

export interface Platforms {
  /** Built on first need; it searches every platform of this machine. */
  fleet(): Promise<Fleet>
  /** The one that was built; null when none was needed. */
  openFleet(): Promise<Fleet> | null
  /** A built-in phone of its own, in virtual time, for one night. */
  virtualPhone(options: { readonly seed: number; readonly nuisance: boolean }, signal: AbortSignal): Promise<Device>
  /** Reads a recorded output of `path`; `kind` null guesses. Throws the parser's Refusal. */
  explain(text: string, kind: string | null, path: string): Promise<{ readonly kind: string; readonly read: unknown }>
}
