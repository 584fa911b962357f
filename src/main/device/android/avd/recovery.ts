// What is to be done after something died: an emulator while it was used, the hub in the middle of an order. Pure.
import type { Note } from '#main/device/android/avd/note.ts'

/** A second crash so soon after the first is not met by starting it again. */
export const crashesApartMs = 5 * 60_000

export function afterCrash(lastCrashMs: number | null, nowMs: number): 'boot-again' | 'failed' {
  return lastCrashMs !== null && nowMs - lastCrashMs < crashesApartMs ? 'failed' : 'boot-again'
}

/**
 * Whether the next boot must not load the snapshot: it was saved before the last run began, so what was written since is not
 * in it. An emulator nobody here has seen run is left to decide for itself.
 */
export function mustBootCold(lastRunMs: number | null, snapshotMs: number | null): boolean {
  return lastRunMs !== null && (snapshotMs === null || snapshotMs < lastRunMs)
}

export type Resumed =
  | { readonly is: 'nothing' }
  /** It runs: what is left of its boot is followed. */
  | { readonly is: 'follow' }
  /** The order is done anew from this step on. */
  | { readonly is: 'from'; readonly step: 'stopping' | 'starting' | 'removing' | 'configuring' }
  /** What it wanted has come to pass. */
  | { readonly is: 'done' }
  /** It is given up, and the words say so. */
  | { readonly is: 'given-up'; readonly words: string }

/** What of an order that a dead hub had begun is left to do. A device that runs is never started a second time. */
export function resumed(note: Note, isRunning: boolean): Resumed {
  const { doing } = note
  if (doing === null) return { is: 'nothing' }
  switch (doing.step) {
    case 'stopping':
      if (isRunning) return { is: 'from', step: 'stopping' }
      if (doing.order === 'shut-down') return { is: 'done' }
      return { is: 'from', step: doing.order === 'delete' ? 'removing' : 'starting' }
    case 'starting':
      return isRunning ? { is: 'follow' } : { is: 'from', step: 'starting' }
    case 'waiting':
      if (isRunning) return { is: 'follow' }
      return { is: 'given-up', words: 'It ended while it was starting and nobody watched. Its next boot is cold.' }
    case 'removing':
      return { is: 'from', step: 'removing' }
    case 'creating':
    case 'configuring':
      return { is: 'from', step: 'configuring' }
  }
}
