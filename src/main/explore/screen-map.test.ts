// The screen map: placing looks, edges that hold and miss, rows that survive a night, ways and shorter paths over it.
import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/domain/night.ts'
import { compose, costOf, visitStart } from '#main/explore/compose.ts'
import { reachable, sureness, wayTo } from '#main/explore/planner.ts'
import { identityOf } from '#main/explore/screen-identity.ts'
import { missesMost, ScreenMap, type ScreenRecord } from '#main/explore/screen-map.ts'
import type { TrailStep } from '#main/explore/trail.ts'
import { app, look } from '../../../test/builders/observation.ts'
import { tap } from '../../../test/builders/oracle-case.ts'

const screen = (map: ScreenMap, title: string): ScreenRecord => {
  const seen = look({
    activity: `${app}.${title}`,
    nodes: [
      { text: title, at: [16, 30, 200, 40] },
      { id: `${title.toLowerCase()}_first`, text: 'First', tap: true, at: [16, 100, 200, 48] },
      { id: `${title.toLowerCase()}_second`, text: 'Second', tap: true, at: [16, 160, 200, 48] },
    ],
  })
  return map.place(identityOf(seen, app), null, false).screen
}
const step = (action: Action, from: ScreenRecord, to: ScreenRecord): TrailStep => ({
  action,
  from: from.id,
  to: to.id,
  changed: true,
})

describe('ScreenMap', () => {
  it('knows a screen again, and meets another as new', () => {
    const map = new ScreenMap(app)
    const home = screen(map, 'Home')
    expect(screen(map, 'Home')).toBe(home)
    expect(screen(map, 'Detail')).not.toBe(home)
    expect(map.newScreens).toBe(2)
  })

  it('comes back whole from its rows, with what was tried counted as of earlier nights', () => {
    const map = new ScreenMap(app)
    const home = screen(map, 'Home')
    const detail = screen(map, 'Detail')
    map.offer(home, 'Button#first', 0)
    map.tried(home, 'Button#first', true)
    map.went(home, 'Button#first', detail, tap('first'), '')
    const again = ScreenMap.from(app, map.rows())
    expect(again.newScreens).toBe(0)
    expect(screen(again, 'Home').id).toBe(home.id)
    expect(again.screens.get(home.id)?.tries.get('Button#first')).toMatchObject({ ever: 1, tonight: 0, changed: 1 })
    expect(again.edgesFrom(home.id)).toMatchObject([{ to: detail.id, hits: 1, misses: 0 }])
  })

  it('hands out only the rows that changed since it was asked last', () => {
    const map = new ScreenMap(app)
    const home = screen(map, 'Home')
    map.takeChanges()
    expect(map.takeChanges()).toEqual([])
    map.tried(home, 'back', false)
    expect(map.takeChanges().map(row => row.key)).toEqual([`screen:${home.id}`])
  })

  it('counts a key that led elsewhere as a miss of where it had led', () => {
    const map = new ScreenMap(app)
    const [home, a, b] = [screen(map, 'Home'), screen(map, 'Alpha'), screen(map, 'Beta')]
    map.went(home, 'row', a, tap('row'), '')
    map.went(home, 'row', b, tap('row'), '')
    map.went(home, 'row', b, tap('row'), '')
    const toA = map.edgesFrom(home.id).find(edge => edge.to === a.id)
    expect(toA).toBeDefined()
    expect(toA === undefined ? 1 : sureness(toA)).toBeLessThan(0.5)
    expect(wayTo(reachable(map, home.id), a.id)).toBeNull()
    expect(wayTo(reachable(map, home.id), b.id)?.length).toBe(1)
  })

  it('forgives what was looked for in vain a little with each mission', () => {
    const map = new ScreenMap(app)
    const entry = map.offer(screen(map, 'Home'), 'Button#gone', 0)
    entry.missed = missesMost + 0.8
    map.beginMission()
    expect(entry.missed).toBeLessThan(missesMost)
    entry.missed = 1
    map.beginMission()
    expect(entry.missed).toBe(0)
  })
})

describe('compose', () => {
  it('joins the steps that matter by the shortest known way', () => {
    const map = new ScreenMap(app)
    const [home, list, form] = [screen(map, 'Home'), screen(map, 'Listing'), screen(map, 'Formular')]
    map.went(home, 'list', list, tap('list'), '')
    map.went(list, 'new', form, tap('new'), '')
    const trail = [
      step(tap('list'), home, list),
      step({ kind: 'back' }, list, home),
      step(tap('list'), home, list),
      step(tap('new'), list, form),
      step(tap('save'), form, form),
    ]
    expect(compose(map, trail, home.id, [4])).toEqual([tap('list'), tap('new'), tap('save')])
    expect(visitStart(map, trail, 4)).toBe(4)
    expect(compose(map, trail, null, [4])).toBeNull()
  })

  it('counts typing twice and closing the keyboard not at all', () => {
    const typed: Action = {
      kind: 'type',
      target: { screen: null, id: '', className: '', label: '', nth: 0, within: { x: 0, y: 0 }, at: { x: 0, y: 0 } },
      text: 'a',
      row: 'valid',
    }
    expect(costOf([typed, { kind: 'hide_keyboard' }, { kind: 'back' }])).toBe(3)
  })
})
