// What our parsers read out of a recorded output, in the shapes `explain` prints; and a guess at what the output is of.
import { parseAdbDevices } from '#main/device/android/parse/adb-devices.ts'
import { parseAdbInstall } from '#main/device/android/parse/adb-install.ts'
import { parseAnrLog, parseAnrTraces } from '#main/device/android/parse/anr.ts'
import { parseAvdConfig } from '#main/device/android/parse/avd-config.ts'
import { parseBattery } from '#main/device/android/parse/battery.ts'
import { parseCrashLog } from '#main/device/android/parse/crash-log.ts'
import { parseDiscovery } from '#main/device/android/parse/discovery.ts'
import { parseEventLog } from '#main/device/android/parse/event-log.ts'
import { parseExitInfo } from '#main/device/android/parse/exit-info.ts'
import { parseGetprop } from '#main/device/android/parse/getprop.ts'
import { parseInputMethod } from '#main/device/android/parse/input-method.ts'
import { parseUiautomator } from '#main/device/android/parse/uiautomator.ts'
import { parseWindow } from '#main/device/android/parse/window.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { flagsOf, type Element } from '#shared/domain/element.ts'

export const androidKinds = [
  'uiautomator',
  'dumpsys-window',
  'dumpsys-input-method',
  'logcat-crash',
  'logcat-events',
  'adb-devices',
  'adb-install',
  'getprop',
  'logcat-anr',
  'anr-traces',
  'dumpsys-battery',
  'exit-info',
  'emulator-discovery',
  'avd-config',
] as const
export type AndroidKind = (typeof androidKinds)[number]

export const isAndroidKind = (kind: string): kind is AndroidKind => (androidKinds as readonly string[]).includes(kind)

/** The first kind whose mark is in the text; null when none is. */
export function guessKind(text: string): AndroidKind | null {
  return marks.find(({ seen }) => seen.test(text))?.kind ?? null
}

const marks: readonly { readonly kind: AndroidKind; readonly seen: RegExp }[] = [
  { kind: 'uiautomator', seen: /<hierarchy|UI hierchary dumped|UiTestAutomationBridge|could not get idle state/ },
  {
    kind: 'adb-install',
    seen: /^(Performing (Streamed|Push|Incremental) Install|Success$|adb: failed to install|Failure \[)/m,
  },
  { kind: 'adb-devices', seen: /^List of devices attached/m },
  { kind: 'getprop', seen: /^\[ro\.[\w.]+\]: \[/m },
  { kind: 'anr-traces', seen: /^----- pid \d+ at .*-----\s*$/m },
  { kind: 'exit-info', seen: /PROCESS EXIT INFO|ApplicationExitInfo #\d+:/ },
  { kind: 'dumpsys-battery', seen: /^Current Battery Service state:?/m },
  { kind: 'logcat-crash', seen: /FATAL EXCEPTION|>>> .* <<<|Fatal signal \d+|Unhandled Exception:/ },
  { kind: 'logcat-events', seen: /\bam_(anr|crash|proc_died|kill|proc_start)\s*: \[/ },
  { kind: 'logcat-anr', seen: /ActivityManager.*: ANR in / },
  { kind: 'emulator-discovery', seen: /^port\.serial\s*=/m },
  { kind: 'avd-config', seen: /^(AvdId|avd\.ini\.\w+|hw\.lcd\.width|image\.sysdir\.1)\s*=/m },
  // The windows hold the keyboard's too, so they are looked for first.
  { kind: 'dumpsys-window', seen: /mCurrentFocus|mFocusedApp|WINDOW MANAGER|ResumedActivity|mode=split-screen/ },
  { kind: 'dumpsys-input-method', seen: /mInputShown=|Window\{\w+ u\d+ InputMethod\}/ },
]

/** Throws the parser's Refusal when the text is not of this kind, and one that lists the kinds for a kind unknown. */
export function explainAndroid(kind: string, text: string): unknown {
  if (!isAndroidKind(kind))
    throw new Refusal('bad-value', `There is no kind "${kind}".`, {
      where: '--as',
      hint: `There are: ${[...androidKinds, 'maestro-flow'].join(', ')}.`,
    })
  switch (kind) {
    case 'uiautomator': {
      const { tree, truncated, words } = parseUiautomator(text)
      const focused = tree.nodes.filter(node => node.focused).map(node => node.index)
      return { rotation: tree.rotation, nodes: tree.nodes.map(nodeLine), focused, truncated, words }
    }
    case 'dumpsys-window': {
      const { package: pkg, activity, overlay } = parseWindow(text)
      return { package: pkg, activity, overlay }
    }
    case 'dumpsys-input-method':
      return { shown: parseInputMethod(text).shown }
    case 'logcat-crash':
      return {
        crashes: parseCrashLog(text).map(crash => ({
          process: crash.process,
          package: crash.package,
          pid: crash.pid,
          kind: crash.kind,
          chain: crash.chain,
          frames: crash.frames,
          signature: crash.signature,
        })),
      }
    case 'logcat-events':
      return {
        events: parseEventLog(text).map(event => ({
          kind: event.kind,
          pid: event.pid,
          user: event.user,
          package: event.package,
          reason: event.reason,
        })),
      }
    case 'adb-devices':
      return { devices: parseAdbDevices(text) }
    case 'adb-install':
      return parseAdbInstall(text)
    case 'getprop':
      return Object.fromEntries(parseGetprop(text))
    case 'logcat-anr':
      return { anrs: parseAnrLog(text) }
    case 'anr-traces':
      return { processes: parseAnrTraces(text) }
    case 'dumpsys-battery': {
      const { level, status, charging, powered, isSet } = parseBattery(text)
      if (level === null) throw new Refusal('bad-value', 'This says no level of a battery.')
      return { level, status, charging, powered, set: isSet }
    }
    case 'exit-info':
      return { exits: parseExitInfo(text) }
    case 'emulator-discovery':
      return discoveryOf(text)
    case 'avd-config': {
      const { name, kind: form, size, densityDpi, fold, apiLevel, runtime, image } = parseAvdConfig('AVD', text)
      return { name, kind: form, size, densityDpi, fold, apiLevel, runtime, image }
    }
  }
}

/** Whether there is a token, and never the token itself. The process is the file's name, which is not in it. */
function discoveryOf(text: string): unknown {
  const found = parseDiscovery(text, 0)
  if (found === null) throw new Refusal('bad-value', 'This does not say the port an emulator is reached at.')
  const { serial, consolePort, adbPort, avdId, avdName, avdFolder, version, grpc } = found
  const reached = grpc === null ? null : { port: grpc.port, token: grpc.token !== null, keys: grpc.keys, tls: grpc.tls }
  return { serial, consolePort, adbPort, avdId, avdName, avdFolder, version, grpc: reached }
}

function nodeLine(node: Element): unknown {
  const { left, top, right, bottom } = node.bounds
  return {
    bounds: [left, top, right, bottom],
    text: node.text,
    desc: node.desc,
    hint: node.hint,
    id: node.id,
    class: node.className,
    package: node.package,
    flags: flagsOf(node),
  }
}
