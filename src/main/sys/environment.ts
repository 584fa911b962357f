// What a child process may know of our environment: where programs, homes and words are; no keys, no tokens.

const passed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XDG_[A-Z_]+|XAUTHORITY|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES.*|ANDROID_(HOME|SDK_ROOT|SDK_HOME|EMULATOR_HOME|ADB_SERVER_PORT|ADB_SERVER_ADDRESS|AVD_HOME|USER_HOME|SERIAL)|ADB_[A-Z_]+|JAVA_HOME|DEVELOPER_DIR|SSH_AUTH_SOCK|NOCTURNE_[A-Z_]+|PLAYWRIGHT_BROWSERS_PATH|CI|NO_COLOR|FORCE_COLOR|TERM|COLORTERM)$/iu

export function cleanedEnvironment(all: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined && passed.test(entry[0])),
  )
}
