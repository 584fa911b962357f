// Names of things, branded so that one is never passed for another. Made here and at the edges only.
import { Refusal } from '#shared/base/refusal.ts'

declare const brand: unique symbol
export type Branded<Name extends string> = string & { readonly [brand]: Name }

/** `demo-phone`, an adb serial, a udid: what a person types. */
export type DeviceId = Branded<'DeviceId'>
/** `n-20261130-2300-ab12`: made by the hub, sortable by start. */
export type NightId = Branded<'NightId'>
/** Short, stable: `f-` and 8 hex digits of the fingerprint (longer on a clash). */
export type FindingId = Branded<'FindingId'>
/** Versioned hash of what makes two findings one: `v1:` and 32 hex digits. */
export type Fingerprint = Branded<'Fingerprint'>
/** A screen of the map, stable within one app: `s1`, `s2` … in the order met. */
export type ScreenId = Branded<'ScreenId'>

export const deviceId = (text: string): DeviceId => named(text, 'device id') as DeviceId
export const nightId = (text: string): NightId => named(text, 'night id') as NightId
export const findingId = (text: string): FindingId => named(text, 'finding id') as FindingId
export const fingerprintOf = (text: string): Fingerprint => named(text, 'fingerprint') as Fingerprint
export const screenId = (text: string): ScreenId => named(text, 'screen id') as ScreenId

function named(text: string, what: string): string {
  if (text.length === 0 || text.length > 200 || /[\s\p{Cc}]/u.test(text))
    throw new Refusal('bad-value', `"${text.slice(0, 40)}" is not a ${what}: it is empty, too long or holds blanks.`)
  return text
}
