// Where the explorer goes on a map of earlier nights: first to what none of them has tried, and only then over the rest again.
import { describe, expect, it } from 'vitest'
import { WayFinder } from '#main/explore/explorer-ways.ts'
import type { Sight } from '#main/explore/policy.ts'
import { identityOf } from '#main/explore/screen-identity.ts'
import { ScreenMap, type Place } from '#main/explore/screen-map.ts'
import { app, look } from '../../../test/builders/observation.ts'
import { tap } from '../../../test/builders/oracle-case.ts'

const seen = (title: string) =>
  look({ activity: `${app}.${title}`, nodes: [{ id: title, text: title, tap: true, at: [16, 30, 200, 40] }] })
const placed = (map: ScreenMap, title: string): Place => map.place(identityOf(seen(title), app), null, false)
const sightOf = (map: ScreenMap, title: string): Sight => ({
  observation: seen(title),
  place: placed(map, title),
  controls: [],
  scrollers: [],
  forms: [],
  busy: false,
  map,
  left: 100,
})

/** Home, near, far and further, each with one thing to try. */
function walked(tried: readonly string[]): ScreenMap {
  const map = new ScreenMap(app)
  const titles = ['Home', 'Near', 'Far', 'Further']
  for (const [at, title] of titles.entries()) {
    const { screen } = placed(map, title)
    map.offer(screen, 'button', 0)
    if (tried.includes(title)) map.tried(screen, 'button', true)
    const next = titles[at + 1]
    if (next !== undefined) map.went(screen, 'next', placed(map, next).screen, tap('next'), '')
  }
  return map
}

describe('On the map of an earlier night', () => {
  it('what no night has tried goes before what is near and was tried', () => {
    const map = ScreenMap.from(app, walked(['Home', 'Near', 'Far']).rows())
    expect(new WayFinder().nearestOpen(sightOf(map, 'Home'))?.screen.name).toBe('Further')
  })

  it('when all was tried, the nearest is tried again', () => {
    const map = ScreenMap.from(app, walked(['Home', 'Near', 'Far', 'Further']).rows())
    expect(new WayFinder().nearestOpen(sightOf(map, 'Home'))?.screen.name).toBe('Near')
  })
})
