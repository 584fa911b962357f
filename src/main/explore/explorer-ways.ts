// Where the explorer could go: the screens that should lie below this one, where Back leaves the app, what is nearest.
// Reads the map; remembers which targets could not be reached in this mission.
import type { ScreenId } from '#shared/domain/ids.ts'
import { openLevel } from '#main/explore/explorer-offers.ts'
import { reachable, wayTo } from '#main/explore/planner.ts'
import type { Moment, Sight } from '#main/explore/policy.ts'
import type { Edge, ScreenRecord } from '#main/explore/screen-map.ts'

/** What a level of work further away is worth, in hops. */
export const levelCost = 4
/** And what a night before this one has tried already: what none has tried goes first, wherever it is. */
export const staleCost = 12
const restartEvery = 40

export interface Away {
  readonly screen: ScreenRecord
  readonly cost: number
  readonly edges: readonly Edge[]
  /** Over a fresh start of the app. */
  readonly restart: boolean
}

export class WayFinder {
  readonly #roots = new Set<ScreenId>()
  #home: ScreenId | null = null
  #stack: ScreenId[] = []
  #failed = new Map<ScreenId, number>()
  #sinceRestart = 0

  begin(): void {
    this.#stack = []
    this.#failed = new Map()
    this.#sinceRestart = 0
  }

  /** Back leaves the app from here. */
  isRoot(screen: ScreenId): boolean {
    return this.#roots.has(screen)
  }

  learn(moment: Moment): void {
    const { from, to } = moment
    const { kind } = moment.decision.action
    this.#sinceRestart += 1
    this.#keepStack(moment)
    if (kind === 'back' && to === null) this.#roots.add(from.screen.id)
    if (kind !== 'relaunch') return
    this.#home = to?.screen.id ?? this.#home
    this.#sinceRestart = 0
  }

  /** A way is tried: half a failure until something is done there. */
  setOut(away: Away): void {
    this.#failed.set(away.screen.id, (this.#failed.get(away.screen.id) ?? 0) + 0.5)
    if (away.restart) this.#sinceRestart = 0
  }

  #keepStack(moment: Moment): void {
    const { from, to } = moment
    if (to === null || moment.decision.action.kind === 'relaunch') {
      this.#stack = to === null ? [] : [to.screen.id]
      return
    }
    if (this.#stack.at(-1) !== from.screen.id) this.#stack.push(from.screen.id)
    if (to.screen.id === from.screen.id) return
    const at = this.#stack.lastIndexOf(to.screen.id)
    this.#stack = at >= 0 ? this.#stack.slice(0, at + 1) : [...this.#stack, to.screen.id]
  }

  /** Where the nearest screen with something open is. */
  nearestOpen(sight: Sight): Away | null {
    return this.nearest(sight, screen => {
      const fails = this.#failed.get(screen.id) ?? 0
      if (fails >= 3) return null
      const never = openLevel(screen, true)
      const level = never ?? openLevel(screen, false)
      return level === null ? null : level * levelCost + fails * 3 + (never === null ? staleCost : 0)
    })
  }

  /** The nearest screen that is worth something: by the map, by a Back that should work, or by starting again. */
  nearest(sight: Sight, worth: (screen: ScreenRecord) => number | null): Away | null {
    const { map, place } = sight
    const ways = reachable(map, place.screen.id)
    const fromHome = this.#home === null || this.#sinceRestart < restartEvery ? null : reachable(map, this.#home)
    const overBack = this.#overBack(sight)
    let best: Away | null = null
    for (const screen of map.screens.values()) {
      if (screen.id === place.screen.id) continue
      const base = worth(screen)
      if (base === null) continue
      const way = ways.get(screen.id)
      if (way !== undefined && base + way.hops < (best?.cost ?? Infinity))
        best = { screen, cost: base + way.hops, edges: wayTo(ways, screen.id) ?? [], restart: false }
      const behind = overBack?.ways.get(screen.id)
      if (overBack !== null && behind !== undefined && base + behind.hops + 1 < (best?.cost ?? Infinity))
        best = {
          screen,
          cost: base + behind.hops + 1,
          edges: [overBack.edge, ...(wayTo(overBack.ways, screen.id) ?? [])],
          restart: false,
        }
      const over = fromHome?.get(screen.id)
      if (over !== undefined && base + over.hops + 3 < (best?.cost ?? Infinity))
        best = { screen, cost: base + over.hops + 3, edges: wayTo(fromHome ?? ways, screen.id) ?? [], restart: true }
    }
    return best
  }

  /** Back was never pressed here: it is expected to lead to the screen below. */
  #overBack(sight: Sight): { edge: Edge; ways: ReturnType<typeof reachable> } | null {
    const { map, place } = sight
    const below = this.#stack.at(-1) === place.screen.id ? this.#stack.at(-2) : this.#stack.at(-1)
    if (below === undefined || below === place.screen.id || this.#roots.has(place.screen.id)) return null
    if (map.edgesFrom(place.screen.id).some(edge => edge.key === 'back' && edge.to !== edge.from)) return null
    const edge: Edge = {
      from: place.screen.id,
      key: 'back',
      to: below,
      hits: 0,
      misses: 0,
      action: { kind: 'back' },
      row: '',
      fills: [],
    }
    return { edge, ways: reachable(map, below) }
  }
}
