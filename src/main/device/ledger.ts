// The operations ledger of one device: one operation at a time, each with a deadline; the last answers are kept so that
// a request asked again gets the same answer instead of being done twice.
import { sleep, within } from '#shared/base/abort.ts'
import { LiveValue, type Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'

export const answersKept = 200
/** What was given up is waited for no longer. */
export const endingMs = 20_000
export const deadlineMs = { control: 10_000, install: 300_000 } as const

export class Ledger {
  readonly #busy = new LiveValue<string | null>(null)
  readonly #answers = new Map<string, { readonly asked: string; readonly answer: Promise<unknown> }>()
  /** Settles when what was given up has come to rest; null when nothing winds down. */
  #ending: Promise<void> | null = null

  /** The operation under way, in words. */
  get busy(): Live<string | null> {
    return this.#busy
  }

  /**
   * Runs `work` once for this id; the same id gets the same answer (or the same refusal) again. `asked` tells what it is,
   * so that an id that was used for something else is refused. `isAgain`: it was asked before, perhaps of a hub that has died
   * since, so it is not done when nothing is known of it.
   */
  answered<T>(requestId: string, asked: string, work: () => Promise<T>, isAgain = false): Promise<T> {
    const kept = this.#answers.get(requestId)
    if (kept !== undefined && kept.asked !== asked)
      return Promise.reject(
        new Refusal('bad-value', 'This request’s id was used for another request before.', {
          where: 'request.id',
          hint: 'Give each request an id of its own.',
        }),
      )
    if (kept !== undefined) return kept.answer as Promise<T>
    if (isAgain)
      return Promise.reject(
        new Refusal('outcome-unknown', 'The connection broke while this was asked: it may have been done or not.', {
          hint: 'Look at the device before trying again.',
        }),
      )
    const answer = work()
    this.#answers.set(requestId, { asked, answer })
    answer.catch(() => undefined)
    for (const old of this.#answers.keys()) {
      if (this.#answers.size <= answersKept) break
      this.#answers.delete(old)
    }
    return answer
  }

  /**
   * One operation at a time: refuses `busy`. Past the deadline the outcome is unknown: `readBack` is asked whether it took
   * effect after all, and its yes is the answer; else `outcome-unknown`. Work that was given up (its deadline, its signal)
   * may still wind down on the device: the next operation waits for that, and the device stays busy.
   */
  async run<T>(
    what: string,
    limitMs: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
    readBack: () => Promise<T | null> = () => Promise.resolve(null),
  ): Promise<T> {
    while (this.#ending !== null) await Promise.race([this.#ending, rejectWhenAborted(signal)])
    const now = this.#busy.value
    if (now !== null) throw new Refusal('busy', `The device is busy: ${now}.`, { hint: 'Try again when that is done.' })
    this.#busy.set(what)
    const late = new Refusal('outcome-unknown', `No answer to "${what}" within ${limitMs / 1000} s.`, {
      hint: 'Look at the device before trying again: it may have taken effect.',
    })
    const done = new AbortController()
    const deadline = within(limitMs, AbortSignal.any([signal, done.signal]), late)
    let isOver = false
    const doing = (async () => {
      try {
        return await work(deadline)
      } finally {
        isOver = true
      }
    })()
    try {
      return await Promise.race([doing, rejectWhenAborted(deadline)])
    } catch (thrown) {
      if (thrown !== late) throw thrown
      const tookEffect = await readBack().catch(() => null)
      if (tookEffect !== null) return tookEffect
      throw late
    } finally {
      done.abort(new Error('done'))
      if (isOver) this.#busy.set(null)
      else this.#ending = this.#wound(doing)
    }
  }

  async #wound(doing: Promise<unknown>): Promise<void> {
    const settled = new AbortController()
    // A driver that hangs does not keep its device for good.
    const limit = sleep(endingMs, settled.signal).catch(() => undefined)
    await Promise.race([doing.catch(() => undefined), limit])
    settled.abort(new Error('done'))
    this.#ending = null
    this.#busy.set(null)
  }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
