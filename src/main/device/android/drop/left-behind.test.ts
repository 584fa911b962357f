// What installs can leave on a device: which old pushed files are ours to remove, and how much is remembered.
import { describe, expect, it } from 'vitest'
import { LeftBehind, oldPushes, pushName } from '#main/device/android/drop/left-behind.ts'

const now = Date.UTC(2026, 11, 2, 8)
const minutes = (count: number): number => now - count * 60_000

describe('pushed files', () => {
  it('are old when no install can be using them any more, and only those of our own name', () => {
    const old = [minutes(61), minutes(24 * 60)].map(pushName)
    const others = [
      '.',
      '..',
      '',
      'nocturne-scrcpy-90000.jar',
      'app.apk',
      'nocturne-x.apk',
      `a${old[0] ?? ''}`,
      `${old[0] ?? ''}.idsig`,
    ]
    const young = [minutes(0), minutes(59), minutes(-24 * 60)].map(pushName)
    expect(oldPushes([...others, ...young, ...old], now)).toEqual(old)
    expect(
      oldPushes(
        old.map(name => `${name}\r`),
        now,
      ),
    ).toEqual(old)
    for (const name of old) expect(name).toMatch(/^[a-z0-9.-]+$/u)
  })

  it('are removed so many at a time', () => {
    const many = Array.from({ length: 500 }, () => pushName(minutes(90)))
    expect(oldPushes(many, now)).toHaveLength(50)
  })
})

describe('what could not be tidied', () => {
  it('is kept for its device until it is done', () => {
    const left = new LeftBehind(4, 4)
    left.add('a', 'rm 1')
    left.add('a', 'rm 2')
    left.add('b', 'rm 3')
    left.done('a', 'rm 1')
    expect([left.of('a'), left.of('b'), left.of('c')]).toEqual([['rm 2'], ['rm 3'], []])
    left.done('a', 'rm 2')
    expect(left.of('a')).toEqual([])
  })

  it('is bounded: of many devices and many lines the newest stay', () => {
    const left = new LeftBehind(2, 3)
    for (const line of ['1', '2', '3', '4', '5']) left.add('a', line)
    expect(left.of('a')).toEqual(['3', '4', '5'])
    left.add('b', 'x')
    left.add('a', '6')
    left.add('c', 'y')
    expect([left.of('a'), left.of('b'), left.of('c')]).toEqual([['4', '5', '6'], [], ['y']])
  })
})
