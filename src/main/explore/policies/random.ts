// The baseline: any visible widget with any gesture, whether it can be pressed or not; now and then Back, a text, a turn of
// the list. No memory, no probes, no idea of what a control is.
import { random, type Random } from '#shared/base/random.ts'
import { isEditable } from '#shared/domain/element.ts'
import { isEmpty } from '#shared/domain/geometry.ts'
import type { Action } from '#shared/domain/night.ts'
import type { FieldKind } from '#main/explore/forms.ts'
import type { Decision, Policy, Sight } from '#main/explore/policy.ts'
import { targetOf } from '#main/explore/targets.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '
const lettersMost = 12
const backShare = 0.1
const longShare = 0.1
const swipeShare = 0.15

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
    const chance = this.#chance
    const dangerous = new Set(sight.controls.filter(control => control.dangerous).map(control => control.element.index))
    const widgets = (tree?.nodes ?? []).filter(node => !isEmpty(node.bounds) && !dangerous.has(node.index))
    if (tree === null || widgets.length === 0 || chance.next() < backShare) return walked({ kind: 'back' })
    const widget = chance.pick(widgets)
    const target = targetOf(tree, widget, sight.place.screen.id, {
      x: 0.1 + 0.8 * chance.next(),
      y: 0.1 + 0.8 * chance.next(),
    })
    if (isEditable(widget)) return walked({ kind: 'type', target, text: this.#text(), row: 'random' })
    const draw = chance.next()
    if (draw < longShare) return walked({ kind: 'long_press', target })
    if (draw < longShare + swipeShare)
      return walked({ kind: 'swipe', target, direction: chance.pick(['up', 'down', 'left', 'right'] as const) })
    return walked({ kind: 'tap', target })
  }

  /** Letters and digits as they fall: a baseline knows no classes of text that apps stumble over. */
  #text(): string {
    const length = this.#chance.below(lettersMost + 1)
    return Array.from({ length }, () => letters.charAt(this.#chance.below(letters.length))).join('')
  }
}

const walked = (action: Action): Decision => ({ action, key: '', purpose: 'walk', row: '' })
