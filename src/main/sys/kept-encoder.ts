// An encoder that is started again when it dies: viewers see one stall, then a key frame of the newest picture. Gives up,
// in words, only when it dies again and again.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal, refusalOf, wordsOf } from '#shared/base/refusal.ts'
import type { FrameStamp } from '#shared/domain/video.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { checkFrame, checkSize, openEncoder } from '#main/sys/encoder.ts'
import type { CodedUnit, Encoder, EncoderAbout, EncoderOptions, GivenFrame, PictureSize } from '#main/sys/encoder.ts'

export interface KeptEncoder extends Encoder {
  /** How often it died and was started again. */
  readonly stalls: Live<number>
}

const deathsMax = 10
const deathsWithinMs = 60_000
/** The first time at once; never so long that a viewer waits a second. */
const pausesMs = [0, 50, 100, 200, 400] as const

/** How it waits before it starts one again: a test counts the waits instead of timing them. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export async function keptEncoder(
  options: EncoderOptions,
  signal: AbortSignal,
  pause: Pause = sleep,
): Promise<KeptEncoder> {
  const life = new AbortController()
  const both = AbortSignal.any([signal, life.signal])
  return new Kept(await openEncoder(options, both), options, life, both, pause)
}

class Kept implements KeptEncoder {
  readonly stalls = new LiveValue(0)
  readonly #listeners = new Set<(unit: CodedUnit) => void>()
  readonly #died = Promise.withResolvers<Refusal>()
  readonly #life: AbortController
  readonly #signal: AbortSignal
  readonly #watch: Promise<void>
  readonly #pause: Pause
  #options: EncoderOptions
  #encoder: Encoder | null = null
  #about: EncoderAbout
  #last: { readonly frame: GivenFrame; readonly stamp: FrameStamp } | null = null
  /** Whether viewers have the last picture: encoded once more, it is no new one. */
  #isLastSeen = false
  #deaths: readonly number[] = []

  constructor(encoder: Encoder, options: EncoderOptions, life: AbortController, signal: AbortSignal, pause: Pause) {
    this.#life = life
    this.#signal = signal
    this.#pause = pause
    this.#options = options
    this.#about = encoder.about
    this.#watch = this.#keep(encoder)
  }

  get about(): EncoderAbout {
    return this.#about
  }

  get pid(): number | null {
    return this.#encoder?.pid ?? null
  }

  get died(): Promise<Refusal> {
    return this.#died.promise
  }

  encode(frame: GivenFrame, stamp: FrameStamp): void {
    checkFrame(frame, this.#options)
    this.#encoder?.encode(frame, stamp)
    this.#last = { frame, stamp }
    this.#isLastSeen = false
  }

  /** One that is being started begins with a key frame anyway. */
  key(): void {
    this.#encoder?.key()
  }

  resize(size: PictureSize): void {
    const { width, height, format, shm } = this.#options
    checkSize(size)
    this.#encoder?.resize(size)
    if (size.width !== width || size.height !== height || size.format !== format || size.shm !== shm) this.#last = null
    const { backend, threads } = this.#options
    this.#options = {
      ...size,
      ...(backend === undefined ? {} : { backend }),
      ...(threads === undefined ? {} : { threads }),
    }
  }

  onUnit(listener: (unit: CodedUnit) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const encoder = this.#encoder
    this.#encoder = null
    await encoder?.[Symbol.asyncDispose]()
    this.#life.abort(new Refusal('failed', 'The encoder was closed.'))
    await this.#watch
  }

  async #keep(first: Encoder): Promise<void> {
    let encoder = first
    for (;;) {
      this.#use(encoder)
      const why = await Promise.race([encoder.died, whenAborted(this.#signal)])
      this.#encoder = null
      if (why === null) return
      const next = await this.#startAgain(why)
      if (next === null) return
      encoder = next
    }
  }

  #use(encoder: Encoder): void {
    this.#encoder = encoder
    this.#about = encoder.about
    const repeated = this.#isLastSeen ? this.#last?.stamp.sequence : undefined
    encoder.onUnit(unit => this.#tell(unit.sequence === repeated ? { ...unit, again: true } : unit))
    if (this.#last !== null) encoder.encode(this.#last.frame, this.#last.stamp)
  }

  #tell(unit: CodedUnit): void {
    if (unit.sequence === this.#last?.stamp.sequence) this.#isLastSeen = true
    for (const listener of Array.from(this.#listeners)) listener(unit)
  }

  /** Null when it has been given up or closed. */
  async #startAgain(died: Refusal): Promise<Encoder | null> {
    this.stalls.update(count => count + 1)
    let why = died
    for (;;) {
      const now = monotonicMs()
      this.#deaths = [...this.#deaths.filter(at => now - at < deathsWithinMs), now]
      if (this.#deaths.length > deathsMax) return this.#giveUp(why)
      try {
        await this.#pause(pausesMs[Math.min(this.#deaths.length, pausesMs.length) - 1] ?? 0, this.#signal)
        const options = this.#options
        const encoder = await openEncoder(options, this.#signal)
        // Another size was asked for while it started.
        if (options !== this.#options) encoder.resize(this.#options)
        return encoder
      } catch (thrown) {
        if (this.#signal.aborted) return null
        why = refusalOf(thrown)
      }
    }
  }

  #giveUp(why: Refusal): null {
    this.#died.resolve(
      new Refusal('failed', `The encoder died ${deathsMax} times within a minute. ${wordsOf(why)}`, { cause: why }),
    )
    return null
  }
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
