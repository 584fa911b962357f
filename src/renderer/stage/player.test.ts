// The player with a decoder, a canvas and a hub that the test holds in its hand.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownColour, patchUnit } from '#shared/domain/h264.ts'
import { keyFrame, stillFrame } from '#shared/protocol/envelope.ts'
import type { Frame } from '#shared/protocol/envelope.ts'
import { Player } from '#renderer/stage/player.ts'
import type { FromWorker, Wanted } from '#renderer/stage/picture-wire.ts'
import type { WorkerHub } from '#renderer/stage/worker-hub.ts'

const keyUnit = patchUnit(
  Uint8Array.of(
    0,
    0,
    0,
    1,
    0x67,
    0x42,
    0xc0,
    0x0a,
    0xda,
    0x10,
    0x99,
    0,
    0,
    0,
    1,
    0x68,
    0xce,
    6,
    0xe2,
    0,
    0,
    0,
    1,
    0x65,
    0x88,
  ),
  ownColour,
)
const deltaUnit = Uint8Array.of(0, 0, 0, 1, 0x41, 0x9a)

interface DecodedChunk {
  readonly type: string
  readonly timestamp: number
}

class TestDecoder {
  static all: TestDecoder[] = []
  state = 'unconfigured'
  readonly chunks: DecodedChunk[] = []
  config: { readonly codec: string; readonly colorSpace?: unknown } | null = null
  readonly handlers: { output(frame: unknown): void; error(why: Error): void }

  constructor(handlers: { output(frame: unknown): void; error(why: Error): void }) {
    this.handlers = handlers
    TestDecoder.all.push(this)
  }

  configure(config: { readonly codec: string }): void {
    this.config = config
    this.state = 'configured'
  }

  decode(chunk: DecodedChunk): void {
    if (this.chunks.length === 0 && chunk.type !== 'key') throw new Error('A key frame is required')
    this.chunks.push(chunk)
  }

  close(): void {
    this.state = 'closed'
  }

  /** The oldest picture that was not given yet. */
  give(width = 64, height = 64): { closed: boolean } {
    const chunk = this.chunks[this.#given]
    this.#given += 1
    const frame = {
      timestamp: chunk?.timestamp,
      displayWidth: width,
      displayHeight: height,
      closed: false,
      close: () => {
        frame.closed = true
      },
    }
    this.handlers.output(frame)
    return frame
  }
  #given = 0

  breakDown(): void {
    this.state = 'closed'
    this.handlers.error(new Error('broken'))
  }
}

const asked: { method: string; params: unknown }[] = []
const streams: {
  params: { stills: boolean; widthPx: number }
  give(frame: Frame): Promise<void>
  /** By the hub: the device went away. */
  end(): void
  signal: AbortSignal
}[] = []
const said: FromWorker[] = []
const drawn: unknown[] = []

const hub = {
  nowUs: () => 5_000_000,
  client: async () => ({
    call: async (method: string, params: unknown) => {
      asked.push({ method, params })
      return {}
    },
    stream: (
      _method: string,
      params: never,
      onFrame: (frame: Frame) => Promise<void> | undefined,
      signal: AbortSignal,
    ) =>
      new Promise<void>(resolve => {
        streams.push({ params, give: async frame => onFrame(frame), end: resolve, signal })
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }),
} as unknown as WorkerHub

const canvas = {
  width: 300,
  height: 150,
  getContext: () => ({
    drawImage: (image: unknown) => void drawn.push(image),
    putImageData: (pixels: unknown) => void drawn.push(pixels),
  }),
}

const frame = (sequence: number, flags = 0, generation = 1): Frame => ({
  flags,
  sequence,
  generation,
  atUs: 4_990_000,
  bytes: (flags & keyFrame) === 0 ? deltaUnit : keyUnit,
})

const wanted: Wanted = { device: 'phone', widthPx: 540, rate: 'full' }
let player: Player
const open = async (more: Partial<Wanted> = {}): Promise<void> => {
  player = new Player(1, canvas as unknown as OffscreenCanvas, { ...wanted, ...more }, hub, one => void said.push(one))
  await vi.advanceTimersByTimeAsync(0)
}
const stream = (): (typeof streams)[number] => {
  const last = streams.at(-1)
  if (last === undefined) throw new Error('no stream was asked for')
  return last
}
const decoder = (): TestDecoder => {
  const last = TestDecoder.all.at(-1)
  if (last === undefined) throw new Error('no decoder was made')
  return last
}
const keysAsked = (): number => asked.filter(({ method }) => method === 'device.keyFrame').length

beforeEach(() => {
  vi.useFakeTimers()
  TestDecoder.all = []
  for (const list of [asked, streams, said, drawn]) list.length = 0
  vi.stubGlobal('VideoDecoder', TestDecoder)
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      constructor(of: DecodedChunk) {
        Object.assign(this, of)
      }
    },
  )
  vi.stubGlobal('createImageBitmap', async () => ({ width: 32, height: 64, close: () => undefined }))
})
afterEach(() => {
  player.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a screen in the decoder worker', () => {
  it('draws each picture at its own size and says which generation is on the glass', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give(540, 1200)
    void stream().give(frame(2, 0, 2))
    decoder().give(540, 1200)
    expect(drawn).toHaveLength(2)
    expect([canvas.width, canvas.height]).toEqual([540, 1200])
    expect(said.filter(({ t }) => t === 'shown')).toEqual([
      { t: 'shown', id: 1, generation: 1, width: 540, height: 1200 },
      { t: 'shown', id: 1, generation: 2, width: 540, height: 1200 },
    ])
  })

  it('takes stills and says so where video that had come is decoded no more after the picture changed', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    // Longer than the first picture has: the old decoder was well.
    await vi.advanceTimersByTimeAsync(5000)
    const other = keyUnit.slice()
    other[7] = 0x1f
    void stream().give({ ...frame(2, keyFrame, 2), bytes: other })
    expect(TestDecoder.all).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3000)
    expect(stream().params.stills).toBe(true)
    expect(said.at(-1)).toMatchObject({ t: 'words', words: expect.stringContaining('cannot play') as string })
  })

  it('takes the codec and the colours from the stream', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    expect(decoder().config).toMatchObject({ codec: 'avc1.42C00A', optimizeForLatency: true })
    expect(decoder().config).not.toHaveProperty('colorSpace')
  })

  it('gives a credit back only when its picture was decoded, and closes every picture', async () => {
    await open()
    let isBack = false
    void stream()
      .give(frame(1, keyFrame))
      .then(() => {
        isBack = true
      })
    await vi.advanceTimersByTimeAsync(10)
    expect(isBack).toBe(false)
    const given = decoder().give()
    await vi.advanceTimersByTimeAsync(0)
    expect(isBack).toBe(true)
    expect(given.closed).toBe(true)
  })

  it('waits for a key frame, which it asks for, when it comes in between', async () => {
    await open()
    await stream().give(frame(7))
    await stream().give(frame(8))
    expect(TestDecoder.all).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(keysAsked()).toBe(1)
    void stream().give(frame(9, keyFrame))
    expect(decoder().chunks).toHaveLength(1)
  })

  it('waits for a key frame when a stream that broke off is there again: the decoder has pictures of before', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    stream().end()
    await vi.advanceTimersByTimeAsync(600)
    expect(streams).toHaveLength(2)
    void stream().give(frame(7))
    await vi.advanceTimersByTimeAsync(0)
    expect(decoder().chunks).toHaveLength(1)
    expect(keysAsked()).toBe(1)
    void stream().give(frame(8, keyFrame))
    expect(decoder().chunks).toHaveLength(2)
  })

  it('draws no picture of the device it showed before, that was still on its way to the glass', async () => {
    vi.stubGlobal('ImageData', class {})
    await open()
    void stream().give(frame(1, keyFrame))
    const copied = Promise.withResolvers<void>()
    let closed = false
    decoder().handlers.output({
      timestamp: decoder().chunks[0]?.timestamp,
      displayWidth: 64,
      displayHeight: 64,
      format: 'I420',
      visibleRect: { width: 64, height: 64 },
      copyTo: () => copied.promise,
      close: () => (closed = true),
    })
    player.want({ ...wanted, device: 'another' })
    copied.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(closed).toBe(true)
    expect(drawn).toHaveLength(0)
    expect(said.filter(({ t }) => t === 'shown')).toHaveLength(0)
  })

  it('begins anew at a key frame after an error of the decoder, with every credit back', async () => {
    await open()
    const first = stream().give(frame(1, keyFrame))
    decoder().breakDown()
    await first
    await vi.advanceTimersByTimeAsync(0)
    expect(keysAsked()).toBe(1)
    await stream().give(frame(2))
    void stream().give(frame(3, keyFrame))
    expect(TestDecoder.all).toHaveLength(2)
    decoder().give()
    expect(drawn).toHaveLength(1)
  })

  it('leaves a picture out when newer ones wait and the glass is fresh', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    void stream().give(frame(2))
    void stream().give(frame(3))
    void stream().give(frame(4))
    decoder().give()
    decoder().give()
    decoder().give()
    expect(drawn).toHaveLength(3)
  })

  it('asks for whole pictures, with words, where nothing decodes within three seconds', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    await vi.advanceTimersByTimeAsync(3100)
    expect(stream().params.stills).toBe(true)
    expect(said.findLast(({ t }) => t === 'words')).toMatchObject({
      words: 'This browser cannot play the device’s video, so it shows a picture a few times a second.',
    })
    await stream().give(frame(1, keyFrame | stillFrame))
    expect(drawn).toHaveLength(1)
  })

  it('asks for whole pictures at once where there is no decoder', async () => {
    vi.stubGlobal('VideoDecoder', undefined)
    await open()
    expect(stream().params.stills).toBe(true)
  })

  it('draws a first whole picture before the video, never over it', async () => {
    await open()
    await stream().give(frame(1, keyFrame | stillFrame))
    expect(drawn).toHaveLength(1)
    void stream().give(frame(1, keyFrame))
    decoder().give()
    await stream().give(frame(1, keyFrame | stillFrame))
    expect(drawn).toHaveLength(2)
  })

  it('asks for nothing while it is hidden, keeps its picture, and asks anew when it is seen', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    const first = stream()
    player.want({ ...wanted, rate: 'none' })
    expect(first.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(streams).toHaveLength(1)
    player.want(wanted)
    await vi.advanceTimersByTimeAsync(0)
    expect(streams).toHaveLength(2)
    expect(said.filter(({ t }) => t === 'shown')).toHaveLength(1)
  })

  it('counts what is left out from the first picture of the video, not from the still before it', async () => {
    await open()
    await stream().give(frame(1, keyFrame | stillFrame))
    void stream().give({ ...frame(769, keyFrame), atUs: 1_000_000 })
    decoder().give()
    void stream().give(frame(770))
    decoder().give()
    await vi.advanceTimersByTimeAsync(500)
    expect(said.findLast(({ t }) => t === 'figures')).toMatchObject({
      figures: { p50Ms: 10, p95Ms: 10, shown: 3, dropped: 0 },
    })
  })

  it('tells its figures: what the first picture of a stream took says nothing', async () => {
    await open()
    // The screen was still: it was captured long before anybody looked.
    void stream().give({ ...frame(1, keyFrame), atUs: 1_000_000 })
    decoder().give()
    void stream().give(frame(2))
    decoder().give()
    await vi.advanceTimersByTimeAsync(600)
    expect(said.findLast(({ t }) => t === 'figures')).toMatchObject({
      figures: { p50Ms: 10, p95Ms: 10, shown: 2, dropped: 0 },
    })
  })

  it('makes a new decoder and asks for a key frame where one that had played goes quiet without an error', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    for (let sequence = 2; sequence < 18; sequence += 1) {
      void stream().give(frame(sequence))
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(decoder().state).toBe('closed')
    expect(keysAsked()).toBe(1)
    void stream().give(frame(20, keyFrame))
    expect(TestDecoder.all).toHaveLength(2)
    decoder().give()
    expect(drawn).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(stream().params.stills).toBe(false)
    expect(said.findLast(({ t }) => t === 'words') ?? { words: null }).toMatchObject({ words: null })
  })

  it('takes stills and says so where the decoder made for a quiet one gives nothing either', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    for (let sequence = 2; sequence < 18; sequence += 1) {
      void stream().give(frame(sequence))
      await vi.advanceTimersByTimeAsync(200)
    }
    void stream().give(frame(20, keyFrame))
    expect(TestDecoder.all).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2900)
    expect(stream().params.stills).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(stream().params.stills).toBe(true)
    expect(said.at(-1)).toMatchObject({ t: 'words', words: expect.stringContaining('cannot play') as string })
  })

  it('takes a still screen for no quiet decoder, nor one that keeps a picture back while little comes', async () => {
    await open()
    void stream().give(frame(1, keyFrame))
    decoder().give()
    await vi.advanceTimersByTimeAsync(60_000)
    // Kept back, each until the next one comes.
    for (let sequence = 2; sequence < 8; sequence += 1) {
      void stream().give(frame(sequence))
      if (sequence > 2) decoder().give()
      await vi.advanceTimersByTimeAsync(8000)
    }
    expect(TestDecoder.all).toHaveLength(1)
    expect(decoder().state).toBe('configured')
    expect(keysAsked()).toBe(0)
    expect(stream().params.stills).toBe(false)
  })
})
