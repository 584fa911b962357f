// Gets phones back that were reached over the network: asks the adb server to connect to them again, at growing distances,
// and says when the next try is. What hangs on a cable comes back by itself. Never restarts a server.
import { askServer } from '#main/device/android/host-services.ts'
import { sleep } from '#shared/base/abort.ts'

export interface ReconnectTimes {
  /** Between tries; the last one is kept. */
  readonly betweenMs: readonly number[]
  /** After so long it is a person's turn. */
  readonly forMs: number
}

export const usualReconnect: ReconnectTimes = {
  betweenMs: [2000, 4000, 8000, 15_000, 30_000],
  forMs: 10 * 60_000,
}
const connectMs = 12_000

interface Lost {
  readonly stop: AbortController
  /** ms from when it was told; 0 while it is being tried; null when it is tried no more. */
  nextTryMs: number | null
}

export class Reconnects {
  readonly #port: number
  readonly #times: ReconnectTimes
  readonly #lost = new Map<string, Lost>()
  /** Called when what is said about a phone has changed. */
  readonly #changed: () => void

  constructor(port: number, times: ReconnectTimes, changed: () => void) {
    this.#port = port
    this.#times = times
    this.#changed = changed
  }

  nextTryMs(serial: string): number | null {
    return this.#lost.get(serial)?.nextTryMs ?? null
  }

  hasGivenUp(serial: string): boolean {
    return this.#lost.get(serial)?.nextTryMs === null
  }

  /** It was reached at `serial` and is not any more. */
  lost(serial: string, signal: AbortSignal): void {
    if (this.#lost.has(serial) || signal.aborted) return
    const stop = new AbortController()
    const lost: Lost = { stop, nextTryMs: this.#times.betweenMs[0] ?? 0 }
    this.#lost.set(serial, lost)
    this.#try(serial, lost, AbortSignal.any([signal, stop.signal])).catch(() => undefined)
  }

  found(serial: string): void {
    this.#lost.get(serial)?.stop.abort(new Error('it is there again'))
    this.#lost.delete(serial)
  }

  async #try(serial: string, lost: Lost, signal: AbortSignal): Promise<void> {
    const { betweenMs, forMs } = this.#times
    let spentMs = 0
    for (let tries = 0; spentMs < forMs; tries += 1) {
      const waitMs = betweenMs[Math.min(tries, betweenMs.length - 1)] ?? 0
      lost.nextTryMs = waitMs
      this.#changed()
      await sleep(waitMs, signal)
      spentMs += waitMs
      lost.nextTryMs = 0
      this.#changed()
      // What came of it shows in the server's own list.
      await askServer(this.#port, `connect:${serial}`, connectMs, signal).catch(() => undefined)
      await sleep(settleMs, signal)
    }
    lost.nextTryMs = null
    this.#changed()
  }
}

/** Until the list tells that it is there. */
const settleMs = 300
