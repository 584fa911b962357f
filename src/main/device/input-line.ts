// The one line in which inputs reach a device: in the order they were asked for, each under who still has control and with
// points of the geometry that shows. Text that no key can type is gathered into one paste. Says what became of each.
import { Refusal } from '#shared/base/refusal.ts'
import { LiveValue, type Live } from '#shared/base/live.ts'
import type { Owner, Power, Receipt } from '#shared/domain/device.ts'
import type { Contact, DeviceInput, HostKey, MadeInput, Touches } from '#shared/domain/input.ts'
import { whatToTry, type PictureChanges, type TriedKind } from '#main/device/changes.ts'
import type { ControlDesk } from '#main/device/control-desk.ts'
import type { Grant } from '#main/device/device.ts'
import type { Driver, Told } from '#main/device/driver.ts'
import { Fingers } from '#main/device/fingers.ts'
import { areSameFingers, checkPoint, isTypable, piecesOf, pointsOf } from '#main/device/gesture.ts'
import { pressOf } from '#main/device/host-keys.ts'
import { LiveGesture } from '#main/device/live-gesture.ts'
import { Paster } from '#main/device/paste.ts'
import type { ShownGeometry } from '#main/device/shown-geometry.ts'
import { monotonicMs } from '#main/sys/clock.ts'

/** A person's touch waits so long for the first picture of a new geometry. */
export const firstPictureMs = 2000
export const gatherMs = 150
const gatherMost = 2000
const liftMs = 3000
/** A platform takes so much text at once. */
const pieceLength = 500
/** For the record of who did what; a person's minutes in the middle of a night. */
const inputsKept = 500

export interface InputPlace {
  readonly driver: Driver
  readonly desk: ControlDesk
  readonly geometry: ShownGeometry
  readonly changes: PictureChanges
  power(): Power
  /** What is more than an input: turning, going to the background. */
  perform(
    grant: Grant,
    input: Extract<DeviceInput, { kind: 'turn' | 'background' }>,
    signal: AbortSignal,
  ): Promise<void>
}

interface Job {
  readonly grant: Grant
  readonly input: DeviceInput
  readonly signal: AbortSignal
  /** Fingers only moved, and a newer move of the same ones waits behind it: that one is enough. */
  isOvertaken: boolean
  hasBegun: boolean
  readonly isMove: boolean
}

/** What was tried, and from when on the picture tells whether it did anything. */
interface Tried {
  readonly sinceMs: number
  readonly kind: TriedKind
}

interface Gathering {
  readonly generation: number
  text: string
  readonly isClosed: Promise<void>
  add(text: string): void
  close(): void
  receipt: Promise<Receipt>
}

export class InputLine {
  readonly #place: InputPlace
  readonly #fingers: Fingers | null
  readonly #paster: Paster | null
  readonly #touches = new LiveValue<Touches>({ number: 0, generation: 0, contacts: [], by: null })
  readonly #keysDown = new Map<string, HostKey>()
  #tail: Promise<unknown> = Promise.resolve()
  #last: Job | null = null
  #gathering: Gathering | null = null
  #made: readonly MadeInput[] = []
  #by: Owner | null = null
  /** From its first finger on; its lift tells whether anything changed since. */
  #gesture: LiveGesture | null = null

  constructor(place: InputPlace) {
    this.#place = place
    const { touch, clock, clipboard } = place.driver
    this.#fingers = touch === null ? null : new Fingers(touch, clock, contacts => this.#touched(contacts))
    this.#paster = clipboard === null ? null : new Paster(clipboard, clock)
  }

  get touches(): Live<Touches> {
    return this.#touches
  }

  since(number: number): readonly MadeInput[] {
    return this.#made.filter(made => made.number > number)
  }

  send(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<Receipt> {
    if (input.kind === 'text' && this.#paster !== null && (this.#gathering !== null || !isTypable(input.text)))
      return this.#gather(grant, input.text, signal)
    this.#gathering?.close()
    return this.#enqueue(grant, input, signal)
  }

  /** Runs until the signal aborts. */
  async watchCopied(onCopied: (text: string) => void, signal: AbortSignal): Promise<void> {
    await this.#paster?.watch(onCopied, signal)
  }

  /** Ends a gesture under way where it is; nothing is sent when none is. */
  async endGesture(why: Refusal): Promise<void> {
    if (this.#fingers?.isDown === true) await this.#fingers.end(AbortSignal.timeout(liftMs), why)
  }

  /** Every finger and key up: at each kind of end, and when another takes over. */
  async liftAll(signal: AbortSignal, next: 'goes on' | 'is another'): Promise<void> {
    const keys = [...this.#keysDown.values()]
    this.#keysDown.clear()
    const { hostKey } = this.#place.driver.keys
    await Promise.all([
      this.#fingers?.end(signal),
      ...(hostKey === null ? [] : keys.map(key => hostKey(key, false, signal))),
    ])
    if (next === 'is another') this.#fingers?.forget()
    this.#gesture = null
  }

  /** The device is there again: nothing is down, and its clipboard is its own. */
  async cameBack(): Promise<void> {
    await this.liftAll(AbortSignal.timeout(liftMs), 'goes on').catch(() => undefined)
    await this.#paster?.putBack().catch(() => undefined)
  }

  /** Resolves when nothing is under way. */
  async ended(): Promise<void> {
    this.#gathering?.close()
    await this.#tail
  }

  #touched(contacts: readonly Contact[]): void {
    this.#touches.update(({ number }) => ({
      number: number + 1,
      generation: this.#place.geometry.generation.value,
      contacts,
      by: this.#by,
    }))
  }

  #gather(grant: Grant, text: string, signal: AbortSignal): Promise<Receipt> {
    const open = this.#gathering
    if (open !== null && open.generation === grant.generation && open.text.length + text.length <= gatherMost) {
      open.add(text)
      return open.receipt
    }
    open?.close()
    const gathering = this.#newGathering(grant.generation, text)
    const started = gathering.isClosed
    gathering.receipt = this.#enqueue(grant, { kind: 'paste', text: '' }, signal, async job => {
      try {
        await Promise.race([started, aborted(job.signal)])
      } finally {
        gathering.close()
      }
      return { kind: 'paste', text: gathering.text }
    })
    return gathering.receipt
  }

  #newGathering(generation: number, text: string): Gathering {
    const closed = Promise.withResolvers<void>()
    const close = (): void => {
      clearTimeout(timer)
      closed.resolve()
      if (this.#gathering === gathering) this.#gathering = null
    }
    let timer = setTimeout(close, gatherMs)
    const gathering: Gathering = {
      generation,
      text,
      isClosed: closed.promise,
      add: more => {
        gathering.text += more
        clearTimeout(timer)
        timer = setTimeout(close, gatherMs)
      },
      close,
      receipt: closed.promise.then(() => sentOnly),
    }
    this.#gathering = gathering
    return gathering
  }

  #enqueue(
    grant: Grant,
    input: DeviceInput,
    asked: AbortSignal,
    ready: (job: Job) => Promise<DeviceInput> = () => Promise.resolve(input),
  ): Promise<Receipt> {
    const before = this.#last
    const isMove =
      input.kind === 'contacts' &&
      before?.input.kind === 'contacts' &&
      before.grant.generation === grant.generation &&
      before.input.generation === input.generation &&
      input.contacts.length > 0 &&
      areSameFingers(before.input.contacts, input.contacts)
    if (isMove && before !== null && before.isMove && !before.hasBegun) before.isOvertaken = true
    const signal = AbortSignal.any([asked, grant.lost])
    const job: Job = { grant, input, signal, isMove, isOvertaken: false, hasBegun: false }
    this.#last = job
    const performed = this.#tail.then(async () => {
      job.hasBegun = true
      if (job.isOvertaken) return { receipt: overtaken, tried: null }
      return this.#perform(job, await ready(job))
    })
    this.#tail = performed.catch(() => undefined)
    return performed.then(({ receipt, tried }) => this.#told(receipt, tried, grant, signal))
  }

  async #perform(job: Job, input: DeviceInput): Promise<{ readonly receipt: Receipt; readonly tried: Tried | null }> {
    const { grant, signal } = job
    const { desk, driver } = this.#place
    desk.check(grant.generation)
    signal.throwIfAborted()
    if (this.#place.power().is !== 'on') throw new Refusal('not-booted', `${driver.model.name} is not running.`)
    await this.#checkPoints(grant.owner, input, signal)
    desk.check(grant.generation)
    if (!job.isMove) this.#note(grant.owner, input)
    this.#by = grant.owner
    const tried = this.#tried(input)
    let told: Told
    try {
      told = await this.#do(grant, input, signal)
    } catch (thrown) {
      if (signal.aborted) await this.liftAll(AbortSignal.timeout(liftMs), 'goes on').catch(() => undefined)
      const isUnknown = thrown instanceof Refusal && thrown.code === 'outcome-unknown' && !signal.aborted
      // A night decides by itself what to make of an input that may have arrived.
      if (!isUnknown || grant.owner.kind === 'night') throw thrown
      return { receipt: unanswered, tried }
    }
    return { receipt: told === 'not told' ? unanswered : sentOnly, tried }
  }

  /** Null where there is nothing to tell of changes; a live gesture tells at its lift what it changed. */
  #tried(input: DeviceInput): Tried | null {
    if (input.kind === 'wait' || (input.kind === 'host_key' && !input.down)) return null
    const nowMs = monotonicMs()
    if (input.kind !== 'contacts') return { sinceMs: nowMs, kind: input.kind }
    const gesture = this.#gesture
    if (input.contacts.length > 0) {
      this.#gesture ??= new LiveGesture(nowMs)
      this.#gesture.put(input.contacts, this.#place.geometry.size)
      return null
    }
    this.#gesture = null
    return gesture === null ? null : { sinceMs: gesture.beganMs, kind: gesture.kindAt(nowMs) }
  }

  /** Nights look for themselves; everyone else is told whether the picture changed, where somebody captures it. */
  async #told(receipt: Receipt, tried: Tried | null, grant: Grant, signal: AbortSignal): Promise<Receipt> {
    if (tried === null || grant.owner.kind === 'night') return receipt
    const changed = await this.#place.changes.after(tried.sinceMs, signal)
    if (changed === null) return receipt
    return {
      ...receipt,
      changed,
      words: changed ? 'sent, the screen changed' : `${receipt.words}, nothing changed. ${whatToTry(tried.kind)}`,
    }
  }

  #note(owner: Owner, input: DeviceInput): void {
    const number = (this.#made.at(-1)?.number ?? 0) + 1
    const at = this.#place.driver.clock.now()
    this.#made = [...this.#made.slice(1 - inputsKept), { number, at, owner, input }]
  }

  async #checkPoints(owner: Owner, input: DeviceInput, signal: AbortSignal): Promise<void> {
    const { geometry } = this.#place
    const points = pointsOf(input)
    if (points.length === 0) return
    const check = (): void => {
      for (const point of points) checkPoint(point, geometry.generation.value, geometry.size)
    }
    if (geometry.isSettled.value) return check()
    const isSeen = owner.kind === 'person' && (await geometry.whenSettled(firstPictureMs, signal))
    if (isSeen) return check()
    throw new Refusal('stale-geometry', 'The screen is changing its shape, and no picture of the new one came yet.', {
      hint: 'Look again, then point again.',
    })
  }

  async #do(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<Told> {
    switch (input.kind) {
      case 'tap':
      case 'double_tap':
      case 'long_press':
      case 'swipe':
      case 'pinch':
        return this.#touch().perform(input, this.#place.geometry.size, signal)
      case 'contacts':
        return this.#touch().put(input.contacts, signal)
      case 'host_key':
        return this.#hostKey(input.key, input.down, signal)
      case 'paste':
        return this.#paster === null ? this.#type(input.text, signal) : this.#paster.paste(input.text, signal)
      case 'text':
        return this.#type(input.text, signal)
      case 'clear':
        return this.#text().clear(signal)
      case 'hide_keyboard':
        return this.#text().hideKeyboard(signal)
      case 'key':
        return this.#key(input.key, signal)
      case 'turn':
      case 'background':
        return this.#place.perform(grant, input, signal)
      case 'wait':
        return this.#place.driver.clock.wait(input.ms, signal)
    }
  }

  #key(key: Extract<DeviceInput, { kind: 'key' }>['key'], signal: AbortSignal): Promise<Told> {
    const { driver } = this.#place
    if (!driver.can.keys.includes(key)) throw new Refusal('unsupported', `${driver.model.name} has no key ${key}.`)
    return driver.keys.key(key, signal)
  }

  /** Held as long as it is held, where the device takes that; else a press at once and nothing when it goes up. */
  async #hostKey(key: HostKey, down: boolean, signal: AbortSignal): Promise<Told> {
    const { hostKey } = this.#place.driver.keys
    if (hostKey !== null) {
      // It goes up as what it went down: a layout may tell it by another name by then.
      const before = this.#keysDown.get(key.code)
      if (!down && before === undefined) return
      // Whatever becomes of it: one that may be down is lifted at the end.
      if (down) this.#keysDown.set(key.code, key)
      try {
        await hostKey(down ? key : (before ?? key), down, signal)
      } catch (thrown) {
        // A key the device does not have is not down, and cannot be lifted either.
        if (thrown instanceof Refusal && thrown.code === 'unsupported') this.#keysDown.delete(key.code)
        throw thrown
      }
      if (!down) this.#keysDown.delete(key.code)
      return
    }
    if (!down) return
    const pressed = pressOf(key)
    switch (pressed.is) {
      case 'key':
        return this.#key(pressed.key, signal)
      case 'text':
        return this.#type(pressed.text, signal)
      case 'nothing':
        return
    }
  }

  /** All of it is checked by the driver before the first piece is typed; a change of hands drops the unsent pieces. */
  async #type(text: string, signal: AbortSignal): Promise<void> {
    const facet = this.#text()
    facet.check?.(text)
    for (const piece of piecesOf(text, pieceLength)) {
      signal.throwIfAborted()
      await facet.type(piece, signal)
    }
  }

  #touch(): Fingers {
    if (this.#fingers === null)
      throw new Refusal('unsupported', `${this.#place.driver.model.name} has no touch screen.`)
    return this.#fingers
  }

  #text(): NonNullable<Driver['text']> {
    const { text, model } = this.#place.driver
    if (text === null) throw new Refusal('unsupported', `Text cannot be typed on ${model.name}.`)
    return text
  }
}

const sentOnly: Receipt = { sent: true, reached: true, changed: null, words: 'sent', refusal: null }
const overtaken: Receipt = { sent: false, reached: null, changed: null, words: 'part of the next move', refusal: null }
const unanswered: Receipt = {
  sent: true,
  reached: null,
  changed: null,
  words: 'sent, and the device did not say whether it arrived',
  refusal: null,
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
