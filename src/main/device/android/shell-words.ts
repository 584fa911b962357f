// Words for the device's shell, pure: quoting, text in pieces `input text` takes, key codes.
import { Refusal } from '#shared/base/refusal.ts'
import type { KeyName } from '#shared/domain/device.ts'

/** One word for a POSIX shell, whatever is in it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Two synchronous events a character: more in one call would run into its deadline. */
const pieceLength = 100

/**
 * The arguments of successive `input text` calls that type `text`. Only printable ASCII can be typed: anything else is
 * refused by name before a single character is sent. A literal `%s` would become a blank, so it is parted.
 * Source: frameworks/base InputShellCommand.java.
 */
export function typedPieces(text: string): readonly string[] {
  const bad = /[^\x20-\x7e]/u.exec(text)?.[0]
  if (bad !== undefined)
    throw new Refusal(
      'bad-value',
      `"${bad === '\n' ? 'a line break' : bad}" cannot be typed over adb: only plain ASCII can. Nothing was typed.`,
      {
        hint: 'Paste it on an emulator, or use text without accents and emoji.',
      },
    )
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
