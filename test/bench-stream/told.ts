// What the stream bench and its page say to each other.
import type { Figures, Probed } from '#renderer/stage/figures.ts'

export interface Tapped {
  readonly sentMs: number
  readonly answeredMs: number
  readonly before: number
  readonly number: number
  readonly probed: Probed
}

export interface Bench {
  devices(): Promise<string[]>
  /** Resolves with the size of the first picture. */
  open(id: string, widthPx: number, rate?: 'full' | 'slow'): Promise<{ width: number; height: number }>
  words(): string | null
  takeControl(): Promise<void>
  /** One touch: until a picture with its number is on the canvas. */
  tap(): Promise<Tapped>
  /** Every picture for so long. */
  watch(ms: number): Promise<Probed[]>
  /** Without reading anything back: what the badge says. */
  plain(ms: number): Promise<{ figures: Figures | null; shown: number; ms: number }>
  streaming(): Promise<unknown>
  /** A second link with a stream of the same device whose frames are never answered. Its end, and what came. */
  stall(id: string, ms: number): Promise<number>
}
