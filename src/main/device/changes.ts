// Whether the picture changed after an input: counted by whoever captures pictures, asked by receipts; where only stills are to
// be had, the one before is compared with one after. Never guessed: where neither can be, the answer is null.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { InputKind } from '#shared/domain/input.ts'

export const changeMs = 400
/** A still that old says nothing any more of what was there just before an input. */
const freshMs = 2500
const keptMost = 16

export interface StillLooks {
  /** Only stills are to be had now. */
  isStills(): boolean
  /** Takes one and tells it by `sawPicture`. */
  look(): Promise<unknown>
}

interface Still {
  readonly id: string
  readonly beganMs: number
  readonly endedMs: number
}

export class PictureChanges {
  readonly #newest = new LiveValue(-Infinity)
  #newestUnclearMs = -Infinity
  readonly #isFollowed: () => boolean
  readonly #looks: StillLooks
  #stills: readonly Still[] = []
  #looking: Promise<unknown> | null = null

  /** `isFollowed`: pictures are captured as they change, so that none within the time means that none changed. */
  constructor(isFollowed: () => boolean, looks: StillLooks) {
    this.#isFollowed = isFollowed
    this.#looks = looks
  }

  /** A picture that differs from the one before, captured at `ms` of the hub's monotonic time. */
  saw(ms: number): void {
    if (ms > this.#newest.value) this.#newest.set(ms)
  }

  /** A picture that may be the one before once more: a key frame that was asked for, the first of a renewal. */
  sawUnclear(ms: number): void {
    this.#newestUnclearMs = Math.max(this.#newestUnclearMs, ms)
  }

  /** A whole picture by its id, and the time it was taken in. */
  sawPicture(id: string, beganMs: number, endedMs: number): void {
    const last = this.#stills.at(-1)
    if (last !== undefined && last.id !== id) this.saw(beganMs)
    this.#stills = [...this.#stills.slice(1 - keptMost), { id, beganMs, endedMs }]
  }

  /**
   * True at the first change after `sinceMs`, false when there is none within 400 ms; null when nobody follows, or when all
   * that came may be the picture before.
   */
  after(sinceMs: number, signal: AbortSignal): Promise<boolean | null> {
    if (this.#newest.value >= sinceMs) return Promise.resolve(true)
    if (signal.aborted) return Promise.resolve(null)
    if (!this.#isFollowed()) return this.#compared(sinceMs, signal)
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

  /** One that was under way at `sinceMs` is of neither: it may show what the input did, or not yet. */
  async #compared(sinceMs: number, signal: AbortSignal): Promise<boolean | null> {
    const before = this.#stills.findLast(({ endedMs }) => endedMs <= sinceMs)
    if (!this.#looks.isStills() || before === undefined || before.endedMs < sinceMs - freshMs) return null
    const after = (): Still | undefined => this.#stills.findLast(({ beganMs }) => beganMs >= sinceMs + changeMs)
    try {
      await sleep(changeMs, signal)
      while (after() === undefined) {
        this.#looking ??= this.#looks.look().finally(() => (this.#looking = null))
        await this.#looking
        signal.throwIfAborted()
      }
    } catch {
      return null
    }
    return this.#stills.some(({ id, beganMs }) => beganMs >= sinceMs && id !== before.id)
  }
}

/** Live contacts are told by what they made. */
export type TriedKind = Exclude<InputKind, 'contacts'>

/** What a person may try when an input changed nothing. */
export function whatToTry(kind: TriedKind): string {
  switch (kind) {
    case 'tap':
    case 'double_tap':
      return 'It may be no control, or the app may be busy: wait, or press and hold it.'
    case 'long_press':
      return 'There may be nothing to hold there: try a tap.'
    case 'swipe':
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
