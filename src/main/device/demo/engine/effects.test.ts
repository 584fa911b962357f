// Every effect and event of the app format, and the rules of turns, stack and network (2, 3, 7, 8).
import { describe, expect, it } from 'vitest'
import { smallApp, smallPackage, tryApp, type Trial } from '#main/device/demo/engine/small-app.ts'

/** A home screen with a button `go` that runs the effects, a text `now` with the state, and a second screen. */
const withTap = (effects: string, more = ''): Trial =>
  tryApp(
    smallApp(`permissions: [camera]
state: {n: 0, s: "", list: [1, 2, 3]}
screens:
  home:
    title: Home
    body:
      - {button: Go, id: go, tap: ${effects}}
      - {text: "\${n}|\${s}|\${join(list, ' ')}", id: now}
      - {field: {id: f, bind: s}}
${more}
  far:
    title: Far
    body: [{button: Back, id: back, tap: [{back: true}]}, {text: "\${n}|\${s}", id: there}]
`),
  )
const now = (trial: Trial): string | null => trial.textOf('now') ?? trial.textOf('there')

describe('effects on the state', () => {
  it.each([
    ['[{set: {n: 3, s: "=n"}}]', '3|0|1 2 3'],
    ['[{set: {n: 3}}, {set: {s: "=n + 1"}}]', '3|4|1 2 3'],
    ['[{set: {s: "${n}"}}]', '0|${n}|1 2 3'],
    ['[{add: {to: list, value: n + 9}}]', '0||1 2 3 9'],
    ['[{removeAt: {from: list, index: 1}}]', '0||1 3'],
    ['[{removeAt: {from: list, index: "=n"}}]', '0||2 3'],
    ['[{removeAt: {from: list, index: 9}}]', '0||1 2 3'],
    ['[{setAt: {of: list, index: 2, value: 7}}]', '0||1 2 7'],
    ['[{if: n == 0, then: [{set: {s: yes}}], else: [{set: {s: "no"}}]}]', '0|yes|1 2 3'],
    ['[{if: n, else: [{set: {s: "no"}}]}, {set: {n: 1}}]', '1|no|1 2 3'],
    ['[{chance: 1, then: [{set: {s: hit}}]}]', '0|hit|1 2 3'],
    ['[{chance: 0, then: [{set: {s: hit}}], else: [{set: {s: miss}}]}]', '0|miss|1 2 3'],
  ])('%s', (effects, wanted) => {
    const trial = withTap(effects)
    trial.tap('go')
    expect(now(trial)).toBe(wanted)
  })

  it('makes values of mappings in which only strings that begin with = are expressions', () => {
    const trial = tryApp(
      smallApp(`state: {list: [], n: 2}
screens:
  home:
    title: a
    body:
      - {button: Go, id: go, tap: [{add: {to: list, value: {a: "=n * 2", b: n, c: ["=n"]}}}]}
      - {list: {id: all, of: list, row: {id: line, text: "\${it.a} \${it.b} \${it.c[0]}"}}}
`),
    )
    trial.tap('go')
    expect(trial.phone.peek().tree.nodes.map(node => node.text)).toContain('4 n 2')
  })
})

describe('effects one sees', () => {
  it('shows a toast for 2 s, not in the tree, and a snackbar for 4 s, in it', () => {
    const trial = withTap('[{toast: "Saved ${n}"}, {snackbar: {text: Deleted, action: Undo, tap: [{set: {n: 5}}]}}]')
    trial.tap('go')
    const texts = (): readonly string[] => trial.phone.peek().tree.nodes.map(node => node.text)
    expect(trial.phone.view().toast).toBe('Saved 0')
    expect(texts()).not.toContain('Saved 0')
    expect(texts()).toEqual(expect.arrayContaining(['Deleted', 'Undo']))
    trial.phone.advance(1999)
    expect(trial.phone.view().toast).toBe('Saved 0')
    trial.phone.advance(1)
    expect(trial.phone.view().toast).toBe(null)
    trial.tap('snackbar_action')
    expect([now(trial), texts().includes('Deleted')]).toEqual(['5||1 2 3', false])
    trial.tap('go')
    trial.phone.advance(4000)
    expect(texts()).not.toContain('Deleted')
  })

  it.each(['dialog', 'sheet', 'menu'])('opens a %s that hides the app; its button closes it, then runs', kind => {
    const trial = withTap(
      `[{${kind}: {title: "Sure \${n}?", text: Really, buttons: [{id: cancel, label: Cancel}, {id: yes, label: "Yes", tap: [{set: {n: 1}}]}]}}]`,
    )
    trial.tap('go')
    expect(trial.has('now')).toBe(false)
    expect(trial.phone.peek().tree.nodes.map(node => node.text)).toEqual(
      expect.arrayContaining(['Sure 0?', 'Really', 'Cancel', 'Yes']),
    )
    trial.tap('cancel')
    expect(now(trial)).toBe('0||1 2 3')
    trial.tap('go')
    trial.tap('yes')
    expect(now(trial)).toBe('1||1 2 3')
    trial.tap('go')
    trial.phone.key('Back')
    expect(trial.has('now')).toBe(true)
    trial.tap('go')
    trial.phone.tap(540, 200)
    expect(trial.has('now')).toBe(kind !== 'dialog')
  })

  it('hides the keyboard, scrolls to an id, copies, and logs a line', () => {
    const trial = withTap(
      '[{keyboard: hide}, {scrollTo: low}, {copy: "Code ${n}"}, {log: "went ${n}"}]',
      '      - {space: 1500}\n      - {text: Low, id: low}',
    )
    trial.tap('f')
    expect(trial.phone.peek().keyboard.shown).toBe(true)
    trial.tap('go')
    expect([trial.phone.peek().keyboard.shown, trial.has('low'), trial.has('go')]).toEqual([false, true, false])
    expect(trial.phone.clipboard).toBe('Code 0')
    expect(trial.phone.logs.lines('main').some(line => /\bI Small +: went 0$/.test(line))).toBe(true)
  })

  it('shares through a chooser of another package, and opens other apps, which Back leaves again', () => {
    const share = withTap('[{share: true}]')
    share.tap('go')
    expect(share.phone.foreground()).toMatchObject({
      package: 'android',
      activity: 'com.android.internal.app.ChooserActivity',
    })
    share.phone.key('Back')
    expect(share.phone.foreground().package).toBe(smallPackage)
    for (const other of ['com.android.settings', 'com.android.browser', 'com.example.maps']) {
      const open = withTap(`[{open: ${other}}]`)
      open.tap('go')
      expect(open.phone.foreground().package).toBe(other)
      open.phone.key('Back')
      expect([open.phone.foreground().package, open.has('now')]).toEqual([smallPackage, true])
    }
  })
})

describe('turns', () => {
  it('goes on after `wait` when the screen is the same, and drops the rest when it was left', () => {
    const stays = withTap('[{wait: 300}, {set: {n: 1}}]')
    stays.tap('go')
    stays.phone.advance(299)
    expect(now(stays)).toBe('0||1 2 3')
    stays.phone.advance(1)
    expect(now(stays)).toBe('1||1 2 3')
    const leaves = withTap('[{wait: 300}, {set: {n: 1}}]', '      - {button: Far, id: far, tap: [{go: far}]}')
    leaves.tap('go')
    leaves.tap('far')
    leaves.tap('back')
    leaves.phone.advance(1000)
    expect(now(leaves)).toBe('0||1 2 3')
  })

  it('lets a double tap run twice through `wait` and once through `busy`', () => {
    const twice = withTap('[{wait: 300}, {set: {n: "=n + 1"}}]')
    twice.tap('go')
    twice.tap('go')
    twice.phone.advance(1000)
    expect(now(twice)).toBe('2||1 2 3')
    const once = withTap('[{busy: 300}, {set: {n: "=n + 1"}}]')
    once.tap('go')
    once.tap('go')
    once.phone.key('Back')
    expect([now(once), once.phone.foreground().package]).toEqual(['1||1 2 3', smallPackage])
    once.phone.advance(300)
    once.tap('go')
    expect(now(once)).toBe('2||1 2 3')
  })

  it('still runs what follows `go` and `back`, and enters the new screen after the turn', () => {
    const trial = withTap('[{go: far}, {set: {n: 4}}, {wait: 100}, {set: {s: later}}]')
    trial.tap('go')
    expect([trial.screen(), now(trial)]).toEqual(['far', '4|'])
    trial.phone.advance(100)
    expect(now(trial)).toBe('4|later')
  })

  it('keeps `later` alive when the screen is left, and drops it when the process dies', () => {
    const trial = withTap('[{later: {ms: 500, then: [{set: {n: 8}}]}}, {go: far}]')
    trial.tap('go')
    trial.phone.advance(500)
    expect(now(trial)).toBe('8|')
  })

  it('answers requests by the network: after its time, five times as long when slow, at once and failing when offline', () => {
    const effects = '[{request: {ms: 400, ok: [{set: {s: ok}}], fail: [{set: {s: fail}}]}}, {set: {n: 1}}]'
    const online = withTap(effects)
    online.tap('go')
    online.phone.advance(399)
    expect(now(online)).toBe('0||1 2 3')
    online.phone.advance(1)
    expect(now(online)).toBe('1|ok|1 2 3')
    const slow = withTap(effects)
    slow.phone.setNetwork('slow')
    slow.tap('go')
    slow.phone.advance(1999)
    expect(now(slow)).toBe('0||1 2 3')
    slow.phone.advance(1)
    expect(now(slow)).toBe('1|ok|1 2 3')
    const offline = withTap(effects)
    offline.phone.setNetwork('offline')
    offline.tap('go')
    expect(now(offline)).toBe('1|fail|1 2 3')
  })

  it('asks for a permission with the dialog of another package, once granted no more', () => {
    const trial = withTap(
      '[{ask: camera, granted: [{set: {s: granted}}], denied: [{set: {s: denied}}]}, {set: {n: "=n + 1"}}]',
    )
    trial.tap('go')
    expect(trial.phone.foreground().package).toBe('com.android.permissioncontroller')
    expect(trial.find('permission_allow_button')?.package).toBe('com.android.permissioncontroller')
    trial.tap('permission_deny_button')
    expect(now(trial)).toBe('1|denied|1 2 3')
    trial.tap('go')
    trial.phone.key('Back')
    expect(now(trial)).toBe('2|denied|1 2 3')
    trial.tap('go')
    trial.tap('permission_allow_button')
    expect(now(trial)).toBe('3|granted|1 2 3')
    trial.phone.key('Home')
    trial.phone.resume(smallPackage)
    trial.tap('go')
    expect(now(trial)).toBe('4|granted|1 2 3')
    trial.phone.revoke(smallPackage, 'camera')
    trial.tap('go')
    expect(trial.has('permission_allow_button')).toBe(true)
  })

  it('keeps it and index in all that follows from a row: dialogs, requests, later', () => {
    const trial = tryApp(
      smallApp(`state: {all: [{t: A}, {t: B}], s: ""}
screens:
  home:
    title: a
    body:
      - list:
          id: all
          of: all
          row: {id: "line", text: "=it.t", when: "it.t == 'B'"}
          tap: [{dialog: {title: "Drop \${it.t}?", buttons: [{id: yes, label: "Yes", tap: [{request: {ms: 10, ok: [{later: {ms: 10, then: [{set: {s: "=it.t + index"}}]}}]}}]}]}}]
      - {text: "=s", id: now}
`),
    )
    trial.tap('line')
    expect(trial.phone.peek().tree.nodes.map(node => node.text)).toContain('Drop B?')
    trial.tap('yes')
    trial.phone.advance(20)
    expect(trial.textOf('now')).toBe('B1')
  })

  it('ends a run away list of screens that open each other as an app that no longer answers', () => {
    const trial = tryApp(
      smallApp(
        'screens:\n  home: {title: a, body: [{button: Go, id: go, tap: [{go: other}]}]}\n  other: {title: b, body: [], on: {enter: [{replace: other}]}}\n',
      ),
    )
    trial.tap('go')
    trial.phone.key('Back')
    trial.phone.advance(5000)
    expect(trial.phone.reports(smallPackage, 0)).toMatchObject([{ kind: 'anr' }])
  })
})

describe('the stack', () => {
  const app = smallApp(`state: {log: ""}
screens:
  home:
    title: Home
    body: [{button: A, id: a, tap: [{go: a}]}, {field: {id: f, bind: log}}]
  a:
    title: A
    body:
      - {button: B, id: b, tap: [{go: b}]}
      - {button: Again, id: again, tap: [{go: a}]}
      - {button: Swap, id: swap, tap: [{replace: b}]}
      - {text: "\${env.visits}", id: visits}
  b:
    title: B
    body: [{button: Root, id: root, tap: [{root: home}]}, {button: Out, id: out, tap: [{back: true}]}]
    on: {back: [{toast: No}]}
`)
  it('pushes with go (the same screen too), swaps with replace, and starts over with root', () => {
    const trial = tryApp(app)
    trial.tap('a')
    trial.tap('again')
    expect(trial.textOf('visits')).toBe('2')
    trial.phone.key('Back')
    expect([trial.screen(), trial.textOf('visits')]).toEqual(['a', '3'])
    trial.tap('swap')
    expect(trial.screen()).toBe('b')
    trial.tap('out')
    expect(trial.screen()).toBe('home')
    trial.tap('a')
    trial.tap('b')
    trial.tap('root')
    expect(trial.screen()).toBe('home')
    trial.phone.key('Back')
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
  })

  it('goes back keyboard first, then what is open, then the screen’s own back, which an effect skips', () => {
    const trial = tryApp(app)
    trial.tap('f')
    trial.phone.key('Back')
    expect([trial.phone.peek().keyboard.shown, trial.phone.foreground().package]).toEqual([false, smallPackage])
    trial.tap('a')
    trial.tap('b')
    trial.phone.key('Back')
    expect([trial.screen(), trial.phone.view().toast]).toEqual(['b', 'No'])
    trial.tap('out')
    expect(trial.screen()).toBe('a')
  })

  it('has an arrow in the bar below the first screen, which goes up as Back does', () => {
    const trial = tryApp(app)
    const arrow = () => trial.phone.peek().tree.nodes.find(node => node.desc === 'Navigate up')
    expect(arrow()).toBe(undefined)
    trial.tap('a')
    const bounds = arrow()?.bounds
    if (bounds !== undefined) trial.phone.tap((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2)
    expect(trial.screen()).toBe('home')
  })
})

describe('events', () => {
  const app = smallApp(`state: {log: ""}
persist: [log]
screens:
  home:
    title: Home
    body: [{button: Go, id: go, tap: [{go: far}]}, {text: "=log", id: log}]
    on:
      enter: [{set: {log: "=log + 'E'"}}]
      leave: [{set: {log: "=log + 'L'"}}]
      background: [{set: {log: "=log + 'B'"}}]
      resume: [{set: {log: "=log + 'R'"}}]
      rotate: [{set: {log: "=log + 'T' + (env.orientation == 'landscape' ? 'l' : 'p')"}}]
      key: [{set: {log: "=log + env.key"}}]
  far: {title: Far, body: [{text: "=log", id: log}], on: {tick: [{set: {log: "=log + '.'"}}]}}
`)
  it('fires enter at every arrival and leave at every leaving, also by Back', () => {
    const trial = tryApp(app)
    expect(trial.textOf('log')).toBe('E')
    trial.tap('go')
    trial.phone.key('Back')
    expect(trial.textOf('log')).toBe('ELE')
  })

  it('fires background, resume, rotate (with the new orientation) and key; a turn is no leaving', () => {
    const trial = tryApp(app)
    trial.phone.key('Home')
    trial.phone.resume(smallPackage)
    trial.phone.turn('landscape')
    trial.phone.key('VolumeUp')
    expect(trial.textOf('log')).toBe('EBRTlVolumeUp')
  })

  it('fires enter, then resume, after a process death', () => {
    const trial = tryApp(app)
    trial.phone.key('Home')
    expect(trial.phone.kill(smallPackage)).toBe(true)
    trial.phone.resume(smallPackage)
    expect(trial.textOf('log')).toBe('EBER')
  })

  it('ticks each second in front, and not in the background', () => {
    const trial = tryApp(app)
    trial.tap('go')
    trial.phone.advance(3500)
    expect(trial.textOf('log')).toBe('EL...')
    trial.phone.key('Home')
    trial.phone.advance(5000)
    trial.phone.resume(smallPackage)
    trial.phone.advance(1000)
    expect(trial.textOf('log')).toBe('EL....')
  })
})
