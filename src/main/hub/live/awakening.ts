// Finds out by the clock that the computer slept: for a hub that no shell tells. Who is told decides what to do about it.

export interface Clocks {
  /** Of the calendar. */
  readonly wallMs: () => number
  /** For durations. Stands while a Linux computer sleeps; on a Mac and on Windows it goes on, and only timers come late. */
  readonly monotonicMs: () => number
}

const lookEveryMs = 2000
/** The two clocks part by so much only where the computer slept; a calendar that is set forward is taken for it, which does no harm. */
const apartMs = 5000
/** A look comes so late only where the computer slept, or this program was held. */
const lateMs = 10_000
/** The shell and the clock tell of the same sleep. */
const sameMs = 8000

export class Awakening {
  readonly #clocks: Clocks
  readonly #onWoke: () => void
  #wallMs: number
  #monotonicMs: number
  #toldMs = Number.NEGATIVE_INFINITY

  constructor(clocks: Clocks, onWoke: () => void) {
    this.#clocks = clocks
    this.#onWoke = onWoke
    this.#wallMs = clocks.wallMs()
    this.#monotonicMs = clocks.monotonicMs()
  }

  /** Looks from time to time until the signal aborts; keeps no program from ending. */
  watch(signal: AbortSignal): void {
    const timer = setInterval(() => this.look(), lookEveryMs)
    timer.unref()
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  look(): void {
    const [wall, monotonic] = [this.#clocks.wallMs(), this.#clocks.monotonicMs()]
    const [wallPassed, passed] = [wall - this.#wallMs, monotonic - this.#monotonicMs]
    this.#wallMs = wall
    this.#monotonicMs = monotonic
    if (wallPassed - passed > apartMs || passed > lookEveryMs + lateMs) this.woke()
  }

  /** The shell has it from the system. */
  woke(): void {
    const now = this.#clocks.wallMs()
    if (now - this.#toldMs < sameMs && now >= this.#toldMs) return
    this.#toldMs = now
    this.#onWoke()
  }
}
