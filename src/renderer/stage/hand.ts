// A person's hand on one device: takes control, hands back, sends input in order, changes a setting. One for each device and
// link, shared by its tile, its menus and the search, so that what came of the last input is told wherever it was made.
import { LiveValue } from '#shared/base/live.ts'
import { refusalOf } from '#shared/base/refusal.ts'
import type { DeviceControl, Receipt } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { HubLink } from '#renderer/connect.ts'

export interface Outcome {
  readonly words: string
  readonly isBad: boolean
  /** The input was sent and nothing on the screen changed. */
  readonly isUnchanged: boolean
}

export class DeviceHand {
  readonly outcome = new LiveValue<Outcome | null>(null)
  /** Rises with every input and setting that was answered. */
  readonly answered = new LiveValue(0)
  readonly #hub: HubLink
  readonly #id: DeviceId
  #asked = 0
  #told = 0

  constructor(hub: HubLink, id: DeviceId) {
    this.#hub = hub
    this.#id = id
  }

  async take(): Promise<void> {
    await this.#hub.call('device.takeControl', { device: this.#id })
  }

  async handBack(): Promise<void> {
    await this.#hub.call('device.handBack', { device: this.#id })
    this.outcome.set(null)
  }

  /**
   * Sent at once: the hub keeps the order, and a receipt may wait for the picture to change. Never throws; false when it was
   * refused or the connection broke.
   */
  async input(input: DeviceInput): Promise<boolean> {
    return !(await this.#send(input)).isRefused
  }

  /** As `input`, and answers why it did not arrive, in words; null when it did. */
  async send(input: DeviceInput): Promise<string | null> {
    return (await this.#send(input)).why
  }

  async #send(input: DeviceInput): Promise<{ readonly isRefused: boolean; readonly why: string | null }> {
    // Of a gesture only the end is worth words, and of a key only its going down; what went wrong always is.
    const isQuiet = input.kind === 'contacts' ? input.contacts.length > 0 : input.kind === 'host_key' && !input.down
    this.#asked += 1
    const asked = this.#asked
    try {
      const receipt = await this.#hub.call('device.input', { device: this.#id, input })
      const isBad = receipt.refusal !== null || receipt.reached === false
      const came = { isRefused: receipt.refusal !== null, why: isBad ? whyOf(receipt) : null }
      if (isQuiet && receipt.refusal === null) return came
      this.#came(asked, {
        words: `${inputWords(input)}: ${whyOf(receipt)}`,
        isBad,
        isUnchanged: receipt.changed === false,
      })
      return came
    } catch (thrown) {
      const refusal = refusalOf(thrown)
      const why = whyOf({ words: refusal.words, refusal })
      this.#came(asked, { words: `${inputWords(input)}: ${why}`, isBad: true, isUnchanged: false })
      return { isRefused: true, why }
    }
  }

  /** A late answer does not take the place of a newer input's. */
  #came(asked: number, outcome: Outcome): void {
    this.answered.update(count => count + 1)
    if (asked < this.#told) return
    this.#told = asked
    this.outcome.set(outcome)
  }

  async control(control: DeviceControl): Promise<void> {
    await this.#hub.call('device.control', { device: this.#id, control })
    this.answered.update(count => count + 1)
  }
}

const hands = new WeakMap<HubLink, Map<DeviceId, DeviceHand>>()

export function handOf(hub: HubLink, id: DeviceId): DeviceHand {
  const mine = hands.get(hub) ?? new Map<DeviceId, DeviceHand>()
  hands.set(hub, mine)
  const hand = mine.get(id) ?? new DeviceHand(hub, id)
  mine.set(id, hand)
  return hand
}

function whyOf({ words, refusal }: Pick<Receipt, 'words' | 'refusal'>): string {
  if (refusal === null) return words
  return refusal.hint === null ? refusal.words : `${refusal.words} ${refusal.hint}`
}

function inputWords(input: DeviceInput): string {
  switch (input.kind) {
    case 'tap':
      return `Tapped at ${input.at.x}, ${input.at.y}`
    case 'double_tap':
      return 'Tapped twice'
    case 'long_press':
      return `Held at ${input.at.x}, ${input.at.y}`
    case 'swipe':
      return 'Swiped'
    case 'text':
      return `Typed “${input.text.length > 30 ? `${input.text.slice(0, 30)}…` : input.text}”`
    case 'paste':
      return `Pasted ${input.text.length} characters`
    case 'pinch':
      return 'Pinched'
    case 'contacts':
      return 'Touched'
    case 'host_key':
      return `Pressed ${input.key.key}`
    case 'clear':
      return 'Cleared the field'
    case 'key':
      return `Pressed ${input.key}`
    case 'hide_keyboard':
      return 'Hid the keyboard'
    case 'turn':
      return 'Turned the device'
    case 'background':
      return 'To the background and back'
    case 'wait':
      return 'Waited'
  }
}
