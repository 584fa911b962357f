// `nocturne control ID`: what a device is set to now, and by whom; nothing is changed and no control is taken.
import type { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'
import type { Battery, DeviceControl, Known, Override, Place } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import { madeBy } from '#shared/domain/made-by.ts'
import type { Client } from '#shared/protocol/client.ts'
import { deviceTileShape, type DeviceTile } from '#shared/protocol/shapes.ts'
import { table } from '#main/cli/terminal.ts'

export const controlStateShape = deviceTileShape.pick({
  id: true,
  control: true,
  turn: true,
  posture: true,
  settings: true,
  overrides: true,
})
export type ControlState = z.output<typeof controlStateShape>

export async function readControlState(client: Client, device: DeviceId, signal: AbortSignal): Promise<ControlState> {
  // What nobody has opened yet has said nothing of itself.
  await client.call('devices.observe', { device, tree: false }, signal)
  const seen = new AbortController()
  let tile: DeviceTile | undefined
  const take = ({ devices }: { readonly devices: readonly DeviceTile[] }): void => {
    tile = devices.find(one => one.id === device)
    seen.abort()
  }
  await client.watch('devices', {}, take, AbortSignal.any([seen.signal, signal]))
  signal.throwIfAborted()
  if (tile === undefined) throw new Refusal('unknown-device', `There is no device ${device}.`, { where: 'ID' })
  return controlStateShape.parse(tile)
}

export function controlStateWords({ control, turn, posture, settings, overrides }: ControlState): string {
  const rows: (readonly string[])[] = [
    [
      'control',
      control === null ? 'nobody has it' : { person: 'a person', agent: 'the agent', night: 'a night' }[control.kind],
    ],
    ['turn', turn],
    ...(posture === null ? [] : [observedRow('posture', posture)]),
  ]
  if (settings !== null) {
    const { dark, fontScale, locale, localeApp, network, orientation } = settings
    rows.push(
      observedRow('dark', dark, is => (is ? 'on' : 'off')),
      observedRow('font', fontScale),
      observedRow('locale', locale, tag => languageWords(tag, localeApp)),
      observedRow('network', network),
      observedRow('orientation', orientation),
    )
  }
  if (overrides !== null)
    rows.push(
      putRow<'clean'>('status-bar', overrides.statusBar, is => is),
      putRow<Battery>('battery', overrides.battery, batteryWords),
      putRow<Place>('location', overrides.location, placeWords),
    )
  return table(rows.map(row => [row[0] ?? '', row[1] ?? '', row[2] ?? '']))
}

/** Of the device, or of one app where each has its own. */
function languageWords(tag: string, app: string | null | undefined): string {
  if (app === null) return 'no app started'
  return `${tag === '' ? 'its own' : tag}${app === undefined ? '' : ` in ${app}`}`
}

/** What was done, in the words the command takes. */
export function setWords(control: DeviceControl): string {
  switch (control.set) {
    case 'dark':
    case 'awake':
      return `${control.set} ${control.to ? 'on' : 'off'}`
    case 'fontScale':
      return `font ${control.to}`
    case 'turn':
      return control.to === 'left' || control.to === 'right'
        ? `turned a quarter to the ${control.to}`
        : `turn ${control.to}`
    case 'statusBar':
      return `status-bar ${control.to}`
    case 'battery':
      return `battery ${control.to === null ? 'its own' : batteryWords(control.to)}`
    case 'location':
      return `location ${control.to === null ? 'its own' : placeWords(control.to)}`
    case 'locale':
    case 'network':
    case 'orientation':
    case 'posture':
      return `${control.set} ${control.to}`
  }
}

const placeWords = ({ latitude, longitude }: Place): string => `${latitude} ${longitude}`
const batteryWords = ({ level, charging }: Battery): string => `${level}${charging ? ' charging' : ''}`

type Seen<T> = Known<T> | { readonly known: false; readonly why: string }
function observedRow<T>(name: string, seen: Seen<T>, words: (value: T) => string = String): readonly string[] {
  return seen.known ? [name, words(seen.value), madeBy(seen.by) ?? ''] : [name, `not known: ${seen.why}`]
}

type Put<T> = { readonly is: 'own'; readonly reads?: T | undefined } | Extract<Override<T>, { readonly is: 'set' }>
function putRow<T>(name: string, put: Put<T>, words: (value: T) => string): readonly string[] {
  if (put.is === 'set') return [name, words(put.to), madeBy(put.by) ?? '']
  return [name, put.reads === undefined ? 'its own' : `its own: ${words(put.reads)}`]
}
