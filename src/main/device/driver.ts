// Driver: what differs between ways of reaching a device. Small, in facets, honest: a facet that is null says why.
import type {
  AppEvent,
  AppInfo,
  Build,
  Capabilities,
  DeviceControl,
  DeviceModel,
  Foreground,
  KeyName,
  Keyboard,
  Power,
} from '#shared/domain/device.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import type { Orientation, Size } from '#shared/domain/geometry.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { Live } from '#shared/base/live.ts'

/** The device's own time. All waiting on a device goes through it, so that a virtual one costs nothing. */
export interface Clock {
  /** ms, monotonic, from any start. */
  now(): number
  /** Lets `ms` of device time pass. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** Picture and tree are of one moment. Points are device pixels of the present orientation. */
export interface Look {
  readonly picture: Picture
  readonly tree: ElementTree | null
  readonly treeMissing: string | null
  readonly foreground: Foreground
  readonly keyboard: Keyboard
  readonly size: Size
  readonly orientation: Orientation
  readonly secure: boolean
  /** Changes whenever screen, orientation or posture changed; compared for equality only. */
  readonly geometry: string
  /** The demo device's own observation number, for its truth log; null elsewhere. */
  readonly truthNumber: number | null
}

export interface ScreenFacet {
  look(signal: AbortSignal): Promise<Look>
  /** The picture alone, for stills. */
  picture(signal: AbortSignal): Promise<Picture>
}

/** Contacts in device pixels of the present orientation. Each answers after the platform took the event. */
export interface TouchFacet {
  tap(x: number, y: number, signal: AbortSignal): Promise<void>
  press(x: number, y: number, ms: number, signal: AbortSignal): Promise<void>
  swipe(from: { x: number; y: number }, to: { x: number; y: number }, ms: number, signal: AbortSignal): Promise<void>
  /** Lifts whatever is down. Must be safe at any time. */
  lift(signal: AbortSignal): Promise<void>
}

export interface KeyFacet {
  key(name: KeyName, signal: AbortSignal): Promise<void>
}

export interface TextFacet {
  /** Types at the end of the focused field; refuses by name what it cannot type, before typing anything. */
  type(text: string, signal: AbortSignal): Promise<void>
  clear(signal: AbortSignal): Promise<void>
  hideKeyboard(signal: AbortSignal): Promise<void>
}

export interface AppsFacet {
  install(build: Build, signal: AbortSignal): Promise<AppInfo>
  uninstall(pkg: string, signal: AbortSignal): Promise<void>
  list(signal: AbortSignal): Promise<readonly AppInfo[]>
  forceStop(pkg: string, signal: AbortSignal): Promise<void>
  /** Process death in the background; the app's task stays. */
  kill(pkg: string, signal: AbortSignal): Promise<void>
  clearData(pkg: string, signal: AbortSignal): Promise<void>
  launch(pkg: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>
  /** Brings the app back in front without restarting it. */
  resume(pkg: string, signal: AbortSignal): Promise<void>
  openLink(link: string, signal: AbortSignal): Promise<void>
  permission(pkg: string, name: string, grant: boolean, signal: AbortSignal): Promise<void>
}

export interface LogFacet {
  /** Now, on the log's side; events after it are new. */
  mark(signal: AbortSignal): Promise<string>
  /** Crashes and ANRs of the package since the mark, and the mark to ask from next. */
  since(
    mark: string,
    pkg: string,
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly AppEvent[]; readonly mark: string }>
}

export interface SettingsFacet {
  set(control: DeviceControl, signal: AbortSignal): Promise<void>
  read(signal: AbortSignal): Promise<{
    readonly dark: boolean
    readonly fontScale: number
    readonly locale: string
    readonly network: 'online' | 'slow' | 'offline'
    readonly orientation: Orientation
  }>
}

export interface Driver extends AsyncDisposable {
  readonly model: DeviceModel
  readonly can: Capabilities
  readonly clock: Clock
  readonly power: Live<Power>
  readonly screen: ScreenFacet
  readonly touch: TouchFacet | null
  readonly keys: KeyFacet
  readonly text: TextFacet | null
  readonly apps: AppsFacet | null
  readonly logs: LogFacet | null
  readonly settings: SettingsFacet
}

/** A way of finding devices. Loaded on first need; only hub/compose.ts names one. */
export interface PlatformFinder {
  readonly platform: string
  /** Devices there are now and their changes; open() is called for one that is used. */
  watch(onChange: (found: readonly FoundDevice[]) => void, signal: AbortSignal): Promise<void>
}

export interface FoundDevice {
  readonly model: DeviceModel
  readonly can: Capabilities
  readonly power: Power
  /** Why it cannot be used now; null when it can. */
  readonly why: string | null
  open(signal: AbortSignal): Promise<Driver>
}
