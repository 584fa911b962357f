// What the store promises: merging by fingerprint, what people decide, what dies with a process and what does not.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FindingId } from '#shared/domain/ids.ts'
import { deviceId, fingerprintOf, nightId } from '#shared/domain/ids.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { Store } from '#main/store/store.ts'
import { aCandidate, aNight, aStep, confirmed, phone } from '../../../test/builders/night-records.ts'

const app = 'dev.example.lists'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let store: Store
let time = Date.parse('2026-12-01T06:00:00Z')
const clock = { now: () => new Date(time).toISOString(), ms: () => time }
const day = 86_400_000

beforeEach(async () => {
  time = Date.parse('2026-12-01T06:00:00Z')
  folder = await temporaryFolder()
  store = new Store(folder.path, clock)
})
afterEach(async () => {
  store[Symbol.dispose]()
  await folder[Symbol.asyncDispose]()
})

/** One whole night that confirms the given prints. */
function night(
  id: string,
  build: string,
  prints: readonly string[],
  more: { endedBy?: 'budget' | 'stopped'; shown?: boolean } = {},
): FindingId[] {
  const row = aNight(id, { build })
  store.beginNight(row)
  store.beginMission(row.id, 1, { card: 'Explore', device: phone, condition: null })
  store.step(row.id, 1, aStep(1), null, app, [])
  const ids = prints.map(print => store.file(row.id, 1, app, build, confirmed(print), more.shown ?? true).id)
  store.endNight(row.id, {
    ended_by: more.endedBy ?? 'budget',
    ended: clock.now(),
    steps: 1,
    screens: 1,
    new_screens: 1,
    not_reproduced: 0,
  })
  time += day
  return ids
}
const row = (id: FindingId | undefined): ReturnType<Store['findings']['record']>['row'] =>
  store.findings.record(id ?? ('' as FindingId)).row

describe('the cap on what is shown', () => {
  it('hides the milder of a night’s new findings and leaves alone what a person decided', () => {
    const [bad, mild, declined] = night('n-1', '1.0 (1)', ['aa', 'bb', 'cc'])
    if (bad === undefined || mild === undefined || declined === undefined) throw new Error('three were filed')
    store.findings.triage(declined, { do: 'decline', reason: 'meant so' })
    store.show(aNight('n-1', {}).id, [bad, declined], [mild])
    expect([bad, mild, declined].map(id => row(id).shown)).toEqual([true, false, false])
  })
})

describe('merging', () => {
  it('raises the count of a fingerprint seen again and records the new build', () => {
    const [id] = night('n-1', '1.0 (1)', ['aa'])
    expect(row(id)).toMatchObject({ status: 'new', seen_count: 1, builds: ['1.0 (1)'], reproduced: '2/2' })
    night('n-2', '1.1 (2)', ['aa'])
    expect(row(id)).toMatchObject({
      status: 'seen',
      seen_count: 2,
      builds: ['1.0 (1)', '1.1 (2)'],
      last_seen: '2026-12-02T06:00:00.000Z',
    })
    expect(store.findings.list()).toHaveLength(1)
  })

  it('counts a fingerprint filed twice in one night once', () => {
    const [id] = night('n-1', '1', ['aa', 'aa'])
    expect(row(id).seen_count).toBe(1)
  })

  it('keeps two findings whose ids begin alike apart', () => {
    const ids = night('n-1', '1', ['abcdef0111', 'abcdef0122'])
    expect(new Set(ids).size).toBe(2)
  })

  it('keeps the better evidence when a finding is seen again', () => {
    const [id] = night('n-1', '1', ['aa'])
    const again = aNight('n-2')
    store.beginNight(again)
    store.file(again.id, 1, app, '1', confirmed('aa', { cost: 9, stepWords: ['a long way'] }), true)
    expect(row(id).steps).toEqual(['Go back'])
    store.file(again.id, 1, app, '1', confirmed('aa', { cost: 1, stepWords: ['a short way'] }), true)
    expect(row(id).steps).toEqual(['a short way'])
  })

  it('files a crash that did not reproduce as crash log, and as seen once it reproduced', () => {
    const first = aNight('n-1')
    store.beginNight(first)
    const { id } = store.file(
      first.id,
      1,
      app,
      '1',
      confirmed('aa', { verdict: { is: 'crash_log', attempts: 4 } }),
      true,
    )
    expect(row(id)).toMatchObject({ status: 'crash_log', reproduced: '0/4' })
    night('n-2', '1', ['aa'])
    expect(row(id)).toMatchObject({ status: 'seen', reproduced: '2/2' })
  })

  it('writes flow and log before it names them, with absolute paths', () => {
    const [id] = night('n-1', '1', ['aa'])
    const { flow, log } = row(id)
    expect(readFileSync(flow ?? '', 'utf8')).toContain('appId')
    expect(readFileSync(log ?? '', 'utf8')).toBe('FATAL EXCEPTION: main')
    store.flowPlayed(id as FindingId, 'drifted', '# drifted\n')
    expect(row(id).flow_result).toBe('drifted')
    expect(readFileSync(flow ?? '', 'utf8')).toBe('# drifted\n')
  })
})

describe('what people decide', () => {
  it('keeps a declined fingerprint away, counted, until it is brought back', () => {
    const [id] = night('n-1', '1', ['aa'])
    store.findings.triage(id as FindingId, { do: 'decline', reason: 'works as designed' })
    night('n-2', '2', ['aa'])
    expect(row(id)).toMatchObject({ status: 'declined', shown: false, seen_count: 2 })
    expect(store.known(app, fingerprintOf(`v1:${'aa'.padEnd(32, '0')}`))).toBe('declined')
    store.findings.triage(id as FindingId, { do: 'restore' })
    expect(row(id)).toMatchObject({ status: 'seen', shown: true })
  })

  it('asks for a reason to decline, and for a finding to be a duplicate of', () => {
    const [a, b] = night('n-1', '1', ['aa', 'bb'])
    expect(() => store.findings.triage(a as FindingId, { do: 'decline', reason: '  ' })).toThrow('why')
    expect(() => store.findings.triage(a as FindingId, { do: 'duplicate', of: a as FindingId })).toThrow('itself')
    store.findings.triage(a as FindingId, { do: 'duplicate', of: b as FindingId })
    expect(store.findings.record(a as FindingId)).toMatchObject({ of: b, row: { status: 'duplicate' } })
    expect(() => store.findings.triage(b as FindingId, { do: 'duplicate', of: a as FindingId })).toThrow('already')
  })

  it('undoes decisions one by one, back to what was', () => {
    const [id] = night('n-1', '1', ['aa'])
    store.findings.triage(id as FindingId, { do: 'accept' })
    store.findings.triage(id as FindingId, { do: 'decline', reason: 'no' })
    store.findings.triage(id as FindingId, { do: 'undo' })
    expect(row(id).status).toBe('accepted')
    store.findings.triage(id as FindingId, { do: 'undo' })
    expect(row(id)).toMatchObject({ status: 'new', shown: true })
    expect(() => store.findings.triage(id as FindingId, { do: 'undo' })).toThrow('nothing to undo')
    expect(store.findings.record(id as FindingId).history).toHaveLength(2)
  })

  it('ends a snooze by itself', () => {
    const [id] = night('n-1', '1', ['aa'])
    store.findings.triage(id as FindingId, { do: 'snooze', until: null })
    expect(row(id).status).toBe('snoozed')
    time += 8 * day
    expect(row(id).status).toBe('seen')
    expect(() => store.findings.triage(id as FindingId, { do: 'snooze', until: '2020-01-01' })).toThrow('passed')
  })

  it('says gone when an accepted one is missed by a night of another build, and regressed when it is back', () => {
    const [id] = night('n-1', '1', ['aa'])
    store.findings.triage(id as FindingId, { do: 'accept' })
    night('n-2', '1', [])
    expect(row(id).status).toBe('accepted')
    night('n-3', '2', [], { endedBy: 'stopped' })
    expect(row(id).status).toBe('accepted')
    night('n-4', '2', [])
    expect(row(id).status).toBe('gone')
    night('n-5', '3', ['aa'])
    expect(row(id)).toMatchObject({ status: 'regressed', shown: true })
  })
})

describe('nights', () => {
  it('keeps a step, its candidates and its map rows together', () => {
    const id = nightId('n-1')
    store.beginNight(aNight('n-1'))
    store.beginMission(id, 1, { card: 'Explore', device: phone, condition: 'dark' })
    store.step(id, 1, aStep(1, { candidates: [aCandidate()] }), 'nights/n-1/steps/1.jpg', app, [
      { key: 'screen:s1', json: '{}' },
    ])
    // The same step twice is refused as a whole: nothing of the second is kept.
    expect(() =>
      store.step(id, 1, aStep(1, { candidates: [aCandidate()] }), null, app, [{ key: 'screen:s2', json: '{}' }]),
    ).toThrow()
    expect(store.loadMap(app)).toEqual([{ key: 'screen:s1', json: '{}' }])
    expect(store.steps(id, 0, 10)).toMatchObject({
      total: 1,
      steps: [{ mission: 1, device: phone, picture: 'nights/n-1/steps/1.jpg' }],
    })
    expect(store.night(id).steps).toBe(1)
  })

  it('lists and counts what did not reproduce, with the reason', () => {
    const id = nightId('n-1')
    const print = fingerprintOf('v1:aa')
    store.beginNight(aNight('n-1'))
    store.beginMission(id, 1, { card: 'Explore', device: phone, condition: null })
    store.step(id, 1, aStep(1, { candidates: [aCandidate()] }), null, app, [])
    store.verdict(id, 1, aCandidate(), print, { is: 'dropped', attempts: 4, words: '0 of 4' })
    store.verdict(id, 1, aCandidate({ title: 'Another' }), print, { is: 'not_replayed' })
    expect(store.dropped(id).map(one => one.words)).toEqual(['0 of 4', 'not tried again: the mission had enough'])
    expect(store.night(id).not_reproduced).toBe(1)
  })

  it('ends a night that died as stopped and keeps what it had confirmed', () => {
    const row1 = aNight('n-1')
    store.beginNight(row1)
    store.beginMission(row1.id, 1, { card: 'Explore', device: phone, condition: null })
    store.file(row1.id, 1, app, '1', confirmed('aa'), true)
    expect(store.endDeadNights()).toEqual(['n-1'])
    expect(store.night(row1.id)).toMatchObject({ ended_by: 'stopped', findings: 1 })
    expect(store.missions(row1.id)).toMatchObject([{ ended_by: 'stopped' }])
    expect(store.endDeadNights()).toEqual([])
  })

  it('remembers a changed setting until it is put back', () => {
    const entry = {
      night: nightId('n-1'),
      device: deviceId('d'),
      to: { set: 'dark', to: true },
      before: { set: 'dark', to: false },
    } as const
    const id = store.journalSetting(entry)
    expect(store.unsettledSettings(null)).toEqual([{ ...entry, id }])
    expect(store.unsettledSettings(deviceId('other'))).toEqual([])
    store.settledSetting(id)
    expect(store.unsettledSettings(null)).toEqual([])
  })

  it('drops the oldest step pictures beyond the limit, never those of a finding', () => {
    for (const id of ['n-1', 'n-2']) {
      const steps = join(store.artifacts.folder, 'nights', id, 'steps')
      mkdirSync(steps, { recursive: true })
      writeFileSync(join(steps, 'a-1080x2400.jpg'), Buffer.alloc(1000))
      writeFileSync(join(steps, 'b-1080x2400.jpg'), Buffer.alloc(1000))
      night(id, id, [])
    }
    const used = aNight('n-3')
    store.beginNight(used)
    const { id } = store.file(
      used.id,
      1,
      app,
      '1',
      confirmed('aa', { pictures: [{ role: 'after', file: 'nights/n-1/steps/a-1080x2400.jpg' }] }),
      true,
    )
    expect(store.keepWithin(3500)).toMatchObject({ dropped: 1 })
    expect(row(id).pictures.every(file => existsSync(file))).toBe(true)
    expect(existsSync(join(store.artifacts.folder, 'nights/n-1/steps'))).toBe(false)
    expect(existsSync(join(store.artifacts.folder, 'nights/n-2/steps/b-1080x2400.jpg'))).toBe(true)
  })
})

describe('what can go wrong', () => {
  it('says in words that the file is damaged', async () => {
    await using other = await temporaryFolder()
    writeFileSync(
      join(other.path, 'nocturne.sqlite'),
      'this is no database, and it is long enough to be looked at closely '.repeat(40),
    )
    expect(() => new Store(other.path)).toThrow('damaged')
  })

  it('says in words that the place cannot be written', async () => {
    await using other = await temporaryFolder()
    writeFileSync(join(other.path, 'file'), '')
    expect(() => new Store(join(other.path, 'file'))).toThrow(/could not be made|cannot be written/u)
  })

  it('refuses a home of a newer version', async () => {
    await using other = await temporaryFolder()
    const { DatabaseSync } = await import('node:sqlite')
    const newer = new DatabaseSync(join(other.path, 'nocturne.sqlite'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    expect(() => new Store(other.path)).toThrow('newer Nocturne')
  })

  it('is whole after a kill -9 at any point of writing, with every step that was answered', async () => {
    for (let round = 0; round < 8; round += 1) {
      await using home = await temporaryFolder()
      const written = await killedWriter(home.path, 20 + round * 23)
      using after = new Store(home.path)
      expect(after.damage()).toBe('')
      const [kept] = after.nights()
      if (kept === undefined) {
        expect(written).toBe(0)
        continue
      }
      const { steps, total } = after.steps(kept.id, 0, 1000)
      expect(total).toBeGreaterThanOrEqual(written)
      expect(total).toBe(kept.steps)
      // A step and its map row are one: never one without the other.
      expect(after.loadMap(app)).toHaveLength(total)
      expect(steps.map(one => one.step.n)).toEqual(steps.map((_, index) => index + 1))
      const findings = after.findings.list()
      expect(new Set(findings.map(one => one.fingerprint)).size).toBe(findings.length)
      for (const finding of findings) expect(existsSync(finding.flow ?? '')).toBe(true)
    }
  })
})

/** Runs a program that writes steps and findings, kills it after some ms of writing; answers the steps it was told are kept. */
async function killedWriter(home: string, afterMs: number): Promise<number> {
  const writer = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../../test/doubles/store-writer.ts'), home],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let text = ''
  const begun = new Promise<void>(resolve => writer.stdout.once('data', () => resolve()))
  writer.stdout.on('data', chunk => (text += String(chunk)))
  await begun
  await new Promise(resolve => setTimeout(resolve, afterMs))
  const ended = new Promise(resolve => writer.on('close', resolve))
  writer.kill('SIGKILL')
  await ended
  return Math.max(
    0,
    ...text
      .split('\n')
      .slice(0, -1)
      .filter(line => line.startsWith('step '))
      .map(line => Number(line.slice(5))),
  )
}
