// How long pictures take from the device to the glass, and how many never got there. Counts all the time; pure.
/** Capture to the return of the draw call, in ms of the last seconds. */
export interface Figures {
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly shown: number
  /** Captured and never shown: a newer one was there. */
  readonly dropped: number
  /** Shown in the last second. */
  readonly fps: number
}

/** One drawn picture, read back. Times are ms since 1970, as every process of this computer counts them. */
export interface Probed {
  readonly sequence: number
  readonly atUs: number
  /** The hub's monotonic clock at `drawnMs`, µs. */
  readonly drawnHubUs: number
  readonly arrivedMs: number
  readonly decodedMs: number
  /** Before and after the draw call, and after the pixels were read. */
  readonly drawMs: number
  readonly drawnMs: number
  readonly readMs: number
  readonly width: number
  readonly height: number
  /** The green of each point asked for. */
  readonly values: readonly number[]
}

const keptMost = 256
const secondMs = 1000

export class FigureKeeper {
  #times: number[] = []
  #next = 0
  #shown = 0
  #dropped = 0
  #recent: number[] = []
  #last: number | null = null

  /**
   * A picture is on the glass. `sequence` says what was left out before it: a lower one is of a new source, the same one is
   * the old picture once more. `captureMs` is null where the time it took says nothing.
   */
  show(sequence: number, captureMs: number | null, nowMs: number): void {
    const last = this.#last
    if (sequence === last) return
    this.#last = sequence
    this.#shown += 1
    if (last !== null && sequence > last + 1) this.#dropped += sequence - last - 1
    this.#recent = [...this.#recent.filter(at => nowMs - at < secondMs), nowMs]
    if (captureMs === null || !(captureMs >= 0)) return
    this.#times[this.#next] = captureMs
    this.#next = (this.#next + 1) % keptMost
  }

  /** Another source: its numbers begin anew. */
  restart(): void {
    this.#last = null
  }

  figures(nowMs: number): Figures {
    const sorted = this.#times.toSorted((a, b) => a - b)
    return {
      p50Ms: percentile(sorted, 0.5),
      p95Ms: percentile(sorted, 0.95),
      shown: this.#shown,
      dropped: this.#dropped,
      fps: this.#recent.filter(at => nowMs - at < secondMs).length,
    }
  }
}

/** Of values in order, by the nearest rank; null of none. */
export function percentile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null
}
