// The emulator's screen as it changes: one message a new picture, through shared memory where the emulator offers it and
// as RGB over gRPC where not. Never polled; a still screen sends its one picture and no more.
import type { RawVideo } from '#main/device/driver.ts'
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { LinkRefusal } from '#main/device/android/emulator/link.ts'
import { shownScreen, type Panel } from '#main/device/android/emulator/panel.ts'
import {
  flipped,
  sizeOf,
  wholeOf,
  type EmulatorPictures,
  type RowOrder,
} from '#main/device/android/emulator/pictures.ts'
import { imageFormats, transports, type Messages } from '#main/device/android/emulator/protocol.ts'
import type { StanceWatch } from '#main/device/android/emulator/stance.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { sharedFile, type SharedFile } from '#main/sys/shared-file.ts'
import type { Posture } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { PicturePath, RawFrame } from '#shared/domain/video.ts'

type Image = Messages['Image']
type OnFrame = (frame: RawFrame) => void

const bytesPerPixel = 3
/** A picture stamped longer ago than this, or in the future, has a clock that cannot be compared with ours. */
const stampUsMost = 1_000_000

export class EmulatorVideo implements RawVideo {
  readonly kind = 'raw'
  readonly #connection: EmulatorConnection
  readonly #stance: StanceWatch
  readonly #pictures: EmulatorPictures
  #sharedRefused: boolean
  #sequence = 0
  #generation = 0
  #shape = ''

  constructor(
    connection: EmulatorConnection,
    stance: StanceWatch,
    pictures: EmulatorPictures,
    more: { readonly sharedMemory: boolean },
  ) {
    this.#connection = connection
    this.#stance = stance
    this.#pictures = pictures
    this.#sharedRefused = !more.sharedMemory
  }

  get path(): PicturePath {
    return this.#sharedRefused ? 'RGB over gRPC' : 'shared memory'
  }

  /** Asked anew whenever another screen of a foldable shows, so that its pictures are as large as was asked for. */
  async frames(widthPx: number, onFrame: OnFrame, signal: AbortSignal): Promise<void> {
    const rows = await this.#pictures.rows(signal)
    while (!signal.aborted) {
      const posture = this.#stance.now.value.posture
      const other = new AbortController()
      const stop = this.#stance.now.subscribe(now => {
        if (isOtherScreen(this.#stance.panel, posture, now.posture)) other.abort(new Error('another screen shows'))
      })
      try {
        const box = boxOf(shownScreen(this.#stance.panel, posture), widthPx)
        await this.#run(box, rows, onFrame, AbortSignal.any([signal, other.signal]))
      } finally {
        stop()
      }
    }
  }

  async #run(box: number, rows: RowOrder, onFrame: OnFrame, signal: AbortSignal): Promise<void> {
    if (!this.#sharedRefused) {
      const took = await this.#throughMemory(box, rows, onFrame, signal)
      if (took || signal.aborted) return
      this.#sharedRefused = true
    }
    await this.#connection.pictures(request(box, null), image => this.#plain(image, rows, onFrame), signal)
  }

  /** False where the emulator does not take shared memory: it says so, or puts the picture into its message after all. */
  async #throughMemory(box: number, rows: RowOrder, onFrame: OnFrame, signal: AbortSignal): Promise<boolean> {
    await using memory = await sharedFile(box * box * bytesPerPixel)
    const target = new Uint8Array(memory.bytes)
    let seen = false
    const refused = new AbortController()
    try {
      await this.#connection.pictures(
        request(box, memory),
        image => {
          this.#connection.shows(sizeOf(image) !== null)
          if (image.image.length > 0) {
            this.#plain(image, rows, onFrame)
            refused.abort(new Error('the picture came in the message'))
            return
          }
          seen = true
          this.#shared(image, memory, target, rows, onFrame)
        },
        AbortSignal.any([signal, refused.signal]),
      )
    } catch (thrown) {
      const isRefusal =
        thrown instanceof LinkRefusal && (thrown.failure === 'refused' || thrown.failure === 'unknown-call')
      if (seen || !isRefusal) throw thrown
      return false
    }
    return !refused.signal.aborted
  }

  #plain(image: Image, rows: RowOrder, onFrame: OnFrame): void {
    const size = sizeOf(image)
    this.#connection.shows(size !== null)
    // Empty: the screen went dark. There is nothing to show; pictures come again when it wakes.
    if (size === null || image.image.length === 0) return
    const whole = wholeOf(image.image, size, bytesPerPixel)
    const bytes = rows === 'down' ? whole : flipped(whole, size, bytesPerPixel)
    onFrame({ ...this.#stamp(image, size), size, format: 'rgb888', bytes })
  }

  /** Read into the same `target` each time: megabytes a frame would otherwise be collected sixty times a second. */
  #shared(image: Image, memory: SharedFile, target: Uint8Array, rows: RowOrder, onFrame: OnFrame): void {
    const size = sizeOf(image)
    if (size === null) return
    const length = size.width * size.height * bytesPerPixel
    if (length > memory.bytes) return
    const stamp = this.#stamp(image, size)
    let read: Uint8Array | null = null
    const frame: RawFrame = {
      ...stamp,
      size,
      format: 'rgb888',
      get bytes() {
        if (read === null) {
          const whole = memory.read(length, target)
          read = rows === 'down' ? whole : flipped(whole, size, bytesPerPixel)
        }
        return read
      },
      ...(rows === 'down' ? { file: memory.path } : {}),
    }
    onFrame(frame)
  }

  #stamp(image: Image, size: Size): Pick<RawFrame, 'sequence' | 'atUs' | 'generation'> {
    const nowUs = Math.round(monotonicMs() * 1000)
    const agoUs = Date.now() * 1000 - image.timestampUs
    const { turn, posture } = this.#stance.now.value
    const rotation = image.format?.rotation?.rotation ?? turn
    const fold = image.format?.foldedDisplay
    // Of one shape however large it was asked for: which screen, which way.
    const aspect = Math.round((size.width / size.height) * 20)
    const shape = `${rotation} ${aspect} ${posture ?? ''} ${fold?.width ?? 0}x${fold?.height ?? 0}`
    if (shape !== this.#shape) {
      this.#shape = shape
      this.#generation += 1
    }
    this.#sequence += 1
    return {
      sequence: this.#sequence,
      atUs: agoUs >= 0 && agoUs <= stampUsMost ? nowUs - agoUs : nowUs,
      generation: this.#generation,
    }
  }
}

/** A square: whichever way the device is held, its picture fits with the same scale. */
export function boxOf(screen: Size, widthPx: number): number {
  const scale = Math.min(1, widthPx / screen.width)
  return Math.max(2, Math.round(Math.max(screen.width, screen.height) * scale))
}

const isOtherScreen = (panel: Panel, before: Posture | null, after: Posture | null): boolean =>
  shownScreen(panel, before) !== shownScreen(panel, after)

const request = (box: number, memory: SharedFile | null): Messages['ImageFormat'] => ({
  format: imageFormats.rgb888,
  width: box,
  height: box,
  display: 0,
  ...(memory === null ? {} : { transport: { channel: transports.mmap, handle: `file://${memory.path}` } }),
})
