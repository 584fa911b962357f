// App files are checked whole before anything runs: each error with its line, its field and what is allowed. Rule 12.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { checkApp, loadApp, plantApp } from '#main/device/demo/engine/app-file.ts'
import { walkTo } from '#main/device/demo/engine/shortest.ts'
import { smallApp, tryApp } from '#main/device/demo/engine/small-app.ts'

const home = 'screens:\n  home:\n    title: Home\n    body:\n'

/** Errors as `line field: words`. */
const errorsOf = (text: string): readonly string[] => {
  const result = checkApp(text, 'a.yaml')
  return 'errors' in result ? result.errors.map(error => `${error.line} ${error.field}: ${error.words}`) : []
}

describe('what is refused, with its line', () => {
  it.each<[string, string, string]>([
    [
      'an unknown field of the app',
      `${home}      - text: a\ncolour: red`,
      '11 colour: "colour" is not a field here; allowed are format',
    ],
    [
      'a start that is not there',
      `${home.replace('home:', 'other:')}      - text: a`,
      '5 start: there is no screen "home"',
    ],
    ['a screen without a body', 'screens:\n  home:\n    title: Home', '7 screens.home: "body" is missing'],
    ['a node of no kind', `${home}      - words: a`, '10 screens.home.body[0]: a node has one kind of text, button'],
    ['a node of two kinds', `${home}      - text: a\n        button: b`, 'there are text and button'],
    [
      'an unknown field of a node',
      `${home}      - text: a\n        colour: "#112233"`,
      '11 screens.home.body[0].colour: "colour" is not a field here',
    ],
    ['a text that is a number', `${home}      - text: 3`, '10 screens.home.body[0].text: must be a text'],
    [
      'a colour that is none',
      `${home}      - text: a\n        color: red`,
      '11 screens.home.body[0].color: must be a colour as "#RRGGBB"',
    ],
    ['an icon that is not drawn', `${home}      - icon: unicorn`, 'must be a drawn shape (heart, heart_filled'],
    ['an id with a dash', `${home}      - text: a\n        id: a-b`, 'must be an id'],
    [
      'an id twice on a screen',
      `${home}      - text: a\n        id: x\n      - text: b\n        id: x`,
      '12 screens.home.body[1]: the id "x" is on this screen twice',
    ],
    [
      'an unknown name',
      `${home}      - text: a\n        when: nme == 1`,
      '11 screens.home.body[0].when: "nme" is not known',
    ],
    ['an unknown name in a text', `${home}      - text: "\${nme}"`, '10 screens.home.body[0].text: "nme" is not known'],
    ['a string that is not there', `${home}      - text: "@nope"`, '"@nope" is not in the strings'],
    ['a toggle that is bound to nothing', `${home}      - toggle: a`, '"bind" is missing'],
    [
      'a field bound to what is not declared',
      `${home}      - field: {id: f, bind: gone}`,
      '"gone" is not declared in the state',
    ],
    [
      'a field with something beside it',
      `${home}      - field: {id: f, bind: gone}\n        label: a`,
      '"label" is not a field here; allowed are field',
    ],
    [
      'a go to a screen that is not there',
      `${home}      - button: a\n        tap: [{go: far}]`,
      '11 screens.home.body[0].tap[0].go: there is no screen "far"',
    ],
    [
      'an effect of no kind',
      `${home}      - button: a\n        tap: [{jump: 1}]`,
      'an effect has one key of go, replace',
    ],
    [
      'an effect of two kinds',
      `${home}      - button: a\n        tap: [{back: true, exit: true}]`,
      'there are back and exit',
    ],
    [
      'setting what is not declared',
      `${home}      - button: a\n        tap: [{set: {x: 1}}]`,
      '"x" is not declared in the state',
    ],
    ['an if without then or else', `${home}      - button: a\n        tap: [{if: "true"}]`, '"if" needs then or else'],
    [
      'asking for what is not declared',
      `${home}      - button: a\n        tap: [{ask: camera}]`,
      '"camera" is not among the app\'s permissions',
    ],
    [
      'a chance above 1',
      `${home}      - button: a\n        tap: [{chance: 2, then: []}]`,
      'must be a number from 0 to 1',
    ],
    [
      'a scroll to what is nowhere',
      `${home}      - button: a\n        tap: [{scrollTo: far}]`,
      'no screen has the id "far"',
    ],
    [
      'an event there is none of',
      `screens:\n  home:\n    title: a\n    body: []\n    on: {open: []}`,
      '"open" is not a field here; allowed are enter, leave',
    ],
    [
      'a tab that is not there',
      'screens:\n  home:\n    title: a\n    body: []\n    tabs: {selected: x, items: [{id: a, label: A}]}',
      'no tab has the id "x"',
    ],
    [
      'a state called it',
      'state: {it: 1}\nscreens: {home: {title: a, body: []}}',
      '"it" cannot be the name of a state',
    ],
    [
      'saving what is not declared',
      'saved: [x]\nscreens: {home: {title: a, body: []}}',
      '"x" is not declared in the state',
    ],
    [
      'a danger that is not there',
      'danger: [home.gone]\nscreens: {home: {title: a, body: []}}',
      'there is no "home.gone"',
    ],
    [
      'a secure screen that is not there',
      'secure: [far]\nscreens: {home: {title: a, body: []}}',
      'there is no screen "far"',
    ],
    ['another format', 'screens: {home: {title: a, body: []}}\nsurface: mouse', 'surface'],
    ['a key twice', 'screens: {home: {title: a, body: []}}\nstart: home', 'unique'],
  ])('%s', (_what, rest, words) => {
    const errors = errorsOf(smallApp(rest))
    expect(errors.join('\n')).toContain(words)
  })

  it('collects all errors and refuses with file and line', () => {
    const text = smallApp(`${home}      - text: 3\n      - icon: unicorn\n      - button: a\n        tap: [{go: far}]`)
    expect(errorsOf(text)).toHaveLength(3)
    try {
      loadApp(text, 'a.yaml')
      expect.unreachable()
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure
      expect([failure.code, failure.where]).toEqual(['bad-value', 'a.yaml:10'])
      expect(failure.words).toContain('a.yaml:11: screens.home.body[1].icon')
    }
  })

  it('keeps to its limits: 200 screens, 500 nodes a screen, depth 20, 2 MB', () => {
    const screens = (count: number): string =>
      `screens:\n  home: {title: a, body: []}\n${Array.from({ length: count - 1 }, (_, index) => `  s${index}: {title: a, body: []}\n`).join('')}`
    expect(errorsOf(smallApp(screens(200)))).toEqual([])
    expect(errorsOf(smallApp(screens(201))).join()).toContain('at most 200 screens')
    const nodes = (count: number): string => `screens: {home: {title: a, body: [${'{text: a}, '.repeat(count)}]}}`
    expect(errorsOf(smallApp(nodes(500)))).toEqual([])
    expect(errorsOf(smallApp(nodes(501))).join()).toContain('at most 500 nodes')
    const deep = (depth: number): string =>
      `screens: {home: {title: a, body: [${'{column: ['.repeat(depth)}${']}'.repeat(depth)}]}}`
    expect(errorsOf(smallApp(deep(19)))).toEqual([])
    expect(errorsOf(smallApp(deep(20))).join()).toContain('deeper than 20')
    expect(errorsOf(smallApp(`# ${'x'.repeat(2_000_000)}\n${screens(1)}`)).join()).toContain('at most 2000000')
  })

  it('reads JSON as well as YAML 1.2, in which "on" is a key', () => {
    const app = {
      format: 'nocturne-demo-app/1',
      package: 'a.b',
      label: 'A',
      version: { name: '1', code: 1 },
      start: 'home',
      screens: { home: { title: 'Home', body: [], on: { enter: [] } } },
    }
    expect(errorsOf(JSON.stringify(app))).toEqual([])
    expect(errorsOf('a: [1')[0]).toMatch(/^\d+ /)
    expect(errorsOf('just words').join()).toContain('must be a mapping')
  })

  it('throws nothing but a Refusal, whatever it is given', () => {
    const good = smallApp(
      `state: {n: 1}\n${home}      - button: Go\n        id: go\n        tap: [{set: {n: "=n + 1"}}, {dialog: {title: a, buttons: [{id: ok, label: OK}]}}]`,
    )
    const cut = fc.tuple(
      fc.nat(good.length),
      fc.nat(12),
      fc.constantFrom('', ':', '=', '- ', '[', '{', '3', '\n', '"', 'tap: x'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          cut.map(([at, length, put]) => good.slice(0, at) + put + good.slice(at + length)),
        ),
        text => {
          const result = checkApp(text, 'a.yaml')
          if ('errors' in result) for (const error of result.errors) expect(error.line).toBeGreaterThanOrEqual(1)
          else expect(() => plantApp(result.app, 'all')).not.toThrow()
        },
      ),
      { numRuns: 150 },
    )
  })
})

let bugs = 0
const bug = (plant: string, more = ''): string =>
  `  - {id: b${(bugs += 1)}, check: logic, screen: home, shortest: 1, ${more}plant: ${plant}}\n`
const app = `state: {n: 1}
screens:
  home:
    title: Home
    actions: [{icon: gear, id: gear, label: Settings, tap: [{set: {n: 2}}]}]
    tabs: {selected: one, items: [{id: one, label: One}, {id: two, label: Two, tap: []}]}
    body:
      - text: Words
        id: words
        color: "#112233"
      - field: {id: f, bind: n, label: A, kind: number}
      - list: {id: all, of: "[1, 2]", row: {id: line, text: "=it"}, tap: [{set: {n: "=it"}}]}
      - button: Ask
        id: ask
        tap: [{dialog: {title: Sure, buttons: [{id: yes, label: "Yes", tap: [{set: {n: 5}}]}]}}]
bugs:
`

describe('planting', () => {
  const planted = (plants: string) => tryApp(smallApp(app + plants), { plant: 'all' })

  it('sets and removes fields of nodes, fields, rows, tabs, actions, buttons and screens', () => {
    const trial = planted(
      bug('[{at: home.words, set: {text: Other}, remove: [color]}]') +
        bug('[{at: home.f, set: {kind: password}}]', 'reproducible: 1, ') +
        bug('[{at: home.line, set: {text: "=it * 10"}}]', 'condition: dark, ') +
        bug('[{at: home.two, set: {label: Zwei}}, {at: home.gear, remove: [label]}]') +
        bug('[{at: home, set: {title: Away}}]'),
    )
    expect(trial.textOf('words')).toBe('Other')
    expect(trial.find('f')?.password).toBe(true)
    expect(trial.phone.peek().tree.nodes.map(node => node.text)).toEqual(expect.arrayContaining(['10', '20', 'Away']))
    expect(trial.find('two')?.desc).toBe('Zwei')
    expect(trial.find('gear')?.desc).toBe('')
    expect(tryApp(smallApp(app + bug('[{at: home.ask, set: {button: Fragen}}]'))).textOf('ask')).toBe('Ask')
  })

  it('puts effects before a list, or makes the list, also in a dialog and for an event', () => {
    const trial = planted(
      bug('[{at: home.yes, prepend: {tap: [{toast: Planted}]}}]') +
        bug('[{at: home.two, prepend: {tap: [{set: {n: 7}}]}}]', 'reproducible: 1, ') +
        bug('[{at: home.words, prepend: {long: [{set: {n: 8}}]}}]') +
        bug('[{at: home, prepend: {on: {rotate: [{set: {n: 9}}]}}}]', 'condition: dark, ') +
        bug('[{at: home.all, prepend: {tap: [{toast: "Row ${it}"}]}}]'),
    )
    trial.tap('two')
    expect(trial.textOf('f')).toBe('7')
    trial.press('words')
    expect(trial.textOf('f')).toBe('8')
    trial.tap('line')
    expect([trial.phone.view().toast, trial.textOf('f')]).toEqual(['Row 1', '1'])
    trial.tap('ask')
    trial.tap('yes')
    expect([trial.phone.view().toast, trial.textOf('f')]).toEqual(['Planted', '5'])
    trial.phone.turn('landscape')
    expect(trial.textOf('f')).toBe('9')
  })

  it('refuses two plants that set the same field, a place that is not there, and a bad value at the line of the plant', () => {
    const twice =
      bug('[{at: home.words, set: {text: a}}]') + bug('[{at: home.words, remove: [text]}]', 'condition: dark, ')
    expect(errorsOf(smallApp(app + twice)).join()).toContain('another plant sets "text" of "home.words" already')
    expect(errorsOf(smallApp(app + bug('[{at: home.gone, set: {text: a}}]'))).join()).toContain(
      'there is no "home.gone" to plant at',
    )
    expect(errorsOf(smallApp(app + bug('[{at: home.words, set: {color: red}}]')))[0]).toMatch(
      /^22 bugs\[0\]\.plant\[0\]\.set\.color: must be a colour/,
    )
    expect(errorsOf(smallApp(app + bug('[{at: home.words, prepend: {tap: [{go: far}]}}]')))[0]).toMatch(
      /^22 bugs\[0\].*there is no screen "far"/,
    )
    expect(errorsOf(smallApp(app + bug('[{at: home.words, set: {text: a}}]', 'element: gone, ')))[0]).toContain(
      'the screen "home" has no "gone"',
    )
    expect(errorsOf(smallApp(app + bug('[{at: home.words, set: {text: a}}]', 'signature: X, ')))[0]).toContain(
      'a signature is for crash',
    )
    expect(errorsOf(smallApp(app + bug('[{at: home.words}]'))).join()).toContain('at least one of set, prepend, remove')
  })

  it('leaves conditioned bugs out of "all" unless conditions are asked for, and refuses a bug there is none of', () => {
    const file = loadApp(
      smallApp(
        app + bug('[{at: home.words, set: {text: a}}]') + bug('[{at: home.f, set: {kind: text}}]', 'condition: dark, '),
      ),
      'a.yaml',
    )
    expect(plantApp(file, 'all').planted).toHaveLength(1)
    expect(plantApp(file, 'all', { conditions: 'all' }).planted).toHaveLength(2)
    expect(plantApp(file, 'none').planted).toHaveLength(0)
    expect(() => plantApp(file, ['gone'])).toThrow('no bug "gone"')
  })
})

describe('the apps that are shipped', () => {
  const folder = join(import.meta.dirname, '../../../../../resources/demo')
  const files = readdirSync(folder).filter(name => name.endsWith('.app.yaml'))

  it.each(files)('%s is a whole app, clean and planted', name => {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(errorsOf(text)).toEqual([])
    const file = loadApp(text, name)
    expect(file.screens.length).toBeGreaterThanOrEqual(12)
    expect(file.bugs.filter(one => one.condition === null).length).toBeGreaterThanOrEqual(10)
  })

  it('walks to a bug and finds the fewest actions', () => {
    const deep = smallApp(`state: {n: null}
screens:
  home: {title: a, body: [{button: Go, id: go, tap: [{go: far}]}, {button: Other, id: other, tap: [{toast: x}]}]}
  far: {title: b, body: [{field: {id: f, bind: n, kind: number}}, {button: Save, id: save, tap: [{back: true}]}]}
bugs:
  - id: negative
    check: crash
    screen: far
    shortest: 4
    plant: [{at: far.save, prepend: {tap: [{if: n < 0, then: [{crash: {type: a.B}}]}]}}]
`)
    const file = loadApp(deep, 'a.yaml')
    const [only] = file.bugs
    expect(only && walkTo(file, only, 10_000)).toMatchObject({
      found: 4,
      path: ['tap go', 'type "-5" into f', 'tap save'],
      complete: true,
    })
  })
})

describe('aliases', () => {
  it('that stand inside their own anchor are refused in words', () => {
    const text = 'format: nocturne-demo-app/1\nstate: &s\n  again: *s\n'
    expect(() => loadApp(text, 'endless.app.yaml')).toThrow(/never ends/)
  })
})
