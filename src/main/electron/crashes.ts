// What to do when a process of ours ends or hangs: the hub is started again with growing pauses, the window is loaded again once.
// Only decides; who starts and loads is hub-process.ts and window.ts.

/** Before each new start of the hub. */
const pausesMs = [500, 1000, 2000, 4000, 8000] as const
/** One that ran this long was well: counting begins anew. */
const wellMs = 60_000

export type AfterExit = { readonly is: 'again'; readonly afterMs: number } | { readonly is: 'give-up' }

export class Restarts {
  #count = 0

  /** It ended by itself after running this long. */
  ended(ranMs: number): AfterExit {
    if (ranMs >= wellMs) this.#count = 0
    const afterMs = pausesMs[this.#count]
    if (afterMs === undefined) return { is: 'give-up' }
    this.#count += 1
    return { is: 'again', afterMs }
  }

  /** A person asked for it: counting begins anew. */
  forget(): void {
    this.#count = 0
  }
}

export type AfterGone = 'nothing' | 'load-again' | 'words'

/** Once in this time the window is loaded again by itself. */
const againWithinMs = 60_000

export class Reloads {
  #lastMs: number | null = null

  /** `reason` as Electron gives it. */
  gone(reason: string, nowMs: number): AfterGone {
    if (reason === 'clean-exit') return 'nothing'
    const isSoon = this.#lastMs !== null && nowMs - this.#lastMs < againWithinMs
    this.#lastMs = nowMs
    return isSoon ? 'words' : 'load-again'
  }
}
