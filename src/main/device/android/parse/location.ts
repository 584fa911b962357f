// Where the device believes it is: the last place of its GPS provider, out of `dumpsys location`. Android 10 to 16.
import type { Place } from '#shared/domain/device.ts'

/** Null where it has none, or hides it (`Location[gps ****`, of a build that is not for developers). */
export function parseGpsPlace(text: string): Place | null {
  const match = /Location\[gps (-?\d{1,3}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)/.exec(text)
  if (match === null) return null
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
