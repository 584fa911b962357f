// What a device is, what it can do and what state it is in. States a device cannot be in cannot be written.
import type { RefusalData } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Orientation, Rect, Size } from '#shared/domain/geometry.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import type { Picture } from '#shared/domain/picture.ts'

export type Platform = 'demo' | 'android' | 'ios' | 'roku'
export type DeviceKind = 'phone' | 'tablet' | 'foldable' | 'tv'
export type Surface = 'touch' | 'dpad'

/** What does not change while a device lives. */
export interface DeviceModel {
  readonly id: DeviceId
  readonly name: string
  readonly platform: Platform
  readonly kind: DeviceKind
  readonly surface: Surface
  /** In words, for people: "Android 13 (API 33)". */
  readonly runtime: string
  /** Upright, device pixels. */
  readonly size: Size
  readonly densityDpi: number
  /** Android API level; null elsewhere. */
  readonly apiLevel: number | null
}

export type Power =
  | { readonly is: 'off' }
  | { readonly is: 'booting'; readonly words: string }
  | { readonly is: 'on'; readonly asleep: boolean }
  | { readonly is: 'failed'; readonly why: string }
  /** Not reachable now (unplugged, offline, unauthorized); the last picture stays as a ghost. */
  | { readonly is: 'lost'; readonly why: string; readonly nextTryMs: number | null }

/** Who made the present value of a setting, where that is known. */
export interface Observed<T> {
  readonly value: T
  readonly by: 'device' | 'person' | 'agent' | 'night'
}

export interface DeviceSettings {
  readonly dark: Observed<boolean>
  readonly fontScale: Observed<number>
  readonly locale: Observed<string>
  readonly network: Observed<NetworkState>
  readonly orientation: Observed<Orientation>
}
export type NetworkState = 'online' | 'slow' | 'offline'

export type OwnerKind = 'person' | 'agent' | 'night'
export interface Owner {
  readonly kind: OwnerKind
  /** In words: "you", "agent", "night of 1 December". */
  readonly name: string
}

export interface DeviceState {
  readonly power: Power
  /** Null until it was read. */
  readonly settings: DeviceSettings | null
  /** Rises with each change of screen, orientation or posture; a point of an older one is refused. */
  readonly generation: number
  readonly control: { readonly owner: Owner; readonly ownerGeneration: number } | null
  /** The operation under way, in words; one at a time. */
  readonly busy: string | null
}

/** A device as the list shows it. */
export interface DeviceRow {
  readonly model: DeviceModel
  readonly state: DeviceState
  /** Why it cannot be used now, in words; null when it can. */
  readonly why: string | null
  readonly caps: Capabilities
}

/** A yes or a no with its words; never a method that pretends. */
export type Can = { readonly yes: true } | { readonly yes: false; readonly why: string }

export const keyNames = [
  'Home',
  'Back',
  'Recents',
  'Enter',
  'Backspace',
  'Delete',
  'Tab',
  'Escape',
  'Search',
  'Menu',
  'Power',
  'VolumeUp',
  'VolumeDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Select',
  'MediaPlayPause',
] as const
export type KeyName = (typeof keyNames)[number]

export interface Capabilities {
  readonly surface: Surface
  readonly keys: readonly KeyName[]
  readonly tree: Can
  readonly foreground: Can
  readonly text: Can
  readonly clearData: Can
  readonly crashLogs: Can
  /** Which controls can be set; see `DeviceControl`. */
  readonly controls: Readonly<Record<DeviceControl['set'], Can>>
}

/** Settings a person, an agent or a night's condition may set. Each is journalled before it is changed by a night. */
export type DeviceControl =
  | { readonly set: 'dark'; readonly to: boolean }
  | { readonly set: 'fontScale'; readonly to: number }
  /** `app`: whose language, where each app has its own; without it the app that was started last. */
  | { readonly set: 'locale'; readonly to: string; readonly app?: string }
  | { readonly set: 'network'; readonly to: NetworkState }
  | { readonly set: 'orientation'; readonly to: Orientation }

export interface Foreground {
  /** Package or bundle id in front; '' when nothing could be read. */
  readonly package: string
  readonly activity: string | null
  /** A window without a component over it (permission dialog's name, "NotificationShade", "Application Error: pkg"). */
  readonly overlay: string | null
}

export interface Keyboard {
  readonly shown: boolean
  /** Where it covers the screen; null when not shown or unknown. */
  readonly bounds: Rect | null
}

/**
 * One look at a device: picture, tree, foreground and keyboard of the same moment.
 * `at` is the device clock in ms. `size` is the screen's in the present orientation, device pixels.
 */
export interface Observation {
  /** Counts up from 1 in one opened device; the demo device's truth log uses the same number. */
  readonly number: number
  readonly at: number
  readonly generation: number
  readonly size: Size
  readonly densityDpi: number
  readonly orientation: Orientation
  readonly foreground: Foreground
  readonly keyboard: Keyboard
  /** Null with `treeMissing` saying why; an empty list is a tree in which there was nothing. */
  readonly tree: ElementTree | null
  readonly treeMissing: string | null
  readonly picture: Picture
  /** The window shows nothing to screenshots (secure); only where the platform says so. */
  readonly secure: boolean
}

/** What a log told about an app, since a mark. Only the named package's; noise of others is not listed. */
export type AppEvent =
  | {
      readonly kind: 'crash' | 'native_crash'
      readonly at: number
      readonly process: string
      readonly pid: number
      /** Root exception class or signal name: what a bug's `signature` is compared with. */
      readonly type: string
      readonly message: string
      /** In-app frames first as `Class.method`, no line numbers. */
      readonly frames: readonly string[]
      readonly excerpt: string
    }
  | {
      readonly kind: 'anr'
      readonly at: number
      readonly pid: number
      readonly reason: string
      readonly excerpt: string
    }

export interface AppInfo {
  readonly package: string
  readonly label: string
  readonly versionName: string
  readonly versionCode: number
}

/** A build to install: a file of the platform's kind (apk, demo app). */
export interface Build {
  readonly path: string
  /** Demo apps only: which bugs to plant into the build. */
  readonly plant?: 'all' | 'none' | readonly string[]
}

/** What became of one input. `changed` from the picture and tree before and after; null when nobody looked. */
export interface Receipt {
  readonly sent: boolean
  readonly reached: boolean | null
  readonly changed: boolean | null
  readonly words: string
  readonly refusal: RefusalData | null
}
