// A place out of two typed numbers, or what is wrong with them in words. Pure.
import type { Place } from '#shared/domain/device.ts'

export type PlaceRead =
  | { readonly is: 'right'; readonly place: Place }
  | { readonly is: 'wrong'; readonly words: string }

export function fromPlaceText(latitude: string, longitude: string): PlaceRead {
  const north = numberOf(latitude)
  const east = numberOf(longitude)
  if (north === null) return { is: 'wrong', words: 'Latitude is a number, as 52.52 is.' }
  if (Math.abs(north) > 90) return { is: 'wrong', words: 'Latitude goes from -90 to 90.' }
  if (east === null) return { is: 'wrong', words: 'Longitude is a number, as 13.405 is.' }
  if (Math.abs(east) > 180) return { is: 'wrong', words: 'Longitude goes from -180 to 180.' }
  return { is: 'right', place: { latitude: north, longitude: east } }
}

/** With a point or, as many people write it, a comma. */
function numberOf(text: string): number | null {
  return /^\s*-?\d+([.,]\d+)?\s*$/u.test(text) ? Number(text.trim().replace(',', '.')) : null
}
