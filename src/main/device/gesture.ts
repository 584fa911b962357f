// What an input means in contacts and keys: pure. The Device checks the point and waits; nothing here does.
import { Refusal } from '#shared/base/refusal.ts'
import type { Point, Size } from '#shared/domain/geometry.ts'
import type { DeviceInput } from '#shared/domain/input.ts'

/** A point checked against generation and screen: `stale-geometry` or `bad-value`, in words. */
export function checkPoint(point: Point, generation: number, size: Size | null): void {
  if (point.generation !== generation)
    throw new Refusal('stale-geometry', 'The screen changed its shape since that picture.', {
      hint: 'Look again, then point again.',
    })
  if (!Number.isFinite(point.x) || !Number.isFinite(point.y))
    throw new Refusal('bad-value', `The point ${point.x},${point.y} is not a place.`)
  if (size !== null && (point.x < 0 || point.y < 0 || point.x >= size.width || point.y >= size.height))
    throw new Refusal(
      'bad-value',
      `The point ${point.x},${point.y} is outside the screen of ${size.width} x ${size.height}.`,
    )
}

/** The points an input is aimed with. */
export function pointsOf(input: DeviceInput): readonly Point[] {
  switch (input.kind) {
    case 'tap':
    case 'double_tap':
    case 'long_press':
      return [input.at]
    case 'swipe':
      return [input.from, input.to]
    case 'pinch':
      return [input.centre]
    case 'contacts':
      return input.contacts.map(contact => ({ x: contact.x, y: contact.y, generation: input.generation }))
    case 'text':
    case 'paste':
    case 'host_key':
    case 'clear':
    case 'key':
    case 'hide_keyboard':
    case 'turn':
    case 'background':
    case 'wait':
      return []
  }
}

/** ms between the two taps of a double tap: within every platform's limit, and two separate contacts. */
export const doubleTapGapMs = 100

/** Text in pieces a device takes at once, never splitting a grapheme. */
export function piecesOf(text: string, most = 100): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (piece !== '' && piece.length + segment.length > most) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}
