// Which phone an adb serial belongs to: by its shape where that tells, by what the phone itself says where not. The same phone
// by USB and by Wi-Fi is one. Asks nobody itself.
import type { AdbDevice, Reached } from '#main/device/android/parse/adb-devices.ts'

export type SerialShape =
  | { readonly is: 'usb'; readonly phone: string }
  | { readonly is: 'emulator'; readonly phone: string }
  /** Found by its service on the network; carries the phone's own number. */
  | { readonly is: 'service'; readonly phone: string }
  /** `host:port`: which phone that is, only the phone can say. */
  | { readonly is: 'address'; readonly phone: null }
  /** It has none: the socket it hangs on is all there is. */
  | { readonly is: 'none'; readonly phone: string }

export function shapeOf(row: Pick<AdbDevice, 'serial' | 'path'>): SerialShape {
  const { serial } = row
  if (serial === '(no serial number)') return { is: 'none', phone: `no-serial-${row.path ?? 'device'}` }
  if (/^emulator-\d+$/.test(serial)) return { is: 'emulator', phone: serial }
  const service = /^adb-(.+?)(?:-[A-Za-z0-9]{6})?(?: \(\d+\))?\._adb(?:-tls-connect)?\._tcp\.?$/.exec(serial)
  if (service?.[1] !== undefined) return { is: 'service', phone: service[1] }
  if (/^(?:\[[0-9A-Fa-f:.%\w]+\]|[^:\s]+):\d{1,5}$/.test(serial)) return { is: 'address', phone: null }
  return { is: 'usb', phone: serial }
}

export function reachedBy({ is }: SerialShape): Reached {
  switch (is) {
    case 'usb':
    case 'none':
      return 'usb'
    case 'emulator':
      return 'emulator'
    case 'service':
    case 'address':
      return 'network'
  }
}

/** Whether Nocturne can do something to get it back; a cable is plugged in by a person. */
export const canReconnect = ({ is }: SerialShape): boolean => is === 'service' || is === 'address'

/** A number that only one phone has. Emulators and cheap boards share theirs. */
export const isOwnNumber = (serialno: string): boolean =>
  serialno.length >= 4 && !/^(EMULATOR|unknown|0123456789ABCDEF|null|(.)\2+$)/i.test(serialno)

const order: Readonly<Record<SerialShape['is'], number>> = { usb: 0, none: 1, emulator: 2, service: 3, address: 4 }

/** The way that is best used now: one that works, and of those the cable. */
export function bestOf(rows: readonly AdbDevice[]): AdbDevice | undefined {
  const rank = (row: AdbDevice): number => (row.state === 'device' ? 0 : 10) + order[shapeOf(row).is]
  return [...rows].sort((a, b) => rank(a) - rank(b))[0]
}

/** "by USB and Wi-Fi"; null where there is one way only. */
export function waysOf(rows: readonly AdbDevice[]): string | null {
  const usable = rows.filter(row => row.state === 'device').map(row => reachedBy(shapeOf(row)))
  return usable.includes('usb') && usable.includes('network') ? 'by USB and Wi-Fi' : null
}
