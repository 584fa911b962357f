// What a mission under a condition should see again: each state once, by the action that led to it.
import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/domain/night.ts'
import type { Moment, Purpose } from '#main/explore/policy.ts'
import { Revisits } from '#main/explore/revisits.ts'
import { identityOf } from '#main/explore/screen-identity.ts'
import { ScreenMap, type Place } from '#main/explore/screen-map.ts'
import { app, look, type NodeSpec } from '../../../test/builders/observation.ts'
import { back, tap } from '../../../test/builders/oracle-case.ts'

const map = new ScreenMap(app)
const seen = (title: string, nodes: readonly NodeSpec[] = []) =>
  look({
    activity: `${app}.${title}`,
    nodes: [{ id: title, text: title, at: [16, 30, 200, 40] }, ...nodes],
  })
const placed = (title: string, nodes: readonly NodeSpec[] = []): Place =>
  map.place(identityOf(seen(title, nodes), app), null, false)
const error: NodeSpec = { id: 'error', text: 'Too long', at: [16, 150, 200, 20] }
const spinner: NodeSpec = { kind: 'ProgressBar', id: 'busy', at: [100, 100, 48, 48] }

const went = (
  from: Place,
  to: Place | null,
  action: Action,
  more: { purpose?: Purpose; row?: string; looks?: Moment['looks'] } = {},
): Moment => ({
  decision: {
    action,
    purpose: more.purpose ?? 'try',
    key: 'target' in action ? action.target.id : action.kind,
    row: more.row ?? '',
  },
  before: seen('any'),
  from,
  after: seen('any'),
  to,
  looks: more.looks ?? [],
  events: [],
  done: true,
  changed: true,
})
const left = (revisits: Revisits, condition: string) =>
  [...(revisits.tour(condition)?.left().values() ?? [])].map(({ revisit }) => revisit.key.replace(/^.*\//, ''))

describe('Revisits', () => {
  const home = placed('Home')
  const detail = placed('Detail')
  const refused = placed('Detail', [error])

  it('are what an action led to, and states that show something new; not where Back led', () => {
    const revisits = new Revisits()
    revisits.note(went(home, detail, tap('open')), null)
    revisits.note(went(detail, home, back), null)
    revisits.note(went(detail, refused, tap('save'), { row: 'long' }), null)
    revisits.note(went(detail, refused, tap('again')), null)
    expect(left(revisits, 'dark')).toEqual(['open', 'save'])
  })

  it('are done once under each condition, and counted when they are come across', () => {
    const revisits = new Revisits()
    revisits.note(went(home, detail, tap('open')), null)
    const tour = revisits.tour('dark')
    tour?.learn(went(home, detail, tap('elsewhere')))
    expect(left(revisits, 'dark')).toEqual([])
    expect(left(revisits, 'big_text')).toEqual(['open'])
  })

  it('are given up after two attempts', () => {
    const revisits = new Revisits()
    revisits.note(went(home, detail, tap('open')), null)
    const tour = revisits.tour('dark')
    for (let attempt = 0; attempt < 2; attempt++) {
      const [next] = tour?.left().values() ?? []
      expect(next?.revisit.from).toBe(home.screen.id)
      if (next !== undefined) tour?.setOut(next.revisit)
    }
    expect(left(revisits, 'dark')).toEqual([])
  })

  it('offline are done only by the action itself, and what had to load goes first', () => {
    const revisits = new Revisits()
    const loading = placed('Report')
    revisits.note(went(home, detail, tap('open')), null)
    revisits.note(went(home, loading, tap('report'), { looks: [seen('Report', [spinner])] }), null)
    revisits.tour('offline')?.learn(went(detail, loading, tap('elsewhere')))
    expect(left(revisits, 'offline')).toEqual(['report'])
    revisits.tour('offline')?.learn(went(home, null, tap('report')))
    expect(left(revisits, 'offline')).toEqual(['open'])
  })

  it('seen only under the same condition are nothing to compare; none are asked for where nothing is compared', () => {
    const revisits = new Revisits()
    revisits.note(went(home, detail, tap('open')), 'dark')
    expect(left(revisits, 'dark')).toEqual([])
    expect(left(revisits, 'big_text')).toEqual(['open'])
    expect(revisits.tour('slow')).toBeNull()
    expect(revisits.tour(null)).toBeNull()
  })
})
