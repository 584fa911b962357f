// What an input means in contacts and keys: pure. The Device checks the point and waits; nothing here does.
import { Refusal } from '#shared/base/refusal.ts'
import type { Point, Size } from '#shared/domain/geometry.ts'
import type { Contact, DeviceInput } from '#shared/domain/input.ts'

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

/** ms a tap is down. */
const tapMs = 60

/** Where the fingers of a gesture are: from 0, where they go down, to 1, where they are lifted. */
export interface FingerPath {
  readonly ms: number
  readonly isMoving: boolean
  at(part: number): readonly Contact[]
}

export type Gesture = Extract<DeviceInput, { readonly kind: 'tap' | 'double_tap' | 'long_press' | 'swipe' | 'pinch' }>

/** A gesture as fingers, one path after the other. Never outside the screen. */
export function fingerPaths(input: Gesture, screen: Size | null): readonly FingerPath[] {
  const still = ({ x, y }: Point, ms: number): FingerPath => ({ ms, isMoving: false, at: () => [{ id: 0, x, y }] })
  switch (input.kind) {
    case 'tap':
      return [still(input.at, tapMs)]
    case 'double_tap':
      return [still(input.at, tapMs), still(input.at, tapMs)]
    case 'long_press':
      return [still(input.at, input.ms)]
    case 'swipe': {
      const { from, to, ms } = input
      const at = (part: number): readonly Contact[] => [{ id: 0, ...between(from, to, part) }]
      return [{ ms, isMoving: true, at }]
    }
    case 'pinch': {
      const { centre, from, to, ms } = input
      const at = (part: number): readonly Contact[] => {
        const half = (from + (to - from) * part) / 2
        return [
          { id: 0, ...onScreen({ x: centre.x - half, y: centre.y }, screen) },
          { id: 1, ...onScreen({ x: centre.x + half, y: centre.y }, screen) },
        ]
      }
      return [{ ms, isMoving: true, at }]
    }
  }
}

const between = (
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  part: number,
): { x: number; y: number } => ({
  x: Math.round(from.x + (to.x - from.x) * part),
  y: Math.round(from.y + (to.y - from.y) * part),
})

function onScreen({ x, y }: { x: number; y: number }, screen: Size | null): { x: number; y: number } {
  const inside = (at: number, length: number): number => Math.round(Math.min(length - 1, Math.max(0, at)))
  return screen === null
    ? { x: Math.round(x), y: Math.round(y) }
    : { x: inside(x, screen.width), y: inside(y, screen.height) }
}

/** The same fingers are down, wherever they are. */
export const areSameFingers = (one: readonly Contact[], other: readonly Contact[]): boolean =>
  one.length === other.length && one.every(({ id }) => other.some(contact => contact.id === id))

/** Text a keyboard's keys can type. */
export const isTypable = (text: string): boolean => /^[\x20-\x7e]*$/u.test(text)

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
