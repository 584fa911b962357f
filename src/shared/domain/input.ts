// What a person, an agent or a night may do to a device. Points are device pixels of the generation they carry.
import type { KeyName, Owner } from '#shared/domain/device.ts'
import type { Orientation, Point } from '#shared/domain/geometry.ts'

/** One finger on the glass, in device pixels of the present orientation. */
export interface Contact {
  /** 0 to 9; the same finger keeps its number while it is down. */
  readonly id: number
  readonly x: number
  readonly y: number
}

/** A physical key by its W3C names: `key` is what it means on the person's layout, `code` where it sits. */
export interface HostKey {
  readonly key: string
  readonly code: string
}

export type DeviceInput =
  | { readonly kind: 'tap'; readonly at: Point }
  | { readonly kind: 'double_tap'; readonly at: Point }
  | { readonly kind: 'long_press'; readonly at: Point; readonly ms: number }
  | { readonly kind: 'swipe'; readonly from: Point; readonly to: Point; readonly ms: number }
  /** Typed at the end of whatever has focus. */
  | { readonly kind: 'text'; readonly text: string }
  /** Two fingers mirrored about `centre`, from one distance between them to another, device pixels. */
  | {
      readonly kind: 'pinch'
      readonly centre: Point
      readonly from: number
      readonly to: number
      readonly ms: number
    }
  /** Every finger now down, of a gesture while it happens; an empty list lifts all. */
  | { readonly kind: 'contacts'; readonly generation: number; readonly contacts: readonly Contact[] }
  /** A physical key going down or up. */
  | { readonly kind: 'host_key'; readonly key: HostKey; readonly down: boolean }
  /** Pasted whole, the device's clipboard saved before and put back after. */
  | { readonly kind: 'paste'; readonly text: string }
  /** Empties the focused field. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'key'; readonly key: KeyName }
  | { readonly kind: 'hide_keyboard' }
  | { readonly kind: 'turn'; readonly to: Orientation }
  /** To the background for `ms`, then back in front. */
  | { readonly kind: 'background'; readonly ms: number }
  | { readonly kind: 'wait'; readonly ms: number }

export type InputKind = DeviceInput['kind']

/** An input as it was sent: who made it, and when on the device's clock. Numbers rise and are never used again. */
export interface MadeInput {
  readonly number: number
  readonly at: number
  readonly owner: Owner
  readonly input: DeviceInput
}

/** The fingers that were last put down on a device, for who watches. Numbers rise; a lift alone is no news. */
export interface Touches {
  readonly number: number
  readonly generation: number
  readonly contacts: readonly Contact[]
  /** Null before the first. */
  readonly by: Owner | null
}

/** ms to let the screen settle after each kind, before the next look (the seed's figures). */
export function settleMs(kind: InputKind): number {
  switch (kind) {
    case 'key':
      return 450
    case 'text':
    case 'clear':
    case 'hide_keyboard':
    case 'paste':
      return 500
    case 'swipe':
      return 700
    case 'tap':
    case 'double_tap':
    case 'long_press':
    case 'pinch':
      return 900
    case 'contacts':
    case 'host_key':
      return 0
    case 'turn':
    case 'background':
      return 900
    case 'wait':
      return 0
  }
}
