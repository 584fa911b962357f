// Which width a screen asks its stream for: a step, so that small changes of the window ask for nothing new. Pure.
import type { Size } from '#shared/domain/geometry.ts'
import { streamWidths } from '#shared/domain/video.ts'
import type { StreamWidth } from '#shared/domain/video.ts'

const largest: StreamWidth = 1080

/**
 * `widthPx` is that of the picture on the glass. A stream's width is that of the device held upright: of a turned picture it is
 * the other side.
 */
export function askedWidth(upright: Size, widthPx: number, shown: Size | null): StreamWidth {
  const isTurned = shown !== null && shown.width > shown.height !== upright.width > upright.height
  const asked = isTurned ? (widthPx * shown.height) / shown.width : widthPx
  return streamWidths.find(step => step >= asked) ?? largest
}
