// Nights, findings and devices that never were, for the fake hub: one app (Larder), a few mornings of it.
import { severityOf, labelOf } from '#shared/domain/check.ts'
import type { Check } from '#shared/domain/check.ts'
import type { FindingRow, FindingStatus } from '#shared/domain/finding.ts'
import { deviceId, findingId, fingerprintOf, nightId } from '#shared/domain/ids.ts'
import type {
  DeviceTile,
  Dropped,
  FindingPage,
  InboxRow,
  MapLine,
  NightLine,
  StepLine,
} from '#shared/protocol/shapes.ts'

const app = 'dev.example.larder'
/** Mornings of a fixed day, so that pictures of the window do not change with the clock. */
export const nightStart = '2026-11-29T22:00:00.000Z'
export const nightEnd = '2026-11-30T06:00:00.000Z'

interface Kind {
  readonly check: Check
  readonly title: string
  readonly screen: string
  readonly status: FindingStatus
  readonly seen: string
  readonly steps: readonly string[]
  readonly why: string
  readonly noise: string
  readonly shown?: boolean
}

const kinds: readonly Kind[] = [
  {
    check: 'crash',
    title: 'Saving something whose name has an emoji closes the app',
    screen: 'Add to the larder',
    status: 'new',
    seen: 'new in 57',
    steps: ['Tap “+”', 'Type “Honey 🍯” into “Name”', 'Tap “Save”'],
    why: 'The log names IllegalArgumentException at AddScreen.save, both times.',
    noise: 'No other app crashed. The same three steps without the emoji pass, and so does build 56.',
  },
  {
    check: 'data_loss',
    title: 'What was typed is gone after the device is turned',
    screen: 'Edit',
    status: 'regressed',
    seen: 'back in 57',
    steps: ['Tap “Plum jam”', 'Tap “Edit”', 'Type “Plum jam, spiced” into “Name”', 'Turn the device on its side'],
    why: 'The field “Name” held 16 characters before the turn and none after it.',
    noise: 'Typing without a turn keeps the text; the screen is the same one after the turn.',
  },
  {
    check: 'dead_control',
    title: '“Copy the version” does nothing',
    screen: 'About',
    status: 'new',
    seen: 'first seen in 57',
    steps: ['Tap “Settings”', 'Tap “About”', 'Tap “Copy the version”'],
    why: 'Three taps at the middle of the button, each landed; picture, tree and clipboard stayed as they were for 2 s.',
    noise: 'The button is enabled and not selected; other buttons of this screen answer within 80 ms.',
  },
  {
    check: 'contrast',
    title: 'The days left under a name are too faint in dark mode',
    screen: 'Larder',
    status: 'seen',
    seen: 'seen 5 nights',
    steps: ['Open Larder in dark mode'],
    why: '“2 bags, best before March” reads 2.9 : 1, 4.5 is wanted.',
    noise: 'Measured on three rows, at two moments; the text is enabled and 14 sp.',
  },
  {
    check: 'truncated',
    title: '“Benachrichtigungen” is cut off at the largest text',
    screen: 'Settings',
    status: 'seen',
    seen: 'seen 3 nights',
    steps: ['Tap “Settings”'],
    why: 'The text needs 412 px and has 340 px; its last letters are outside of the row.',
    noise: 'Not an ellipsis the app chose: the end is cut, in German only, text size 1.3.',
  },
  {
    check: 'a11y',
    title: 'The bin on an item has no name for screen readers',
    screen: 'Item',
    status: 'seen',
    seen: 'seen 4 nights',
    steps: ['Tap “Plum jam”'],
    why: 'An image button of 48 by 48 dp with neither text nor description.',
    noise: 'It answers taps; its neighbours have names.',
  },
  {
    check: 'overlap',
    title: 'The plus button covers the last row',
    screen: 'Larder',
    status: 'new',
    seen: 'first seen in 57',
    steps: ['Scroll down'],
    why: 'The button lies over 62 % of “Rice, 5 kg” at the end of the list.',
    noise: 'The list is at its end; it cannot be scrolled further.',
    shown: false,
  },
  {
    check: 'blank',
    title: 'Recipes stays white without a network',
    screen: 'Recipes',
    status: 'snoozed',
    seen: 'seen 2 nights',
    steps: ['Tap “Recipes”'],
    why: '98.7 % of the picture is one colour for 6 s, and the tree holds no text.',
    noise: 'Offline was set by the night; a loading mark would have been seen in the three pictures.',
  },
  {
    check: 'target',
    title: 'The minus on an item is 20 dp wide',
    screen: 'Item',
    status: 'declined',
    seen: 'seen 6 nights',
    steps: ['Tap “Plum jam”'],
    why: '20 by 32 dp; 24 is the least.',
    noise: 'No larger parent takes the touch.',
  },
  {
    check: 'back_stack',
    title: 'Back from About leaves the app',
    screen: 'About',
    status: 'accepted',
    seen: 'seen 2 nights',
    steps: ['Tap “Settings”', 'Tap “About”', 'Go back'],
    why: 'Two screens were opened, one Back ended at the launcher.',
    noise: 'The app’s process lives on: it did not crash.',
  },
]

const files: Readonly<Record<string, string>> = {
  crash: 'crash',
  data_loss: 'add',
  dead_control: 'about',
  contrast: 'shelf',
  truncated: 'settings',
  a11y: 'item',
  overlap: 'shelf',
  blank: 'recipes',
  target: 'item',
  back_stack: 'about',
}
export const pictureOf = (screen: string, isDark = false): string => `/artifact/${screen}${isDark ? '-dark' : ''}.jpg`

export interface Made {
  row: FindingRow
  readonly page: Omit<FindingPage, 'finding'>
  until: string | null
  reason: string | null
  of: ReturnType<typeof findingId> | null
  history: { at: string; words: string }[]
  before: { status: FindingStatus; shown: boolean }[]
}

export function findings(): Made[] {
  return kinds.map((kind, index) => made(kind, index))
}

function made(kind: Kind, index: number): Made {
  const id = findingId(`f-${(0x1a2b3c40 + index * 0x1111).toString(16)}`)
  const minutes = String(10 + index * 4).padStart(2, '0')
  const isOld = kind.status !== 'new'
  const row: FindingRow = {
    id,
    fingerprint: fingerprintOf(`v1:${'0123456789abcdef'.repeat(2).slice(index, 32)}${'f'.repeat(index)}`),
    app,
    check: kind.check,
    severity: severityOf(kind.check),
    screen: kind.screen,
    element: 'save',
    title: kind.title,
    reproduced: kind.check === 'dead_control' ? '3/4' : '2/2',
    status: kind.status,
    shown: kind.shown ?? true,
    first_seen: isOld ? '2026-11-24T01:20:00.000Z' : `2026-11-30T01:${minutes}:00.000Z`,
    last_seen: `2026-11-30T01:${minutes}:00.000Z`,
    seen_count: isOld ? 4 : 1,
    builds: isOld ? ['3.0.4 (55)', '3.1.0 (57)'] : ['3.1.0 (57)'],
    in_previous_build: isOld,
    steps: kind.steps,
    shortest_known: kind.steps.length,
    flow: 'flow.yaml',
    flow_result: index === 4 ? 'drifted' : 'reproduced',
    asserts: kind.check === 'crash' || kind.check === 'blank' ? 'maestro' : 'nocturne',
    pictures: [],
    clip: null,
    log: null,
    why: kind.why,
    why_not_noise: kind.noise,
  }
  const isDark = kind.check === 'contrast'
  const after = files[kind.check] ?? 'shelf'
  const mark = {
    left: 0.06,
    top: kind.check === 'crash' ? 0.36 : 0.49,
    right: 0.94,
    bottom: kind.check === 'crash' ? 0.58 : 0.56,
  }
  return {
    row,
    until: kind.status === 'snoozed' ? '2026-12-07T07:00:00.000Z' : null,
    reason: kind.status === 'declined' ? 'It is meant to be so: a second way is beside it' : null,
    of: null,
    history:
      kind.status === 'declined'
        ? [{ at: '2026-11-28T07:40:00.000Z', words: 'Declined: It is meant to be so' }]
        : kind.status === 'regressed'
          ? [
              { at: '2026-11-25T07:31:00.000Z', words: 'Accepted' },
              { at: '2026-11-27T02:10:00.000Z', words: 'Not seen in build 56: gone' },
              { at: '2026-11-30T01:14:00.000Z', words: 'Seen again in build 57: regressed' },
            ]
          : [],
    before: [],
    page: {
      label: labelOf(kind.check),
      seen: kind.seen,
      pictures: [
        {
          role: 'before',
          url: pictureOf(kind.check === 'crash' ? 'add' : after, isDark),
          words: `Before, on ${kind.screen}`,
          width: 1080,
          height: 2400,
          mark: kind.check === 'crash' ? { left: 0.05, top: 0.495, right: 0.95, bottom: 0.56 } : null,
        },
        { role: 'after', url: pictureOf(after, isDark), words: kind.title, width: 1080, height: 2400, mark },
      ],
      steps: kind.steps.map((words, step) => ({
        words,
        picture: kind.steps.length > 2 ? pictureOf(['shelf', 'add', after][Math.min(2, step)] ?? 'shelf') : null,
      })),
      log: kind.check === 'crash' ? logOf() : null,
      flow: {
        name: `${kind.check.replaceAll('_', '-')}-${index + 1}.yaml`,
        file: '/flows/flow.yaml',
        text: flowOf(kind),
      },
      history: [],
      until: null,
      reason: null,
      of: null,
      details: [
        { name: 'Id', value: id },
        { name: 'Fingerprint', value: row.fingerprint },
        { name: 'Check', value: kind.check },
        { name: 'Replays', value: '4' },
        { name: 'Last night', value: 'n-20261129-2300-ab12' },
      ],
    },
  }
}

function flowOf(kind: Kind): string {
  const steps = kind.steps.map(step =>
    step.startsWith('Type')
      ? `- inputText: "Honey 🍯"`
      : `- tapOn: ${step.replaceAll(/^Tap |“|”/gu, '"').replaceAll('""', '"')}`,
  )
  return [
    `# ${kind.title}`,
    `# Larder 3.1.0 (57), reproduced when played`,
    `appId: ${app}`,
    '---',
    '- launchApp: {clearState: true}',
    ...steps,
    '- assertVisible: {id: "saved"}  # fails here',
    '',
  ].join('\n')
}

function logOf(): string {
  return [
    '01:12:08.412 E AndroidRuntime: FATAL EXCEPTION: main',
    '01:12:08.412 E AndroidRuntime: Process: dev.example.larder, PID: 4312',
    '01:12:08.412 E AndroidRuntime: java.lang.IllegalArgumentException: name <b>has</b> a character outside of the plane',
    '01:12:08.412 E AndroidRuntime:   at dev.example.larder.AddScreen.save(AddScreen.kt:88)',
    '01:12:08.412 E AndroidRuntime:   at dev.example.larder.AddScreen.onSave(AddScreen.kt:61)',
    '01:12:08.412 E AndroidRuntime:   at android.view.View.performClick(View.java:7506)',
  ].join('\n')
}

export function rowOf({ row, page, until }: Made): InboxRow {
  return {
    id: row.id,
    check: row.check,
    label: page.label,
    severity: row.severity,
    title: row.title,
    screen: row.screen,
    reproduced: row.reproduced,
    status: row.status,
    shown: row.shown,
    seen: page.seen,
    app: row.app,
    last_seen: row.last_seen,
    until,
    picture: page.pictures[1]?.url ?? null,
  }
}

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

const yes = { yes: true } as const

export function device(
  part: Partial<DeviceTile> & { readonly id: DeviceTile['id']; readonly name: string },
): DeviceTile {
  const platform = part.platform ?? 'android'
  const kind = part.kind ?? 'phone'
  const isTv = kind === 'tv'
  const runtime = part.runtime ?? 'Android 15 (API 35)'
  const size = isTv ? { width: 1920, height: 1080 } : { width: 1080, height: 2400 }
  return {
    platform,
    kind,
    state: 'live',
    why: null,
    runtime,
    caps: {
      surface: isTv ? 'dpad' : 'touch',
      keys: [
        'Home',
        'Back',
        'Enter',
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'Select',
        'MediaPlayPause',
        ...(isTv ? [] : (['Recents', 'Backspace'] as const)),
      ],
      tree: yes,
      foreground: yes,
      text: yes,
      clearData: yes,
      crashLogs: yes,
      contacts: yes,
      clipboard: yes,
      controls: {
        dark: yes,
        fontScale: yes,
        locale: yes,
        network:
          platform === 'android'
            ? { yes: false, why: 'A phone of your own keeps its network: only emulators can be made offline.' }
            : yes,
        orientation: yes,
        turn: yes,
        posture: { yes: false, why: 'It does not fold.' },
        awake: yes,
        location: yes,
        statusBar: yes,
        battery: yes,
      },
    },
    model: {
      id: part.id,
      name: part.name,
      platform,
      ...(kind === 'foldable'
        ? {
            kind,
            fold: {
              outer: { width: 1080, height: 2092 },
              hinge: 'vertical' as const,
              postures: ['closed', 'half-open', 'open'] as const,
            },
          }
        : { kind }),
      surface: isTv ? 'dpad' : 'touch',
      runtime,
      size,
      densityDpi: 420,
      apiLevel: platform === 'android' ? 35 : null,
    },
    generation: 1,
    control: null,
    busy: null,
    settings: {
      dark: { value: false, by: 'device' },
      fontScale: { value: 1, by: 'device' },
      locale: { value: 'en', by: 'device' },
      network: { value: 'online', by: 'device' },
      orientation: { value: 'portrait', by: 'device' },
    },
    turn: 'upright',
    posture: kind === 'foldable' ? { value: 'open', by: 'device' } : null,
    overrides: null,
    ...part,
  }
}

export function devices(): DeviceTile[] {
  return [
    device({ id: deviceId('emulator-5554'), name: 'Pixel 8' }),
    device({
      id: deviceId('R5CT30'),
      name: 'Galaxy S23',
      state: 'needs-you',
      why: 'Allow USB debugging on the phone: a question is waiting on its screen.',
    }),
    device({ id: deviceId('demo-phone'), name: 'Demo phone', platform: 'demo', runtime: 'Demo, Android 13 manners' }),
    device({ id: deviceId('10.0.0.40:5555'), name: 'Living room', kind: 'tv', runtime: 'Android TV 12' }),
    device({
      id: deviceId('emulator-5556'),
      name: 'Pixel Fold',
      kind: 'foldable',
      state: 'lost',
      why: 'The emulator quit at 01:40. Trying again in 8 s.',
    }),
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
