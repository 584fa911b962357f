// What the explorer has decided to do next: steps that follow each other, each for the screen it was meant for.
// Used by the explorer's parts; draws no chance and reads no map.
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import type { Decision, Purpose, Sight } from '#main/explore/policy.ts'
import { findTarget } from '#main/explore/targets.ts'

/** Something to do later, on the screen it was meant for. Null from `make`: not needed any more. */
export interface Planned {
  readonly expect: ScreenId | null
  readonly make: (sight: Sight) => Decision | null
}

export const decision = (action: Action, purpose: Purpose, key: string): Decision => ({ action, purpose, key, row: '' })

export class Plan {
  #queue: Planned[] = []

  clear(): void {
    this.#queue = []
  }

  /** Does these first, before what was planned already. */
  first(...steps: readonly Planned[]): void {
    this.#queue.unshift(...steps)
  }

  /** The next thing to do here; all is given up when the screen is another than expected. */
  next(sight: Sight): Decision | null {
    for (let guard = 0; guard < 60; guard++) {
      const next = this.#queue.shift()
      if (next === undefined) return null
      if (next.expect !== null && next.expect !== sight.place.screen.id) {
        this.#queue = []
        return null
      }
      const made = next.make(sight)
      if (made !== null) return made
    }
    return null
  }

  /** The action, or first what takes the keyboard off its target. */
  uncovered(sight: Sight, action: Action, purpose: Purpose, key: string, row: string): Decision | null {
    const { observation, place } = sight
    const keyboard = observation.keyboard
    if (!('target' in action) || action.kind === 'swipe' || !keyboard.shown || observation.tree === null)
      return { action, purpose, key, row }
    const found = findTarget(observation.tree, action.target)
    const top = keyboard.bounds?.top ?? observation.size.height
    if (found === null || (found.element.bounds.top + found.element.bounds.bottom) / 2 < top)
      return { action, purpose, key, row }
    this.#queue.unshift({ expect: place.screen.id, make: () => ({ action, purpose, key, row }) })
    return decision({ kind: 'hide_keyboard' }, purpose === 'travel' ? 'travel' : 'probe', '')
  }

  hideFirst(action: Action, purpose: Purpose, key: string): Decision {
    this.#queue.unshift({ expect: null, make: () => decision(action, purpose, key) })
    return decision({ kind: 'hide_keyboard' }, 'probe', '')
  }
}
