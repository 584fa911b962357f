// Looks to compare with: each screen as it was seen without a condition, for the checks that only a comparison can answer.
// Filled and asked by the examiner, kept for a night. A condition that touches nothing of the question is as good as none.
import type { Observation } from '#shared/domain/device.ts'
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Condition } from '#shared/domain/night.ts'

interface Kept {
  readonly variant: number
  readonly condition: Condition | null
  readonly look: Observation
}

const looksMost = 8

/** Whether what was seen under `seen` (null: plainly) may stand for the screen without `condition`. */
export function isPlainFor(condition: Condition | null, seen: Condition | null): boolean {
  if (seen === null) return true
  if (condition === null || seen === condition) return false
  if (seen === 'slow' || seen === 'background') return true
  // Colours are no matter of place, words or the network, nor the other way round.
  if (seen === 'dark') return condition !== 'landscape'
  return condition === 'dark' && seen !== 'landscape'
}

/** Whether anything is told under this condition only by comparing: the others are explored as plainly as without one. */
export const isCompared = (condition: Condition | null): condition is Condition =>
  condition !== null && condition !== 'slow' && condition !== 'background'

export class Partners {
  readonly #looks = new Map<ScreenId, Kept[]>()

  /** Only looks that show something the kept ones do not: a form has more states than can be kept. */
  keep(screen: ScreenId, variant: number, condition: Condition | null, look: Observation): void {
    if (condition === 'landscape') return
    const kept = this.#looks.get(screen) ?? []
    this.#looks.set(screen, kept)
    const alike = kept.filter(one => one.condition === null || one.condition === condition)
    const shown = new Set(alike.flatMap(one => [...idsOf(one.look)]))
    if (alike.length > 0 && [...idsOf(look)].every(id => shown.has(id))) return
    if (kept.length >= looksMost) {
      // A plain look serves every question; one under a condition only some.
      const weaker = condition === null ? kept.findIndex(one => one.condition !== null) : -1
      if (weaker < 0) return
      kept.splice(weaker, 1)
    }
    kept.push({ variant, condition, look })
  }

  /** The look to compare `now` with: the same variant of the screen, else the one that has most in common with it. */
  of(screen: ScreenId, variant: number, condition: Condition | null, now: Observation): Observation | null {
    const all = (this.#looks.get(screen) ?? []).filter(one => isPlainFor(condition, one.condition))
    // On its side is compared with upright, all else with what lies the same way.
    const fit = preferred(all, one => (one.look.orientation === now.orientation) === (condition !== 'landscape'))
    const same = fit.filter(one => one.variant === variant)
    const ids = idsOf(now)
    let best: Kept | null = null
    let bestShared = -1
    for (const one of same.length > 0 ? same : fit) {
      const shared = [...idsOf(one.look)].filter(id => ids.has(id)).length
      if (shared > bestShared || (shared === bestShared && one.condition === null && best?.condition !== null)) {
        best = one
        bestShared = shared
      }
    }
    return best?.look ?? null
  }
}

function preferred(all: readonly Kept[], isFit: (one: Kept) => boolean): readonly Kept[] {
  const fit = all.filter(isFit)
  return fit.length > 0 ? fit : all
}

const idsOf = (look: Observation): ReadonlySet<string> =>
  new Set((look.tree?.nodes ?? []).map(node => node.id).filter(id => id !== ''))
