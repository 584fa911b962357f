// Maestro's key names (any letter case) and the device keys they stand for. Used by parser, player and exporter.
import type { KeyName } from '#shared/domain/device.ts'

const table: readonly (readonly [string, KeyName | null])[] = [
  ['Enter', 'Enter'],
  ['Backspace', 'Backspace'],
  ['Back', 'Back'],
  ['Home', 'Home'],
  ['Lock', 'Power'],
  ['Volume Up', 'VolumeUp'],
  ['Volume Down', 'VolumeDown'],
  ['Escape', 'Escape'],
  ['Power', 'Power'],
  ['Tab', 'Tab'],
  ['Remote Dpad Up', 'ArrowUp'],
  ['Remote Dpad Down', 'ArrowDown'],
  ['Remote Dpad Left', 'ArrowLeft'],
  ['Remote Dpad Right', 'ArrowRight'],
  ['Remote Dpad Center', 'Select'],
  ['Remote Media Play Pause', 'MediaPlayPause'],
  ['Remote Media Stop', null],
  ['Remote Media Next', null],
  ['Remote Media Previous', null],
  ['Remote Media Rewind', null],
  ['Remote Media Fast Forward', null],
  ['Remote System Navigation Up', null],
  ['Remote System Navigation Down', null],
  ['Remote Button A', null],
  ['Remote Button B', null],
  ['Remote Menu', 'Menu'],
  ['TV Input', null],
  ['TV Input HDMI 1', null],
  ['TV Input HDMI 2', null],
  ['TV Input HDMI 3', null],
]

export const maestroKeys: readonly string[] = table.map(([name]) => name)

/** The name as Maestro spells it; null when it has no such key. */
export const maestroKey = (written: string): string | null =>
  maestroKeys.find(name => name.toLowerCase() === written.trim().toLowerCase()) ?? null

/** The device key of a Maestro name; null when no device of ours has it. */
export const deviceKeyOf = (name: string): KeyName | null => table.find(([known]) => known === name)?.[1] ?? null

/** How Maestro calls a device key; null when it has no name for it. */
export const maestroKeyOf = (key: KeyName): string | null =>
  table.find(([name, device]) => device === key && name !== 'Lock')?.[0] ?? null
