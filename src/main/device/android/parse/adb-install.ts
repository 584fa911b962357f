// What `adb install` answered. Only `Success` is a success, whatever the exit code.

export interface Installed {
  readonly ok: boolean
  /** INSTALL_FAILED_…; null on success or where none was given. */
  readonly code: string | null
  /** In words for a person; the device's own reason kept behind. */
  readonly words: string
}

/** The last bracket ends the message, since messages hold brackets. Source: adb_install.cpp, facts/android.md 3.3. */
export function parseAdbInstall(text: string): Installed {
  const failure = /Failure \[([A-Z_0-9]+)(?:: (.*))?\]/.exec(text)
  if (failure !== null) {
    const [, code = '', reason = ''] = failure
    return { ok: false, code, words: withReason(plain[code] ?? `The device refused it (${code}).`, reason) }
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
  INSTALL_FAILED_INVALID_APK: 'The APK is broken.',
}

/** 41 of "Android Debug Bridge version 1.0.41"; null when the text names none. */
export function parseAdbVersion(text: string): number | null {
  const version = /version 1\.0\.(\d{1,4})\b/.exec(text)?.[1]
  return version === undefined ? null : Number(version)
}
