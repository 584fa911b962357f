// How a tile is arranged: the bar beside the frame in one column, in two where the frame is short, or as a row below; and
// how large the frame then is. Pure; CSS pixels unless a name says otherwise.
import type { Size } from '#shared/domain/geometry.ts'
import { scaleOf } from '#renderer/stage/geometry.ts'
import type { Fit } from '#renderer/stage/geometry.ts'

export type BarLayout = 'column' | 'two' | 'row'

export interface Arranged {
  readonly bar: BarLayout
  /** CSS pixels a pixel of the device takes. */
  readonly scale: number
}

export const toolPx = 44
const gapPx = 16
const barEdgePx = 10
const groupsPx = 27
const rowPx = toolPx + barEdgePx + 12
const narrowPx = 480
const narrowScreenPx = 280
const remotePx = 140 + gapPx

export function arrange(asked: {
  /** The place for frame and bar together. */
  readonly space: Size
  /** The whole stage's width: under 480 the bar is a row. */
  readonly stageWidth: number
  /** The frame and its screen as turned, device pixels. */
  readonly whole: Size
  readonly screen: Size
  readonly tools: number
  readonly hasRemote: boolean
  readonly fit: Fit
  readonly pixelRatio: number
  readonly densityDpi: number
}): Arranged {
  const { space, whole, screen, tools, fit } = asked
  const sized = (beside: number, below: number): number =>
    scaleOf(
      fit,
      whole,
      { width: Math.max(80, space.width - beside), height: Math.max(80, space.height - below) },
      asked,
    )
  const columnPx = toolPx + barEdgePx + gapPx
  const remote = asked.hasRemote ? remotePx : 0
  const row: Arranged = { bar: 'row', scale: sized(0, rowPx + (asked.hasRemote ? 2 * rowPx : 0)) }
  if (asked.stageWidth < narrowPx) return row
  const column: Arranged = { bar: 'column', scale: sized(columnPx + remote, 0) }
  const isShort = whole.height * column.scale < tools * toolPx + groupsPx + barEdgePx
  const beside: Arranged = isShort ? { bar: 'two', scale: sized(columnPx + toolPx + remote, 0) } : column
  const isNarrow =
    screen.width * beside.scale < narrowScreenPx && screen.width * row.scale > screen.width * beside.scale + 4
  // Beside it a short frame has room for two columns; below it the row would only shrink it.
  return fit === 'fit' && isNarrow ? row : beside
}
