// Feeds the encoder helper (native/h264): raw pictures in, H.264 access units out. One picture is under way and one waits,
// and a newer one replaces the one that waits. Used by the stream of a device; decides nothing about sizes or viewers.
import { join } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'
import type { EncoderName, FrameStamp } from '#shared/domain/video.ts'
import {
  AnswerReader,
  frameCommand,
  keyCommand,
  mappedCommand,
  pixelBytes,
  quitCommand,
  readAbout,
  sizeCommand,
} from '#main/sys/encoder-wire.ts'
import type { CodedUnit, EncoderAbout, PictureSize } from '#main/sys/encoder-wire.ts'
import { exec, start } from '#main/sys/exec.ts'
import type { RunningProgram } from '#main/sys/exec.ts'
import { exists } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'

export type { CodedUnit, EncoderAbout, PictureSize }

export interface EncoderOptions extends PictureSize {
  /** The preferred one of those compiled in when left out. */
  readonly backend?: EncoderName
  /** Slices encoded side by side (x264): sooner done, for more of the processor. One when left out. */
  readonly threads?: number
}

/** The bytes of a picture, or word that it lies in the shared file. Bytes must stay as they are until its unit comes. */
export type GivenFrame = Uint8Array | { readonly shmReady: true }

export interface Encoder extends AsyncDisposable {
  readonly about: EncoderAbout
  /** Of the helper's process; null where none runs. */
  readonly pid: number | null
  /** Taken at once or kept as the one that waits; the one that waited till then is dropped. */
  encode(frame: GivenFrame, stamp: FrameStamp): void
  /** The next unit is a key frame: of the picture under way, else of the last one, at once. */
  key(): void
  /** From the next picture on. Where only the size that goes out changes, the last picture is encoded again at once. */
  resize(size: PictureSize): void
  onUnit(listener: (unit: CodedUnit) => void): () => void
  /** Settles when it ended without being told to, with the reason. */
  readonly died: Promise<Refusal>
}

/** The longest silence after a picture: a helper that hangs is ended. */
const answerMs = 5000
const startMs = 5000
const stderrCharsKept = 2000

export const encoderProgram = (env: NodeJS.ProcessEnv = process.env): string =>
  env['NOCTURNE_H264'] || join(rootFolder(), 'out', 'native', 'nocturne-h264')

export const howToGetEncoder = (): string =>
  process.platform === 'darwin'
    ? 'Install what it is built from (brew install libyuv x264, and xcode-select --install), then start ./nocturne again.'
    : 'Install what it is built from (apt-get install gcc make libc6-dev libyuv-dev libx264-dev libopenh264-dev), then start ./nocturne again; ./nocturne --yes does both.'

async function builtProgram(): Promise<string> {
  const program = encoderProgram()
  if (await exists(program)) return program
  throw new Refusal('failed', 'The encoder has not been built, so pictures come as stills.', {
    where: program,
    hint: howToGetEncoder(),
  })
}

/** Which encoder there is. Refuses, in words, where none was built. */
export async function aboutEncoder(signal: AbortSignal, backend?: EncoderName): Promise<EncoderAbout> {
  const program = await builtProgram()
  const { code, stdout, stderr } = await exec(
    program,
    [...backendArgument(backend), '--about'],
    { deadlineMs: startMs },
    signal,
  )
  if (code !== 0) throw endedWords(code, stderr)
  return readAbout(new TextDecoder().decode(stdout))
}

export async function openEncoder(options: EncoderOptions, signal: AbortSignal): Promise<Encoder> {
  checkSize(options)
  const program = await builtProgram()
  const threads = options.threads === undefined ? [] : ['--threads', String(options.threads)]
  const running = await start(program, [...backendArgument(options.backend), ...threads], {}, signal)
  const conversation = new Conversation(running, options, signal)
  try {
    return await conversation.begin(signal)
  } catch (thrown) {
    running.stop()
    throw thrown
  }
}

function backendArgument(backend: EncoderName | undefined): readonly string[] {
  return backend === undefined ? [] : ['--backend', backend.toLowerCase()]
}

/** What the helper would end over is refused here, where whoever asked can still hear it. */
export function checkSize(size: PictureSize): void {
  const sides = [size.width, size.height, size.outWidth, size.outHeight]
  const isFit = sides.every(side => Number.isInteger(side) && side >= 16 && side <= 8192)
  if (!isFit || size.outWidth > size.width || size.outHeight > size.height)
    throw new Refusal(
      'bad-value',
      `Pictures of ${size.width}x${size.height} cannot be encoded at ${size.outWidth}x${size.outHeight}.`,
    )
}

/** A picture of another size than was announced would end the helper: it is refused before. */
export function checkFrame(frame: GivenFrame, { width, height, format, shm }: PictureSize): void {
  if (!(frame instanceof Uint8Array)) {
    if (shm === undefined) throw new Refusal('bad-value', 'A picture was said to lie in a file, and none was named.')
    return
  }
  const expected = width * height * pixelBytes[format]
  if (shm !== undefined) throw new Refusal('bad-value', 'A picture was given, where it was to lie in a file.')
  if (frame.length !== expected)
    throw new Refusal('bad-value', `A picture of ${frame.length} bytes was given; ${width}x${height} has ${expected}.`)
}

const endedWords = (code: number | null, stderr: string): Refusal => {
  const last =
    stderr
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^h264: /u, '') ?? ''
  const how = code === null ? 'The encoder was ended from outside' : `The encoder ended by itself (${code})`
  return new Refusal('failed', last === '' ? `${how}.` : `${how}: ${last}.`)
}

interface Waiting {
  readonly frame: GivenFrame
  readonly stamp: FrameStamp
}

class Conversation implements Encoder {
  readonly #running: RunningProgram
  readonly #reader = new AnswerReader()
  readonly #listeners = new Set<(unit: CodedUnit) => void>()
  readonly #begun = Promise.withResolvers<EncoderAbout>()
  readonly #died = Promise.withResolvers<Refusal>()
  readonly #ended: Promise<void>
  #about: EncoderAbout | null = null
  #size: PictureSize
  #stderr = ''
  #isUnderWay = false
  #waiting: Waiting | null = null
  #silence: NodeJS.Timeout | null = null
  #isOver = false

  constructor(running: RunningProgram, size: PictureSize, signal: AbortSignal) {
    this.#running = running
    this.#size = size
    // Nobody may be waiting for it.
    this.#begun.promise.catch(() => {})
    running.onOutput(chunk => this.#hear(chunk))
    running.onError(chunk => {
      this.#stderr = (this.#stderr + new TextDecoder().decode(chunk)).slice(-stderrCharsKept)
    })
    const onAbort = (): void => this.#finish()
    signal.addEventListener('abort', onAbort, { once: true })
    this.#ended = running.ended.then(code => {
      signal.removeEventListener('abort', onAbort)
      this.#die(endedWords(code, this.#stderr))
    })
  }

  get about(): EncoderAbout {
    if (this.#about === null) throw new Error('the encoder has not said who it is')
    return this.#about
  }

  get pid(): number | null {
    return this.#isOver ? null : this.#running.pid
  }

  get died(): Promise<Refusal> {
    return this.#died.promise
  }

  async begin(signal: AbortSignal): Promise<this> {
    const onAbort = (): void => this.#begun.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const late = setTimeout(
      () => this.#begun.reject(new Refusal('failed', 'The encoder did not start in time.')),
      startMs,
    )
    try {
      this.#about = await this.#begun.promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
    }
    this.#running.write(sizeCommand(this.#size))
    return this
  }

  encode(frame: GivenFrame, stamp: FrameStamp): void {
    checkFrame(frame, this.#size)
    if (this.#isOver) return
    if (this.#isUnderWay) this.#waiting = { frame, stamp }
    else this.#send({ frame, stamp })
  }

  key(): void {
    if (!this.#isOver) this.#running.write(keyCommand)
  }

  resize(size: PictureSize): void {
    checkSize(size)
    this.#size = size
    // It has the size of before.
    this.#waiting = null
    if (!this.#isOver) this.#running.write(sizeCommand(size))
  }

  onUnit(listener: (unit: CodedUnit) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#running.write(quitCommand)
    this.#finish()
    this.#running.stop()
    await this.#ended
  }

  #send({ frame, stamp }: Waiting): void {
    this.#isUnderWay = true
    if (frame instanceof Uint8Array) {
      this.#running.write(frameCommand(stamp, frame.length))
      this.#running.write(frame)
    } else {
      this.#running.write(mappedCommand(stamp))
    }
    this.#silence = setTimeout(() => {
      this.#die(new Refusal('failed', `The encoder gave nothing for ${answerMs / 1000} s.`))
      this.#running.stop()
    }, answerMs)
  }

  #hear(chunk: Uint8Array): void {
    if (this.#isOver) return
    try {
      for (const answer of this.#reader.push(chunk)) {
        if (answer.kind === 'about') this.#begun.resolve(answer.about)
        else this.#take(answer.unit)
      }
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      this.#die(thrown)
      this.#running.stop()
    }
  }

  #take(unit: CodedUnit): void {
    if (!unit.again) this.#next()
    for (const listener of Array.from(this.#listeners)) listener(unit)
  }

  #next(): void {
    if (this.#silence !== null) clearTimeout(this.#silence)
    this.#silence = null
    this.#isUnderWay = false
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) this.#send(waiting)
  }

  #die(why: Refusal): void {
    if (this.#isOver) return
    this.#finish()
    this.#begun.reject(why)
    this.#died.resolve(why)
  }

  #finish(): void {
    this.#isOver = true
    this.#waiting = null
    if (this.#silence !== null) clearTimeout(this.#silence)
    this.#silence = null
  }
}
