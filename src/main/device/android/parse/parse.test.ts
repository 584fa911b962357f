// What the recordings do not hold: words and forms that sources and documents give, a case a rule.
import { describe, expect, it } from 'vitest'
import { parseAdbDevices, wordsOfState } from '#main/device/android/parse/adb-devices.ts'
import { parseAdbInstall, parseAdbVersion } from '#main/device/android/parse/adb-install.ts'
import { parseCrashLog } from '#main/device/android/parse/crash-log.ts'
import { parseEventLog } from '#main/device/android/parse/event-log.ts'
import { explainAndroid } from '#main/device/android/parse/explain.ts'
import {
  checkStarted,
  isTv,
  parseFeatures,
  parsePackageList,
  parsePackageVersion,
  parseResolvedActivity,
  parseWm,
} from '#main/device/android/parse/packages.ts'
import { parseScreencap, pngIn } from '#main/device/android/parse/screencap.ts'
import { parseUiautomator } from '#main/device/android/parse/uiautomator.ts'
import { parseWindow } from '#main/device/android/parse/window.ts'
import { typedPieces } from '#main/device/android/shell-words.ts'

describe('a dump that failed', () => {
  it.each([
    ['ERROR: could not get idle state.\n', 'not-idle'],
    ['ERROR: null root node returned by UiTestAutomationBridge.\n', 'no-root'],
    ['Killed \n', 'killed'],
    [
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient already registered!\n',
      'already-registered',
    ],
    ['', 'nothing'],
    ['sh: uiautomator: not found', 'not-xml'],
  ])('%j is told as what it is', (text, failure) => {
    expect(() => parseUiautomator(text)).toThrowError(expect.objectContaining({ code: 'failed', failure }) as Error)
  })

  it('names the line of what is no XML', () => {
    expect(() => parseUiautomator('<hierarchy rotation="0">\n<node bounds="[0,0][1,1]">\n</hierarchy>')).toThrowError(
      expect.objectContaining({ where: 'line 3' }) as Error,
    )
  })

  it('reads all windows of all displays where a build dumps them', () => {
    const { tree } = parseUiautomator(
      '<displays><display id="0"><window index="0"><hierarchy rotation="0"><node package="a" bounds="[0,0][1,1]"/></hierarchy></window><window index="1"><hierarchy rotation="0"><node package="b" bounds="[0,0][1,1]"/></hierarchy></window></display></displays>',
    )
    expect(tree.nodes.map(node => [node.package, node.parent])).toEqual([
      ['a', null],
      ['b', null],
    ])
  })
})

describe('the window in front', () => {
  it.each([
    [
      'mCurrentFocus=Window{1 u0 Application Not Responding: a.b}\nmFocusedApp=ActivityRecord{2 u0 a.b/.C t1}',
      { package: 'a.b', overlay: 'Application Not Responding: a.b' },
    ],
    ['mCurrentFocus=Window{1 a.b/a.b.C paused=false}', { package: 'a.b', activity: 'a.b.C' }],
    ['mCurrentFocus=Window{1 u999 a.b/a.b.C type=1 }', { package: 'a.b', activity: 'a.b.C' }],
    ['mCurrentFocus=null\nmFocusedApp=ActivityRecord{123 u0 a.b/.C t627 d0}', { package: 'a.b', overlay: null }],
    [
      'mCurrentFocus=Window{1 u0 PopupWindow:5a}\nmFocusedApp=ActivityRecord{2 u0 a.b/.C} t57}',
      { package: 'a.b', overlay: 'PopupWindow:5a' },
    ],
    ['  topResumedActivity=ActivityRecord{2 u0 a.b/.C t9}', { package: 'a.b', activity: '.C' }],
    ['    mResumedActivity: ActivityRecord{2 u0 a.b/.C t9}', { package: 'a.b', activity: '.C' }],
  ])('%j', (text, front) => expect(parseWindow(text)).toMatchObject(front))

  it('is secure by the flags of the focused window alone', () => {
    const windows = (first: string, second: string): string =>
      `mCurrentFocus=Window{a1 u0 a.b/a.b.C}\n  Window #1 Window{a1 u0 a.b/a.b.C}:\n      fl=${first}\n  Window #2 Window{b1 u0 c.d/c.d.E}:\n      fl=${second}\n`
    expect(parseWindow(windows('SECURE SPLIT_TOUCH', 'SPLIT_TOUCH')).secure).toBe(true)
    expect(parseWindow(windows('SPLIT_TOUCH', 'SECURE')).secure).toBe(false)
  })

  it('is the one of now on Android 14, whose copy after an ANR goes on under a second heading', () => {
    const focus = (pkg: string): string => `  mCurrentFocus=Window{a1 u0 ${pkg}/${pkg}.C}\n`
    const text = `WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  ANR time: x\n${focus('old.one')}Last ANR continued\nWINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n${focus('old.two')}WINDOW MANAGER POLICY STATE (dumpsys window policy)\nWINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n${focus('new.one')}`
    expect(parseWindow(text).package).toBe('new.one')
  })
})

describe('adb', () => {
  it('names all states in words, and says nothing of one that works', () => {
    for (const state of [
      'offline',
      'unauthorized',
      'authorizing',
      'connecting',
      'bootloader',
      'recovery',
      'sideload',
      'rescue',
      'host',
      'detached',
      'no permissions; see [x]',
      'new-one',
    ])
      expect(wordsOfState(state)).toMatch(/\w+ \w+/)
    expect(wordsOfState('device')).toBeNull()
  })

  it('reads a device without a serial, and lines of a server that was replaced', () => {
    const text =
      "adb server version (41) doesn't match this client (39); killing...\n* daemon started successfully\nList of devices attached\n(no serial number)     device transport_id:2\n"
    expect(parseAdbDevices(text)).toMatchObject([{ serial: '(no serial number)', state: 'device', transportId: 2 }])
  })

  it('keeps brackets of a reason, and takes nothing but Success for a success', () => {
    expect(parseAdbInstall('Failure [INSTALL_FAILED_X: Package [a.b] is [bad]]')).toMatchObject({
      ok: false,
      code: 'INSTALL_FAILED_X',
      words: expect.stringContaining('Package [a.b] is [bad]') as string,
    })
    expect(parseAdbInstall('Performing Streamed Install\n')).toMatchObject({ ok: false, code: null })
    expect(parseAdbInstall("adb: error: failed to get feature set: device 'x' not found")).toMatchObject({
      ok: false,
      words: expect.stringContaining("device 'x' not found") as string,
    })
  })
})

describe('the version of the adb program', () => {
  it('is the last number of its protocol version', () => {
    expect(parseAdbVersion('Android Debug Bridge version 1.0.41\nVersion 29.0.6-debian\n')).toBe(41)
    expect(parseAdbVersion('bash: adb: command not found')).toBe(null)
  })
})

describe('crashes and events', () => {
  it('have one signature whatever numbers, hashes and lambdas are in them', () => {
    const crash = (message: string, frame: string): string =>
      `01-01 09:00:00.000  12  12 E AndroidRuntime: FATAL EXCEPTION: main\n01-01 09:00:00.000  12  12 E AndroidRuntime: Process: a.b:remote, PID: 12\n01-01 09:00:00.000  12  12 E AndroidRuntime: x.Y: ${message}\n01-01 09:00:00.000  12  12 E AndroidRuntime: \tat ${frame}(C.java:1)\n`
    const [one] = parseCrashLog(crash('a@1f3c 12', 'a.b.C$1.run'))
    const [two] = parseCrashLog(crash('a@77aa 99', 'a.b.C$2.run'))
    expect(one?.signature).toBe(two?.signature)
    expect(one).toMatchObject({ process: 'a.b:remote', package: 'a.b' })
  })

  it('keep commas of a message, with and without the newer last field', () => {
    const line = (fields: string): string => `01-01 09:00:00.000  1523  1581 I am_crash: [${fields}]`
    for (const tail of ['C.java,12', 'C.java,12,0'])
      expect(parseEventLog(line(`77,0,a.b:svc,1,x.Y,list, of 3, words,${tail}`))).toMatchObject([
        { pid: 77, package: 'a.b', reason: 'x.Y: list, of 3, words' },
      ])
    expect(parseEventLog(line('1523,0,a.b,1,Native crash,Segmentation fault,unknown,0,0'))).toMatchObject([
      { pid: 1523, reason: 'Native crash: Segmentation fault' },
    ])
  })
})

describe('the package manager', () => {
  it('lists packages with and without their files', () =>
    expect(parsePackageList('package:a.b\npackage:/data/app/~~x==/c.d-1/base.apk=c.d\nnoise\n')).toEqual([
      'a.b',
      'c.d',
    ]))

  it('knows a TV by either feature, and nothing by an empty list', () => {
    expect(isTv(parseFeatures('feature:reqGlEsVersion=0x30002\nfeature:android.software.leanback\n'))).toBe(true)
    expect(isTv(parseFeatures('feature:android.hardware.type.television\n'))).toBe(true)
    expect(isTv(parseFeatures('feature:android.software.leanback_only_in_name\n'))).toBe(false)
    expect(isTv(parseFeatures(''))).toBeNull()
  })

  it('reads a version', () => {
    expect(parsePackageVersion('    versionCode=118 minSdk=26 targetSdk=33\n    versionName=5.2.1\n')).toEqual({
      versionCode: 118,
      versionName: '5.2.1',
    })
    expect(parsePackageVersion('Unable to find package: x')).toBeNull()
  })

  it('resolves a launcher, and neither nothing nor the chooser', () => {
    expect(parseResolvedActivity('priority=0 preferredOrder=0 match=0x108000\na.b/.Main\n')).toBe('a.b/.Main')
    expect(parseResolvedActivity('No activity found\n')).toBeNull()
    expect(parseResolvedActivity('priority=0\nandroid/com.android.internal.app.ResolverActivity\n')).toBeNull()
  })

  it.each([
    [
      'Starting: Intent { cmp=a.b/.C }\nError type 3\nError: Activity class {a.b/.C} does not exist.\n',
      /does not exist/,
    ],
    [
      'Starting: Intent { dat=x }\nError: Activity not started, unable to resolve Intent { act=x }\n',
      /unable to resolve/,
    ],
    ['Starting: Intent { }\njava.lang.SecurityException: Permission Denial: starting Intent\n', /Permission Denial/],
  ])('says that nothing was started: %j', (text, words) => expect(() => checkStarted(text)).toThrowError(words))

  it.each([
    'Starting: Intent { cmp=a.b/.C }\nStatus: ok\nLaunchState: COLD\nComplete\n',
    'Starting: Intent { cmp=a.b/.C }\nWarning: Activity not started, its current task has been brought to the front\nStatus: ok\n',
    'Starting: Intent { cmp=a.b/.C }\nStatus: timeout\n',
  ])('takes for started: %j', text => expect(() => checkStarted(text)).not.toThrow())

  it('prefers what overrides size and density', () => {
    expect(parseWm('Physical size: 1080x2400\nOverride size: 720x1280\n')).toEqual({ width: 720, height: 1280 })
    expect(parseWm('Physical density: 420\nOverride density: 320\n')).toBe(320)
    expect(parseWm('Physical density: 420\n')).toBe(420)
    expect(parseWm('')).toBeNull()
  })
})

describe('a screenshot', () => {
  const raw = (header: number, pixels: number): Uint8Array => {
    const bytes = new Uint8Array(header + pixels)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, 2, true)
    view.setUint32(4, 3, true)
    view.setUint32(8, 1, true)
    return bytes
  }

  it.each([12, 16])('is read behind a header of %i bytes', header =>
    expect(parseScreencap(raw(header, 24))).toMatchObject({ width: 2, height: 3 }),
  )

  it('that broke off is never a picture', () => {
    expect(() => parseScreencap(raw(16, 10))).toThrowError(/broke off/)
    expect(() => parseScreencap(new TextEncoder().encode('Failed to take screenshot. Status: -1'))).toThrowError(
      /Failed to take screenshot/,
    )
    expect(() => pngIn(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]))).toThrowError(
      /broke off/,
    )
    expect(() => pngIn(new Uint8Array())).toThrowError(/no screenshot/)
  })
})

describe('typed text', () => {
  it('is parted so that no piece is too long or holds a blank in disguise', () => {
    const text = `${'a'.repeat(130)}%s 100%`
    const pieces = typedPieces(text)
    expect(pieces.join('')).toBe(text)
    expect(pieces.every(piece => piece.length <= 100 && !piece.includes('%s'))).toBe(true)
  })
})

describe('text that is on no key', () => {
  it('is refused with every character it holds, each named once, and with what types it', () => {
    const refused = (text: string): object => expect.objectContaining({ words: text }) as object
    const ascii = 'cannot be typed over adb: only plain ASCII can.'
    expect(() => typedPieces('日')).toThrow(refused(`"日" ${ascii}`))
    expect(() => typedPieces('aé日é\n')).toThrow(
      refused(`"é", "日" and a line break ${ascii} Nothing of it was typed.`),
    )
    expect(() => typedPieces('👩‍👩‍👧')).toThrow(refused(`"👩‍👩‍👧" ${ascii}`))
    const many = 'äöüßéèêçñ'
    expect(() => typedPieces(many)).toThrow(
      refused(`"ä", "ö", "ü", "ß", "é", "è" and 3 more ${ascii} Nothing of it was typed.`),
    )
    expect(() => typedPieces('日')).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/Install scrcpy/) as string }) as Error,
    )
  })
})

describe('explain', () => {
  it('refuses a kind that there is not, with those that there are', () => {
    expect(() => explainAndroid('tarot', '')).toThrowError(
      expect.objectContaining({
        code: 'bad-value',
        hint: expect.stringMatching(/uiautomator.*maestro-flow/) as string,
      }) as Error,
    )
  })
})
