// The phone under the app: its own apps, clock and chance (rule 10), truth log (rule 11), nuisances, moving by focus
// (rule 14), and that the same inputs always give the same phone.
import { describe, expect, it } from 'vitest'
import { centreOf } from '#shared/domain/geometry.ts'
import { DemoPhone } from '#main/device/demo/engine/phone.ts'
import { smallApp, smallPackage, tryApp, type Trial } from '#main/device/demo/engine/small-app.ts'
import { startMs, Timers } from '#main/device/demo/engine/timers.ts'

const plain = smallApp(
  'state: {n: 0}\nscreens: {home: {title: Home, body: [{button: Go, id: go, tap: [{chance: 0.5, then: [{set: {n: "=n * 2 + 1"}}], else: [{set: {n: "=n * 2"}}]}]}, {text: "=n", id: now}]}}',
)

describe('time and chance', () => {
  it('begins at 2026-01-01T09:00Z and stands still until it is told to go on', () => {
    const phone = new DemoPhone({ seed: 1 })
    expect(new Date(phone.now()).toISOString()).toBe('2026-01-01T09:00:00.000Z')
    phone.advance(61_000)
    expect([phone.now() - startMs, phone.view().time]).toEqual([61_000, '09:01'])
  })

  it('runs with a real clock at its scale', () => {
    let real = 5000
    const phone = new DemoPhone({ seed: 1, clock: { scale: 10, now: () => real } })
    real += 250
    expect(phone.now() - startMs).toBe(2500)
  })

  it('lets things happen in the order of their time, then of their setting, and drops what its owner left', () => {
    const timers = new Timers()
    const seen: string[] = []
    timers.after(20, 1, () => seen.push('b'))
    timers.after(10, 2, () => timers.after(10, 2, () => seen.push('c')))
    timers.after(20, 3, () => seen.push('gone'))
    timers.cancel(3)
    timers.advanceTo(startMs + 20)
    expect([seen, timers.nextAt]).toEqual([['b', 'c'], null])
  })

  it('draws chance from the seed, in the order of evaluation, whatever the nuisances', () => {
    const draws = (seed: number, nuisance: boolean): string | null => {
      const trial = tryApp(plain, { phone: { seed, nuisance } })
      trial.phone.advance(3000)
      for (let times = 0; times < 12; times += 1) {
        trial.tap('go')
        trial.phone.advance(1500)
      }
      return trial.textOf('now')
    }
    expect(draws(3, false)).toBe(draws(3, false))
    expect(draws(3, true)).toBe(draws(3, true))
    expect(draws(3, false)).not.toBe(draws(4, false))
  })
})

describe('the phone’s own apps', () => {
  const tapText = (trial: Trial, text: string): void => {
    const nodes = trial.phone.peek().tree.nodes
    const found = nodes.find(node => node.text === text)
    if (found === undefined) throw new Error(`no "${text}"; there is ${nodes.map(node => node.text).join(', ')}`)
    const { x, y } = centreOf(found.bounds)
    trial.phone.tap(x, y)
  }

  it('has a launcher that brings apps to the front as they were', () => {
    const trial = tryApp(plain)
    trial.tap('go')
    const value = trial.textOf('now')
    trial.phone.key('Home')
    expect(trial.phone.foreground()).toMatchObject({ package: 'com.android.launcher3' })
    tapText(trial, 'Small')
    expect([trial.phone.foreground().package, trial.textOf('now')]).toEqual([smallPackage, value])
  })

  it('has recents, settings with pages, and a browser for links', () => {
    const trial = tryApp(plain)
    trial.phone.key('Recents')
    tapText(trial, 'Small')
    expect(trial.phone.foreground().package).toBe(smallPackage)
    trial.phone.key('Home')
    tapText(trial, 'Settings')
    tapText(trial, 'Display')
    expect(trial.phone.peek().tree.nodes.map(node => node.text)).toContain('Dark theme')
    trial.phone.key('Back')
    trial.phone.key('Back')
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
    trial.phone.resume(smallPackage)
    trial.phone.openLink('https://example.org/a')
    expect([trial.phone.foreground().package, trial.textOf('url')]).toEqual([
      'com.android.browser',
      'https://example.org/a',
    ])
    trial.phone.key('Back')
    expect(trial.phone.foreground().package).toBe(smallPackage)
  })

  it('answers the three buttons of the navigation bar', () => {
    const trial = tryApp(plain)
    const y = 2400 - 40
    trial.phone.tap(540, y)
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
    trial.phone.resume(smallPackage)
    trial.phone.tap(900, y)
    expect(trial.phone.foreground().activity).toContain('Recents')
    trial.phone.resume(smallPackage)
    trial.phone.tap(180, y)
    expect(trial.phone.foreground().package).toBe('com.android.launcher3')
  })

  it('refuses a font scale and a language that are none', () => {
    const phone = new DemoPhone({ seed: 1 })
    expect(() => phone.setFontScale(9)).toThrow('font scale')
    expect(() => phone.setLocale('german')).toThrow('not a language tag')
  })
})

describe('the truth log', () => {
  const app = smallApp(`state: {n: 0}
screens:
  home: {title: Home, body: [{button: Far, id: far, tap: [{go: far}]}, {button: Quiet, id: quiet, tap: [{toast: hi}]}, {text: Dim, id: dim}]}
  far: {title: Far, body: [{button: Boom, id: boom, tap: [{toast: fine}]}]}
bugs:
  - {id: dead, check: dead_control, screen: home, element: quiet, shortest: 1, plant: [{at: home.quiet, set: {tap: []}}]}
  - {id: pale, check: contrast, screen: home, element: dim, shortest: 0, plant: [{at: home.dim, set: {color: "#EEEEEE"}}]}
  - {id: boom, check: crash, screen: far, element: boom, shortest: 2, plant: [{at: far.boom, prepend: {tap: [{if: n == 0, then: [{crash: {type: a.B}}]}]}}]}
`)
  it('tells for each look its number, screen, ids and the faults reached', () => {
    const trial = tryApp(app, { plant: 'all' })
    expect(trial.phone.look().number).toBe(1)
    trial.tap('quiet')
    trial.phone.look()
    trial.tap('far')
    trial.phone.look()
    trial.tap('boom')
    trial.phone.look()
    trial.phone.launch(smallPackage)
    trial.phone.look()
    expect(trial.truth).toEqual([
      { observation: 1, screen: 'home', ids: ['far', 'quiet', 'dim'], faults: ['pale'] },
      { observation: 2, screen: 'home', ids: ['far', 'quiet', 'dim'], faults: ['dead', 'pale'] },
      { observation: 3, screen: 'far', ids: ['boom'], faults: [] },
      { observation: 4, screen: 'far', ids: expect.any(Array), faults: ['boom'] },
      { observation: 5, screen: 'home', ids: ['far', 'quiet', 'dim'], faults: ['pale'] },
    ])
  })

  it('names the app’s screen also when another app is in front, and no fault of the clean twin', () => {
    const trial = tryApp(app)
    trial.phone.key('Home')
    trial.phone.look()
    expect(trial.truth).toMatchObject([{ screen: 'home', faults: [] }])
  })
})

describe('nuisances', () => {
  const busyHome = smallApp(`state: {n: 0}
screens:
  home: {title: Home, body: [{button: Go, id: go, tap: [{set: {n: "=n + 1"}}]}, {text: "=n", id: now}, {button: Far, id: far, tap: [{go: far}]}, {text: End, id: end}]}
  far: {title: Far, body: [{text: A, id: a}, {text: B, id: b}]}
`)
  /** How often each thing was met in many rounds of launching and tapping. */
  function met(nuisance: boolean): { late: number; half: number; asked: number } {
    const trial = tryApp(busyHome, { phone: { nuisance } })
    const counts = { late: 0, half: 0, asked: 0 }
    for (let round = 0; round < 120; round += 1) {
      trial.phone.launch(smallPackage)
      if (!trial.has('end')) counts.half += 1
      trial.phone.advance(1500)
      if (trial.has('permission_deny_button')) {
        counts.asked += 1
        trial.tap('permission_deny_button')
      }
      const before = trial.textOf('now')
      trial.tap('go')
      if (trial.textOf('now') === before) counts.late += 1
      trial.phone.advance(1100)
      expect(trial.textOf('now')).not.toBe(before)
    }
    return counts
  }

  it('has taps that land late, half-built screens and permissions nobody declared, all of which pass', () => {
    const counts = met(true)
    expect(Math.min(counts.late, counts.half, counts.asked)).toBeGreaterThan(0)
    expect(met(false)).toEqual({ late: 0, half: 0, asked: 0 })
  })

  it('has an old crash record of the app, crashes of another app and noise in the log, and reports none of them', () => {
    const trial = tryApp(busyHome, { phone: { nuisance: true } })
    trial.phone.advance(3_600_000)
    const crash = trial.phone.logs.lines('crash').join('\n')
    expect(crash).toContain(`Process: ${smallPackage}, PID: 3307`)
    expect(crash).toContain('Process: com.example.weather')
    expect(trial.phone.logs.lines('crash', startMs).join('\n')).not.toContain(smallPackage)
    expect(trial.phone.logs.lines('main').length).toBeGreaterThan(50)
    expect(trial.phone.reports(smallPackage, 0)).toEqual([])
  })

  it('is the same phone for the same seed and inputs, to the last log line', () => {
    const run = (): string => {
      const trial = tryApp(busyHome, { phone: { nuisance: true, seed: 11 } })
      const seen: string[] = []
      for (let step = 0; step < 60; step += 1) {
        trial.phone.tap(540, 300 + ((step * 37) % 700))
        trial.phone.advance(900)
        if (step % 7 === 0) trial.phone.key('Back')
        if (step % 13 === 0) trial.phone.launch(smallPackage)
        seen.push(trial.phone.look().pictureId)
      }
      return [
        ...seen,
        ...trial.phone.logs.lines('main'),
        ...trial.phone.logs.lines('events'),
        ...trial.phone.logs.lines('crash'),
      ].join('\n')
    }
    expect(run()).toBe(run())
  })
})

describe('a TV app', () => {
  const app = smallApp(`surface: dpad
state: {s: ""}
screens:
  home:
    title: Home
    body:
      - row: [{button: A, id: a, tap: [{set: {s: a}}]}, {button: B, id: b, tap: [{go: far}]}]
      - {text: Words, id: words}
      - row: [{button: C, id: c, tap: [{set: {s: c}}]}, {button: D, id: d, enabled: false}, {button: E, id: e, tap: [{dialog: {title: T, buttons: [{id: yes, label: Y, tap: [{set: {s: y}}]}, {id: no_, label: N}]}}]}]
      - {button: F, id: f}
      - {text: "=s", id: now}
    on: {key: [{set: {s: "=env.key"}}]}
  far: {title: Far, body: [{button: G, id: g}]}
`)
  const focus = (trial: Trial): string | undefined =>
    trial.phone
      .peek()
      .tree.nodes.find(node => node.focused)
      ?.id.split('/')[1]

  it('starts on the first focusable, moves by lines and keeps the place in the line where it can', () => {
    const trial = tryApp(app)
    expect(focus(trial)).toBe('a')
    const seen = (
      ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowLeft'] as const
    ).map(key => {
      trial.phone.key(key)
      return focus(trial)
    })
    expect(seen).toEqual(['b', 'b', 'e', 'f', 'c', 'a', 'a'])
    expect(trial.textOf('now')).toBe('ArrowLeft')
  })

  it('presses what has focus, gives focus back on Back, and starts a dialog on its first button', () => {
    const trial = tryApp(app)
    trial.phone.key('ArrowRight')
    trial.phone.key('Select')
    expect([trial.screen(), focus(trial)]).toEqual(['far', 'g'])
    trial.phone.key('Back')
    expect([trial.screen(), focus(trial)]).toEqual(['home', 'b'])
    trial.phone.key('ArrowDown')
    trial.phone.key('Enter')
    expect(focus(trial)).toBe('yes')
    trial.phone.key('ArrowDown')
    expect(focus(trial)).toBe('no_')
    trial.phone.key('ArrowUp')
    trial.phone.key('Select')
    expect([trial.textOf('now'), focus(trial)]).toEqual(['y', 'e'])
  })
})
