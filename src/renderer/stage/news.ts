// What is said when devices change, in words, a sentence for each device. Pure; announce.tsx tells it a screen reader.
import { languages, postureWords, turnWords } from '#shared/domain/commands.ts'
import type { Observed, Place } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { batteryWords, cityNear, otherMaker, placeWords } from '#renderer/stage/more-menu.tsx'
import { controlWords, stateWords } from '#renderer/ui/words.ts'

type Settings = NonNullable<DeviceTile['settings']>
type Overrides = NonNullable<DeviceTile['overrides']>
type Put<T> = { readonly is: 'own'; readonly reads?: T | undefined } | { readonly is: 'set'; readonly to: T }
export type Told = Exclude<keyof Settings, 'orientation' | 'localeApp'> | keyof Overrides

/** What changed between two looks; `isSaid`: whoever listens hears it already. */
export function newsOf(
  before: readonly DeviceTile[],
  now: readonly DeviceTile[],
  isSaid: (device: DeviceTile, told: Told) => boolean = () => false,
): readonly string[] {
  const old = new Map(before.map(device => [device.id, device]))
  return [
    ...now.flatMap(device => {
      const was = old.get(device.id)
      if (was === undefined) return [`${device.name} is here: ${stateOf(device)}.`]
      const parts = [
        ...statesOf(was, device),
        ...settingsOf(was, device, told => isSaid(device, told)),
        ...overridesOf(was, device, told => isSaid(device, told)),
      ]
      return parts.length === 0 ? [] : [`${device.name}: ${parts.join(', ').replace(/\.$/u, '')}.`]
    }),
    ...before.filter(device => !now.some(one => one.id === device.id)).map(device => `${device.name} is gone.`),
  ]
}

/** Recordings that others began or ended. */
export function newsOfRecordings(
  before: readonly RecordingRow[],
  now: readonly RecordingRow[],
  devices: readonly DeviceTile[],
  own: { began(device: DeviceId): boolean; ended(device: DeviceId): boolean },
): readonly string[] {
  return now.flatMap(row => {
    const name = devices.find(device => device.id === row.device)?.name
    const was = before.find(one => one.number === row.number)
    if (name === undefined || (was === undefined ? !goesOn(row) : goesOn(was) === goesOn(row))) return []
    if (was === undefined) return own.began(row.device) ? [] : [`${name}: a recording began.`]
    return own.ended(row.device) ? [] : [`${name}: the recording ended.`]
  })
}

const goesOn = (row: RecordingRow): boolean => row.is === 'starting' || row.is === 'recording'

function statesOf(was: DeviceTile, device: DeviceTile): readonly string[] {
  const isOther = stateOf(was) !== stateOf(device)
  return [
    isOther ? stateOf(device) : null,
    isOther && was.why !== device.why ? device.why : null,
    was.turn === device.turn ? null : turnWords[device.turn].toLowerCase(),
    was.posture?.value === device.posture?.value || device.posture === null
      ? null
      : postureWords[device.posture.value].toLowerCase(),
    // Control one took oneself is said by the press that took it.
    isSameOwner(was, device) || device.control?.yours === true ? null : controlWords(device.control).toLowerCase(),
  ].filter(words => words !== null)
}

function settingsOf(was: DeviceTile, { settings }: DeviceTile, isSaid: (told: Told) => boolean): readonly string[] {
  const old = was.settings
  if (old === null || settings === null) return []
  const of = <T>(told: Told, before: Observed<T>, now: Observed<T>, words: (value: T) => string): readonly string[] => {
    const last = before.known ? before : before.last
    if (!now.known || last === null || last.value === now.value || isSaid(told)) return []
    return [byWhom(words(now.value), now)]
  }
  return [
    ...of('dark', old.dark, settings.dark, isDark => (isDark ? 'dark appearance' : 'light appearance')),
    ...of('fontScale', old.fontScale, settings.fontScale, to => `text size ${to.toFixed(2).replace(/0$/u, '')}`),
    ...(old.localeApp === settings.localeApp
      ? of('locale', old.locale, settings.locale, to => `language ${to === '' ? 'its own' : languageWords(to)}`)
      : []),
    ...of('network', old.network, settings.network, to => (to === 'slow' ? 'slow network' : to)),
  ]
}

const languageWords = (to: string): string => languages.find(([tag]) => tag === to)?.[1] ?? to

function overridesOf(was: DeviceTile, { overrides }: DeviceTile, isSaid: (told: Told) => boolean): readonly string[] {
  const old = was.overrides
  if (old === null || overrides === null) return []
  // Of what a device has of its own only that it is so again is news, not how it goes on.
  const of = <T>(told: Told, before: Put<T>, now: Put<T>, words: (to: T | null) => string): readonly string[] => {
    const wordsNow = words(now.is === 'set' ? now.to : null)
    if (wordsNow === words(before.is === 'set' ? before.to : null) || isSaid(told)) return []
    return [byWhom(wordsNow, now)]
  }
  return [
    ...of('statusBar', old.statusBar, overrides.statusBar, to => `${to === null ? 'live' : 'clean'} status bar`),
    ...of('battery', old.battery, overrides.battery, to => `battery ${to === null ? 'its own' : batteryWords(to)}`),
    ...of('location', old.location, overrides.location, to => `location ${to === null ? 'its own' : placeName(to)}`),
  ]
}

const placeName = (place: Place): string => cityNear(place)?.name ?? placeWords(place)

function byWhom(words: string, made: object): string {
  const maker = otherMaker(made)
  return maker === null ? words : `${words}, ${maker}`
}

const stateOf = (device: DeviceTile): string => (device.failed ? 'failed' : stateWords[device.state].toLowerCase())
const isSameOwner = (a: DeviceTile, b: DeviceTile): boolean =>
  a.control?.kind === b.control?.kind && a.control?.yours === b.control?.yours
