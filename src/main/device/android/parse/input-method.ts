// Whether the on-screen keyboard is up, out of `dumpsys input_method` or the InputMethod window of `dumpsys window windows`.
import type { Keyboard } from '#shared/domain/device.ts'
import type { Rect } from '#shared/domain/geometry.ts'

/**
 * `mInputShown` decides; mIsInputViewShown lags and is not read. The InputMethod window exists while hidden, so it counts
 * only with a surface on the screen. The last word of the text wins (dumps repeat the state). Source: facts/android.md 4.5.
 */
export function parseInputMethod(text: string): Keyboard {
  const said = [...text.matchAll(/\bmInputShown=(true|false)/g)].at(-1)?.[1]
  const window = imeWindow(text)
  const drawn = window === null ? null : isDrawn(window)
  const shown = said === undefined ? drawn === true : said === 'true' && drawn !== false
  return { shown, bounds: shown ? boundsOf(window ?? text) : null }
}

function imeWindow(text: string): string | null {
  const at = text.search(/Window #\d+ Window\{\w+ u\d+ InputMethod\}/)
  if (at < 0) return null
  const next = text.slice(at + 8).search(/\n\s*Window #\d+ /)
  return next < 0 ? text.slice(at) : text.slice(at, at + 8 + next)
}

function isDrawn(window: string): boolean | null {
  if (/mHasSurface=false|isOnScreen=false|isVisible=false|mDrawState=NO_SURFACE/.test(window)) return false
  return /mHasSurface=true|isOnScreen=true|isVisible=true/.test(window) ? true : null
}

function boundsOf(text: string): Rect | null {
  const match = /touchable ?[rR]egion=SkRegion\(\((\d+),(\d+),(\d+),(\d+)\)/.exec(text)
  if (match === null) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1).map(Number)
  return right > left && bottom > top ? { left, top, right, bottom } : null
}
