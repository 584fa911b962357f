// Raw pictures through the encoder: one is being encoded, the newest waits, and it waits too while nobody has room for it,
// so a slow viewer costs no encoding and no key frames. Says when there is no encoder; gives up nothing else.
import { refusalOf } from '#shared/base/refusal.ts'
import type { Refusal } from '#shared/base/refusal.ts'
import type { FrameStamp, RawFrame } from '#shared/domain/video.ts'
import { coreCount } from '#main/sys/cores.ts'
import type { CodedUnit, EncoderOptions, PictureSize } from '#main/sys/encoder.ts'
import { keptEncoder, type KeptEncoder } from '#main/sys/kept-encoder.ts'
import { sharedFile, type SharedFile } from '#main/sys/shared-file.ts'

export type OpenKeptEncoder = (options: EncoderOptions, signal: AbortSignal) => Promise<KeptEncoder>

export interface EncodedPlace {
  onUnit(unit: CodedUnit): void
  /** How many units the roomiest consumer could take now. */
  room(): number
  onStall(): void
  /** It runs: which one, in words. */
  onEncoder(about: string): void
  onNoEncoder(why: Refusal): void
  readonly openEncoder?: OpenKeptEncoder
}

export interface Given {
  readonly frame: RawFrame
  readonly stamp: FrameStamp
}

/** Pixels from which two threads are sooner done than one, where there are cores to spare for both: the other of two is
 * the device's and the window's, and half a picture would wait for it. */
const threadsFromPixels = 1_000_000
const threadsFromCores = 3
/** A picture of so many bytes reaches the encoder sooner by one copy into memory than in the many pieces of a pipe. */
const memoryFromBytes = 1_000_000
const largestBytes = 2560 * 2560 * 4

export class EncodedSource implements AsyncDisposable {
  readonly #place: EncodedPlace
  readonly #signal: AbortSignal
  /** Null while it encodes or may yet; else why it does not. */
  why: Refusal | null = null
  latest: Given | null = null
  #slot: Given | null = null
  #encoder: KeptEncoder | null = null
  #opening: Promise<void> | null = null
  #size: PictureSize | null = null
  #isBusy = false
  #memory: SharedFile | null = null

  constructor(place: EncodedPlace, signal: AbortSignal) {
    this.#place = place
    this.#signal = signal
  }

  /** The source was opened anew: an encoder that could not be had is asked for again. */
  tryAgain(): void {
    this.why = null
  }

  /** `frame.bytes` is not touched where the picture lies in a file. */
  give(frame: RawFrame, stamp: FrameStamp): void {
    this.latest = { frame, stamp }
    this.#slot = this.latest
    this.pump()
  }

  pump(): void {
    const slot = this.#slot
    if (slot === null || this.why !== null || this.#signal.aborted) return
    if (this.#encoder === null) {
      this.#opening ??= this.#open(slot.frame)
      return
    }
    if (this.#isBusy || this.#place.room() < 1) return
    const { frame, stamp } = slot
    const size = this.#sizeOf(frame)
    this.#fit(this.#encoder, size)
    this.#slot = null
    this.#isBusy = true
    if (size.shm === undefined) return this.#encoder.encode(frame.bytes, stamp)
    // What the encoder reads is written only here, and only while it reads nothing.
    if (frame.file === undefined) this.#memory?.write(frame.bytes)
    this.#encoder.encode({ shmReady: true }, stamp)
  }

  key(): void {
    this.#encoder?.key()
    this.pump()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opening
    await this.#encoder?.[Symbol.asyncDispose]()
    this.#encoder = null
    await this.#memory?.[Symbol.asyncDispose]()
    this.#memory = null
  }

  async #open(frame: RawFrame): Promise<void> {
    try {
      if (frame.file === undefined && bytesOf(frame) >= memoryFromBytes) this.#memory ??= await sharedFile(largestBytes)
      const size = this.#sizeOf(frame)
      const threads = coreCount() >= threadsFromCores && size.width * size.height >= threadsFromPixels ? 2 : 1
      const encoder = await (this.#place.openEncoder ?? keptEncoder)({ ...size, threads }, this.#signal)
      this.#size = size
      this.#encoder = encoder
      encoder.onUnit(unit => {
        if (!unit.again) this.#isBusy = false
        this.#place.onUnit(unit)
        this.pump()
      })
      encoder.stalls.subscribe(() => {
        this.#isBusy = false
        this.#place.onStall()
      })
      void encoder.died.then(why => this.#lose(why))
      this.#place.onEncoder(`${encoder.about.backend} ${encoder.about.version}`.trim())
    } catch (thrown) {
      if (!this.#signal.aborted) this.#lose(refusalOf(thrown))
      return
    } finally {
      this.#opening = null
    }
    this.pump()
  }

  #lose(why: Refusal): void {
    this.why = why
    this.#encoder = null
    this.#isBusy = false
    this.#place.onNoEncoder(why)
  }

  #fit(encoder: KeptEncoder, size: PictureSize): void {
    const old = this.#size
    if (
      old !== null &&
      old.width === size.width &&
      old.height === size.height &&
      old.format === size.format &&
      old.shm === size.shm
    )
      return
    this.#size = size
    encoder.resize(size)
  }

  #sizeOf(frame: RawFrame): PictureSize {
    const { size, format, file } = frame
    const bytes = bytesOf(frame)
    const memory = bytes >= memoryFromBytes && bytes <= largestBytes ? this.#memory?.path : undefined
    const shm = file ?? memory
    return {
      width: size.width,
      height: size.height,
      outWidth: size.width,
      outHeight: size.height,
      format,
      ...(shm === undefined ? {} : { shm }),
    }
  }
}

const bytesOf = ({ size, format }: RawFrame): number => size.width * size.height * (format === 'rgb888' ? 3 : 4)
