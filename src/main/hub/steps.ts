// Steps as the window shows them, out of what the night recorded.
import type { NightId } from '#shared/domain/ids.ts'
import type { Action, Step } from '#shared/domain/night.ts'
import type { StepLine } from '#shared/protocol/shapes.ts'
import { stepWords } from '#main/explore/words.ts'
import { screenSizeOf } from '#main/store/artifacts.ts'
import type { KeptStep, Store } from '#main/store/store.ts'
import { artifactUrl } from '#main/hub/inbox.ts'

export function stepLines(
  store: Store,
  night: NightId,
  from: number,
  limit: number,
): { steps: readonly StepLine[]; total: number } {
  const { steps, total } = store.steps(night, from, limit)
  return { total, steps: steps.map((kept, index) => stepLineOf(kept, from + index + 1)) }
}

/** `n` counts from 1 within the night. */
export function stepLineOf({ step, mission, device, picture }: KeptStep, n: number): StepLine {
  return {
    n,
    mission,
    device,
    step: step.n,
    screen: step.screen,
    screen_name: step.screenName,
    new_screen: step.newScreen,
    words: step.action !== null ? stepWords(step.action) : step.by === 'person' ? step.outcome : 'Looked',
    outcome: step.outcome,
    checks: step.checks,
    candidates: step.candidates.map(({ check, title }) => ({ check, title })),
    picture: picture === null ? null : artifactUrl(picture),
    touch: picture === null ? null : touchOf(step, picture),
    by: step.by,
    at_ms: step.atMs,
    notes: step.notes,
  }
}

function touchOf(step: Step, picture: string): StepLine['touch'] {
  const size = screenSizeOf(picture)
  const at = step.action === null ? null : placeOf(step.action)
  if (size === null || at === null) return null
  return { x: Math.min(1, Math.max(0, at.x / size.width)), y: Math.min(1, Math.max(0, at.y / size.height)) }
}

function placeOf(action: Action): { readonly x: number; readonly y: number } | null {
  switch (action.kind) {
    case 'tap':
    case 'double_tap':
    case 'long_press':
    case 'swipe':
    case 'type':
      return action.target.at
    case 'key':
    case 'back':
    case 'turn':
    case 'background':
    case 'wait':
    case 'relaunch':
    case 'hide_keyboard':
      return null
  }
}
