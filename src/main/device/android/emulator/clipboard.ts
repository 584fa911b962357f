// The emulator's clipboard, both ways. What we set ourselves is never told as copied on the device.
import type { ClipboardFacet } from '#main/device/driver.ts'
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { keyEvents } from '#main/device/android/emulator/protocol.ts'

export class EmulatorClipboard implements ClipboardFacet {
  readonly #connection: EmulatorConnection
  /** What we wrote last, until something else is copied there. */
  #ours: string | null = null

  constructor(connection: EmulatorConnection) {
    this.#connection = connection
  }

  async read(signal: AbortSignal): Promise<string> {
    return (await this.#connection.call('getClipboard', {}, signal)).text
  }

  async write(text: string, signal: AbortSignal): Promise<void> {
    this.#ours = text
    await this.#connection.call('setClipboard', { text }, signal)
  }

  /** The first message is what lay there before, and no news. */
  async watch(onCopied: (text: string) => void, signal: AbortSignal): Promise<void> {
    let last: string | null = null
    await this.#connection.stream(
      'streamClipboard',
      {},
      ({ text }) => {
        const isNews = last !== null && text !== last && text !== this.#ours
        last = text
        if (!isNews) return
        this.#ours = null
        onCopied(text)
      },
      signal,
    )
  }

  async paste(signal: AbortSignal): Promise<void> {
    await this.#connection.call('sendKey', { eventType: keyEvents.press, key: 'Paste' }, signal)
  }
}
