// One operation at a time, also where one that was given up has not come to rest yet.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endingMs, Ledger } from '#main/device/ledger.ts'

const never = new AbortController().signal

/** Work that hears no signal: it ends when the test lets it. */
function deaf(log: string[], name: string) {
  const end = Promise.withResolvers<void>()
  return {
    end: end.resolve,
    work: async (): Promise<string> => {
      log.push(`${name} begins`)
      await end.promise
      log.push(`${name} ends`)
      return name
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the ledger', () => {
  it('refuses a second operation while one runs, and takes it at once when that is done', async () => {
    const ledger = new Ledger()
    const first = deaf([], 'first')
    const running = ledger.run('first', 1000, never, first.work)
    await expect(ledger.run('second', 1000, never, async () => 'second')).rejects.toMatchObject({ code: 'busy' })
    first.end()
    expect(await running).toBe('first')
    expect(ledger.busy.value).toBeNull()
    expect(await ledger.run('second', 1000, never, async () => 'second')).toBe('second')
  })

  it('lets none begin before work that was stopped has come to rest', async () => {
    const ledger = new Ledger()
    const log: string[] = []
    const first = deaf(log, 'first')
    const stop = new AbortController()
    const stopped = ledger.run('first', 1000, stop.signal, first.work)
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    expect(ledger.busy.value).toBe('first')
    const second = ledger.run('second', 1000, never, async () => void log.push('second'))
    await Promise.resolve()
    first.end()
    await second
    expect(log).toEqual(['first begins', 'first ends', 'second'])
    expect(ledger.busy.value).toBeNull()
  })

  it('lets one alone of those that waited begin', async () => {
    const ledger = new Ledger()
    const first = deaf([], 'first')
    const stop = new AbortController()
    const stopped = ledger.run('first', 1000, stop.signal, first.work)
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    const [second, third] = [deaf([], 'second'), deaf([], 'third')]
    const asked = [ledger.run('second', 1000, never, second.work), ledger.run('third', 1000, never, third.work)]
    first.end()
    second.end()
    await expect(Promise.allSettled(asked)).resolves.toMatchObject([
      { status: 'fulfilled', value: 'second' },
      { status: 'rejected', reason: { code: 'busy' } },
    ])
  })

  it('keeps the order past a deadline, too, and gives up waiting with who waits', async () => {
    const ledger = new Ledger()
    const log: string[] = []
    const first = deaf(log, 'first')
    await expect(ledger.run('first', 5, never, first.work)).rejects.toMatchObject({ code: 'outcome-unknown' })
    const stop = new AbortController()
    const waiting = ledger.run('second', 1000, stop.signal, async () => 'second')
    stop.abort(new Error('not any more'))
    await expect(waiting).rejects.toThrow('not any more')
    first.end()
    expect(await ledger.run('third', 1000, never, async () => 'third')).toBe('third')
    expect(log).toEqual(['first begins', 'first ends'])
  })

  it('does not lose its device to work that never rests', async () => {
    vi.useFakeTimers()
    const ledger = new Ledger()
    const stop = new AbortController()
    const stopped = ledger.run('first', 1000, stop.signal, () => new Promise(() => {}))
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    const second = ledger.run('second', 1000, never, async () => 'second')
    await vi.advanceTimersByTimeAsync(endingMs)
    expect(await second).toBe('second')
    expect(ledger.busy.value).toBeNull()
  })
})
