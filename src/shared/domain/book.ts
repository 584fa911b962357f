// What a night needs of a store: the book it writes into. The store implements it; a night never knows how it is kept.
// Every call is one transaction and returns when it is on disk; a full disk or a read-only home is a Refusal.
import type { SettingControl, Observation } from '#shared/domain/device.ts'
import type { DeviceId, FindingId, Fingerprint, NightId } from '#shared/domain/ids.ts'
import type { Candidate, Condition, EndedBy, MissionRow, NightRow, SetUpSource, Step } from '#shared/domain/night.ts'
import type { Confirmed, FlowResult, Verdict } from '#shared/domain/finding.ts'

/** One record of a screen map, by key. The map of an app is all its rows; a step writes only those it changed. */
export interface MapRow {
  readonly key: string
  readonly json: string
}

/** Where a step's picture is: a path relative to the artifacts folder; null when none was kept. */
export type PictureFile = string | null

export interface NightBook {
  beginNight(night: NightRow): void
  /** Missions count from 1 within the night. */
  beginMission(night: NightId, mission: number, row: BegunMission): void
  /** The step, its candidates (in `step.candidates`) and what it changed in the app's map, all or nothing. */
  step(night: NightId, mission: number, step: Step, picture: PictureFile, app: string, map: readonly MapRow[]): void
  /** What replaying a candidate showed. Dropped ones are listed and counted; `not_replayed` are those beyond the cap. */
  verdict(
    night: NightId,
    mission: number,
    candidate: Candidate,
    fingerprint: Fingerprint,
    verdict: Verdict | { readonly is: 'not_replayed' },
  ): void
  /** Files a candidate that held up, merged by fingerprint; `shown` is asked for when it is new. */
  file(night: NightId, mission: number, app: string, build: string, confirmed: Confirmed, shown: boolean): FiledFinding
  /** Which of the night's new findings are shown now, worst first; the others stay confirmed and are listed under "all". */
  show(night: NightId, shown: readonly FindingId[], others: readonly FindingId[]): void
  /** The flow was played after filing: its result, and the text with the result in its header. */
  flowPlayed(finding: FindingId, result: FlowResult, text: string): void
  endMission(night: NightId, mission: number, row: MissionRow): void
  endNight(night: NightId, end: NightEnd): void

  loadMap(app: string): readonly MapRow[]
  saveMap(app: string, rows: readonly MapRow[]): void

  /** Is it known from an earlier night (then it is always filed and shown), or declined (then never shown)? */
  known(app: string, fingerprint: Fingerprint): 'new' | 'seen' | 'declined'

  /** Written BEFORE a condition changes a device setting; answers the entry's id. */
  journalSetting(entry: SettingEntry): number
  /** The setting was put back. */
  settledSetting(id: number): void
  /** Entries never settled: a night died in between. Oldest first. */
  unsettledSettings(device: DeviceId | null): readonly (SettingEntry & { readonly id: number })[]
}

export interface BegunMission {
  readonly card: string
  readonly device: DeviceId
  readonly condition: Condition | null
  /** What was played before it; replays of its findings play it too. */
  readonly setUp?: SetUpSource | null
}

export interface SettingEntry {
  readonly night: NightId | null
  readonly device: DeviceId
  readonly to: SettingControl
  /** What it was and what it is put back to. */
  readonly before: SettingControl
}

export interface NightEnd {
  readonly ended_by: EndedBy
  readonly ended: string
  readonly steps: number
  readonly screens: number
  readonly new_screens: number
  readonly not_reproduced: number
}

export interface FiledFinding {
  readonly id: FindingId
  readonly isNew: boolean
}

/** Keeps pictures small and off the hot path; answers a path relative to the artifacts folder. */
export interface PictureKeeper {
  keep(observation: Observation, role: 'step' | 'before' | 'after', name: string): Promise<string>
  /** Every picture it named is on the disk: before something that is filed names them. */
  written(): Promise<void>
}
