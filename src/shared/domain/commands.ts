// Everything that can be done by name, as data: the menu, the toolbar, the shortcuts and the search all read this list. What a
// device cannot do is told here with its words. Who runs them: the window (renderer); Electron's menu sends an id there.
import type {
  Can,
  Capabilities,
  DeviceControl,
  DeviceSettings,
  KeyName,
  Known,
  Place,
  Posture,
  PowerOrder,
  Turn,
} from '#shared/domain/device.ts'

export type WindowDo =
  | 'go-devices'
  | 'go-nights'
  | 'go-inbox'
  | 'search'
  | 'settings'
  | 'new-night'
  | 'theme-system'
  | 'theme-light'
  | 'theme-dark'

export interface WindowCommand {
  readonly id: WindowDo
  readonly words: string
  readonly menu: 'app' | 'file' | 'view' | 'go'
  /** As Electron writes an accelerator; null for none. */
  readonly keys: string | null
}

export const windowCommands: readonly WindowCommand[] = [
  { id: 'go-devices', words: 'Devices', menu: 'go', keys: 'CommandOrControl+1' },
  { id: 'go-nights', words: 'Nights', menu: 'go', keys: 'CommandOrControl+2' },
  { id: 'go-inbox', words: 'Inbox', menu: 'go', keys: 'CommandOrControl+3' },
  { id: 'search', words: 'Search or do…', menu: 'go', keys: 'CommandOrControl+K' },
  { id: 'new-night', words: 'Start a night…', menu: 'file', keys: null },
  { id: 'settings', words: 'Settings…', menu: 'app', keys: 'CommandOrControl+,' },
  { id: 'theme-system', words: 'Theme: as the system', menu: 'view', keys: null },
  { id: 'theme-light', words: 'Theme: light', menu: 'view', keys: null },
  { id: 'theme-dark', words: 'Theme: dark', menu: 'view', keys: null },
]

export type OpenPart = 'link' | 'place' | 'battery' | 'text' | 'apps' | 'log' | 'terminal'
export type ShowAs = 'fit' | 'pixel' | 'physical' | 'frame'

export type DeviceDo =
  | { readonly do: 'take' | 'hand-back' }
  | { readonly do: 'key'; readonly key: KeyName }
  | { readonly do: 'control'; readonly control: DeviceControl }
  /** The other of the two, or the next step, from what it is now. */
  | { readonly do: 'appearance' | 'lock' | 'status-bar' }
  | { readonly do: 'text-size'; readonly to: 'larger' | 'smaller' | 'default' }
  | { readonly do: 'power'; readonly order: PowerOrder }
  | { readonly do: 'screenshot'; readonly withFrame: boolean }
  | { readonly do: 'open'; readonly part: OpenPart }
  | { readonly do: 'show'; readonly as: ShowAs }

export interface DeviceCommand {
  readonly id: string
  /** Said after the device's name: "Pixel 8: Rotate left". */
  readonly words: string
  /** Commands of one group stand together in a menu. */
  readonly group: 'control' | 'keys' | 'turn' | 'look' | 'put' | 'part' | 'show' | 'power'
  readonly does: DeviceDo
}

/** Android's own steps. */
export const fontScales = [0.85, 1, 1.15, 1.3, 1.5, 1.8, 2] as const

/** Places to be at, from many time zones and both halves of the globe. */
export const cities: readonly (Place & { readonly name: string })[] = [
  { name: 'Berlin', latitude: 52.52, longitude: 13.405 },
  { name: 'London', latitude: 51.5074, longitude: -0.1278 },
  { name: 'New York', latitude: 40.7128, longitude: -74.006 },
  { name: 'Buenos Aires', latitude: -34.6037, longitude: -58.3816 },
  { name: 'Nairobi', latitude: -1.2921, longitude: 36.8219 },
  { name: 'Tokyo', latitude: 35.6762, longitude: 139.6503 },
  { name: 'Sydney', latitude: -33.8688, longitude: 151.2093 },
]

export const languages: readonly (readonly [tag: string, words: string])[] = [
  ['en', 'English'],
  ['de', 'German'],
  ['fr', 'French'],
  ['es', 'Spanish'],
  ['pt', 'Portuguese'],
  ['ar', 'Arabic, right to left'],
  ['ja', 'Japanese'],
]

export const postureWords: Readonly<Record<Posture, string>> = {
  closed: 'Closed',
  'half-open': 'Half open',
  open: 'Open',
}
export const turnWords: Readonly<Record<Turn, string>> = {
  upright: 'Upright',
  'turned-left': 'Turned left',
  'upside-down': 'Upside down',
  'turned-right': 'Turned right',
}
export const networkWords = { online: 'Online', slow: 'Slow', offline: 'Offline' } as const

const control = (of: DeviceControl): DeviceDo => ({ do: 'control', control: of })

export const deviceCommands: readonly DeviceCommand[] = [
  { id: 'take', words: 'Take control', group: 'control', does: { do: 'take' } },
  { id: 'hand-back', words: 'Hand back', group: 'control', does: { do: 'hand-back' } },
  { id: 'type', words: 'Type text…', group: 'control', does: { do: 'open', part: 'text' } },
  { id: 'home', words: 'Home', group: 'keys', does: { do: 'key', key: 'Home' } },
  { id: 'back', words: 'Back', group: 'keys', does: { do: 'key', key: 'Back' } },
  { id: 'recents', words: 'Recent apps', group: 'keys', does: { do: 'key', key: 'Recents' } },
  { id: 'turn-left', words: 'Rotate left', group: 'turn', does: control({ set: 'turn', to: 'left' }) },
  { id: 'turn-right', words: 'Rotate right', group: 'turn', does: control({ set: 'turn', to: 'right' }) },
  ...(['closed', 'half-open', 'open'] as const).map((to): DeviceCommand => ({
    id: `fold-${to}`,
    words: `Fold: ${postureWords[to].toLowerCase()}`,
    group: 'turn',
    does: control({ set: 'posture', to }),
  })),
  { id: 'appearance', words: 'Light or dark', group: 'look', does: { do: 'appearance' } },
  { id: 'text-larger', words: 'Text larger', group: 'look', does: { do: 'text-size', to: 'larger' } },
  { id: 'text-smaller', words: 'Text smaller', group: 'look', does: { do: 'text-size', to: 'smaller' } },
  { id: 'text-default', words: 'Text as by default', group: 'look', does: { do: 'text-size', to: 'default' } },
  ...languages.map(([to, words]): DeviceCommand => ({
    id: `language-${to}`,
    words: `Language: ${words}`,
    group: 'look',
    does: control({ set: 'locale', to }),
  })),
  { id: 'screenshot', words: 'Screenshot', group: 'part', does: { do: 'screenshot', withFrame: false } },
  {
    id: 'screenshot-frame',
    words: 'Screenshot with the frame',
    group: 'part',
    does: { do: 'screenshot', withFrame: true },
  },
  { id: 'lock', words: 'Lock or wake', group: 'put', does: { do: 'lock' } },
  { id: 'link', words: 'Open link…', group: 'put', does: { do: 'open', part: 'link' } },
  ...cities.map(({ name, latitude, longitude }): DeviceCommand => ({
    id: `place-${name}`,
    words: `Location: ${name}`,
    group: 'put',
    does: control({ set: 'location', to: { latitude, longitude } }),
  })),
  { id: 'place', words: 'Location: another place…', group: 'put', does: { do: 'open', part: 'place' } },
  { id: 'place-own', words: 'Location: its own', group: 'put', does: control({ set: 'location', to: null }) },
  { id: 'status-bar', words: 'Status bar: clean or live', group: 'put', does: { do: 'status-bar' } },
  { id: 'battery', words: 'Battery…', group: 'put', does: { do: 'open', part: 'battery' } },
  { id: 'battery-own', words: 'Battery: its own', group: 'put', does: control({ set: 'battery', to: null }) },
  ...(['online', 'slow', 'offline'] as const).map((to): DeviceCommand => ({
    id: `network-${to}`,
    words: `Network: ${networkWords[to].toLowerCase()}`,
    group: 'put',
    does: control({ set: 'network', to }),
  })),
  { id: 'apps', words: 'Apps…', group: 'part', does: { do: 'open', part: 'apps' } },
  { id: 'log', words: 'Log', group: 'part', does: { do: 'open', part: 'log' } },
  { id: 'terminal', words: 'Terminal', group: 'part', does: { do: 'open', part: 'terminal' } },
  { id: 'frame', words: 'Show frame', group: 'show', does: { do: 'show', as: 'frame' } },
  { id: 'fit', words: 'Fit', group: 'show', does: { do: 'show', as: 'fit' } },
  { id: 'pixel', words: 'Pixel for pixel', group: 'show', does: { do: 'show', as: 'pixel' } },
  { id: 'physical', words: 'Physical size', group: 'show', does: { do: 'show', as: 'physical' } },
  { id: 'boot', words: 'Start', group: 'power', does: { do: 'power', order: 'boot' } },
  { id: 'cold-boot', words: 'Start cold', group: 'power', does: { do: 'power', order: 'cold-boot' } },
  { id: 'reboot', words: 'Reboot device', group: 'power', does: { do: 'power', order: 'reboot' } },
  { id: 'shut-down', words: 'Shut down', group: 'power', does: { do: 'power', order: 'shut-down' } },
  { id: 'wipe', words: 'Wipe…', group: 'power', does: { do: 'power', order: 'wipe' } },
  { id: 'delete', words: 'Delete…', group: 'power', does: { do: 'power', order: 'delete' } },
]

/** Commands by id; a wrong id is a mistake of ours. */
export function commandOf(id: string): DeviceCommand {
  const found = deviceCommands.find(command => command.id === id)
  if (found === undefined) throw new Error(`there is no command ${id}`)
  return found
}

/** How long it takes and what stays, where a person should know before. */
export const noteOf: Readonly<Record<string, string>> = {
  reboot: 'Takes 5 to 18 s, keeps apps',
  'cold-boot': 'Without its snapshot: takes longer',
  wipe: 'Everything on it goes',
  delete: 'It is gone for good',
}

/** Of a device, what commands ask. */
export interface Doer {
  readonly name: string
  readonly kind: string
  readonly state: string
  readonly why: string | null
  readonly caps: Pick<Capabilities, 'keys' | 'text' | 'controls' | 'terminal'>
  readonly settings: Pick<DeviceSettings, 'dark' | 'fontScale' | 'locale' | 'network'> | null
  readonly posture: Known<Posture> | null
  readonly control: { readonly yours: boolean } | null
  readonly orders: readonly PowerOrder[]
}

const yes: Can = { yes: true }
const no = (why: string): Can => ({ yes: false, why })

/** Whether the device has this at all, whatever its state: what it lacks is not drawn. */
export function hasCommand(device: Doer, { does }: DeviceCommand): Can {
  switch (does.do) {
    case 'take':
    case 'hand-back':
    case 'screenshot':
    case 'show':
      return yes
    case 'key':
      return device.caps.keys.includes(does.key) ? yes : no(`${device.name} has no ${does.key} key.`)
    case 'control':
      return device.caps.controls[does.control.set]
    case 'appearance':
      return device.caps.controls.dark
    case 'text-size':
      return device.caps.controls.fontScale
    case 'lock':
      return device.caps.controls.awake
    case 'status-bar':
      return device.caps.controls.statusBar
    case 'power':
      return device.orders.includes(does.order) ? yes : no(`${device.name} cannot be told to now.`)
    case 'open':
      return hasPart(device, does.part)
  }
}

function hasPart(device: Doer, part: OpenPart): Can {
  switch (part) {
    case 'text':
      return device.caps.text
    case 'place':
      return device.caps.controls.location
    case 'battery':
      return device.caps.controls.battery
    case 'terminal':
      return device.caps.terminal ?? yes
    case 'link':
    case 'apps':
    case 'log':
      return yes
  }
}

/** Whether it can be done now; `hasCommand` comes first. */
export function canNow(device: Doer, command: DeviceCommand): Can {
  const has = hasCommand(device, command)
  if (!has.yes) return has
  const { does } = command
  const isOn = device.state === 'live' || device.state === 'asleep'
  switch (does.do) {
    case 'show':
    case 'power':
      return yes
    case 'hand-back':
      return device.control?.yours === true ? yes : no('You do not have control.')
    case 'take':
      if (device.control?.yours === true) return no('You have control already.')
      break
    case 'key':
    case 'control':
    case 'appearance':
    case 'text-size':
    case 'lock':
    case 'status-bar':
    case 'screenshot':
    case 'open':
      break
  }
  return isOn ? yes : no(device.why ?? `${device.name} is not on.`)
}

/** The step of text size that comes next; the same one at the end. */
export function nextFontScale(now: number, to: 'larger' | 'smaller' | 'default'): number {
  if (to === 'default') return 1
  const at = fontScales.reduce((best, scale, index) => {
    const nearest = fontScales[best] ?? 1
    return Math.abs(scale - now) < Math.abs(nearest - now) ? index : best
  }, 0)
  const next = at + (to === 'larger' ? 1 : -1)
  return fontScales[Math.min(fontScales.length - 1, Math.max(0, next))] ?? 1
}
