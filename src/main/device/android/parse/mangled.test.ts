// The parsers against outputs that were cut, spliced and scrambled: they answer or refuse in words, and never anything else.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRecordings, recordingsOf } from '../../../../../test/builders/recordings.ts'
import { parseBattery } from '#main/device/android/parse/battery.ts'
import { parseDeviceState, parseDeviceStates } from '#main/device/android/parse/device-state.ts'
import { parseDisplay } from '#main/device/android/parse/display.ts'
import { parseExitInfo } from '#main/device/android/parse/exit-info.ts'
import { androidKinds, explainAndroid, guessKind, type AndroidKind } from '#main/device/android/parse/explain.ts'
import { parseGpsPlace } from '#main/device/android/parse/location.ts'
import { columnsOf } from '#main/device/android/parse/network.ts'
import {
  checkStarted,
  isTv,
  parseFeatures,
  parsePackageList,
  parsePackageVersion,
  parsePackageVersions,
  parseQueriedActivities,
  parseResolvedActivity,
  parseWm,
} from '#main/device/android/parse/packages.ts'
import { parseWakefulness } from '#main/device/android/parse/power.ts'
import { parsePids, startedPid } from '#main/device/android/parse/process-list.ts'
import { parseScreencap, pngIn } from '#main/device/android/parse/screencap.ts'
import { Refusal } from '#shared/base/refusal.ts'

/** Of each kind a short text of our own, so that something is mangled also where the recordings are absent. */
const own: Readonly<Record<AndroidKind, string>> = {
  uiautomator:
    '<?xml version="1.0"?><hierarchy rotation="1"><node index="0" text="a &lt;b&#10;&#128584;" class="x" bounds="[0,0][10,20]"><node text="c" clickable="true" bounds="[1,1][2,2]" /></node></hierarchy>UI hierchary dumped to: /dev/tty',
  'dumpsys-window':
    'WINDOW MANAGER LAST ANR\n  <no ANR has occurred since boot>\nWINDOW MANAGER POLICY STATE\n  mCurrentFocus=Window{a1 u0 a.b/a.b.C}\n  mFocusedApp=ActivityRecord{a2 u0 a.b/.C} t5}\n',
  'dumpsys-input-method': '  mInputShown=true\n touchableRegion=SkRegion((0,10,20,30))\n',
  'logcat-crash':
    '01-01 09:00:00.000  12  12 E AndroidRuntime: FATAL EXCEPTION: main\n01-01 09:00:00.000  12  12 E AndroidRuntime: Process: a.b, PID: 12\n01-01 09:00:00.000  12  12 E AndroidRuntime: x.Y: m\n01-01 09:00:00.000  12  12 E AndroidRuntime: \tat a.b.C.d(C.java:1)\n',
  'logcat-events':
    '01-01 09:00:00.000  12  12 I am_crash: [12,0,a.b,1,x.Y,m, n,C.java,1,0]\n01-01 09:00:00.000 1 1 I am_anr  : [0,12,a.b,1,r]\n',
  'adb-devices':
    'List of devices attached\nA device usb:1-2 model:M_N transport_id:3\nB\tno permissions (x); see [y]\n',
  'adb-install': 'Performing Streamed Install\nadb: failed to install a.apk: Failure [INSTALL_FAILED_X: a [b] c]\n',
  getprop: '[ro.build.version.sdk]: [33]\n[a]: [b\nc]\n',
  'logcat-anr':
    '01-01 09:00:00.000 1 1 E ActivityManager: ANR in a.b (a.b/.C)\n01-01 09:00:00.000 1 1 E ActivityManager: PID: 7\n01-01 09:00:00.000 1 1 E ActivityManager: Reason: r\n',
  'anr-traces':
    '----- pid 7 at x -----\nCmd line: a.b\n"main" prio=5 tid=1 Blocked\n  at a.b.C.d(C.java:1)\n  - waiting to lock <0x0a> (a x.Y) held by thread 3\n\n',
  'dumpsys-battery':
    "Current Battery Service state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n  AC powered: true\n  status: 2\n  level: 42\n  scale: 100\n Time when the latest: +1s\n",
  'exit-info':
    'ACTIVITY MANAGER PROCESS EXIT INFO\n  package: a.b\n        ApplicationExitInfo #0:\n          timestamp=2026-01-01 09:00:00.000 pid=7 user=0\n          process=a.b reason=4 (APP CRASH(EXCEPTION)) status=0\n          importance=300 description=crash state=empty trace=null\n',
  'emulator-discovery':
    'port.serial=5554\nport.adb=5555\navd.name=A B\navd.id=A_B\navd.dir=/a/A_B.avd\ngrpc.port=8554\ngrpc.token=abc=\n',
  'avd-config':
    'AvdId=A_B\nhw.lcd.width=1080\nhw.lcd.height = 2400\nhw.lcd.density=420\nhw.sensor.hinge=yes\nhw.sensor.posture_list=1,3\nhw.displayRegion.0.1.width=9\nhw.displayRegion.0.1.height=9\n',
}

const recorded = hasRecordings('android')
  ? [
      'uiautomator',
      'dumpsys-window',
      'dumpsys-input-method',
      'logcat-crash',
      'logcat-events',
      'adb',
      'getprop',
      'anr',
      'battery',
      'exit-info',
      'emulator',
    ].flatMap(folder => recordingsOf('android', folder).map(({ text }) => text.slice(0, 20_000)))
  : []
const texts = [...Object.values(own), ...recorded]

/** A text that was cut at both ends, had a part of another put in, and characters changed. */
const mangled = fc
  .record({
    text: fc.constantFrom(...texts),
    other: fc.constantFrom(...texts),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    noise: fc.string({ unit: 'binary', maxLength: 40 }),
    doubled: fc.boolean(),
  })
  .map(({ text, other, from, to, at, noise, doubled }) => {
    const place = (of: string, share: number): number => Math.floor(of.length * share)
    const [a = 0, b = 0] = [place(text, from), place(text, to)].sort((x, y) => x - y)
    const kept = text.slice(0, a) + noise + text.slice(b)
    const cut = place(kept, at)
    return doubled ? kept.slice(0, cut) + other.slice(place(other, at)) + kept.slice(cut) : kept.slice(0, cut)
  })

function answersOrRefuses(work: () => unknown): void {
  try {
    work()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Refusal)
    expect((thrown as Refusal).words).toMatch(/\w/)
  }
}

/** Of this process's own computing: what else the machine does is not counted. */
function cpuMsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}

describe('mangled output', () => {
  it.each(androidKinds)('is answered or refused as %s', kind => {
    fc.assert(
      fc.property(mangled, text => {
        const begin = process.cpuUsage()
        answersOrRefuses(() => JSON.stringify(explainAndroid(kind, text)))
        expect(cpuMsSince(begin)).toBeLessThan(2000)
      }),
      { numRuns: 300 },
    )
  })

  it('is answered as noise of any kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...androidKinds), (text, kind) =>
        answersOrRefuses(() => explainAndroid(kind, text)),
      ),
      { numRuns: 500 },
    )
  })

  it('of the package manager is answered or refused', () => {
    fc.assert(
      fc.property(mangled, text => {
        guessKind(text)
        isTv(parseFeatures(text))
        parsePackageList(text)
        parsePackageVersion(text)
        parsePackageVersions(text)
        parseQueriedActivities(text)
        parseResolvedActivity(text)
        parseWm(text)
        answersOrRefuses(() => checkStarted(text))
      }),
      { numRuns: 300 },
    )
  })

  it('of the controls is answered', () => {
    const controls = fc.constantFrom(
      own['dumpsys-battery'],
      own['exit-info'],
      "Supported states: [\n  DeviceState{identifier=0, name='CLOSED'},\n  DeviceState{identifier=2, name='OPENED'},\n]\n",
      '  mCurrentOrientation=1\n  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:1", 1080 x 2400, type INTERNAL}\n',
      '  gps provider:\n    last location=Location[gps 52.520000,13.405000 hAcc=5.0 mock]\n',
      '  mWakefulness=Dozing\n',
      '  PID NAME\n 12 a.b\n 13 a.b:part\n',
    )
    fc.assert(
      fc.property(controls, mangled, fc.double({ min: 0, max: 1, noNaN: true }), (base, noise, share) => {
        const cut = Math.floor(base.length * share)
        const text = base.slice(0, cut) + noise + base.slice(cut)
        const begin = process.cpuUsage()
        const { level } = parseBattery(text)
        if (level !== null) expect(level).toBeLessThanOrEqual(100)
        parseDeviceState(text)
        parseDeviceStates(text)
        parseDisplay(text)
        parseExitInfo(text)
        const place = parseGpsPlace(text)
        if (place !== null) expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90)
        parseWakefulness(text)
        parsePids(text, 'a.b')
        startedPid('ActivityManager', text, 'a.b')
        columnsOf({ airplane: text, wifi: text, data: text, qdisc: text })
        expect(cpuMsSince(begin)).toBeLessThan(2000)
      }),
      { numRuns: 300 },
    )
  })

  it('of screencap is refused or a picture of its size', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(12),
        fc.nat(12),
        fc.boolean(),
        (bytes, width, height, hasHeader) => {
          const header = new DataView(new ArrayBuffer(hasHeader ? 12 : 0))
          if (hasHeader) {
            header.setUint32(0, width, true)
            header.setUint32(4, height, true)
            header.setUint32(8, 1, true)
          }
          const all = new Uint8Array([...new Uint8Array(header.buffer), ...bytes])
          answersOrRefuses(() => {
            const pixels = parseScreencap(all)
            expect(pixels.data.length).toBe(pixels.width * pixels.height * 4)
          })
          answersOrRefuses(() => pngIn(all))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('keeps what it still says: a dump that was cut still has its first nodes', () => {
    const whole = own.uiautomator
    const cut = explainAndroid('uiautomator', whole.slice(0, whole.indexOf('</node>')))
    expect(cut).toMatchObject({
      truncated: true,
      rotation: 1,
      nodes: [
        { text: 'a <b\n🙈', bounds: [0, 0, 10, 20] },
        { text: 'c', flags: ['clickable'] },
      ],
    })
  })
})
