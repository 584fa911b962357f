// Findings that never were, for the fake hub: one app (Larder), what a few mornings of it would hold.
import { severityOf, labelOf } from '#shared/domain/check.ts'
import type { Check } from '#shared/domain/check.ts'
import type { FindingRow, FindingStatus } from '#shared/domain/finding.ts'
import { findingId, fingerprintOf } from '#shared/domain/ids.ts'
import type { FindingPage, InboxRow } from '#shared/protocol/shapes.ts'

export const app = 'dev.example.larder'

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

export const isOpen = ({ row }: Made): boolean => ['new', 'seen', 'regressed', 'crash_log'].includes(row.status)
export const isFresh = ({ row }: Made): boolean => row.shown && (row.status === 'new' || row.status === 'regressed')

/** Ten thousand: the open ones again and again. */
export function many(): readonly Made[] {
  const kinds = findings()
  return Array.from({ length: 10_000 }, (_, index) => {
    const base = kinds[index % 7] ?? kinds[0]
    if (base === undefined) throw new Error('there are no findings')
    const id = findingId(`f-${(0x20000000 + index).toString(16)}`)
    return {
      ...base,
      history: [],
      before: [],
      row: {
        ...base.row,
        id,
        shown: true,
        status: index < 40 ? ('new' as const) : ('seen' as const),
        title: `${base.row.title} (${index + 1})`,
      },
    }
  })
}
