// What the shell decides, without Electron: addresses, permissions, crashes, quitting, and what is said aloud.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Reloads, Restarts } from '#main/electron/crashes.ts'
import { busyOf, endedNights, lostDevices } from '#main/electron/heard.ts'
import type { Devices, Nights, Recordings } from '#main/electron/heard.ts'
import { mayGo, mayUse } from '#main/electron/permissions.ts'
import { quitNow } from '#main/electron/quitting.ts'
import { answerTo } from '#main/electron/scheme.ts'

describe('an address of the page', () => {
  it.each([
    ['app://nocturne/', 'part', 'index.html'],
    ['app://nocturne/nights/7', 'part', 'index.html'],
    ['app://nocturne/assets/index-1.js', 'part', 'assets/index-1.js'],
    ['app://nocturne/artifact/n1/after.png', 'made', '/artifact/n1/after.png'],
    ['app://nocturne/still/demo/3.jpg', 'made', '/still/demo/3.jpg'],
  ])('%s is %s %s', (address, is, path) => {
    expect(answerTo('GET', address)).toMatchObject({ is, path })
  })

  it.each([
    ['GET', 'app://elsewhere/', 404],
    ['GET', 'file:///etc/passwd', 404],
    ['GET', 'http://127.0.0.1/', 404],
    ['POST', 'app://nocturne/', 405],
    ['GET', 'app://nocturne/%E0%A4%A.js', 400],
  ])('%s %s is refused', (method, address, status) => {
    expect(answerTo(method, address)).toMatchObject({ is: 'no', status })
  })

  it('carries a policy that lets in nothing of elsewhere, and no script where a device made it', () => {
    const page = answerTo('GET', 'app://nocturne/').headers['Content-Security-Policy'] ?? ''
    expect(page).toContain("default-src 'none'; script-src 'self'")
    expect(page).toContain("worker-src 'self'")
    expect(page).not.toMatch(/https?:|unsafe|\*/u)
    expect(answerTo('GET', 'app://nocturne/artifact/x.html').headers).toMatchObject({
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Type': 'text/plain; charset=utf-8',
    })
    expect(answerTo('GET', 'app://nocturne/failed').headers['Content-Security-Policy']).toBe(
      "default-src 'none'; sandbox",
    )
  })

  it('always has its headers, whatever is asked', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map(text => `app://nocturne/${text}`),
        ),
        address => {
          expect(answerTo('GET', address).headers['X-Content-Type-Options']).toBe('nosniff')
        },
      ),
    )
  })
})

describe('the page', () => {
  it('may write to the clipboard and nothing else', () => {
    expect(mayUse('clipboard-sanitized-write', 'app://nocturne/')).toBe(true)
    for (const other of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'usb',
      'openExternal',
      'fileSystem',
    ])
      expect(mayUse(other, 'app://nocturne/')).toBe(false)
    expect(mayUse('clipboard-sanitized-write', 'https://elsewhere.example/')).toBe(false)
  })

  it('goes nowhere but to itself', () => {
    expect(mayGo('app://nocturne/')).toBe(true)
    for (const other of [
      'app://nocturne.elsewhere/',
      'https://nocturne/',
      'file:///x',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
    ])
      expect(mayGo(other)).toBe(false)
  })
})

describe('a hub that ends by itself', () => {
  it('is started again with growing pauses, and given up after five', () => {
    const restarts = new Restarts()
    const pauses = Array.from({ length: 5 }, () => restarts.ended(200))
    expect(pauses.map(next => (next.is === 'again' ? next.afterMs : null))).toEqual([500, 1000, 2000, 4000, 8000])
    expect(restarts.ended(200)).toEqual({ is: 'give-up' })
    restarts.forget()
    expect(restarts.ended(200)).toEqual({ is: 'again', afterMs: 500 })
  })

  it('counts anew once it ran for a minute', () => {
    const restarts = new Restarts()
    for (let time = 0; time < 4; time += 1) restarts.ended(200)
    expect(restarts.ended(61_000)).toEqual({ is: 'again', afterMs: 500 })
  })
})

describe('a window whose process ends', () => {
  it('is loaded again once, then says so in words; a minute later once more', () => {
    const reloads = new Reloads()
    expect(reloads.gone('crashed', 0)).toBe('load-again')
    expect(reloads.gone('oom', 5000)).toBe('words')
    expect(reloads.gone('crashed', 70_000)).toBe('load-again')
    expect(reloads.gone('clean-exit', 71_000)).toBe('nothing')
  })
})

describe('quitting', () => {
  const rest = { isClosed: false, isClosing: false, busy: null, isSure: false }
  it.each([
    [{ ...rest }, 'close-hub'],
    [{ ...rest, busy: 'night' }, 'ask'],
    [{ ...rest, busy: 'recording', isSure: true }, 'close-hub'],
    [{ ...rest, isClosing: true, busy: 'night' }, 'wait'],
    [{ ...rest, isClosed: true, busy: 'night' }, 'go'],
  ] as const)('%o: %s', (standing, then) => {
    expect(quitNow(standing)).toBe(then)
  })
})

const night = (more: object): Nights[number] =>
  ({
    id: 'N1',
    app: 'app.plants',
    app_label: 'Plants',
    running: true,
    ended_by: null,
    steps: 120,
    screens: 14,
    findings: 0,
    ...more,
  }) as unknown as Nights[number]
const device = (more: object): Devices[number] =>
  ({
    id: 'p8',
    name: 'Pixel 8',
    state: 'live',
    why: null,
    control: null,
    busy: null,
    ...more,
  }) as unknown as Devices[number]

describe('a night', () => {
  it('that ended is told once, with what it found', () => {
    const ended = [night({ running: false, ended_by: 'budget', findings: 3 })]
    expect(endedNights([night({})], ended, false)).toEqual([
      {
        title: 'Plants: 3 findings',
        body: 'The night is over: 120 steps on 14 screens.',
        show: { is: 'show', place: 'nights', id: 'N1' },
      },
    ])
    expect(endedNights(ended, ended, false)).toEqual([])
    expect(busyOf([night({})], [])).toBe('night')
    expect(busyOf(ended, [])).toBe(null)
    expect(busyOf(ended, [{ is: 'recording' }, { is: 'ended' }] as unknown as Recordings)).toBe('recording')
    expect(busyOf(ended, [{ is: 'ended' }] as unknown as Recordings)).toBe(null)
  })

  it('that a person stopped is not told; one that was broken off is', () => {
    const stopped = [night({ running: false, ended_by: 'stopped' })]
    expect(endedNights([night({})], stopped, false)).toEqual([])
    expect(endedNights([night({})], stopped, true)[0]?.body).toMatch(/^The night was broken off after 120 steps/u)
    const lost = [night({ running: false, ended_by: 'device', steps: 1, screens: 1, findings: 1 })]
    expect(endedNights([night({})], lost, false)[0]).toMatchObject({
      title: 'Plants: 1 finding',
      body: 'The night ended early, after 1 step on 1 screen: its device went away.',
    })
  })
})

describe('a device that goes away', () => {
  const lost = [device({ state: 'lost', why: 'It was unplugged.' })]
  it('is told while somebody used it', () => {
    const held = [device({ control: { kind: 'night', name: 'Night N1', yours: false } })]
    expect(lostDevices(held, lost)).toEqual([
      { title: 'Pixel 8 went away', body: 'It was unplugged.', show: { is: 'show', place: 'devices', id: 'p8' } },
    ])
  })

  it('is not told when nobody did, nor twice', () => {
    expect(lostDevices([device({})], lost)).toEqual([])
    expect(lostDevices([device({ state: 'lost', busy: 'Installing' })], lost)).toEqual([])
  })
})
