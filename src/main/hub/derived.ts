// A Live value computed from others, for the watches: recomputed when a source changes, let go with its signal.
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'

export interface Source {
  /** Calls back at each change; the answer stops it. */
  (changed: () => void): () => void
}

export const liveSource =
  (live: Live<unknown>): Source =>
  changed =>
    live.subscribe(() => changed())

export function derived<T>(sources: readonly Source[], compute: () => T, signal: AbortSignal): Live<T> {
  const value = new LiveValue(compute())
  const stops = sources.map(source => source(() => value.set(compute())))
  whenOver(signal, () => stops.forEach(stop => stop()))
  return value
}

/** Also where it was over before: who asked may have gone while a device was opened for him. */
export function whenOver(signal: AbortSignal, stop: () => void): void {
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
}
