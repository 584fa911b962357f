// An emulator's own values as one word of a setting, to be written down on the device before they are first changed and read
// by whoever gives them back. Pure. A word that is none of ours is refused.
import type { Stance } from '#main/device/android/emulator/panel.ts'
import type { Messages } from '#main/device/android/emulator/protocol.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { postures, turns } from '#shared/domain/device.ts'

type Place = Messages['GpsState']
type Battery = Messages['BatteryState']

/** In front, so that no word begins like an option or a number. */
const mark = 'was'
const wordOf = (parts: readonly (string | number | boolean)[]): string => [mark, ...parts.map(part)].join(',')
const part = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value)

export const placeWord = (own: Place): string =>
  wordOf([own.passiveUpdate, own.latitude, own.longitude, own.speed, own.bearing, own.altitude, own.satellites])

export function placeWritten(word: string): Place {
  const [passive = 0, latitude = 0, longitude = 0, speed = 0, bearing = 0, altitude = 0, satellites = 0] = numbersIn(
    word,
    7,
  )
  return { passiveUpdate: passive === 1, latitude, longitude, speed, bearing, altitude, satellites }
}

export const batteryWord = (own: Battery): string =>
  wordOf([own.hasBattery, own.isPresent, own.charger, own.chargeLevel, own.health, own.status])

export function batteryWritten(word: string): Battery {
  const [has = 0, present = 0, charger = 0, chargeLevel = 0, health = 0, status = 0] = numbersIn(word, 6)
  return { hasBattery: has === 1, isPresent: present === 1, charger, chargeLevel, health, status }
}

export const stanceWord = ({ turn, posture }: Stance): string => wordOf([turn, posture ?? 'flat'])

export function stanceWritten(word: string): Stance {
  const [turnIs = '', postureIs = ''] = partsIn(word, 2)
  const turn = turns.find(one => one === turnIs)
  const posture = postures.find(one => one === postureIs) ?? null
  if (turn === undefined || (posture === null && postureIs !== 'flat')) throw unreadable(word)
  return { turn, posture }
}

function numbersIn(word: string, count: number): readonly number[] {
  const numbers = partsIn(word, count).map(one => (one === '' ? NaN : Number(one)))
  if (!numbers.every(number => Number.isFinite(number))) throw unreadable(word)
  return numbers
}

function partsIn(word: string, count: number): readonly string[] {
  const [first, ...parts] = word.split(',')
  if (first !== mark || parts.length !== count) throw unreadable(word)
  return parts
}

const unreadable = (word: string): Refusal =>
  new Refusal('failed', `What was written down on the emulator cannot be read: ${word.slice(0, 100)}`)
