// What a program we start may know of our environment. Two rules. A program of somebody else's (adb, ffmpeg, an emulator, a browser)
// is told where programs, homes and words are, and nothing more: a key may have any name, also one that begins with ours. Nocturne
// itself, started again as the hub or the window, is told everything: a job may name any variable as `env:NAME`.

const passed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XDG_[A-Z_]+|XAUTHORITY|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES.*|ANDROID_(HOME|SDK_ROOT|SDK_HOME|EMULATOR_HOME|ADB_SERVER_PORT|ADB_SERVER_ADDRESS|AVD_HOME|USER_HOME|SERIAL)|ADB_[A-Z_]+|JAVA_HOME|DEVELOPER_DIR|SSH_AUTH_SOCK|PLAYWRIGHT_BROWSERS_PATH|CI|NO_COLOR|FORCE_COLOR|TERM|COLORTERM)$/iu

/** Steers Node or Electron themselves (NODE_OPTIONS, ELECTRON_RUN_AS_NODE): it was meant for whoever started us. */
const steering = /^(NODE|ELECTRON)_/iu

export const cleanedEnvironment = (all: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  those(all, name => passed.test(name))

/** For a program that is Nocturne itself, and for no other. */
export const ownEnvironment = (all: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  those(all, name => !steering.test(name))

function those(all: NodeJS.ProcessEnv, isPassed: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0])),
  )
}
