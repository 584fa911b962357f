// What was dropped on the window, read before any byte is sent, what each device would make of it, and what came of it.
// Used by the readers, by judge and by the window; nothing here reads a file or asks a device.
import type { AppInfo, OwnerKind, Platform } from '#shared/domain/device.ts'
import type { RefusalCode, RefusalData } from '#shared/base/refusal.ts'

/** Of one signing certificate. */
export interface Signer {
  /** SHA-256 of the certificate, hex. */
  readonly sha256: string
  /** Its 32 bits as the device's own package list prints them, hex. */
  readonly mark: string
}

/** Which part of an app one APK is; `of` is the feature it belongs to, '' for the base. */
export type ApkPartKind =
  | { readonly is: 'base' }
  | { readonly is: 'feature'; readonly name: string }
  | { readonly is: 'abi'; readonly abi: string; readonly of: string }
  | { readonly is: 'density'; readonly dpi: number; readonly of: string }
  | { readonly is: 'locale'; readonly locale: string; readonly of: string }

/** One APK: a file of its own, or an entry of an archive. */
export interface ApkPart {
  readonly file: string
  /** Its name inside `file`; null when it is the file. */
  readonly entry: string | null
  readonly bytes: number
  readonly kind: ApkPartKind
  /** Of its `lib` folder. */
  readonly abis: readonly string[]
  readonly minSdk: number | null
  /** Sets of bundletool hold several, each for a range of Android versions; 0 elsewhere. */
  readonly variant: number
}

/** How the parts are to be taken: one whole APK, a base with splits, or one of several whole ones. */
export type PartsAre = 'whole' | 'splits' | 'alternatives'

export interface AndroidBuild {
  readonly what: 'android'
  readonly kind: 'apk' | 'splits' | 'apks' | 'xapk' | 'apkm'
  /** The file's or folder's name, for people. */
  readonly name: string
  readonly package: string
  readonly label: string
  readonly versionName: string
  readonly versionCode: number
  readonly minSdk: number | null
  readonly targetSdk: number | null
  readonly testOnly: boolean
  readonly debuggable: boolean
  /** For TVs: it needs the leanback feature. */
  readonly leanback: boolean
  /** Its manifest says that it does not run without its splits. */
  readonly needsSplits: boolean
  /** Empty where the file is not signed, or in a way we cannot read. */
  readonly signers: readonly Signer[]
  readonly partsAre: PartsAre
  readonly parts: readonly ApkPart[]
  /** What a person should know besides: data files that are not installed. */
  readonly notes: readonly string[]
}
export interface DemoBuild {
  readonly what: 'demo'
  readonly name: string
  readonly path: string
  readonly package: string
  readonly label: string
  readonly versionName: string
  readonly versionCode: number
}
export interface IosBuild {
  readonly what: 'ios'
  readonly kind: 'ipa' | 'app'
  readonly name: string
}
export type DroppedBuild = AndroidBuild | DemoBuild | IosBuild

/** `paths` are those of the drop that make it up: what to install it by. */
export type Dropped =
  | { readonly is: 'build'; readonly paths: readonly string[]; readonly build: DroppedBuild }
  /** No app, and not called like one: a picture, a document. `why` is what installing it would be refused with. */
  | {
      readonly is: 'file'
      readonly paths: readonly string[]
      readonly name: string
      readonly bytes: number
      readonly why: RefusalData
    }
  /** `what` it would be if it could be read, by its name. */
  | {
      readonly is: 'unreadable'
      readonly what: 'app' | 'file'
      readonly paths: readonly string[]
      readonly name: string
      readonly why: RefusalData
    }

export interface InstalledApp {
  readonly versionName: string
  readonly versionCode: number
  /** Marks of its signers; null where the device does not tell. */
  readonly signers: readonly string[] | null
}

/** What judge has to know of a device, with the dropped package as it is installed there. */
export interface DropFacts {
  readonly platform: Platform
  /** Android API level; null elsewhere. */
  readonly apiLevel: number | null
  /** Best first. */
  readonly abis: readonly string[]
  readonly densityDpi: number
  /** `de-DE`, most wanted first. */
  readonly locales: readonly string[]
  readonly installed: InstalledApp | null
}

/** Who holds the device now, seen from who asks. */
export type DropHolder = 'nobody' | 'asker' | OwnerKind

export interface DropTarget extends DropFacts {
  readonly name: string
  readonly holder: DropHolder
  readonly asker: OwnerKind
}

/** What a person may decide, the weightiest last: each holds those before it. */
export const dropChoices = ['test-only', 'replace', 'remove-first'] as const
export type DropChoice = (typeof dropChoices)[number]

/** What to do about a choice that is still to be made. */
export const choiceHints: Readonly<Record<DropChoice, string>> = {
  'test-only': 'Choose to install it as a test build.',
  replace: 'Choose to replace it, or wait until the device is handed back.',
  'remove-first': 'Choose to remove the installed app first.',
}

export type DropVerdict =
  | { readonly is: 'ready'; readonly words: string; readonly more: string; readonly replaces: boolean }
  | { readonly is: 'choice'; readonly choice: DropChoice; readonly words: string; readonly more: string }
  | { readonly is: 'cannot'; readonly code: RefusalCode; readonly words: string; readonly more: string }

export const installWays = ['streamed', 'session', 'pushed'] as const
export type InstallWay = (typeof installWays)[number]

export interface InstallProgress {
  /** What is being done, in words. */
  readonly words: string
  /** 0 to 1; null where the device does not tell how far it is. */
  readonly part: number | null
}

export type InstallOutcome =
  | { readonly is: 'installed'; readonly app: AppInfo; readonly words: string }
  | {
      readonly is: 'refused'
      /** INSTALL_FAILED_…; null where none was given. */
      readonly code: string | null
      readonly words: string
      readonly hint: string | null
      /** What the device said, as it said it. */
      readonly raw: string | null
      /** What a person may choose to get past it. */
      readonly offers: DropChoice | null
    }
  | { readonly is: 'unknown'; readonly words: string; readonly hint: string | null }

/** "2.4.1 (42)". */
export const versionWords = (of: { readonly versionName: string; readonly versionCode: number }): string =>
  of.versionName === '' ? String(of.versionCode) : `${of.versionName} (${of.versionCode})`

export const isChosen = (choice: DropChoice | null, needed: DropChoice): boolean =>
  choice !== null && dropChoices.indexOf(choice) >= dropChoices.indexOf(needed)
