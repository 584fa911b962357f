// The deciders that probes feed: dead control, data loss, blank, frozen, loading, back stack, silent validation, offline.
import { describe, expect, it } from 'vitest'
import type { Element } from '#shared/domain/element.ts'
import type { Observation } from '#shared/domain/device.ts'
import { screenId } from '#shared/domain/ids.ts'
import type { Action, Seen } from '#shared/domain/night.ts'
import {
  backStack,
  blank,
  dataLost,
  deadControl,
  endlessLoading,
  frozen,
  frozenSuspected,
  offlineHandling,
  silentValidation,
  type DataLossInput,
  type DeadControlInput,
  type Hop,
} from '#main/explore/oracle.ts'
import { app, look, type LookSpec, type NodeSpec } from '../../../../test/builders/observation.ts'
import { back, target, tap } from '../../../../test/builders/oracle-case.ts'

const where = { app, screen: null, screenName: 'Plant' }
const title: NodeSpec = { text: 'Plant', at: [12, 36, 120, 30], sp: 22 }
const button: NodeSpec = { id: 'notify', text: 'Turn on', tap: true, at: [16, 200, 380, 48], ground: '#dddddd' }
const page = (nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}) => look({ ...more, nodes: [title, ...nodes] })
const elementOf = (look: Observation, id: string): Element => {
  const found = look.tree?.nodes.find(node => node.id.endsWith(`/${id}`))
  if (found === undefined) throw new Error(`no ${id}`)
  return found
}

describe('a dead control', () => {
  const same = page([button])
  const dead = (
    more: Partial<DeadControlInput> = {},
    looks: readonly Observation[] = [same, same, same, same],
    id = 'notify',
  ) => {
    const [before = same, after1 = same, after2 = same, later = same] = looks
    return deadControl({
      ...where,
      before,
      after1,
      after2,
      later,
      element: elementOf(before, id),
      receipts: [],
      events: [],
      othersWork: true,
      workedBefore: false,
      form: 'none',
      ...more,
    })
  }

  it('is told after two taps without any effect', async () => {
    const [found] = await dead()
    expect(found).toMatchObject({
      check: 'dead_control',
      element: 'notify',
      title: '“Turn on” does nothing when tapped on “Plant”',
    })
  })

  it('is told although the clock went on and decoration moves', async () => {
    const at = (color: string) =>
      page([button, { kind: 'ImageView', at: [180, 400, 48, 48], ground: color }], {
        over: [{ at: [8, 4, 30, 14], color }],
      })
    expect(await dead({}, [at('#111111'), at('#111111'), at('#111111'), at('#cc2222')])).toHaveLength(1)
    expect(await dead({}, [at('#cc2222'), at('#111111'), at('#cc2222'), at('#111111')])).toHaveLength(1)
  })

  it.each<[string, () => Promise<readonly unknown[]>]>([
    [
      'a toast is shown',
      () => dead({}, [same, page([button], { over: [{ at: [100, 600, 200, 40], color: '#333' }] })]),
    ],
    [
      'the tap landed late',
      () => dead({}, [same, same, same, page([button, { text: 'Done', at: [16, 300, 100, 24] }])]),
    ],
    ['taps are not known to land', () => dead({ othersWork: false })],
    [
      'the receipt says it did not arrive',
      () => dead({ receipts: [{ sent: true, reached: false, changed: null, words: '', refusal: null }] }),
    ],
    ['it is disabled', () => dead({}, [page([{ ...button, off: true }])])],
    ['it is the chosen tab', () => dead({}, [page([{ ...button, selected: true }])])],
    ['it is a radio button that is on', () => dead({}, [page([{ ...button, kind: 'RadioButton', checked: true }])])],
    [
      'something lies over it',
      () => dead({}, [page([button, { id: 'cover', text: 'Cover', tap: true, at: [0, 190, 411, 60] }])]),
    ],
    [
      'a snackbar is shown',
      () => dead({}, [page([button, { id: 'snackbar_text', text: 'Saved', at: [16, 700, 300, 24] }])]),
    ],
    [
      'something is loading',
      () => dead({}, [page([button, { kind: 'ProgressBar', id: 'busy', at: [180, 400, 48, 48] }])]),
    ],
    ['a crash came', () => dead({ events: [{ kind: 'anr', at: 1, pid: 1, reason: '', excerpt: '' }] })],
  ])('raises nothing when %s', async (_, ask) => {
    expect(await ask()).toEqual([])
  })

  it('on a form is told only with good input', async () => {
    const form = page([
      { kind: 'EditText', id: 'name', text: 'Fern', hint: 'Name', tap: true, at: [16, 100, 380, 56] },
      { ...button, id: 'save', text: 'Save' },
    ])
    const ask = (form_: DeadControlInput['form'], workedBefore = false) =>
      dead({ form: form_, workedBefore }, [form, form, form, form], 'save')
    expect(await ask('valid')).toHaveLength(1)
    expect(await ask('invalid')).toEqual([])
    expect(await ask('unknown')).toEqual([])
    expect(await ask('valid', true)).toEqual([])
  })
})

describe('data loss', () => {
  const form = (name: string, more: { on?: boolean; tab?: string; days?: string; password?: string } = {}) =>
    page([
      {
        kind: 'EditText',
        id: 'name',
        text: name === '' ? 'Name' : name,
        hint: 'Name',
        tap: true,
        at: [16, 100, 380, 56],
      },
      {
        kind: 'EditText',
        id: 'pin',
        text: more.password ?? '',
        hint: 'PIN',
        password: true,
        tap: true,
        at: [16, 160, 380, 56],
      },
      { kind: 'Switch', id: 'tips', text: 'Tips', tap: true, checked: more.on ?? false, at: [16, 230, 380, 48] },
      { id: 'days', text: more.days ?? 'Every 7 days', at: [16, 290, 300, 24] },
      {
        kind: 'LinearLayout',
        at: [0, 800, 411, 64],
        inside: ['one', 'two'].map((id, at) => ({
          kind: 'FrameLayout',
          id,
          desc: id,
          tap: true,
          selected: (more.tab ?? 'one') === id,
          at: [at * 200, 800, 200, 64] as const,
        })),
      },
    ])
  const lost = (before: Observation, after: Observation, more: Partial<DataLossInput> = {}) =>
    dataLost({ ...where, before, after, way: 'turn', typed: new Set(['Fern']), initial: null, ...more }).map(
      found => found.element,
    )

  it('of typed text, a switch, the chosen tab and a changed figure is told', () => {
    expect(lost(form('Fern'), form(''))).toEqual(['name'])
    expect(lost(form('Fern', { on: true }), form('Fern'))).toEqual(['tips'])
    expect(lost(form('Fern', { tab: 'two' }), form('Fern'))).toEqual(['two'])
    expect(lost(form('Fern', { days: 'Every 9 days' }), form('Fern'), { initial: form('') })).toEqual(['days'])
  })

  it('is told in words', () => {
    const [found] = dataLost({
      ...where,
      before: form('Fern'),
      after: form(''),
      way: 'background',
      typed: new Set(),
      initial: null,
    })
    expect(found?.title).toBe('What was typed into “Name” is lost by leaving the app and coming back on “Plant”')
  })

  it('with the whole screen is told of the typed field only', () => {
    const elsewhere = look({
      nodes: [
        { text: 'Plants', at: [12, 36, 120, 30] },
        { id: 'list', text: 'Nothing', at: [12, 100, 200, 24] },
      ],
    })
    expect(lost(form('Fern'), elsewhere)).toEqual(['name'])
    expect(lost(form(''), elsewhere)).toEqual([])
  })

  it('raises nothing when nothing was lost, of passwords, of dialogs, in half-built trees or turned screens', () => {
    expect(lost(form('Fern', { on: true, tab: 'two' }), form('Fern', { on: true, tab: 'two' }))).toEqual([])
    expect(lost(form('Fern', { password: '••••' }), form('Fern'))).toEqual([])
    expect(lost(form('Fern', { days: 'Every 9 days' }), form('Fern'))).toEqual([])
    expect(lost(form('Fern'), look({ emptyTree: true }))).toEqual([])
    expect(lost(form('Fern'), look({ landscape: true, nodes: [title] }))).toEqual([])
    expect(lost(form('Fern'), look({ front: 'com.android.launcher3', nodes: [] }))).toEqual([])
    expect(lost(form(''), form('Fern'))).toEqual([])
  })
})

describe('a blank screen', () => {
  const empty = (more: Partial<LookSpec> = {}) => look({ emptyTree: true, ...more })
  const ask = (first: Observation, second: Observation, sinceLaunchMs: number | null = 60_000) =>
    blank({ ...where, first, second, action: tap('bad', 'Not helpful'), sinceLaunchMs, events: [] })

  it('is told after two looks and belongs to what was tapped', async () => {
    const [found] = await ask(empty({ number: 1, at: 1000 }), empty({ number: 2, at: 2600 }))
    expect(found).toMatchObject({
      check: 'blank',
      element: 'bad',
      observation: 2,
      title: 'The screen goes blank after tapping “Not helpful”',
    })
  })

  it.each<[string, Observation, Observation, number | null]>([
    ['a splash', empty({ at: 1000 }), empty({ at: 2600 }), 1600],
    ['two looks too close', empty({ at: 1000 }), empty({ at: 1500 }), 60_000],
    ['a secure window', page([button], { secure: true, at: 1000 }), page([button], { secure: true, at: 2600 }), 60_000],
    [
      'words in the tree',
      look({ nodes: [{ text: 'Hidden', at: [0, 0, 1, 1] }], at: 1000 }),
      look({ nodes: [{ text: 'Hidden', at: [0, 0, 1, 1] }], at: 2600 }),
      60_000,
    ],
    [
      'a film',
      look({ nodes: [{ kind: 'android.view.SurfaceView', at: [0, 24, 411, 800] }], at: 1000 }),
      look({ nodes: [{ kind: 'android.view.SurfaceView', at: [0, 24, 411, 800] }], at: 2600 }),
      60_000,
    ],
    ['a screen that came after all', empty({ at: 1000 }), page([button], { at: 2600 }), 60_000],
    [
      'the launcher',
      empty({ at: 1000, front: 'com.android.launcher3' }),
      empty({ at: 2600, front: 'com.android.launcher3' }),
      60_000,
    ],
  ])('is not told of %s', async (_, first, second, since) => {
    expect(await ask(first, second, since)).toEqual([])
  })
})

describe('a frozen app', () => {
  const names = ['a', 'b', 'c'] as const
  const still = page(
    names.map((id, at) => ({ id, text: `Go ${id}`, tap: true, at: [16, 100 + at * 60, 380, 48] as const })),
  )
  const run = (actions: readonly Action[], shown: (at: number) => Observation = () => still): Seen[] => [
    { observation: still, action: null, events: [] },
    ...actions.map((action, at) => ({ observation: shown(at), action, events: [] })),
  ]
  const dead = run([tap('a', 'Go a'), tap('b', 'Go b'), tap('c', 'Go c'), back])

  it('is suspected after four inputs, told after Back, and belongs to the first input without effect', async () => {
    expect(frozenSuspected(run([tap('a'), tap('b'), tap('c'), tap('a')]), app)).toBe(true)
    expect(await frozen(dead, where)).toMatchObject([{ check: 'frozen', element: 'a' }])
  })

  it('belongs to the dialog’s button that was answered before, and never to typing', async () => {
    const dialog = look({
      nodes: [
        {
          kind: 'Dialog',
          at: [28, 300, 355, 200],
          inside: [
            { text: 'Clear?', at: [48, 320, 300, 30] },
            { id: 'yes', text: 'Clear', tap: true, at: [250, 440, 80, 48] },
          ],
        },
      ],
    })
    const answered: Seen[] = [
      { observation: dialog, action: tap('clear'), events: [] },
      { observation: still, action: tap('yes', 'Clear'), events: [] },
      ...dead.slice(1),
    ]
    expect(await frozen(answered, where)).toMatchObject([{ element: 'yes' }])
    const typed: Action = { kind: 'type', target: target('name'), text: 'x', row: 'one' }
    const others = run([typed, tap('b'), tap('c'), back])
    expect(
      await frozen(
        [
          { observation: page([button]), action: null, events: [] },
          { observation: still, action: tap('send', 'Send'), events: [] },
          ...others.slice(1),
        ],
        where,
      ),
    ).toMatchObject([{ element: 'send' }])
  })

  it.each<[string, Seen[]]>([
    ['Back was not tried', run([tap('a'), tap('b'), tap('c'), tap('a')])],
    [
      'one input changed something',
      run([tap('a'), tap('b'), tap('c'), back], at => (at === 1 ? page([button]) : still)),
    ],
    ['only one control was tried', run([tap('a'), tap('a'), tap('a'), back])],
    [
      'Back left the app',
      run([tap('a'), tap('b'), tap('c'), back], at => (at === 3 ? look({ front: 'com.android.launcher3' }) : still)),
    ],
    [
      'the picture moved',
      run([tap('a'), tap('b'), tap('c'), back], at =>
        at === 2
          ? { ...still, picture: page([button], { over: [{ at: [50, 500, 300, 200], color: '#f00' }] }).picture }
          : still,
      ),
    ],
    [
      'only waiting was done',
      run([
        { kind: 'wait', ms: 1000 },
        { kind: 'wait', ms: 1000 },
        { kind: 'wait', ms: 1000 },
        { kind: 'wait', ms: 1000 },
        back,
      ]),
    ],
  ])('is not told when %s', async (_, history) => {
    expect(await frozen(history, where)).toEqual([])
  })
})

describe('endless loading', () => {
  const turning = (at: number, more: readonly NodeSpec[] = [], moving = true) =>
    page(
      [
        {
          kind: 'ProgressBar',
          id: 'spinner',
          at: [180, 300, 48, 48],
          ground: moving && at % 2 === 0 ? '#2244ff' : '#ffffff',
        },
        ...more,
      ],
      { at: at * 1000, number: at + 1 },
    )
  const ask = (looks: readonly Observation[], more: { networkOn?: boolean; condition?: string } = {}) =>
    endlessLoading({ ...where, looks, networkOn: more.networkOn ?? true, condition: more.condition ?? null })
  const long = [turning(0), turning(11), turning(22), turning(33)]

  it('is told after more than thirty seconds', async () => {
    expect(await ask(long)).toMatchObject([
      { check: 'loading', element: 'spinner', title: '“Plant” never finishes loading' },
    ])
  })

  it.each<[string, readonly Observation[], { networkOn?: boolean; condition?: string }]>([
    ['a spinner of twenty-five seconds', [turning(0), turning(11), turning(25)], {}],
    ['one that ended', [turning(0), turning(11), turning(22), page([button], { at: 33_000 })], {}],
    [
      'words that came',
      [turning(0), turning(11), turning(22), turning(33, [{ text: 'Half done', at: [16, 400, 200, 24] }])],
      {},
    ],
    ['a bar that stands', [0, 11, 22, 33].map(at => turning(at, [], false)), {}],
    ['no network', long, { networkOn: false }],
    ['a slow network', long, { condition: 'slow' }],
  ])('is not told of %s', async (_, looks, more) => {
    expect(await ask(looks, more)).toEqual([])
  })

  it('without a network is told after fifteen seconds as that, unless words say why', async () => {
    const off = [turning(0), turning(8), turning(17)]
    expect(await offlineHandling({ ...where, looks: off, base: null })).toMatchObject([
      { check: 'offline', element: 'spinner' },
    ])
    const said = [0, 8, 17].map(at =>
      page([{ id: 'offline', text: 'Check your connection.', at: [16, 200, 300, 24] }], { at: at * 1000 }),
    )
    expect(await offlineHandling({ ...where, looks: said, base: null })).toEqual([])
    const bare = [0, 8, 17].map(at => page([button], { at: at * 1000 }))
    const full = page([
      button,
      { id: 'a', text: 'First line', at: [16, 300, 300, 24] },
      { id: 'b', text: 'Second line', at: [16, 340, 300, 24] },
    ])
    expect(await offlineHandling({ ...where, looks: bare, base: full })).toMatchObject([
      { check: 'offline', element: '' },
    ])
    expect(await offlineHandling({ ...where, looks: bare, base: null })).toEqual([])
  })
})

describe('Back', () => {
  const home = screenId('s1')
  const detail = screenId('s2')
  const edit = screenId('s3')
  const other = screenId('s4')
  const shown = (name: string, nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}) =>
    look({ ...more, nodes: [{ text: name, at: [12, 36, 120, 30] }, ...nodes] })
  const editForm = shown('Edit', [
    { kind: 'EditText', id: 'name', text: 'Fern', hint: 'Name', tap: true, at: [16, 100, 380, 56] },
    { ...button, id: 'save', text: 'Save' },
  ])
  const detailLook = shown('Detail', [{ ...button, id: 'edit', text: 'Edit' }])
  const homeLook = shown('Home', [{ ...button, id: 'plant', text: 'Fern' }])
  const otherLook = shown('Other', [button])
  const hop = (screen: Hop['screen'], observation: Observation, action: Action | null): Hop => ({
    screen,
    screenName: screen,
    observation,
    action,
  })
  const ask = (path: readonly Hop[]) => backStack({ app, path, home })
  const toEdit = [
    hop(home, homeLook, null),
    hop(detail, detailLook, tap('plant', 'Fern')),
    hop(edit, editForm, tap('edit', 'Edit')),
  ]

  it('into a form that was saved is told, and belongs to its button', async () => {
    const path = [...toEdit, hop(detail, detailLook, tap('save', 'Save')), hop(edit, editForm, back)]
    expect(await ask(path)).toMatchObject([{ check: 'back_stack', screen: edit, element: 'save' }])
  })

  it('to a screen that was never open is told of the child', async () => {
    const path = [...toEdit.slice(0, 2), hop(other, otherLook, back)]
    expect(await ask(path)).toMatchObject([{ check: 'back_stack', screen: detail }])
  })

  it('that does nothing twice is told where the screen answers to other input', async () => {
    const toggled = shown('Detail', [{ ...button, id: 'edit', text: 'Edit', selected: true }], {
      over: [{ at: [16, 300, 60, 60], color: '#00f' }],
    })
    const path = [
      ...toEdit.slice(0, 2),
      hop(detail, toggled, tap('edit')),
      hop(detail, detailLook, tap('edit')),
      hop(detail, detailLook, back),
      hop(detail, detailLook, back),
    ]
    expect(await ask(path)).toMatchObject([{ check: 'back_stack', screen: detail }])
    expect(await ask([...toEdit.slice(0, 2), hop(detail, detailLook, back), hop(detail, detailLook, back)])).toEqual([])
  })

  it.each<[string, readonly Hop[]]>([
    ['it leads to the parent', [...toEdit, hop(detail, detailLook, back)]],
    ['it leads home', [...toEdit, hop(home, homeLook, back)]],
    ['the form was left by Back before', [...toEdit, hop(detail, detailLook, back), hop(home, homeLook, back)]],
    [
      'the form is a page before the one it leads to',
      [
        hop(home, homeLook, null),
        hop(edit, editForm, tap('plant')),
        hop(detail, detailLook, tap('save', 'Save')),
        hop(edit, editForm, tap('edit', 'Edit')),
        hop(detail, detailLook, tap('save', 'Save')),
        hop(edit, editForm, back),
      ],
    ],
    [
      'it leads below a screen that gave way',
      [
        hop(home, homeLook, null),
        hop(other, otherLook, tap('plant')),
        hop(detail, detailLook, tap('notify')),
        hop(edit, editForm, tap('edit')),
        hop(other, otherLook, back),
      ],
    ],
    [
      'a keyboard was closed',
      [
        ...toEdit,
        hop(edit, { ...editForm, keyboard: { shown: true, bounds: null } }, tap('name')),
        hop(other, otherLook, back),
      ],
    ],
    [
      'it left the app',
      [...toEdit.slice(0, 2), hop(other, look({ front: 'com.android.launcher3', nodes: [button] }), back)],
    ],
    [
      'the app was started anew',
      [
        ...toEdit,
        hop(detail, detailLook, tap('save', 'Save')),
        hop(home, homeLook, { kind: 'relaunch' }),
        hop(edit, editForm, back),
      ],
    ],
  ])('raises nothing when %s', async (_, path) => {
    expect(await ask(path)).toEqual([])
  })
})

describe('silent validation', () => {
  const form = (text: string, more: readonly NodeSpec[] = [], extra: Partial<LookSpec> = {}, off = false) =>
    page(
      [
        {
          kind: 'EditText',
          id: 'title',
          text: text === '' ? 'Title' : text,
          hint: 'Title',
          tap: true,
          at: [16, 100, 380, 56],
        },
        { ...button, id: 'save', text: 'Save', off },
        ...more,
      ],
      extra,
    )
  const list = look({ nodes: [{ text: 'Reminders', at: [12, 36, 120, 30] }] })
  const outcome = (
    row: string,
    valid: boolean,
    before: Observation,
    after: Observation,
    later: Observation | null = null,
    advanced = false,
  ) => ({ row, valid, before, after, later, submit: elementOf(before, 'save'), advanced })
  const good = outcome('valid', true, form('Fern'), list, null, true)

  it('is told by a pair: the good row goes on, the bad one stays in silence', async () => {
    expect(await silentValidation(where, [good, outcome('empty', false, form(''), form(''))])).toMatchObject([
      {
        check: 'silent_validation',
        element: 'save',
        title: '“Save” refuses an empty form without saying why on “Plant”',
      },
    ])
  })

  const words: NodeSpec = { id: 'error', text: 'Enter a title.', at: [16, 260, 300, 24] }
  it.each<[string, ReturnType<typeof outcome>[]]>([
    ['no good row is known', [outcome('empty', false, form(''), form(''))]],
    ['words appear', [good, outcome('empty', false, form(''), form('', [words]))]],
    [
      'a toast appears',
      [good, outcome('empty', false, form(''), form('', [], { over: [{ at: [100, 600, 200, 40], color: '#333' }] }))],
    ],
    [
      'the toast was gone with the keyboard',
      [
        good,
        outcome(
          'empty',
          false,
          form('', [], { keyboard: true }),
          form('', [], { over: [{ at: [100, 600, 200, 40], color: '#333' }] }),
          form(''),
        ),
      ],
    ],
    ['the button was disabled', [good, outcome('empty', false, form('', [], {}, true), form('', [], {}, true))]],
    ['the message stands there from before', [good, outcome('empty', false, form('', [words]), form('', [words]))]],
    [
      'the good row was refused with words',
      [
        outcome('valid', true, form('Fern'), form('Fern', [words]), null, true),
        outcome('empty', false, form(''), form('')),
      ],
    ],
    ['the bad row is accepted, too', [good, outcome('empty', false, form(''), list, null, true)]],
  ])('is not told when %s', async (_, outcomes) => {
    expect(await silentValidation(where, outcomes)).toEqual([])
  })

  it('asks with the form as first met, where a message stood in all rows', async () => {
    const both = [
      outcome('valid', true, form('Fern', [words]), list, null, true),
      outcome('empty', false, form('', [words]), form('', [words])),
    ]
    expect(await silentValidation({ ...where, initial: form('') }, both)).toEqual([])
    expect(target('x').nth).toBe(0)
  })
})
