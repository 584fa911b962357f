// Every parser against every recorded output of a real device, with the fact that the index of the recordings states.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hasRecordings, recording, recordingsOf } from '../../../../../test/builders/recordings.ts'
import { parseAdbDevices, wordsOfState } from '#main/device/android/parse/adb-devices.ts'
import { parseAdbInstall } from '#main/device/android/parse/adb-install.ts'
import { parseAnrLog, parseAnrTraces } from '#main/device/android/parse/anr.ts'
import { parseBattery } from '#main/device/android/parse/battery.ts'
import { parseCrashLog } from '#main/device/android/parse/crash-log.ts'
import { parseEventLog } from '#main/device/android/parse/event-log.ts'
import { parseExitInfo } from '#main/device/android/parse/exit-info.ts'
import { explainAndroid, guessKind } from '#main/device/android/parse/explain.ts'
import { buildPropsOf, parseGetprop } from '#main/device/android/parse/getprop.ts'
import { parseInputMethod } from '#main/device/android/parse/input-method.ts'
import { parseUiautomator } from '#main/device/android/parse/uiautomator.ts'
import { parseWindow } from '#main/device/android/parse/window.ts'
import { subtreeOf, wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'

const read = (name: string): string => recording('android', name)

const facts = z.record(
  z.string(),
  z.looseObject({
    nodes: z.number(),
    rotation: z.string(),
    packages: z.record(z.string(), z.number()),
    clickable: z.number(),
    clickable_without_own_label: z.number(),
    clickable_unlabeled_deep: z.number(),
    unlabeled_bounds: z.array(z.string()),
    focusable: z.number(),
    focused: z.array(z.object({ cls: z.string(), first_label_inside: z.string(), bounds: z.string() })),
    password: z.number(),
    scrollable: z.number(),
    max_depth: z.number(),
  }),
)

const boundsWords = ({ bounds }: Element): string => `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`
const hasOwnLabel = (node: Element): boolean => node.text.trim() !== '' || node.desc.trim() !== ''
const hasLabelInside = (tree: ElementTree, node: Element): boolean => subtreeOf(tree, node.index).some(hasOwnLabel)

function countsOf(tree: ElementTree): Omit<z.infer<typeof facts>[string], 'focused'> {
  const packages: Record<string, number> = {}
  for (const node of tree.nodes) packages[node.package] = (packages[node.package] ?? 0) + 1
  const clickable = tree.nodes.filter(node => node.clickable)
  const unlabeled = clickable.filter(node => !hasLabelInside(tree, node))
  return {
    nodes: tree.nodes.length,
    rotation: String(tree.rotation),
    packages,
    clickable: clickable.length,
    clickable_without_own_label: clickable.filter(node => !hasOwnLabel(node)).length,
    clickable_unlabeled_deep: unlabeled.length,
    unlabeled_bounds: unlabeled.map(boundsWords),
    focusable: tree.nodes.filter(node => node.focusable).length,
    password: tree.nodes.filter(node => node.password).length,
    scrollable: tree.nodes.filter(node => node.scrollable).length,
    max_depth: Math.max(...tree.nodes.map(node => node.depth)) + 1,
  }
}

if (!hasRecordings('android'))
  describe('recorded outputs of Android', () => {
    it('are left out: the recordings are not on this machine', () => expect(hasRecordings('android')).toBe(false))
  })
else {
  describe('recorded uiautomator dumps', () => {
    const all = facts.parse(JSON.parse(read('facts.json')))

    it.each(recordingsOf('android', 'uiautomator'))('$name says what its facts say', ({ name, text }) => {
      const fact = all[name]
      if (fact === undefined) throw new Error(`${name} has no facts`)
      const { tree, truncated } = parseUiautomator(text)
      expect(truncated).toBe(false)
      expect(fact).toMatchObject(countsOf(tree))
      const focused = tree.nodes.filter(node => node.focused)
      expect(focused.map(node => [node.className, boundsWords(node)])).toEqual(
        fact.focused.map(({ cls, bounds }) => [cls, bounds]),
      )
      for (const [at, node] of focused.entries())
        if (hasLabelInside(tree, node)) expect(wordsOfElement(tree, node)).toBe(fact.focused[at]?.first_label_inside)
    })

    it('are told from the status line behind them', () => {
      const { tree, words } = parseUiautomator(read('uiautomator/devtty-compressed-trailing-text.txt'))
      expect(words).toBe('UI hierchary dumped to: /dev/tty')
      const email = tree.nodes.find(node => node.focused)
      expect(email?.text).toBe(email?.hint)
    })

    it('have their entities read', () => {
      const texts = parseUiautomator(read('uiautomator/entities-and-newlines.xml')).tree.nodes.map(node => node.text)
      expect(texts.some(text => text.includes('<|im_start|>system\nYou are'))).toBe(true)
      expect(texts.join('')).not.toMatch(/&(amp|lt|gt|quot|#\d+);/)
    })

    it('lose the glyphs of icon fonts', () => {
      const { nodes } = parseUiautomator(read('uiautomator/reactnative-login-password.xml')).tree
      expect(nodes.filter(node => /[\ue000-\uf8ff]/.test(node.text + node.desc))).toEqual([])
    })

    it.each([
      ['uiautomator/anr-dialog-system.xml', ['android:id/aerr_close', 'android:id/aerr_wait']],
      ['uiautomator/crash-dialog-keeps-stopping.xml', ['android:id/aerr_app_info', 'android:id/aerr_close']],
      [
        'uiautomator/permission-location-precise.xml',
        [
          'com.android.permissioncontroller:id/permission_allow_foreground_only_button',
          'com.android.permissioncontroller:id/permission_deny_button',
        ],
      ],
    ])('%s shows the buttons of its dialog', (name, ids) => {
      const found = parseUiautomator(read(name)).tree.nodes.map(node => node.id)
      for (const id of ids) expect(found).toContain(id)
    })
  })

  describe('recorded window dumps', () => {
    it.each([
      ['zflip4-android12-two-displays.txt', { package: 'jp.naver.line.android', overlay: null, unknown: false }],
      [
        'android8-appwindowtoken.txt',
        {
          package: 'com.google.android.apps.photos',
          activity: 'com.google.android.apps.photos.home.HomeActivity',
          overlay: null,
        },
      ],
      ['android14-lastanr-block-only.txt', { package: '', activity: null, overlay: null, unknown: true }],
      ['notification-shade-over-app.txt', { package: 'com.android.launcher3', overlay: 'NotificationShade' }],
      ['sony-tv-focus-without-activity.txt', { package: 'tunein.player', overlay: 'com.sony.dtv.sonysystemservice' }],
      [
        'android13-activities-stray-brace.txt',
        { package: 'com.mediatek.camera', activity: '.CameraLauncher', asleep: true },
      ],
      ['android5-null-flapping.txt', { package: 'com.lookout.enterprise', activity: null }],
      ['windows-android16-emulator-no-focus-line.txt', { package: '', unknown: true }],
      ['android11-organiser-tasks-not-split.txt', { package: '', overlay: null, unknown: true }],
    ])('%s', (name, front) => expect(parseWindow(read(`dumpsys-window/${name}`))).toMatchObject(front))

    it('are all covered', () => expect(recordingsOf('android', 'dumpsys-window')).toHaveLength(9))

    it('keep their present windows when an ANR was copied in front of them', () => {
      const stale = read('dumpsys-window/android14-lastanr-block-only.txt')
      const live = read('dumpsys-window/android8-appwindowtoken.txt')
      const whole = `${stale}\nWINDOW MANAGER POLICY STATE (dumpsys window policy)\n${live}`
      expect(parseWindow(whole).package).toBe('com.google.android.apps.photos')
    })
  })

  describe('recorded keyboards', () => {
    const [hidden = '', shown = ''] = read('dumpsys-input-method/api33-hidden-shown.txt').split('# shown')
    const [up = '', down = ''] = read('dumpsys-input-method/headunit-shown-hidden.txt').split('# after')

    it.each([
      ['Android 13, hidden', hidden, false],
      ['Android 13, shown', shown, true],
      ['a head unit, shown', up, true],
      ['a head unit, after Escape', down, false],
      ['the window of a hidden keyboard', read('dumpsys-input-method/ime-window-block-emulator-hidden.txt'), false],
      ['all windows of a launcher', read('dumpsys-window/windows-android16-emulator-no-focus-line.txt'), false],
    ])('%s', (_, text, is) => expect(parseInputMethod(text)).toEqual({ shown: is, bounds: null }))

    it('a shown one with its place', () =>
      expect(parseInputMethod(read('dumpsys-input-method/pixel9-gboard-open.txt'))).toEqual({
        shown: true,
        bounds: { left: 0, top: 1399, right: 1080, bottom: 2282 },
      }))

    it('shown to the input method but not drawn, as with a hardware keyboard, is hidden', () =>
      expect(
        parseInputMethod(`${shown}\n${read('dumpsys-input-method/ime-window-block-emulator-hidden.txt')}`).shown,
      ).toBe(false))
  })

  describe('recorded crash logs', () => {
    const crashes = (name: string): ReturnType<typeof parseCrashLog> => parseCrashLog(read(`logcat-crash/${name}`))

    it('a message of a hundred lines', () => {
      const [crash, ...others] = crashes('java-multiline-message-room.txt')
      expect(others).toEqual([])
      expect(crash).toMatchObject({
        package: 'com.carlos.controlmedicamentos',
        pid: 28928,
        root: { type: 'java.lang.IllegalStateException' },
      })
      expect(crash?.root.message).toMatch(/^Migration didn't properly handle: fall_alerts/)
      expect(crash?.root.message).toContain('TableInfo')
      expect(crash?.frames[0]).toMatch(/BaseRoomConnectionManager\.onMigrate/)
    })

    it('the same React Native crash in five processes', () => {
      const found = crashes('reactnative-jsexception-five-times.txt')
      expect(found.map(crash => crash.package)).toEqual(Array(5).fill('co.ke.roadready.provider'))
      expect(new Set(found.map(crash => crash.signature)).size).toBe(1)
      expect(new Set(found.map(crash => crash.pid)).size).toBe(5)
      expect(found[0]).toMatchObject({
        thread: 'mqt_native_modules',
        root: { type: 'com.facebook.react.common.JavascriptException' },
      })
      expect(found[0]?.root.message).toMatch(/^Invariant Violation: "main" has not been registered/)
      expect(found[0]?.frames[0]).toMatch(/ExceptionsManagerModule\.reportException$/)
    })

    it('a buffer that begins in the middle of a tombstone', () => {
      const found = crashes('native-many-tombstones-started-midway.txt')
      expect(
        found.some(crash => crash.excerpt.includes('04-19 03:18:39') || crash.time?.startsWith('04-19 03:18') === true),
      ).toBe(false)
      expect(found.filter(crash => crash.time?.startsWith('04-19 07:04') === true)).toHaveLength(5)
      expect(found.filter(crash => crash.kind === 'java')).toHaveLength(2)
      expect(found.every(crash => crash.package === null)).toBe(true)
      expect(found.map(crash => crash.process)).toEqual(
        expect.arrayContaining(['Wpsreader2', 'Wpsreader3', 'Wpsreader4', 'Wpsreader5', 'Wpsreader6']),
      )
    })

    it("the system's own crash on a Samsung", () =>
      expect(crashes('system-process-fatal-samsung.txt')).toMatchObject([
        {
          process: '',
          package: null,
          thread: 'android.ui',
          root: { type: 'java.lang.IllegalStateException', message: 'Surface has already been released.' },
        },
      ]))

    it('a cause that is the stack of the other side', () => {
      const [crash] = crashes('java-caused-by-remote-stack.txt')
      expect(crash).toMatchObject({
        package: 'com.ifs.stoppai',
        pid: 5380,
        root: { type: 'java.lang.SecurityException' },
      })
      expect(crash?.chain).toHaveLength(3)
    })

    it('the brief format, two crashes', () => {
      const found = crashes('foreground-service-brief-format.txt')
      expect(found.map(crash => crash.pid)).toEqual([28120, 28448])
      for (const crash of found)
        expect(crash).toMatchObject({
          package: 'com.deepeye.musicpro.debug',
          root: { type: 'android.app.ForegroundServiceStartNotAllowedException' },
        })
    })

    it('a stack overflow in the tag format', () => {
      const [crash] = crashes('java-stackoverflow.txt')
      expect(crash).toMatchObject({
        process: 'net.bible.android.activity',
        thread: 'Thread-11',
        root: { type: 'java.lang.StackOverflowError', message: 'stack size 1038KB' },
      })
      expect(crash?.frames[0]).toMatch(/^org\.crosswire\.jsword.*SwordBookMetaData\.getProperty$/)
      expect(crash?.frames).toContain('java.util.HashMap.get')
    })

    it('one cause under a RuntimeException', () =>
      expect(crashes('java-caused-by-invocation.txt')).toMatchObject([
        {
          chain: [
            {
              type: 'java.lang.RuntimeException',
              message: 'Cannot create an instance of class org.mozilla.rocket.home.HomeViewModel',
            },
            {},
          ],
        },
      ]))

    it('the same crash twice, in two formats, with one signature', () => {
      const found = crashes('java-asynctask-two-causes.txt')
      expect(found.map(crash => crash.root.type)).toEqual([
        'java.lang.NullPointerException',
        'java.lang.NullPointerException',
      ])
      expect(found[0]?.thread).toBe('AsyncTask #3')
      expect(found[0]?.signature).toBe(found[1]?.signature)
    })

    it('app code of another package than the process', () => {
      const [crash] = crashes('kotlin-coroutine.txt')
      expect(crash).toMatchObject({
        package: 'com.bijoysingh.quicknote',
        pid: 19150,
        root: { type: 'java.lang.Exception', message: 'Invalid Search Mode' },
      })
      expect(crash?.frames[0]).toBe('com.maubis.scarlet.base.support.SearchConfigKt.getNotesForMode')
    })

    it("Android Studio's long format", () =>
      expect(crashes('java-long-format-with-package.txt')).toMatchObject([
        { package: 'org.wordpress.android', pid: 6254, time: '2021-12-30 14:00:28.597' },
      ]))

    it('Dart, whose process lives on', () => {
      const found = crashes('flutter-unhandled-dart.txt')
      expect(new Set(found.map(crash => crash.signature)).size).toBe(1)
      expect(found[0]).toMatchObject({
        kind: 'dart',
        root: { type: 'Unhandled Exception', message: 'Unable to load asset: "".' },
      })
      expect(found[0]?.frames[0]).toBe('DioClient.createDio')
    })

    it.each([
      [
        'tombstone-android16-emulator.txt',
        {
          process: 'com.example.nativewrapper.test',
          package: 'com.example.nativewrapper.test',
          thread: 'roidJUnitRunner',
          root: { type: 'SIGSEGV', message: 'null pointer dereference' },
          frames: ['base.apk'],
        },
      ],
      [
        'tombstone-android10-adbd-abort.txt',
        { process: '/system/bin/adbd', package: null, thread: 'UsbFfs-worker', root: { type: 'SIGABRT' } },
      ],
      [
        'tombstone-unity-android9.txt',
        { process: 'io.sentry.sample', package: 'io.sentry.sample', thread: 'UnityMain', root: { type: 'SIGSEGV' } },
      ],
    ])('%s', (name, crash) => expect(crashes(name)).toMatchObject([{ kind: 'native', ...crash }]))
  })

  describe('recorded event logs', () => {
    const events = (name: string): ReturnType<typeof parseEventLog> => parseEventLog(read(`logcat-events/${name}`))

    it('an ANR of the system UI on Android 5', () => {
      const found = events('android5-anr-systemui.txt')
      expect(found.filter(event => event.kind === 'anr')).toMatchObject([
        {
          user: 0,
          pid: 1064,
          package: 'com.android.systemui',
          reason: expect.stringMatching(/^Broadcast of Intent \{/) as string,
        },
      ])
      expect(found.filter(event => event.kind === 'died').every(event => event.package !== '')).toBe(true)
    })

    it('a crash whose first field is the pid', () =>
      expect(events('android7-java-crash-settings.txt')).toMatchObject([
        {
          kind: 'crash',
          pid: 3503,
          user: 0,
          package: 'com.android.settings',
          reason:
            "java.lang.NullPointerException: Attempt to write to field 'int android.app.Fragment.mNextAnim' on a null object reference",
        },
      ]))

    it('an ANR without a dialog and a crash after it', () => {
      const found = events('emulator-bg-anr-then-crash.txt')
      expect(found.filter(event => event.kind === 'anr')).toMatchObject([
        { pid: 2176, reason: expect.stringMatching(/^executing service/) as string },
      ])
      expect(found.filter(event => event.kind === 'crash')).toMatchObject([{ pid: 3421, user: 0 }])
    })
  })

  describe('recorded ANRs', () => {
    it('the block of the activity manager', () =>
      expect(parseAnrLog(read('anr/logcat-anr-in-no-focused-window.txt'))).toMatchObject([
        {
          package: 'com.tabletcontrol.companion',
          activity: '.KioskActivity',
          pid: 2136,
          reason: expect.stringMatching(/does not have a focused window/) as string,
        },
      ]))

    it('a main thread that waits for another', () => {
      const [trace] = parseAnrTraces(read('anr/traces-android13-sentry-sample.txt'))
      expect(trace).toMatchObject({
        pid: 28941,
        process: 'io.sentry.samples.android',
        mainState: 'Blocked',
        waitsFor: { lock: '0x0d3a2f0a', heldByThread: 5 },
      })
      expect(trace?.frames[0]).toBe('io.sentry.samples.android.MainActivity$2.run')
    })

    it('one of Dalvik', () => {
      const [trace] = parseAnrTraces(read('anr/traces-android4-huawei.txt'))
      expect(trace).toMatchObject({ process: 'no.daffern.logger', mainState: 'SUSPENDED', waitsFor: null })
      expect(trace?.frames[0]).toBe('no.daffern.logger.DualSimLogger.initGetterMethods')
    })
  })

  describe('recorded words of adb', () => {
    it('a device with its details', () =>
      expect(parseAdbDevices(read('adb/devices-l-one-device.txt'))).toEqual([
        {
          serial: 'ZX0000X0XX',
          state: 'device',
          path: 'usb:20-4',
          product: 'hiphi_g',
          model: 'motorola_edge_30_pro',
          device: 'hiphi',
          transportId: 1,
        },
      ]))

    it('one that lets nobody in', () =>
      expect(parseAdbDevices(read('adb/devices-unauthorized.txt'))).toMatchObject([{ state: 'unauthorized' }]))

    it('one this computer may not open', () => {
      const [row] = parseAdbDevices(read('adb/devices-no-permissions.txt'))
      expect(row).toMatchObject({
        serial: '863276c1',
        state: expect.stringMatching(/^no permissions \(missing udev rules\?.*html\]$/) as string,
      })
      expect(wordsOfState(row?.state ?? '')).toMatch(/udev/)
    })

    it('one without a serial behind the words of the daemon', () =>
      expect(parseAdbDevices(read('adb/devices-daemon-start-question-marks.txt'))).toMatchObject([
        { serial: '????????????', state: 'no permissions' },
      ]))

    it('installs: one that worked and two of another key', () => {
      const [worked = '', windows = '', old = ''] = read('adb/install-success-and-update-incompatible.txt').split('---')
      expect(parseAdbInstall(worked)).toMatchObject({ ok: true, code: null })
      for (const text of [windows, old])
        expect(parseAdbInstall(text)).toMatchObject({ ok: false, code: 'INSTALL_FAILED_UPDATE_INCOMPATIBLE' })
    })
  })

  describe('recorded properties', () => {
    it.each([
      [
        'getprop/samsung-s25plus-android16.txt',
        { sdk: 36, release: '16', model: 'SM-S936B', emulator: false, tv: false },
      ],
      ['getprop/motorola-edge20-android13.txt', { sdk: 33, release: '13', emulator: false, tv: false }],
    ])('%s', (name, props) => expect(buildPropsOf(parseGetprop(read(name)))).toMatchObject(props))
  })

  describe('a recorded battery', () => {
    it('battery/emulator-android16.txt: full, charging by AC, and its lines without a key say nothing', () => {
      const text = read('battery/emulator-android16.txt')
      const expected = { level: 100, status: 2, charging: true, powered: ['AC'] }
      expect(parseBattery(text)).toEqual({ ...expected, isSet: false })
      expect(explainAndroid('dumpsys-battery', text)).toEqual({ ...expected, set: false })
    })
  })

  describe('a recorded exit-info', () => {
    it('exit-info/emulator-sfa.txt: newest first a crash, an ANR and a stop of ours', () => {
      const text = read('exit-info/emulator-sfa.txt')
      expect(parseExitInfo(text)).toMatchObject([
        { package: 'io.nekohasekai.sfa', pid: 3421, kind: 'crash', reason: 4, description: 'crash' },
        { pid: 2176, kind: 'anr', description: 'bg anr: executing service io.nekohasekai.sfa/.bg.VPNService' },
        { pid: 5410, kind: 'stopped', description: 'stop io.nekohasekai.sfa due to from pid 5606' },
      ])
      expect(explainAndroid('exit-info', text)).toEqual({ exits: parseExitInfo(text) })
    })
  })

  describe('files of an emulator', () => {
    it('emulator/pid-36.6.11.ini: how it is reached, and that it has a token, but not the token', () => {
      const text = read('emulator/pid-36.6.11.ini')
      const token = /^grpc\.token=(.*)$/m.exec(text)?.[1] ?? ''
      const said = explainAndroid('emulator-discovery', text)
      expect(said).toMatchObject({
        serial: 'emulator-5554',
        adbPort: 5555,
        avdId: 'Pixel_9',
        avdName: 'Pixel 9',
        version: '36.6.11.0',
        grpc: { port: 8554, token: true, tls: false },
      })
      expect(token).not.toBe('')
      expect(JSON.stringify(said)).not.toContain(token)
    })

    it('emulator/foldable-pixel10profold-keys.ini: two screens and the line between them', () => {
      expect(explainAndroid('avd-config', read('emulator/foldable-pixel10profold-keys.ini'))).toMatchObject({
        kind: 'foldable',
        size: { width: 2076, height: 2152 },
        densityDpi: 390,
        fold: { outer: { width: 1080, height: 2364 }, hinge: 'vertical', postures: ['closed', 'half-open', 'open'] },
      })
    })

    it('emulator/mediumphone-config.ini: what a template left unfilled is not taken for an answer', () => {
      const said = explainAndroid('avd-config', read('emulator/mediumphone-config.ini'))
      expect(said).toMatchObject({ name: 'MediumPhone', kind: 'phone', fold: null })
      expect(JSON.stringify(said)).not.toContain('{{')
    })
  })

  describe('the kind of a recorded output', () => {
    it.each([
      ['emulator/pid-36.6.11.ini', 'emulator-discovery'],
      ['emulator/foldable-pixel10profold-keys.ini', 'avd-config'],
      ['emulator/mediumphone-config.ini', 'avd-config'],
      ['battery/emulator-android16.txt', 'dumpsys-battery'],
      ['exit-info/emulator-sfa.txt', 'exit-info'],
    ])('is guessed for %s', (name, kind) => expect(guessKind(read(name))).toBe(kind))

    it.each(
      ['uiautomator', 'dumpsys-window', 'dumpsys-input-method', 'logcat-crash', 'logcat-events', 'getprop'].flatMap(
        folder => recordingsOf('android', folder).map(({ name, text }) => ({ name, text, kind: folder })),
      ),
    )('is guessed for $name', ({ text, kind }) => expect(guessKind(text)).toBe(kind))

    it.each([...recordingsOf('android', 'adb'), ...recordingsOf('android', 'anr')])(
      'is guessed for $name',
      ({ name, text }) =>
        expect(guessKind(text)).toBe(
          name.startsWith('adb/install')
            ? 'adb-install'
            : name.startsWith('adb/')
              ? 'adb-devices'
              : name.startsWith('anr/logcat')
                ? 'logcat-anr'
                : 'anr-traces',
        ),
    )
  })
}
