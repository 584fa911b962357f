// What the latency badge says, short and whole. Pure.
import type { Streaming } from '#shared/protocol/methods/video.ts'
import type { Figures } from '#renderer/stage/figures.ts'

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** Their pictures carry no time of their own: they are stamped when they arrive at the hub. */
const stampedHere: readonly Streaming['path'][] = ['scrcpy', 'screenrecord']

/** "8.2 ms · shared memory"; the way alone before anything was measured. */
export function shortWords(figures: Figures | null, way: Pick<Streaming, 'path'>): string {
  const path = way.path ?? ''
  if (figures === null || figures.p50Ms === null || path === 'stills') return path
  return `${ms(figures.p50Ms)}${stampedHere.includes(way.path) ? ' after arrival' : ''} · ${path}`
}

export interface Fact {
  readonly of: string
  readonly is: string
}

/** All that is known of how the picture comes, line by line. */
export function factsOf(figures: Figures | null, way: Streaming): readonly Fact[] {
  const facts: Fact[] = []
  const isStampedHere = stampedHere.includes(way.path)
  if (figures !== null && figures.p50Ms !== null && figures.p95Ms !== null) {
    facts.push({
      of: isStampedHere ? 'Arrival here to glass' : 'Capture to glass',
      is: `${ms(figures.p50Ms)} in the middle (p50), ${ms(figures.p95Ms)} for one in twenty (p95)`,
    })
    if (isStampedHere) facts.push({ of: 'Before that', is: 'not known: the phone does not say when it took a picture' })
  }
  if (figures !== null)
    facts.push(
      { of: 'Pictures', is: `${figures.shown} shown, ${figures.dropped} left out` },
      { of: 'Rate', is: `${figures.fps} a second now` },
    )
  const size = way.size === null ? '' : ` at ${way.size.width}x${way.size.height}`
  facts.push({ of: 'Way', is: `${way.path ?? 'none yet'}${size}` })
  facts.push({ of: 'Encoder', is: way.encoder ?? 'none: the pictures come whole' })
  if (way.stalls > 0) facts.push({ of: 'Encoder started again', is: way.stalls === 1 ? 'once' : `${way.stalls} times` })
  const hint = [way.words, way.hint].filter(words => words !== null)
  if (hint.length > 0) facts.push({ of: 'To know', is: hint.join(' ') })
  return facts
}
