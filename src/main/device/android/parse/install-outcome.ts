// What the package manager (or the adb program in front of it) answered to an install, as an outcome: words, what to do,
// and the answer itself kept. Pure.
import { parseAdbInstall } from '#main/device/android/parse/adb-install.ts'
import { choiceHints, type DropChoice } from '#shared/domain/drop.ts'

export type InstallAnswer =
  | { readonly is: 'installed' }
  | {
      readonly is: 'refused'
      readonly code: string | null
      readonly words: string
      readonly hint: string | null
      readonly raw: string
      readonly offers: DropChoice | null
    }
  /** The device went away in the middle: nobody knows. */
  | { readonly is: 'vanished'; readonly raw: string }

const rawMost = 600

export function installAnswer(text: string): InstallAnswer {
  const { ok, code, words } = parseAdbInstall(text)
  if (ok) return { is: 'installed' }
  const raw = text.trim().slice(-rawMost)
  if (code === null && (vanished.test(text) || saysNothing(text))) return { is: 'vanished', raw }
  return {
    is: 'refused',
    code,
    words,
    hint: code === null ? null : (hints[code] ?? null),
    raw,
    offers: code === null ? null : (offers[code] ?? null),
  }
}

const vanished =
  /device '.*' not found|device offline|device still (connecting|authorizing)|no devices\/emulators found|error: closed|protocol fault|connection reset|broken pipe|failed to (read|write) (response|data)|couldn't read from device/i

/** adb's own words around an answer that never came. */
const saysNothing = (text: string): boolean =>
  text
    .replaceAll(/^Performing .*$|^(?:adb(?:\.exe)?: )?failed to install [^\n]*:[ \t]*$/gm, '')
    .replaceAll(/^(?:adb(?:\.exe)?: )?failed to (?:install|finalize session)[ \t]*$/gm, '')
    .trim() === ''

/** The device knows no installs of that way: another one is tried. An app that was refused is none of these. */
export const refusesWay = (text: string): boolean =>
  !/Failure \[(?!INSTALL_FAILED_INVALID_URI)/.test(text) &&
  !/^Success\b/m.test(text) &&
  /Unknown option|Unknown command|unknown command|Can't find service|inaccessible or not found|: not found|no such (tool|command)|INSTALL_FAILED_INVALID_URI|doesn't support streaming|requires .* to install|usage: (pm|cmd)/.test(
    text,
  )

/** 1234 of `Success: created install session [1234]`. */
export function sessionIn(text: string): string | null {
  return /Success: created install session \[(\d{1,12})\]/.exec(text)?.[1] ?? null
}

const offers: Readonly<Record<string, DropChoice>> = {
  INSTALL_FAILED_UPDATE_INCOMPATIBLE: 'remove-first',
  INSTALL_FAILED_VERSION_DOWNGRADE: 'remove-first',
  INSTALL_FAILED_SHARED_USER_INCOMPATIBLE: 'remove-first',
  INSTALL_FAILED_PERMISSION_MODEL_DOWNGRADE: 'remove-first',
  INSTALL_FAILED_TEST_ONLY: 'test-only',
}

const hints: Readonly<Record<string, string>> = {
  INSTALL_FAILED_UPDATE_INCOMPATIBLE: 'Remove the installed app first, or sign this build with the same key.',
  INSTALL_FAILED_VERSION_DOWNGRADE: 'Remove the installed app first, or raise the version code.',
  INSTALL_FAILED_TEST_ONLY: choiceHints['test-only'],
  INSTALL_FAILED_OLDER_SDK: 'Use a newer device, or lower minSdk and build again.',
  INSTALL_FAILED_NO_MATCHING_ABIS: "Build for this device's processor as well.",
  INSTALL_FAILED_MISSING_SPLIT: 'Drop the base and all its splits together, or the folder that holds them.',
  INSTALL_FAILED_INSUFFICIENT_STORAGE: 'Free some space on the device.',
  INSTALL_FAILED_CONFLICTING_PROVIDER: 'Remove the other app; it is often an older build under another name.',
  INSTALL_FAILED_DUPLICATE_PERMISSION: 'Remove the other app; it is often an older build under another name.',
  INSTALL_FAILED_USER_RESTRICTED:
    'Look at the phone: it asks, or an earlier "No" is remembered. On Xiaomi switch "Install via USB" on in the developer options.',
  INSTALL_FAILED_ABORTED: 'Look at the phone: somebody or something there ended it.',
  INSTALL_FAILED_VERIFICATION_FAILURE:
    'Look at the phone, or switch "Verify apps over USB" off in the developer options.',
  INSTALL_FAILED_VERIFICATION_TIMEOUT: 'Try again, or switch "Verify apps over USB" off in the developer options.',
  INSTALL_FAILED_DEPRECATED_SDK_VERSION: 'Raise targetSdk and build again.',
  INSTALL_PARSE_FAILED_NO_CERTIFICATES: 'Sign it; a debug build is signed by itself.',
  INSTALL_PARSE_FAILED_NOT_APK: 'Build or download it again.',
  INSTALL_FAILED_INVALID_APK: 'Build or download it again.',
  INSTALL_FAILED_INTERNAL_ERROR: 'Restart the device and try again.',
  INSTALL_FAILED_MEDIA_UNAVAILABLE: 'Restart the device and try again.',
}
