// The phone's clipboard over scrcpy's control socket. A running session tells what is copied and not what lay there before: for
// that one of its own is asked. Knows no picture.
import type { ScrcpySession } from '#main/device/android/phone-video/scrcpy-session.ts'
import {
  getClipboardMessage,
  keyMessage,
  setClipboardMessage,
  type DeviceMessage,
} from '#main/device/android/phone-video/scrcpy-wire.ts'
import type { ClipboardFacet, Told } from '#main/device/driver.ts'
import { sleep, within } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'

export interface ClipboardPlace {
  /** The one that runs, or a new one. */
  session(signal: AbortSignal): Promise<ScrcpySession>
  /** One of its own that answers what it is asked, and tells nothing by itself. */
  asking(onMessage: (message: DeviceMessage) => void, signal: AbortSignal): Promise<ScrcpySession>
}

const answerMs = 1500
const pasteKey = 279

export class ScrcpyClipboard implements ClipboardFacet {
  readonly #place: ClipboardPlace
  /** What lies in it, while a session tells; null: not known. */
  #copied: string | null = null
  #onCopied: ((text: string) => void) | null = null
  readonly #acks = new Map<number, () => void>()
  #ack = 0

  constructor(place: ClipboardPlace) {
    this.#place = place
  }

  get isWatched(): boolean {
    return this.#onCopied !== null
  }

  /** Another session: what was copied in between nobody told. */
  forget(): void {
    this.#copied = null
  }

  told(message: DeviceMessage): void {
    switch (message.is) {
      case 'clipboard': {
        const isNews = message.text !== this.#copied
        this.#copied = message.text
        if (isNews) this.#onCopied?.(message.text)
        return
      }
      case 'clipboard set':
        this.#acks.get(message.sequence)?.()
        this.#acks.delete(message.sequence)
        return
      case 'other':
    }
  }

  async read(signal: AbortSignal): Promise<string> {
    await this.#place.session(signal)
    if (this.#copied !== null) return this.#copied
    const told = Promise.withResolvers<string>()
    const session = await this.#place.asking(message => {
      if (message.is === 'clipboard') told.resolve(message.text)
    }, signal)
    try {
      await session.send(getClipboardMessage())
      // Of an empty one it says nothing.
      const text = await Promise.race([told.promise, sleep(answerMs, signal).then(() => '')])
      this.#copied ??= text
      return this.#copied
    } finally {
      session.close()
    }
  }

  async write(text: string, signal: AbortSignal): Promise<void> {
    const session = await this.#place.session(signal)
    this.#ack += 1
    const number = this.#ack
    const late = within(
      answerMs,
      signal,
      new Refusal('outcome-unknown', 'The phone did not say that it took the text.'),
    )
    const taken = new Promise<void>(resolve => void this.#acks.set(number, resolve))
    await session.send(setClipboardMessage(number, text))
    await Promise.race([taken, aborted(late)])
    this.#copied = text
  }

  async watch(onCopied: (text: string) => void, signal: AbortSignal): Promise<void> {
    const session = await this.#place.session(signal)
    this.#onCopied = onCopied
    try {
      throw await Promise.race([session.ended, aborted(signal)])
    } finally {
      this.#onCopied = null
    }
  }

  /** The server answers no key. */
  async paste(signal: AbortSignal): Promise<Told> {
    const session = await this.#place.session(signal)
    await session.send(keyMessage(true, pasteKey))
    await session.send(keyMessage(false, pasteKey))
    return 'not told'
  }
}

export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
