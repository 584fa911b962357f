// The demo device's time: a clock that stands still until it is told to go on, and what is to happen at which moment.
// Things due at the same ms happen in the order they were set.

/** 2026-01-01T09:00Z, where virtual time begins. */
export const startMs = Date.UTC(2026, 0, 1, 9, 0, 0)

interface Timer {
  readonly at: number
  readonly order: number
  readonly owner: number
  readonly run: () => void
}

export class Timers {
  #now = startMs
  #order = 0
  readonly #queue: Timer[] = []

  get now(): number {
    return this.#now
  }

  /** `owner` is a process id whose death cancels it; 0 for the device's own. */
  after(ms: number, owner: number, run: () => void): void {
    const timer: Timer = { at: this.#now + Math.max(0, Math.round(ms)), order: (this.#order += 1), owner, run }
    const place = this.#queue.findLastIndex(other => other.at <= timer.at) + 1
    this.#queue.splice(place, 0, timer)
  }

  cancel(owner: number): void {
    for (let at = this.#queue.length - 1; at >= 0; at -= 1)
      if (this.#queue[at]?.owner === owner) this.#queue.splice(at, 1)
  }

  /** Goes on to the moment, letting everything due on the way happen at its own time. */
  advanceTo(moment: number): void {
    for (let next = this.#queue[0]; next !== undefined && next.at <= moment; next = this.#queue[0]) {
      this.#queue.shift()
      this.#now = Math.max(this.#now, next.at)
      next.run()
    }
    this.#now = Math.max(this.#now, moment)
  }

  /** Waiting timers, for tests and for a real clock that wants to know when to wake. */
  get nextAt(): number | null {
    return this.#queue[0]?.at ?? null
  }
}
