// What the latency badge says, short and whole. Pure.
import type { Streaming } from '#shared/protocol/methods/video.ts'
import type { Figures } from '#renderer/stage/figures.ts'

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** "8.2 ms · shared memory"; the way alone before anything was measured. */
export function shortWords(figures: Figures | null, way: Pick<Streaming, 'path'>): string {
  const path = way.path ?? ''
  if (figures === null || figures.p50Ms === null || path === 'stills') return path
  return `${ms(figures.p50Ms)} · ${path}`
}

export function longWords(figures: Figures | null, way: Streaming): string {
  const lines: string[] = []
  if (figures !== null && figures.p50Ms !== null && figures.p95Ms !== null)
    lines.push(`Capture to glass: ${ms(figures.p50Ms)} in the middle, ${ms(figures.p95Ms)} for one in twenty.`)
  if (figures !== null) lines.push(`${figures.fps} a second now; ${figures.shown} shown, ${figures.dropped} left out.`)
  const by = way.encoder === null ? '' : `, encoded by ${way.encoder}`
  const size = way.size === null ? '' : ` at ${way.size.width}x${way.size.height}`
  lines.push(`By ${way.path ?? 'no way yet'}${by}${size}.`)
  if (way.stalls > 0) lines.push(`The encoder was started again ${way.stalls === 1 ? 'once' : `${way.stalls} times`}.`)
  if (way.words !== null) lines.push(way.words)
  if (way.hint !== null) lines.push(way.hint)
  return lines.join('\n')
}
