// Nights that never were, for the fake hub: their lines, missions, steps, dropped candidates and the map they walked.
import { deviceId, nightId } from '#shared/domain/ids.ts'
import type { Dropped, MapLine, NightLine, StepLine } from '#shared/protocol/shapes.ts'
import type { Scene } from './fake-world.ts'
import { app, pictureOf } from './made-up-findings.ts'

/** Mornings of a fixed day, so that pictures of the window do not change with the clock. */
const nightStart = '2026-11-29T22:00:00.000Z'
const nightEnd = '2026-11-30T06:00:00.000Z'

export const runningId = 'n-20261130-2300-cd34'

export function nightLine(part: Partial<NightLine> = {}): NightLine {
  return {
    id: nightId('n-20261129-2300-ab12'),
    app,
    app_label: 'Larder',
    build: '3.1.0 (57)',
    devices: [deviceId('demo-phone'), deviceId('emulator-5554')],
    started: nightStart,
    ended: nightEnd,
    ended_by: 'time',
    steps: 1842,
    screens: 23,
    new_screens: 2,
    not_reproduced: 2,
    seed: 7,
    findings: 7,
    running: false,
    ...part,
  }
}

export const dropped: readonly Dropped[] = [
  {
    check: 'frozen',
    label: 'Frozen',
    title: 'Recipes did not move for 10 s',
    screen: 'Recipes',
    words: 'Replayed twice, moved both times: a slow answer of the network.',
  },
  {
    check: 'anr',
    label: 'Not responding',
    title: 'Larder did not respond while saving',
    screen: 'Add to the larder',
    words: 'Replayed four times, answered each time.',
  },
]

export function nightsOf(scene: Scene): readonly NightLine[] {
  const earlier = Array.from({ length: scene === 'many' ? 500 : 6 }, (_, index) => {
    const started = new Date(Date.parse('2026-11-29T22:00:00.000Z') - index * 86_400_000)
    return nightLine({
      id: nightId(index === 0 ? 'n-20261129-2300-ab12' : `n-early-${index}`),
      started: started.toISOString(),
      ended: new Date(started.getTime() + 8 * 3_600_000 - index * 1_200_000).toISOString(),
      ended_by: index === 2 ? 'device' : index === 4 ? 'stopped' : 'time',
      steps: 1842 - index * 37,
      build: index < 3 ? '3.1.0 (57)' : '3.0.4 (55)',
      findings: scene === 'quiet' && index === 0 ? 0 : Math.max(0, 7 - index * 2),
      new_screens: index === 0 ? 2 : 0,
    })
  })
  if (scene !== 'night') return earlier
  return [
    nightLine({
      id: nightId(runningId),
      started: '2026-11-30T22:00:00.000Z',
      ended: null,
      ended_by: null,
      steps: 212,
      running: true,
      findings: 2,
    }),
    ...earlier,
  ]
}

export function missionsOf(night: NightLine): readonly {
  card: string
  device: NightLine['devices'][number]
  condition: string | null
  steps: number
  ended_by: 'answer' | 'budget' | 'stuck'
  judged: 'met' | 'not met' | 'not judged'
  why: string | null
}[] {
  const on = night.devices[0]
  if (on === undefined) return []
  return [
    { card: 'Explore', device: on, condition: null, steps: 1200, ended_by: 'budget', judged: 'not judged', why: null },
    {
      card: 'Add something, edit it, take one',
      device: on,
      condition: 'dark',
      steps: 388,
      ended_by: 'answer',
      judged: 'met',
      why: null,
    },
    {
      card: 'Find what is out of date',
      device: on,
      condition: 'locale:de',
      steps: 254,
      ended_by: 'stuck',
      judged: 'not met',
      why: null,
    },
  ]
}

const mapNames = [
  'Welcome',
  'Larder',
  'Item',
  'Edit',
  'Add to the larder',
  'Settings',
  'Reminders',
  'Units',
  'Language',
  'About',
  'Licences',
  'Recipes',
  'Recipe',
  'Shopping',
  'Empty shopping',
  'Search',
  'Search, nothing',
  'Delete?',
  'Permission',
  'Share',
  'Sort',
  'Take one',
  'Undo',
]
const mapParents = [-1, 0, 1, 2, 1, 1, 5, 5, 5, 5, 9, 1, 11, 1, 13, 1, 15, 2, 6, 2, 1, 2, 2]

export function screenMap(): MapLine {
  return {
    app,
    screens: mapNames.map((name, index) => ({
      id: `s${index + 1}`,
      name,
      visits: 80 - index * 3,
      variants: 1 + (index % 3),
      untried: index % 7 === 3 ? 2 : 0,
      nights: index === 14 || index === 20 ? 1 : 5,
      picture: pictureOf(['shelf', 'item', 'settings', 'add'][index % 4] ?? 'shelf'),
    })),
    edges: mapParents.flatMap((parent, index) =>
      parent < 0
        ? []
        : [{ from: `s${parent + 1}`, to: `s${index + 1}`, words: `Tap “${mapNames[index] ?? ''}”`, count: 12 }],
    ),
  }
}

const walk: readonly (readonly [string, string, number, number, string])[] = [
  ['shelf', 'Tap “+”', 0.86, 0.83, 'Larder'],
  ['add', 'Type “Honey” into “Name”', 0.5, 0.16, 'Add to the larder'],
  ['add', 'Tap “Remind me a week before”', 0.86, 0.43, 'Add to the larder'],
  ['add', 'Tap “Save”', 0.5, 0.53, 'Add to the larder'],
  ['shelf', 'Tap “Plum jam”', 0.4, 0.62, 'Larder'],
  ['item', 'Tap “Take one”', 0.5, 0.6, 'Item'],
  ['item', 'Tap “Edit”', 0.5, 0.67, 'Item'],
  ['settings', 'Tap “Dark mode”', 0.3, 0.31, 'Settings'],
]

export function step(n: number): StepLine {
  const [screen, words, x, y, name] = walk[n % walk.length] ?? ['shelf', 'Look', 0.5, 0.5, 'Larder']
  const isDark = n % 16 >= 8
  return {
    n: n + 1,
    mission: 1 + Math.floor(n / 600),
    device: deviceId('demo-phone'),
    step: n + 1,
    screen: `s${(n % 20) + 1}`,
    screen_name: name,
    new_screen: n % 97 === 5,
    words,
    outcome: 'landed, screen changed',
    checks: [
      'crash',
      'anr',
      'blank',
      'a11y',
      'target',
      'overlap',
      'truncated',
      'contrast',
      'dead_control',
      'data_loss',
      'back_stack',
    ],
    candidates: n % 11 === 7 ? [{ check: 'contrast', title: '“Sun” reads 4.4 : 1, 4.5 is wanted' }] : [],
    picture: n % 50 === 49 ? null : pictureOf(screen, isDark),
    touch: { x, y },
    by: n % 40 === 30 ? 'person' : 'night',
    at_ms: n * 2100,
    notes: [],
  }
}
