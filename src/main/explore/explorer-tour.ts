// The explorer's way round what should be seen again under a condition: nearest first, each once, then on to what is new.
// Plans edges only; what is worth seeing again is revisits.ts.
import type { WayFinder } from '#main/explore/explorer-ways.ts'
import type { Moment, Sight } from '#main/explore/policy.ts'
import type { Revisit, Tour } from '#main/explore/revisits.ts'
import type { Edge } from '#main/explore/screen-map.ts'

export class TourGuide {
  readonly #ways: WayFinder
  #tour: Tour | null = null
  /** Started again because nothing more could be reached; forgotten when something was. */
  #restarted = false

  constructor(ways: WayFinder) {
    this.#ways = ways
  }

  begin(tour: Tour | null): void {
    this.#tour = tour
    this.#restarted = false
  }

  learn(moment: Moment): void {
    this.#tour?.learn(moment)
  }

  /** The edges to the next state and the one that leads to it; a fresh start where none can be reached; null: all is seen. */
  next(sight: Sight): readonly Edge[] | 'relaunch' | null {
    const tour = this.#tour
    if (tour === null) return null
    const left = tour.left()
    if (left.size === 0) return null
    const here = left.get(sight.place.screen.id)
    const away = this.#ways.nearest(sight, screen => left.get(screen.id)?.cost ?? null)
    if (here !== undefined && here.cost <= (away?.cost ?? Infinity)) return this.#goes(tour, here.revisit, [], sight)
    const there = away === null ? undefined : left.get(away.screen.id)
    if (away !== null && there !== undefined && !away.restart) return this.#goes(tour, there.revisit, away.edges, sight)
    if (this.#restarted) return null
    this.#restarted = true
    return 'relaunch'
  }

  #goes(tour: Tour, revisit: Revisit, way: readonly Edge[], sight: Sight): readonly Edge[] {
    tour.setOut(revisit)
    this.#restarted = false
    const { from, key, action, row, screen } = revisit
    const known = sight.map.edgesFrom(from).find(edge => edge.key === key && edge.to === screen)
    const last: Edge = { from, key, to: screen, hits: 0, misses: 0, action, row, fills: [] }
    const fills = row === '' ? (known?.fills ?? []) : []
    return [...way, ...fills.map((fill): Edge => ({ ...last, key: '', action: fill, to: from })), last]
  }
}
