// Shorter ways to the same place: the chosen steps of a trail, joined by the map's ways between them. Pure.
// What a replay plays first, and what minimising tries.
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import { reachable, wayTo } from '#main/explore/planner.ts'
import type { Edge, ScreenMap } from '#main/explore/screen-map.ts'
import type { TrailStep } from '#main/explore/trail.ts'

/** What one does on a way: with what was entered on its screens before, or the bare steps. */
export type Ways = 'prepared' | 'bare'

const stepsOf = (edge: Edge, ways: Ways): readonly Action[] =>
  ways === 'bare' ? [edge.action] : [...edge.fills, edge.action]

/**
 * From the launch screen through the steps at `kept` (indices, rising), each reached over the map's sure edges.
 * Null when the map knows no way to one of them.
 */
export function compose(
  map: ScreenMap,
  trail: readonly TrailStep[],
  launch: ScreenId | null,
  kept: readonly number[],
  ways: Ways = 'prepared',
): readonly Action[] | null {
  if (launch === null) return null
  const actions: Action[] = []
  let at: ScreenId | null = launch
  for (const index of kept) {
    const step = trail[index]
    if (step === undefined) return null
    if (step.from !== null && at !== null && step.from !== at) {
      const edges = wayTo(reachable(map, at), step.from)
      if (edges === null) return null
      for (const edge of edges) actions.push(...stepsOf(edge, ways))
    }
    actions.push(step.action)
    at = step.to ?? trail[index + 1]?.from ?? null
  }
  return actions
}

/** The way from launch to a screen, with nothing else; null when the map knows none. */
export function wayFromLaunch(
  map: ScreenMap,
  launch: ScreenId | null,
  screen: ScreenId | null,
  ways: Ways = 'prepared',
): readonly Action[] | null {
  if (launch === null || screen === null) return null
  const edges = wayTo(reachable(map, launch), screen)
  return edges === null ? null : edges.flatMap(edge => stepsOf(edge, ways))
}

/** Steps as the bench counts them: typing two, closing the keyboard none, all else one. */
export function costOf(actions: readonly Action[]): number {
  let cost = 0
  for (const action of actions) cost += action.kind === 'type' ? 2 : action.kind === 'hide_keyboard' ? 0 : 1
  return cost
}

/** Where the visit began in which step `index` was made: first step of the unbroken run on the same screen and its dialogs. */
export function visitStart(map: ScreenMap, trail: readonly TrailStep[], index: number): number {
  const isDialog = (id: ScreenId | null): boolean => id !== null && (map.screens.get(id)?.dialog ?? false)
  let base: ScreenId | null = null
  let start = index
  for (let at = index; at >= 0; at--) {
    const step = trail[at]
    if (step === undefined || step.from === null || step.action.kind === 'relaunch') break
    if (!isDialog(step.from)) {
      base ??= step.from
      if (step.from !== base) break
    }
    start = at
  }
  return start
}

/** Edges on the composed way that hold something to enter first. */
export function preparedEdges(
  map: ScreenMap,
  trail: readonly TrailStep[],
  launch: ScreenId | null,
  kept: readonly number[],
  screen: ScreenId | null,
): readonly Edge[] {
  const edges: Edge[] = []
  let at: ScreenId | null = launch
  const along = (to: ScreenId | null): void => {
    if (at !== null && to !== null && at !== to) edges.push(...(wayTo(reachable(map, at), to) ?? []))
  }
  for (const index of kept) {
    const step = trail[index]
    along(step?.from ?? null)
    at = step?.to ?? trail[index + 1]?.from ?? null
  }
  if (kept.length === 0) along(screen)
  return edges.filter(edge => edge.fills.length > 0)
}
