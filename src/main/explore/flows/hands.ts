// The player's eyes and hands on one device: looking, settling, looking for an element within a budget, single inputs.
// Used by player.ts through perform.ts. Keeps the clock of the last change, from which Maestro takes its budgets.
import { Refusal } from '#shared/base/refusal.ts'
import { centreOf } from '#shared/domain/geometry.ts'
import type { Element } from '#shared/domain/element.ts'
import type { KeyName, Observation } from '#shared/domain/device.ts'
import { settleMs } from '#shared/domain/input.ts'
import type { DeviceInput, InputKind } from '#shared/domain/input.ts'
import type { Device, Grant } from '#main/device/device.ts'
import type { Selector } from '#main/explore/flows/model.ts'
import { answerTo, dialogOf } from '#main/explore/system-dialog.ts'
import { matchElements } from '#main/explore/flows/selector.ts'
import type { Screen } from '#main/explore/flows/selector.ts'

/** A step that did not do what it says; `optional` turns it into a warning. Other errors are the device's. */
export class StepFailed extends Error {}

export interface Found {
  readonly look: Observation
  readonly element: Element
  readonly count: number
}

const pollMs = 200
export const requiredMs = 17_000
export const optionalMs = 7_000
export const shortMs = 500

export class Hands {
  readonly device: Device
  readonly grant: Grant
  readonly signal: AbortSignal
  readonly platform: 'android' | 'ios'
  last: Observation | null = null
  /** The app whose flow this is, when a permission question that comes in between is to be answered; else null. */
  answersFor: string | null = null
  readonly answered: string[] = []
  #lastChange: number
  #endsAt: number

  constructor(device: Device, grant: Grant, limitMs: number, signal: AbortSignal) {
    this.device = device
    this.grant = grant
    this.signal = signal
    this.platform = device.model.platform === 'ios' ? 'ios' : 'android'
    this.#lastChange = device.clock.now()
    this.#endsAt = device.clock.now() + limitMs
  }

  get now(): number {
    return this.device.clock.now()
  }

  get late(): boolean {
    return this.now > this.#endsAt
  }

  async look(): Promise<Observation> {
    this.signal.throwIfAborted()
    this.last = await this.device.observe(this.signal)
    return this.last
  }

  wait(ms: number): Promise<void> {
    return this.device.clock.wait(ms, this.signal)
  }

  screenOf(look: Observation): Screen {
    return { size: look.size, platform: this.platform }
  }

  match(look: Observation, selector: Selector): readonly Element[] {
    return look.tree === null ? [] : matchElements(look.tree, selector, this.screenOf(look))
  }

  /** The first match within the budget, less the time since the last change, never below one attempt. */
  async lookFor(selector: Selector, budgetMs: number, reduced = true): Promise<Found | null> {
    const start = this.now
    const budget = reduced ? Math.max(0, budgetMs - (start - this.#lastChange)) : budgetMs
    for (;;) {
      const look = await this.look()
      const found = this.match(look, selector)
      const first = found[0]
      if (first !== undefined) return { look, element: first, count: found.length }
      if (await this.clearTheWay(look)) continue
      if (this.now - start >= budget || this.late) return null
      await this.wait(Math.min(pollMs, Math.max(1, budget - (this.now - start))))
    }
  }

  /** Passes the first time a search of half a second finds nothing. */
  async goneWithin(selector: Selector, budgetMs: number): Promise<boolean> {
    const start = this.now
    const budget = Math.max(0, budgetMs - (start - this.#lastChange))
    for (;;) {
      if ((await this.lookFor(selector, shortMs, false)) === null) return true
      if (this.now - start >= budget || this.late) return false
      await this.wait(pollMs)
    }
  }

  /** Allows what a system window over the app asks, three times at most. True when it did. */
  async clearTheWay(look: Observation): Promise<boolean> {
    const app = this.answersFor
    if (app === null || this.answered.length >= 3 || dialogOf(look, app) !== 'Permission question') return false
    const answer = answerTo(look, app, true)
    if (answer.kind !== 'tap') return false
    this.answered.push(answer.target.label)
    await this.send({ kind: 'tap', at: { ...answer.target.at, generation: look.generation } })
    await this.wait(settleMs('tap'))
    await this.look()
    return true
  }

  async send(input: DeviceInput): Promise<void> {
    const receipt = await this.device.input(this.grant, input, this.signal)
    if (receipt.refusal !== null) throw Refusal.fromData(receipt.refusal)
    if (!receipt.sent) throw new StepFailed(`The device did not take it: ${receipt.words}.`)
  }

  /** Input that changes things: sent, then settled. */
  async act(input: DeviceInput, settleLimitMs: number | null = null): Promise<void> {
    await this.send(input)
    await this.settle(input.kind, settleLimitMs)
  }

  async key(key: KeyName): Promise<void> {
    await this.act({ kind: 'key', key })
  }

  changed(): void {
    this.#lastChange = this.now
  }

  /** Until two looks in a row show the same tree: ten tries, 200 ms apart, after the pause its kind needs. */
  async settle(kind: InputKind, limitMs: number | null = null): Promise<Observation> {
    await this.wait(settleMs(kind))
    const start = this.now
    let before = await this.look()
    for (let tries = 0; limitMs === null ? tries < 10 : this.now - start < Math.min(limitMs, 30_000); tries += 1) {
      await this.wait(pollMs)
      const after = await this.look()
      const still = after.tree !== null && sameTree(before, after)
      before = after
      if (still) break
    }
    this.changed()
    return before
  }

  /** The element where it comes to rest: a sheet still sliding in is waited for. */
  async atRest(found: Found, selector: Selector): Promise<Found> {
    let known = found
    for (let tries = 0; tries < 10; tries += 1) {
      await this.wait(pollMs)
      const look = await this.look()
      const again = this.match(look, selector)
      const element = again[0]
      // Gone while we waited: what was found a moment ago is still the best there is.
      if (element === undefined) return known
      const still = JSON.stringify(element.bounds) === JSON.stringify(known.element.bounds)
      known = { look, element, count: again.length }
      if (still) break
    }
    return known
  }

  pointOf(
    found: Found,
    place: { readonly x: number; readonly y: number } | null,
  ): { x: number; y: number; generation: number } {
    const at = place ?? centreOf(found.element.bounds)
    return { ...onScreen(at, found.look), generation: found.look.generation }
  }
}

export function onScreen(at: { readonly x: number; readonly y: number }, look: Observation): { x: number; y: number } {
  return {
    x: Math.max(0, Math.min(look.size.width - 1, Math.round(at.x))),
    y: Math.max(0, Math.min(look.size.height - 1, Math.round(at.y))),
  }
}

function sameTree(a: Observation, b: Observation): boolean {
  if (a.tree === b.tree) return true
  if (a.tree === null || b.tree === null || a.tree.nodes.length !== b.tree.nodes.length) return false
  return JSON.stringify(a.tree.nodes) === JSON.stringify(b.tree.nodes)
}

/** Nothing moves: equal pictures by name, or at most half a percent of the pixels differ. */
export async function samePicture(a: Observation, b: Observation): Promise<boolean> {
  if (a.picture.id === b.picture.id) return true
  const [left, right] = await Promise.all([a.picture.pixels(), b.picture.pixels()])
  if (left.data.length !== right.data.length) return false
  let differ = 0
  for (let at = 0; at < left.data.length; at += 4)
    if (
      left.data[at] !== right.data[at] ||
      left.data[at + 1] !== right.data[at + 1] ||
      left.data[at + 2] !== right.data[at + 2]
    )
      differ += 1
  return differ <= (left.data.length / 4) * 0.005
}
