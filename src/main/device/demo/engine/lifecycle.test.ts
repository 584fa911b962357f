// The lifecycle table (rule 4), ways to die and to stand still, splash, secure screens, and what the logs say (rules 6, 9).
import { describe, expect, it } from 'vitest'
import { smallApp, smallPackage, tryApp, type Trial } from '#main/device/demo/engine/small-app.ts'

const app = smallApp(`state: {plain: a, kept: a, stays: a}
saved: [kept]
persist: [stays]
locales: [en, de]
screens:
  home:
    title: Home
    body:
      - {button: Set, id: set, tap: [{set: {plain: b, kept: b, stays: b}}]}
      - {button: Go, id: go, tap: [{go: far}]}
      - {button: Ask, id: ask, tap: [{dialog: {title: Sure, buttons: [{id: ok, label: OK}]}}]}
      - {button: Menu, id: menu, tap: [{menu: {buttons: [{id: item, label: Item}]}}]}
      - {text: "\${plain}\${kept}\${stays}", id: now}
      - {space: 1500}
      - {text: End, id: end}
  far: {title: Far, body: [{text: "\${plain}\${kept}\${stays}", id: now}, {button: Set, id: set, tap: [{set: {plain: b, kept: b, stays: b}}]}]}
`)

describe('the lifecycle table', () => {
  const ways: readonly (readonly [
    string,
    (trial: Trial) => void,
    { readonly stack: boolean; readonly values: string; readonly dialog: boolean; readonly menu: boolean },
  ])[] = [
    ['turned', trial => trial.phone.turn('landscape'), { stack: true, values: 'abb', dialog: true, menu: false }],
    ['dark', trial => trial.phone.setDark(true), { stack: true, values: 'abb', dialog: true, menu: false }],
    [
      'another language',
      trial => trial.phone.setLocale('de'),
      { stack: true, values: 'abb', dialog: true, menu: false },
    ],
    [
      'another font size',
      trial => trial.phone.setFontScale(1.3),
      { stack: true, values: 'abb', dialog: true, menu: false },
    ],
    [
      'background and back',
      trial => {
        trial.phone.key('Home')
        trial.phone.advance(60_000)
        trial.phone.resume(smallPackage)
      },
      { stack: true, values: 'bbb', dialog: true, menu: true },
    ],
    [
      'process death and back',
      trial => {
        trial.phone.key('Home')
        trial.phone.kill(smallPackage)
        trial.phone.resume(smallPackage)
      },
      { stack: true, values: 'abb', dialog: false, menu: false },
    ],
    [
      'force-stop and launch',
      trial => {
        trial.phone.forceStop(smallPackage)
        trial.phone.launch(smallPackage)
      },
      { stack: false, values: 'aab', dialog: false, menu: false },
    ],
    [
      'relaunch',
      trial => trial.phone.launch(smallPackage),
      { stack: false, values: 'aab', dialog: false, menu: false },
    ],
    [
      'data cleared',
      trial => {
        trial.phone.clearData(smallPackage)
        trial.phone.launch(smallPackage)
      },
      { stack: false, values: 'aaa', dialog: false, menu: false },
    ],
  ]

  it.each(ways)('%s', (_name, happens, wanted) => {
    const deep = tryApp(app)
    deep.tap('go')
    deep.tap('set')
    happens(deep)
    expect([deep.screen(), deep.textOf('now')]).toEqual([wanted.stack ? 'far' : 'home', wanted.values])
    const asked = tryApp(app)
    asked.tap('ask')
    happens(asked)
    expect(asked.has('ok')).toBe(wanted.dialog)
    const menu = tryApp(app)
    menu.tap('menu')
    happens(menu)
    expect(menu.has('item')).toBe(wanted.menu)
    const scrolled = tryApp(app)
    for (let times = 0; times < 4; times += 1) scrolled.phone.swipe(540, 1800, 540, 600, 300)
    const offset = (): number => scrolled.phone.view().screen?.scroll['body'] ?? 0
    expect(offset()).toBeGreaterThan(100)
    happens(scrolled)
    expect(offset() > 100).toBe(wanted.stack)
  })

  it('does not recreate an app that keeps one orientation, and stays in it', () => {
    const trial = tryApp(`${app}orientation: portrait\n`)
    trial.tap('set')
    trial.phone.turn('landscape')
    expect([trial.textOf('now'), trial.phone.peek().orientation]).toEqual(['bbb', 'portrait'])
  })

  it('recreates on return what changed in the background', () => {
    const trial = tryApp(app)
    trial.tap('set')
    trial.phone.key('Home')
    trial.phone.turn('landscape')
    trial.phone.resume(smallPackage)
    expect(trial.textOf('now')).toBe('abb')
  })

  it('counts launches until data is cleared, and does not kill an app in front', () => {
    const trial = tryApp(smallApp('screens: {home: {title: a, body: [{text: "=env.launches", id: now}]}}'))
    trial.phone.launch(smallPackage)
    expect([trial.textOf('now'), trial.phone.kill(smallPackage)]).toEqual(['2', false])
    trial.phone.clearData(smallPackage)
    trial.phone.launch(smallPackage)
    expect(trial.textOf('now')).toBe('1')
  })

  it('grants what is declared with an install that grants, and takes it back when data is cleared', () => {
    const asks = smallApp(
      'permissions: [camera]\nstate: {s: ""}\nscreens: {home: {title: a, body: [{button: A, id: a, tap: [{ask: camera, granted: [{set: {s: yes}}]}]}, {text: "=s", id: now}]}}',
    )
    const granted = tryApp(asks, { grant: true })
    granted.tap('a')
    expect(granted.textOf('now')).toBe('yes')
    granted.phone.clearData(smallPackage)
    granted.phone.launch(smallPackage)
    granted.tap('a')
    expect(granted.has('permission_allow_button')).toBe(true)
  })

  it('keeps data and grants through an update, and nothing through an uninstall', () => {
    const trial = tryApp(app)
    trial.tap('set')
    const { app: same } = trial.phone.inside().get(smallPackage)
    trial.phone.install(same, { grant: false })
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
    trial.phone.launch(smallPackage)
    expect(trial.textOf('now')).toBe('aab')
    trial.phone.uninstall(smallPackage)
    expect(() => trial.phone.launch(smallPackage)).toThrow('no app dev.example.small')
  })
})

const dying = (effect: string, more = ''): Trial =>
  tryApp(
    smallApp(
      `state: {n: 0}\nscreens:\n  home: {title: Home, body: [{button: Go, id: go, tap: [${effect}, {set: {n: 1}}]}, {text: "=n", id: now}, {progress: spinner, id: wheel}]}\n${more}`,
    ),
  )

describe('dying', () => {
  it('crashes with a trace in the crash buffer, causes included, and home in front', () => {
    const trial = dying(
      '{crash: {type: java.lang.RuntimeException, message: "Outer ${n}", frames: [dev.example.small.Home.save], cause: {type: java.io.IOException, message: "Inner, with comma", frames: [dev.example.small.Repo.write]}}}',
    )
    trial.tap('go')
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
    expect(trial.phone.reports(smallPackage, 0)).toMatchObject([
      {
        kind: 'crash',
        type: 'java.io.IOException',
        message: 'Inner, with comma',
        frames: ['dev.example.small.Repo.write', 'dev.example.small.Home.save'],
      },
    ])
    const crash = trial.phone.logs.lines('crash')
    expect(crash[0]).toMatch(/^01-01 09:00:00\.000 {2}50\d\d {2}50\d\d E AndroidRuntime: FATAL EXCEPTION: main$/)
    expect(crash[1]).toMatch(/Process: dev\.example\.small, PID: 50\d\d$/)
    expect(crash.join('\n')).toMatch(
      /RuntimeException: Outer 0\n.*\tat dev\.example\.small\.Home\.save\(Home\.kt:\d+\)\n/,
    )
    expect(crash.join('\n')).toMatch(/Caused by: java\.io\.IOException: Inner, with comma\n/)
    expect(trial.phone.logs.lines('events').join('\n')).toMatch(
      /am_crash: \[50\d\d,0,dev\.example\.small,\d+,java\.io\.IOException,Inner, with comma,Repo\.kt,\d+,0\]/,
    )
  })

  it('crashes natively with a tombstone', () => {
    const trial = dying('{native_crash: SIGABRT}')
    trial.tap('go')
    expect(trial.phone.reports(smallPackage, 0)).toMatchObject([{ kind: 'native_crash', type: 'SIGABRT' }])
    const lines = trial.phone.logs.lines('crash').join('\n')
    expect(lines).toMatch(/F libc {4}: Fatal signal 6 \(SIGABRT\)/)
    expect(lines).toMatch(/F DEBUG {3}: pid: \d+, tid: \d+, name: v\.example\.small {2}>>> dev\.example\.small <<</)
    expect(trial.phone.logs.lines('events').join('\n')).toMatch(
      /am_crash: \[1523,0,dev\.example\.small,\d+,Native crash,SIGABRT,unknown,0,0\]/,
    )
  })

  it('exits to home with nothing in the logs', () => {
    const trial = dying('{exit: true}')
    const before = trial.phone.logs.newest
    trial.tap('go')
    expect([trial.phone.foreground().package, trial.phone.reports(smallPackage, 0), trial.phone.logs.newest]).toEqual([
      'com.android.launcher3',
      [],
      before,
    ])
  })

  it('ends the list', () => {
    for (const effect of ['{crash: {type: a.B}}', '{native_crash: SIGSEGV}', '{exit: true}']) {
      const trial = dying(effect, 'persist: [n]\n')
      trial.tap('go')
      trial.phone.launch(smallPackage)
      expect(trial.textOf('now')).toBe('0')
    }
  })
})

describe('standing still', () => {
  it('takes input and shows the same for ever when frozen, also its spinner', () => {
    const trial = dying('{freeze: true}')
    trial.tap('go')
    const { pictureId, tree } = trial.phone.peek()
    for (const act of [
      () => trial.tap('go'),
      () => trial.phone.key('Back'),
      () => trial.phone.advance(20_000),
      () => trial.phone.swipe(500, 1500, 500, 500, 200),
    ]) {
      act()
      expect([trial.phone.peek().pictureId, trial.phone.peek().tree]).toEqual([pictureId, tree])
    }
    expect(trial.phone.reports(smallPackage, 0)).toEqual([])
    trial.phone.launch(smallPackage)
    trial.phone.advance(0)
    expect(trial.phone.peek().tree.nodes.length).toBeGreaterThan(3)
  })

  it('shows one colour and an empty tree when blank, until it is launched again', () => {
    const trial = dying('{blank: true}')
    trial.tap('go')
    trial.phone.key('Back')
    trial.phone.key('Home')
    trial.phone.resume(smallPackage)
    expect([trial.phone.peek().tree.nodes.length, trial.phone.foreground().package]).toEqual([0, smallPackage])
    const { data, width } = trial.phone.peek().pixels(0.25)
    const at = (x: number, y: number): string => data.slice((y * width + x) * 4, (y * width + x) * 4 + 4).join()
    expect(at(20, 300)).toBe(at(200, 500))
    trial.phone.launch(smallPackage)
    expect(trial.has('go')).toBe(true)
  })

  it('says am_anr five seconds after the first unanswered input, then asks to wait or close', () => {
    const trial = dying('{anr: true}')
    trial.tap('go')
    trial.phone.advance(20_000)
    expect(trial.phone.reports(smallPackage, 0)).toEqual([])
    trial.tap('go')
    trial.phone.advance(4999)
    expect(trial.phone.reports(smallPackage, 0)).toEqual([])
    trial.phone.advance(1)
    expect(trial.phone.reports(smallPackage, 0)).toMatchObject([{ kind: 'anr' }])
    expect(trial.phone.logs.lines('events').join('\n')).toMatch(
      /am_anr {2}: \[0,50\d\d,dev\.example\.small,\d+,Input dispatching timed out/,
    )
    expect(trial.phone.foreground()).toMatchObject({
      package: smallPackage,
      overlay: `Application Not Responding: ${smallPackage}`,
    })
    trial.tap('aerr_wait')
    expect(trial.has('go')).toBe(true)
    trial.tap('go')
    trial.phone.advance(5000)
    trial.tap('aerr_close')
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
  })
})

describe('what is seen', () => {
  it('shows the splash for its time, drawn, with an empty tree, taking no input', () => {
    const trial = tryApp(smallApp('splash: {ms: 800}\nscreens: {home: {title: Home, body: [{text: Hello, id: hi}]}}'))
    trial.phone.launch(smallPackage)
    expect([trial.phone.peek().tree.nodes.length, trial.phone.view().splash?.label]).toEqual([0, 'Small'])
    trial.phone.key('Back')
    trial.phone.advance(799)
    expect(trial.has('hi')).toBe(false)
    trial.phone.advance(1)
    expect(trial.has('hi')).toBe(true)
  })

  it('gives a black picture and a full tree of a secure screen', () => {
    const trial = tryApp(smallApp('secure: [home]\nscreens: {home: {title: Home, body: [{text: Hello, id: hi}]}}'))
    const look = trial.phone.peek()
    expect([look.secure, trial.textOf('hi')]).toEqual([true, 'Hello'])
    const { data } = look.pixels(0.1)
    expect(data.some((value, index) => index % 4 !== 3 && value !== 0)).toBe(false)
  })

  it('shows words in the language of the device, right to left where it is read so', () => {
    const trial = tryApp(
      smallApp(
        'locales: [en, ar]\nstrings: {en: {hi: Hello, only: English}, ar: {hi: مرحبا}}\nstate: {key: "@hi"}\nscreens: {home: {title: "@hi", body: [{text: "@hi", id: a}, {text: "=key", id: b}, {text: "@only", id: c}]}}',
      ),
    )
    expect([trial.textOf('a'), trial.textOf('b')]).toEqual(['Hello', 'Hello'])
    trial.phone.setLocale('ar')
    expect([trial.textOf('a'), trial.textOf('b'), trial.textOf('c'), trial.phone.view().rtl]).toEqual([
      'مرحبا',
      'مرحبا',
      'English',
      true,
    ])
    trial.phone.setLocale('de')
    expect([trial.textOf('a'), trial.phone.view().rtl]).toEqual(['Hello', false])
  })

  it('turns its sides with the phone and gives the same picture the same name', () => {
    const trial = tryApp(app)
    const first = trial.phone.peek()
    expect(trial.phone.peek().pictureId).toBe(first.pictureId)
    trial.phone.turn('landscape')
    expect(trial.phone.peek()).toMatchObject({ size: { width: 2400, height: 1080 }, orientation: 'landscape' })
    expect(trial.phone.peek().geometry).not.toBe(first.geometry)
    trial.phone.turn('portrait')
    expect(trial.phone.peek().pictureId).toBe(first.pictureId)
  })

  it('moves what moves by itself, and lets the rest stand', () => {
    const trial = dying('{toast: x}')
    const before = trial.phone.peek()
    trial.phone.advance(500)
    expect(trial.phone.peek().pictureId).not.toBe(before.pictureId)
    expect(trial.phone.peek().tree).toEqual(before.tree)
  })
})
