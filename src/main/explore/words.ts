// Steps in the words of people: for the record, the inbox and the flow's labels. Pure.
import { shortId } from '#shared/domain/element.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { Action, Target } from '#shared/domain/night.ts'

export function stepWords(action: Action): string {
  switch (action.kind) {
    case 'tap':
      return `Tap ${nameOf(action.target)}`
    case 'double_tap':
      return `Double-tap ${nameOf(action.target)}`
    case 'long_press':
      return `Press and hold ${nameOf(action.target)}`
    case 'swipe':
      return action.direction === 'up' || action.direction === 'down'
        ? `Scroll ${action.direction === 'up' ? 'down' : 'up'}`
        : `Swipe ${action.direction} on ${nameOf(action.target)}`
    case 'type':
      return action.text === ''
        ? `Clear ${nameOf(action.target)}`
        : `Type ${quoted(shown(action.text))} into ${nameOf(action.target)}`
    case 'key':
      return `Press the ${action.key} key`
    case 'back':
      return 'Go back'
    case 'turn':
      return action.to === 'landscape' ? 'Turn the device on its side' : 'Turn the device upright'
    case 'background':
      return 'Leave the app and come back'
    case 'wait':
      return `Wait ${Math.round(action.ms / 1000)} s`
    case 'relaunch':
      return 'Close the app and open it again'
    case 'hide_keyboard':
      return 'Close the keyboard'
  }
}

/** An input a person made. What was typed stays theirs: it may be a password. */
export function inputWords(input: DeviceInput): string {
  switch (input.kind) {
    case 'tap':
      return `Tap at ${placeOf(input.at)}`
    case 'double_tap':
      return `Double-tap at ${placeOf(input.at)}`
    case 'long_press':
      return `Press and hold at ${placeOf(input.at)}`
    case 'swipe':
      return `Swipe from ${placeOf(input.from)} to ${placeOf(input.to)}`
    case 'text':
      return `Type ${Array.from(input.text).length} characters`
    case 'paste':
      return `Paste ${Array.from(input.text).length} characters`
    case 'pinch':
      return `Pinch at ${placeOf(input.centre)}`
    case 'contacts':
      return input.contacts.length === 0 ? 'Lift the fingers' : `Touch at ${input.contacts.map(placeOf).join(' and ')}`
    case 'host_key':
      return input.down ? 'Press a key' : 'Let a key go'
    case 'clear':
      return 'Clear the field'
    case 'key':
      return input.key === 'Back' ? 'Go back' : `Press the ${input.key} key`
    case 'hide_keyboard':
      return 'Close the keyboard'
    case 'turn':
      return input.to === 'landscape' ? 'Turn the device on its side' : 'Turn the device upright'
    case 'background':
      return 'Leave the app and come back'
    case 'wait':
      return `Wait ${Math.round(input.ms / 1000)} s`
  }
}

const placeOf = ({ x, y }: { readonly x: number; readonly y: number }): string => `${Math.round(x)}, ${Math.round(y)}`

/** What a target is called: its label, else its id in words, else what it is. */
export function nameOf(target: Target): string {
  if (target.label !== '') return quoted(shown(target.label))
  const id = shortId(target.id)
  if (id !== '') return quoted(id.replaceAll('_', ' '))
  return `the ${kindWords(target.className)}`
}

function kindWords(className: string): string {
  if (/EditText|TextField/.test(className)) return 'field'
  if (/Switch|Toggle/.test(className)) return 'switch'
  if (/CheckBox/.test(className)) return 'checkbox'
  if (/Radio/.test(className)) return 'option'
  if (/SeekBar|Slider/.test(className)) return 'slider'
  if (/Image/.test(className)) return 'picture'
  if (/Button/.test(className)) return 'button'
  return 'element'
}

const quoted = (text: string): string => `“${text}”`

function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return 'blanks'
  const chars = Array.from(line)
  return chars.length <= 40 ? line : `${chars.slice(0, 36).join('')}… (${chars.length} characters)`
}
