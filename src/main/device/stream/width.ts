// Which width a device's picture is encoded at: the largest that anybody asks for, in steps, changed at most once in two
// seconds. Pure; fan-out.ts keeps the time.
import { streamWidths, type StreamWidth } from '#shared/domain/video.ts'

const largest: StreamWidth = 1080
export const widthEveryMs = 2000

/** The smallest step that is no smaller than what is on the glass. */
export const stepOf = (widthPx: number): StreamWidth => streamWidths.find(step => step >= widthPx) ?? largest

/** Null when nobody asks for anything. */
export function wantedWidth(asked: readonly number[]): StreamWidth | null {
  return asked.length === 0 ? null : stepOf(Math.max(...asked))
}

/** ms until the change may be made; 0 is now. */
export const waitForWidth = (nowMs: number, changedMs: number): number => Math.max(0, changedMs + widthEveryMs - nowMs)
