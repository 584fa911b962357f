// Does one thing again and again while anybody watches: at once for the first, then at its pace, and not after the last has
// gone. Knows not what it does; the Device reads its settings back by it.
import { sleep } from '#shared/base/abort.ts'

export class WhileWatched {
  readonly #work: (signal: AbortSignal) => Promise<void>
  readonly #everyMs: number
  #watchers = 0
  /** Ends the one loop. */
  #stop: AbortController | null = null

  /** `work` never throws for what goes wrong on the device: the next time may be better. */
  constructor(everyMs: number, work: (signal: AbortSignal) => Promise<void>) {
    this.#everyMs = everyMs
    this.#work = work
  }

  watch(): Disposable {
    let isOver = false
    this.#watchers += 1
    if (this.#stop === null) {
      this.#stop = new AbortController()
      this.#go(this.#stop.signal).catch(() => undefined)
    }
    return {
      [Symbol.dispose]: () => {
        if (isOver) return
        isOver = true
        this.#watchers -= 1
        if (this.#watchers === 0) this.end()
      },
    }
  }

  end(): void {
    this.#stop?.abort(new Error('nobody watches any more'))
    this.#stop = null
  }

  /** Until its signal aborts. */
  async #go(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#work(AbortSignal.any([signal, AbortSignal.timeout(this.#everyMs)]))
      await sleep(this.#everyMs, signal)
    }
  }
}
