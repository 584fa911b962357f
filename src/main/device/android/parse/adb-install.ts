// What `adb install` answered. Only `Success` is a success, whatever the exit code.

export interface Installed {
  readonly ok: boolean
  /** INSTALL_FAILED_…; null on success or where none was given. */
  readonly code: string | null
  /** In words for a person; the device's own reason kept behind. */
  readonly words: string
}

/** The last bracket ends the message, since messages hold brackets; makers put a number in front. Source: adb_install.cpp, facts/android.md 3.3. */
export function parseAdbInstall(text: string): Installed {
  const failure = /Failure \[(?:(-?\d+): )?([A-Z_0-9]+)(?:: (.*))?\]/.exec(text)
  if (failure !== null) {
    const [, number, code = '', reason = ''] = failure
    const unknown = `The device refused it (${number === undefined ? '' : `${number}: `}${code}).`
    return { ok: false, code, words: withReason(plain[code] ?? unknown, reason) }
  }
  if (/^Success\b/m.test(text)) return { ok: true, code: null, words: 'Installed.' }
  const error = /(?:adb(?:\.exe)?: |error: )(.*)/.exec(text)?.[1]?.trim()
  return {
    ok: false,
    code: null,
    words: error === undefined ? 'adb never said that it was installed.' : `adb: ${error}`,
  }
}

const withReason = (words: string, reason: string): string =>
  reason === '' ? words : `${words} The device says: ${reason}`

const plain: Readonly<Record<string, string>> = {
  INSTALL_FAILED_UPDATE_INCOMPATIBLE:
    'The app there was signed with another key. Uninstall it first: its data is lost then.',
  INSTALL_FAILED_VERSION_DOWNGRADE: 'A newer version is installed.',
  INSTALL_FAILED_TEST_ONLY: 'This is a test-only build.',
  INSTALL_FAILED_OLDER_SDK: 'The app needs a newer Android than this device has.',
  INSTALL_FAILED_NO_MATCHING_ABIS: 'The app holds native code for another processor.',
  INSTALL_FAILED_MISSING_SPLIT: 'Parts of the app are missing: install it together with all its split files.',
  INSTALL_FAILED_INSUFFICIENT_STORAGE: 'There is not enough free space on the device.',
  INSTALL_FAILED_CONFLICTING_PROVIDER: 'Another installed app provides the same content.',
  INSTALL_FAILED_DUPLICATE_PERMISSION: 'Another installed app defines the same permission.',
  INSTALL_FAILED_USER_RESTRICTED:
    'The device forbids installing over USB: switch "Install via USB" on, and confirm on the device.',
  INSTALL_FAILED_VERIFICATION_FAILURE: 'Play Protect refused it.',
  INSTALL_FAILED_VERIFICATION_TIMEOUT: 'Play Protect did not answer in time.',
  INSTALL_FAILED_DEPRECATED_SDK_VERSION: 'The app targets an Android version that this device no longer takes.',
  INSTALL_PARSE_FAILED_NOT_APK: 'This file is not an APK.',
  INSTALL_PARSE_FAILED_NO_CERTIFICATES: 'The APK is not signed.',
  INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: 'The manifest of the APK is broken.',
  INSTALL_PARSE_FAILED_BAD_MANIFEST: 'The APK has no readable manifest.',
  INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: 'The device could not read the APK.',
  INSTALL_PARSE_FAILED_INCONSISTENT_CERTIFICATES: 'The parts of the app are signed with different keys.',
  INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: 'The package name in the manifest is no valid one.',
  INSTALL_FAILED_INVALID_APK: 'The APK is broken.',
  INSTALL_FAILED_INVALID_URI: 'The device could not find the file that was sent to it.',
  INSTALL_FAILED_SHARED_USER_INCOMPATIBLE: 'It shares its user with an app that was signed with another key.',
  INSTALL_FAILED_DEXOPT: 'The device could not prepare the code of the app.',
  INSTALL_FAILED_ALREADY_EXISTS: 'It is installed already, and was not to be replaced.',
  INSTALL_FAILED_ABORTED: 'The install was ended on the device.',
  INSTALL_FAILED_INTERNAL_ERROR: 'The package manager of the device failed.',
  INSTALL_FAILED_MISSING_SHARED_LIBRARY: 'The app needs a library that this device does not have.',
  INSTALL_FAILED_MISSING_FEATURE: 'The app needs hardware or a feature that this device does not have.',
  INSTALL_FAILED_CPU_ABI_INCOMPATIBLE: 'The app holds native code for another processor.',
  INSTALL_FAILED_NEWER_SDK: 'The app refuses an Android as new as the one here.',
  INSTALL_FAILED_CONTAINER_ERROR: 'The device could not unpack it where it was to go.',
  INSTALL_FAILED_INVALID_INSTALL_LOCATION: 'It cannot go to the place that it asks for.',
  INSTALL_FAILED_MEDIA_UNAVAILABLE: 'The storage of the device cannot be used now.',
  INSTALL_FAILED_PERMISSION_MODEL_DOWNGRADE: 'The installed version asks for permissions in the newer way.',
  INSTALL_FAILED_REPLACE_COULDNT_DELETE: 'The installed version could not be removed.',
  INSTALL_FAILED_UPDATE_ONLY: 'It is an update, and what it updates is not installed.',
}

/** 41 of "Android Debug Bridge version 1.0.41"; null when the text names none. */
export function parseAdbVersion(text: string): number | null {
  const version = /version 1\.0\.(\d{1,4})\b/.exec(text)?.[1]
  return version === undefined ? null : Number(version)
}
