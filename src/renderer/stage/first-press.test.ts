// A press on a picture without control asks for it and is not lost.
import { describe, expect, it } from 'vitest'
import type { Contact, DeviceInput } from '#shared/domain/input.ts'
import { FirstPress, grantMostMs } from '#renderer/stage/first-press.ts'

const put = (...contacts: readonly Contact[]): DeviceInput => ({ kind: 'contacts', generation: 1, contacts })
const down = put({ id: 0, x: 10, y: 10 })
const moved = put({ id: 0, x: 10, y: 90 })
const up = put()

function pressing() {
  let nowMs = 0
  const sent: DeviceInput[] = []
  const answer = Promise.withResolvers<boolean>()
  const press = new FirstPress(() => nowMs)
  return {
    press,
    sent,
    ask: () => press.ask(() => answer.promise),
    send: (input: DeviceInput) =>
      press.send(input, async one => {
        sent.push(one)
        return true
      }),
    grant: (isHad: boolean, atMs: number): void => {
      nowMs = atMs
      answer.resolve(isHad)
    },
  }
}

describe('the press that takes control', () => {
  it('is sent whole and in order once control is had, a drag too, and before what comes after', async () => {
    const { sent, ask, send, grant } = pressing()
    const asked = ask()
    const all = [send(down), send(moved), send(up)]
    expect(sent).toEqual([])
    grant(true, 30)
    expect(await asked).toBe('had')
    const later = send(down)
    expect(await Promise.all([...all, later])).toEqual([true, true, true, true])
    expect(sent).toEqual([down, moved, up, down])
  })

  it('asks once for two fingers', () => {
    const { ask } = pressing()
    expect(ask()).not.toBe(null)
    expect(ask()).toBe(null)
  })

  it('is not sent when control came late or was refused, its lift neither; the next press is', async () => {
    for (const [isHad, atMs, became] of [
      [true, grantMostMs + 1, 'late'],
      [false, 5, 'refused'],
    ] as const) {
      const { sent, ask, send, grant } = pressing()
      const asked = ask()
      const first = send(down)
      grant(isHad, atMs)
      expect(await asked).toBe(became)
      expect(await first).toBe(false)
      await send(up)
      expect(sent).toEqual([])
      await send(down)
      await send(up)
      expect(sent).toEqual([down, up])
    }
  })
})
