// Every node of the app format: what it is in the tree, and what touching it does. Rule 6.
import { describe, expect, it } from 'vitest'
import { smallApp, smallPackage, tryApp, type Trial } from '#main/device/demo/engine/small-app.ts'

const withBody = (
  body: string,
  rest = 'state: {on: false, pick: a, n: 5, words: "", list: [{t: One, d: "1"}, {t: Two, d: "2"}]}',
): Trial => tryApp(smallApp(`${rest}\nscreens:\n  home:\n    title: Home\n    body:\n${body}`))

describe('nodes in the tree', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['text', '- text: Words\n        id: x', { className: 'android.widget.TextView', text: 'Words', clickable: false }],
    ['text with tap', '- text: Words\n        id: x\n        tap: []', { clickable: true }],
    [
      'button',
      '- button: Save\n        id: x',
      { className: 'android.widget.Button', text: 'Save', clickable: true, enabled: true },
    ],
    ['disabled', '- button: Save\n        id: x\n        enabled: false', { enabled: false }],
    ['icon', '- icon: heart\n        id: x\n        label: Like', { desc: 'Like', clickable: false }],
    ['icon with tap', '- icon: heart\n        id: x\n        tap: []', { desc: '', clickable: true }],
    [
      'image',
      '- image: leaf\n        id: x\n        label: A leaf',
      { className: 'android.widget.ImageView', desc: 'A leaf', text: '' },
    ],
    [
      'toggle',
      '- toggle: Wifi\n        id: x\n        bind: on',
      { className: 'android.widget.Switch', checkable: true, checked: false },
    ],
    [
      'check',
      '- check: Agree\n        id: x\n        bind: on',
      { className: 'android.widget.CheckBox', checkable: true, checked: false },
    ],
    [
      'radio on',
      `- radio: A\n        id: x\n        bind: pick\n        value: "'a'"`,
      { className: 'android.widget.RadioButton', checked: true },
    ],
    ['radio off', `- radio: B\n        id: x\n        bind: pick\n        value: "'b'"`, { checked: false }],
    ['bar', '- progress: bar\n        id: x\n        value: 0.5', { className: 'android.widget.ProgressBar' }],
    ['spinner', '- progress: spinner\n        id: x\n        busy: true', { className: 'android.widget.ProgressBar' }],
    ['video', '- video: true\n        id: x', { text: '', clickable: false }],
    ['video by mapping', '- video: {id: x, label: Film}', { desc: 'Film' }],
    ['web', '- web: page\n        id: x\n        label: Terms', { desc: 'Terms' }],
    ['map', '- map: {id: x, label: Map}', { desc: 'Map' }],
    [
      'field',
      '- field: {id: x, bind: words, hint: Name}',
      { className: 'android.widget.EditText', text: 'Name', hint: 'Name', clickable: true, password: false },
    ],
    ['password', '- field: {id: x, bind: pick, kind: password}', { text: '•', password: true }],
    [
      'slider',
      '- slider: {id: x, bind: n, label: How many}',
      { className: 'android.widget.SeekBar', desc: 'How many' },
    ],
    [
      'list',
      '- list: {id: x, of: list, row: {id: line, text: "=it.t"}}',
      { className: 'androidx.recyclerview.widget.RecyclerView' },
    ],
    ['scroll', '- scroll: [{text: a}]\n        id: x', {}],
    ['row', '- row: [{text: a}]\n        id: x', {}],
    ['column', '- column: [{text: a}]\n        id: x', {}],
    ['card', '- card: [{text: a}]\n        id: x', {}],
  ])('%s', (_kind, body, wanted) => {
    const found = withBody(`      ${body}\n`).find('x')
    expect(found).toMatchObject({ id: `${smallPackage}:id/x`, package: smallPackage, ...wanted })
  })

  it('leaves out what `when` or a false `busy` hides, and draws space and dividers without a node one can press', () => {
    const trial = withBody(
      '      - text: a\n        id: x\n        when: on\n      - progress: spinner\n        id: y\n        busy: on\n      - space: 24\n      - divider: true\n      - text: b\n        id: z\n        when: true\n',
    )
    expect([trial.has('x'), trial.has('y'), trial.has('z')]).toEqual([false, false, true])
  })

  it('shows a list row by row with it and index, its words when it is empty, and each row in its own when', () => {
    const rows = (of: string) =>
      withBody(
        `      - list: {id: x, of: "${of}", row: {id: line, text: "\${index}: \${it.t}", detail: "=it.d", when: "it.d != '1'"}, empty: Nothing here}\n`,
      )
    expect(
      rows('list')
        .phone.peek()
        .tree.nodes.map(node => node.text),
    ).toEqual(expect.arrayContaining(['1: Two', '2']))
    expect(
      rows('list')
        .texts()
        .filter(text => text.startsWith('line=')),
    ).toHaveLength(1)
    expect(
      rows('[]')
        .phone.peek()
        .tree.nodes.map(node => node.text),
    ).toContain('Nothing here')
  })

  it('has title, actions, tabs and fab around the body', () => {
    const trial = tryApp(
      smallApp(`screens:
  home:
    title: Home
    body: [{text: a}]
    actions: [{icon: gear, id: gear, label: Settings}]
    fab: {icon: plus, id: add, label: Add}
    tabs: {selected: two, items: [{id: one, label: One, icon: heart}, {id: two, label: Two}]}
`),
    )
    expect(trial.phone.peek().tree.nodes.some(node => node.text === 'Home')).toBe(true)
    expect([
      trial.find('gear')?.desc,
      trial.find('add')?.desc,
      trial.find('one')?.selected,
      trial.find('two')?.selected,
    ]).toEqual(['Settings', 'Add', false, true])
  })
})

describe('what touching does', () => {
  it('flips toggles and checks, picks radios, and then runs their effects', () => {
    const trial = withBody(`      - toggle: T
        id: t
        bind: on
        tap: [{set: {n: "=n + 1"}}]
      - check: C
        id: c
        bind: on
      - radio: B
        id: b
        bind: pick
        value: "'b'"
        tap: [{set: {n: "=n + 1"}}]
      - text: "\${n} \${on} \${pick}"
        id: now
`)
    trial.tap('t')
    expect(trial.textOf('now')).toBe('6 true a')
    trial.tap('c')
    expect(trial.textOf('now')).toBe('6 false a')
    trial.tap('b')
    expect(trial.textOf('now')).toBe('7 false b')
    trial.tap('b')
    expect(trial.textOf('now')).toBe('7 false b')
  })

  it('does nothing on what is disabled', () => {
    const trial = withBody(
      '      - button: A\n        id: a\n        enabled: on\n        tap: [{set: {n: 9}}]\n      - text: "=n"\n        id: now\n',
    )
    trial.tap('a')
    expect(trial.textOf('now')).toBe('5')
  })

  it('sets a slider to its step by tap and by swipe, within its ends', () => {
    const trial = withBody(
      '      - slider: {id: s, bind: n, min: 0, max: 10, step: 5}\n      - text: "=n"\n        id: now\n',
    )
    const bounds = trial.find('s')?.bounds
    if (bounds === undefined) throw new Error('no slider')
    const y = (bounds.top + bounds.bottom) / 2
    trial.phone.tap(bounds.right - 3, y)
    expect(trial.textOf('now')).toBe('10')
    trial.phone.swipe(bounds.right - 30, y, bounds.left + 3, y, 300)
    expect(trial.textOf('now')).toBe('0')
  })

  it('types at the end of the focused field, by its kind; what it shows is what it is bound to', () => {
    const trial = withBody(
      '      - field: {id: f, bind: words, hint: Name}\n      - field: {id: n, bind: n, kind: number}\n      - text: "${words}|${n}"\n        id: now\n',
    )
    expect(trial.phone.typeText('lost')).toBe(false)
    trial.type('f', 'Fe')
    expect(trial.phone.peek().keyboard.shown).toBe(true)
    trial.phone.typeText('rn 🌱\n')
    expect(trial.find('f')).toMatchObject({ text: 'Fern 🌱 ', focused: true })
    trial.phone.key('Backspace')
    trial.phone.key('Backspace')
    expect(trial.textOf('f')).toBe('Fern ')
    trial.phone.clearField()
    expect(trial.textOf('f')).toBe('Name')
    trial.type('n', '2')
    expect(trial.textOf('now')).toBe('|52')
    trial.phone.typeText('x')
    expect(trial.textOf('now')).toBe('|')
    trial.phone.key('Enter')
    expect(trial.phone.peek().keyboard.shown).toBe(false)
  })

  it('covers the bottom third with the keyboard, and brings the field above it', () => {
    const trial = withBody('      - space: 700\n      - field: {id: f, bind: words}\n      - space: 300\n')
    trial.phone.swipe(500, 1500, 500, 900, 300)
    trial.tap('f')
    const keyboard = trial.phone.peek().keyboard.bounds
    expect(keyboard && (2400 - keyboard.top) / 2400).toBeCloseTo(1 / 3, 1)
    expect(trial.find('f')?.bounds.bottom ?? 9999).toBeLessThanOrEqual(keyboard?.top ?? 0)
    trial.phone.tap(540, (keyboard?.top ?? 0) + 100)
    expect(trial.phone.peek().keyboard.shown).toBe(true)
  })

  it('runs `long` on a long press, and a tap where there is none', () => {
    const trial = withBody(
      '      - text: A\n        id: a\n        tap: [{set: {n: 1}}]\n        long: [{set: {n: 2}}]\n      - button: B\n        id: b\n        tap: [{set: {n: 3}}]\n      - text: "=n"\n        id: now\n',
    )
    trial.press('a')
    expect(trial.textOf('now')).toBe('2')
    trial.press('b')
    expect(trial.textOf('now')).toBe('3')
    trial.tap('a')
    expect(trial.textOf('now')).toBe('1')
  })

  it('scrolls a body that is higher than the screen, to its end and no further', () => {
    const trial = withBody(
      '      - text: Top\n        id: top\n      - space: 2000\n      - text: End\n        id: end\n',
    )
    expect([trial.has('top'), trial.has('end')]).toEqual([true, false])
    for (let times = 0; times < 6; times += 1) trial.phone.swipe(540, 1800, 540, 500, 300)
    expect([trial.has('top'), trial.has('end')]).toEqual([false, true])
    const id = trial.phone.peek().pictureId
    trial.phone.swipe(540, 1800, 540, 500, 300)
    expect(trial.phone.peek().pictureId).toBe(id)
  })

  it('lets a cover swallow taps and `at` stand where it says', () => {
    const trial = withBody(
      '      - button: A\n        id: a\n        tap: [{set: {n: 1}}]\n      - text: "=n"\n        id: now\n      - column: [{text: Over, id: over, at: {x: 0, y: 0, w: 400, h: 60}, cover: true}]\n        cover: true\n',
    )
    const a = trial.find('a')
    if (a !== undefined) trial.phone.tap(a.bounds.left + 20, a.bounds.top + 10)
    expect(trial.textOf('now')).toBe('5')
    const placed = withBody('      - text: Here\n        id: x\n        at: {x: 100, y: 200, w: 80, h: 40}\n').find('x')
    expect([placed?.bounds.left, (placed?.bounds.right ?? 0) - (placed?.bounds.left ?? 0)]).toEqual([
      Math.round(100 * 2.625),
      210,
    ])
  })
})
