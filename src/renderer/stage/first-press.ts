// The press that takes control: what it begins waits until control is had and is then sent whole, in order. What waited too
// long is not sent, and that is said: by then the picture may be another. Knows no pointers and no hub.
import type { DeviceInput } from '#shared/domain/input.ts'

export const grantMostMs = 1000

export type Grant = 'had' | 'late' | 'refused'

export class FirstPress {
  readonly #nowMs: () => number
  #granted: Promise<Grant> | null = null
  /** The lift of a finger that was never sent is not sent either. */
  #isDropped = false

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Resolves with what became of it; null while an earlier press is still asking. `take` throws nothing. */
  ask(take: () => Promise<boolean>): Promise<Grant> | null {
    if (this.#granted !== null) return null
    this.#isDropped = false
    const pressedMs = this.#nowMs()
    const granted = take().then(isHad => {
      const grant = !isHad ? 'refused' : this.#nowMs() - pressedMs > grantMostMs ? 'late' : 'had'
      this.#isDropped = grant !== 'had'
      // What waits goes before anything that comes from now on.
      this.#granted = null
      return grant
    })
    this.#granted = granted
    return granted
  }

  /** False: it was not taken. */
  async send(input: DeviceInput, deliver: (input: DeviceInput) => Promise<boolean>): Promise<boolean> {
    const granted = this.#granted
    if (granted !== null) return (await granted) === 'had' ? deliver(input) : false
    const isLift = input.kind === 'contacts' && input.contacts.length === 0
    if (this.#isDropped && isLift) return true
    this.#isDropped = false
    return deliver(input)
  }
}
