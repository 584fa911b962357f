// Who made a setting what it is, in words, for the window and the CLI alike.
import type { Maker } from '#shared/domain/device.ts'

/** Null of what the device has by itself. */
export function madeBy(by: Maker): string | null {
  switch (by) {
    case 'device':
      return null
    case 'outside':
      return 'from outside'
    case 'person':
      return 'by the person'
    case 'agent':
      return 'by the agent'
    case 'night':
      return 'by a night'
  }
}
