// What a device answered to an install: success is only Success; each code has its words, its hint, and itself.
import { describe, expect, it } from 'vitest'
import { installAnswer, refusesWay, sessionIn } from '#main/device/android/parse/install-outcome.ts'

const failed = (code: string, more = ''): string =>
  `Performing Streamed Install\nadb: failed to install /tmp/base.apk: Failure [${code}${more}]\n`

/** Every code of facts/android.md 3.3. */
const codes = [
  'INSTALL_FAILED_UPDATE_INCOMPATIBLE',
  'INSTALL_FAILED_VERSION_DOWNGRADE',
  'INSTALL_FAILED_TEST_ONLY',
  'INSTALL_FAILED_OLDER_SDK',
  'INSTALL_FAILED_NO_MATCHING_ABIS',
  'INSTALL_FAILED_MISSING_SPLIT',
  'INSTALL_FAILED_INSUFFICIENT_STORAGE',
  'INSTALL_FAILED_CONFLICTING_PROVIDER',
  'INSTALL_FAILED_DUPLICATE_PERMISSION',
  'INSTALL_FAILED_USER_RESTRICTED',
  'INSTALL_FAILED_VERIFICATION_FAILURE',
  'INSTALL_FAILED_VERIFICATION_TIMEOUT',
  'INSTALL_FAILED_DEPRECATED_SDK_VERSION',
  'INSTALL_PARSE_FAILED_NOT_APK',
  'INSTALL_PARSE_FAILED_NO_CERTIFICATES',
  'INSTALL_PARSE_FAILED_MANIFEST_MALFORMED',
  'INSTALL_FAILED_INVALID_APK',
  'INSTALL_FAILED_SHARED_USER_INCOMPATIBLE',
  'INSTALL_FAILED_DEXOPT',
  'INSTALL_FAILED_ALREADY_EXISTS',
  'INSTALL_FAILED_ABORTED',
  'INSTALL_FAILED_INTERNAL_ERROR',
] as const

describe('an answer', () => {
  it.each(codes)('of %s has words of its own, and keeps the device’s', code => {
    const answer = installAnswer(failed(code, ': Package x [y] says [z]'))
    expect(answer).toMatchObject({ is: 'refused', code, raw: expect.stringContaining(code) as string })
    if (answer.is !== 'refused') throw new Error('it was taken')
    expect(answer.words).not.toContain('INSTALL_')
    expect(answer.words).toContain('Package x [y] says [z]')
  })

  it('of a maker’s own code is shown whole', () => {
    const answer = installAnswer('Failure [-3006: INSTALL_FAILED_BLOCKED_CROSS_DOWN]\n')
    expect(answer).toMatchObject({ is: 'refused', code: 'INSTALL_FAILED_BLOCKED_CROSS_DOWN' })
    if (answer.is === 'refused') expect(answer.words).toContain('-3006: INSTALL_FAILED_BLOCKED_CROSS_DOWN')
  })

  it('is a success only where it says so', () => {
    expect(installAnswer('Performing Streamed Install\nSuccess\n')).toEqual({ is: 'installed' })
    expect(installAnswer('Performing Streamed Install\n').is).toBe('vanished')
    expect(installAnswer('Failure [INSTALL_FAILED_INVALID_URI]\nsuccessfully installed\n').is).toBe('refused')
    expect(installAnswer('').is).toBe('vanished')
  })

  it('offers what a person may choose', () => {
    expect(installAnswer(failed('INSTALL_FAILED_VERSION_DOWNGRADE'))).toMatchObject({ offers: 'remove-first' })
    expect(installAnswer(failed('INSTALL_FAILED_TEST_ONLY'))).toMatchObject({ offers: 'test-only' })
    expect(installAnswer(failed('INSTALL_FAILED_INSUFFICIENT_STORAGE'))).toMatchObject({ offers: null })
  })

  it.each([
    "adb: device 'R5CT' not found",
    'adb: error: closed',
    'Performing Streamed Install\nadb: failed to install /tmp/x y/base.apk: \n',
    'adb: failed to install x.apk: \nadb: device offline',
    'error: protocol fault (couldn’t read status): Success',
  ])('of a device that went away is neither: %s', text => {
    expect(installAnswer(text).is).toBe('vanished')
  })

  it('of a device that knows no such install asks for another way, an app that was refused does not', () => {
    expect(refusesWay('/system/bin/sh: cmd: not found\n')).toBe(true)
    expect(refusesWay("cmd: Can't find service: package\n")).toBe(true)
    expect(refusesWay('Error: Unknown option: -S\n')).toBe(true)
    expect(refusesWay('Failure [INSTALL_FAILED_INVALID_URI]\n')).toBe(true)
    expect(refusesWay(failed('INSTALL_FAILED_INVALID_APK', ': Unknown option: x'))).toBe(false)
    expect(refusesWay('Success\n')).toBe(false)
  })

  it('tells the session', () => {
    expect(sessionIn('Success: created install session [1384]\n')).toBe('1384')
    expect(sessionIn('Failure [x]')).toBeNull()
  })
})
