// A policy in the manner of Fastbot2, without its reuse model: merged widgets by class, id and gesture, untried ones by
// priority, then Q values with Gumbel noise, 5-step SARSA. The second baseline of the bench.
import { random, type Random } from '#shared/base/random.ts'
import type { Action } from '#shared/domain/night.ts'
import type { FieldKind } from '#main/explore/forms.ts'
import type { Decision, Moment, Policy, Sight } from '#main/explore/policy.ts'
import { targetOf } from '#main/explore/targets.ts'

interface Widget {
  readonly key: string
  readonly base: number
  readonly untargeted: boolean
  /** Alike widgets merged into one, taken in turn. */
  readonly actions: readonly Action[]
}

const discount = 0.8
const noise = 0.01
const epsilon = 0.05
const fuzz = ['?', '0', 'Zq81', 'a b', '#%&', '99999', 'x'.repeat(40), 'hello', 'ü€']

export class FastbotPolicy implements Policy {
  readonly name = 'fastbot'
  readonly kinds: ReadonlyMap<string, FieldKind> = new Map()
  readonly #choice: Random
  readonly #text: Random
  readonly #noise: Random
  readonly #visits = new Map<string, number>()
  readonly #states = new Map<string, number>()
  readonly #q = new Map<string, number>()
  readonly #recent: { readonly key: string; reward: number }[] = []
  #fuzzing = 0
  #state = ''
  #instances = new Map<string, number>()

  constructor(seed: number) {
    this.#choice = random(seed, 'fastbot:choice')
    this.#text = random(seed, 'fastbot:text')
    this.#noise = random(seed, 'fastbot:noise')
  }

  begin(): void {
    this.#recent.length = 0
    this.#fuzzing = 0
  }

  decide(sight: Sight): Decision {
    const widgets = this.#widgetsOf(sight)
    this.#state = `${sight.observation.foreground.activity ?? ''}|${widgets
      .map(widget => widget.key)
      .toSorted()
      .join('+')}`
    this.#instances = new Map(widgets.map(widget => [this.#named(widget), widget.actions.length]))
    this.#states.set(this.#state, (this.#states.get(this.#state) ?? 0) + 1)
    if (this.#fuzzing > 0) {
      this.#fuzzing -= 1
      return this.#fuzz(sight, widgets)
    }
    const widget = this.#pick(widgets)
    const visits = this.#visits.get(this.#named(widget)) ?? 0
    const action = widget.actions[visits % widget.actions.length] ?? { kind: 'back' }
    return { action, key: this.#named(widget), purpose: 'walk', row: '' }
  }

  learn(moment: Moment): void {
    const { key } = moment.decision
    if (this.#noise.next() < noise) this.#fuzzing = 5 + this.#noise.below(6)
    if (key === '') return
    this.#visits.set(key, (this.#visits.get(key) ?? 0) + 1)
    const visits = this.#visits.get(key) ?? 1
    const arrived = moment.to === null ? 0 : moment.to.newScreen ? 1 : 0.25
    const reward = 1 / Math.sqrt(visits + 1) + arrived / Math.sqrt((this.#states.get(this.#state) ?? 0) + 1)
    this.#recent.push({ key, reward })
    if (this.#recent.length > 5) this.#backUp()
  }

  /** Only the oldest of the five is written. */
  #backUp(): void {
    let target = 0
    for (const [at, entry] of this.#recent.entries()) target += entry.reward * discount ** at
    const newest = this.#recent.at(-1)
    if (newest !== undefined) target += (this.#q.get(newest.key) ?? 0) * discount ** this.#recent.length
    const oldest = this.#recent.shift()
    if (oldest === undefined) return
    const old = this.#q.get(oldest.key) ?? 0
    this.#q.set(oldest.key, old + 0.5 * (target - old))
  }

  #pick(widgets: readonly Widget[]): Widget {
    const back = widgets.find(widget => widget.key === 'back')
    const fresh = widgets.filter(widget => widget !== back && (this.#visits.get(this.#named(widget)) ?? 0) === 0)
    if (fresh.length > 0) {
      const chosen = fresh[this.#choice.weighted(fresh.map(widget => this.#priority(widget)))]
      if (chosen !== undefined) return chosen
    }
    if (back !== undefined && (this.#visits.get(this.#named(back)) ?? 0) === 0) return back
    if (this.#choice.next() < epsilon) return this.#choice.pick(widgets)
    let best = widgets[0]
    let bestScore = -Infinity
    for (const widget of widgets) {
      const gumbel = -Math.log(-Math.log(Math.max(1e-12, this.#choice.next())))
      const score = (this.#q.get(this.#named(widget)) ?? 0) / 0.1 + gumbel
      if (score > bestScore) {
        best = widget
        bestScore = score
      }
    }
    if (best === undefined) throw new Error('there is always Back')
    return best
  }

  #priority(widget: Widget): number {
    const visits = this.#visits.get(this.#named(widget)) ?? 0
    const saturated = visits > (this.#instances.get(this.#named(widget)) ?? 1)
    return (
      widget.base +
      (visits === 0 ? 20 : 0) +
      (saturated ? 0 : 5 * widget.base) +
      (widget.untargeted && visits === 0 ? 5 : 0)
    )
  }

  #named(widget: Widget): string {
    return `${this.#state}|${widget.key}`
  }

  #widgetsOf(sight: Sight): readonly Widget[] {
    const tree = sight.observation.tree
    const screen = sight.place.screen.id
    const merged = new Map<string, { base: number; actions: Action[] }>()
    const add = (key: string, base: number, action: Action): void => {
      const known = merged.get(key)
      if (known === undefined) merged.set(key, { base, actions: [action] })
      else known.actions.push(action)
    }
    if (tree !== null) {
      for (const control of sight.controls) {
        if (control.dangerous || control.covered) continue
        const target = targetOf(tree, control.element, screen)
        if (control.role === 'field')
          add(`type:${control.cluster}`, 4, { kind: 'type', target, text: this.#someText(sight), row: 'fuzz' })
        else add(`tap:${control.cluster}`, 4, { kind: 'tap', target })
        if (control.element.longClickable) add(`long:${control.cluster}`, 2, { kind: 'long_press', target })
      }
      for (const scroller of sight.scrollers)
        for (const direction of ['up', 'down'] as const)
          add(`scroll:${scroller.cluster}:${direction}`, 2, {
            kind: 'swipe',
            target: targetOf(tree, scroller.element, screen),
            direction,
          })
    }
    if (sight.observation.keyboard.shown) add('hide', 1, { kind: 'hide_keyboard' })
    const widgets = [...merged].map(([key, { base, actions }]) => ({ key, base, untargeted: false, actions }))
    return [...widgets, { key: 'back', base: 1, untargeted: true, actions: [{ kind: 'back' }] }]
  }

  /** Half fuzz, a third something seen on the screen, the rest nothing. */
  #someText(sight: Sight): string {
    const draw = this.#text.next()
    if (draw < 0.5) return this.#text.pick(fuzz)
    if (draw >= 0.85) return ''
    const seen = (sight.observation.tree?.nodes ?? [])
      .map(node => node.text)
      .filter(text => text !== '' && text.length < 60)
    return seen.length === 0 ? 'hello' : this.#text.pick(seen)
  }

  #fuzz(sight: Sight, widgets: readonly Widget[]): Decision {
    const draw = this.#noise.next()
    const turn: Action = { kind: 'turn', to: sight.observation.orientation === 'portrait' ? 'landscape' : 'portrait' }
    if (draw < 0.15) return { action: turn, key: '', purpose: 'walk', row: '' }
    if (draw < 0.3) return { action: { kind: 'background', ms: 1000 }, key: '', purpose: 'walk', row: '' }
    if (draw < 0.4) return { action: { kind: 'back' }, key: '', purpose: 'walk', row: '' }
    const any = this.#noise.pick(widgets)
    return { action: any.actions[0] ?? { kind: 'back' }, key: '', purpose: 'walk', row: '' }
  }
}
