// The baseline: any control, with the same chance for each; now and then Back, a scroll or a text. No memory, no probes.
import { random, type Random } from '#shared/base/random.ts'
import type { Action } from '#shared/domain/night.ts'
import type { FieldKind } from '#main/explore/forms.ts'
import type { Decision, Policy, Sight } from '#main/explore/policy.ts'
import { targetOf } from '#main/explore/targets.ts'

const texts = ['Maple', '7', 'maple@example.org', 'Hello World', '', 'Fern 🌿', '-5', 'abc def ghi']

export class RandomPolicy implements Policy {
  readonly name = 'random'
  readonly kinds: ReadonlyMap<string, FieldKind> = new Map()
  readonly #chance: Random

  constructor(seed: number) {
    this.#chance = random(seed, 'random')
  }

  begin(): void {
    // Nothing is remembered from one mission to the next.
  }

  learn(): void {
    // Nothing is learnt.
  }

  decide(sight: Sight): Decision {
    const tree = sight.observation.tree
    const screen = sight.place.screen.id
    const choices: { action: Action; key: string }[] = [{ action: { kind: 'back' }, key: 'back' }]
    if (tree !== null) {
      for (const control of sight.controls) {
        if (control.dangerous || control.covered) continue
        const target = targetOf(tree, control.element, screen, control.role === 'slider' ? { x: this.#chance.next(), y: 0.5 } : undefined)
        if (control.role === 'field') choices.push({ action: { kind: 'type', target, text: this.#chance.pick(texts), row: 'random' }, key: '' })
        else choices.push({ action: { kind: 'tap', target }, key: control.cluster })
        if (control.element.longClickable) choices.push({ action: { kind: 'long_press', target }, key: `${control.cluster}~long` })
      }
      for (const scroller of sight.scrollers)
        choices.push({ action: { kind: 'swipe', target: targetOf(tree, scroller.element, screen), direction: this.#chance.pick(['up', 'down']) }, key: '' })
    }
    if (sight.observation.keyboard.shown) choices.push({ action: { kind: 'hide_keyboard' }, key: '' })
    const chosen = this.#chance.pick(choices)
    return { action: chosen.action, key: chosen.key, purpose: 'walk', row: '' }
  }
}
