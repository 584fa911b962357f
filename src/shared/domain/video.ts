// What a live picture is made of, from the device to the viewer's glass. Sizes are pixels of the picture, not of the device.
import type { Size } from '#shared/domain/geometry.ts'

/** One picture as the device gave it, or as it was encoded. */
export interface FrameStamp {
  /** Rises by one a frame within one source; a gap is a dropped frame. */
  readonly sequence: number
  /** Monotonic time of the hub when it was captured (or arrived, where the device does not say), µs. */
  readonly atUs: number
  /** The geometry generation it shows. */
  readonly generation: number
}

/** A whole picture, not encoded. `bytes` may be a view of shared memory: it is good until the next frame. */
export interface RawFrame extends FrameStamp {
  readonly size: Size
  readonly format: 'rgb888' | 'rgba8888'
  /** Where it comes by shared memory, read at the first use: whoever maps `file` need not ask for it. */
  readonly bytes: Uint8Array
  /** The file the picture lies in from its first byte on, where it is shared memory; the next frame overwrites it. */
  readonly file?: string
}

/** A whole H.264 access unit, Annex B; a key frame carries its SPS and PPS. */
export interface CodedFrame extends FrameStamp {
  readonly key: boolean
  readonly bytes: Uint8Array
  /** The first of a source that was started once more: it may show what was there before. */
  readonly isAgain?: boolean
}

export type EncoderName = 'x264' | 'OpenH264' | 'VideoToolbox'

/** The way a picture takes, as the latency badge says it. */
export type PicturePath = 'shared memory' | 'RGB over gRPC' | 'scrcpy' | 'screenrecord' | 'drawn' | 'stills'

/** The widths a picture is encoded at; the device's own width where that is less. */
export const streamWidths = [540, 720, 1080] as const
export type StreamWidth = (typeof streamWidths)[number]
