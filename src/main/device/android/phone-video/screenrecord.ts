// The phone's own `screenrecord` as a live picture: H.264 out of a command that ends after three minutes, so the next one runs
// before it does and takes over at its first key frame; and again when the screen turned or a key frame is asked for.
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseDisplay } from '#main/device/android/parse/display.ts'
import { AccessUnits } from '#main/device/android/phone-video/access-units.ts'
import type { CodedVideo } from '#main/device/driver.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { isKey } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { CodedFrame } from '#shared/domain/video.ts'

export interface ScreenrecordTimes {
  /** Android ends it by itself after 180 s. */
  readonly renewMs: number
  readonly turnedEveryMs: number
  /** Nothing came for so long: the picture is whole. */
  readonly wholeMs: number
  /** Between two starts for the sake of a key frame. */
  readonly keyEveryMs: number
}

export const usualScreenrecord: ScreenrecordTimes = {
  renewMs: 170_000,
  turnedEveryMs: 1500,
  wholeMs: 50,
  keyEveryMs: 1000,
}
const limitSeconds = 180
const bitsPerSecond = 8_000_000
const overlapMs = 5000

interface Run {
  readonly stop: AbortController
  readonly generation: number
  readonly ended: Promise<string>
}

export class Screenrecord implements CodedVideo {
  readonly kind = 'coded'
  readonly path = 'screenrecord'
  readonly encoder = "the phone's own encoder, through screenrecord"
  readonly #link: AdbLink
  /** Upright. */
  readonly #size: Size
  readonly #times: ScreenrecordTimes
  #sequence = 0
  #generation = 0
  /** How it stood when it was last looked at; null: nobody did, or it broke off. */
  #wasRotated: boolean | null = null
  #again: (() => void) | null = null

  constructor(link: AdbLink, size: Size, times: ScreenrecordTimes = usualScreenrecord) {
    this.#link = link
    this.#size = size
    this.#times = times
  }

  /** It cannot be asked for one: it is started anew, and its first picture is one. */
  keyFrame(): void {
    this.#again?.()
  }

  async frames(widthPx: number, onFrame: (frame: CodedFrame) => void, signal: AbortSignal): Promise<void> {
    const life = new AbortController()
    const both = AbortSignal.any([signal, life.signal])
    let current: Run | null = null
    let isRotated = await this.#isRotated(both)
    if (isRotated !== this.#wasRotated) this.#generation += 1
    this.#wasRotated = isRotated
    let startedMs = -Infinity
    const next = (): Run => {
      startedMs = monotonicMs()
      const run: Run = this.#start(recordSize(this.#size, widthPx, isRotated), this.#generation, both, (unit, key) => {
        let isAgain = false
        if (current !== run) {
          // The newer one takes over with its first whole picture; until then the older goes on.
          if (!key || current === null || starting !== run) return
          current.stop.abort(new Error('a newer one has taken over'))
          isAgain = current.generation === run.generation
          current = run
          starting = null
        }
        this.#sequence += 1
        onFrame({
          key,
          bytes: unit,
          sequence: this.#sequence,
          atUs: Math.round(monotonicMs() * 1000),
          generation: run.generation,
          ...(isAgain ? { isAgain } : {}),
        })
      })
      return run
    }
    let starting: Run | null = null
    const renew = (): void => {
      starting?.stop.abort(new Error('a newer one is started'))
      const run = next()
      starting = run
      void run.ended.then(() => {
        if (starting === run && current !== null && !current.stop.signal.aborted) starting = null
      })
    }
    let isAsked: NodeJS.Timeout | null = null
    this.#again = () => {
      if (isAsked !== null || starting !== null) return
      isAsked = setTimeout(
        () => {
          isAsked = null
          if (!both.aborted) renew()
        },
        Math.max(0, startedMs + this.#times.keyEveryMs - monotonicMs()),
      )
    }
    try {
      current = next()
      const turning = this.#watchTurns(isRotated, both, to => {
        isRotated = to
        this.#wasRotated = to
        this.#generation += 1
        renew()
      })
      turning.catch(() => undefined)
      for (;;) {
        const running: Run = current
        const due = Math.max(0, startedMs + this.#times.renewMs - monotonicMs())
        const clock = new AbortController()
        const ended = await Promise.race([
          running.ended,
          sleep(due, AbortSignal.any([both, clock.signal])).then(() => null),
        ]).finally(() => clock.abort(new Error('it need not wait')))
        signal.throwIfAborted()
        if (ended === null) {
          renew()
          await sleep(Math.min(overlapMs, this.#times.renewMs), both)
        } else if (current === running) {
          // It ended by itself: the one that starts takes its place at once.
          if (starting === null) throw ending(ended, this.#sequence > 0)
          current = starting
          starting = null
        }
      }
    } catch (thrown) {
      if (!signal.aborted) this.#wasRotated = null
      throw thrown
    } finally {
      this.#again = null
      if (isAsked !== null) clearTimeout(isAsked)
      life.abort(new Error('nobody looks any more'))
    }
  }

  #start(size: Size, generation: number, signal: AbortSignal, onUnit: (unit: Uint8Array, key: boolean) => void): Run {
    const stop = new AbortController()
    const line =
      `screenrecord --output-format=h264 --size ${size.width}x${size.height} ` +
      `--bit-rate ${bitsPerSecond} --time-limit ${limitSeconds} -`
    let said = ''
    let idle: NodeJS.Timeout | null = null
    let isPicture = false
    let hasKey = false
    const units = new AccessUnits(unit => {
      const key = isKey(unit)
      hasKey ||= key
      if (hasKey) onUnit(unit, key)
    })
    const follow = async (): Promise<string> => {
      try {
        await this.#link.follow(
          line,
          bytes => {
            isPicture ||= bytes[0] === 0 && bytes[1] === 0
            if (!isPicture) {
              said = `${said}${new TextDecoder().decode(bytes)}`.slice(0, 400)
              return
            }
            if (!units.add(bytes)) {
              hasKey = false
              this.keyFrame()
            }
            if (idle !== null) clearTimeout(idle)
            idle = setTimeout(() => units.flush(), this.#times.wholeMs)
          },
          AbortSignal.any([signal, stop.signal]),
        )
      } catch (thrown) {
        said = wordsOf(thrown)
      }
      if (idle !== null) clearTimeout(idle)
      return said
    }
    return { stop, generation, ended: follow() }
  }

  async #watchTurns(from: boolean, signal: AbortSignal, onTurned: (isRotated: boolean) => void): Promise<void> {
    for (let was = from; !signal.aborted;) {
      await sleep(this.#times.turnedEveryMs, signal)
      // A device that does not say so now says it the next time.
      const now = await this.#isRotated(signal).catch(() => was)
      if (now !== was) onTurned(now)
      was = now
    }
  }

  async #isRotated(signal: AbortSignal): Promise<boolean> {
    const { rotation } = parseDisplay((await this.#link.shell('dumpsys display', signal)).stdout)
    return (rotation ?? 0) % 2 === 1
  }
}

/** What encoders take: never larger than the screen, sides that eight divides. */
export function recordSize(upright: Size, widthPx: number, isRotated: boolean): Size {
  const short = Math.min(upright.width, upright.height)
  const scale = Math.min(1, widthPx / short)
  const side = (length: number): number => Math.max(16, Math.round((length * scale) / 8) * 8)
  const [width, height] = [side(upright.width), side(upright.height)]
  return isRotated ? { width: height, height: width } : { width, height }
}

function ending(said: string, hadPictures: boolean): Refusal {
  const text = said.trim()
  if (hadPictures) return new Refusal('failed', `The phone's screenrecord ended. ${text}`.trim())
  if (/not found|inaccessible/.test(text))
    return new Refusal('unsupported', 'This device has no screenrecord: its pictures come one by one.', {
      hint: scrcpyHint,
    })
  return new Refusal(
    'failed',
    `The phone's screenrecord gave no picture${text === '' ? '.' : `: ${text.slice(0, 200)}`}`,
    { hint: scrcpyHint },
  )
}

export const scrcpyHint = 'Install scrcpy (apt-get install scrcpy, brew install scrcpy): Nocturne then uses its server.'
