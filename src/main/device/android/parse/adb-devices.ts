// What `adb devices` and `adb devices -l` print, a row a device.

export interface AdbDevice {
  readonly serial: string
  /** `device`, `offline`, `unauthorized` …; `no permissions (…)` whole. */
  readonly state: string
  /** `usb:1-4`; null when not said. */
  readonly path: string | null
  readonly product: string | null
  /** Underscores stand for characters adb could not print. */
  readonly model: string | null
  readonly device: string | null
  readonly transportId: number | null
}

/** Lines before the header (daemon, version) and blank ones are passed over. Source: adb transport.cpp. */
export function parseAdbDevices(text: string): readonly AdbDevice[] {
  return text.split(/\r?\n/).flatMap(line => {
    const row = rowOf(line)
    return row === null ? [] : [row]
  })
}

function rowOf(line: string): AdbDevice | null {
  if (/^(\*|List of devices|adb(\.exe)?:? |adb server|error:)/.test(line)) return null
  const match =
    /^(\(no serial number\)|adb-\S+ \(\d+\)\S*|\S+)\s+(no permissions.*?(?=\s+(?:usb:|product:|transport_id:)|\s*$)|\S+)(.*)$/.exec(
      line.trim(),
    )
  if (match === null) return null
  const [, serial = '', state = '', rest = ''] = match
  const field = (name: string): string | null => new RegExp(`(?:^|\\s)${name}:(\\S+)`).exec(rest)?.[1] ?? null
  const usb = field('usb')
  const transport = field('transport_id')
  return {
    serial,
    state: state.trim(),
    path: usb === null ? null : `usb:${usb}`,
    product: field('product'),
    model: field('model'),
    device: field('device'),
    transportId: transport === null || !/^\d+$/.test(transport) ? null : Number(transport),
  }
}

/** How a device in a state is reached: what to do about it differs. */
export type Reached = 'usb' | 'network' | 'emulator'

/** Why a device in this state cannot be used and what to do; null for `device`. */
export function wordsOfState(state: string, reached: Reached = 'usb'): string | null {
  if (state === 'device') return null
  if (state.startsWith('no permissions')) return noPermissions(state)
  if (state === 'offline') return offline[reached]
  return words[state] ?? `adb says "${state}".`
}

/** adb tells why in brackets, and what it tells differs in what is to be done. */
function noPermissions(state: string): string {
  const why = /\(([^)]*)\)/.exec(state)?.[1] ?? ''
  if (/plugdev/.test(why) && /not in/.test(why))
    return 'This computer may not open it: you are not in the group "plugdev". Add yourself to it and log in again.'
  return 'This computer may not open it. Install the udev rules for Android devices (android-sdk-platform-tools-common on Debian), then plug it in again.'
}

const offline: Readonly<Record<Reached, string>> = {
  usb: 'It does not answer. Unplug it and plug it in again, or restart it.',
  network: 'It does not answer over the network. Wake it and keep it on the same Wi-Fi; it goes on by itself.',
  emulator: 'It does not answer. It may still be starting; if it stays so, restart it.',
}

const words: Readonly<Record<string, string>> = {
  unauthorized: 'It has not allowed this computer. Unlock it and confirm "Allow USB debugging".',
  authorizing: 'It is being asked to allow this computer. Unlock it and confirm.',
  connecting: 'It is connecting. Nothing is to be done.',
  bootloader: 'It is in the bootloader. Start Android.',
  recovery: 'It is in recovery. Start Android.',
  rescue: 'It is in rescue mode. Start Android.',
  sideload: 'It waits for a sideload. Start Android.',
  host: 'It is a computer, not a phone. Unplug it.',
  detached: 'Another program has taken it. End that program, or plug it in again.',
  unknown: 'adb does not know its state yet. Plug it in again if it stays so.',
  noDevice: 'adb no longer has it. Plug it in again.',
}
