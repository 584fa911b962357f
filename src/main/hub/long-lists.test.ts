// Homes that have grown: with 10,000 findings and 10,000 steps a list, a page and a step cost as few queries as with ten.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '#shared/protocol/client.ts'
import { connect } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { Store } from '#main/store/store.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { inboxOf } from '#main/hub/inbox.ts'
import { aNight, aStep, confirmed, phone } from '../../../test/builders/night-records.ts'

const many = 10_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let asker: Client
const night = aNight('n-long', { screens: 4 })

beforeEach(async () => {
  folder = await temporaryFolder()
  const home = join(folder.path, 'home')
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  await (await openHub(home))[Symbol.asyncDispose]()
  {
    using store = new Store(home)
    store.beginNight(night)
    store.beginMission(night.id, 1, { card: 'Explore', device: phone, condition: null })
    store.step(night.id, 1, aStep(1, { screen: 's1' as never }), null, night.app, [])
    store.file(night.id, 1, night.app, night.build, confirmed('aa'), true)
    store.endNight(night.id, {
      ended_by: 'budget',
      ended: '2026-12-01T07:00:00Z',
      steps: 1,
      screens: 4,
      new_screens: 4,
      not_reproduced: 0,
    })
  }
  multiply(join(home, 'nocturne.sqlite'))
  open = await openHub(home)
  const [ours, theirs] = pair()
  open.attach(theirs)
  asker = await connect(ours)
})
afterEach(async () => {
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Every finding, sighting, step and night once more for each number, without the files a night would write. */
function multiply(path: string): void {
  const sql = new DatabaseSync(path)
  const copy = (table: string, changed: Readonly<Record<string, string>>, times: number): void => {
    const columns = sql
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map(row => String(row['name']))
    const values = columns.map(column => changed[column] ?? `t.${column}`)
    sql.exec(
      `WITH RECURSIVE number(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM number WHERE i < ${times})
       INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM number, (SELECT * FROM ${table} LIMIT 1) t`,
    )
  }
  copy('findings', { id: `printf('f-%08d', i)`, fingerprint: `'v1:' || i`, title: `'Fault ' || i` }, many)
  copy('night_findings', { finding: `printf('f-%08d', i)` }, many)
  copy('steps', { id: 'i', n: 'i' }, many)
  copy('nights', { id: `printf('n-%05d', i)`, place: '-i' }, 1000)
  sql.close()
}

async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const { store } = open.hub.home
  const before = store.statements
  await work()
  return store.statements - before
}

describe('a home with 10,000 findings and 10,000 steps', () => {
  it('asks the store a handful of times for each list and page', async () => {
    const { store } = open.hub.home
    const { findings } = await asker.call('findings.list', { all: true })
    expect(findings).toHaveLength(many)
    const id = findings[0]?.id ?? ('' as never)
    const costs = {
      findings: await queriesOf(() => asker.call('findings.list', {})),
      inbox: await queriesOf(async () => expect(inboxOf(store, () => false).rows).toHaveLength(many)),
      nights: await queriesOf(() => asker.call('night.list', {})),
      night: await queriesOf(() => asker.call('night.show', { id: night.id })),
      steps: await queriesOf(() => asker.call('night.steps', { id: night.id, from: 9000, limit: 200 })),
      page: await queriesOf(() => asker.call('findings.page', { id })),
      map: await queriesOf(() => asker.call('map.show', { app: night.app })),
      triage: await queriesOf(() => asker.call('findings.triage', { id, do: 'accept' })),
      apps: await queriesOf(() => asker.call('apps.list', {})),
    }
    for (const [what, cost] of Object.entries(costs)) expect([what, cost <= 12]).toEqual([what, true])
    const { steps, total } = await asker.call('night.steps', { id: night.id, from: 9990, limit: 200 })
    expect([steps.length, total]).toEqual([10, many])
  })

  it('writes a step, a sighting and an end of a night in a handful too', async () => {
    const { store } = open.hub.home
    const next = aNight('n-next')
    store.beginNight(next)
    store.beginMission(next.id, 1, { card: 'Explore', device: phone, condition: null })
    const costs = {
      step: await queriesOf(async () => store.step(next.id, 1, aStep(1), null, next.app, [])),
      file: await queriesOf(async () => store.file(next.id, 1, next.app, next.build, confirmed('bb'), true)),
      known: await queriesOf(async () => store.known(next.app, confirmed('aa').fingerprint)),
      keep: await queriesOf(async () => store.keepWithin(1_000_000_000)),
    }
    for (const [what, cost] of Object.entries(costs)) expect([what, cost <= 12]).toEqual([what, true])
  })

  it('looks nothing up by reading a whole table of steps', () => {
    const sql = new DatabaseSync(join(folder.path, 'home', 'nocturne.sqlite'))
    const plan = (query: string): string =>
      sql
        .prepare(`EXPLAIN QUERY PLAN ${query}`)
        .all()
        .map(row => String(row['detail']))
        .join('; ')
    for (const query of [
      `SELECT s.*, m.device FROM steps s JOIN missions m ON m.night = s.night AND m.n = s.mission WHERE s.night = 'x' ORDER BY s.id LIMIT 200 OFFSET 9000`,
      `SELECT s.screen, count(DISTINCT s.night) FROM steps s JOIN nights n ON n.id = s.night WHERE n.app = 'x' AND s.screen IS NOT NULL GROUP BY s.screen`,
      `SELECT id FROM nights WHERE ended IS NULL`,
      `SELECT * FROM candidates WHERE night = 'x' AND verdict IN ('dropped', 'not_replayed') ORDER BY id`,
      `SELECT at, words, undone FROM triage WHERE finding = 'x' ORDER BY id`,
      `SELECT * FROM setting_journal WHERE settled = 0 ORDER BY id`,
    ])
      expect([query, plan(query)]).toEqual([
        query,
        expect.not.stringMatching(/SCAN (steps|s|candidates|triage|setting_journal)(?! USING)/u),
      ])
    sql.close()
  })
})
