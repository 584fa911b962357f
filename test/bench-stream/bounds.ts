// What is promised of the stream, for an otherwise idle machine and with one core busy, and whether it was kept.
import { round, titleOf } from './measured.ts'
import type { CaseFigures, Measured } from './measured.ts'

export interface Bound {
  readonly of: string
  readonly value: number
  readonly bound: number
  /** At least instead of at most. */
  readonly least?: boolean
}

/** The numbers, for an otherwise idle machine and with one core busy. */
export function boundsOf({ results, beside, memory, restarts }: Measured): readonly Bound[] {
  const all = results.flatMap(ofCase)
  if (beside !== null)
    all.push({
      of: 'beside a stalled viewer: part of the frames a second alone',
      value: beside.beside / beside.alone,
      bound: 0.9,
      least: true,
    })
  if (restarts.length > 0)
    all.push({ of: 'an encoder that was killed is back: longest ms', value: Math.max(...restarts), bound: 1000 })
  // What is made once and kept looks like growth in a short look.
  if (memory !== null && memory.minutes >= 5)
    all.push(
      { of: 'memory of the hub: MB a minute', value: memory.slope.heap, bound: 0.2 },
      { of: 'memory of the encoder: MB a minute', value: memory.encoder.slope, bound: 0.2 },
      { of: 'memory of the page: MB a minute', value: memory.page.slope, bound: 1 },
    )
  return all
}

function ofCase(one: CaseFigures): Bound[] {
  const name = titleOf(one)
  if (!one.of.sharedMemory) return [{ of: `${name}: frames a second`, value: one.fps, bound: 24, least: true }]
  const [p50, p95, capture, fps] = one.of.widthPx === 540 ? [16, 35, 9, 60] : [26, 60, 24, 45]
  return [
    { of: `${name}: touch to changed pixel, median ms`, value: one.taps.beyond.p50, bound: p50 },
    { of: `${name}: touch to changed pixel, p95 ms`, value: one.taps.beyond.p95, bound: p95 },
    { of: `${name}: capture to present, median ms`, value: one.capture.p50, bound: capture },
    { of: `${name}: frames a second`, value: one.fps, bound: fps, least: true },
  ]
}

export const isKept = ({ value, bound, least }: Bound): boolean => (least === true ? value >= bound : value <= bound)

/** A small one with one digit more: its bound is a fraction. */
export const valueOf = ({ value }: Bound): string => (Math.abs(value) < 1 ? value.toFixed(2) : round(value))
