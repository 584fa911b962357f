// Driver: what differs between ways of reaching a device. Small, in facets, honest: a facet that is null says why.
import type {
  AppEvent,
  AppInfo,
  Battery,
  Build,
  Capabilities,
  DeviceControl,
  DeviceModel,
  Foreground,
  KeyName,
  Keyboard,
  NetworkState,
  Place,
  Posture,
  Power,
  PowerOrder,
  Turn,
} from '#shared/domain/device.ts'
import type { DropFacts, DroppedBuild, InstallOutcome, InstallProgress } from '#shared/domain/drop.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import type { Orientation, Size } from '#shared/domain/geometry.ts'
import type { Contact, HostKey } from '#shared/domain/input.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { CodedFrame, PicturePath, RawFrame } from '#shared/domain/video.ts'
import type { Live } from '#shared/base/live.ts'
import type { Reading } from '#shared/base/reading.ts'

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

/** What the platform said of an input it was given: nothing more than that it took it, or not even that. */
export type Told = void | 'not told'

/** Contacts in device pixels of the present orientation. Each answers after the platform took the event, where it says so. */
export interface TouchFacet {
  tap(x: number, y: number, signal: AbortSignal): Promise<Told>
  press(x: number, y: number, ms: number, signal: AbortSignal): Promise<Told>
  swipe(from: { x: number; y: number }, to: { x: number; y: number }, ms: number, signal: AbortSignal): Promise<Told>
  /** Lifts whatever is down. Must be safe at any time. */
  lift(signal: AbortSignal): Promise<void>
  /** Every finger now down; an empty list lifts all. Null where only whole gestures can be sent. */
  readonly contacts: ((contacts: readonly Contact[], signal: AbortSignal) => Promise<Told>) | null
}

export interface KeyFacet {
  key(name: KeyName, signal: AbortSignal): Promise<Told>
  /** A physical key down or up, for as long as it is held; null where only presses can be sent. */
  readonly hostKey: ((key: HostKey, down: boolean, signal: AbortSignal) => Promise<void>) | null
  /** Every physical key that may be down since before it was opened goes up. Absent where none can be. */
  readonly lift?: (signal: AbortSignal) => Promise<void>
}

export interface TextFacet {
  /** Refuses what `type` would, where a text is typed in pieces: before the first of them. */
  check?(text: string): void
  /** Types at the end of the focused field; refuses by name what it cannot type, before typing anything. */
  type(text: string, signal: AbortSignal): Promise<void>
  clear(signal: AbortSignal): Promise<Told>
  hideKeyboard(signal: AbortSignal): Promise<Told>
}

/** The device's clipboard. Setting it causes no change of its own. */
export interface ClipboardFacet {
  read(signal: AbortSignal): Promise<string>
  write(text: string, signal: AbortSignal): Promise<void>
  /** What was copied on the device, as it happens; runs until the signal aborts. */
  watch(onCopied: (text: string) => void, signal: AbortSignal): Promise<void>
  /** Presses the device's paste key in the focused field. */
  paste(signal: AbortSignal): Promise<Told>
}

/** Raw pictures by events, never by polling; the newest wins: a frame that was not taken is replaced. */
export interface RawVideo {
  readonly kind: 'raw'
  readonly path: PicturePath
  /**
   * Calls `onFrame` with each new picture at about `widthPx` wide (never larger than the screen) until the signal aborts.
   * A still screen sends one picture and no more. Throws a Refusal when the source broke off.
   */
  frames(widthPx: number, onFrame: (frame: RawFrame) => void, signal: AbortSignal): Promise<void>
}

/** Pictures the device encodes itself. */
export interface CodedVideo {
  readonly kind: 'coded'
  readonly path: PicturePath
  /** In words: "the phone's own encoder". */
  readonly encoder: string
  frames(widthPx: number, onFrame: (frame: CodedFrame) => void, signal: AbortSignal): Promise<void>
  /** The next frame is a key frame, on a still screen too. */
  keyFrame(): void
  /** Said while it plays: that there is a faster way, and what it needs. Null or left out where there is none. */
  readonly slower?: { readonly why: string; readonly hint: string | null } | null
}

/** Neither: pictures one by one, by `screen.picture`. `why` and `hint` say what a faster way would need, in words. */
export interface StillsOnly {
  readonly kind: 'stills'
  readonly path: 'stills'
  readonly why: string
  readonly hint: string | null
}

export type VideoFacet = RawVideo | CodedVideo | StillsOnly

export interface LogLine {
  readonly at: string
  readonly pid: number
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F'
  readonly tag: string
  readonly text: string
}

export interface DropOrder {
  readonly build: DroppedBuild
  readonly testOnly: boolean
  /** The person chose that the installed app goes first, with its data. Nothing else ever removes one. */
  readonly removeFirst: boolean
}

/** Builds that a person or an agent drops: judged by the facts, then installed with words for what came of it. */
export interface DropFacet {
  facts(pkg: string, signal: AbortSignal): Promise<DropFacts>
  install(
    order: DropOrder,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome>
}

export interface AppsFacet {
  /** Null where nothing can be dropped. */
  readonly drop: DropFacet | null
  install(build: Build, signal: AbortSignal): Promise<AppInfo>
  uninstall(pkg: string, signal: AbortSignal): Promise<void>
  list(signal: AbortSignal): Promise<readonly AppInfo[]>
  forceStop(pkg: string, signal: AbortSignal): Promise<void>
  /** Process death in the background; the app's task stays. False: it goes on, as one in front does. */
  kill(pkg: string, signal: AbortSignal): Promise<boolean>
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

/** The log as it is written, for a person to read. `app` null is everything. */
export interface LogLinesFacet {
  follow(
    of: { readonly app: string | null; readonly least: LogLine['level'] },
    onLines: (lines: readonly LogLine[]) => void,
    signal: AbortSignal,
  ): Promise<void>
}

export interface SettingsFacet {
  set(control: DeviceControl, signal: AbortSignal): Promise<void>
  /**
   * How it is held, its posture and what is put over its own values; null where the platform tells none of it. What did not
   * answer now is left out.
   */
  readonly readHeld: ((signal: AbortSignal) => Promise<Partial<Held>>) | null
  read(signal: AbortSignal): Promise<SettingsRead>
}

export interface SettingsRead {
  readonly dark: Reading<boolean>
  readonly fontScale: Reading<number>
  readonly locale: Reading<string>
  /** Whose language it is, where each app has its own; null before one was started. */
  readonly localeApp?: string | null
  readonly network: Reading<NetworkState>
  readonly orientation: Reading<Orientation>
}

export interface Held {
  readonly turn: Turn
  /** Null on what does not fold. */
  readonly posture: Posture | null
  readonly asleep: boolean
  readonly statusBar: 'clean' | null
  readonly battery: Battery | null
  readonly location: Place | null
  /** The device's own while nothing is put over it, where it says so. */
  readonly ownBattery?: Battery | null
  readonly ownLocation?: Place | null
}

/** Files put where the device's own file browser shows them. */
export interface FilesFacet {
  /** Answers the name it has there: never that of a file that was there before. */
  toDownloads(name: string, path: string, onPart: (part: number) => void, signal: AbortSignal): Promise<string>
}

/** A command line on the device. `argv` is run by this computer in a terminal of its own. */
export interface ShellFacet {
  readonly argv: readonly [string, ...string[]]
}

/** The date and time of the device. */
export interface WallClockFacet {
  /** ms since 1970. */
  read(signal: AbortSignal): Promise<number>
  /** Refuses where it is not ours to set. */
  set(ms: number, signal: AbortSignal): Promise<void>
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
  readonly logLines: LogLinesFacet | null
  readonly clipboard: ClipboardFacet | null
  readonly video: VideoFacet
  readonly files: FilesFacet | null
  readonly shell: ShellFacet | null
  readonly settings: SettingsFacet
  /** Absent where it has none, or where it is the computer's own. */
  readonly wallClock?: WallClockFacet
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
  /** The ways it is reached by, where they are several: "by USB and Wi-Fi". */
  readonly by?: string | null
  open(signal: AbortSignal): Promise<Driver>
  /** It runs in this process and ends with it: what one that died had down there is gone. */
  readonly isOurs?: true
  /** Starts, stops, empties or reboots it; null for what cannot be told any of that. */
  readonly operate: PowerFacet | null
}

export type { PowerOrder } from '#shared/domain/device.ts'

/** What an order is doing is told through the finder's `onChange`, as `power` of the found device. */
export interface PowerFacet {
  /** What it can be told now. */
  readonly orders: readonly PowerOrder[]
  /** Answers when it is done, in words. Goes on when who asked has gone. */
  order(order: PowerOrder): Promise<string>
}
