// Android's refusals: our words first, one line of theirs behind them in brackets.
import { describe, expect, it } from 'vitest'
import { permissionRefused, rawReason, startRefused } from '#main/device/android/parse/refused-words.ts'

const thrown = (why: string): string =>
  `\nException occurred while executing 'grant':\n${why}\n\tat com.android.server.pm.X.grant(X.java:7)\n\tat android.os.Binder.y(Binder.java:1)\n`

describe('a permission that was not changed', () => {
  it.each([
    ['java.lang.IllegalArgumentException: Unknown package: a.b', 'There is no app a.b on this device.'],
    [
      'java.lang.SecurityException: Package a.b has not requested permission p.Q',
      'a.b does not ask for p.Q, so it cannot be changed.',
    ],
    ['java.lang.IllegalArgumentException: Unknown permission: p.Q', 'This Android has no permission p.Q.'],
    [
      'java.lang.SecurityException: Permission p.Q requested by a.b is not a changeable permission type',
      'p.Q is none that is granted and taken while an app is installed.',
    ],
    [
      'java.lang.SecurityException: grantRuntimePermission: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS.',
      'This device lets nobody change permissions over adb; some makers have a switch for it under Developer options.',
    ],
    ['java.lang.NullPointerException: null', 'Android did not change p.Q of a.b.'],
  ])('%s', (why, words) => {
    expect(permissionRefused(thrown(why), 'a.b', 'p.Q')).toBe(`${words} (${why})`)
  })

  it('is none where nothing is said', () => {
    expect(permissionRefused('', 'a.b', 'p.Q')).toBeNull()
  })
})

it('what was not started says why, and what Android said', () => {
  expect(startRefused('Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=x: }')).toBe(
    'Android has nothing installed that opens this. (Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=x: })',
  )
  expect(startRefused('Activity class {a.b/a.b.C} does not exist.')).toMatch(
    /^What was to be started is not on this device\. \(/u,
  )
  expect(startRefused('java.lang.SecurityException: Permission Denial: starting Intent')).toMatch(
    /^The app does not let this be started/u,
  )
  expect(startRefused('Something else')).toBe('Android did not start it. (Something else)')
})

it('a reason is one short line, even of none', () => {
  expect(rawReason('')).toBe('no reason was given')
  expect(rawReason(`a${'b'.repeat(1000)}\nc`)).toMatch(/^ab{199}…$/u)
})
