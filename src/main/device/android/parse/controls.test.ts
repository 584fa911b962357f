// What Android says of its controls, in the forms of several versions.
import { describe, expect, it } from 'vitest'
import { parseBattery } from '#main/device/android/parse/battery.ts'
import { parseDeviceState, parseDeviceStates } from '#main/device/android/parse/device-state.ts'
import { parseDisplay } from '#main/device/android/parse/display.ts'
import { parseExitInfo } from '#main/device/android/parse/exit-info.ts'
import { parseGpsPlace } from '#main/device/android/parse/location.ts'
import { columnsOf, networkOf } from '#main/device/android/parse/network.ts'
import { parsePackageVersions } from '#main/device/android/parse/packages.ts'
import { parseWakefulness } from '#main/device/android/parse/power.ts'
import { parsePids, startedPid } from '#main/device/android/parse/process-list.ts'

describe('the battery', () => {
  it('says whether somebody set it, and counts in its own scale', () => {
    const text =
      "Current Battery Service state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n  AC powered: false\n  status: 3\n  level: 21\n  scale: 50\n"
    expect(parseBattery(text)).toEqual({ level: 42, status: 3, charging: false, powered: [], isSet: true })
    expect(parseBattery('').level).toBeNull()
  })
})

describe('sleep', () => {
  it.each([
    ['Power Manager State:\n  mDirty=0x0\n  mWakefulness=Awake\n', 'awake'],
    ['  mWakefulness=Asleep\n  mWakefulnessChanging=false\n', 'asleep'],
    ['  mWakefulness=Dozing\n', 'asleep'],
    ['  mWakefulness=Dreaming\n', 'awake'],
    ['  mWakefulnessChanging=false\n', null],
  ])('of %j is %s', (text, expected) => expect(parseWakefulness(text)).toBe(expected))
})

describe('the display', () => {
  const info = (name: string, id: string, size: string, type: string): string =>
    `  mPrimaryDisplayDevice\n    DisplayDeviceInfo{"${name}": uniqueId="${id}", ${size}, modeId 1, density 420, touch INTERNAL, rotation 0, type ${type}, state ON}\n`

  it('tells its rotation', () => {
    expect(parseDisplay('  mViewports=[x]\n    mCurrentOrientation=3\n').rotation).toBe(3)
    expect(
      parseDisplay('    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", real 2400 x 1080, rotation 1, state ON}\n')
        .rotation,
    ).toBe(1)
    expect(parseDisplay('nothing').rotation).toBeNull()
  })

  it('lists built-in screens once, the largest first, and no drawn or plugged ones', () => {
    const text = [
      info('Built-in Screen', 'local:4630946', '1080 x 2092', 'INTERNAL'),
      info('Built-in Screen', 'local:4630947', '2208 x 1840', 'BUILT_IN'),
      info('Built-in Screen', 'local:4630947', '2208 x 1840', 'INTERNAL'),
      info('HDMI Screen', 'local:3', '3840 x 2160', 'EXTERNAL'),
      info('Overlay #1', 'virtual:a', '4000 x 4000', 'OVERLAY'),
    ].join('')
    expect(parseDisplay(text).screens).toEqual([
      { width: 2208, height: 1840 },
      { width: 1080, height: 2092 },
    ])
  })
})

describe('postures', () => {
  it('are matched by name, whatever their numbers', () => {
    const android15 =
      "Supported states: [\n  DeviceState{identifier=3, name='CLOSED', app_accessible=true},\n  DeviceState{identifier=1, name='HALF_OPENED', app_accessible=true},\n  DeviceState{identifier=7, name='OPENED', app_accessible=true},\n  DeviceState{identifier=4, name='REAR_DISPLAY_STATE', app_accessible=true},\n]\n"
    expect([...parseDeviceStates(android15).numbers]).toEqual([
      ['closed', 3],
      ['half-open', 1],
      ['open', 7],
    ])
  })

  it('are none on what does not fold', () => {
    expect(
      parseDeviceStates("Supported states: [\n  DeviceState{identifier=0, name='DEFAULT'},\n]\n").numbers.size,
    ).toBe(0)
    expect(parseDeviceStates("  DeviceState{identifier=0, name='OPENED'}\n").numbers.size).toBe(0)
  })

  it('now are told by number or in Android 12 words', () => {
    expect(parseDeviceState('2\n')).toBe(2)
    expect(
      parseDeviceState("Committed state: DeviceState{identifier=1, name='HALF_OPENED'}\nOverride state: -\n"),
    ).toBe(1)
    expect(parseDeviceState('Unknown command: print-state\n')).toBeNull()
  })
})

describe('the place', () => {
  it('is that of GPS, before and after Android 12', () => {
    expect(parseGpsPlace('    last location=Location[gps -34.603700,-58.381600 hAcc=5.0 et=+1h mock]\n')).toEqual({
      latitude: -34.6037,
      longitude: -58.3816,
    })
    expect(parseGpsPlace('    gps: Location[gps 52.520000,13.405000 acc=20 et=?!? alt=0.0]\n')?.latitude).toBe(52.52)
    expect(parseGpsPlace('    last location=Location[network 1.0,2.0 hAcc=5.0]\n')).toBeNull()
    expect(parseGpsPlace('Location[gps 152.5,13.4]')).toBeNull()
  })
})

describe('the network', () => {
  const of = (airplane: string, wifi: string, data: string, qdisc = ''): string =>
    networkOf(columnsOf({ airplane, wifi, data, qdisc }), wifi)

  it('is offline in airplane mode, unless Wi-Fi was switched on in it', () => {
    expect(of('1\n', '0\n', '1\n')).toBe('offline')
    expect(of('1\n', '3\n', '1\n')).toBe('offline')
    expect(of('1\n', '2\n', '1\n')).toBe('online')
  })
  it('is offline without Wi-Fi and data, and slow while Wi-Fi is shaped', () => {
    expect(of('0\n', '0\n', '0\n')).toBe('offline')
    expect(of('0\n', '0\n', '1\n')).toBe('online')
    expect(of('0\n', 'null\n', 'null\n')).toBe('online')
    expect(of('0', '1', '1', 'qdisc netem 8001: root refcnt 2 limit 1000 delay 100ms rate 473600bit\n')).toBe('slow')
  })
})

describe('processes', () => {
  it('of an app are its own and its parts', () => {
    expect(parsePids('  PID NAME\n    1 init\n 4321 a.b.c\n 4400 a.b.c:remote\n 4500 a.b.cd\n', 'a.b.c')).toEqual([
      4321, 4400,
    ])
  })
  it('that are started are told by the log', () => {
    const line = 'Start proc 4321:a.b.c:remote/u0a191 for service {a.b.c/a.b.c.Sync}'
    expect(startedPid('ActivityManager', line, 'a.b.c')).toBe(4321)
    expect(startedPid('ActivityManager', line, 'a.b')).toBeNull()
    expect(startedPid('Other', line, 'a.b.c')).toBeNull()
  })
})

describe('the apps', () => {
  it('have their versions out of one dump, the first block of each', () => {
    const text =
      'Packages:\n  Package [a.b] (3f1):\n    versionCode=42 minSdk=26 targetSdk=33\n    versionName=2.4 beta\n  Package [c.d] (3f2):\n    versionCode=7\n    versionName=null\nHidden system packages:\n  Package [a.b] (3f3):\n    versionCode=1\n    versionName=1\n'
    expect([...parsePackageVersions(text)]).toEqual([
      ['a.b', { versionCode: 42, versionName: '2.4 beta' }],
      ['c.d', { versionCode: 7, versionName: 'null' }],
    ])
  })
})

describe('ends of processes', () => {
  it('are told with the words of the system, of several apps', () => {
    const text =
      '  package: a.b\n        ApplicationExitInfo #0:\n          timestamp=2026-01-01 09:00:00.000 pid=7 realUid=1 user=0\n          process=a.b:x reason=5 (APP CRASH(NATIVE)) subreason=0 (UNKNOWN) status=11\n          importance=100 description=null state=empty trace=null\n  package: c.d\n        ApplicationExitInfo #0:\n          timestamp=2026-01-01 09:00:01.000 pid=8 user=0\n          process=c.d reason=3 (LOW_MEMORY) status=0\n'
    expect(parseExitInfo(text)).toMatchObject([
      { package: 'a.b', process: 'a.b:x', kind: 'native_crash', description: 'null' },
      { package: 'c.d', pid: 8, kind: 'other', description: '' },
    ])
  })
})
