// Keys and text on an emulator by the names of W3C and Android; the few names the emulator may not know go over adb.
import { charactersNamed, onNoKey } from '#main/device/android/shell-words.ts'
import type { KeyFacet, TextFacet, Told } from '#main/device/driver.ts'
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { keyEvents } from '#main/device/android/emulator/protocol.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { KeyName } from '#shared/domain/device.ts'
import type { HostKey } from '#shared/domain/input.ts'

const emulatorNames: Readonly<Partial<Record<KeyName, string>>> = {
  Home: 'GoHome',
  Back: 'GoBack',
  Recents: 'AppSwitch',
  Power: 'Power',
  Enter: 'Enter',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Tab: 'Tab',
  Escape: 'Escape',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
}

/**
 * Every name a key may have gone down by. One that is not down is passed over by Android: it goes up only once.
 */
const heldNames: readonly string[] = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)),
  ...'Shift Control Alt AltGraph Meta CapsLock Fn Home End PageUp PageDown Insert ContextMenu Search Menu'.split(' '),
  ...'BrowserHome BrowserBack AudioVolumeUp AudioVolumeDown AudioVolumeMute MediaPlayPause'.split(' '),
  ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`),
  ...Object.values(emulatorNames),
]

/** More in one call overruns the emulator's keyboard; far below its limit of about a kilobyte. */
const pieceLength = 100

export class EmulatorKeys implements KeyFacet, TextFacet {
  readonly #connection: EmulatorConnection
  readonly #adb: { readonly keys: KeyFacet; readonly text: TextFacet }

  constructor(connection: EmulatorConnection, adb: { readonly keys: KeyFacet; readonly text: TextFacet }) {
    this.#connection = connection
    this.#adb = adb
  }

  async key(name: KeyName, signal: AbortSignal): Promise<Told> {
    const key = emulatorNames[name]
    if (key === undefined) return this.#adb.keys.key(name, signal)
    await this.#connection.call('sendKey', { eventType: keyEvents.press, key }, signal)
    return undefined
  }

  readonly hostKey = async (key: HostKey, down: boolean, signal: AbortSignal): Promise<void> => {
    const name = nameOf(key)
    await this.#connection.call('sendKey', { eventType: down ? keyEvents.down : keyEvents.up, key: name }, signal)
  }

  /** One after the other: its keyboard keeps no more than a few. What it does not take it does not hold. */
  readonly lift = async (signal: AbortSignal): Promise<void> => {
    for (const key of heldNames) {
      signal.throwIfAborted()
      await this.#connection.call('sendKey', { eventType: keyEvents.up, key }, signal).catch(() => undefined)
    }
  }

  check(text: string): void {
    const odd = onNoKey(text)
    if (odd.length === 0) return
    const words = `${charactersNamed(odd)} ${odd.length === 1 ? 'is' : 'are'} on no key. Nothing was typed.`
    throw new Refusal('bad-value', words, { where: 'text', hint: 'Paste it instead.' })
  }

  async type(text: string, signal: AbortSignal): Promise<void> {
    this.check(text)
    for (let at = 0; at < text.length; at += pieceLength)
      await this.#connection.call(
        'sendKey',
        { eventType: keyEvents.press, text: text.slice(at, at + pieceLength) },
        signal,
      )
  }

  clear(signal: AbortSignal): Promise<Told> {
    return this.#adb.text.clear(signal)
  }

  hideKeyboard(signal: AbortSignal): Promise<Told> {
    return this.#adb.text.hideKeyboard(signal)
  }
}

/** What the key means on the person's layout. Only plain characters can be pressed; others are pasted by who asks. */
function nameOf({ key }: HostKey): string {
  if (/^[\x20-\x7e]$/.test(key) || /^[A-Z][A-Za-z0-9]+$/.test(key)) return key
  throw new Refusal('unsupported', `"${key}" is on no key of the emulator.`, { hint: 'Paste it instead.' })
}
