// How the adb double can be told to fail: each way a real device was recorded failing. Changed while it runs.

export interface Faults {
  /** Nobody has confirmed "Allow USB debugging": it never lets a computer in. */
  unauthorized: boolean
  /** ms of the machine that every command takes longer. */
  slowMs: number
  /** What `uiautomator dump` does instead of dumping; `times` counts down to none. */
  dump: { readonly how: 'not-idle' | 'no-root' | 'killed' | 'half' | 'no-tty'; times: number } | null
  /** Every command whose line begins so is refused in words. */
  refuses: string | null
  /** `dumpsys window` begins with a copy of itself from when this component hung. */
  lastAnr: string | null
  /** The connection breaks in the middle of the output of the next command whose line begins so. */
  cutDuring: string | null
  /** Screenshots are one flat colour, as on images without a screen to take. */
  blank: boolean
  /** `screencap` warns about several displays in front of its bytes. */
  displaysWarning: boolean
  /** `screencap` without -p does not work. */
  noRaw: boolean
  /** What `install` answers instead of Success, without the word Failure. */
  install: string | null
  /** The connection breaks in an install after so many bytes of it. */
  cutInstallAfter: number | null
  /** It knows no streamed installs (an Android before 7). */
  noStreaming: boolean
  /** It knows no install sessions (an Android before 5). */
  noSessions: boolean
  /** Every `input` is refused as by phones that guard it. */
  noInject: boolean
  /** `cmd package resolve-activity` finds the system's chooser. */
  twoLaunchers: boolean
  /** The crash buffer was cleared: only the events tell. */
  noCrashBuffer: boolean
  /** A hung app blocks `input` for so many ms of device time; 0 for an `input` that returns at once. */
  hungInputMs: number
  /** Android is not up yet, or its packages cannot be asked for yet. */
  starting: 'android' | 'packages' | null
  /** What it says instead of starting anew. */
  noReboot: string | null
}

export const noFaults = (): Faults => ({
  unauthorized: false,
  slowMs: 0,
  dump: null,
  refuses: null,
  lastAnr: null,
  cutDuring: null,
  blank: false,
  displaysWarning: false,
  noRaw: false,
  install: null,
  cutInstallAfter: null,
  noStreaming: false,
  noSessions: false,
  noInject: false,
  twoLaunchers: false,
  noCrashBuffer: false,
  hungInputMs: 0,
  starting: null,
  noReboot: null,
})
