// The night as data: job, missions, steps, endings. Written by explore, kept by the store, read by window and CLI.
import type { Check } from '#shared/domain/check.ts'
import type { AppEvent, KeyName, Observation } from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'
import type { DeviceId, NightId, ScreenId } from '#shared/domain/ids.ts'

export const conditionKinds = [
  'dark',
  'big_text',
  'locale',
  'rtl',
  'offline',
  'slow',
  'landscape',
  'background',
] as const
/** `dark`, `big_text`, `locale:de`, `offline`, `slow`, `landscape`, `background`; null is the plain one. */
export type Condition = string

export interface Card {
  readonly goal: string
  readonly success: string | null
  readonly steps: number
  readonly minutes: number
  readonly setupFlow: string | null
  readonly arguments: Readonly<Record<string, string>>
}

/** A checked job. Paths are absolute. Exactly one of the limits may be null, never all. */
export interface Job {
  readonly app:
    | {
        readonly kind: 'demo'
        readonly file: string
        readonly plant: 'all' | 'none' | readonly string[]
        readonly previous: string | null
      }
    | { readonly kind: 'build'; readonly id: string; readonly build: string | null; readonly previous: string | null }
  readonly devices: readonly string[] | { readonly platform: string; readonly count: number }
  readonly limit: { readonly steps: number | null; readonly minutes: number | null; readonly until: string | null }
  readonly cards: readonly Card[]
  readonly setupFlow: string | null
  readonly credentials: Readonly<Record<string, string>>
  readonly conditions: readonly Condition[]
  readonly changed: { readonly repo: string; readonly since: string } | null
  readonly model: null | {
    readonly provider: string
    readonly name: string
    readonly mode: 'hybrid' | 'every-step'
    readonly budgetUsd: number
  }
  readonly leash: { readonly never: readonly string[]; readonly allow: readonly string[] }
  readonly findingsPerNight: number
  readonly replayAttempts: number
  readonly seed: number
}

export type EndedBy = 'answer' | 'budget' | 'time' | 'stuck' | 'model' | 'device' | 'cost' | 'stopped'

/**
 * A step of a mission as recorded: how to find the element again. Tried in order: the chain of selectors, then the place
 * inside the element, then the absolute point. `within` is the 0–1 position inside the element.
 */
export interface Target {
  readonly screen: ScreenId | null
  readonly id: string
  readonly className: string
  /** Text or desc of the element or what is inside; '' when nothing says. */
  readonly label: string
  /** Place among the nodes with the same id and class, in pre-order. */
  readonly nth: number
  readonly within: { readonly x: number; readonly y: number }
  readonly at: { readonly x: number; readonly y: number }
}

/** What a mission did in one step. `target` is what it was aimed at; null for what needs none. */
export type Action =
  | { readonly kind: 'tap' | 'double_tap' | 'long_press'; readonly target: Target }
  | { readonly kind: 'swipe'; readonly target: Target; readonly direction: 'up' | 'down' | 'left' | 'right' }
  /** Focuses the field, clears it, types. `row` names the class of the text (email, empty, emoji …). */
  | { readonly kind: 'type'; readonly target: Target; readonly text: string; readonly row: string }
  | { readonly kind: 'key'; readonly key: KeyName }
  | { readonly kind: 'back' }
  | { readonly kind: 'turn'; readonly to: Orientation }
  | { readonly kind: 'background'; readonly ms: number }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Force-stop and launch again; the data stays. */
  | { readonly kind: 'relaunch' }
  | { readonly kind: 'hide_keyboard' }

/** A guess a check raised; not yet a finding. `observation` is the number of the look it rose from. */
export interface Candidate {
  readonly check: Check
  readonly screen: ScreenId | null
  readonly screenName: string
  /** Short resource id of the element; '' when there is none. */
  readonly element: string
  /** The label of the element, for people. */
  readonly label: string
  readonly title: string
  /** The oracle's figures and what it saw, in words. */
  readonly why: string
  readonly whyNotNoise: string
  /** Root exception class, signal or '' for what is no crash. */
  readonly signature: string
  /** In-app frames of a crash; [] else. */
  readonly frames: readonly string[]
  readonly message: string
  readonly observation: number
  /** Place in the picture, device pixels, to mark; null when it is the whole screen. */
  readonly mark: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } | null
  readonly log: string | null
}

export interface Step {
  /** From 1 within the mission. */
  readonly n: number
  readonly screen: ScreenId | null
  readonly screenName: string
  readonly newScreen: boolean
  readonly action: Action | null
  /** In words: "landed, screen changed", "refused: dangerous". */
  readonly outcome: string
  readonly checks: readonly Check[]
  readonly candidates: readonly Candidate[]
  readonly observation: number
  /** Who made it: the night, or a person who took control. */
  readonly by: 'night' | 'person'
  /** ms on the device clock since the night began. */
  readonly atMs: number
  readonly notes: readonly string[]
}

export interface MissionRow {
  readonly card: string
  readonly device: DeviceId
  readonly condition: Condition | null
  readonly steps: number
  readonly ended_by: EndedBy
  readonly judged: 'met' | 'not met' | 'not judged'
  /** Why it ended so, where the ending alone does not say: "sign-in.yaml needs EMAIL …"; null else. */
  readonly why: string | null
}

/** A flow that brings the app to where a card begins, and where its variables are kept: names, never values. */
export interface SetUpSource {
  readonly file: string
  readonly credentials: Readonly<Record<string, string>>
}

export interface NightRow {
  readonly id: NightId
  readonly app: string
  readonly appLabel: string
  readonly build: string
  readonly devices: readonly DeviceId[]
  readonly started: string
  readonly ended: string | null
  readonly ended_by: EndedBy | null
  readonly steps: number
  readonly screens: number
  readonly new_screens: number
  readonly not_reproduced: number
  readonly seed: number
}

/** What an oracle may look at besides the present observation. */
export interface Seen {
  readonly observation: Observation
  readonly action: Action | null
  readonly events: readonly AppEvent[]
}
