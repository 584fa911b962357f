// Stills in the place of video: for viewers, and coded for a recorder.
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import {
  bothTimes,
  endAll,
  inItsOwnTime,
  ownTime,
  pass,
  picture,
  pixels,
  started,
  tapped,
  TestViewer,
} from '../../../../test/builders/fan-world.ts'

inItsOwnTime()

describe('whole pictures in the place of video', () => {
  it('come where there is no encoder, with words, at most five a second', async () => {
    const why = new Refusal('failed', 'The encoder has not been built.', { hint: 'Build it.' })
    vi.useRealTimers()
    const { fan, video, watch } = started({ noEncoder: why })
    const viewer = new TestViewer(1000)
    const began = performance.now()
    watch(viewer)
    await expect.poll(() => video.open).toBe(1)
    while (viewer.stills.length < 4) {
      video.give()
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    const tookMs = performance.now() - began
    expect(fan.state.value).toMatchObject({ path: 'stills', encoder: null, words: why.words, hint: 'Build it.' })
    expect(viewer.units).toEqual([])
    // The first one waits for nothing, and a timer may be a moment early.
    expect(viewer.stills.length).toBeLessThanOrEqual(2 + tookMs / 200)
    endAll()
    vi.useFakeTimers()
  })

  it('come where no picture of the video came within three seconds', async () => {
    const { fan, video, watch } = started()
    watch(new TestViewer(1000))
    await pass(3100)
    expect(fan.state.value).toMatchObject({ path: 'stills', words: expect.stringContaining('within 3 s') as string })
    video.give()
    await pass()
    expect(fan.state.value).toMatchObject({ path: 'drawn', words: null })
  })

  it('are not what a device that sleeps, or is away, is said to give: its state says why there is no picture', async () => {
    for (const power of [
      { is: 'on', asleep: true },
      { is: 'lost', why: 'It is gone.', nextTryMs: null },
    ] as const) {
      const { fan, watch } = started({ power })
      watch(new TestViewer(1000))
      await pass(3100)
      expect(fan.state.value).toMatchObject({ path: null, words: null })
    }
  })

  it('are a first look at a source that has given nothing yet, of the geometry of now', async () => {
    const { watch } = started({ generation: 7 })
    const viewer = new TestViewer(1000)
    watch(viewer)
    // Long before it is said that no video comes.
    await pass(200)
    await ownTime(() => viewer.stills.length > 0)
    expect(viewer.stills[0]).toMatchObject({ generation: 7, size: pixels })
  })

  it('are all that a device without video gives, and it says what faster would need', async () => {
    const video = { kind: 'stills', path: 'stills', why: 'Pictures come one by one.', hint: 'Boot it here.' } as const
    const { fan, watch } = started({ video })
    watch(new TestViewer(1000))
    await pass()
    expect(fan.state.value).toMatchObject({ path: 'stills', words: video.why, hint: video.hint })
  })

  it('are coded for a recorder where there is no other picture, the newest one only, each a key frame', async () => {
    const video = { kind: 'stills', path: 'stills', why: 'Pictures come one by one.', hint: null } as const
    const coding: (() => void)[] = []
    let shown = 1
    const { fan, watch } = started({
      video,
      picture: async () => ({ ...picture, id: String(shown) }),
      codeStill: async () => {
        await new Promise<void>(resolve => coding.push(resolve))
        return { bytes: Uint8Array.of(0, 0, 1, 0x65), size: pixels }
      },
    })
    const viewer = new TestViewer(1000)
    watch(viewer)
    const { units } = tapped(fan)
    await bothTimes(() => coding.length === 1 && viewer.stills.length === 1)
    for (shown = 2; shown < 5; shown += 1) await bothTimes(() => viewer.stills.length === shown)
    expect(units).toEqual([])
    coding[0]?.()
    await ownTime(() => coding.length === 2)
    coding[1]?.()
    await ownTime(() => units.length === 2)
    expect(units.map(({ key, isStill, gapBefore }) => ({ key, isStill, gapBefore }))).toEqual(
      Array.from({ length: 2 }, () => ({ key: true, isStill: true, gapBefore: false })),
    )
    expect(units.map(({ sequence }) => sequence)).toEqual([1, 4])
  })

  it('are coded for a recorder that joins one who looks at a still screen', async () => {
    const video = { kind: 'stills', path: 'stills', why: 'Pictures come one by one.', hint: null } as const
    const { fan, watch } = started({ video })
    const viewer = new TestViewer(1000)
    watch(viewer)
    await bothTimes(() => viewer.stills.length === 1)
    const { units } = tapped(fan)
    await bothTimes(() => units.length > 0)
    expect(units[0]).toMatchObject({ isStill: true, key: true })
  })

  it('come once more when they are to be wider', async () => {
    const video = { kind: 'stills', path: 'stills', why: 'Pictures come one by one.', hint: null } as const
    const { watch } = started({ video })
    const viewer = new TestViewer(1000)
    watch(viewer, 540)
    await bothTimes(() => viewer.stills.length === 1)
    await pass(3000)
    expect(viewer.stills.length).toBe(1)
    watch(new TestViewer(0), 1080)
    await bothTimes(() => viewer.stills.length === 2)
  })

  it('are not recorded any more once video comes, which begins with a key frame', async () => {
    const { fan, video } = started()
    const { units } = tapped(fan)
    await bothTimes(() => units.length > 0)
    const stills = units.length
    for (let at = 0; at < 3; at += 1) {
      video.give()
      await pass(100)
    }
    expect(units.slice(0, stills).every(({ isStill }) => isStill)).toBe(true)
    const coded = units.slice(stills)
    expect(coded.map(({ isStill }) => isStill)).toEqual(coded.map(() => false))
    expect(coded.length).toBeGreaterThan(1)
    expect(coded[0]?.key).toBe(true)
  })

  it('end a recording with the words of what cannot code them', async () => {
    const video = { kind: 'stills', path: 'stills', why: 'Pictures come one by one.', hint: null } as const
    const why = new Refusal('unsupported', 'There is no ffmpeg.')
    const { fan } = started({ video, codeStill: () => Promise.reject(why) })
    const { ended } = tapped(fan)
    let end: unknown = null
    void ended.then(thrown => (end = thrown))
    await bothTimes(() => end !== null)
    expect(end).toBe(why)
  })
})
