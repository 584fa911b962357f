// The double's `input`: touches, keys and text for the demo phone, with InputShellCommand's words for what it does not take.
import { keyNames, type KeyName } from '#shared/domain/device.ts'
import { keyCodes } from '#main/device/android/shell-words.ts'
import type { Handset } from './handset.ts'
import { said, type Said } from './shell.ts'

const byCode = new Map<number, KeyName>(keyNames.map(name => [keyCodes[name], name]))
const ctrlLeft = 113
const letterA = 29
const moveEnd = 123
const sleepKey = 223
const wakeKey = 224

export class InputCommand {
  readonly #handset: Handset
  #allSelected = false

  constructor(handset: Handset) {
    this.#handset = handset
  }

  async run(args: readonly string[]): Promise<Said> {
    const { faults } = this.#handset
    if (faults.noInject)
      return said(
        '',
        'java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n',
        255,
      )
    const [what = '', ...rest] = args
    const answer = await this.#do(what, rest)
    const hung = this.#handset.phone.inside().process?.stands === 'anr'
    // The command waits until the app has taken the event; a hung one never does.
    if (hung && faults.hungInputMs > 0) await this.#handset.wait(faults.hungInputMs)
    return answer
  }

  async #do(what: string, rest: readonly string[]): Promise<Said> {
    const { phone } = this.#handset
    const numbers = rest.map(Number)
    const [x1 = Number.NaN, y1 = Number.NaN, x2 = Number.NaN, y2 = Number.NaN, ms = 300] = numbers
    if (what !== 'keyevent' && what !== 'text') this.#allSelected = false
    switch (what) {
      case 'tap':
        if (!Number.isFinite(x1) || !Number.isFinite(y1)) return usage
        phone.tap(x1, y1)
        return said('')
      case 'swipe':
        if (numbers.slice(0, 4).some(value => !Number.isFinite(value)) || numbers.length < 4) return usage
        await this.#handset.held(ms)
        if (x1 === x2 && y1 === y2) phone.press(x1, y1, ms)
        else phone.swipe(x1, y1, x2, y2, ms)
        return said('')
      case 'motionevent':
        // One that goes down or moves is nothing the demo phone knows.
        if (rest[0] === 'UP' || rest[0] === 'CANCEL') this.#handset.film?.down.clear()
        return said('')
      case 'text':
        return this.#text(rest[0] ?? '')
      case 'keyevent':
        for (const code of numbers) this.#key(code)
        return said('')
      case 'keycombination':
        if (this.#handset.options.apiLevel < 31) return said('', `Error: Unknown command: ${what}\n`, 255)
        if (numbers[0] === ctrlLeft && numbers[1] === letterA) this.#allSelected = true
        return said('')
      default:
        return said('', `Error: Unknown command: ${what}\n`, 255)
    }
  }

  #text(text: string): Said {
    if (text === '') return said('', 'Error: Invalid arguments for command: text\n', 255)
    const words = text.replaceAll('%s', ' ')
    // KeyCharacterMap answers null for the whole string, and the command dies on it before a key is sent.
    if (/[^\x20-\x7e]/.test(words))
      return said(
        '',
        'Exception occurred while executing: java.lang.NullPointerException: Attempt to get length of null array\n',
        255,
      )
    if (this.#allSelected) this.#handset.phone.clearField()
    this.#allSelected = false
    this.#handset.phone.typeText(words)
    return said('')
  }

  #key(code: number): void {
    const { phone, controls } = this.#handset
    if (code === sleepKey || code === wakeKey) controls.asleep = code === sleepKey
    const name = byCode.get(code)
    if (this.#allSelected && (name === 'Backspace' || name === 'Delete')) {
      phone.clearField()
      this.#allSelected = false
      return
    }
    this.#allSelected = false
    if (code === moveEnd || name === undefined) return
    // The keyboard takes Escape before the app does; so it does Back, but that the phone knows itself, hung apps and all.
    if (name !== 'Escape') phone.key(name)
    else if (phone.peek().keyboard.shown) phone.hideKeyboard()
  }
}

const usage = said('', 'Error: Invalid arguments for command\n', 255)
