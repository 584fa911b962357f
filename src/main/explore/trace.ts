// The trace of a night: one JSON line a step, the same bytes for the same seed, app and map. Written to whoever asks.
// Must hold no path, no machine time and no id made from a clock.
import { createHash } from 'node:crypto'
import type { Observation } from '#shared/domain/device.ts'
import type { Step } from '#shared/domain/night.ts'

export async function traceLine(mission: number, step: Step, observation: Observation): Promise<string> {
  const action = step.action
  return JSON.stringify({
    n: step.n,
    mission,
    at: step.atMs,
    screen: step.screenName,
    action: action === null ? null : actionForTrace(action),
    target:
      action !== null && 'target' in action
        ? { id: action.target.id, label: action.target.label, nth: action.target.nth }
        : null,
    outcome: step.outcome,
    checks: step.checks,
    candidates: step.candidates.map(candidate => ({
      check: candidate.check,
      screen: candidate.screenName,
      element: candidate.element,
      title: candidate.title,
    })),
    picture: await pictureDigest(observation),
  })
}

function actionForTrace(action: NonNullable<Step['action']>): Record<string, unknown> {
  if (!('target' in action)) return { ...action }
  const { target, ...rest } = action
  return { ...rest, within: target.within, at: target.at }
}

async function pictureDigest(observation: Observation): Promise<string> {
  const pixels = await observation.picture.pixels()
  return createHash('sha256').update(`${pixels.width}x${pixels.height};`).update(pixels.data).digest('hex')
}
