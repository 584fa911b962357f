// The trail of a mission: every action since the reset, with where it started and ended, and what was raised on the way.
// Replays and minimising read it; nothing here touches a device.
import type { Fingerprint, ScreenId } from '#shared/domain/ids.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'

export interface TrailStep {
  readonly action: Action
  readonly from: ScreenId | null
  /** Null when the app was not in front afterwards. */
  readonly to: ScreenId | null
  readonly changed: boolean
}

/**
 * How a candidate's question is put again. `tail` is how many of the last actions belong to the question itself and are
 * never taken out.
 */
export type Probe =
  /** What the log or the last look says. */
  | { readonly kind: 'look'; readonly tail: number }
  /** The last actions are a turn there and back, a turn alone or a trip to the background: compared with the look before. */
  | { readonly kind: 'life'; readonly tail: number }
  /** The last two actions are the same tap. */
  | { readonly kind: 'dead'; readonly tail: number }
  /** The last action is a long wait. */
  | { readonly kind: 'loading'; readonly tail: number }
  /** The last four changed nothing, and the fifth is Back. */
  | { readonly kind: 'frozen'; readonly tail: number }
  /** The last is Back, the one before it sent a form or confirmed a dialog. */
  | { readonly kind: 'back'; readonly tail: number }
  /** The last sends a form whose row should be refused with words. */
  | { readonly kind: 'silent'; readonly tail: number; readonly row: string }

export interface Raised {
  readonly candidate: Candidate
  readonly fingerprint: Fingerprint
  readonly probe: Probe
  /** Actions of the trail up to and with the one that showed it. */
  readonly upTo: number
  /** Step of the mission, and of the night. */
  readonly step: number
  readonly nightStep: number
  /** The same fault, put down to the tap before: asked first. */
  readonly earlier?: Raised
}

/** Actions that leave something behind: what was typed, switched, sent, scrolled or confirmed. Others only lead somewhere. */
export function leavesSomething(step: TrailStep): boolean {
  switch (step.action.kind) {
    case 'type':
    case 'relaunch':
    case 'turn':
    case 'background':
    case 'long_press':
    case 'double_tap':
      return true
    case 'tap':
      return step.from === step.to
    case 'swipe':
    case 'key':
    case 'back':
    case 'wait':
    case 'hide_keyboard':
      return false
  }
}

/** What an action is aimed at, where that is a control. */
export function aimOf(action: Action): string | null {
  return 'target' in action && action.kind !== 'swipe'
    ? `${action.target.id} ${action.target.className} ${action.target.nth} ${action.kind === 'type' ? '' : action.target.label}`
    : null
}
