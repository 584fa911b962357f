// The demo phone's screen as it changes: drawn when something was done to it, or when something in it is due, and never
// looked at in between. A still screen gives its one picture and no more.
import { monotonicMs } from '#main/sys/clock.ts'
import type { RawVideo } from '#main/device/driver.ts'
import type { DemoPhone } from '#main/device/demo/engine/phone.ts'
import type { RawFrame } from '#shared/domain/video.ts'

export class DemoVideo implements RawVideo {
  readonly kind = 'raw'
  readonly path = 'drawn'
  readonly #phone: DemoPhone
  /** How many times as fast as the machine's its clock runs; null where its time passes only when it is told to. */
  readonly #scale: number | null
  #sequence = 0
  #generation = 0
  #geometry = ''

  constructor(phone: DemoPhone, scale: number | null) {
    this.#phone = phone
    this.#scale = scale
  }

  async frames(widthPx: number, onFrame: (frame: RawFrame) => void, signal: AbortSignal): Promise<void> {
    let shown = ''
    while (!signal.aborted) {
      const atMs = monotonicMs()
      const change = this.#nextChange(signal)
      const look = this.#phone.peek()
      const id = `${look.pictureId} ${look.geometry}`
      if (id !== shown) {
        shown = id
        if (look.geometry !== this.#geometry) this.#generation += 1
        this.#geometry = look.geometry
        this.#sequence += 1
        const { width, height, data } = look.pixels(Math.min(1, widthPx / this.#phone.size.width))
        onFrame({
          sequence: this.#sequence,
          generation: this.#generation,
          atUs: Math.round(atMs * 1000),
          size: { width, height },
          format: 'rgba8888',
          bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
        })
      }
      await change
    }
  }

  /** Resolves when something was done, when something is due, or when nobody looks any more. */
  #nextChange(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const dueMs = this.#scale === null ? null : this.#phone.nextChangeMs()
      const timer =
        dueMs === null || this.#scale === null ? null : setTimeout(() => end(), Math.max(1, dueMs / this.#scale))
      const stop = this.#phone.onActivity(() => end())
      const end = (): void => {
        if (timer !== null) clearTimeout(timer)
        stop()
        signal.removeEventListener('abort', end)
        resolve()
      }
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }
}
