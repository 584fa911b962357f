// The fan-out of a device's picture with a source, an encoder and viewers that a test holds in its hand, in the test's own time.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { FrameStamp, RawFrame } from '#shared/domain/video.ts'
import type { RawVideo, VideoFacet } from '#main/device/driver.ts'
import type { StreamStill, StreamUnit, TappedUnit, Viewer } from '#main/device/stream/device-stream.ts'
import { FanOut } from '#main/device/stream/fan-out.ts'
import type { CodeStill } from '#main/device/stream/still-coder.ts'
import type { CodedUnit, EncoderOptions, GivenFrame, PictureSize } from '#main/sys/encoder.ts'
import type { KeptEncoder } from '#main/sys/kept-encoder.ts'

export const pixels = { width: 16, height: 32 }

/** A source whose pictures are given by the test. */
export class TestVideo implements RawVideo {
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

export class TestViewer implements Viewer {
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

export const picture = {
  id: 'one',
  pixels: async () => ({ ...pixels, scale: 1, data: new Uint8Array(pixels.width * pixels.height * 4) }),
}

/** Of everybody who looks; aborted at the test's end. */
export const ends: AbortController[] = []

interface World {
  readonly fan: FanOut
  readonly video: TestVideo
  readonly encoder: TestEncoder
  readonly opened: EncoderOptions[]
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
export function tapped(fan: FanOut): { readonly units: readonly TappedUnit[]; readonly ended: Promise<unknown> } {
  const units: TappedUnit[] = []
  const end = new AbortController()
  ends.push(end)
  const ended = fan.tap({ widthPx: 540 }, unit => void units.push(unit), end.signal).catch((thrown: unknown) => thrown)
  return { units, ended }
}

let now: World
/** A fan-out of this test's own; closed at its end. */
export const started = (options: Options = {}): World => (now = world(options))
/** A whole picture is made in the machine's own time, while the test's stands still. */
const [tick, machineMs] = [globalThis.setImmediate, Date.now]
export async function ownTime(isSo: () => boolean): Promise<void> {
  const end = machineMs() + 60_000
  while (!isSo() && machineMs() < end) await new Promise(resolve => tick(resolve))
  expect(isSo()).toBe(true)
}
/** Both times go on: what waits in the test's may begin only when the machine has made something. */
export async function bothTimes(isSo: () => boolean): Promise<void> {
  const end = machineMs() + 60_000
  while (!isSo() && machineMs() < end) {
    await pass(50)
    await new Promise(resolve => tick(resolve))
  }
  expect(isSo()).toBe(true)
}
export const pass = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** Called once at the top of a test file: each test has its own time, and what it looks with ends with it. */
export function inItsOwnTime(): void {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(async () => {
    endAll()
    const closing = now.fan[Symbol.asyncDispose]()
    await pass(5000)
    await closing
    vi.useRealTimers()
  })
}

/** Nobody looks any more. */
export function endAll(): void {
  for (const end of ends.splice(0)) end.abort()
}
