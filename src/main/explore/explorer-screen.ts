// What the explorer remembers of the controls of a screen: what came up after which tap, what went and came back, what lies
// further down. Turns that into offers and looks; decides nothing.
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import { isOpen, type Offer } from '#main/explore/explorer-offers.ts'
import type { Moment, Sight } from '#main/explore/policy.ts'
import { targetOf } from '#main/explore/targets.ts'

/** A little more than one: two looks in a mission, one in the next, then none for a while. */
const missStep = 1.4

export class ScreenMemory {
  readonly #enablers = new Map<string, string>()
  #appeared = new Set<string>()
  /** Keys met only after scrolling down. */
  readonly #below = new Set<string>()
  #scrolls = 0
  #scrolledDown = 0
  #shown = new Set<string>()
  #shownOn: ScreenId | null = null
  readonly #back = new Set<string>()
  #lastTap: { readonly screen: ScreenId; readonly key: string } | null = null

  /** Another screen than before. */
  enter(): void {
    this.#scrolledDown = 0
    this.#scrolls = 0
  }

  get isScrolled(): boolean {
    return this.#scrolledDown > 0
  }

  hasAppeared(key: string): boolean {
    return this.#appeared.has(key)
  }

  /** What is offered here; `known` are the keys the screen had before. */
  see(sight: Sight, offers: readonly Offer[], known: ReadonlySet<string>): void {
    if (this.#scrolledDown > 0)
      for (const offer of offers) if (!known.has(offer.key)) this.#below.add(`${sight.place.screen.id}|${offer.key}`)
    this.#noteAppeared(sight, offers, known)
  }

  learn(moment: Moment): void {
    const { decision: made, from, to } = moment
    if (made.action.kind === 'tap' && to !== null && to.screen.id === from.screen.id && made.key !== '')
      this.#lastTap = { screen: from.screen.id, key: made.key }
    if (made.action.kind === 'swipe' && moment.changed) this.#scrolledDown += made.action.direction === 'up' ? 1 : -1
  }

  /** Controls seen for the first time right after a tap on the same screen: that tap is what brings them. */
  #noteAppeared(sight: Sight, offers: readonly Offer[], known: ReadonlySet<string>): void {
    const { screen } = sight.place
    const last = this.#lastTap
    this.#lastTap = null
    if (last === null || last.screen !== screen.id) {
      this.#appeared = new Set()
      return
    }
    for (const offer of offers) {
      if (known.has(offer.key) || offer.does.what !== 'act' || offer.does.control === null || offer.key.includes('@'))
        continue
      this.#appeared.add(offer.key)
      this.#enablers.set(`${screen.id}|${offer.key}`, last.key)
    }
  }

  /** Controls that went away and are back on the same screen (Start after Stop): once more, in their second life. */
  returned(sight: Sight, offers: readonly Offer[]): readonly Offer[] {
    const { screen } = sight.place
    const before = this.#shownOn === screen.id ? this.#shown : null
    this.#shownOn = screen.id
    this.#shown = new Set(offers.map(offer => offer.key))
    for (const offer of offers) {
      const role = offer.does.what === 'act' ? offer.does.control?.role : undefined
      if (
        before === null ||
        role !== 'button' ||
        before.has(offer.key) ||
        offer.key.includes('@') ||
        offer.key.includes('~')
      )
        continue
      if ((screen.tries.get(offer.key)?.tonight ?? 0) > 0) this.#back.add(`${screen.id}|${offer.key}`)
    }
    return offers
      .filter(offer => this.#back.has(`${screen.id}|${offer.key}`))
      .map(offer => ({ ...offer, key: `${offer.key}@back`, level: 0 as const, weight: 20 }))
  }

  /** Something open here that only shows after another control was pressed (Pause after Start): press that one again. */
  enabler(sight: Sight, offers: readonly Offer[]): Offer | null {
    const { screen } = sight.place
    const shown = new Set(offers.map(offer => offer.key))
    for (const entry of screen.tries.values()) {
      if (entry.level > 0 || shown.has(entry.key) || !isOpen(entry) || entry.ever > 0) continue
      const key = this.#enablers.get(`${screen.id}|${entry.key}`)
      const offer = key === undefined ? undefined : offers.find(one => one.key === key)
      if (offer === undefined || offer.does.what !== 'act') continue
      entry.missed += missStep
      return offer
    }
    return null
  }

  /** Something open on this screen was met further down (or up): scroll there before it counts as gone. */
  scrollTo(sight: Sight, offers: readonly Offer[]): Action | null {
    const { screen } = sight.place
    const scroller = sight.scrollers[0]
    const tree = sight.observation.tree
    if (scroller === undefined || tree === null || this.#scrolls >= 4) return null
    const here = new Set(offers.map(offer => offer.key))
    const hidden = [...screen.tries.values()].filter(
      entry =>
        isOpen(entry) &&
        entry.level < 2 &&
        !entry.key.includes('@') &&
        !entry.key.startsWith('scroll:') &&
        !here.has(entry.key),
    )
    const below = hidden.some(entry => this.#below.has(`${screen.id}|${entry.key}`))
    const above = hidden.some(entry => !this.#below.has(`${screen.id}|${entry.key}`))
    const direction = below && this.#scrolledDown < 3 ? 'up' : above && this.#scrolledDown > 0 ? 'down' : null
    if (direction === null) return null
    this.#scrolls += 1
    return { kind: 'swipe', target: targetOf(tree, scroller.element, screen.id), direction }
  }

  /** What should be here and is not (in another state, or scrolled away) is not looked for over and over. */
  noteMissed(sight: Sight, offers: readonly Offer[]): void {
    const here = new Set(offers.map(offer => offer.key))
    for (const entry of sight.place.screen.tries.values())
      if (entry.tonight === 0 && !here.has(entry.key) && !entry.key.includes('@')) entry.missed += missStep
  }
}
