// The live picture of a device as everyone above the driver sees it: viewers with their credits, the recorder's tap, and
// what is said about the way it takes. The one implementation is fan-out.ts.
import type { Live } from '#shared/base/live.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { CodedFrame, FrameStamp, PicturePath } from '#shared/domain/video.ts'

/** One H.264 access unit on its way to viewers; Annex B, its SPS checked. */
export interface StreamUnit extends CodedFrame {
  readonly size: Size
  /** The last picture once more, as a key frame: nothing new is to be seen. */
  readonly again: boolean
}

/** A whole picture as JPEG. */
export interface StreamStill extends FrameStamp {
  readonly size: Size
  readonly bytes: Uint8Array
}

export interface StreamState {
  /** Null before anybody watched. */
  readonly path: PicturePath | null
  /** In words, "x264" or the device's own; null where nothing encodes. */
  readonly encoder: string | null
  /** Of the pictures as they are sent. */
  readonly size: Size | null
  /** What is wrong or slower than it could be, and what to do; null when all is well. */
  readonly words: string | null
  readonly hint: string | null
  /** How often the encoder died and was started again. */
  readonly stalls: number
}

export interface ViewAsked {
  /** Pixels the picture has on the viewer's glass. */
  readonly widthPx: number
  /** A few pictures a second do: a tile nobody works in. */
  readonly slow: boolean
  /** The viewer cannot decode video: whole pictures. */
  readonly stills: boolean
}

/** Where a viewer's pictures go. Out of credit nothing may be sent. */
export interface Viewer {
  readonly credit: number
  /** Resolves when there is that much credit. */
  whenCredit(credit: number, signal: AbortSignal): Promise<void>
  unit(unit: StreamUnit): void
  still(still: StreamStill): void
}

/** For a recorder: every unit in order. */
export interface TappedUnit extends StreamUnit {
  /** Units before it were dropped; it is a key frame. */
  readonly gapBefore: boolean
  /** A whole picture of a device that gives no video, coded as a key frame. */
  readonly isStill: boolean
}

export interface DeviceStream {
  readonly state: Live<StreamState>
  /** The newest geometry generation a picture was captured of, while somebody watches. */
  readonly shown: Live<number>
  /** Runs until the signal aborts; throws when the device was closed. */
  view(asked: ViewAsked, viewer: Viewer, signal: AbortSignal): Promise<void>
  /**
   * Every coded unit, through a queue of at most two seconds, begun by a key frame; of a device that gives only whole
   * pictures, those, coded. Runs until the signal aborts; throws what `onUnit` threw, or why a picture could not be coded.
   */
  tap(
    asked: { readonly widthPx: number },
    onUnit: (unit: TappedUnit) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /** The next unit is a key frame, on a still screen too; at most one in a fifth of a second. */
  keyFrame(): void
  /** The source is opened anew: after the computer slept. */
  reopen(): void
}
