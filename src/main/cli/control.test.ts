// What the words of `nocturne control` mean, and that what a device cannot is said in words.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from '#shared/base/parse.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { connect } from '#shared/protocol/client.ts'
import { controlShape } from '#shared/protocol/shapes.ts'
import { pair } from '#shared/protocol/link.ts'
import { openHub } from '#main/hub/entries/node.ts'
import { controlOf } from '#main/cli/control.ts'
import { controlStateWords, readControlState, setWords } from '#main/cli/control-state.ts'
import { nocturne, ownFolder, refusalOf } from '../../../test/builders/nocturne.ts'

describe('words of a control', () => {
  it.each([
    [['turn', 'left'], { set: 'turn', to: 'left' }],
    [['turn', 'upside-down'], { set: 'turn', to: 'upside-down' }],
    [['posture', 'half-open'], { set: 'posture', to: 'half-open' }],
    [['awake', 'off'], { set: 'awake', to: false }],
    [['status-bar', 'clean'], { set: 'statusBar', to: 'clean' }],
    [['battery', '7'], { set: 'battery', to: { level: 7, charging: false } }],
    [['battery', '80', 'charging'], { set: 'battery', to: { level: 80, charging: true } }],
    [['battery', 'own'], { set: 'battery', to: null }],
    [['location', '-34.6', '13.4'], { set: 'location', to: { latitude: -34.6, longitude: 13.4 } }],
    [['location', 'own'], { set: 'location', to: null }],
    [['tap', '1', '2'], null],
  ] as const)('%j', ([action, ...rest], control) => expect(controlOf(action, rest)).toEqual(control))

  it.each([
    ['battery', '101'],
    ['battery', ''],
    ['battery', '5', 'full'],
    ['location', '91', '0'],
    ['location', '1'],
    ['posture', 'flat'],
    ['turn', 'around'],
    ['font', '1.2'],
  ])('%s %s %s is refused', (action, ...rest) =>
    expect(() => controlOf(action, rest)).toThrow(expect.objectContaining({ code: 'bad-value' }) as Error),
  )
})

describe('a font scale', () => {
  it('is one of Android’s own steps, and they are named', async () => {
    expect(controlOf('font', ['1.30'])).toEqual({ set: 'fontScale', to: 1.3 })
    const steps = '0.85, 1, 1.15, 1.3, 1.5, 1.8, 2'
    expect(() => controlOf('font', ['1.2'])).toThrow(`font takes ${steps}, not "1.2".`)
    expect(() => parse(controlShape, { set: 'fontScale', to: 1.2 }, 'a control')).toThrow(`one of ${steps}`)
  })
})

describe('what was set', () => {
  it.each([
    [{ set: 'turn', to: 'left' }, 'turned a quarter to the left'],
    [{ set: 'turn', to: 'upside-down' }, 'turn upside-down'],
    [{ set: 'dark', to: true }, 'dark on'],
    [{ set: 'battery', to: { level: 7, charging: true } }, 'battery 7 charging'],
    [{ set: 'battery', to: null }, 'battery its own'],
    [{ set: 'location', to: { latitude: -34.6, longitude: 13.4 } }, 'location -34.6 13.4'],
    [{ set: 'statusBar', to: 'clean' }, 'status-bar clean'],
    [{ set: 'posture', to: 'half-open' }, 'posture half-open'],
    [{ set: 'fontScale', to: 1.3 }, 'font 1.3'],
    [{ set: 'awake', to: false }, 'awake off'],
    [{ set: 'locale', to: 'de' }, 'locale de'],
  ] as const)('%j is said as %s', (control, words) => expect(setWords(control)).toBe(words))
})

describe('the language', () => {
  it('is said with the app whose it is, where each has its own', async () => {
    const at = { known: true, at: 1, by: 'outside' } as const
    const rowOf = (value: string, localeApp: string | null | undefined): string | undefined =>
      /^locale +(.*)$/mu.exec(
        controlStateWords({
          id: deviceId('one'),
          control: null,
          turn: 'upright',
          posture: null,
          overrides: null,
          settings: {
            dark: { ...at, value: false },
            fontScale: { ...at, value: 1 },
            locale: { ...at, value },
            localeApp,
            network: { ...at, value: 'online' },
            orientation: { ...at, value: 'portrait' },
          },
        }),
      )?.[1]
    expect(rowOf('de', 'com.jotter')).toMatch(/^de in com\.jotter +from outside$/u)
    expect(rowOf('', 'com.jotter')).toMatch(/^its own in com\.jotter/u)
    expect(rowOf('', null)).toMatch(/^no app started/u)
    expect(rowOf('de', undefined)).toMatch(/^de +from outside$/u)
  })
})

describe('nocturne control', () => {
  const { home } = ownFolder()
  it('says what the device is set to and by whom when there is nothing to do', async () => {
    const open = await openHub(join(home, 'one-hub'))
    const [ours, theirs] = pair()
    open.attach(theirs)
    const client = await connect(ours)
    const never = new AbortController().signal
    const phone = deviceId('demo-phone')
    await client.call('device.control', { device: phone, control: { set: 'dark', to: true } })
    const words = controlStateWords(await readControlState(client, phone, never))
    expect(words).toMatch(/^control +nobody has it$/mu)
    expect(words).toMatch(/^dark +on +by the agent$/mu)
    expect(words).toMatch(/^font +1$/mu)
    client.close()
    await open[Symbol.asyncDispose]()
    const ran = await nocturne(['control', 'demo-phone', '--json'], home)
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.out)).toMatchObject({ id: 'demo-phone', settings: { dark: { known: true, by: 'device' } } })
  })

  it('turns the demo phone, and says what it cannot', async () => {
    expect(await nocturne(['control', 'demo-phone', 'turn', 'left'], home)).toMatchObject({
      code: 0,
      out: 'demo-phone: turned a quarter to the left.\n',
    })
    const ran = await nocturne(['control', 'demo-phone', 'location', '-34.6', '-58.4', '--json'], home)
    expect(ran.code).toBe(2)
    expect(refusalOf(ran)).toMatchObject({ code: 'unsupported', words: 'The demo phone has no place.' })
  })

  it('folds the demo foldable, and says that the demo phone does not fold', async () => {
    expect((await nocturne(['control', 'demo-foldable', 'posture', 'closed'], home)).code).toBe(0)
    const ran = await nocturne(['control', 'demo-phone', 'posture', 'closed', '--json'], home)
    expect(refusalOf(ran)).toMatchObject({ code: 'unsupported', words: 'The demo phone does not fold.' })
  })
})
