// What a device is, what it can do and what state it is in. States a device cannot be in cannot be written.
import type { RefusalData } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Orientation, Rect, Size } from '#shared/domain/geometry.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import type { Picture } from '#shared/domain/picture.ts'

export type Platform = 'demo' | 'android' | 'ios' | 'roku'
export type DeviceKind = 'phone' | 'tablet' | 'foldable' | 'tv'
export type Surface = 'touch' | 'dpad'

export const postures = ['closed', 'half-open', 'open'] as const
export type Posture = (typeof postures)[number]

/** How the device is held, counted from the screen's own upright; `turned-left` is a quarter turn against the clock. */
export const turns = ['upright', 'turned-left', 'upside-down', 'turned-right'] as const
export type Turn = (typeof turns)[number]

/** What a foldable has more than other devices: `size` of its model is the inner screen. */
export interface Fold {
  /** Upright, device pixels; shows when closed. */
  readonly outer: Size
  readonly hinge: 'vertical' | 'horizontal'
  readonly postures: readonly [Posture, ...Posture[]]
}

interface ModelBase {
  readonly id: DeviceId
  readonly name: string
  readonly platform: Platform
  readonly surface: Surface
  /** In words, for people: "Android 13 (API 33)". */
  readonly runtime: string
  /** Upright, device pixels. */
  readonly size: Size
  readonly densityDpi: number
  /** Android API level; null elsewhere. */
  readonly apiLevel: number | null
}

/** What does not change while a device lives. A fold is a field only of a foldable. */
export type DeviceModel = ModelBase &
  ({ readonly kind: Exclude<DeviceKind, 'foldable'> } | { readonly kind: 'foldable'; readonly fold: Fold })

export type Power =
  | { readonly is: 'off' }
  | { readonly is: 'booting'; readonly words: string }
  | { readonly is: 'on'; readonly asleep: boolean }
  | { readonly is: 'failed'; readonly why: string }
  /** Not reachable now (unplugged, offline, unauthorized); the last picture stays as a ghost. */
  | { readonly is: 'lost'; readonly why: string; readonly nextTryMs: number | null }

/** A value as the device itself says it. */
export interface Known<T> {
  readonly known: true
  readonly value: T
  /** Since when it is known to be so: ms since 1970. */
  readonly at: number
  readonly by: Maker
}
/** Who made it so: `device` as it was found, `outside` where it is not as Nocturne last knew it and nobody set it here. */
export type Maker = 'device' | 'outside' | OwnerKind

/** What the device says of a setting, or why that could not be read now. */
export type Observed<T> =
  | Known<T>
  | {
      readonly known: false
      readonly why: string
      /** As it was read last. */
      readonly last: Known<T> | null
      readonly value?: undefined
    }

export interface DeviceSettings {
  readonly dark: Observed<boolean>
  readonly fontScale: Observed<number>
  readonly locale: Observed<string>
  /** Whose language that is, where each app has its own; null before one was started. Absent where it is the device's. */
  readonly localeApp?: string | null | undefined
  readonly network: Observed<NetworkState>
  readonly orientation: Observed<Orientation>
}
export type NetworkState = 'online' | 'slow' | 'offline'

export interface Place {
  /** Degrees, -90 to 90 and -180 to 180. */
  readonly latitude: number
  readonly longitude: number
}
export interface Battery {
  /** 0 to 100. */
  readonly level: number
  readonly charging: boolean
}

/** What stands over the device's own value, who put it there and when (ms since 1970); `own` is the device's own. */
export type Override<T> =
  /** `reads`: as the device says it, where it does. */
  | { readonly is: 'own'; readonly reads?: T }
  | { readonly is: 'set'; readonly to: T; readonly at: number; readonly by: Maker }

/** What is put over the device's own values for a test or a picture. */
export interface DeviceOverrides {
  readonly statusBar: Override<'clean'>
  readonly battery: Override<Battery>
  readonly location: Override<Place>
}

/** Said as `treeMissing` while the system has no window in front: it is on its way, so look again. */
export const noWindowYet = 'uiautomator found no active window.'

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
  /** How it is held; what `orientation` says follows from it and from the app in front. */
  readonly turn: Turn
  /** Null on everything but a foldable. */
  readonly posture: Known<Posture> | null
  /** Null until they were read. */
  readonly overrides: DeviceOverrides | null
}

/** A device as the list shows it. */
export interface DeviceRow {
  readonly model: DeviceModel
  readonly state: DeviceState
  /** Why it cannot be used now, in words; null when it can. */
  readonly why: string | null
  /** The ways it is reached by, where they are several: "by USB and Wi-Fi". */
  readonly by?: string | null
  readonly caps: Capabilities
  /** What it can be told now about its power; absent for what is not ours to start. */
  readonly orders?: readonly PowerOrder[]
}

export const powerOrders = ['boot', 'cold-boot', 'shut-down', 'reboot', 'wipe', 'delete'] as const
export type PowerOrder = (typeof powerOrders)[number]

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
  /** More than one finger at once, and a drag that is followed while it happens. */
  readonly contacts: Can
  /** The device's clipboard, both ways. */
  readonly clipboard: Can
  /** Which controls can be set; see `DeviceControl`. */
  readonly controls: Readonly<Record<DeviceControl['set'], Can>>
  /** A network that is there but slow; where it is not said, what holds for the network holds for it. */
  readonly slowNetwork?: Can | undefined
  /** A command line on it; where it is not said, it has one. */
  readonly terminal?: Can | undefined
  /** A Download folder to put files into; where it is not said, it has one. */
  readonly files?: Can | undefined
}

/** Settings a person, an agent or a night's condition may set. Each is journalled before it is changed by a night. */
export type DeviceControl =
  | { readonly set: 'dark'; readonly to: boolean }
  | { readonly set: 'fontScale'; readonly to: number }
  /** `app`: whose language, where each app has its own; without it the app that was started last. */
  | { readonly set: 'locale'; readonly to: string; readonly app?: string }
  | { readonly set: 'network'; readonly to: NetworkState }
  | { readonly set: 'orientation'; readonly to: Orientation }
  /** A quarter turn from where it is, or to one way of holding it. */
  | { readonly set: 'turn'; readonly to: Turn | 'left' | 'right' }
  | { readonly set: 'posture'; readonly to: Posture }
  | { readonly set: 'awake'; readonly to: boolean }
  /** null gives the device's own back, here and below. */
  | { readonly set: 'location'; readonly to: Place | null }
  | { readonly set: 'statusBar'; readonly to: 'clean' | 'live' }
  | { readonly set: 'battery'; readonly to: Battery | null }

/** The settings a night's conditions change and journal: each reads back as one value. */
export type SettingControl = Extract<DeviceControl, { readonly set: keyof DeviceSettings }>

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
