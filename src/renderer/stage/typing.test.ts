// Keys of any layout: by what they mean, text where no key means it, the window's own left to the window, none left down.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceInput } from '#shared/domain/input.ts'
import { Typing, type Board, type Stroke } from '#renderer/stage/typing.ts'

const live: Board = { canHold: true, keys: ['Home', 'Back', 'Enter', 'Backspace', 'ArrowUp'], isMac: false }
const whole: Board = { ...live, canHold: false }
const mac: Board = { ...live, isMac: true }

const stroke = (key: string, code: string, more: Partial<Stroke> = {}): Stroke => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isAltGraph: false,
  isComposing: false,
  ...more,
})

const words = (inputs: readonly DeviceInput[]): readonly string[] =>
  inputs.map(input => {
    if (input.kind === 'host_key') return `${input.down ? 'down' : 'up'} ${input.key.key}`
    if (input.kind === 'text') return `text ${input.text}`
    return input.kind === 'key' ? `key ${input.key}` : input.kind
  })

/** One key pressed and let go. */
function struck(one: Stroke, board = live): readonly string[] {
  const typing = new Typing()
  return words([...typing.down(one, board).inputs, ...typing.up(one).inputs])
}

describe('a key', () => {
  it('goes by what it means, on any layout', () => {
    expect(struck(stroke('y', 'KeyZ'))).toEqual(['down y', 'up y'])
    expect(struck(stroke('"', 'Digit2', { shiftKey: true }))).toEqual(['down "', 'up "'])
    expect(struck(stroke('@', 'KeyQ', { isAltGraph: true, ctrlKey: true, altKey: true }))).toEqual(['down @', 'up @'])
    expect(struck(stroke('@', 'KeyL', { altKey: true }), mac)).toEqual(['down @', 'up @'])
    for (const key of ['#', '{', '}', '|', '~', '\\', '€'.normalize()])
      expect(struck(stroke(key, 'Digit7', { isAltGraph: true }))[0]).toBe(key === '€' ? 'text €' : `down ${key}`)
  })

  it('that no US keyboard has goes as text', () => {
    for (const key of ['ß', 'Ż', 'ñ', 'я', '你']) expect(struck(stroke(key, 'KeyX'))).toEqual([`text ${key}`])
  })

  it('goes as a whole press or as text where keys cannot be held', () => {
    expect(struck(stroke('a', 'KeyA'), whole)).toEqual(['text a'])
    expect(struck(stroke('Enter', 'Enter'), whole)).toEqual(['key Enter'])
    expect(struck(stroke('Delete', 'Delete'), whole)).toEqual([])
  })

  it('of the device is pressed by its name', () => {
    expect(struck(stroke('Escape', 'Escape'))).toEqual(['key Back'])
  })

  it('is up as what it was down, also when its modifier was let go first', () => {
    const typing = new Typing()
    typing.down(stroke('@', 'KeyQ', { isAltGraph: true }), live)
    expect(words(typing.up(stroke('q', 'KeyQ')).inputs)).toEqual(['up @'])
  })

  it('with Shift selects: Shift goes with keys that write nothing, and up with the person’s own', () => {
    const typing = new Typing()
    expect(words(typing.down(stroke('Shift', 'ShiftLeft', { shiftKey: true }), live).inputs)).toEqual([])
    const arrow = stroke('ArrowUp', 'ArrowUp', { shiftKey: true })
    expect(words(typing.down(arrow, live).inputs)).toEqual(['down Shift', 'down ArrowUp'])
    expect(words(typing.up(arrow).inputs)).toEqual(['up ArrowUp'])
    expect(words(typing.up(stroke('Shift', 'ShiftLeft')).inputs)).toEqual(['up Shift'])
  })

  it('with Ctrl or ⌘ edits: the letter is up before its modifier, though macOS never tells of it', () => {
    const typing = new Typing()
    expect(words(typing.down(stroke('a', 'KeyA', { metaKey: true }), mac).inputs)).toEqual(['down Control', 'down a'])
    expect(words(typing.up(stroke('Meta', 'MetaLeft')).inputs)).toEqual(['up a', 'up Control'])
    expect(struck(stroke('c', 'KeyC', { ctrlKey: true }))).toEqual(['down Control', 'down c', 'up c'])
  })
})

describe('what stays with the window', () => {
  it('is Tab, its shortcuts, the paste, and whatever an input method is making', () => {
    const typing = new Typing()
    for (const one of [
      stroke('Tab', 'Tab'),
      stroke('k', 'KeyK', { ctrlKey: true }),
      stroke('v', 'KeyV', { ctrlKey: true }),
      stroke('F5', 'F5'),
      stroke('f', 'KeyF', { altKey: true }),
      stroke('Dead', 'Equal'),
      stroke('Process', 'KeyA'),
      stroke('a', 'KeyA', { isComposing: true }),
    ])
      expect(typing.down(one, live)).toEqual({ inputs: [], isTaken: false })
  })
})

describe('whatever is typed', () => {
  const one = fc.record({
    isDown: fc.boolean(),
    key: fc.constantFrom(
      'a',
      'A',
      '@',
      'ß',
      'Alt',
      'AltGraph',
      'Control',
      'Shift',
      'Meta',
      'Enter',
      'ArrowUp',
      'z',
      'Tab',
    ),
    code: fc.constantFrom('KeyA', 'KeyQ', 'Enter', 'ArrowUp', 'AltLeft', 'ControlLeft', 'ShiftLeft', 'MetaLeft'),
    ctrlKey: fc.boolean(),
    metaKey: fc.boolean(),
    altKey: fc.boolean(),
    shiftKey: fc.boolean(),
    isAltGraph: fc.boolean(),
  })

  it('Alt never reaches the device, and no key is left down', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), fc.constantFrom(live, whole, mac), (strokes, board) => {
        const typing = new Typing()
        const down = new Set<string>()
        const check = (inputs: readonly DeviceInput[]): void => {
          for (const input of inputs) {
            if (input.kind !== 'host_key') continue
            expect(input.key.key).not.toMatch(/^Alt/)
            if (input.down) down.add(input.key.code)
            else expect(down.delete(input.key.code)).toBe(true)
          }
        }
        for (const { isDown, ...more } of strokes) {
          const made = { ...more, isComposing: false }
          check(isDown ? typing.down(made, board).inputs : typing.up(made).inputs)
        }
        check(typing.releaseAll())
        expect(down.size).toBe(0)
      }),
    )
  })
})
