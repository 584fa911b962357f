// Proving: verdicts from replays, the shortest path kept, crash logs, chance, and the limit on replays. The replay is a stand-in.
import { describe, expect, it } from 'vitest'
import type { Check } from '#shared/domain/check.ts'
import { shortId } from '#shared/domain/element.ts'
import { fingerprintOf } from '#shared/domain/ids.ts'
import type { Action } from '#shared/domain/night.ts'
import { prove, replaysMost } from '#main/explore/minimise.ts'
import type { Attempt } from '#main/explore/replay.ts'
import { identityOf } from '#main/explore/screen-identity.ts'
import { ScreenMap } from '#main/explore/screen-map.ts'
import type { Raised, TrailStep } from '#main/explore/trail.ts'
import { aCandidate } from '../../../test/builders/night-records.ts'
import { app, look } from '../../../test/builders/observation.ts'
import { tap } from '../../../test/builders/oracle-case.ts'

const map = new ScreenMap(app)
const place = (title: string) =>
  map.place(
    identityOf(
      look({
        activity: `${app}.${title}`,
        nodes: [
          { text: title, at: [16, 30, 200, 40] },
          { id: title, text: title, tap: true, at: [16, 100, 200, 48] },
        ],
      }),
      app,
    ),
    null,
    false,
  ).screen
const [home, list, detail] = [place('Home'), place('Listing'), place('Detail')]
map.went(home, 'list', list, tap('list'), '')
map.went(list, 'row', detail, tap('row'), '')
map.went(detail, 'back', list, { kind: 'back' }, '')

/** Home → list → detail: a switch, a look elsewhere, a second switch, then the fault. */
const trail: readonly TrailStep[] = [
  { action: tap('list'), from: home.id, to: list.id, changed: true },
  { action: tap('row'), from: list.id, to: detail.id, changed: true },
  { action: tap('needless'), from: detail.id, to: detail.id, changed: true },
  { action: tap('needed'), from: detail.id, to: detail.id, changed: true },
  { action: { kind: 'back' }, from: detail.id, to: list.id, changed: true },
  { action: tap('row'), from: list.id, to: detail.id, changed: true },
  { action: tap('fault'), from: detail.id, to: null, changed: true },
]
const raised = (check: Check): Raised => ({
  candidate: aCandidate({ check, screen: detail.id }),
  fingerprint: fingerprintOf('v1:0'),
  probe: { kind: 'look', tail: 1 },
  upTo: trail.length,
  step: trail.length,
  nightStep: trail.length,
})
const ids = (actions: readonly Action[]): readonly string[] =>
  actions.map(action => ('target' in action ? shortId(action.target.id) : action.kind))

async function proved(check: Check, shows: (path: readonly string[], nth: number) => boolean) {
  let count = 0
  const proof = await prove({
    raised: raised(check),
    trail,
    launch: home.id,
    map,
    attempts: 2,
    replay: async actions => {
      count += 1
      const seen = look()
      const attempt: Attempt = {
        reproduced: shows(ids(actions), count),
        played: actions.map(action => ({ action, before: seen })),
        last: seen,
        words: '',
      }
      return attempt
    },
    stopped: () => false,
  })
  return { proof, count }
}

describe('prove', () => {
  it('keeps what the fault needs and leaves out what it does not', async () => {
    const { proof } = await proved('dead_control', path => path.includes('needed') && path.at(-1) === 'fault')
    expect(proof.verdict).toEqual({ is: 'reproduced', reproduced: 2, attempts: 2 })
    expect(ids(proof.path)).toEqual(['list', 'row', 'needed', 'fault'])
    expect(proof.cost).toBe(4)
  })

  it('finds the plain fault on the shortest way in a few replays', async () => {
    const { proof, count } = await proved('dead_control', path => path.at(-1) === 'fault')
    expect(ids(proof.path)).toEqual(['list', 'row', 'fault'])
    expect(count).toBeLessThanOrEqual(4)
  })

  it('drops what does not show again, and says in how many replays', async () => {
    const { proof, count } = await proved('dead_control', () => false)
    expect(proof.verdict).toMatchObject({ is: 'dropped', attempts: count })
    expect(count).toBeGreaterThanOrEqual(4)
  })

  it('files a crash by its log though no replay shows it', async () => {
    expect((await proved('crash', () => false)).proof.verdict.is).toBe('crash_log')
  })

  it('confirms what comes every second time, with its count', async () => {
    const { proof } = await proved('native_crash', (path, nth) => path.at(-1) === 'fault' && nth % 2 === 0)
    expect(proof.verdict).toMatchObject({ is: 'reproduced', reproduced: 1, attempts: 2 })
  })

  it('never replays more often than allowed', async () => {
    const { count } = await proved(
      'dead_control',
      path => path.includes('needed') && path.includes('needless') && path.at(-1) === 'fault',
    )
    expect(count).toBeLessThanOrEqual(replaysMost)
  })
})
