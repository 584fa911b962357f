// What the hub needs of the platforms, without knowing their names. compose.ts is the one that does.
import type { Dropped } from '#shared/domain/drop.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Device } from '#main/device/device.ts'
import type { Fleet } from '#main/device/fleet.ts'

/** Emulators of this computer: what can be made of one, and making one. */
export interface Emulators {
  creatable(signal: AbortSignal): Promise<{
    readonly images: readonly {
      readonly package: string
      readonly apiLevel: number | null
      readonly tag: string
      readonly abi: string
      readonly why: string | null
    }[]
    readonly profiles: readonly { readonly id: string; readonly name: string }[]
    readonly why: string | null
    readonly hint: string | null
  }>
  create(
    ask: { readonly name: string; readonly image: string; readonly profile: string | null },
    signal: AbortSignal,
  ): Promise<DeviceId>
}

/** Phones that are reached without a cable. */
export interface PhonePairing {
  pair(address: string, code: string, signal: AbortSignal): Promise<string>
  connect(address: string, signal: AbortSignal): Promise<string>
  offer(
    tell: (offer: {
      readonly is: 'waiting' | 'pairing' | 'paired' | 'failed'
      readonly text: string | null
      readonly words: string
      readonly hint: string | null
    }) => void,
    signal: AbortSignal,
  ): Promise<void>
}

export interface Platforms {
  /** Built on first need; it searches every platform of this machine. */
  fleet(): Promise<Fleet>
  /** The one that was built; null when none was needed. */
  openFleet(): Promise<Fleet> | null
  /** Absent where none can be made. */
  emulators?(): Promise<Emulators>
  /** Absent where no phone can be. */
  pairing?(): Promise<PhonePairing>
  /** Whether an order to an emulator was broken off by the hub's death: building the fleet goes on with it. */
  isUnfinished?(): Promise<boolean>
  /** A built-in phone of its own, in virtual time, for one night. */
  virtualPhone(options: { readonly seed: number; readonly nuisance: boolean }, signal: AbortSignal): Promise<Device>
  /** What was dropped: each app of it, or why it cannot be read. Throws only when there is nothing to read. */
  readDrop(paths: readonly string[], signal: AbortSignal): Promise<readonly Dropped[]>
  /** Reads a recorded output of `path`; `kind` null guesses. Throws the parser's Refusal. */
  explain(text: string, kind: string | null, path: string): Promise<{ readonly kind: string; readonly read: unknown }>
}
