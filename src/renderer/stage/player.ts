// One screen in the worker: its stream, its decoder, its canvas. The newest picture wins; after an error or a jump it waits
// for a key frame, which it asks for; where video cannot be decoded it takes whole pictures and says so.
import { sleep } from '#shared/base/abort.ts'
import { refusalOf } from '#shared/base/refusal.ts'
import { codecString, spsOf } from '#shared/domain/h264.ts'
import type { Sps } from '#shared/domain/h264.ts'
import { keyFrame, stillFrame } from '#shared/protocol/envelope.ts'
import type { Frame } from '#shared/protocol/envelope.ts'
import { FigureKeeper } from '#renderer/stage/figures.ts'
import type { Probed } from '#renderer/stage/figures.ts'
import { Glass } from '#renderer/stage/glass.ts'
import type { FromWorker, Wanted } from '#renderer/stage/picture-wire.ts'
import type { WorkerHub } from '#renderer/stage/worker-hub.ts'

const figuresEveryMs = 500
const firstPictureMs = 3000
/** A decoder that has played and gives nothing for this long, though this many pictures went in, is one that hangs. */
const quietMs = 3000
const quietLeast = 4
/** A picture the decoder keeps back gives its credit back after this. */
const heldMs = 1000
const askKeyEveryMs = 300
/** Errors within ten seconds until video is given up. */
const errorsMost = 6
const errorsWithinMs = 10_000
/** A picture is left out when two newer ones wait behind it and the glass is this fresh. */
const freshMs = 30

const noVideo = 'This browser cannot play the device’s video, so it shows a picture a few times a second.'

interface Painted {
  readonly frame: Frame
  readonly arrivedMs: number
  readonly decodedMs: number
  readonly drawMs: number
  readonly width: number
  readonly height: number
}

interface Pending {
  readonly frame: Frame
  readonly arrivedMs: number
  readonly done: () => void
}

export class Player {
  readonly #id: number
  readonly #glass: Glass
  readonly #hub: WorkerHub
  readonly #say: (said: FromWorker) => void
  readonly #figures = new FigureKeeper()
  readonly #pending = new Map<number, Pending>()
  readonly #timer: ReturnType<typeof setInterval>
  #wanted: Wanted
  #life: AbortController | null = null
  #decoder: VideoDecoder | null = null
  #config = ''
  #chunk = 0
  #awaitsKey = true
  #isFirst = true
  /** Of the picture on the glass; null before a stream's first. */
  #isStill: boolean | null = null
  #askedKeyMs = Number.NEGATIVE_INFINITY
  #errors: number[] = []
  #stills = typeof VideoDecoder === 'undefined'
  #watchdog: ReturnType<typeof setTimeout> | null = null
  #hasDecoded = false
  /** Pictures that went in since the last one came out. */
  #unanswered = 0
  #quiet: ReturnType<typeof setTimeout> | null = null
  #isOverdue = false
  #shownKey = ''
  #shownMs = Number.NEGATIVE_INFINITY
  #videoMs = Number.NEGATIVE_INFINITY
  #saidFigures = ''
  #points: readonly (readonly [number, number])[] = []

  constructor(id: number, canvas: OffscreenCanvas, wanted: Wanted, hub: WorkerHub, say: (said: FromWorker) => void) {
    this.#id = id
    this.#glass = new Glass(canvas)
    this.#hub = hub
    this.#say = say
    this.#wanted = wanted
    this.#timer = setInterval(() => this.#sayFigures(), figuresEveryMs)
    this.#restart()
  }

  want(wanted: Wanted): void {
    const old = this.#wanted
    this.#wanted = wanted
    if (old.device !== wanted.device || old.widthPx !== wanted.widthPx || old.rate !== wanted.rate) this.#restart()
  }

  probe(points: readonly (readonly [number, number])[]): void {
    this.#points = points
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop()
  }

  #restart(): void {
    this.#stop()
    if (this.#wanted.rate === 'none') return
    const life = new AbortController()
    this.#life = life
    void this.#run(life.signal)
  }

  #stop(): void {
    this.#life?.abort()
    this.#life = null
    this.#forgetDecoder()
    if (this.#watchdog !== null) clearTimeout(this.#watchdog)
    this.#watchdog = null
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const client = await this.#hub.client(signal)
        this.#begin()
        const { device, widthPx, rate } = this.#wanted
        const asked = { device, widthPx, slow: rate === 'slow', stills: this.#stills }
        if (this.#stills) this.#words(noVideo)
        await client.stream('device.video', asked, frame => this.#take(frame, signal), signal)
      } catch (thrown) {
        if (signal.aborted) return
        this.#words(refusalOf(thrown).words)
      }
      await sleep(500, signal).catch(() => undefined)
    }
  }

  #begin(): void {
    this.#awaitsKey = true
    this.#isFirst = true
    this.#isStill = null
    this.#figures.restart()
  }

  #take(frame: Frame, signal: AbortSignal): Promise<void> | undefined {
    if (signal.aborted) return undefined
    return (frame.flags & stillFrame) !== 0 ? this.#still(frame, signal) : this.#video(frame)
  }

  // ---- whole pictures

  async #still(frame: Frame, signal: AbortSignal): Promise<void> {
    const arrivedMs = performance.now()
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(frame.bytes)], { type: 'image/jpeg' }))
    try {
      // A first look that comes after the video it was to stand for.
      if (signal.aborted || this.#videoMs > arrivedMs - firstPictureMs) return
      const { width, height } = bitmap
      const drawMs = performance.now()
      await this.#glass.paint({ image: bitmap, width, height }, () => !signal.aborted)
      this.#drawn({ frame, arrivedMs, decodedMs: drawMs, drawMs, width, height })
    } finally {
      bitmap.close()
    }
  }

  // ---- video

  #video(frame: Frame): Promise<void> | undefined {
    const isKey = (frame.flags & keyFrame) !== 0
    if (isKey) this.#configure(frame.bytes)
    if (this.#decoder === null || (this.#awaitsKey && !isKey)) {
      this.#askKey()
      return undefined
    }
    this.#awaitsKey = false
    this.#watchdog ??= setTimeout(() => {
      if (!this.#hasDecoded) this.#giveUpVideo()
    }, firstPictureMs)
    const arrivedMs = performance.now()
    const chunk = (this.#chunk += 1)
    return new Promise(resolve => {
      const late = setTimeout(resolve, heldMs)
      this.#pending.set(chunk, {
        frame,
        arrivedMs,
        done: () => {
          clearTimeout(late)
          resolve()
        },
      })
      try {
        this.#decoder?.decode(
          new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: chunk, data: frame.bytes as BufferSource }),
        )
      } catch {
        this.#broke()
        return
      }
      if (this.#hasDecoded) this.#wentIn()
    })
  }

  #configure(unit: Uint8Array): void {
    const sps = readable(unit)
    if (sps === null) return
    const config = configOf(sps)
    const key = JSON.stringify(config)
    if (this.#decoder !== null && key === this.#config && this.#decoder.state === 'configured') return
    this.#forgetDecoder()
    // What was decoded before says nothing of this one; one that has given nothing yet keeps its time.
    if (this.#hasDecoded) this.#watchAnew()
    this.#config = key
    const decoder = new VideoDecoder({
      output: picture => this.#output(picture),
      error: () => {
        if (decoder === this.#decoder) this.#broke()
      },
    })
    this.#decoder = decoder
    try {
      decoder.configure(config)
    } catch {
      this.#broke()
    }
  }

  #output(picture: VideoFrame): void {
    const decodedMs = performance.now()
    const pending = this.#pending.get(picture.timestamp)
    if (pending === undefined) return picture.close()
    const done = (): void => {
      picture.close()
      pending.done()
    }
    this.#pending.delete(picture.timestamp)
    this.#hasDecoded = true
    this.#cameOut()
    this.#videoMs = decodedMs
    // Newer ones are in the decoder already, and the glass was drawn just now.
    if (this.#pending.size >= 2 && decodedMs - this.#shownMs < freshMs && this.#points.length === 0) return done()
    const { displayWidth: width, displayHeight: height } = picture
    const life = this.#life
    const of = { ...pending, decodedMs, drawMs: performance.now(), width, height }
    const painting = this.#glass.paint({ image: picture, width, height }, () => this.#life === life)
    if (painting === null) {
      this.#drawn(of)
      return done()
    }
    void painting.then(isPainted => isPainted && this.#life === life && this.#drawn(of)).finally(done)
  }

  #drawn(of: Painted): void {
    const { frame, width, height } = of
    const drawnMs = performance.now()
    this.#shownMs = drawnMs
    const hubUs = this.#hub.nowUs()
    const isStill = (frame.flags & stillFrame) !== 0
    if (this.#isStill !== null && this.#isStill !== isStill) {
      // Stills and video are numbered apart, and the first of each was captured whenever it was.
      this.#figures.restart()
      this.#isFirst = true
    }
    this.#isStill = isStill
    // The first one of a stream was captured whenever it was.
    this.#figures.show(frame.sequence, hubUs === null || this.#isFirst ? null : (hubUs - frame.atUs) / 1000, drawnMs)
    this.#isFirst = false
    const key = `${frame.generation} ${width}x${height}`
    if (key !== this.#shownKey) {
      this.#shownKey = key
      this.#say({ t: 'shown', id: this.#id, generation: frame.generation, width, height })
    }
    if (!this.#stills) this.#words(null)
    if (this.#points.length > 0 && hubUs !== null) this.#read(of, hubUs, drawnMs)
  }

  #read(of: Painted, hubUs: number, drawnMs: number): void {
    const xs = this.#points.map(([x]) => x)
    const ys = this.#points.map(([, y]) => y)
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    const across = Math.max(...xs) - left + 1
    const data = this.#glass.pixels(left, top, across, Math.max(...ys) - top + 1)
    const wall = (ms: number): number => performance.timeOrigin + ms
    const probed: Probed = {
      sequence: of.frame.sequence,
      atUs: of.frame.atUs,
      drawnHubUs: hubUs,
      arrivedMs: wall(of.arrivedMs),
      decodedMs: wall(of.decodedMs),
      drawMs: wall(of.drawMs),
      drawnMs: wall(drawnMs),
      readMs: wall(performance.now()),
      width: of.width,
      height: of.height,
      values: this.#points.map(([x, y]) => data[((y - top) * across + x - left) * 4 + 1] ?? 0),
    }
    this.#say({ t: 'probed', id: this.#id, probed })
  }

  // ---- trouble

  #broke(): void {
    this.#forgetDecoder()
    const now = performance.now()
    this.#errors = [...this.#errors.filter(at => now - at < errorsWithinMs), now]
    if (this.#errors.length >= errorsMost) this.#giveUpVideo()
    else this.#askKey()
  }

  /** A still screen sends nothing, and one or two pictures may be kept back on it: neither is a decoder that hangs. */
  #wentIn(): void {
    this.#unanswered += 1
    this.#quiet ??= setTimeout(() => {
      this.#isOverdue = true
      this.#checkQuiet()
    }, quietMs)
    this.#checkQuiet()
  }

  #cameOut(): void {
    this.#unanswered = 0
    this.#isOverdue = false
    if (this.#quiet !== null) clearTimeout(this.#quiet)
    this.#quiet = null
  }

  /** A new decoder has the time of a first picture; when it gives nothing either, stills. */
  #checkQuiet(): void {
    if (!this.#isOverdue || this.#unanswered < quietLeast) return
    this.#watchAnew()
    this.#forgetDecoder()
    this.#askKey()
  }

  #giveUpVideo(): void {
    if (this.#stills) return
    this.#stills = true
    this.#restart()
  }

  #askKey(): void {
    const now = performance.now()
    if (now - this.#askedKeyMs < askKeyEveryMs) return
    this.#askedKeyMs = now
    const signal = this.#life?.signal
    if (signal === undefined) return
    const { device } = this.#wanted
    this.#hub
      .client(signal)
      .then(client => client.call('device.keyFrame', { device }, signal))
      // The stream itself says what is wrong with the device.
      .catch(() => undefined)
  }

  #watchAnew(): void {
    this.#hasDecoded = false
    if (this.#watchdog !== null) clearTimeout(this.#watchdog)
    this.#watchdog = null
  }

  #forgetDecoder(): void {
    const decoder = this.#decoder
    this.#decoder = null
    this.#awaitsKey = true
    this.#cameOut()
    if (decoder !== null && decoder.state !== 'closed') decoder.close()
    for (const { done } of this.#pending.values()) done()
    this.#pending.clear()
  }

  #saidWords: string | null = null
  #words(words: string | null): void {
    if (words === this.#saidWords) return
    this.#saidWords = words
    this.#say({ t: 'words', id: this.#id, words })
  }

  #sayFigures(): void {
    const figures = this.#figures.figures(performance.now())
    const text = JSON.stringify(figures)
    if (text === this.#saidFigures) return
    this.#saidFigures = text
    this.#say({ t: 'figures', id: this.#id, figures })
  }
}

function readable(unit: Uint8Array): Sps | null {
  try {
    return spsOf(unit)
  } catch {
    // What cannot be read cannot be decoded either: the next key frame may.
    return null
  }
}

/** Without colours of its own a decoder guesses by the size: ours are BT.601 in a BT.709 room. */
function configOf(sps: Sps): VideoDecoderConfig {
  return {
    codec: codecString(sps),
    optimizeForLatency: true,
    hardwareAcceleration: 'prefer-software',
    ...(sps.colour === null
      ? { colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false } }
      : {}),
  }
}
