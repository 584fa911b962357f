// What the shell says aloud and whether the machine stays awake, out of what the hub tells of nights and devices. Pure: the one
// state is what was heard before.
import type { Answer } from '#shared/protocol/contract.ts'
import type { WindowAsk } from '#shared/protocol/shell.ts'

export type Nights = Answer<'nights'>['nights']
export type Recordings = Answer<'recordings'>['recordings']
export type Devices = Answer<'devices'>['devices']

export interface Notice {
  readonly title: string
  readonly body: string
  readonly show: WindowAsk
}

/** What would end with the hub; null where nothing would. */
export type Busy = 'night' | 'recording'

export function busyOf(nights: Nights, recordings: Recordings): Busy | null {
  if (nights.some(night => night.running)) return 'night'
  return recordings.some(recording => recording.is !== 'ended') ? 'recording' : null
}

/** Nights that were running and have ended. `isNewHub`: the hub died in between, and its nights with it. */
export function endedNights(before: Nights, now: Nights, isNewHub: boolean): readonly Notice[] {
  return before
    .filter(night => night.running)
    .flatMap(night => {
      const ended = now.find(one => one.id === night.id)
      if (ended === undefined || ended.running) return []
      const words = endWords(ended, isNewHub)
      if (words === null) return []
      const show = { is: 'show', place: 'nights', id: ended.id } as const
      return [{ title: `${ended.app_label}: ${countWords(ended.findings)}`, body: words, show }]
    })
}

/** Null where nothing need be said: a person stopped it and knows. */
function endWords(night: Nights[number], isNewHub: boolean): string | null {
  const did = `${plural(night.steps, 'step')} on ${plural(night.screens, 'screen')}`
  if (isNewHub) return `The night was broken off after ${did}. What it had confirmed is kept.`
  if (night.ended_by === 'stopped') return null
  if (night.ended_by === 'device') return `The night ended early, after ${did}: its device went away.`
  return `The night is over: ${did}.`
}

const countWords = (count: number): string => (count === 0 ? 'nothing found' : plural(count, 'finding'))
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Devices that went away while somebody used them. */
export function lostDevices(before: Devices, now: Devices): readonly Notice[] {
  return before
    .filter(device => device.state !== 'lost' && (device.control !== null || device.busy !== null))
    .flatMap(device => {
      const lost = now.find(one => one.id === device.id)
      if (lost?.state !== 'lost') return []
      const show = { is: 'show', place: 'devices', id: device.id } as const
      return [{ title: `${device.name} went away`, body: lost.why ?? 'It does not answer any more.', show }]
    })
}
