// What the page and its decoder worker say to each other. The worker owns links, decoders and canvases; the page owns sizes.
import type { HubPlace } from '#renderer/socket-link.ts'
import type { Figures, Probed } from '#renderer/stage/figures.ts'

export interface Wanted {
  readonly device: string
  /** A step of the stream's widths. */
  readonly widthPx: number
  /** `none`: the picture it has stays; nothing more is asked for. */
  readonly rate: 'full' | 'slow' | 'none'
}

export type ToWorker =
  | { readonly t: 'hub'; readonly place: HubPlace }
  /** The port that was asked for; null when there is none now. */
  | { readonly t: 'port'; readonly port: MessagePort | null }
  /** The hub's process has ended, and its ports with it. */
  | { readonly t: 'gone' }
  | { readonly t: 'open'; readonly id: number; readonly canvas: OffscreenCanvas; readonly wanted: Wanted }
  | { readonly t: 'want'; readonly id: number; readonly wanted: Wanted }
  | { readonly t: 'close'; readonly id: number }
  /** Nothing comes after it. */
  | { readonly t: 'end' }
  /** Reads these points of each picture once it is drawn, pixels of the picture; an empty list ends it. For benches. */
  | { readonly t: 'probe'; readonly id: number; readonly points: readonly (readonly [number, number])[] }

export type FromWorker =
  /** Ask the shell for a port to the hub; the answer is `port`. */
  | { readonly t: 'ask-port' }
  | {
      readonly t: 'shown'
      readonly id: number
      readonly generation: number
      readonly width: number
      readonly height: number
    }
  | { readonly t: 'words'; readonly id: number; readonly words: string | null }
  | { readonly t: 'figures'; readonly id: number; readonly figures: Figures }
  | { readonly t: 'probed'; readonly id: number; readonly probed: Probed }
