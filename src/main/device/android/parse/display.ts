// How the screen stands and which screens are built in, out of `dumpsys display`. Forms of Android 10 to 16.
import type { Size } from '#shared/domain/geometry.ts'

export interface DisplayDump {
  /** Surface rotation of the default display; null where the text does not say. */
  readonly rotation: 0 | 1 | 2 | 3 | null
  /** Built-in screens, upright as their panel is, largest first. More than one is a foldable. */
  readonly screens: readonly Size[]
}

export function parseDisplay(text: string): DisplayDump {
  const said =
    /^[ \t]*mCurrentOrientation=([0-3])\b/m.exec(text)?.[1] ??
    /^[ \t]*(?:mBaseDisplayInfo|mOverrideDisplayInfo)=DisplayInfo\{.*?\brotation ([0-3])\b/m.exec(text)?.[1]
  const screens = new Map<string, Size>()
  for (const match of text.matchAll(
    /DisplayDeviceInfo\{"([^"\n]{0,80})": uniqueId="([^"\n]*)", (\d{2,5}) x (\d{2,5})/g,
  )) {
    const [, , id = '', width = '0', height = '0'] = match
    // `local:` is built in or plugged in; the others are drawn by programs.
    if (id.startsWith('local:') && isBuiltIn(text, match.index)) screens.set(id, sizeOf(width, height))
  }
  return {
    rotation: said === undefined ? null : (Number(said) as 0 | 1 | 2 | 3),
    screens: [...screens.values()].sort((a, b) => b.width * b.height - a.width * a.height),
  }
}

const sizeOf = (width: string, height: string): Size => ({ width: Number(width), height: Number(height) })

/** Said later on the same line: `type INTERNAL` (`type BUILT_IN` before Android 11), `touch INTERNAL`. */
function isBuiltIn(text: string, at: number): boolean {
  const end = text.indexOf('\n', at)
  return /\btype (INTERNAL|BUILT_IN)\b/.test(text.slice(at, end < 0 ? undefined : end))
}
