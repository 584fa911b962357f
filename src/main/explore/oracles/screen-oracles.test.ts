// Visual oracles on painted pictures: one positive each, and every guard as a case that raises nothing.
import { describe, expect, it } from 'vitest'
import { askAll, screenOracles, type OracleInput } from '#main/explore/oracle.ts'
import { look, type LookSpec, type NodeSpec } from '../../../../test/builders/observation.ts'
import { asked } from '../../../../test/builders/oracle-case.ts'

const title: NodeSpec = { text: 'Plant', at: [12, 36, 160, 32], sp: 22 }
const words = 'Most house plants die of too much water, not of too little. Feel the soil before you reach for the can.'
const page = (nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}) => look({ ...more, nodes: [title, ...nodes] })
const raise = async (nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}, input: Partial<OracleInput> = {}) =>
  (await askAll(screenOracles, asked(page(nodes, more), input))).map(found => `${found.check}:${found.element}`)

describe('labels', () => {
  const icon: NodeSpec = { kind: 'ImageButton', id: 'share', tap: true, at: [340, 30, 48, 48] }

  it('miss on an icon button without words', async () => {
    expect(await raise([icon])).toEqual(['a11y:share'])
  })

  it.each<[string, NodeSpec]>([
    ['with a description', { ...icon, desc: 'Share' }],
    ['with words inside', { ...icon, kind: 'ViewGroup', inside: [{ text: 'Share', at: [342, 34, 44, 20] }] }],
    ['that is disabled', { ...icon, off: true }],
    ['that is a field with a hint', { ...icon, kind: 'EditText', hint: 'Name' }],
    ['that is a page of the web', { ...icon, kind: 'android.webkit.WebView', at: [0, 100, 411, 600] }],
  ])('do not miss on one %s', async (_, node) => {
    expect(await raise([node])).toEqual([])
  })

  it('are looked for twice: a tree that was half built raises nothing', async () => {
    expect(await raise([icon], {}, { settledTwice: page([{ ...icon, desc: 'Share' }]) })).toEqual([])
    expect(await raise([icon], {}, { settledTwice: page([icon]) })).toEqual(['a11y:share'])
  })

  it('are told apart for neighbouring icons, not for rows', async () => {
    const twin = (id: string, left: number): NodeSpec => ({
      kind: 'ImageButton',
      id,
      desc: 'More',
      tap: true,
      at: [left, 100, 48, 48],
    })
    expect(
      await raise([{ kind: 'LinearLayout', at: [0, 90, 411, 60], inside: [twin('a', 10), twin('b', 70)] }]),
    ).toEqual(['a11y:b'])
    expect(
      await raise([{ kind: 'LinearLayout', at: [0, 90, 411, 60], inside: [twin('a', 10), twin('a', 70)] }]),
    ).toEqual([])
  })
})

describe('targets', () => {
  const small: NodeSpec = { kind: 'ImageButton', id: 'eye', desc: 'Hide', tap: true, at: [200, 300, 24, 24] }

  it('of 24 dp are too small', async () => {
    expect(await raise([small])).toEqual(['target:eye'])
  })

  it.each<[string, readonly NodeSpec[], Partial<LookSpec>]>([
    ['48 dp', [{ ...small, at: [200, 300, 48, 48] }], {}],
    ['a disabled one', [{ ...small, off: true }], {}],
    [
      'one cut by a scroller',
      [{ kind: 'ScrollView', scrolls: true, at: [0, 80, 411, 300], inside: [{ ...small, at: [0, 356, 411, 24] }] }],
      {},
    ],
    [
      'one in a row that takes the tap',
      [
        {
          kind: 'ViewGroup',
          id: 'row',
          tap: true,
          at: [0, 290, 411, 56],
          inside: [{ text: 'Row', at: [16, 300, 90, 22] }, small],
        },
      ],
      {},
    ],
    ['one under the keyboard', [{ ...small, at: [200, 700, 24, 24] }], { keyboard: true }],
    ['one at the edge of the screen with 36 dp', [{ ...small, at: [375.4, 300, 36, 48] }], {}],
  ])('are not %s', async (_, nodes, more) => {
    expect((await raise(nodes, more)).filter(found => found.startsWith('target'))).toEqual([])
  })
})

describe('contrast', () => {
  const pale: NodeSpec = {
    id: 'hint',
    text: 'Changes apply at once, for all plants',
    at: [12, 200, 387, 24],
    color: '#c8c8c8',
  }

  it('of pale words is told with its figure', async () => {
    const [found] = await askAll(screenOracles, asked(page([pale])))
    expect(found).toMatchObject({ check: 'contrast', element: 'hint' })
    expect(found?.why).toMatch(/Contrast 1\.\d:1/)
  })

  it.each<[string, NodeSpec, Partial<LookSpec>]>([
    ['good grey words', { ...pale, color: '#666666' }, {}],
    ['the same at full scale', { ...pale, color: '#707070' }, { scale: 1 }],
    ['disabled words', { ...pale, off: true }, {}],
    ['large words at 3.2:1', { ...pale, color: '#8c8c8c', sp: 30, at: [12, 200, 387, 100] }, {}],
    ['a secure window', pale, { secure: true }],
    ['a foreign dialog over the app', pale, { overlay: 'permission' }],
    [
      'a hint in an empty field',
      { ...pale, kind: 'EditText', hint: 'Changes apply at once, for all plants', at: [12, 200, 387, 56] },
      {},
    ],
    ['words under the keyboard', { ...pale, at: [12, 700, 387, 24] }, { keyboard: true }],
  ])('is not told of %s', async (_, node, more) => {
    expect((await raise([node], more)).filter(found => found.startsWith('contrast'))).toEqual([])
  })

  it('in dark mode is told only where light mode is fine, and needs the light screen', async () => {
    const dim: NodeSpec = { ...pale, color: '#202020' }
    const light = page([dim])
    expect(await raise([dim], { dark: true }, { condition: 'dark', base: light })).toEqual(['dark:hint'])
    expect(await raise([dim], { dark: true }, { condition: 'dark' })).toEqual([])
    expect(await raise([dim], { dark: true }, { condition: 'dark', base: page([pale]) })).toEqual(['contrast:hint'])
  })
})

describe('cut-off text', () => {
  it('without an ellipsis is told', async () => {
    expect(await raise([{ id: 'about', text: words, at: [12, 200, 387, 24], fit: 'clip' }])).toEqual([
      'truncated:about',
    ])
  })

  it.each<[string, readonly NodeSpec[]]>([
    ['wrapped text', [{ id: 'about', text: words, at: [12, 200, 387, 90], fit: 'wrap' }]],
    ['a deliberate ellipsis in body text', [{ id: 'about', text: words, at: [12, 200, 387, 24], fit: 'dots' }]],
    ['a short text', [{ id: 'about', text: 'Days between waterings: 7', at: [12, 200, 387, 24] }]],
    [
      'what a scroller cuts',
      [
        {
          kind: 'ScrollView',
          scrolls: true,
          at: [0, 90, 411, 134],
          inside: [{ id: 'about', text: words, at: [12, 200, 387, 24], fit: 'clip' }],
        },
      ],
    ],
    [
      'what lies under another element',
      [
        { id: 'about', text: words, at: [12, 200, 387, 24], fit: 'clip' },
        { kind: 'ImageButton', id: 'fab', desc: 'Add', tap: true, at: [340, 180, 56, 56], ground: '#a0c8ff' },
      ],
    ],
  ])('is not told of %s', async (_, nodes) => {
    expect((await raise(nodes)).filter(found => found.startsWith('truncated'))).toEqual([])
  })

  it('in a button is a fault even with an ellipsis', async () => {
    expect(
      await raise([{ id: 'go', kind: 'TextView', tap: true, text: words, at: [12, 200, 387, 48], fit: 'dots' }]),
    ).toEqual(['truncated:go'])
  })

  it('by large text is told as that, when the plain screen has it whole', async () => {
    const plain = page([{ id: 'about', text: 'Feel the soil before you water it, always', at: [12, 200, 387, 24] }])
    const large: NodeSpec = {
      id: 'about',
      text: 'Feel the soil before you water it, always',
      at: [12, 200, 387, 48],
      sp: 32,
      fit: 'clip',
    }
    expect(await raise([large], {}, { condition: 'big_text', base: plain })).toEqual(['big_text:about'])
    expect(await raise([large], {}, { condition: 'big_text' })).toEqual([])
  })
})

describe('overlap', () => {
  const first: NodeSpec = { id: 'version', text: 'Version 5.2.1 of this app', at: [12, 200, 387, 24] }
  const stray: NodeSpec = { id: 'date', text: 'Built on the 12th', at: [40, 206, 260, 24] }
  const others: readonly NodeSpec[] = [
    { id: 'a', text: 'One more line', at: [12, 300, 387, 24] },
    { id: 'b', text: 'And another line', at: [12, 340, 387, 24] },
  ]

  it('of two texts is told once, of the one that left its place', async () => {
    expect(await raise([first, stray, ...others])).toEqual(['overlap:date'])
  })

  it.each<[string, readonly NodeSpec[]]>([
    ['texts side by side', [first, { ...stray, at: [12, 230, 387, 24] }]],
    [
      'boxes that meet where nothing is drawn',
      [
        { ...first, text: 'Short' },
        { ...stray, at: [200, 200, 199, 24], text: '' },
      ],
    ],
    [
      'a floating button',
      [
        first,
        { kind: 'ImageButton', id: 'add', desc: 'Add', tap: true, at: [330, 760, 56, 56] },
        { id: 'row', text: 'Row under the button', at: [12, 770, 387, 24] },
      ],
    ],
    [
      'a snackbar',
      [
        first,
        {
          kind: 'FrameLayout',
          at: [8, 196, 395, 48],
          ground: '#333',
          inside: [{ id: 'snackbar_text', text: 'Deleted the plant', at: [16, 200, 300, 24], color: '#fff' }],
        },
      ],
    ],
    [
      'a bar over what scrolls',
      [
        { kind: 'ScrollView', scrolls: true, at: [0, 80, 411, 700], inside: [first] },
        { id: 'bar', text: 'Standing still here', at: [12, 204, 387, 24] },
      ],
    ],
  ])('is not told of %s', async (_, nodes) => {
    expect((await raise(nodes)).filter(found => found.startsWith('overlap'))).toEqual([])
  })

  it('that only passes by is not told', async () => {
    expect(
      await raise(
        [first, stray, ...others],
        {},
        { settledTwice: page([first, { ...stray, at: [40, 240, 260, 24] }, ...others]) },
      ),
    ).toEqual([])
  })
})

describe('another language', () => {
  const screen = (texts: readonly [string, string, string, string]): readonly NodeSpec[] => [
    { id: 'order', text: texts[0], at: [12, 100, 300, 24] },
    { id: 'help', text: texts[1], at: [12, 140, 387, 24] },
    { id: 'save', text: texts[2], tap: true, at: [12, 200, 387, 48], ground: '#dddddd' },
    { id: 'name', text: texts[3], at: [12, 260, 300, 24] },
  ]
  const told = async (texts: readonly [string, string, string, string], more: Partial<OracleInput> = {}) =>
    (await askAll(screenOracles, asked(look({ nodes: screen(texts) }), { ...input, ...more }))).map(
      found => `${found.check}:${found.element}`,
    )
  const english = look({ nodes: screen(['Sorted by last change', 'Reminders come once a day.', 'Save', 'Aloe vera']) })
  const input = { condition: 'locale:de', base: english }

  it('shows a sentence left behind', async () => {
    expect(await told(['Nach letzter Änderung', 'Reminders come once a day.', 'Speichern', 'Aloe vera'])).toEqual([
      'locale:help',
    ])
  })

  it.each<[string, readonly [string, string, string, string], Partial<OracleInput>]>([
    ['all is translated', ['Nach letzter Änderung', 'Einmal am Tag.', 'Speichern', 'Aloe vera'], {}],
    [
      'nothing is: the app has no such language',
      ['Sorted by last change', 'Reminders come once a day.', 'Save', 'Aloe vera'],
      {},
    ],
    [
      'the sentence is data',
      ['Nach letzter Änderung', 'Reminders come once a day.', 'Speichern', 'Aloe vera'],
      { data: new Set(['Reminders come once a day.']) },
    ],
    [
      'it was typed',
      ['Nach letzter Änderung', 'Reminders come once a day.', 'Speichern', 'Aloe vera'],
      { typed: new Set(['Reminders come once a day.']) },
    ],
    [
      'the first language was never seen',
      ['Nach letzter Änderung', 'Reminders come once a day.', 'Speichern', 'Aloe vera'],
      { base: null },
    ],
  ])('shows nothing when %s', async (_, texts, more) => {
    expect(await told(texts, more)).toEqual([])
  })

  it('is seen to work by a title that reads otherwise, though it has no id', async () => {
    const short = (title: string, hint: string, save: string) =>
      look({
        nodes: [
          { text: title, at: [12, 36, 160, 32], sp: 22 },
          { id: 'help', text: hint, at: [12, 140, 387, 24] },
          { id: 'save', text: save, tap: true, at: [12, 200, 387, 48], ground: '#dddddd' },
        ],
      })
    const hint = 'Labels gather notes that belong together.'
    const base = short('Labels', hint, 'Save')
    const told = (now: ReturnType<typeof look>) => askAll(screenOracles, asked(now, { condition: 'locale:de', base }))
    expect((await told(short('Etiketten', hint, 'Speichern'))).map(found => found.element)).toEqual(['help'])
    expect(await told(short('Labels', hint, 'Speichern'))).toEqual([])
    const raw = 'java.io.IOException: this is not for the eyes of anybody'
    const failed = short('Labels', raw, 'Save')
    const now = short('Etiketten', raw, 'Speichern')
    expect(await askAll(screenOracles, asked(now, { condition: 'locale:de', base: failed }))).toEqual([])
  })

  it('read from right to left shows what was not mirrored', async () => {
    const row = (left: boolean, stays: boolean): readonly NodeSpec[] =>
      ['one', 'two', 'three', 'four'].map((id, at) => ({
        kind: 'ImageButton',
        id,
        desc: id,
        tap: true,
        at: [left || (stays && id === 'two') ? 12 : 350, 100 + at * 60, 48, 48] as const,
      }))
    const base = look({ nodes: row(true, false) })
    const rtl = async (stays: boolean) =>
      (await askAll(screenOracles, asked(look({ nodes: row(false, stays) }), { condition: 'locale:ar', base }))).map(
        found => `${found.check}:${found.element}`,
      )
    expect(await rtl(true)).toEqual(['rtl:two'])
    expect(await rtl(false)).toEqual([])
  })
})
