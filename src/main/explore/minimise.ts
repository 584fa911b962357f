// From a candidate to a verdict and the shortest path that shows it: the map's shortest way first, then with what left
// something behind, then a capped hierarchical search for what can be left out. At most 12 replays; the best one is kept.
import type { Verdict } from '#shared/domain/finding.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import { compose, costOf, preparedEdges, visitStart, wayFromLaunch, type Ways } from '#main/explore/compose.ts'
import type { Attempt, PlayedStep } from '#main/explore/replay.ts'
import type { ScreenMap } from '#main/explore/screen-map.ts'
import { findTarget } from '#main/explore/targets.ts'
import { aimOf, leavesSomething, type Raised, type TrailStep } from '#main/explore/trail.ts'

export const replaysMost = 12
const lastStepsKept = [8, 24] as const
const usesKept = 2
const visitStepsKept = 8

export interface Proof {
  readonly verdict: Verdict
  readonly path: readonly Action[]
  readonly played: readonly PlayedStep[]
  readonly best: Attempt | null
  readonly replays: number
  readonly cost: number
}

export interface ProofParts {
  readonly raised: Raised
  readonly trail: readonly TrailStep[]
  readonly launch: ScreenId | null
  readonly map: ScreenMap
  /** The seed's replay_attempts. */
  readonly attempts: number
  readonly replay: (actions: readonly Action[]) => Promise<Attempt>
  readonly stopped: () => boolean
  /** Replays at most; 12 unless told. */
  readonly budget?: number
}

export async function prove(parts: ProofParts): Promise<Proof> {
  const search = new Search(parts)
  await search.confirm()
  if (search.best !== null) await search.shorten()
  return search.proof()
}

interface Path {
  readonly actions: readonly Action[]
  readonly units: readonly number[]
  readonly whole: boolean
}

class Search {
  readonly #parts: ProofParts
  /** Steps of the trail that a path must hold: the question's own. */
  #tail: readonly number[]
  readonly #budget: number
  #replays = 0
  #tried = 0
  #held = 0
  /** Indices of the best path's steps, where it was composed of steps; null for a plain way. */
  #units: readonly number[] = []
  #flaky = false
  #ways: Ways = 'prepared'
  best: { readonly attempt: Attempt; readonly actions: readonly Action[]; readonly cost: number } | null = null

  constructor(parts: ProofParts) {
    this.#parts = parts
    this.#budget = parts.budget ?? replaysMost
    const { upTo, probe } = parts.raised
    this.#tail = Array.from({ length: Math.min(probe.tail, upTo) }, (_, at) => upTo - Math.min(probe.tail, upTo) + at)
  }

  /** Short paths first; each failure widens the path up to the whole trail. Then once more on what held. */
  async confirm(): Promise<void> {
    for (const wider of this.#widening()) {
      if (this.#parts.stopped() || this.#replays >= this.#budget) return
      await this.#try(wider.actions, wider.units)
      if (this.best !== null) break
    }
    if (this.best === null) return
    const { actions } = this.best
    this.#tried = 1
    this.#held = 1
    while (this.#tried < this.#parts.attempts && !this.#parts.stopped()) {
      this.#tried += 1
      this.#replays += 1
      const attempt = await this.#parts.replay(actions)
      if (attempt.reproduced) this.#held += 1
    }
    this.#flaky = this.#held < this.#tried
  }

  /** Leaves out units while the fault still shows: all at once, then halves, then one by one. */
  async shorten(): Promise<void> {
    const lastUnit = this.#units.at(-1)
    if (this.#tail.length === 0 && lastUnit !== undefined) this.#tail = [lastUnit]
    await this.#withBareWays()
    await this.#leaveOutUnits()
    await this.#cutShort()
  }

  async #leaveOutUnits(): Promise<void> {
    const fixed = new Set(this.#tail)
    let units = this.#units.filter(unit => !fixed.has(unit))
    if (this.#parts.raised.probe.kind === 'life' && (await this.#withoutTurningBack(units)))
      this.#tail = this.#tail.slice(0, 1)
    for (let size = units.length; size >= 1 && units.length > 0;) {
      let removed = false
      for (let at = 0; at < units.length;) {
        if (this.#parts.stopped() || this.#replays >= this.#budget) return
        const without = [...units.slice(0, at), ...units.slice(at + size)]
        if (await this.#holds([...without, ...this.#tail])) {
          units = without
          removed = true
        } else at += size
      }
      if (size === 1 && !removed) return
      size = size === 1 ? 1 : Math.max(1, Math.floor(size / 2))
    }
  }

  proof(): Proof {
    const best = this.best
    const attempts = best === null ? this.#replays : this.#tried
    const isCrash = ['crash', 'native_crash', 'anr'].includes(this.#parts.raised.candidate.check)
    const verdict: Verdict =
      best !== null
        ? { is: 'reproduced', reproduced: this.#held, attempts }
        : isCrash
          ? { is: 'crash_log', attempts }
          : { is: 'dropped', attempts, words: `did not show again in ${attempts} replays` }
    const path =
      best?.attempt.played.map(step => step.action) ??
      this.#parts.trail.slice(0, this.#parts.raised.upTo).map(step => step.action)
    return {
      verdict,
      path,
      played: best?.attempt.played ?? [],
      best: best?.attempt ?? null,
      replays: this.#replays,
      cost: costOf(path),
    }
  }

  *#widening(): Generator<Path> {
    const { raised, trail, launch, map } = this.#parts
    const last = raised.upTo - 1
    const seen = new Set<string>()
    const offer = (units: readonly number[]): Path | null => {
      const actions = compose(map, trail, launch, units)
      if (actions === null) return null
      const name = JSON.stringify(actions)
      if (seen.has(name)) return null
      seen.add(name)
      return { actions, units, whole: false }
    }
    if (this.#tail.length === 0) {
      const way = wayFromLaunch(map, launch, raised.candidate.screen)
      if (way !== null) {
        seen.add(JSON.stringify(way))
        yield { actions: way, units: [], whole: false }
      }
    }
    const first = this.#tail[0] ?? raised.upTo
    const from = visitStart(map, trail, Math.max(0, this.#tail.length === 0 ? last : first - 1 >= 0 ? first : 0))
    const kept = (start: number, all: boolean): readonly number[] => {
      const chosen: number[] = []
      for (let at = start; at < raised.upTo; at++) {
        const step = trail[at]
        if (step === undefined) continue
        if (at >= first || all || leavesSomething(step) || this.#opensDialog(step)) chosen.push(at)
      }
      return this.#tail.length === 0 && !chosen.includes(last) && trail[last] !== undefined ? [...chosen, last] : chosen
    }
    const steps = [
      kept(from, false),
      // What hangs on what was entered elsewhere; on earlier visits of this very screen; on where one has just been; on what
      // was left behind somewhere, from the beginning, since what an app stores outlives its relaunch.
      this.#withOrigins(kept(visitStart(map, trail, Math.max(0, from - 1)), true)),
      this.#onThisScreen(),
      this.#lastSteps(lastStepsKept[0]),
      this.#lastSteps(lastStepsKept[1]),
      this.#withWays(this.#eachOnce()),
    ]
    let shortest: Path | null = null
    for (const units of steps) {
      const path = offer(units)
      shortest ??= path
      if (path !== null) yield path
    }
    const whole = trail.slice(0, raised.upTo).map(step => step.action)
    const units = trail.slice(0, raised.upTo).map((_, at) => at)
    const times = Math.max(1, this.#parts.attempts)
    for (let at = 0; at < times; at++) {
      yield { actions: whole, units, whole: true }
      if (shortest !== null) yield shortest
    }
  }

  /** Without the steps that the map knows no way to, unless the question itself is one of them. */
  #withWays(units: readonly number[]): readonly number[] {
    const { map, trail, launch } = this.#parts
    const kept: number[] = []
    for (const unit of units)
      if (this.#tail.includes(unit) || compose(map, trail, launch, [...kept, unit]) !== null) kept.push(unit)
    return kept
  }

  /** With the steps that made what these steps are aimed at: a row that bears a typed name needs the typing and the tap after it. */
  #withOrigins(units: readonly number[]): readonly number[] {
    const { trail } = this.#parts
    const all = new Set(units)
    for (const unit of units) {
      const action = trail[unit]?.action
      const label = action !== undefined && 'target' in action ? action.target.label : ''
      const typed = trail
        .slice(0, unit)
        .findLastIndex(
          ({ action: one }) => one.kind === 'type' && one.text.trim().length > 2 && label.includes(one.text.trim()),
        )
      if (typed < 0 || (action?.kind === 'type' && trail[typed]?.from === trail[unit]?.from)) continue
      all.add(typed)
      const sent = trail.findIndex((step, at) => at > typed && at < unit && step.action.kind === 'tap')
      if (sent >= 0) all.add(sent)
    }
    return [...all].toSorted((a, b) => a - b)
  }

  /** Earlier uses of the very control, and the latest of what else was done on its screen: some faults need a second use. */
  #onThisScreen(): readonly number[] {
    const { trail, raised } = this.#parts
    const end = trail[this.#tail[0] ?? raised.upTo - 1]
    if (end === undefined) return []
    const before = Array.from({ length: this.#tail[0] ?? raised.upTo - 1 }, (_, at) => at).filter(
      at => trail[at]?.from === end.from,
    )
    const uses = before.filter(at => sameAim((trail[at] ?? end).action, end.action)).slice(-usesKept)
    const others = before.filter(at => leavesSomething(trail[at] ?? end)).slice(-visitStepsKept)
    const tail = this.#tail.length === 0 ? [raised.upTo - 1] : this.#tail
    return [...new Set([...uses, ...others, ...tail])].toSorted((a, b) => a - b)
  }

  /** Each control once, as it was used last: what was left behind, without the repetitions of exploring. */
  #eachOnce(): readonly number[] {
    const { trail, raised } = this.#parts
    const seen = new Set<string>()
    const chosen: number[] = []
    for (let at = raised.upTo - 1; at >= 0; at--) {
      const step = trail[at]
      if (step === undefined) continue
      const aim = aimOf(step.action)
      const counts =
        aim !== null && (leavesSomething(step) || this.#opensDialog(step)) && !seen.has(`${step.from} ${aim}`)
      if (!counts && !this.#tail.includes(at)) continue
      if (aim !== null) seen.add(`${step.from} ${aim}`)
      chosen.unshift(at)
    }
    return chosen
  }

  /** The end of the trail without a gap, from a step that began on a screen of the app. */
  #lastSteps(count: number): readonly number[] {
    const { upTo } = this.#parts.raised
    let start = Math.max(0, upTo - count)
    while (start < upTo - 1 && this.#parts.trail[start]?.from === null) start += 1
    return Array.from({ length: upTo - start }, (_, at) => start + at)
  }

  #opensDialog(step: TrailStep): boolean {
    return step.from !== null && (this.#parts.map.screens.get(step.from)?.dialog ?? false)
  }

  async #try(actions: readonly Action[], units: readonly number[]): Promise<boolean> {
    this.#replays += 1
    const attempt = await this.#parts.replay(actions)
    if (!attempt.reproduced) return false
    const cost = costOf(attempt.played.map(step => step.action))
    if (this.best === null || cost < this.best.cost) {
      this.best = { attempt, actions, cost }
      this.#units = units
    }
    return true
  }

  /** What comes by chance gets a second vote before a unit counts as needed. */
  async #holds(units: readonly number[]): Promise<boolean> {
    const { map, trail, launch } = this.#parts
    const actions = compose(map, trail, launch, units, this.#ways)
    if (actions === null || (this.best !== null && costOf(actions) >= this.best.cost)) return false
    if (await this.#try(actions, units)) return true
    if (!this.#flaky || this.#replays >= this.#budget || this.#parts.stopped()) return false
    return this.#try(actions, units)
  }

  /** The control of a later step was there on an earlier screen already: what lies between may be a way round. */
  async #cutShort(): Promise<void> {
    for (let failed = 0; failed < 2 && this.#replays < this.#budget && !this.#parts.stopped();) {
      const shorter = shortcutOf(this.best?.attempt.played ?? [], Math.max(1, this.#tail.length), failed)
      if (shorter === null) return
      if (!(await this.#try(shorter, this.#units))) failed += 1
    }
  }

  /** What had been entered on the way belonged to the exploring, as a rule: one replay without it tells. */
  async #withBareWays(): Promise<void> {
    const { map, trail, launch, raised } = this.#parts
    const edges = preparedEdges(map, trail, launch, this.#units, raised.candidate.screen)
    if (edges.length === 0 || this.#replays >= replaysMost || this.#parts.stopped()) return
    const actions =
      this.#units.length === 0
        ? wayFromLaunch(map, launch, raised.candidate.screen, 'bare')
        : compose(map, trail, launch, this.#units, 'bare')
    if (actions === null || !(await this.#try(actions, this.#units))) return
    // A replay that had to find another way on the road says nothing of the bare one.
    const played = this.best?.attempt.played ?? []
    if (played.length !== actions.length || played.some((step, at) => step.action !== actions[at])) return
    this.#ways = 'bare'
    for (const edge of edges) map.isBare(edge)
  }

  /** A loss seen after turning there and back usually shows after turning there. */
  async #withoutTurningBack(units: readonly number[]): Promise<boolean> {
    const { map, trail, launch } = this.#parts
    if (this.#tail.length !== 2 || this.#replays >= this.#budget) return false
    const all = [...units, ...this.#tail.slice(0, 1)]
    const actions = compose(map, trail, launch, all, this.#ways)
    return actions !== null && this.#try(actions, all)
  }
}

const sameAim = (a: Action, b: Action): boolean => aimOf(a) !== null && aimOf(a) === aimOf(b)

/** The steps without the longest stretch after which the next control could have been used before; `skip` passes over that many. */
function shortcutOf(played: readonly PlayedStep[], tail: number, skip: number): readonly Action[] | null {
  let passed = 0
  for (const [at, { action: first, before }] of played.entries()) {
    if (before.tree === null || !('target' in first) || first.target.screen === null) continue
    for (let to = played.length - tail; to > at; to--) {
      const later = played[to]?.action
      if (
        later === undefined ||
        later.kind !== 'tap' ||
        later.target.screen === null ||
        later.target.screen === first.target.screen
      )
        continue
      const found = findTarget(before.tree, later.target)
      if (found === null || found.by === 'place' || found.by === 'point' || !found.element.enabled) continue
      if (passed++ < skip) continue
      return [...played.slice(0, at), ...played.slice(to)].map(step => step.action)
    }
  }
  return null
}
