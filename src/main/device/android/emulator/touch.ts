// Fingers on an emulator: any number at once, each sent and answered before the next, so that what is told as landed has
// landed. (The emulator's input stream would be no faster here and answers nothing.)
import type { Clock, TouchFacet } from '#main/device/driver.ts'
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { panelPoint } from '#main/device/android/emulator/panel.ts'
import { neverExpire, type Messages } from '#main/device/android/emulator/protocol.ts'
import type { StanceWatch } from '#main/device/android/emulator/stance.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Contact } from '#shared/domain/input.ts'

type Touch = Messages['TouchEvent']['touches'][number]
interface Place {
  readonly x: number
  readonly y: number
}

const fingersMost = 10
const tapMs = 60
/** About a frame of the device's. */
const moveMs = 16
const pressure = 1024
const liftMs = 3000

export class EmulatorTouch implements TouchFacet {
  readonly #connection: EmulatorConnection
  readonly #stance: StanceWatch
  readonly #clock: Clock
  /** On the panel, by finger; also what may be down after a failure. */
  #down = new Map<number, Place>(Array.from({ length: fingersMost }, (_, id) => [id, { x: 0, y: 0 }]))
  #turn: Promise<unknown> = Promise.resolve()
  #sent: Promise<unknown> = Promise.resolve()
  #gesture: AbortController | null = null

  constructor(connection: EmulatorConnection, stance: StanceWatch, clock: Clock) {
    this.#connection = connection
    this.#stance = stance
    this.#clock = clock
    connection.onBack(() => {
      this.lift(AbortSignal.timeout(liftMs)).catch(() => undefined)
    })
  }

  tap(x: number, y: number, signal: AbortSignal): Promise<void> {
    return this.press(x, y, tapMs, signal)
  }

  press(x: number, y: number, ms: number, signal: AbortSignal): Promise<void> {
    return this.#held({ x, y }, signal, late => this.#clock.wait(ms, late))
  }

  swipe(from: Place, to: Place, ms: number, signal: AbortSignal): Promise<void> {
    return this.#held(from, signal, async late => {
      const begin = this.#clock.now()
      for (let part = 0; part < 1;) {
        await this.#clock.wait(Math.min(moveMs, ms), late)
        part = ms <= 0 ? 1 : Math.min(1, (this.#clock.now() - begin) / ms)
        const at = { id: 0, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
        await this.#put([at], late)
      }
    })
  }

  readonly contacts = (contacts: readonly Contact[], signal: AbortSignal): Promise<void> => {
    const ids = new Set(contacts.map(({ id }) => id))
    if (ids.size !== contacts.length || contacts.some(({ id }) => !Number.isInteger(id) || id < 0 || id >= fingersMost))
      throw new Refusal('bad-value', 'Fingers are numbered 0 to 9, each once.', { where: 'contacts' })
    return this.#alone(() => this.#put(contacts, signal), signal)
  }

  /** Ends a gesture under way where it is; safe at any time. */
  async lift(signal: AbortSignal): Promise<void> {
    this.#gesture?.abort(new Refusal('superseded', 'The gesture was ended.'))
    await this.#put([], signal)
  }

  /** Nothing is touched while `work` changes how the device is held; a gesture under way is ended first. */
  async whileStill(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    this.#gesture?.abort(new Refusal('superseded', 'The gesture was ended: the device is being turned.'))
    await this.#alone(async () => {
      await this.#put([], signal)
      await work()
    }, signal)
  }

  #held(at: Place, signal: AbortSignal, work: (late: AbortSignal) => Promise<void>): Promise<void> {
    return this.#alone(async () => {
      const gesture = new AbortController()
      this.#gesture = gesture
      const late = AbortSignal.any([signal, gesture.signal])
      try {
        await this.#put([{ id: 0, ...at }], late)
        await work(late)
      } catch (thrown) {
        await this.#put([], AbortSignal.timeout(liftMs)).catch(() => undefined)
        throw thrown
      } finally {
        this.#gesture = null
      }
      await this.#put([], signal)
    }, signal)
  }

  /** One gesture or set of fingers after the other. */
  #alone(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const mine = this.#turn.then(() => {
      signal.throwIfAborted()
      return work()
    })
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** Exactly these fingers are down afterwards. */
  #put(contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    const mine = this.#sent.then(async () => {
      signal.throwIfAborted()
      const { panel, now } = this.#stance
      const places = new Map(contacts.map(({ id, x, y }) => [id, panelPoint({ x, y }, panel, now.value)]))
      const lifted = [...this.#down].filter(([id]) => !places.has(id))
      const touches: readonly Touch[] = [
        ...lifted.map(([identifier, at]) => ({ ...at, identifier, pressure: 0 })),
        ...[...places].map(([identifier, at]) => ({ ...at, identifier, pressure, expiration: neverExpire })),
      ]
      if (touches.length === 0) return
      // Until it is answered, both what was and what will be may be down.
      this.#down = new Map([...this.#down, ...places])
      await this.#connection.call('sendTouch', { touches, display: 0 }, signal)
      this.#down = places
    })
    this.#sent = mine.catch(() => undefined)
    return mine
  }
}
