// The best live picture a phone on adb can give: scrcpy's server where one is installed here and the phone takes part, its own
// screenrecord else; what neither can, stills do. Used by the adb driver alone.
import type { AdbLink } from '#main/device/android/adb.ts'
import { Scrcpy } from '#main/device/android/phone-video/scrcpy.ts'
import { findScrcpyServer, type ScrcpyFile } from '#main/device/android/phone-video/scrcpy-file.ts'
import { Screenrecord, scrcpyHint } from '#main/device/android/phone-video/screenrecord.ts'
import type { ClipboardFacet, CodedVideo, TouchFacet, VideoFacet } from '#main/device/driver.ts'
import { refusalOf, type Refusal } from '#shared/base/refusal.ts'
import type { DeviceModel } from '#shared/domain/device.ts'
import type { CodedFrame, PicturePath } from '#shared/domain/video.ts'

export interface PhoneVideo {
  readonly video: VideoFacet
  /** Null where only whole gestures can be sent. */
  readonly touch: Pick<TouchFacet, 'contacts' | 'lift'> | null
  readonly clipboard: ClipboardFacet | null
  close(): void
}

/** From Android 5 on; before, neither gives a stream. */
const scrcpyFrom = 21
const tryMs = 10_000
const program = '/system/bin/screenrecord'

export async function openPhoneVideo(
  link: AdbLink,
  model: DeviceModel,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<PhoneVideo> {
  const recorded = await recordedOf(link, model, signal)
  const file = (model.apiLevel ?? 0) >= scrcpyFrom ? await findScrcpyServer(env).catch(() => null) : null
  const scrcpy = file === null ? null : await scrcpyOf(link, file, model, signal)
  if (scrcpy instanceof Scrcpy) {
    const video = recorded === null ? scrcpy.video : new BestVideo(scrcpy.video, recorded)
    return {
      video,
      touch: { contacts: scrcpy.contacts, lift: late => scrcpy.lift(late) },
      clipboard: scrcpy.clipboard,
      close: () => scrcpy.close(),
    }
  }
  const none = { touch: null, clipboard: null, close: () => undefined }
  if (recorded !== null) return { ...none, video: recorded }
  return {
    ...none,
    video: {
      kind: 'stills',
      path: 'stills',
      why:
        scrcpy === null
          ? 'Pictures come one by one over adb: this device has no screenrecord.'
          : `Pictures come one by one over adb. ${scrcpy.words}`,
      hint: scrcpy === null ? scrcpyHint : scrcpy.hint,
    },
  }
}

async function recordedOf(link: AdbLink, model: DeviceModel, signal: AbortSignal): Promise<Screenrecord | null> {
  const { stdout } = await link.shell(`ls ${program}`, signal).catch(() => ({ stdout: '' }))
  return stdout.trim() === program ? new Screenrecord(link, model.size) : null
}

async function scrcpyOf(
  link: AdbLink,
  file: ScrcpyFile,
  model: DeviceModel,
  signal: AbortSignal,
): Promise<Scrcpy | Refusal> {
  const scrcpy = new Scrcpy(link, file, model)
  try {
    await scrcpy.try(AbortSignal.any([signal, AbortSignal.timeout(tryMs)]))
    return scrcpy
  } catch (thrown) {
    scrcpy.close()
    signal.throwIfAborted()
    return refusalOf(thrown)
  }
}

/** scrcpy for as long as it gives pictures; when it gives none, the phone's own until it is asked anew. */
class BestVideo implements CodedVideo {
  readonly kind = 'coded'
  readonly #first: CodedVideo
  readonly #second: CodedVideo
  #now: CodedVideo
  /** Of both, so that numbers go on rising when the way changes. */
  #sequence = 0
  #generation = 0
  #source = ''

  constructor(first: CodedVideo, second: CodedVideo) {
    this.#first = first
    this.#second = second
    this.#now = first
  }

  get path(): PicturePath {
    return this.#now.path
  }

  get encoder(): string {
    return this.#now.encoder
  }

  keyFrame(): void {
    this.#now.keyFrame()
  }

  async frames(widthPx: number, onFrame: (frame: CodedFrame) => void, signal: AbortSignal): Promise<void> {
    let hasPicture = false
    const given = (frame: CodedFrame): void => {
      hasPicture = true
      const source = `${this.#now.path} ${frame.generation}`
      if (source !== this.#source) {
        this.#source = source
        this.#generation += 1
      }
      this.#sequence += 1
      onFrame({ ...frame, sequence: this.#sequence, generation: this.#generation })
    }
    this.#now = this.#first
    try {
      return await this.#first.frames(widthPx, given, signal)
    } catch (thrown) {
      if (signal.aborted || hasPicture) throw thrown
    }
    this.#now = this.#second
    await this.#second.frames(widthPx, given, signal)
  }
}
