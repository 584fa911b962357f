// The way from one screen to another over edges that have held: breadth first, cheapest first. Pure, reads the map only.
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Edge, ScreenMap } from '#main/explore/screen-map.ts'

export const hopsMost = 10

/** How sure an edge is: the mean of Beta(1,1) after its hits and misses. */
export const sureness = (edge: Edge): number => (edge.hits + 1) / (edge.hits + edge.misses + 2)

/** Edges a plan may use: one that held at least as often as it did not. */
export const isSure = (edge: Edge): boolean => sureness(edge) >= 0.5

/** Distance in hops and the last edge of the way, for every screen that can be reached from `from`. */
export function reachable(
  map: ScreenMap,
  from: ScreenId,
  usable: (edge: Edge) => boolean = isSure,
): ReadonlyMap<ScreenId, Way> {
  const ways = new Map<ScreenId, Way>([[from, { hops: 0, edge: null }]])
  const queue: ScreenId[] = [from]
  for (let at = 0; at < queue.length; at++) {
    const here = queue[at]
    if (here === undefined) break
    const hops = ways.get(here)?.hops ?? 0
    if (hops >= hopsMost) continue
    for (const edge of map.edgesFrom(here)) {
      if (edge.to === edge.from || ways.has(edge.to) || !usable(edge)) continue
      ways.set(edge.to, { hops: hops + 1, edge })
      queue.push(edge.to)
    }
  }
  return ways
}

export interface Way {
  readonly hops: number
  readonly edge: Edge | null
}

/** The edges to `to` in order; null when `ways` does not reach it. */
export function wayTo(ways: ReadonlyMap<ScreenId, Way>, to: ScreenId): readonly Edge[] | null {
  const edges: Edge[] = []
  let at = to
  for (let guard = 0; guard <= hopsMost; guard++) {
    const way = ways.get(at)
    if (way === undefined) return null
    if (way.edge === null) return edges.toReversed()
    edges.push(way.edge)
    at = way.edge.from
  }
  return null
}
