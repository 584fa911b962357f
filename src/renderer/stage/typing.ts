// From the computer's keyboard to a device: keys by what they mean on the person's layout, text where no key means it, and
// what stays with the window. Pure; remembers which keys are down, so that none is left so.
import type { KeyName } from '#shared/domain/device.ts'
import type { DeviceInput } from '#shared/domain/input.ts'

/** What of a keyboard event matters. */
export interface Stroke {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** The third level of a layout: what it makes is a character like any other. */
  readonly isAltGraph: boolean
  readonly isComposing: boolean
}

export interface Board {
  /** Keys can be held as long as the person holds them; else only whole presses and text go. */
  readonly canHold: boolean
  readonly keys: readonly KeyName[]
  readonly isMac: boolean
}

export interface Struck {
  readonly inputs: readonly DeviceInput[]
  /** The window must do nothing of its own with it. */
  readonly isTaken: boolean
}

/** Keys of the device that a computer's keyboard has under another name. */
const deviceKeys: Readonly<Record<string, KeyName>> = { Escape: 'Back', BrowserBack: 'Back', BrowserHome: 'Home' }
const pressed: Readonly<Record<string, KeyName>> = {
  Enter: 'Enter',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Home: 'Home',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
}
const held = new Set([
  'Enter',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
])
/** With Ctrl or ⌘ they work on the device's text; pasting is the window's own paste. All others stay with the window. */
const editing = new Set(['a', 'c', 'x', 'z', 'y'])
const control = { key: 'Control', code: 'ControlLeft' } as const
const shift = { key: 'Shift', code: 'ShiftLeft' } as const

const none: Struck = { inputs: [], isTaken: false }
const swallowed: Struck = { inputs: [], isTaken: true }

export class Typing {
  /** By where they sit: what they were when they went down. */
  readonly #down = new Map<string, string>()

  down(stroke: Stroke, board: Board): Struck {
    const { key } = stroke
    // An input method is at work, or a dead key waits for its letter: what comes of it is told as text.
    if (stroke.isComposing || key === 'Dead' || key === 'Process' || key === 'Unidentified') return none
    const isCharacter = Array.from(key).length === 1
    if (isCharacter && isPlain(stroke, board)) return this.#character(stroke, board)
    const isCommand = board.isMac ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && !stroke.metaKey
    if (isCommand && !stroke.altKey && board.canHold && editing.has(key.toLowerCase())) return this.#editing(stroke)
    if (isCharacter || stroke.ctrlKey || stroke.metaKey || stroke.altKey) return none
    const device = Object.hasOwn(deviceKeys, key) ? deviceKeys[key] : undefined
    if (device !== undefined && board.keys.includes(device)) return taken([{ kind: 'key', key: device }])
    if (board.canHold && held.has(key)) return taken([...this.#shift(stroke.shiftKey), this.#press(key, stroke.code)])
    const whole = Object.hasOwn(pressed, key) ? pressed[key] : undefined
    return whole !== undefined && board.keys.includes(whole) ? taken([{ kind: 'key', key: whole }]) : none
  }

  up(stroke: Pick<Stroke, 'key' | 'code'>): Struck {
    const inputs = this.#release(stroke.code)
    // A modifier that was sent for another key goes up with the person's own.
    if (stroke.key === 'Shift') inputs.push(...this.#release(shift.code))
    if (stroke.key === 'Control' || stroke.key === 'Meta') {
      // Without its modifier a letter that is still down would be typed; macOS never tells of its going up.
      inputs.unshift(
        ...[...this.#down.keys()]
          .filter(code => code !== control.code && code !== shift.code)
          .flatMap(code => this.#release(code)),
      )
      inputs.push(...this.#release(control.code))
    }
    return { inputs, isTaken: inputs.length > 0 }
  }

  /** The focus or the window is gone: no key is left down. */
  releaseAll(): readonly DeviceInput[] {
    return [...this.#down.keys()].toReversed().flatMap(code => this.#release(code))
  }

  #character({ key, code, shiftKey }: Stroke, board: Board): Struck {
    const isOnUsKeys = /^[\x20-\x7e]$/u.test(key)
    // Held keys and text would overtake each other only if the hub did not keep their order: it does.
    if (!board.canHold || !isOnUsKeys) return taken([{ kind: 'text', text: key }])
    // Shift is in what the key means already.
    return taken([...(shiftKey ? this.#release(shift.code) : []), this.#press(key, code)])
  }

  #editing({ key, code, shiftKey }: Stroke): Struck {
    const hold = this.#down.has(control.code) ? [] : [this.#press(control.key, control.code)]
    return taken([...hold, ...this.#shift(shiftKey), this.#press(key.toLowerCase(), code)])
  }

  #shift(isDown: boolean): readonly DeviceInput[] {
    if (isDown && !this.#down.has(shift.code)) return [this.#press(shift.key, shift.code)]
    return isDown ? [] : this.#release(shift.code)
  }

  #press(key: string, code: string): DeviceInput {
    this.#down.set(code, key)
    return { kind: 'host_key', key: { key, code }, down: true }
  }

  #release(code: string): DeviceInput[] {
    const key = this.#down.get(code)
    if (key === undefined) return []
    this.#down.delete(code)
    return [{ kind: 'host_key', key: { key, code }, down: false }]
  }
}

/** It writes a character: by itself, with Shift, or from the third level. */
const isPlain = ({ ctrlKey, metaKey, altKey, isAltGraph }: Stroke, { isMac }: Board): boolean =>
  isAltGraph || (!ctrlKey && !metaKey && (!altKey || isMac))

const taken = (inputs: readonly DeviceInput[]): Struck => (inputs.length === 0 ? swallowed : { inputs, isTaken: true })
