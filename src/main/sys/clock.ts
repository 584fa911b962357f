// The wall clock, in one place so that a test and a night in virtual time can hand in their own.
export interface WallClock {
  /** ISO 8601 in UTC, to the second. */
  now(): string
  /** ms since the epoch. */
  ms(): number
}

export const wallClock: WallClock = {
  now: () => new Date().toISOString().replace(/\.\d{3}Z$/u, 'Z'),
  ms: () => Date.now(),
}

/** Monotonic ms, for durations. */
export const monotonicMs = (): number => performance.now()
