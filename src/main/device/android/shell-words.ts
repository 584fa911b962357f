// Words for the device's shell, pure: quoting, text in pieces `input text` takes, key codes.
import { Refusal } from '#shared/base/refusal.ts'
import type { KeyName } from '#shared/domain/device.ts'

/** One word for a POSIX shell, whatever is in it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Two synchronous events a character: more in one call would run into its deadline. */
const pieceLength = 100

/** What no key types, as a person sees it, each once; a line break is none of the keys that write. */
export function onNoKey(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/u.test(text)) return []
  const seen = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return [...new Set([...seen].map(({ segment }) => segment).filter(one => !/^[\x20-\x7e]+$/u.test(one)))]
}

const namedMost = 6

/** `"é", "日" and a line break`. */
export function charactersNamed(characters: readonly string[]): string {
  const named = characters.slice(0, namedMost).map(one => (/^[\r\n]+$/u.test(one) ? 'a line break' : `"${one}"`))
  const more = characters.length - namedMost
  if (more > 0) return `${named.join(', ')} and ${more} more`
  return [named.slice(0, -1).join(', '), ...named.slice(-1)].filter(words => words !== '').join(' and ')
}

/** `characters`: all that is to be named, where some were refused just before. */
export function notTyped(text: string, characters: readonly string[]): Refusal {
  const isOne = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length === 1
  return new Refusal(
    'bad-value',
    `${charactersNamed(characters)} cannot be typed over adb: only plain ASCII can.${isOne ? '' : ' Nothing of it was typed.'}`,
    {
      hint: 'Install scrcpy (apt-get install scrcpy, brew install scrcpy) and start Nocturne anew: then any text is pasted through the clipboard.',
    },
  )
}

/**
 * The arguments of successive `input text` calls that type `text`. Only printable ASCII can be typed: anything else is
 * refused by name before a single character is sent. A literal `%s` would become a blank, so it is parted.
 * Source: frameworks/base InputShellCommand.java.
 */
export function typedPieces(text: string): readonly string[] {
  const odd = onNoKey(text)
  if (odd.length > 0) throw notTyped(text, odd)
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const percent = text.indexOf('%s', at)
    const end = Math.min(text.length, at + pieceLength, percent < 0 ? Infinity : percent + 1)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

/** KeyEvent codes. Source: frameworks/base KeyEvent.java. */
export const keyCodes: Readonly<Record<KeyName, number>> = {
  Home: 3,
  Back: 4,
  Recents: 187,
  Enter: 66,
  Backspace: 67,
  Delete: 112,
  Tab: 61,
  Escape: 111,
  Search: 84,
  Menu: 82,
  Power: 26,
  VolumeUp: 24,
  VolumeDown: 25,
  ArrowUp: 19,
  ArrowDown: 20,
  ArrowLeft: 21,
  ArrowRight: 22,
  Select: 23,
  MediaPlayPause: 85,
}
export const moveEnd = 123
export const ctrlLeft = 113
export const letterA = 29

/** An Android package name, checked before it goes into a shell line. */
export function packageWord(pkg: string): string {
  if (!/^[A-Za-z][\w]*(\.[A-Za-z][\w]*)+$/.test(pkg))
    throw new Refusal('bad-value', `"${pkg.slice(0, 80)}" is not a package name.`)
  return pkg
}
