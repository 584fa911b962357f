// Actuator: a Device as a night uses it. Resets the app, looks until the screen has settled, does one action, reads the log.
// Written once for every platform; used by the mission and the replay. Decides nothing about what to do or what is wrong.
import { Refusal } from '#shared/base/refusal.ts'
import type { AppEvent, Build, KeyName, Observation } from '#shared/domain/device.ts'
import { isEditable, type Element } from '#shared/domain/element.ts'
import { centreOf, heightOf, widthOf, type Orientation } from '#shared/domain/geometry.ts'
import { settleMs, type DeviceInput } from '#shared/domain/input.ts'
import type { Action, Target } from '#shared/domain/night.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { textOf } from '#main/explore/forms.ts'
import { leashed } from '#main/explore/leash.ts'
import { busyElement, looksHalfBuilt, sameTree } from '#main/explore/looks.ts'
import type { LeashWords } from '#main/explore/controls.ts'
import { findTarget, pointIn } from '#main/explore/targets.ts'

export interface Acted {
  /** Did the input reach a place it was meant for? False: nothing was pressed, `outcome` says why. */
  readonly done: boolean
  readonly outcome: string
  /** Every look taken after the action, in order; the last one is `after`. */
  readonly looks: readonly Observation[]
  readonly after: Observation
  readonly events: readonly AppEvent[]
}

/** Brings a freshly reset app to where a mission begins (a sign-in), with the mission's own grant. */
export interface SetUp {
  /** Name of the flow's file. */
  readonly name: string
  /** Null when it went well, else why not, in words without secrets. */
  play(device: Device, grant: Grant, signal: AbortSignal): Promise<string | null>
}

/** The app was reset, but its setup flow could not be played to its end. */
export class SetUpFailed extends Refusal {}

export interface ActuatorOptions {
  readonly app: string
  readonly launchArguments: Readonly<Record<string, string>>
  readonly leash: LeashWords
  readonly ownerName: string
  /** How the device is held between missions: upright, but on its side under that condition. */
  readonly orientation: Orientation
  /** Played after each reset; null for none. */
  readonly setUp?: SetUp | null
  /** Ends a wait for a person who has control. */
  readonly stop?: AbortSignal
}

/** ms more, once, before "nothing changed" is believed: taps may land late. */
const lateMs = 1300
const confirmMs = 450
const busyMostMs = 6000
const splashMostMs = 8000
const backgroundMs = 2000
const messageMs = 2600

export class Actuator implements AsyncDisposable {
  readonly device: Device
  readonly app: string
  readonly #options: ActuatorOptions
  #grant: Grant | null = null
  #mark: string | null = null
  orientation: Orientation
  /** Inputs made, for the bench's account. */
  inputs = 0

  constructor(device: Device, options: ActuatorOptions) {
    this.device = device
    this.app = options.app
    this.#options = options
    this.orientation = options.orientation
  }

  /** Installs the build when one is given, stops the app, clears its data, launches it and waits for its first screen. */
  async reset(build: Build | null, signal: AbortSignal): Promise<Observation> {
    const grant = await this.#held(signal)
    if (build !== null) await this.device.install(grant, build, signal)
    await this.device.forceStop(grant, this.app, signal)
    await this.device.clearData(grant, this.app, signal)
    await this.upright(signal)
    this.#mark = await this.device.logMark(signal)
    const first = await this.launch(signal)
    const { setUp } = this.#options
    if (setUp == null) return first
    const why = await setUp.play(this.device, await this.#held(signal), signal)
    if (why !== null) throw new SetUpFailed('failed', why)
    this.#mark = await this.device.logMark(signal)
    return this.observe(signal)
  }

  /** The file of the flow that each reset plays; null for none. */
  get setUpName(): string | null {
    return this.#options.setUp?.name ?? null
  }

  /** Force-stops and launches again; the data stays. */
  async relaunch(signal: AbortSignal): Promise<Observation> {
    const grant = await this.#held(signal)
    await this.device.forceStop(grant, this.app, signal)
    return this.launch(signal)
  }

  async launch(signal: AbortSignal): Promise<Observation> {
    const grant = await this.#held(signal)
    await this.device.launch(grant, this.app, this.#options.launchArguments, signal)
    await this.device.clock.wait(settleMs('tap'), signal)
    const looks = await this.#settled(null, splashMostMs, signal)
    return last(looks)
  }

  /** The device as the mission holds it. */
  async upright(signal: AbortSignal): Promise<void> {
    const settings = this.device.state.value.settings
    if (settings !== null && settings.orientation.value === this.orientation) return
    if (!this.device.supports('orientation').yes) return
    await this.device.input(await this.#held(signal), { kind: 'turn', to: this.orientation }, signal)
  }

  /** One look, with no waiting. */
  look(signal: AbortSignal): Promise<Observation> {
    return this.device.observe(signal)
  }

  /** Looks until the screen stands still and is whole. */
  async observe(signal: AbortSignal): Promise<Observation> {
    return last(await this.#settled(null, busyMostMs, signal))
  }

  /** Two looks some time from now, for telling what moves by itself once short messages have gone. */
  async idleLooks(signal: AbortSignal): Promise<readonly Observation[]> {
    await this.device.clock.wait(messageMs, signal)
    const first = await this.look(signal)
    await this.device.clock.wait(700, signal)
    return [first, await this.look(signal)]
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await this.device.clock.wait(ms, signal)
  }

  /** What the app's crash and ANR logs say since the last call (or the reset). */
  async events(signal: AbortSignal): Promise<readonly AppEvent[]> {
    if (this.#mark === null) this.#mark = await this.device.logMark(signal)
    const { events, mark } = await this.device.events(this.#mark, this.app, signal)
    this.#mark = mark
    return events
  }

  /** One action on what `now` shows, then looks until it has settled, then the log. */
  async act(action: Action, now: Observation, signal: AbortSignal): Promise<Acted> {
    const sent = await this.#send(action, now, signal)
    const looks: Observation[] = [...sent.looks]
    if (sent.refused === null) looks.push(...(await this.#after(action, now, signal)))
    if (looks.length === 0) looks.push(await this.look(signal))
    const after = last(looks)
    const events = await this.events(signal)
    const outcome = sent.refused ?? (sameTree(now, after) ? 'landed, nothing changed' : 'landed, screen changed')
    return { done: sent.refused === null, outcome, looks, after, events }
  }

  async #after(action: Action, now: Observation, signal: AbortSignal): Promise<readonly Observation[]> {
    if (action.kind === 'wait') return this.#waitLooking(action.ms, signal)
    const settle = settleMs(
      action.kind === 'type'
        ? 'text'
        : action.kind === 'back'
          ? 'key'
          : action.kind === 'relaunch'
            ? 'tap'
            : action.kind,
    )
    await this.device.clock.wait(settle, signal)
    return this.#settled(now, action.kind === 'relaunch' ? splashMostMs : busyMostMs, signal)
  }

  /** A long wait with a look every few seconds, so that what moves, ends or never ends can be told. */
  async #waitLooking(ms: number, signal: AbortSignal): Promise<readonly Observation[]> {
    const looks = [await this.look(signal)]
    for (let left = ms; left > 0; left -= 4000) {
      await this.device.clock.wait(Math.min(4000, left), signal)
      looks.push(await this.look(signal))
      const seen = looks.at(-1)
      if (
        seen !== undefined &&
        busyElement(seen.tree) === null &&
        busyElement(looks.at(-2)?.tree ?? null) === null &&
        looks.length > 2
      )
        break
    }
    return looks
  }

  /**
   * Looks until two in a row hold the same tree and it is whole. Against a late tap, an unchanged screen is looked at once
   * more after a while; a busy one is given some seconds; an empty tree (a splash) as well.
   */
  async #settled(before: Observation | null, busyMs: number, signal: AbortSignal): Promise<readonly Observation[]> {
    const clock = this.device.clock
    const looks = [await this.look(signal)]
    const until = clock.now() + busyMs
    let waitedLate = false
    for (;;) {
      const latest = last(looks)
      const previous = looks.at(-2)
      const inFront = latest.foreground.package === this.app
      const unchanged = before !== null && sameTree(before, latest)
      if (unchanged && !waitedLate) {
        waitedLate = true
        await clock.wait(lateMs, signal)
      } else {
        const still = previous !== undefined && sameTree(previous, latest)
        const working = inFront && (looksHalfBuilt(latest) || busyElement(latest.tree) !== null)
        if (still && !working) return looks
        if (clock.now() >= until) return looks
        await clock.wait(working && still ? 500 : confirmMs, signal)
      }
      looks.push(await this.look(signal))
    }
  }

  async #send(action: Action, now: Observation, signal: AbortSignal): Promise<Sent> {
    switch (action.kind) {
      case 'tap':
      case 'double_tap':
      case 'long_press':
        return this.#touch(action.kind, action.target, now, signal)
      case 'swipe':
        return this.#swipe(action.target, action.direction, now, signal)
      case 'type':
        return this.#type(action.target, action.text, now, signal)
      case 'key':
        return this.#input({ kind: 'key', key: action.key }, signal)
      case 'back':
        return this.#input({ kind: 'key', key: 'Back' satisfies KeyName }, signal)
      case 'turn':
        return this.#input({ kind: 'turn', to: action.to }, signal)
      case 'background':
        return this.#input({ kind: 'background', ms: action.ms > 0 ? action.ms : backgroundMs }, signal)
      case 'hide_keyboard':
        return this.#input({ kind: 'hide_keyboard' }, signal)
      case 'wait':
        return sentNothing
      case 'relaunch': {
        const grant = await this.#held(signal)
        await this.device.forceStop(grant, this.app, signal)
        await this.device.launch(grant, this.app, this.#options.launchArguments, signal)
        return sentNothing
      }
    }
  }

  async #touch(
    kind: 'tap' | 'double_tap' | 'long_press',
    target: Target,
    now: Observation,
    signal: AbortSignal,
  ): Promise<Sent> {
    const place = this.#placeOf(target, now)
    if ('refused' in place) return { refused: place.refused, looks: [] }
    const at = { x: place.x, y: place.y, generation: now.generation }
    return this.#input(kind === 'long_press' ? { kind, at, ms: 800 } : { kind, at }, signal)
  }

  async #swipe(
    target: Target,
    direction: 'up' | 'down' | 'left' | 'right',
    now: Observation,
    signal: AbortSignal,
  ): Promise<Sent> {
    const found = now.tree === null ? null : findTarget(now.tree, target)
    const screen = { left: 0, top: 0, right: now.size.width, bottom: now.size.height }
    const whole = found === null ? screen : found.element.bounds
    const bottom =
      now.keyboard.shown && now.keyboard.bounds !== null
        ? Math.min(whole.bottom, now.keyboard.bounds.top)
        : whole.bottom
    const box = { ...whole, bottom: Math.max(whole.top + 2, bottom) }
    const middle = centreOf(box)
    const far = direction === 'up' || direction === 'down' ? heightOf(box) * 0.3 : widthOf(box) * 0.3
    const sign = direction === 'up' || direction === 'left' ? 1 : -1
    const shift = Math.floor(far) * sign
    const vertical = direction === 'up' || direction === 'down'
    const from = vertical ? { x: middle.x, y: middle.y + shift } : { x: middle.x + shift, y: middle.y }
    const to = vertical ? { x: middle.x, y: middle.y - shift } : { x: middle.x - shift, y: middle.y }
    const generation = now.generation
    return this.#input({ kind: 'swipe', from: { ...from, generation }, to: { ...to, generation }, ms: 300 }, signal)
  }

  /** Focuses the field, makes sure that it has the focus, empties it, types. */
  async #type(target: Target, text: string, now: Observation, signal: AbortSignal): Promise<Sent> {
    const place = this.#placeOf(target, now)
    if ('refused' in place) return { refused: place.refused, looks: [] }
    const looks: Observation[] = []
    let field: Element = place.element
    if (!field.focused || !now.keyboard.shown) {
      await this.#input({ kind: 'tap', at: { x: place.x, y: place.y, generation: now.generation } }, signal)
      const focused = await this.#focused(target, looks, signal)
      if (focused === null) return { refused: 'not typed: the field did not take the focus', looks }
      field = focused
    }
    if (textOf(field) !== '') {
      await this.#input({ kind: 'clear' }, signal)
      await this.device.clock.wait(150, signal)
    }
    if (text === '') return { refused: null, looks }
    const sent = await this.#input({ kind: 'text', text }, signal).catch((thrown: unknown) => {
      // What this device's keyboard cannot type (adb: no emoji) is an answer, not a failure of the device.
      if (thrown instanceof Refusal && thrown.code === 'bad-value') return { refused: `not typed: ${thrown.words}` }
      throw thrown
    })
    return { ...sent, looks }
  }

  async #focused(target: Target, looks: Observation[], signal: AbortSignal): Promise<Element | null> {
    for (let tries = 0; tries < 6; tries++) {
      await this.device.clock.wait(tries === 0 ? 400 : 500, signal)
      const seen = await this.look(signal)
      looks.push(seen)
      const found = seen.tree === null ? null : findTarget(seen.tree, target)
      if (found !== null && found.element.focused) return found.element
      // A tree that never tells the focus is no witness; the keyboard is.
      const none = seen.tree?.nodes.every(node => !node.focused) ?? true
      if (found !== null && none && seen.keyboard.shown && tries > 1) return found.element
    }
    return null
  }

  #placeOf(target: Target, now: Observation): { x: number; y: number; element: Element } | { refused: string } {
    if (now.tree === null) return { refused: `not pressed: ${now.treeMissing ?? 'there is no tree of the screen'}` }
    const found = findTarget(now.tree, target)
    if (found === null) return { refused: 'not pressed: it is not on the screen' }
    const { element } = found
    const leash = leashed(now.tree, element, {
      never: [...this.#options.leash.never],
      allow: [...this.#options.leash.allow],
    })
    if (leash.dangerous && !isEditable(element)) return { refused: `refused: dangerous (${leash.why})` }
    const point = pointIn(element, target.within)
    if (now.keyboard.shown && now.keyboard.bounds !== null && point.y >= now.keyboard.bounds.top)
      return { refused: 'not pressed: the keyboard is over it' }
    return { ...point, element }
  }

  async #input(input: DeviceInput, signal: AbortSignal): Promise<Sent> {
    const grant = await this.#held(signal)
    const receipt = await this.device.input(grant, input, signal)
    this.inputs += 1
    if (receipt.refusal !== null) return { refused: `refused: ${receipt.refusal.words}`, looks: [] }
    if (!receipt.sent || receipt.reached === false)
      return { refused: `did not reach the device: ${receipt.words}`, looks: [] }
    return sentNothing
  }

  /** The grant every operation needs; taken anew when it was lost to a person who has handed back. */
  async #held(signal: AbortSignal): Promise<Grant> {
    if (this.#grant !== null && !this.#grant.lost.aborted) return this.#grant
    this.#grant = await this.device.takeControl({ kind: 'night', name: this.#options.ownerName }, signal)
    return this.#grant
  }

  get grant(): Promise<Grant> {
    return this.#held(new AbortController().signal)
  }

  /** True when what was thrown means that somebody else took the device. */
  isLoss(thrown: unknown): boolean {
    if (thrown instanceof Refusal && (thrown.code === 'person-has-control' || thrown.code === 'superseded')) return true
    return this.#grant?.lost.aborted === true
  }

  /** Waits in place until no person holds the device, then takes it back. */
  async takeBack(signal: AbortSignal): Promise<void> {
    const { stop } = this.#options
    const waiting = stop === undefined ? signal : AbortSignal.any([signal, stop])
    this.#grant = null
    for (;;) {
      await this.device.whenFree(waiting)
      try {
        await this.#held(signal)
        return
      } catch (thrown) {
        // Taken again between the two.
        if (!this.isLoss(thrown)) throw thrown
      }
    }
  }

  /** Work that is begun again when a person took the device in the middle of it, once it is handed back. */
  async undisturbed<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (thrown) {
        if (signal.aborted || !this.isLoss(thrown)) throw thrown
        await this.takeBack(signal)
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const grant = this.#grant
    this.#grant = null
    if (grant !== null) await grant[Symbol.asyncDispose]()
  }
}

interface Sent {
  readonly refused: string | null
  readonly looks: readonly Observation[]
}

const sentNothing: Sent = { refused: null, looks: [] }

function last(looks: readonly Observation[]): Observation {
  const seen = looks.at(-1)
  if (seen === undefined) throw new Error('there was no look')
  return seen
}
