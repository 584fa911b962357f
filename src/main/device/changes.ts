// Whether the picture changed after an input: counted by whoever captures pictures, asked by receipts. Never guessed: where
// nobody captures as it happens the answer is null.
import { LiveValue } from '#shared/base/live.ts'
import type { InputKind } from '#shared/domain/input.ts'

export const changeMs = 400

export class PictureChanges {
  readonly #newest = new LiveValue(-Infinity)
  #newestUnclearMs = -Infinity
  readonly #isFollowed: () => boolean
  #picture: string | null = null

  /** `isFollowed`: pictures are captured as they change, so that none within the time means that none changed. */
  constructor(isFollowed: () => boolean) {
    this.#isFollowed = isFollowed
  }

  /** A picture that differs from the one before, captured at `ms` of the hub's monotonic time. */
  saw(ms: number): void {
    if (ms > this.#newest.value) this.#newest.set(ms)
  }

  /** A picture that may be the one before once more: a key frame that was asked for, the first of a renewal. */
  sawUnclear(ms: number): void {
    this.#newestUnclearMs = Math.max(this.#newestUnclearMs, ms)
  }

  /** A whole picture by its id. */
  sawPicture(id: string, ms: number): void {
    if (this.#picture !== null && this.#picture !== id) this.saw(ms)
    this.#picture = id
  }

  /**
   * True at the first change after `sinceMs`, false when there is none within 400 ms; null when nobody follows, or when all
   * that came may be the picture before.
   */
  after(sinceMs: number, signal: AbortSignal): Promise<boolean | null> {
    if (this.#newest.value >= sinceMs) return Promise.resolve(true)
    if (!this.#isFollowed() || signal.aborted) return Promise.resolve(null)
    return new Promise(resolve => {
      const end = (answer: boolean | null): void => {
        clearTimeout(timer)
        stop()
        signal.removeEventListener('abort', onAbort)
        resolve(answer)
      }
      const onAbort = (): void => end(null)
      const isTold = (): boolean => this.#isFollowed() && this.#newestUnclearMs < sinceMs
      const timer = setTimeout(() => end(isTold() ? false : null), changeMs)
      const stop = this.#newest.subscribe(ms => {
        if (ms >= sinceMs) end(true)
      })
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}

/** What a person may try when an input changed nothing. */
export function whatToTry(kind: InputKind): string {
  switch (kind) {
    case 'tap':
    case 'double_tap':
      return 'It may be no control, or the app may be busy: wait, or press and hold it.'
    case 'long_press':
      return 'There may be nothing to hold there: try a tap.'
    case 'swipe':
    case 'contacts':
    case 'pinch':
      return 'There may be nothing more that way: try the other way, or a tap.'
    case 'text':
    case 'paste':
    case 'clear':
    case 'hide_keyboard':
      return 'No field may have the focus: tap one first.'
    case 'key':
    case 'host_key':
      return 'The app may do nothing with this key: tap the screen first.'
    case 'turn':
    case 'background':
    case 'wait':
      return 'The app in front may stay as it is.'
  }
}
