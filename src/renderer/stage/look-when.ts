// When the list of what is on the screen is read again: once the picture that was seen to change has come to rest, or after a
// while where it never does; seldomer while the reading stays the same, as under a caret that blinks. Knows no hub and no time.
const restMs = 700
/** A film and a caret never rest. */
const mostMs = 4000
/** Between the answer and the next reading. */
const [pauseLeastMs, pauseMostMs] = [1000, 16_000]

export class LookWhen {
  #changedMs: number | null = null
  #newestMs = 0
  /** One is read as the list opens. */
  #isReading = true
  #readMs = 0
  #pauseMs = pauseLeastMs
  #read: string | null = null

  /** Another picture is on the glass. */
  changed(nowMs: number): void {
    this.#changedMs ??= nowMs
    this.#newestMs = nowMs
  }

  /** The person did something: what comes of it is awaited. */
  acted(): void {
    this.#pauseMs = pauseLeastMs
  }

  /** Null: nothing changed since, or it is being read. */
  get dueMs(): number | null {
    if (this.#changedMs === null || this.#isReading) return null
    return Math.max(Math.min(this.#newestMs + restMs, this.#changedMs + mostMs), this.#readMs + this.#pauseMs)
  }

  reading(): void {
    this.#changedMs = null
    this.#isReading = true
  }

  /** `what` was read; null: it could not be. */
  came(what: string | null, nowMs: number): void {
    this.#isReading = false
    this.#readMs = nowMs
    this.#pauseMs = what !== null && what === this.#read ? Math.min(this.#pauseMs * 2, pauseMostMs) : pauseLeastMs
    this.#read = what
  }
}
