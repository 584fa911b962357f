// A phone through scrcpy's server: live picture, fingers and clipboard over one session that is started when one of them is
// first needed and let go a while after the last.
import type { AdbLink } from '#main/device/android/adb.ts'
import type { ScrcpyFile } from '#main/device/android/phone-video/scrcpy-file.ts'
import { aborted, ScrcpyClipboard } from '#main/device/android/phone-video/scrcpy-clipboard.ts'
import { ScrcpySession } from '#main/device/android/phone-video/scrcpy-session.ts'
import { resetVideoMessage, touchMessage } from '#main/device/android/phone-video/scrcpy-wire.ts'
import type { CodedVideo, Told } from '#main/device/driver.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { within } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DeviceModel } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Contact } from '#shared/domain/input.ts'
import type { CodedFrame } from '#shared/domain/video.ts'

/** It goes on so long after its last use: encoding costs the phone's battery. */
const idleMs = 15_000
/** Of a session that is started for fingers alone. */
const smallPx = 720
const firstSizeMs = 5000
const fingersMost = 10
const liftMs = 3000
const cancelFrom = 30

type OnUnit = (unit: { readonly key: boolean; readonly bytes: Uint8Array }, size: Size) => void

export class Scrcpy {
  readonly #link: AdbLink
  readonly #file: ScrcpyFile
  readonly #model: Pick<DeviceModel, 'size' | 'apiLevel'> & { readonly fold?: { readonly outer: Size } }
  readonly #versions = new Map<string, string>()
  readonly #closed = new AbortController()
  #session: ScrcpySession | null = null
  #starting: Promise<ScrcpySession> | null = null
  #idle: NodeJS.Timeout | null = null
  #onUnit: OnUnit | null = null
  #onSize: (() => void) | null = null
  readonly #down = new Map<number, Contact>()
  /** Somebody who died may have left one down: with his session it is not up for Android. */
  #mayBeDown = true
  /** In which they went down. */
  #downIn: ScrcpySession | null = null
  #sequence = 0
  #generation = 0
  #shape = ''
  readonly clipboard: ScrcpyClipboard

  constructor(
    link: AdbLink,
    file: ScrcpyFile,
    model: Pick<DeviceModel, 'size' | 'apiLevel'> & { readonly fold?: { readonly outer: Size } },
  ) {
    this.#link = link
    this.#file = file
    this.#model = model
    this.clipboard = new ScrcpyClipboard({
      session: signal => this.#any(signal),
      asking: (onMessage, signal) =>
        ScrcpySession.start(
          link,
          file,
          this.#versions,
          { longestPx: 0, video: false },
          { onUnit: () => undefined, onMessage },
          signal,
        ),
    })
  }

  /** Throws where the phone or the server does not take part. */
  async try(signal: AbortSignal): Promise<void> {
    await this.#any(signal)
  }

  readonly video: CodedVideo = {
    kind: 'coded',
    path: 'scrcpy',
    encoder: "the phone's own encoder, through scrcpy",
    keyFrame: () => {
      this.#session?.send(resetVideoMessage()).catch(() => undefined)
    },
    frames: (widthPx, onFrame, signal) => this.#frames(widthPx, onFrame, signal),
  }

  readonly contacts = async (contacts: readonly Contact[], signal: AbortSignal): Promise<Told> => {
    const ids = new Set(contacts.map(({ id }) => id))
    if (ids.size !== contacts.length || contacts.some(({ id }) => !Number.isInteger(id) || id < 0 || id >= fingersMost))
      throw new Refusal('bad-value', 'Fingers are numbered 0 to 9, each once.', { where: 'contacts' })
    if (contacts.length === 0 && this.#downIn?.isOpen !== true) await this.lift(signal)
    else await this.#put(contacts, signal)
    // The connection took them: the server answers no touch.
    return 'not told'
  }

  /** Safe at any time, also when the session or the phone is gone: nothing is started, thrown or waited for long. */
  async lift(signal: AbortSignal): Promise<void> {
    const [last] = this.#down.values()
    const late = AbortSignal.any([signal, AbortSignal.timeout(liftMs)])
    if (last === undefined) {
      if (!this.#mayBeDown) return
      this.#mayBeDown = false
      // Nobody knows where it is: from Android 11 on a gesture can be ended without a place.
      const end = (this.#model.apiLevel ?? 0) >= cancelFrom ? 'CANCEL' : 'UP'
      await this.#link.shell(`input motionevent ${end} 0 0`, late).catch(() => undefined)
      return
    }
    const session = this.#downIn
    if (session?.isOpen === true) {
      await Promise.race([this.#send(session, [], late), session.ended, aborted(late)]).catch(() => undefined)
      if (this.#down.size === 0) return
      session.close()
    }
    // With the session its fingers are up; Android is told by its own command that the gesture is over, if it hears it.
    this.#down.clear()
    await this.#link
      .shell(`input motionevent UP ${Math.round(last.x)} ${Math.round(last.y)}`, late)
      .catch(() => undefined)
  }

  close(): void {
    this.#closed.abort(new Refusal('superseded', 'The device was closed.'))
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#session?.close()
  }

  // --- the session

  /** The one that runs, or a small one. */
  async #any(signal: AbortSignal): Promise<ScrcpySession> {
    const session = await this.#open(this.#session?.isOpen === true ? 0 : this.#longest(smallPx), signal)
    this.#used()
    return session
  }

  /** One whose pictures are at least so large. */
  #open(longestPx: number, signal: AbortSignal): Promise<ScrcpySession> {
    const now = this.#session
    if (now !== null && now.isOpen && now.longestPx >= longestPx) return Promise.resolve(now)
    this.#starting ??= this.#start(longestPx, AbortSignal.any([signal, this.#closed.signal])).finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #start(longestPx: number, signal: AbortSignal): Promise<ScrcpySession> {
    this.#closed.signal.throwIfAborted()
    const old = this.#session
    const session: ScrcpySession = await ScrcpySession.start(
      this.#link,
      this.#file,
      this.#versions,
      { longestPx, video: true },
      {
        onUnit: (unit, size) => {
          if (this.#session !== session) return
          this.#onSize?.()
          this.#onUnit?.(unit, size)
        },
        onMessage: message => this.clipboard.told(message),
      },
      signal,
    )
    old?.close()
    this.#session = session
    this.clipboard.forget()
    this.#used()
    return session
  }

  #used(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#onUnit === null && !this.clipboard.isWatched) this.#session?.close()
      else this.#used()
    }, idleMs)
    this.#idle.unref()
  }

  /** 0 is the screen's own; the server wants sides that eight divides. */
  #longest(widthPx: number): number {
    const { width, height } = this.#model.size
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    return widthPx >= short ? Math.ceil(long / 8) * 8 : Math.round((long * widthPx) / short / 8) * 8
  }

  async #frames(widthPx: number, onFrame: (frame: CodedFrame) => void, signal: AbortSignal): Promise<void> {
    const session = await this.#open(this.#longest(widthPx), signal)
    let hasKey = false
    this.#onUnit = ({ key, bytes }, size) => {
      hasKey ||= key
      if (!hasKey) return
      // However large it was asked for: which screen, which way.
      const screen = screenOf(this.#model, size)
      const shape = `${screen.width}x${screen.height}`
      if (shape !== this.#shape) {
        this.#shape = shape
        this.#generation += 1
      }
      this.#sequence += 1
      onFrame({
        key,
        bytes,
        sequence: this.#sequence,
        atUs: Math.round(monotonicMs() * 1000),
        generation: this.#generation,
      })
    }
    const mine = this.#onUnit
    try {
      // One that runs already has given its key frame to nobody.
      await session.send(resetVideoMessage())
      const why = await Promise.race([session.ended, aborted(signal)])
      // What the phone shows when it is back is another picture, whatever its shape.
      this.#shape = ''
      throw why
    } finally {
      if (this.#onUnit === mine) this.#onUnit = null
      this.#used()
    }
  }

  // --- fingers

  async #put(contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    const session = await this.#any(signal)
    this.#mayBeDown = false
    if (this.#down.size > 0 && session !== this.#downIn)
      throw new Refusal('superseded', 'The gesture was ended: the connection to the phone began anew.')
    this.#downIn = session
    await this.#send(session, contacts, signal)
  }

  async #send(session: ScrcpySession, contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    const size = session.size ?? (await this.#firstSize(session, signal))
    const screen = screenOf(this.#model, size)
    const at = ({ x, y }: Contact): { readonly x: number; readonly y: number } => ({
      x: Math.min(size.width - 1, (x * size.width) / screen.width),
      y: Math.min(size.height - 1, (y * size.height) / screen.height),
    })
    for (const [id, last] of this.#down)
      if (!contacts.some(one => one.id === id)) {
        await session.send(touchMessage('up', id, at(last), size))
        this.#down.delete(id)
      }
    for (const contact of contacts) {
      const last = this.#down.get(contact.id)
      if (last !== undefined && last.x === contact.x && last.y === contact.y) continue
      this.#down.set(contact.id, contact)
      await session.send(touchMessage(last === undefined ? 'down' : 'move', contact.id, at(contact), size))
    }
  }

  async #firstSize(session: ScrcpySession, signal: AbortSignal): Promise<Size> {
    const late = within(
      firstSizeMs,
      signal,
      new Refusal('failed', 'The phone has given no picture through scrcpy yet.'),
    )
    await Promise.race([
      new Promise<void>(resolve => {
        this.#onSize = resolve
      }),
      aborted(late),
      session.ended,
    ])
    if (session.size === null) throw await session.ended
    return session.size
  }
}

/** Which screen a picture shows, as it is turned: of a foldable the one whose shape is nearer. */
export function screenOf(
  model: Pick<DeviceModel, 'size' | 'apiLevel'> & { readonly fold?: { readonly outer: Size } },
  picture: Size,
): Size {
  const shape = ({ width, height }: Size): number => Math.max(width, height) / Math.min(width, height)
  const { size, fold } = model
  const isOuter =
    fold !== undefined && Math.abs(shape(fold.outer) - shape(picture)) < Math.abs(shape(size) - shape(picture))
  const { width, height } = isOuter ? fold.outer : size
  return width < height === picture.width < picture.height ? { width, height } : { width: height, height: width }
}
