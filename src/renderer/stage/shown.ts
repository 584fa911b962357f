// How each device is shown: fitted, pixel for pixel or as large as it is, with its frame or without. Kept in this window's
// own storage, device by device.
import { LiveValue } from '#shared/base/live.ts'
import type { ShowAs } from '#shared/domain/commands.ts'
import type { Fit } from '#renderer/stage/geometry.ts'
import { read, write } from '#renderer/ui/theme.ts'
import { useLive } from '#renderer/use-live.ts'

export interface Shown {
  readonly fit: Fit
  readonly frame: boolean
}

const plain: Shown = { fit: 'fit', frame: true }
const nameOf = (id: string): string => `nocturne-shown-${id}`
const kept = new Map<string, LiveValue<Shown>>()

export function shownOf(id: string): LiveValue<Shown> {
  let live = kept.get(id)
  if (live === undefined) {
    live = new LiveValue(readShown(typeof localStorage === 'undefined' ? null : read(nameOf(id))))
    kept.set(id, live)
  }
  return live
}

export const useShown = (id: string): Shown => useLive(shownOf(id))

/** `frame` changes from on to off and back; the others are chosen. */
export function show(id: string, as: ShowAs): void {
  const live = shownOf(id)
  live.update(now => (as === 'frame' ? { ...now, frame: !now.frame } : { ...now, fit: as }))
  write(nameOf(id), writeShown(live.value))
}

export const writeShown = (shown: Shown): string => `${shown.fit}${shown.frame ? '' : ' bare'}`

/** What nobody wrote is shown as usual. */
export function readShown(text: string | null): Shown {
  const [fit = '', frame = ''] = (text ?? '').split(' ')
  return {
    fit: fit === 'pixel' || fit === 'physical' ? fit : plain.fit,
    frame: frame !== 'bare',
  }
}
