// Which step of a trail froze a screen: where the inputs without effect begin, and the taps around. Pure.
import { shortId } from '#shared/domain/element.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { onScreen, quoted } from '#main/explore/oracles/oracle-input.ts'
import type { TrailStep } from '#main/explore/trail.ts'

/** The candidate put down to the tap at that place of the trail. */
export function frozenBy(candidate: Candidate, trail: readonly TrailStep[], at: number): Candidate {
  const action = trail[at]?.action
  if (action?.kind !== 'tap') return candidate
  const label = action.target.label
  const element = shortId(action.target.id)
  return {
    ...candidate,
    element,
    label,
    title: `The app freezes after tapping ${quoted(label, element, 'a control')}${onScreen(candidate)}`,
  }
}

/** Where the inputs without effect begin; what changes nothing by itself, or always something, is passed over. */
export function firstStill(trail: readonly TrailStep[]): number {
  let first = trail.length
  for (let at = trail.length - 1; at >= 0; at--) {
    const step = trail[at]
    if (step === undefined) break
    const { kind } = step.action
    if (kind === 'wait' || kind === 'background' || kind === 'hide_keyboard' || kind === 'turn') continue
    if (step.changed) break
    first = at
  }
  return first
}

export function tapAt(trail: readonly TrailStep[], at: number): number | null {
  return trail[at]?.action.kind === 'tap' ? at : null
}

/** The last tap before; further back than a few steps it has nothing to do with it. */
export function tapBefore(trail: readonly TrailStep[], at: number): number | null {
  for (let back = at - 1; back >= Math.max(0, at - 6); back--) if (trail[back]?.action.kind === 'tap') return back
  return null
}
