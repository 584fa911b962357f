// What a playing command works with, and its looking: selectors with their `${…}` worked out, found or not found in time.
// Used by perform.ts and touching.ts.
import { Refusal } from '#shared/base/refusal.ts'
import type { Picture } from '#shared/domain/picture.ts'
import { interpolate } from '#main/explore/flows/expression.ts'
import type { Scope } from '#main/explore/flows/expression.ts'
import { samePicture, StepFailed } from '#main/explore/flows/hands.ts'
import type { Found, Hands } from '#main/explore/flows/hands.ts'
import { wordsOfSelector } from '#main/explore/flows/model.ts'
import type { Command, Selector } from '#main/explore/flows/model.ts'
import { closestWords } from '#main/explore/flows/selector.ts'

export interface Stage {
  readonly hands: Hands
  readonly scope: Scope
  readonly appId: string
  note(words: string): void
  keepPicture(name: string, picture: Picture): Promise<void>
}

export type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

export function resolved(selector: Selector, stage: { readonly scope: Scope }): Selector {
  const words = (text: string | null): string | null => (text === null ? null : interpolate(text, stage.scope))
  const inner = (one: Selector | null): Selector | null => (one === null ? null : resolved(one, stage))
  return {
    ...selector,
    text: words(selector.text),
    id: words(selector.id),
    index: words(selector.index),
    // Only a point of the screen is interpolated; inside an element it is taken as written.
    point: selector.text === null && selector.id === null ? words(selector.point) : selector.point,
    below: inner(selector.below),
    above: inner(selector.above),
    leftOf: inner(selector.leftOf),
    rightOf: inner(selector.rightOf),
    containsChild: inner(selector.containsChild),
    childOf: inner(selector.childOf),
    containsDescendants: selector.containsDescendants?.map(one => resolved(one, stage)) ?? null,
  }
}

export async function required(selector: Selector, budgetMs: number, stage: Stage): Promise<Found> {
  const found = await stage.hands.lookFor(selector, budgetMs)
  if (found === null) throw new StepFailed(notFound(selector, budgetMs, stage))
  if (found.count > 1 && selector.index === null)
    stage.note(
      `${found.count} elements matched ${wordsOfSelector(selector)}; took the first (clickable first, then tree order).`,
    )
  return found
}

export function notFound(selector: Selector, budgetMs: number, stage: Stage): string {
  const { hands } = stage
  const look = hands.last
  const closest =
    look === null
      ? ''
      : look.tree === null
        ? `There is no element tree: ${look.treeMissing ?? 'no reason given'}.`
        : closestWords(look.tree, selector, hands.screenOf(look))
  return `Nothing matched ${wordsOfSelector(selector)} in ${Math.round(budgetMs / 1000)} s. ${closest}`.trim()
}

export async function assertVisible(selector: Selector, budgetMs: number, stage: Stage): Promise<void> {
  if ((await stage.hands.lookFor(selector, budgetMs)) === null)
    throw new StepFailed(notFound(selector, budgetMs, stage))
}

export async function assertGone(selector: Selector, budgetMs: number, stage: Stage): Promise<void> {
  if (!(await stage.hands.goneWithin(selector, budgetMs)))
    throw new StepFailed(`${wordsOfSelector(selector)} is still there.`)
}

export async function waitForStill(limitMs: number, stage: Stage): Promise<void> {
  const { hands } = stage
  const start = hands.now
  let before = await hands.look()
  while (hands.now - start < limitMs) {
    await hands.wait(Math.min(400, limitMs))
    const after = await hands.look()
    if (await samePicture(before, after)) return
    before = after
  }
}

export function milliseconds(written: string, what: string): number {
  const plain = written.trim().replaceAll('_', '')
  if (!/^-?\d{1,9}$/.test(plain))
    throw new Refusal('bad-value', `The ${what} "${written.slice(0, 20)}" is not a number of milliseconds.`)
  return Number(plain)
}
