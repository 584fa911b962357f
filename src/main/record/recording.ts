// One recording of one device: takes the stream's own units and copies them into MP4 files as they come. Needs no control and
// no viewer; a change of size begins a new file, so does a device that
// comes back after it was gone; one that stays away ends it, each in words. Encodes nothing.
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { Size } from '#shared/domain/geometry.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { exists, placeToWrite, remove } from '#main/sys/files.ts'
import { growingFile } from '#main/sys/growing-file.ts'
import type { GrowingFile } from '#main/sys/growing-file.ts'
import type { Device, TappedUnit } from '#main/device/device.ts'
import { finished } from '#main/record/finish.ts'
import type { Finish } from '#main/record/finish.ts'
import { isSameLook, Segment } from '#main/record/segment.ts'

export interface RecordedFile {
  readonly file: string
  readonly size: Size
  readonly ms: number
}

export interface RecordingState {
  /** `starting`: no picture yet. `finishing`: the files are put in order. */
  readonly is: 'starting' | 'recording' | 'finishing' | 'ended'
  /** Since the first picture. */
  readonly ms: number
  readonly bytes: number
  readonly files: readonly RecordedFile[]
  /** What is to be known of the files, each a sentence. */
  readonly notes: readonly string[]
  /** Why it ended by itself; null when it was stopped. */
  readonly why: RefusalData | null
}

export interface RecordingOptions {
  /** Where the `number`th file lies, from 1. */
  readonly file: (number: number) => string
  readonly nowUs?: () => number
  /** Whether what lies under the first name may be replaced. */
  readonly replaces?: boolean
  readonly openFile?: (path: string, replaces: boolean) => Promise<GrowingFile>
  readonly finish?: Finish
  /** The device once it can be used again; refuses one that never will. Without it a device that is closed ends the recording. */
  readonly again?: (signal: AbortSignal) => Promise<Device>
  /** How long the last picture of a device that is away is held; after that its file ends, and another begins when it is back. */
  readonly holdMs?: number
  /** How long a device may be away before the recording ends. */
  readonly awayMs?: number
  /** How long smaller pictures are passed over at the start. */
  readonly fullSizeMs?: number
}

/** The stream's largest. */
const widthPx = 1080
const flushEveryMs = 400
const firstPictureMs = 15_000
const holdMsDefault = 10_000
const awayMsDefault = 5 * 60_000
/** A stream that others watch small grows for the recorder; a device that encodes itself begins anew for it. */
const fullSizeMsDefault = 2600

export class Recording {
  #device: Device
  readonly #options: RecordingOptions
  readonly #state = new LiveValue<RecordingState>({
    is: 'starting',
    ms: 0,
    bytes: 0,
    files: [],
    notes: [],
    why: null,
  })
  readonly #life = new AbortController()
  readonly #first = Promise.withResolvers<void>()
  readonly #nowUs: () => number
  readonly #beganUs: number
  /** Writes are one after another. */
  #line: Promise<void> = Promise.resolve()
  #segment: Segment | null = null
  /** Of the newest file. */
  #number = 0
  #ended: readonly Segment[] = []
  #firstUs: number | null = null
  #awaySinceUs: number | null = null
  #awayTimers: readonly NodeJS.Timeout[] | null = null
  /** Its file ended as it was away. */
  #wasCut = false
  #hasAskedKey = false
  #saysStill = false
  readonly ended: Promise<RecordingState>

  constructor(device: Device, options: RecordingOptions) {
    this.#device = device
    this.#options = options
    this.#nowUs = options.nowUs ?? (() => monotonicMs() * 1000)
    this.#beganUs = this.#nowUs()
    this.#first.promise.catch(() => undefined)
    this.ended = this.#run()
  }

  get state(): Live<RecordingState> {
    return this.#state
  }

  /** Resolves with the first picture; throws why there is none. */
  get started(): Promise<void> {
    return this.#first.promise
  }

  /** Resolves when the files are whole and in order. */
  stop(): Promise<RecordingState> {
    this.#life.abort(new Error('the recording was stopped'))
    return this.ended
  }

  async #run(): Promise<RecordingState> {
    const gone = new AbortController()
    const signal = AbortSignal.any([this.#life.signal, gone.signal])
    const flushing = setInterval(
      () => void this.#inLine(() => this.#flush()).catch(why => gone.abort(why)),
      flushEveryMs,
    )
    const late = setTimeout(() => {
      if (this.#firstUs === null)
        gone.abort(new Refusal('failed', `No picture came from ${this.#device.model.name}, so nothing was recorded.`))
    }, firstPictureMs)
    let why: unknown = null
    try {
      let isOver = false
      while (!isOver) isOver = await this.#follow(gone, signal)
      if (gone.signal.aborted) why = gone.signal.reason
    } catch (thrown) {
      why = thrown
    } finally {
      clearInterval(flushing)
      clearTimeout(late)
      this.#isBack()
    }
    return await this.#end(why)
  }

  /** Answers whether the recording is over; false: the device was closed, as in a restart, and is there again. */
  async #follow(gone: AbortController, signal: AbortSignal): Promise<boolean> {
    const stopWatching = this.#device.state.subscribe(({ power }) =>
      power.is === 'on' ? this.#isBack() : this.#isAway(gone),
    )
    try {
      await this.#device.stream.tap({ widthPx }, unit => this.#inLine(() => this.#take(unit)), signal)
      return true
    } catch (thrown) {
      const isClosed = thrown instanceof Refusal && thrown.code === 'not-booted'
      const { again } = this.#options
      if (!isClosed || again === undefined || this.#firstUs === null) throw thrown
      if (signal.aborted) return true
      this.#isAway(gone)
      await this.#inLine(() => this.#cut())
      const back = await again(signal).catch(() => null)
      if (signal.aborted) return true
      if (back === null) throw thrown
      this.#device = back
      this.#isBack()
      return false
    } finally {
      stopWatching()
    }
  }

  async #end(why: unknown): Promise<RecordingState> {
    await this.#line.catch(() => undefined)
    let failed = why
    try {
      await this.#endSegment(this.#nowUs())
    } catch (thrown) {
      failed ??= thrown
    }
    // One that no picture fitted into plays nowhere.
    for (const { path, last } of this.#ended) if (last === null) await removed(path)
    this.#ended = this.#ended.filter(({ last }) => last !== null)
    this.#tell({
      is: 'finishing',
      files: this.#ended.map(fileOf),
      why: failed === null ? null : this.#wordsOfEnd(failed),
    })
    const finish = this.#options.finish ?? finished
    for (const { path, last } of this.#ended) {
      const note = last === null ? null : await finish(path, last).catch((thrown: unknown) => refusalOf(thrown).words)
      if (note !== null && !this.#state.value.notes.includes(note)) this.#note(note)
    }
    this.#first.reject(failed ?? new Refusal('failed', 'The recording was stopped before its first picture.'))
    this.#tell({ is: 'ended' })
    return this.#state.value
  }

  #wordsOfEnd(why: unknown): RefusalData {
    const { code, words, where, hint } = refusalOf(why)
    const kept = this.#ended.length === 0 ? '' : ` The recording ended there; what was recorded until then is whole.`
    return { code, words: `${words}${kept}`, where, hint }
  }

  /** One after another; after one that failed no other is begun. */
  #inLine(work: () => Promise<void>): Promise<void> {
    this.#line = this.#line.then(work)
    return this.#line
  }

  async #take(unit: TappedUnit): Promise<void> {
    const isFirst = this.#firstUs === null
    if (isFirst && this.#isTooSmall(unit)) return
    // What does not begin with a key frame cannot be shown.
    if (this.#segment === null && !unit.key) return this.#askKey()
    this.#noteStill(unit)
    const nowUs = this.#nowUs()
    this.#firstUs ??= nowUs
    const atUs = Math.min(nowUs, Math.max(unit.atUs, this.#firstUs))
    this.#noteGap(unit, nowUs)
    if (this.#segment !== null && !isSameLook(this.#segment.looks, unit)) await this.#endSegment(atUs)
    if (this.#segment === null) {
      if (!unit.key) return this.#askKey()
      this.#hasAskedKey = false
      await this.#beginSegment(unit, atUs)
    }
    this.#segment?.add(unit, atUs)
    if (!isFirst) return
    await this.#flush()
    this.#first.resolve()
  }

  /** Of itself one may be long in coming. */
  #askKey(): void {
    if (this.#hasAskedKey) return
    this.#hasAskedKey = true
    this.#device.stream.keyFrame()
  }

  #isTooSmall({ size }: TappedUnit): boolean {
    const { width } = this.#device.model.size
    return (
      size.width < Math.min(width, widthPx) &&
      this.#nowUs() - this.#beganUs < (this.#options.fullSizeMs ?? fullSizeMsDefault) * 1000
    )
  }

  #noteStill({ isStill }: TappedUnit): void {
    if (!isStill || this.#saysStill) return
    this.#saysStill = true
    this.#note(`${this.#device.model.name} gives no video now, so its pictures are recorded, a few a second at most.`)
  }

  #noteGap(unit: TappedUnit, nowUs: number): void {
    if (!unit.gapBefore && this.#awaySinceUs === null) return
    const since = this.#awaySinceUs
    this.#awaySinceUs = null
    this.#note(
      since === null
        ? `Some pictures are missing just before ${this.#placeOf(nowUs)}: they came faster than they could be written.`
        : `${this.#device.model.name} was away from ${this.#placeOf(since)} to ${this.#placeOf(nowUs)}; ${
            this.#wasCut ? 'another file goes on from there.' : 'its last picture is held there.'
          }`,
    )
  }

  async #beginSegment(unit: TappedUnit, atUs: number): Promise<void> {
    const number = await this.#freeNumber()
    const path = this.#options.file(number)
    const replaces = number === 1 && this.#options.replaces === true
    const file = await (this.#options.openFile ?? growingFile)(path, replaces)
    try {
      this.#segment = await Segment.begin(file, unit, atUs)
    } catch (thrown) {
      // Nothing of it could be written.
      await Promise.resolve(file[Symbol.asyncDispose]()).catch(() => undefined)
      await removed(path)
      throw thrown
    }
    const wasCut = this.#wasCut
    this.#wasCut = false
    if (number === 1 || wasCut) return
    const { width, height } = unit.size
    this.#note(`The picture became ${width} × ${height} at ${this.#placeOf(atUs)}; it goes on in file ${number}.`)
  }

  /** Who asked for the first name was asked about it; a later one is ours to choose, and never that of a file that is there. */
  async #freeNumber(): Promise<number> {
    let number = this.#number + 1
    while (number > 1 && (await exists(this.#options.file(number)))) number += 1
    this.#number = number
    return number
  }

  async #endSegment(atUs: number): Promise<void> {
    const segment = this.#segment
    if (segment === null) return
    this.#segment = null
    try {
      await segment.end(atUs)
    } finally {
      this.#ended = [...this.#ended, segment]
    }
  }

  async #flush(): Promise<void> {
    const segment = this.#segment
    const nowUs = this.#nowUs()
    await segment?.flush(nowUs)
    if (segment === null) return
    const files = [...this.#ended, segment].map(fileOf)
    this.#tell({ is: 'recording', files, ms: (nowUs - (this.#firstUs ?? nowUs)) / 1000, bytes: segment.bytes })
  }

  #isAway(gone: AbortController): void {
    if (this.#firstUs !== null) this.#awaySinceUs ??= this.#nowUs()
    const awayMs = this.#options.awayMs ?? (this.#firstUs === null ? holdMsDefault : awayMsDefault)
    this.#awayTimers ??= [
      setTimeout(
        () => void this.#inLine(() => this.#cut()).catch((why: unknown) => gone.abort(why)),
        this.#options.holdMs ?? holdMsDefault,
      ),
      setTimeout(() => gone.abort(new Refusal('not-booted', `${this.#device.model.name} is gone.`)), awayMs),
    ]
  }

  #isBack(): void {
    for (const timer of this.#awayTimers ?? []) clearTimeout(timer)
    this.#awayTimers = null
  }

  /** Its file ends where it went away. */
  async #cut(): Promise<void> {
    if (this.#segment === null) return
    this.#wasCut = true
    await this.#endSegment(this.#awaySinceUs ?? this.#nowUs())
  }

  /** "0:07", in the recording. */
  #placeOf(atUs: number): string {
    const seconds = Math.max(0, Math.round((atUs - (this.#firstUs ?? atUs)) / 1_000_000))
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }

  #note(words: string): void {
    this.#state.update(state => ({ ...state, notes: [...state.notes, words] }))
  }

  #tell(change: Partial<RecordingState>): void {
    this.#state.update(state => ({ ...state, ...change }))
  }
}

/** Why there is nothing in it is what counts, not that it cannot be removed. */
const removed = async (path: string): Promise<void> => {
  await placeToWrite(path)
    .then(remove)
    .catch(() => undefined)
}

const fileOf = (segment: Segment): RecordedFile => ({
  file: segment.path,
  size: segment.looks.about.size,
  ms: Math.round(segment.ms),
})
