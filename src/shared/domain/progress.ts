// What a running night says of itself, for the window, the CLI's bar and the log. Values only; nothing is decided by it.
import type { Check } from '#shared/domain/check.ts'
import type { DeviceId, NightId } from '#shared/domain/ids.ts'
import type { PictureFile } from '#shared/domain/book.ts'
import type { Condition, EndedBy } from '#shared/domain/night.ts'

export type NightPhase = 'resetting' | 'exploring' | 'confirming' | 'ended'

export interface NightProgress {
  readonly night: NightId
  readonly device: DeviceId
  readonly phase: NightPhase
  readonly mission: number
  readonly card: string
  readonly condition: Condition | null
  /** Step of the mission, and of how many. */
  readonly step: number
  readonly missionSteps: number
  /** Steps of the whole night so far; of how many, where the night is limited by steps. */
  readonly stepsDone: number
  readonly stepsAll: number | null
  /** Device time. `leftMs` is null when it cannot be told. */
  readonly elapsedMs: number
  readonly leftMs: number | null
  readonly screenName: string
  readonly seenBefore: boolean
  readonly picture: PictureFile
  /** Where the picture was touched, 0–1 of its size; null for none. */
  readonly touched: { readonly x: number; readonly y: number } | null
  /** What was done and what came of it, in words. */
  readonly words: string
  readonly outcome: string
  readonly checks: readonly Check[]
  readonly screens: number
  readonly newScreens: number
  readonly candidates: number
  readonly findings: number
  readonly endedBy: EndedBy | null
}
