// The fan-out with a source, an encoder and viewers that the test holds in its hand, in the test’s own time.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { FrameStamp, RawFrame } from '#shared/domain/video.ts'
import type { CodedVideo, RawVideo, VideoFacet } from '#main/device/driver.ts'
import type { StreamStill, TappedUnit, Viewer } from '#main/device/stream/device-stream.ts'
import { FanOut } from '#main/device/stream/fan-out.ts'
import type { StreamUnit } from '#main/device/stream/device-stream.ts'
import type { CodeStill } from '#main/device/stream/still-coder.ts'
import type { CodedUnit, EncoderOptions, GivenFrame, PictureSize } from '#main/sys/encoder.ts'
import type { KeptEncoder } from '#main/sys/kept-encoder.ts'

const pixels = { width: 16, height: 32 }

/** A source whose pictures are given by the test. */
class TestVideo implements RawVideo {
  readonly kind = 'raw'
  readonly path = 'drawn'
  readonly asked: number[] = []
  open = 0
  #give: ((frame: RawFrame) => void) | null = null
  #break: ((why: Error) => void) | null = null
  #sequence = 0

  frames(widthPx: number, onFrame: (frame: RawFrame) => void, signal: AbortSignal): Promise<void> {
    this.asked.push(widthPx)
    this.open += 1
    this.#give = onFrame
    return new Promise<void>((resolve, reject) => {
      this.#break = reject
      signal.addEventListener('abort', () => resolve(), { once: true })
    }).finally(() => {
      this.open -= 1
    })
  }

  give(generation = 1): number {
    this.#sequence += 1
    const bytes = new Uint8Array(pixels.width * pixels.height * 3).fill(this.#sequence)
    this.#give?.({
      sequence: this.#sequence,
      atUs: Math.round(performance.now() * 1000),
      generation,
      size: pixels,
      format: 'rgb888',
      bytes,
    })
    return this.#sequence
  }

  breakOff(words: string): void {
    this.#break?.(new Refusal('failed', words))
  }
}

/** Codes a picture in no time, or when it is told to. */
class TestEncoder implements KeptEncoder {
  readonly about: KeptEncoder['about'] = { protocol: 1, backend: 'x264', version: '1', backends: ['x264'] }
  readonly pid = 1
  readonly stalls = new LiveValue(0)
  readonly encoded: number[] = []
  readonly sizes: PictureSize[] = []
  readonly #died = Promise.withResolvers<Refusal>()
  keys = 0
  holds = false
  closed = false
  #listener: ((unit: CodedUnit) => void) | null = null
  #last: FrameStamp | null = null
  #isNextKey = true

  encode(_frame: GivenFrame, stamp: FrameStamp): void {
    this.encoded.push(stamp.sequence)
    this.#last = stamp
    if (!this.holds) queueMicrotask(() => this.finish())
  }

  finish(again = false): void {
    if (this.#last === null) return
    const key = this.#isNextKey
    this.#isNextKey = false
    const { sequence, atUs, generation } = this.#last
    this.#listener?.({
      sequence,
      atUs,
      generation,
      key,
      again,
      size: pixels,
      convertUs: 1,
      encodeUs: 1,
      bytes: Uint8Array.of(0, 0, 1, key ? 0x65 : 0x41),
    })
  }

  key(): void {
    this.keys += 1
    this.#isNextKey = true
    queueMicrotask(() => this.finish(true))
  }

  resize(size: PictureSize): void {
    this.sizes.push(size)
  }

  onUnit(listener: (unit: CodedUnit) => void): () => void {
    this.#listener = listener
    return () => undefined
  }

  get died(): Promise<Refusal> {
    return this.#died.promise
  }

  die(words: string): void {
    this.#died.resolve(new Refusal('failed', words))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closed = true
  }
}

class TestViewer implements Viewer {
  readonly units: StreamUnit[] = []
  readonly stills: StreamStill[] = []
  credit: number
  #wake: (() => void)[] = []

  constructor(credit: number) {
    this.credit = credit
  }

  async whenCredit(credit: number, signal: AbortSignal): Promise<void> {
    while (this.credit < credit) {
      signal.throwIfAborted()
      await new Promise<void>(resolve => {
        this.#wake.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    signal.throwIfAborted()
  }

  unit(unit: StreamUnit): void {
    expect(this.credit).toBeGreaterThan(0)
    this.credit -= 1
    this.units.push(unit)
  }

  still(still: StreamStill): void {
    expect(this.credit).toBeGreaterThan(0)
    this.credit -= 1
    this.stills.push(still)
  }

  give(credit: number): void {
    this.credit += credit
    for (const wake of this.#wake.splice(0)) wake()
  }

  get sequences(): number[] {
    return this.units.map(({ sequence }) => sequence)
  }
}

const picture = {
  id: 'one',
  pixels: async () => ({ ...pixels, scale: 1, data: new Uint8Array(pixels.width * pixels.height * 4) }),
}

interface World {
  readonly fan: FanOut
  readonly video: TestVideo
  readonly encoder: TestEncoder
  readonly opened: EncoderOptions[]
  readonly ends: AbortController[]
  readonly watch: (viewer: Viewer, widthPx?: number, more?: { slow?: boolean; stills?: boolean }) => AbortController
}

interface Options {
  readonly video?: VideoFacet
  readonly noEncoder?: Refusal
  readonly power?: Power
  readonly powerNow?: LiveValue<Power>
  /** Of pictures that say none. */
  readonly generation?: number
  readonly picture?: () => Promise<Picture>
  readonly codeStill?: CodeStill
}

function world(options: Options = {}): World {
  const video = new TestVideo()
  const encoder = new TestEncoder()
  const opened: EncoderOptions[] = []
  const ends: AbortController[] = []
  const fan = new FanOut({
    name: 'Test phone',
    video: options.video ?? video,
    power: options.powerNow ?? new LiveValue<Power>(options.power ?? { is: 'on', asleep: false }),
    picture: options.picture ?? (async () => picture),
    stillCoder: () => options.codeStill ?? (async () => ({ bytes: Uint8Array.of(0, 0, 1, 0x65), size: pixels })),
    generationOf: source => source ?? options.generation ?? 1,
    openEncoder: async size => {
      if (options.noEncoder !== undefined) throw options.noEncoder
      opened.push(size)
      return encoder
    },
  })
  return {
    fan,
    video,
    encoder,
    opened,
    ends,
    watch: (viewer, widthPx = 540, more = {}) => {
      const end = new AbortController()
      ends.push(end)
      fan
        .view({ widthPx, slow: more.slow ?? false, stills: more.stills ?? false }, viewer, end.signal)
        .catch(() => undefined)
      return end
    },
  }
}

/** What a recorder gets. */
function tapped(fan: FanOut): { readonly units: readonly TappedUnit[]; readonly ended: Promise<unknown> } {
  const units: TappedUnit[] = []
  const end = new AbortController()
  now.ends.push(end)
  const ended = fan.tap({ widthPx: 540 }, unit => void units.push(unit), end.signal).catch((thrown: unknown) => thrown)
  return { units, ended }
}

let now: World
const started = (options: Options = {}): World => (now = world(options))
/** A whole picture is made in the machine's own time, while the test's stands still. */
const [tick, machineMs] = [globalThis.setImmediate, Date.now]
async function ownTime(isSo: () => boolean): Promise<void> {
  const end = machineMs() + 60_000
  while (!isSo() && machineMs() < end) await new Promise(resolve => tick(resolve))
  expect(isSo()).toBe(true)
}
/** Both times go on: what waits in the test's may begin only when the machine has made something. */
async function bothTimes(isSo: () => boolean): Promise<void> {
  const end = machineMs() + 60_000
  while (!isSo() && machineMs() < end) {
    await pass(50)
    await new Promise(resolve => tick(resolve))
  }
  expect(isSo()).toBe(true)
}
const pass = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  for (const end of now.ends) end.abort()
  const closing = now.fan[Symbol.asyncDispose]()
  await pass(5000)
  await closing
  vi.useRealTimers()
})

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
    now.ends.forEach(end => end.abort())
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
    now.ends.forEach(end => end.abort())
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

describe('the recorder’s tap', () => {
  it('gets every unit in order, a key frame first', async () => {
    const { fan, video, watch } = started()
    watch(new TestViewer(1))
    await pass()
    video.give()
    await pass()
    const units: TappedUnit[] = []
    const end = new AbortController()
    now.ends.push(end)
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
    now.ends.push(end)
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
    now.ends.push(end)
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
