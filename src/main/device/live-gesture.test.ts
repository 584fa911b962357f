// What live fingers did is told by what they did, not by how it was sent.
import { describe, expect, it } from 'vitest'
import { whatToTry } from '#main/device/changes.ts'
import { LiveGesture } from '#main/device/live-gesture.ts'

const screen = { width: 1080, height: 2400 }
const at = (x: number, y: number, id = 0) => ({ id, x, y })

function kindOf(puts: readonly (readonly ReturnType<typeof at>[])[], tookMs: number): string {
  const gesture = new LiveGesture(1000)
  for (const contacts of puts) gesture.put(contacts, screen)
  return gesture.kindAt(1000 + tookMs)
}

describe('a gesture of live fingers', () => {
  it('is a tap when the finger was lifted soon where it went down, a hair to the side too', () => {
    expect(kindOf([[at(500, 500)]], 80)).toBe('tap')
    expect(kindOf([[at(500, 500)], [at(510, 495)]], 200)).toBe('tap')
  })

  it('is a long press when it was held still', () => {
    expect(kindOf([[at(500, 500)]], 700)).toBe('long_press')
  })

  it('is a swipe when it went somewhere, though it came back', () => {
    expect(kindOf([[at(500, 500)], [at(500, 900)], [at(500, 500)]], 700)).toBe('swipe')
  })

  it('is a pinch with two fingers', () => {
    expect(kindOf([[at(500, 500)], [at(500, 500), at(600, 600, 1)]], 100)).toBe('pinch')
  })

  it('advises by that: a tap is never told to go the other way', () => {
    expect(whatToTry('tap')).toMatch(/press and hold/)
    expect(whatToTry('long_press')).toMatch(/try a tap/)
    expect(whatToTry('swipe')).toMatch(/the other way/)
  })
})
