// Gestures on a touch screen: sent finger by finger where the driver takes that, so that they can be ended where they are,
// whole where it does not. Remembers whether a live gesture may go on. Knows no control and no queue.
import { Refusal } from '#shared/base/refusal.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Contact } from '#shared/domain/input.ts'
import type { Clock, Told, TouchFacet } from '#main/device/driver.ts'
import { doubleTapGapMs, fingerPaths, type FingerPath, type Gesture } from '#main/device/gesture.ts'

/** About a frame of the device's. */
const moveMs = 16
const liftMs = 3000

export class Fingers {
  readonly #touch: TouchFacet
  readonly #clock: Clock
  readonly #onDown: (contacts: readonly Contact[]) => void
  /** Of a live gesture; what may be down, also after a failure. */
  #down: readonly Contact[] = []
  /** A live gesture was ended by us: its fingers must all be lifted before one counts as down again. */
  #mustLift = false
  #gesture: AbortController | null = null

  constructor(touch: TouchFacet, clock: Clock, onDown: (contacts: readonly Contact[]) => void) {
    this.#touch = touch
    this.#clock = clock
    this.#onDown = onDown
  }

  get isDown(): boolean {
    return this.#gesture !== null || this.#down.length > 0
  }

  async perform(gesture: Gesture, screen: Size | null, signal: AbortSignal): Promise<Told> {
    const own = new AbortController()
    this.#gesture = own
    const late = AbortSignal.any([signal, own.signal])
    try {
      return await (this.#touch.contacts === null ? this.#whole(gesture, late) : this.#asFingers(gesture, screen, late))
    } catch (thrown) {
      await this.#touch.lift(AbortSignal.timeout(liftMs)).catch(() => undefined)
      throw thrown
    } finally {
      this.#gesture = null
    }
  }

  /** Exactly these fingers are down afterwards; none ends the gesture. */
  async put(contacts: readonly Contact[], signal: AbortSignal): Promise<Told> {
    const put = this.#touch.contacts
    if (put === null)
      throw new Refusal('unsupported', 'This device takes whole gestures only, no single fingers.', {
        hint: 'Send a tap, a swipe or a long press.',
      })
    if (contacts.length === 0) {
      this.#mustLift = false
      const told = await put([], signal)
      this.#down = []
      return told
    }
    if (this.#mustLift)
      throw new Refusal('stale-geometry', 'This gesture was ended where it was.', { hint: 'Lift, then touch again.' })
    this.#down = [...this.#down, ...contacts]
    let told: Told
    try {
      told = await put(contacts, signal)
    } catch (thrown) {
      // Whatever arrived of it: the gesture is over, and would go on from another place than was meant.
      await this.end(AbortSignal.timeout(liftMs)).catch(() => undefined)
      throw thrown
    }
    this.#down = contacts
    this.#onDown(contacts)
    return told
  }

  /** Ends what is under way where it is. */
  async end(
    signal: AbortSignal,
    why = new Refusal('superseded', 'The gesture was ended where it was.'),
  ): Promise<void> {
    this.#gesture?.abort(why)
    if (this.#down.length > 0) this.#mustLift = true
    await this.#touch.lift(signal)
    this.#down = []
  }

  /** Another holds control: his first touch is a new one. */
  forget(): void {
    this.#down = []
    this.#mustLift = false
  }

  async #asFingers(gesture: Gesture, screen: Size | null, signal: AbortSignal): Promise<Told> {
    let told: Told = undefined
    for (const [index, path] of fingerPaths(gesture, screen).entries()) {
      if (index > 0) await this.#clock.wait(doubleTapGapMs, signal)
      told = (await this.#along(path, signal)) ?? told
    }
    return told
  }

  async #along(path: FingerPath, signal: AbortSignal): Promise<Told> {
    let told: Told = undefined
    const put = async (contacts: readonly Contact[]): Promise<void> => {
      told = (await this.#touch.contacts?.(contacts, signal)) ?? told
      this.#onDown(contacts)
    }
    await put(path.at(0))
    if (!path.isMoving) await this.#clock.wait(path.ms, signal)
    else {
      const began = this.#clock.now()
      for (let part = 0; part < 1;) {
        await this.#clock.wait(Math.min(moveMs, path.ms), signal)
        part = path.ms <= 0 ? 1 : Math.min(1, (this.#clock.now() - began) / path.ms)
        await put(path.at(part))
      }
    }
    return (await this.#touch.contacts?.([], signal)) ?? told
  }

  async #whole(gesture: Gesture, signal: AbortSignal): Promise<Told> {
    switch (gesture.kind) {
      case 'tap':
        this.#onDown([{ id: 0, x: gesture.at.x, y: gesture.at.y }])
        return this.#touch.tap(gesture.at.x, gesture.at.y, signal)
      case 'double_tap': {
        this.#onDown([{ id: 0, x: gesture.at.x, y: gesture.at.y }])
        const first = await this.#touch.tap(gesture.at.x, gesture.at.y, signal)
        await this.#clock.wait(doubleTapGapMs, signal)
        return (await this.#touch.tap(gesture.at.x, gesture.at.y, signal)) ?? first
      }
      case 'long_press':
        this.#onDown([{ id: 0, x: gesture.at.x, y: gesture.at.y }])
        return this.#touch.press(gesture.at.x, gesture.at.y, gesture.ms, signal)
      case 'swipe': {
        this.#onDown([{ id: 0, x: gesture.from.x, y: gesture.from.y }])
        const told = await this.#touch.swipe(gesture.from, gesture.to, gesture.ms, signal)
        this.#onDown([{ id: 0, x: gesture.to.x, y: gesture.to.y }])
        return told
      }
      case 'pinch':
        throw new Refusal('unsupported', 'This device takes one finger at a time, so it cannot be pinched.')
    }
  }
}
