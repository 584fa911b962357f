// Pasting text into a device: its clipboard is saved, set, pasted and put back, and what we set ourselves is told to nobody
// as copied there. Knows no input queue.
import { sleep } from '#shared/base/abort.ts'
import type { ClipboardFacet, Clock, Told } from '#main/device/driver.ts'

/** An app reads the clipboard up to 150 ms after the paste key. */
export const pasteReadMs = 300
const finishMs = 5000
/** So long after it a message about our own text may still come. */
const ownMs = 5000
const againMs = 1000

export class Paster {
  readonly #clipboard: ClipboardFacet
  readonly #clock: Clock
  readonly #own = new Map<string, number>()
  /** What was on it before a paste, until it is put back: `over` is our own text that lies there instead. */
  #owed: { readonly saved: string; readonly over: string } | null = null
  #underWay = 0
  readonly #listeners = new Set<{ readonly onCopied: (text: string) => void }>()
  #listening = new AbortController()

  constructor(clipboard: ClipboardFacet, clock: Clock) {
    this.#clipboard = clipboard
    this.#clock = clock
  }

  /**
   * One paste. Given up before the paste key was sent, it sends none and puts the clipboard back; a paste key that was
   * sent is finished whatever the signal says.
   */
  async paste(text: string, signal: AbortSignal): Promise<Told> {
    await this.putBack()
    signal.throwIfAborted()
    const saved = await this.#clipboard.read(signal)
    signal.throwIfAborted()
    this.#underWay += 1
    this.#owed = { saved, over: text }
    try {
      this.#isOurs(text)
      await this.#clipboard.write(text, signal)
      signal.throwIfAborted()
      const finish = AbortSignal.timeout(finishMs)
      const told = await this.#clipboard.paste(finish)
      await this.#clock.wait(pasteReadMs, finish)
      return told
    } finally {
      try {
        await this.putBack()
      } catch {
        // The connection is gone: what is owed is put back when the device is there again.
      }
      this.#underWay -= 1
    }
  }

  /** Puts back what lies under our own text; anything else was copied since, and stays. */
  async putBack(): Promise<void> {
    const owed = this.#owed
    if (owed === null) return
    const finish = AbortSignal.timeout(finishMs)
    if ((await this.#clipboard.read(finish)) === owed.over) {
      this.#isOurs(owed.saved)
      await this.#clipboard.write(owed.saved, finish)
    }
    this.#owed = null
  }

  /**
   * What is copied on the device, our own pastes left out, until the signal aborts. The device is listened to once however
   * many ask, and again when the connection broke and came back.
   */
  async watch(onCopied: (text: string) => void, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const listener = { onCopied }
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#listen().catch(() => undefined)
    await new Promise<void>(resolve => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    this.#listeners.delete(listener)
    if (this.#listeners.size === 0) this.#listening.abort(new Error('nobody listens any more'))
  }

  async #listen(): Promise<void> {
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const told = (text: string): void => {
      if (!this.#wasOurs(text)) for (const { onCopied } of this.#listeners) onCopied(text)
    }
    while (!signal.aborted) {
      await this.#clipboard.watch(told, signal).catch(() => undefined)
      await sleep(againMs, signal).catch(() => undefined)
    }
  }

  #isOurs(text: string): void {
    const now = performance.now()
    for (const [old, at] of this.#own) if (now - at > ownMs) this.#own.delete(old)
    this.#own.set(text, now)
  }

  #wasOurs(text: string): boolean {
    const at = this.#own.get(text)
    return at !== undefined && (this.#underWay > 0 || performance.now() - at <= ownMs)
  }
}
