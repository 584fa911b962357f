// What is printed for a person: progress as sentences that read, counts, and nothing that steers the terminal.
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import type { NightProgressLine } from '#shared/protocol/shapes.ts'
import { readWords } from '#main/cli/command.ts'
import { ProgressLine } from '#main/cli/progress.ts'
import { counted, printable, printRefusal } from '#main/cli/terminal.ts'
import type { Terminal } from '#main/cli/terminal.ts'

function terminal(isLive = false): Terminal & { readonly said: string[] } {
  const said: string[] = []
  const never = new AbortController().signal
  return {
    said,
    interrupted: never,
    interruptedTwice: never,
    isLive,
    isAttended: false,
    widthColumns: 200,
    out: text => void said.push(text),
    err: text => void said.push(text),
    json: () => {},
  }
}

function progress(more: Partial<NightProgressLine>): NightProgressLine {
  const night = { id: 'n-1', steps: 1, screens: 2, new_screens: 2, devices: ['demo-phone'] }
  return {
    night,
    phase: 'exploring',
    doing: 'Exploring.',
    fraction: 0.1,
    left_ms: 18_000,
    confirmed: 1,
    mission: null,
    findings: [],
    refusal: null,
    ...more,
  } as unknown as NightProgressLine
}

it('prints where a person can look, and no name of a field', () => {
  const refused = (where: string, words = 'No.'): string => {
    const to = terminal()
    printRefusal(to, new Refusal('bad-value', words, { where, hint: 'Do so.' }).toData(), false)
    return to.said.join('')
  }
  for (const field of ['id', 'device', 'package', 'fontScale', 'first_seen'])
    expect(refused(field)).toBe('nocturne: No.\n  Do so.\n')
  // The words name it already.
  expect(refused('control.to', '"control.to" of device.control is missing.')).not.toContain('\n  control.to')
  for (const place of ['job.yaml:3', '/a b/app.apk', '--port', 'ID', 'line 3', 'app.apk', './kept', 'C:\\app'])
    expect(refused(place)).toBe(`nocturne: No.\n  ${place}\n  Do so.\n`)
})

describe('progress', () => {
  it('keeps what is done apart from the figures', () => {
    const seen = terminal()
    const line = new ProgressLine(seen)
    line.show(progress({}))
    line.show(progress({ phase: 'confirming', doing: 'Replaying 1 of 6: “Backup” never finishes loading' }))
    expect(seen.said).toEqual([
      'Exploring · 1 step, 2 screens (2 new), 1 finding, 18 s left\n',
      'Replaying 1 of 6: “Backup” never finishes loading · 1 step, 2 screens (2 new), 1 finding, 18 s left\n',
    ])
  })

  it('says the figures of an ended night once', () => {
    const seen = terminal()
    new ProgressLine(seen).show(progress({ phase: 'ended', doing: '13 s on 1 device, 1 step, 2 screens, 1 finding.' }))
    expect(seen.said).toEqual(['13 s on 1 device, 1 step, 2 screens, 1 finding.\n'])
  })

  it('lets no word of an app steer the terminal', () => {
    for (const isLive of [true, false]) {
      const seen = terminal(isLive)
      new ProgressLine(seen).show(progress({ doing: 'Replaying “\u001b]0;x\u0007\u009b2J” ' }))
      const printed = seen.said.join('').replace('\r\u001b[2K', '')
      for (const steering of ['\u001b', '\u0007', '\u009b']) expect(printed).not.toContain(steering)
    }
  })
})

describe('words for a person', () => {
  it('prints a refusal without the control characters of what was typed', () => {
    const seen = terminal()
    printRefusal(seen, new Refusal('bad-value', '"a\u001b[31m" is no device.').toData(), false)
    expect(seen.said).toEqual(['nocturne: "a\ufffd[31m" is no device.\n'])
    expect(printable('line\n\tcolumn “ü”🌿')).toBe('line\n\tcolumn “ü”🌿')
  })

  it('counts one thing as one', () => {
    expect([counted(0, 'finding'), counted(1, 'finding'), counted(2, 'finding')]).toEqual([
      '0 findings',
      '1 finding',
      '2 findings',
    ])
  })

  it('refuses a fraction where only whole numbers mean something', () => {
    const words = readWords(['--seed', '1.5'], ['seed'])
    expect(words.number('seed', 0, 9)).toBe(1.5)
    expect(() => words.whole('seed', 0, 9)).toThrow('--seed takes a whole number from 0 to 9, not "1.5".')
  })
})
