// A computer's physical keys where a device takes key presses only: which key of the device, or which text, one means. Pure.
import type { KeyName } from '#shared/domain/device.ts'
import type { HostKey } from '#shared/domain/input.ts'

export type Pressed =
  | { readonly is: 'key'; readonly key: KeyName }
  | { readonly is: 'text'; readonly text: string }
  /** It means something only together with others, as Shift does. */
  | { readonly is: 'nothing' }

/** W3C names that are the device's own under another name. */
const named: Readonly<Record<string, KeyName>> = {
  Enter: 'Enter',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Tab: 'Tab',
  Escape: 'Escape',
  GoHome: 'Home',
  BrowserHome: 'Home',
  GoBack: 'Back',
  BrowserBack: 'Back',
  AppSwitch: 'Recents',
  BrowserSearch: 'Search',
  ContextMenu: 'Menu',
  Power: 'Power',
  AudioVolumeUp: 'VolumeUp',
  AudioVolumeDown: 'VolumeDown',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
  MediaPlayPause: 'MediaPlayPause',
}

export function pressOf({ key }: HostKey): Pressed {
  if (Array.from(key).length === 1) return { is: 'text', text: key }
  const name = Object.hasOwn(named, key) ? named[key] : undefined
  return name === undefined ? { is: 'nothing' } : { is: 'key', key: name }
}
