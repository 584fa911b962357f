// The fan-out of a device’s picture: who gets which units of its video, and what breaks.
import { describe, expect, it, vi } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import type { CodedVideo } from '#main/device/driver.ts'
import type { TappedUnit } from '#main/device/stream/device-stream.ts'
import { endAll, ends, inItsOwnTime, pass, pixels, started, TestViewer } from '../../../../test/builders/fan-world.ts'

inItsOwnTime()

describe('the fan-out of a device’s picture', () => {
  it('opens the source once for all viewers and closes it some time after the last one left', async () => {
    const { video, encoder, watch } = started()
    const [first, second] = [new TestViewer(3), new TestViewer(3)]
    const ends = [watch(first), watch(second)]
    await pass()
    video.give()
    await pass()
    expect(video.asked).toEqual([540])
    expect(first.sequences).toEqual([1])
    expect(second.sequences).toEqual([1])
    ends.forEach(end => end.abort())
    await pass(1000)
    expect(video.open).toBe(1)
    await pass(1000)
    expect(video.open).toBe(0)
    expect(encoder.closed).toBe(true)
  })

  it('gives nobody what builds on pictures he has not had: neither who joins nor who fell behind', async () => {
    const { video, watch } = started()
    const [fast, behind, late] = [new TestViewer(99), new TestViewer(1), new TestViewer(99)]
    const shown = async (): Promise<void> => {
      video.give()
      await pass()
    }
    watch(fast)
    watch(behind)
    await pass()
    await shown()
    await shown()
    // Key frames come no closer than 200 ms: until the next one these two have to wait.
    watch(late)
    behind.give(99)
    await shown()
    await shown()
    expect(fast.sequences).toEqual([1, 2, 3, 4])
    expect([behind.sequences, late.sequences]).toEqual([[1], []])
    await pass(200)
    await shown()
    for (const { units } of [behind, late]) expect(units.map(({ key }) => key).slice(-2)).toEqual([true, false])
    expect([behind.sequences, late.sequences]).toEqual([
      [1, 4, 5],
      [4, 5],
    ])
  })

  it('encodes nothing while nobody has room, then the newest picture only', async () => {
    const { video, encoder, watch } = started()
    const viewer = new TestViewer(1)
    watch(viewer)
    await pass()
    for (let at = 0; at < 5; at += 1) {
      video.give()
      await pass()
    }
    expect(encoder.encoded).toEqual([1])
    viewer.give(1)
    await pass()
    expect(viewer.sequences).toEqual([1, 5])
    expect(viewer.units.map(({ key }) => key)).toEqual([true, false])
  })

  it('keeps one of three credits back, so that no pictures grow old on the way', async () => {
    const { video, encoder, watch } = started()
    watch(new TestViewer(3))
    await pass()
    for (let at = 0; at < 4; at += 1) {
      video.give()
      await pass()
    }
    expect(encoder.encoded).toEqual([1, 2])
  })

  it('replaces a picture that waits for the encoder by a newer one', async () => {
    const { video, encoder, watch } = started()
    // With room for a first whole picture too: that one is made in the machine's own time.
    watch(new TestViewer(100))
    await pass()
    encoder.holds = true
    video.give()
    await pass()
    video.give()
    video.give()
    encoder.finish()
    await pass()
    expect(encoder.encoded).toEqual([1, 3])
  })

  it('lets a viewer that fell behind skip to a key frame, and holds back nobody else', async () => {
    const { video, watch } = started()
    const [fast, slow] = [new TestViewer(100), new TestViewer(1)]
    watch(fast)
    watch(slow)
    await pass()
    for (let at = 0; at < 6; at += 1) {
      video.give()
      await pass(20)
    }
    expect(fast.sequences).toEqual([1, 2, 3, 4, 5, 6])
    expect(slow.sequences).toEqual([1])
    slow.give(5)
    await pass(300)
    expect(slow.units.at(-1)).toMatchObject({ key: true, sequence: 6, again: true })
    video.give()
    await pass()
    expect(slow.units.at(-1)).toMatchObject({ key: false, sequence: 7 })
  })

  it('makes at most one key frame in a fifth of a second, however many are asked for', async () => {
    const { fan, video, encoder, watch } = started()
    watch(new TestViewer(100))
    await pass()
    video.give()
    await pass(300)
    for (let at = 0; at < 50; at += 1) {
      fan.keyFrame()
      await pass(20)
    }
    expect(encoder.keys).toBeGreaterThan(3)
    expect(encoder.keys).toBeLessThanOrEqual(6)
  })

  it('gives who joins a key frame of a still screen at once', async () => {
    const { video, watch } = started()
    watch(new TestViewer(3))
    await pass()
    video.give()
    await pass(500)
    const late = new TestViewer(3)
    watch(late)
    await pass()
    expect(late.units).toMatchObject([{ key: true, sequence: 1, again: true }])
    expect(late.stills).toEqual([])
  })

  it('gives who joins a whole picture where no key frame comes in time, and none after one came', async () => {
    vi.useRealTimers()
    const { watch } = started()
    const viewer = new TestViewer(3)
    watch(viewer)
    await expect.poll(() => viewer.stills).toHaveLength(1)
    expect(viewer.stills[0]).toMatchObject({ size: pixels, generation: 1 })
    endAll()
    vi.useFakeTimers()
  })

  it('asks for the largest width anybody wants, in steps, and changes it at most once in two seconds', async () => {
    const { video, watch } = started()
    watch(new TestViewer(3), 300)
    await pass(2500)
    const large = watch(new TestViewer(3), 700)
    await pass()
    expect(video.asked).toEqual([540, 720])
    watch(new TestViewer(3), 5000)
    await pass(1500)
    expect(video.asked).toEqual([540, 720])
    await pass(600)
    expect(video.asked).toEqual([540, 720, 1080])
    large.abort()
    await pass(3000)
    expect(video.asked).toEqual([540, 720, 1080])
    expect(video.open).toBe(1)
  })

  it('gives a slow viewer a few pictures a second without a key frame for each', async () => {
    const { video, encoder, watch } = started()
    const viewer = new TestViewer(1000)
    watch(viewer, 540, { slow: true })
    await pass()
    for (let at = 0; at < 100; at += 1) {
      video.give()
      await pass(10)
    }
    expect(viewer.units.length).toBeGreaterThanOrEqual(4)
    expect(viewer.units.length).toBeLessThanOrEqual(6)
    expect(viewer.units.filter(({ key }) => key)).toHaveLength(1)
    expect(encoder.encoded.length).toBe(viewer.units.length)
  })

  it('carries the geometry generation of each picture, and tells the newest one', async () => {
    const { fan, video, watch } = started()
    const viewer = new TestViewer(100)
    watch(viewer)
    await pass()
    video.give(1)
    await pass()
    video.give(2)
    await pass()
    expect(viewer.units.map(({ generation }) => generation)).toEqual([1, 2])
    expect(fan.shown.value).toBe(2)
  })

  it('says why the source broke off and opens it again by itself', async () => {
    const { fan, video, watch } = started()
    const viewer = new TestViewer(100)
    watch(viewer)
    await pass()
    video.give()
    await pass()
    video.breakOff('The emulator closed the stream.')
    await pass()
    expect(fan.state.value.words).toBe('The emulator closed the stream.')
    await pass(300)
    video.give()
    await pass()
    expect(fan.state.value.words).toBe(null)
    expect(viewer.sequences).toEqual([1, 2])
  })

  it('leaves it to the device’s state to say that it is away, and says nothing of it when it is back', async () => {
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const { fan, video, watch } = started({ powerNow: power })
    watch(new TestViewer(100))
    await pass()
    video.give()
    await pass()
    // The stream breaks a moment before the device is known to be away, and again while it is.
    video.breakOff('The connection to the device broke during “a command”.')
    await pass()
    power.set({ is: 'lost', why: 'It was unplugged.', nextTryMs: null })
    expect(fan.state.value).toMatchObject({ words: null, hint: null })
    await pass(300)
    video.breakOff('The connection to the device broke during “a command”.')
    await pass()
    power.set({ is: 'on', asleep: false })
    expect(fan.state.value).toMatchObject({ words: null, hint: null })
  })

  it('opens the source anew when it is told that the computer slept', async () => {
    const { fan, video, watch } = started()
    const viewer = new TestViewer(100)
    watch(viewer)
    await pass()
    video.give()
    await pass()
    fan.reopen()
    await pass(100)
    expect(video.asked).toEqual([540, 540])
    video.give()
    await pass()
    expect(viewer.units.at(-1)?.sequence).toBe(2)
  })

  it('asks a source anew that shows nothing of what was done to the device, and gives whole pictures where that brings none', async () => {
    const { fan, video, watch } = started()
    const viewer = new TestViewer(1000)
    watch(viewer)
    await pass()
    video.give()
    await pass(5000)
    expect(video.asked).toHaveLength(1)
    fan.touched()
    await pass(2900)
    expect(video.asked).toHaveLength(1)
    await pass(200)
    expect(video.asked).toHaveLength(2)
    expect(fan.state.value.path).toBe('drawn')
    await pass(3000)
    expect(fan.state.value).toMatchObject({ path: 'stills', words: expect.stringContaining('within 3 s') as string })
    // They are made outside the test's time.
    vi.useRealTimers()
    await expect.poll(() => viewer.stills.length).toBeGreaterThan(0)
    vi.useFakeTimers()
    video.give()
    await pass()
    expect(fan.state.value).toMatchObject({ path: 'drawn', words: null })
  })

  it('asks no source anew that shows what was done, and none twice in fifteen seconds where a touch does nothing', async () => {
    const { fan, video, watch } = started()
    watch(new TestViewer(1000))
    await pass()
    video.give()
    await pass()
    fan.touched()
    await pass(400)
    video.give()
    await pass(4000)
    expect(video.asked).toHaveLength(1)
    for (let touches = 0; touches < 14; touches += 1) {
      fan.touched()
      await pass(1000)
      if (touches === 3) video.give()
    }
    expect(video.asked).toHaveLength(2)
    await pass(4000)
    fan.touched()
    await pass(3100)
    expect(video.asked).toHaveLength(3)
  })

  it('counts a stall of the encoder and goes on', async () => {
    const { fan, video, encoder, watch } = started()
    const viewer = new TestViewer(100)
    watch(viewer)
    await pass()
    encoder.holds = true
    video.give()
    await pass()
    encoder.stalls.set(1)
    encoder.holds = false
    video.give()
    await pass()
    expect(fan.state.value.stalls).toBe(1)
    expect(viewer.sequences).toEqual([2])
  })

  it('ends what looks at it when the device is closed', async () => {
    const { fan } = started()
    const viewing = fan.view(
      { widthPx: 1, slow: false, stills: false },
      new TestViewer(1),
      new AbortController().signal,
    )
    const refused = expect(viewing).rejects.toMatchObject({ code: 'not-booted' })
    await fan[Symbol.asyncDispose]()
    await refused
  })
})

describe('the recorder’s tap', () => {
  it('gets every unit in order, a key frame first', async () => {
    const { fan, video, watch } = started()
    watch(new TestViewer(1))
    await pass()
    video.give()
    await pass()
    const units: TappedUnit[] = []
    const end = new AbortController()
    ends.push(end)
    fan.tap({ widthPx: 540 }, unit => void units.push(unit), end.signal).catch(() => undefined)
    await pass(300)
    for (let at = 0; at < 3; at += 1) {
      video.give()
      await pass(10)
    }
    expect(units.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect(units.map(({ key }) => key)).toEqual([true, false, false, false])
  })

  it('is as wide as it asked for at once, however lately the width changed', async () => {
    const { fan, video, watch } = started()
    watch(new TestViewer(3), 300)
    await pass(2500)
    watch(new TestViewer(3), 540)
    watch(new TestViewer(3), 700)
    await pass()
    expect(video.asked).toEqual([540, 720])
    const wider = watch(new TestViewer(3), 900)
    await pass(200)
    expect(video.asked).toEqual([540, 720])
    const end = new AbortController()
    ends.push(end)
    fan.tap({ widthPx: 1080 }, () => undefined, end.signal).catch(() => undefined)
    await pass()
    expect(video.asked).toEqual([540, 720, 1080])
    wider.abort()
    end.abort()
    await pass(1000)
    expect(video.asked).toEqual([540, 720, 1080])
  })

  it('drops what waits longer than two seconds and goes on at a key frame, saying that there is a gap', async () => {
    const { fan, video } = started()
    const units: TappedUnit[] = []
    const end = new AbortController()
    ends.push(end)
    const held = Promise.withResolvers<void>()
    fan
      .tap(
        { widthPx: 540 },
        async unit => {
          units.push(unit)
          if (units.length === 1) await held.promise
        },
        end.signal,
      )
      .catch(() => undefined)
    await pass()
    for (let at = 0; at < 30; at += 1) {
      video.give()
      await pass(100)
    }
    held.resolve()
    await pass(300)
    video.give()
    await pass(300)
    expect(units[0]?.gapBefore).toBe(false)
    const after = units[1]
    expect(after).toMatchObject({ gapBefore: true, key: true })
    expect(after?.sequence).toBeGreaterThan(20)
  })
})

describe('a device that encodes itself', () => {
  // Constrained Baseline, 64x64, without VUI: a decoder may hold pictures back.
  const sps = Uint8Array.of(0x67, 0x42, 0xc0, 0x0a, 0xda, 0x10, 0x99)
  const bytes = Uint8Array.of(0, 0, 0, 1, ...sps, 0, 0, 0, 1, 0x68, 0xce, 0x06, 0xe2, 0, 0, 0, 1, 0x65, 0x88)

  class TestCoded implements CodedVideo {
    readonly kind = 'coded'
    readonly path = 'scrcpy'
    readonly encoder = 'the phone’s own encoder'
    readonly slower = { why: 'It comes the slow way.', hint: 'Boot it here.' }
    asked = 0
    keys = 0
    #give: Parameters<CodedVideo['frames']>[1] | null = null
    #sequence = 0

    frames(_widthPx: number, onFrame: Parameters<CodedVideo['frames']>[1], signal: AbortSignal): Promise<void> {
      this.asked += 1
      this.#give = onFrame
      return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
    }

    keyFrame(): void {
      this.keys += 1
    }

    give(): void {
      this.#sequence += 1
      this.#give?.({ sequence: this.#sequence, atUs: this.#sequence, generation: 1, key: true, bytes })
    }
  }

  it('hands its units on with an SPS that says that nothing is reordered, and asks it for key frames', async () => {
    const video = new TestCoded()
    const { fan, watch } = started({ video })
    const viewer = new TestViewer(10)
    watch(viewer)
    await pass()
    video.give()
    await pass()
    expect(viewer.units).toHaveLength(1)
    expect(viewer.units[0]?.bytes.length).toBeGreaterThan(bytes.length)
    expect(fan.state.value).toMatchObject({
      path: 'scrcpy',
      encoder: 'the phone’s own encoder',
      words: 'It comes the slow way.',
      hint: 'Boot it here.',
    })
    await pass(300)
    fan.keyFrame()
    await pass()
    expect(video.keys).toBeGreaterThan(0)
  })

  it('is asked for a key frame where nothing is seen of what was done to it, and anew only where that does not come either', async () => {
    const video = new TestCoded()
    const { fan, watch } = started({ video })
    watch(new TestViewer(100))
    await pass()
    video.give()
    await pass(1000)
    const { keys } = video
    fan.touched()
    await pass(3100)
    expect(video).toMatchObject({ keys: keys + 1, asked: 1 })
    video.give()
    await pass(4000)
    expect(video.asked).toBe(1)
    await pass(15_000)
    fan.touched()
    await pass(6100)
    expect(video).toMatchObject({ keys: keys + 2, asked: 2 })
    await pass(3100)
    expect(fan.state.value.path).toBe('stills')
  })
})
