// Touches, keys and text through the device's `input` command. Each call returns after the app has taken the event, or says
// that the device did not tell.
import type { KeyFacet, TextFacet, Told, TouchFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseInputMethod } from '#main/device/android/parse/input-method.ts'
import {
  ctrlLeft,
  keyCodes,
  letterA,
  moveEnd,
  notTyped,
  onNoKey,
  quoted,
  typedPieces,
} from '#main/device/android/shell-words.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { KeyName } from '#shared/domain/device.ts'

/** A hung app blocks `input` until it takes the event; past an ANR's five seconds it will not. */
const inputMs = 8000
/** More Backspaces than any field a test types into needs. */
const deletesAtMost = 250
/** What is refused within this of the last is of the same word. */
const oneWordMs = 4000

export class AndroidInput implements KeyFacet, TextFacet {
  readonly #link: AdbLink
  readonly #apiLevel: number
  /** What was refused while one goes on typing. */
  #refused: readonly string[] = []
  #refusedMs = -Infinity

  constructor(link: AdbLink, apiLevel: number) {
    this.#link = link
    this.#apiLevel = apiLevel
  }

  readonly touch: TouchFacet = {
    tap: (x, y, signal) => this.#input(`tap ${Math.round(x)} ${Math.round(y)}`, signal),
    // A swipe to the same point is what the shell knows of a long press.
    press: (x, y, ms, signal) =>
      this.#input(
        `swipe ${Math.round(x)} ${Math.round(y)} ${Math.round(x)} ${Math.round(y)} ${Math.round(ms)}`,
        signal,
        inputMs + ms,
      ),
    swipe: (from, to, ms, signal) =>
      this.#input(
        `swipe ${Math.round(from.x)} ${Math.round(from.y)} ${Math.round(to.x)} ${Math.round(to.y)} ${Math.round(ms)}`,
        signal,
        inputMs + ms,
      ),
    // Every call above lifts before it returns, so there is never a finger left down.
    lift: () => Promise.resolve(),
    contacts: null,
  }
  readonly hostKey = null

  key(name: KeyName, signal: AbortSignal): Promise<Told> {
    return this.#input(`keyevent ${keyCodes[name]}`, signal)
  }

  check(text: string): void {
    const odd = onNoKey(text)
    if (odd.length === 0) return
    const nowMs = monotonicMs()
    // Key by key a word is refused in parts: the newest refusal, which is the one that is read, names them all.
    const before = nowMs - this.#refusedMs < oneWordMs ? this.#refused : []
    this.#refused = [...new Set([...before, ...odd])]
    this.#refusedMs = nowMs
    throw notTyped(text, this.#refused)
  }

  async type(text: string, signal: AbortSignal): Promise<void> {
    this.check(text)
    for (const piece of typedPieces(text))
      await this.#input(`text ${quoted(piece)}`, signal, inputMs + piece.length * 100)
  }

  /** Select all and delete from Android 12 on; before, to the end and a run of Backspaces. */
  async clear(signal: AbortSignal): Promise<Told> {
    if (this.#apiLevel >= 31) {
      const all = await this.#input(`keycombination ${ctrlLeft} ${letterA}`, signal)
      return (await this.#input(`keyevent ${keyCodes.Backspace}`, signal)) ?? all
    }
    const atEnd = await this.#input(`keyevent ${moveEnd}`, signal)
    const backspaces = Array.from({ length: deletesAtMost }, () => keyCodes.Backspace).join(' ')
    return (await this.#input(`keyevent ${backspaces}`, signal, 30_000)) ?? atEnd
  }

  /** Escape hides the keyboard without leaving the screen; without a keyboard nothing is sent. */
  async hideKeyboard(signal: AbortSignal): Promise<Told> {
    const { shown } = parseInputMethod((await this.#link.shell('dumpsys input_method', signal)).stdout)
    return shown ? this.#input(`keyevent ${keyCodes.Escape}`, signal) : undefined
  }

  async #input(words: string, signal: AbortSignal, deadlineMs = inputMs): Promise<Told> {
    // Whatever else is pressed, what is typed after it is another word.
    if (!words.startsWith('text ')) this.#refused = []
    const answer = await this.#link.shell(`input ${words}`, signal, deadlineMs).catch((thrown: unknown) => {
      // The event lies in the queue of an app that does not take it. What came of it, the next look tells.
      if (thrown instanceof Refusal && thrown.code === 'outcome-unknown' && !words.startsWith('text ')) return null
      throw thrown
    })
    if (answer === null) return 'not told'
    const said = `${answer.stdout}${answer.stderr}`.trim()
    if (/INJECT_EVENTS/.test(said))
      throw new Refusal('unsupported', 'This phone does not let adb touch its screen.', {
        hint: 'Switch on "USB debugging (Security settings)" in its developer options.',
      })
    if (said !== '' && /Error|Exception|Usage/i.test(said))
      throw new Refusal('failed', `The device refused the input: ${said.slice(0, 200)}`)
    return undefined
  }
}
