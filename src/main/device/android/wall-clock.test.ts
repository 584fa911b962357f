// The device’s clock over a shell that takes it, refuses it, or tells nothing.
import { describe, expect, it } from 'vitest'
import { AndroidWallClock } from '#main/device/android/wall-clock.ts'

const signal = new AbortController().signal

function shellOf(options: { readonly takes: boolean; readonly says?: string }): {
  readonly lines: string[]
  readonly clock: AndroidWallClock
} {
  const lines: string[] = []
  let seconds = 1000
  const clock = new AndroidWallClock({
    shell: async line => {
      lines.push(line)
      const to = /^cmd alarm set-time (\d+)$/u.exec(line)?.[1]
      if (to !== undefined && options.takes) seconds = Math.floor(Number(to) / 1000)
      return { stdout: line.startsWith('date') ? (options.says ?? `${seconds}\n`) : '' }
    },
  })
  return { lines, clock }
}

describe('the clock of an Android device', () => {
  it('is read, set and read back', async () => {
    const { clock, lines } = shellOf({ takes: true })
    expect(await clock.read(signal)).toBe(1_000_000)
    await clock.set(5_000_400, signal)
    expect(lines).toEqual(['date +%s', 'cmd alarm set-time 5000400', 'date +%s'])
  })

  it('that may not be set says so', async () => {
    await expect(shellOf({ takes: false }).clock.set(5_000_000, signal)).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('that tells no time is not taken for 1970', async () => {
    await expect(shellOf({ takes: true, says: '\n' }).clock.read(signal)).rejects.toMatchObject({ code: 'failed' })
    await expect(shellOf({ takes: true, says: 'not found' }).clock.read(signal)).rejects.toMatchObject({
      code: 'failed',
    })
  })
})
