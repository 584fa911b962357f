// What a person, an agent or a night may do to a device. Points are device pixels of the generation they carry.
import type { KeyName, Owner } from '#shared/domain/device.ts'
import type { Orientation, Point } from '#shared/domain/geometry.ts'

export type DeviceInput =
  | { readonly kind: 'tap'; readonly at: Point }
  | { readonly kind: 'double_tap'; readonly at: Point }
  | { readonly kind: 'long_press'; readonly at: Point; readonly ms: number }
  | { readonly kind: 'swipe'; readonly from: Point; readonly to: Point; readonly ms: number }
  /** Typed at the end of whatever has focus. */
  | { readonly kind: 'text'; readonly text: string }
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

/** ms to let the screen settle after each kind, before the next look (the seed's figures). */
export function settleMs(kind: InputKind): number {
  switch (kind) {
    case 'key':
      return 450
    case 'text':
    case 'clear':
    case 'hide_keyboard':
      return 500
    case 'swipe':
      return 700
    case 'tap':
    case 'double_tap':
    case 'long_press':
      return 900
    case 'turn':
    case 'background':
      return 900
    case 'wait':
      return 0
  }
}
