// The page's side of the decoder worker, with a worker that only writes down what it is told.
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HubPlace } from '#renderer/socket-link.ts'
import type { ToWorker } from '#renderer/stage/picture-wire.ts'
import { picturesOf } from '#renderer/stage/pictures.ts'

const workers: FakeWorker[] = []

class FakeWorker {
  readonly told: ToWorker[] = []
  isEnded = false

  constructor() {
    workers.push(this)
  }

  addEventListener(): void {}

  postMessage(told: ToWorker): void {
    this.told.push(told)
  }

  terminate(): void {
    this.isEnded = true
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the decoder worker', () => {
  it('is one for a hub, and ends when the window goes over to another', () => {
    vi.useFakeTimers()
    vi.stubGlobal('Worker', FakeWorker)
    const first: HubPlace = { is: 'socket', url: 'ws://127.0.0.1:1/link', key: null }
    const second: HubPlace = { is: 'socket', url: 'ws://127.0.0.1:2/link', key: 'a' }
    const pictures = picturesOf(first)
    expect(picturesOf(first)).toBe(pictures)
    expect(workers).toHaveLength(1)
    expect(picturesOf(second)).not.toBe(pictures)
    expect(workers.map(worker => worker.told)).toEqual([
      [{ t: 'hub', place: first }, { t: 'end' }],
      [{ t: 'hub', place: second }],
    ])
    // It lets go of its links by itself; one that hangs is ended.
    expect(workers.map(worker => worker.isEnded)).toEqual([false, false])
    vi.advanceTimersByTime(5000)
    expect(workers.map(worker => worker.isEnded)).toEqual([true, false])
  })
})
