// What the stream's bench measures, and how its figures are said.
import { percentile } from '#renderer/stage/figures.ts'

export interface Case {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly widthPx: number
  readonly sharedMemory: boolean
  readonly fps: number
}
export interface Spread {
  readonly p50: number
  readonly p95: number
}
export const spread = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5) ?? Number.NaN, p95: percentile(sorted, 0.95) ?? Number.NaN }
}
export const round = (value: number): string => (value < 100 ? value.toFixed(1) : String(Math.round(value)))
export const say = ({ p50, p95 }: Spread): string => `${round(p50)} / ${round(p95)}`

export interface TapFigures {
  /** Touch to the drawn picture, the device's own time and the read taken off. */
  readonly beyond: Spread
  /** The same with the read, which forces what the draw call left for later. */
  readonly withRead: Spread
  readonly device: Spread
  readonly toDevice: Spread
  readonly toArrival: Spread
  readonly decode: Spread
  readonly draw: Spread
  readonly read: Spread
  readonly count: number
}

export interface CaseFigures {
  readonly of: Case
  readonly busy: boolean
  readonly streaming: string
  readonly taps: TapFigures
  /** Capture to the coded unit in the hub, and of that the encoder's own. */
  readonly units: Spread
  readonly convert: Spread
  readonly encode: Spread
  readonly capture: Spread
  readonly fps: number
  readonly playing: Spread
}

export interface BesideFigures {
  readonly alone: number
  readonly beside: number
  /** What came to the one that never answers. */
  readonly stalled: number
}

export interface MemoryFigures {
  readonly minutes: number
  readonly frames: number
  /** MB of the hub, after a collection: at the first minute's end and at the end. */
  readonly from: { readonly rss: number; readonly heap: number }
  readonly until: { readonly rss: number; readonly heap: number }
  /** MB a minute by the straight line through all of them. */
  readonly slope: { readonly rss: number; readonly heap: number }
  /** Resident MB of the encoder's process and of the page's, and their lines. */
  readonly encoder: Grown
  readonly page: Grown
}

export interface Grown {
  readonly from: number
  readonly until: number
  readonly slope: number
}

export interface RawFigures {
  readonly size: string
  /** From the bytes at hand in the hub's place to the drawn picture. */
  readonly still: Spread
  readonly fps: number
  readonly playing: Spread
}

/** Everything that was measured; what was not asked for is null or empty. */
export interface Measured {
  readonly results: readonly CaseFigures[]
  readonly beside: BesideFigures | null
  readonly memory: MemoryFigures | null
  readonly raw: readonly RawFigures[]
  /** ms until viewers had a picture again, kill by kill. */
  readonly restarts: readonly number[]
}

export function titleOf({ of, busy }: Pick<CaseFigures, 'of' | 'busy'>): string {
  return busy ? `${of.name}, one core busy` : of.name
}
