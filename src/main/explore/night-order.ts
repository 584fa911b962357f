// What a night is given and what comes of it. Types only; the hub and the benches fill them in.
import type { FiledFinding, NightBook, PictureKeeper } from '#shared/domain/book.ts'
import type { Build } from '#shared/domain/device.ts'
import type { Confirmed } from '#shared/domain/finding.ts'
import type { NightId } from '#shared/domain/ids.ts'
import type { EndedBy, Job, MissionRow } from '#shared/domain/night.ts'
import type { NightProgress } from '#shared/domain/progress.ts'
import type { Device } from '#main/device/device.ts'
import type { SetUp } from '#main/explore/actuator.ts'
import type { ConfirmTools } from '#main/explore/confirm.ts'
import type { PolicyName } from '#main/explore/policies/policies.ts'

export interface NightOrder {
  readonly id: NightId
  readonly job: Job
  readonly device: Device
  readonly app: { readonly package: string; readonly label: string; readonly version: string }
  readonly build: Build | null
  readonly previous: Build | null
  readonly policy: PolicyName
  /** Device time the night may take; null for as long as its steps last. */
  readonly durationMs: number | null
  /** Words of today's changes, from commits. */
  readonly changedWords: readonly string[]
  /** In the bench every confirmed finding is shown. */
  readonly showAll: boolean
  readonly startedAt: string
}

export interface NightTools {
  readonly book: NightBook
  readonly pictures: PictureKeeper | null
  readonly confirm: ConfirmTools
  onProgress(progress: NightProgress): void
  /** One line a step; null when nobody wants a trace. */
  readonly trace: ((line: string) => void) | null
  /** The time of day, for the record. */
  now(): string
  /** How a setup flow is played, by its file; null where none is. */
  readonly setup: ((file: string) => SetUp) | null
}

/** A finding of this night and where in it the fault first showed. */
export interface NightFinding {
  readonly filed: FiledFinding
  readonly confirmed: Confirmed
  readonly nightStep: number
}

export interface NightOutcome {
  readonly endedBy: EndedBy
  readonly steps: number
  readonly screens: number
  readonly newScreens: number
  readonly notReproduced: number
  readonly missions: readonly MissionRow[]
  readonly findings: readonly NightFinding[]
  /** Candidates beyond the cap of a mission that no later mission could take. */
  readonly notReplayed: number
  readonly replays: number
  readonly replaySteps: number
}
