// Why an emulator that was started is no longer there: its exit code and what it printed, in words with what to do.

export interface EndOfEmulator {
  readonly words: string
  readonly hint: string | null
}

interface Known {
  readonly sign: RegExp
  readonly words: string
  readonly hint: string
}

/** The first that fits counts; the more telling ones stand first. */
const known: readonly Known[] = [
  {
    sign: /Unknown AVD name|unknown virtual device|Could not find virtual device/i,
    words: 'The emulator does not know this AVD.',
    hint: 'Its files may lie in another folder: set ANDROID_AVD_HOME to it.',
  },
  {
    sign: /Broken AVD system path|Cannot find AVD system path|Missing system image|not a valid directory|initial system image/i,
    words: 'The system image this emulator was made from is not installed.',
    hint: 'Install it with sdkmanager, or delete the emulator and create it anew.',
  },
  {
    sign: /permissions? to use KVM|\/dev\/kvm.*(denied|permission)/i,
    words: 'This user may not use the processor’s virtualisation (/dev/kvm).',
    hint: 'Add the user to the group kvm, then sign in again.',
  },
  {
    sign: /requires hardware acceleration|KVM (is required|requires)|vmx or svm|HVF (error|is not)|hypervisor|CPU acceleration status/i,
    words: 'The processor’s virtualisation is not available to the emulator.',
    hint: 'Run `emulator -accel-check` for why. In a virtual machine, nested virtualisation must be on.',
  },
  {
    sign: /multiple emulators with the same AVD|another emulator instance|AVD is already running|lock file/i,
    words: 'This AVD is running already, or a lock of one that died is left.',
    hint: 'Close the other one; if there is none, remove the files ending in .lock in the AVD’s folder.',
  },
  {
    sign: /not enough (disk )?space|disk space|ENOSPC|No space left/i,
    words: 'The disk is too full to start the emulator.',
    hint: 'Free some space and start it again.',
  },
  {
    sign: /(cannot|could not|can't) allocate|out of memory|not enough memory|insufficient memory/i,
    words: 'There is not enough memory for the emulator.',
    hint: 'Close another device, or give this one less memory.',
  },
  {
    sign: /error while loading shared libraries|cannot open shared object|Qt platform plugin/i,
    words: 'A library the emulator needs is missing on this computer.',
    hint: 'Its log names the library.',
  },
  {
    sign: /(unknown|invalid) option|invalid command-line parameter/i,
    words: 'This emulator is too old for the way it is started.',
    hint: 'Update it with: sdkmanager "emulator"',
  },
  {
    sign: /address already in use|could not bind|failed to start grpc/i,
    words: 'A port the emulator wants is taken.',
    hint: 'Start it again: other ports are chosen then.',
  },
]

/** `code` is null where a signal ended it. */
export function explainEnd(log: string, code: number | null): EndOfEmulator {
  const found = known.find(({ sign }) => sign.test(log))
  if (found !== undefined) return { words: found.words, hint: found.hint }
  const how = code === null ? 'was ended from outside or crashed' : `ended with code ${code}`
  const last = lastTelling(log)
  return { words: `The emulator ${how}.${last === null ? '' : ` It said last: ${last}`}`, hint: null }
}

const longest = 200

/** The last line that says something is wrong, else the last one there is. */
function lastTelling(log: string): string | null {
  const lines = log.split(/[\r\n]+/).filter(line => line.trim() !== '')
  const line = lines.findLast(one => /^(PANIC|FATAL|ERROR)|\b(error|failed|fatal)\b/i.test(one)) ?? lines.at(-1)
  return line === undefined ? null : line.trim().slice(0, longest)
}

/** Tokens must not stand in what is shown or kept. */
export const scrubbedLog = (log: string): string =>
  log.replaceAll(/(token|bearer)(["'\s:=]+)[\w.~+/-]{8,}=*/gi, '$1$2(secret)')
