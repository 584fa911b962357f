// The one list of commands: ids that mean one thing, and words for what cannot be done.
import { describe, expect, it } from 'vitest'
import {
  canNow,
  commandOf,
  deviceCommands,
  hasCommand,
  nextFontScale,
  windowCommands,
} from '#shared/domain/commands.ts'
import type { Doer } from '#shared/domain/commands.ts'

const yes = { yes: true } as const
const phone: Doer = {
  name: 'Pixel 8',
  kind: 'phone',
  state: 'live',
  why: null,
  caps: {
    keys: ['Home', 'Back', 'Recents'],
    text: yes,
    controls: {
      dark: yes,
      fontScale: yes,
      locale: yes,
      network: { yes: false, why: 'A phone of your own keeps its network.' },
      orientation: yes,
      turn: yes,
      posture: { yes: false, why: 'It does not fold.' },
      awake: yes,
      location: yes,
      statusBar: yes,
      battery: yes,
    },
  },
  settings: null,
  posture: null,
  control: null,
  orders: [],
}

describe('the list of commands', () => {
  it('names each once, by id and by words', () => {
    const all = [...windowCommands, ...deviceCommands]
    expect(new Set(all.map(one => one.id)).size).toBe(all.length)
    expect(new Set(all.map(one => one.words)).size).toBe(all.length)
  })

  it('uses no shortcut twice', () => {
    const keys = windowCommands.flatMap(command => (command.keys === null ? [] : [command.keys]))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('a command of a device', () => {
  it('is refused with the words of what the device lacks', () => {
    expect(hasCommand(phone, commandOf('fold-half-open'))).toEqual({ yes: false, why: 'It does not fold.' })
    expect(hasCommand({ ...phone, caps: { ...phone.caps, keys: [] } }, commandOf('back'))).toEqual({
      yes: false,
      why: 'Pixel 8 has no Back key.',
    })
  })

  it('waits for a device that is on, except what only the window or its power needs', () => {
    const off: Doer = { ...phone, state: 'off', why: 'It is switched off.', orders: ['boot'] }
    expect(canNow(off, commandOf('home'))).toEqual({ yes: false, why: 'It is switched off.' })
    expect(canNow(off, commandOf('boot'))).toEqual(yes)
    expect(canNow(off, commandOf('frame'))).toEqual(yes)
  })

  it('hands back only what is held', () => {
    expect(canNow(phone, commandOf('hand-back')).yes).toBe(false)
    expect(canNow({ ...phone, control: { yours: true } }, commandOf('hand-back')).yes).toBe(true)
    expect(canNow({ ...phone, control: { yours: true } }, commandOf('take')).yes).toBe(false)
  })
})

describe('text size', () => {
  it('goes by the steps of the platform and stops at their ends', () => {
    expect(nextFontScale(1, 'larger')).toBe(1.15)
    expect(nextFontScale(1.29, 'larger')).toBe(1.5)
    expect(nextFontScale(2, 'larger')).toBe(2)
    expect(nextFontScale(0.85, 'smaller')).toBe(0.85)
    expect(nextFontScale(1.8, 'default')).toBe(1)
  })
})

describe('a command line on the device', () => {
  it('is not offered where the device has none', () => {
    const why = 'Demo phone has no command line.'
    const demo: Doer = { ...phone, caps: { ...phone.caps, terminal: { yes: false, why } } }
    expect(hasCommand(demo, commandOf('terminal'))).toEqual({ yes: false, why })
    expect(hasCommand({ ...phone, caps: { ...phone.caps, terminal: yes } }, commandOf('terminal'))).toEqual(yes)
  })
})
