// Nights on the demo phone, end to end below the hub: the same trace twice, a stop, settings put back, findings that hold.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { NightBook, SettingEntry } from '#shared/domain/book.ts'
import type { SettingControl } from '#shared/domain/device.ts'
import type { Confirmed } from '#shared/domain/finding.ts'
import { findingId, nightId } from '#shared/domain/ids.ts'
import type { Step } from '#shared/domain/night.ts'
import { demoJob } from '#main/bench/night/demo-night.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { runNight } from '#main/explore/night.ts'
import type { NightOutcome } from '#main/explore/night-order.ts'
import type { PolicyName } from '#main/explore/policies/policies.ts'

const app = {
  file: join(import.meta.dirname, '../resources/demo/notes.app.yaml'),
  package: '',
  label: 'Notes',
  version: '1',
}

class PlainBook implements NightBook {
  readonly steps: Step[] = []
  readonly filed: Confirmed[] = []
  readonly journal: string[] = []
  readonly open = new Map<number, SettingEntry>()
  mapRows = 0
  #next = 1
  beginNight(): void {}
  beginMission(): void {}
  step(
    _night: unknown,
    _mission: unknown,
    step: Step,
    _picture: unknown,
    _app: unknown,
    rows: readonly unknown[],
  ): void {
    this.steps.push(step)
    this.mapRows += rows.length
  }
  verdict(): void {}
  file(
    _night: unknown,
    _mission: unknown,
    _app: unknown,
    _build: unknown,
    confirmed: Confirmed,
  ): { id: ReturnType<typeof findingId>; isNew: boolean } {
    this.filed.push(confirmed)
    return { id: findingId(`f-${this.filed.length}`), isNew: true }
  }
  show(): void {}
  flowPlayed(): void {}
  endMission(): void {}
  endNight(): void {}
  loadMap(): readonly [] {
    return []
  }
  saveMap(): void {}
  known(): 'new' {
    return 'new'
  }
  journalSetting(entry: SettingEntry): number {
    const id = this.#next++
    this.open.set(id, entry)
    this.journal.push(`before ${words(entry.to)}`)
    return id
  }
  settledSetting(id: number): void {
    this.open.delete(id)
    this.journal.push('settled')
  }
  unsettledSettings(): readonly [] {
    return []
  }
}

const words = (control: SettingControl): string => `${control.set}=${String(control.to)}`

interface Ran {
  readonly outcome: NightOutcome
  readonly book: PlainBook
  readonly trace: string
  readonly dark: boolean
}

async function night(options: {
  steps: number
  seed: number
  policy?: PolicyName
  conditions?: readonly string[]
  plant?: 'all' | 'none'
  stopAfter?: number
}): Promise<Ran> {
  const signal = new AbortController().signal
  await using device = await openDevice(
    await openDemoDriver({ seed: options.seed, nuisance: true, clock: 'virtual' }),
    signal,
  )
  const grant = await device.takeControl({ kind: 'night', name: 'test' }, signal)
  const build = { path: app.file, plant: options.plant ?? 'all' } as const
  const info = await device.install(grant, build, signal)
  await grant[Symbol.asyncDispose]()
  const { seed, steps, conditions = [] } = options
  const job = demoJob({ file: app.file, plant: build.plant, seed, steps, conditions, device })
  const book = new PlainBook()
  const lines: string[] = []
  const stop = new AbortController()
  const outcome = await runNight(
    {
      id: nightId('n-test'),
      job,
      device,
      app: { package: info.package, label: info.label, version: info.versionName },
      build,
      previous: null,
      policy: options.policy ?? 'explorer',
      durationMs: null,
      changedWords: [],
      showAll: false,
      startedAt: '2026-01-01T00:00:00Z',
    },
    {
      book,
      pictures: null,
      confirm: { flows: null },
      onProgress: progress => {
        if (options.stopAfter !== undefined && progress.stepsDone >= options.stopAfter)
          stop.abort(new Error('stopped by a person'))
      },
      trace: line => lines.push(line),
      now: () => '2026-01-01T08:00:00Z',
      setup: null,
    },
    stop.signal,
    signal,
  )
  return { outcome, book, trace: lines.join('\n'), dark: device.state.value.settings?.dark.value ?? false }
}

describe('a night on the demo phone', () => {
  it('leaves the same trace, byte for byte, for the same seed and app, and another for another seed', async () => {
    const [first, second, other] = [
      await night({ steps: 40, seed: 7 }),
      await night({ steps: 40, seed: 7 }),
      await night({ steps: 40, seed: 8 }),
    ]
    expect(first.trace.split('\n').length).toBe(40)
    expect(second.trace).toBe(first.trace)
    expect(other.trace).not.toBe(first.trace)
  })

  it('takes exactly the steps it was given and confirms findings by replay', async () => {
    const { outcome, book } = await night({ steps: 130, seed: 3 })
    expect(outcome).toMatchObject({ endedBy: 'budget', steps: 130 })
    expect(book.steps.length).toBe(130)
    expect(book.filed.length).toBeGreaterThanOrEqual(3)
    for (const confirmed of book.filed) {
      if (confirmed.verdict.is === 'reproduced') expect(confirmed.verdict.reproduced).toBeGreaterThanOrEqual(1)
      expect(confirmed.stepWords.length).toBeGreaterThan(0)
    }
    expect(book.mapRows).toBeGreaterThan(0)
  })

  it('finds nothing on the clean app', async () => {
    const { book } = await night({ steps: 150, seed: 5, plant: 'none' })
    expect(book.filed.map(confirmed => confirmed.candidate.title)).toEqual([])
  })

  it('ends after the step in hand when a person stops it, and confirms nothing more', async () => {
    const { outcome, book } = await night({ steps: 200, seed: 3, stopAfter: 20 })
    expect(outcome).toMatchObject({ endedBy: 'stopped', steps: 20 })
    expect(book.filed).toEqual([])
  })

  it('journals a setting before it is changed and puts it back', async () => {
    const { book, dark, outcome } = await night({ steps: 220, seed: 2, conditions: ['dark'], plant: 'none' })
    expect(outcome.missions.map(mission => mission.condition)).toEqual([null, 'dark'])
    const turns = ['before orientation=landscape', 'settled']
    expect(book.journal).toEqual([...turns, turns[0], 'before dark=true', 'settled', 'settled'])
    expect(book.open.size).toBe(0)
    expect(dark).toBe(false)
  })

  it('leaves no candidate without its replays: what waits beyond six a mission has them at the end', async () => {
    const { outcome } = await night({ steps: 130, seed: 1 })
    expect(outcome.endedBy).toBe('budget')
    expect(outcome.notReplayed).toBe(0)
  })

  it('never presses a dangerous control', async () => {
    const { book } = await night({ steps: 250, seed: 11, plant: 'none' })
    const pressed = book.steps.flatMap(step =>
      step.action !== null && 'target' in step.action ? [step.action.target.label] : [],
    )
    expect(pressed.filter(label => /delete account|erase|pay now/i.test(label))).toEqual([])
    expect(book.steps.flatMap(step => step.notes).filter(note => note.startsWith('left alone'))).not.toEqual([])
  })

  it.each(['random', 'fastbot'] as const)('runs the %s policy through the same loop', async policy => {
    const { outcome } = await night({ steps: 60, seed: 4, policy })
    expect(outcome).toMatchObject({ endedBy: 'budget', steps: 60 })
  })
})
