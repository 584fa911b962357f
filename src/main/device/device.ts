// Device: what everyone above a driver holds. Written once for the window, the agent, the night and the recorder:
// one coordinate space, who has control, one operation at a time, receipts, state. Explore and record see this file only.
import type { Live } from '#shared/base/live.ts'
import type { Clock } from '#main/device/driver.ts'
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
import type { DeviceInput, MadeInput } from '#shared/domain/input.ts'
import type { Picture } from '#shared/domain/picture.ts'

export type { Clock } from '#main/device/driver.ts'

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

  /** One input. Does not settle and does not look: `reached` is what the platform says, `changed` is null. */
  input(grant: Grant, input: DeviceInput, signal: AbortSignal): Promise<Receipt>

  /** Inputs that were sent after the one of that number, oldest first: who made them. The last few hundred are kept. */
  inputsSince(number: number): readonly MadeInput[]

  /** Operations: one at a time (`busy`), each with an id whose answer is kept. All need control. */
  install(grant: Grant, build: Build, signal: AbortSignal): Promise<AppInfo>
  apps(signal: AbortSignal): Promise<readonly AppInfo[]>
  launch(grant: Grant, pkg: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>
  resume(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  forceStop(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  kill(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  clearData(grant: Grant, pkg: string, signal: AbortSignal): Promise<void>
  openLink(grant: Grant, link: string, signal: AbortSignal): Promise<void>
  permission(grant: Grant, pkg: string, name: string, allow: boolean, signal: AbortSignal): Promise<void>
  control(grant: Grant, control: DeviceControl, signal: AbortSignal): Promise<void>

  /** Log mark now; `events` since a mark, for one package. */
  logMark(signal: AbortSignal): Promise<string>
  events(
    mark: string,
    pkg: string,
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly AppEvent[]; readonly mark: string }>
}
