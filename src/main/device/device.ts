// Device: what everyone above a driver holds. Written once for the window, the agent, the night and the recorder:
// one coordinate space, who has control, one operation at a time, receipts, state. Explore and record see this file only.
import type { Live } from '#shared/base/live.ts'
import type { Clock, LogLine } from '#main/device/driver.ts'
import type {
  AppEvent,
  AppInfo,
  Build,
  Can,
  Capabilities,
  DeviceControl,
  DeviceModel,
  DeviceState,
  Observation,
  Owner,
  Receipt,
} from '#shared/domain/device.ts'
import type { DropChoice, DroppedBuild, InstallOutcome, InstallProgress, DropVerdict } from '#shared/domain/drop.ts'
import type { DeviceInput, MadeInput, Touches } from '#shared/domain/input.ts'
import type { Picture } from '#shared/domain/picture.ts'

import type { DropAsker } from '#main/device/dropping.ts'
import type { ShellFacet } from '#main/device/driver.ts'
import type { DeviceStream } from '#main/device/stream/device-stream.ts'

export type { DropAsker } from '#main/device/dropping.ts'
export type { Clock, LogLine } from '#main/device/driver.ts'
export type {
  DeviceStream,
  StreamState,
  StreamStill,
  StreamUnit,
  TappedUnit,
  ViewAsked,
  Viewer,
} from '#main/device/stream/device-stream.ts'

/** Control of a device, held by one owner. `lost` aborts when control went to another; input then is refused. */
export interface Grant extends AsyncDisposable {
  readonly owner: Owner
  /** Only rises; an older one's input is refused as `superseded` (or `person-has-control`). */
  readonly generation: number
  readonly lost: AbortSignal
}

export interface Device extends AsyncDisposable {
  readonly model: DeviceModel
  readonly caps: Capabilities
  readonly state: Live<DeviceState>
  readonly clock: Clock
  /** The live picture, one for all who look. Reads, as all looking, need no control. */
  readonly stream: DeviceStream
  /** A command line on it, for a terminal of the person; null where it has none. */
  readonly shell: ShellFacet | null
  /** The computer slept: the picture is opened anew, and a clock that lags is set where the device lets it be. */
  woke(signal: AbortSignal): Promise<void>

  supports(control: DeviceControl['set']): Can

  /** Picture, tree, foreground and keyboard of one moment. Reads need no control. */
  observe(signal: AbortSignal): Promise<Observation>
  still(signal: AbortSignal): Promise<Picture>

  /**
   * Takes control: stops the other's input at once and lifts its touches. A person takes it from anyone; an agent or a
   * night is refused (`person-has-control`) while a person holds it; same kinds supersede each other.
   */
  takeControl(owner: Owner, signal: AbortSignal): Promise<Grant>
  /** Resolves when no person holds control (at once when none does). For a night that waits in place. */
  whenFree(signal: AbortSignal): Promise<void>

  /**
   * One input, in the order they are asked for. Does not settle and does not look. `reached` is what the platform answered,
   * null where it did not; `changed` is whether the picture did within 400 ms, null for a night and where nobody captures it.
   * Fingers are `superseded` or `stale-geometry` once their gesture was ended here: lift, then touch again.
   */
  input(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<Receipt>

  /** The fingers that were last put down here, by whoever: for who watches. */
  readonly touches: Live<Touches>
  /** Somebody looks at this device as it happens: its settings are read back at once and every ten seconds. */
  watched(): Disposable
  /** What is copied on the device, our own pastes left out; runs until the signal aborts. */
  watchCopied(onCopied: (text: string) => void, signal: AbortSignal): Promise<void>

  /** Inputs that were sent after the one of that number, oldest first: who made them. The last few hundred are kept. */
  inputsSince(number: number): readonly MadeInput[]

  /** What would come of a dropped build here. A read: it needs no control. */
  judge(build: DroppedBuild, asker: DropAsker, signal: AbortSignal): Promise<DropVerdict>
  /** Needs no control either: a new app stops nothing, and replacing one under somebody is chosen or refused. */
  installDropped(
    build: DroppedBuild,
    choice: DropChoice | null,
    asker: DropAsker,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome>

  /** `work` once for this id, then its answer again: see Ledger. */
  answered<T>(
    request: { readonly id: string; readonly again: boolean },
    asked: string,
    work: () => Promise<T>,
  ): Promise<T>

  /** Operations: one at a time (`busy`). All need control. */
  install(grant: Grant, build: Build, signal: AbortSignal): Promise<AppInfo>
  apps(signal: AbortSignal): Promise<readonly AppInfo[]>
  launch(grant: Grant, pkg: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>
  resume(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  forceStop(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  /** False: its process goes on, as one in front does. */
  kill(grant: Grant, pkg: string, signal: AbortSignal): Promise<boolean>
  clearData(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  openLink(grant: Grant, link: string, signal: AbortSignal): Promise<void>
  permission(grant: Grant, pkg: string, name: string, allow: boolean, signal: AbortSignal): Promise<void>
  control(grant: Grant, control: DeviceControl, signal: AbortSignal): Promise<void>

  /** Takes the app off with its data. Who asks has asked the person. */
  uninstall(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  /** A file into its Download folder: an operation, which needs no control. Answers the name it has there. */
  toDownloads(name: string, path: string, onPart: (part: number) => void, signal: AbortSignal): Promise<string>
  /** The log as it is written; `app` null is everything. Runs until the signal aborts, or refuses when it broke off. */
  followLog(
    of: { readonly app: string | null; readonly least: LogLine['level'] },
    onLines: (lines: readonly LogLine[]) => void,
    signal: AbortSignal,
  ): Promise<void>

  /** Log mark now; `events` since a mark, for one package. */
  logMark(signal: AbortSignal): Promise<string>
  events(
    mark: string,
    pkg: string,
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly AppEvent[]; readonly mark: string }>
}
