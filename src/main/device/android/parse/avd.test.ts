// What Android's own tools print about AVDs, and the files they write, as recorded or described.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAvdConfig, parseAvdPointer, withKeys } from '#main/device/android/parse/avd-config.ts'
import { parseAvdList, parseInstalledImages, parseProfiles } from '#main/device/android/parse/avd-list.ts'
import { explainEnd, scrubbedLog } from '#main/device/android/parse/emulator-log.ts'
import { parseIni } from '#main/device/android/parse/hardware.ts'

describe('emulator -list-avds', () => {
  it('gives the ids and drops the log lines among them', () => {
    const text = [
      'INFO    | Storing crashdata in: /somewhere/emu-crash-34.1.9.db, detection is enabled for process: 1',
      'Storing crashdata in: /somewhere',
      'WARNING | something',
      'Pixel_8',
      'Medium_Phone_API_36.0\r',
      '',
    ].join('\n')
    expect(parseAvdList(text)).toEqual(['Pixel_8', 'Medium_Phone_API_36.0'])
  })
})

describe('sdkmanager --list_installed', () => {
  it('gives the system images after its progress bar, the newest first, and says which give no pictures', () => {
    const text = [
      '[=====       ] 20% Loading…\r[=======] 100% Computing updates...\rInstalled packages:',
      '  Path | Version | Description | Location',
      '  ------- | ------- | ------- | -------',
      '  emulator | 36.6.11 | Android Emulator | emulator',
      '  system-images;android-33;aosp_atd;x86_64 | 3 | AOSP ATD | system-images/android-33/aosp_atd/x86_64',
      '  system-images;android-35;google_apis;x86_64 | 9 | Google APIs | system-images/android-35/google_apis/x86_64',
      '  platform-tools | 37.0.1 | Tools | platform-tools',
    ].join('\n')
    expect(parseInstalledImages(text)).toEqual([
      {
        package: 'system-images;android-35;google_apis;x86_64',
        apiLevel: 35,
        tag: 'google_apis',
        abi: 'x86_64',
        why: null,
      },
      expect.objectContaining({ tag: 'aosp_atd', why: expect.stringMatching(/no pictures/) }),
    ])
  })
})

describe('avdmanager list device', () => {
  it('gives ids with their names', () => {
    const text =
      'Available devices definitions:\nid: 0 or "automotive_1024p"\n    Name: Automotive (1024p)\n    OEM : Google\n---------\nid: 31 or "pixel_8"\n    Name: Pixel 8\n    Tag : google\n'
    expect(parseProfiles(text)).toEqual([
      { id: 'automotive_1024p', name: 'Automotive (1024p)' },
      { id: 'pixel_8', name: 'Pixel 8' },
    ])
  })
})

const fixture = join(process.env['NOCTURNE_FIXTURES'] ?? '../shared/fixtures', 'android', 'emulator')

describe('config.ini', () => {
  it('tells what the device is', () => {
    const text =
      'avd.ini.displayname=Pixel 8\nhw.lcd.width = 1080\nhw.lcd.height = 2400\nhw.lcd.density = 420\nimage.sysdir.1=system-images/android-35/google_apis/x86_64/\ntag.id=google_apis\ntag.display=Google APIs\nabi.type=x86_64\n'
    expect(parseAvdConfig('Pixel_8', text)).toMatchObject({
      name: 'Pixel 8',
      kind: 'phone',
      size: { width: 1080, height: 2400 },
      apiLevel: 35,
      runtime: 'Android 15 (API 35), Google APIs x86_64',
    })
    const tv = 'hw.lcd.width=1920\nhw.lcd.height=1080\nhw.lcd.density=320\ntag.id=google-tv\ntarget=android-36'
    expect(parseAvdConfig('tv', tv)).toMatchObject({ kind: 'tv', apiLevel: 36 })
    const tablet = 'hw.lcd.width=1600\nhw.lcd.height=2560\nhw.lcd.density=320'
    expect(parseAvdConfig('Pixel_Tablet', tablet)).toMatchObject({ kind: 'tablet', name: 'Pixel Tablet' })
  })

  it('is read from the recorded files, templates and placeholders passed over', () => {
    if (!existsSync(fixture)) return process.stdout.write('left out: no fixtures\n')
    const read = (name: string): string => readFileSync(join(fixture, name), 'utf8')
    const phone = parseAvdConfig('MediumPhone', read('mediumphone-config.ini'))
    expect(phone).toMatchObject({ name: 'MediumPhone', kind: 'phone', apiLevel: null, runtime: 'Android, Google APIs' })
    const fold = parseAvdConfig('Fold', read('foldable-pixel10profold-keys.ini'))
    expect(fold).toMatchObject({ kind: 'foldable', fold: { outer: { width: 1080, height: 2364 } } })
  })

  it('keeps every other line when keys are set', () => {
    const text = '# a comment\nhw.keyboard = no\nhw.lcd.width=1080\nhw.keyboard=no\n'
    expect(withKeys(text, { 'hw.keyboard': 'yes', name: 'Pixel 8' })).toBe(
      '# a comment\nhw.keyboard=yes\nhw.lcd.width=1080\nname=Pixel 8\n',
    )
    const word = fc.stringMatching(/^[a-z.]{1,8}$/)
    fc.assert(
      fc.property(fc.dictionary(word, word), fc.dictionary(word, word), (before, keys) => {
        const lines = Object.entries(before).map(([key, value]) => `${key}=${value}`)
        expect(Object.fromEntries(parseIni(withKeys(lines.join('\n'), keys)))).toEqual({ ...before, ...keys })
      }),
    )
  })

  it('is found by the pointer beside it', () => {
    expect(parseAvdPointer('avd.ini.encoding=UTF-8\npath=/there/My=Phone.avd\npath.rel=avd/x.avd\n')).toEqual({
      folder: '/there/My=Phone.avd',
      relative: 'avd/x.avd',
      target: null,
    })
  })
})

describe('an emulator that did not start', () => {
  it.each([
    ['PANIC: Unknown AVD name [x], use -list-avds to see valid list.', /does not know this AVD/],
    ['FATAL | Broken AVD system path. Check your ANDROID_SDK_ROOT value', /system image .* not installed/],
    ["ERROR | This user doesn't have permissions to use KVM (/dev/kvm).", /\/dev\/kvm/],
    ['ERROR | x86_64 emulation currently requires hardware acceleration!', /virtualisation is not available/],
    ['ERROR | Running multiple emulators with the same AVD is an experimental feature.', /running already/],
    ['ERROR | Not enough space to create userdata partition.', /disk is too full/],
    ['emulator: error while loading shared libraries: libpulse.so.0', /library/],
  ])('says why in words: %s', (log, words) => {
    const end = explainEnd(log, 1)
    expect(end.words).toMatch(words)
    expect(end.hint).not.toBeNull()
  })

  it('gives its last telling line where nobody knows it, and its code', () => {
    expect(explainEnd('INFO | hello\nERROR | the moon is full\nINFO | bye', 3).words).toBe(
      'The emulator ended with code 3. It said last: ERROR | the moon is full',
    )
    expect(explainEnd('', null).words).toBe('The emulator was ended from outside or crashed.')
  })

  it('never gives a token away', () => {
    expect(scrubbedLog('grpc.token=AbCdEf0123456789xyz and Bearer AbCdEf0123456789xyz')).not.toMatch(/AbCdEf/)
  })
})
