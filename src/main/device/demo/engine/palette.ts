// The demo phone's colours: light and dark tonal sets derived from an app's primary colour, and contrast arithmetic.
// Every pair of text and ground here keeps a contrast of 4.5; used by layout, which gives each shape its colour.

export interface Palette {
  readonly surface: string
  /** Cards, tab bar, keyboard. */
  readonly container: string
  readonly containerHigh: string
  readonly ink: string
  readonly inkSoft: string
  readonly inkDisabled: string
  readonly outline: string
  readonly outlineSoft: string
  readonly primary: string
  readonly onPrimary: string
  readonly primaryContainer: string
  readonly onPrimaryContainer: string
  readonly tonal: string
  readonly onTonal: string
  readonly disabled: string
  readonly inverse: string
  readonly onInverse: string
  readonly inversePrimary: string
}

interface Lch {
  readonly l: number
  readonly c: number
  readonly h: number
}

const cache = new Map<string, Palette>()

export function paletteOf(primary: string, darkPrimary: string | null, dark: boolean): Palette {
  const key = `${primary}|${darkPrimary ?? ''}|${dark}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = dark ? darkPalette(primary, darkPrimary) : lightPalette(primary)
  if (cache.size > 200) cache.clear()
  cache.set(key, made)
  return made
}

function lightPalette(given: string): Palette {
  const seed = lchOf(given)
  const tone = toneOf(seed)
  const containerHigh = tone(0.92, 0.018)
  const primary = shifted(seed, -0.01, hex => contrast(hex, '#ffffff') >= 4.6 && contrast(hex, containerHigh) >= 4.6)
  return {
    surface: tone(0.985, 0.005),
    container: tone(0.955, 0.014),
    containerHigh,
    ink: tone(0.22, 0.012),
    inkSoft: tone(0.4, 0.016),
    inkDisabled: tone(0.66, 0.01),
    outline: tone(0.55, 0.014),
    outlineSoft: tone(0.86, 0.012),
    primary,
    onPrimary: '#ffffff',
    primaryContainer: tone(0.9, 0.07),
    onPrimaryContainer: tone(0.3, 0.09),
    tonal: tone(0.91, 0.036),
    onTonal: tone(0.27, 0.04),
    disabled: tone(0.9, 0.006),
    inverse: tone(0.31, 0.01),
    onInverse: tone(0.96, 0.006),
    inversePrimary: tone(0.85, 0.1),
  }
}

function darkPalette(given: string, darkGiven: string | null): Palette {
  const seed = lchOf(darkGiven ?? given)
  const tone = toneOf(seed)
  const containerHigh = tone(0.29, 0.014)
  const start = darkGiven === null ? { ...seed, l: 0.82, c: Math.min(seed.c, 0.12) } : seed
  const primary = shifted(start, 0.01, hex => contrast(hex, containerHigh) >= 4.6)
  return {
    surface: tone(0.19, 0.008),
    container: tone(0.24, 0.012),
    containerHigh,
    ink: tone(0.92, 0.006),
    inkSoft: tone(0.82, 0.01),
    inkDisabled: tone(0.52, 0.008),
    outline: tone(0.62, 0.012),
    outlineSoft: tone(0.37, 0.012),
    primary,
    onPrimary: onColour(primary),
    primaryContainer: tone(0.38, 0.08),
    onPrimaryContainer: tone(0.93, 0.05),
    tonal: tone(0.36, 0.03),
    onTonal: tone(0.93, 0.02),
    disabled: tone(0.3, 0.006),
    inverse: tone(0.92, 0.006),
    onInverse: tone(0.25, 0.01),
    inversePrimary: tone(0.42, 0.1),
  }
}

const toneOf =
  (seed: Lch) =>
  (l: number, chroma: number): string =>
    hexOf({ l, c: Math.min(seed.c, chroma), h: seed.h })

/** Moves the lightness until the colour passes; the ends (black, white) always do for the grounds used here. */
function shifted(from: Lch, by: number, passes: (hex: string) => boolean): string {
  for (let l = from.l; l >= 0 && l <= 1; l += by) {
    const hex = hexOf({ ...from, l })
    if (passes(hex)) return hex
  }
  return by < 0 ? '#000000' : '#ffffff'
}

/** Near black or white, whichever reads better on this ground. */
export const onColour = (ground: string): string =>
  contrast('#1a1a1a', ground) >= contrast('#ffffff', ground) ? '#1a1a1a' : '#ffffff'

export function contrast(one: string, other: string): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(linear) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1, 7), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const gamma = (part: number): number => {
  const held = Math.min(1, Math.max(0, part))
  return Math.round(255 * (held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055))
}

function lchOf(hex: string): Lch {
  const [r, g, b] = channels(hex).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, c), h: Math.atan2(c, a) }
}

function hexOf(colour: Lch): string {
  const a = colour.c * Math.cos(colour.h)
  const b = colour.c * Math.sin(colour.h)
  const l = (colour.l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (colour.l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (colour.l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${parts.map(part => gamma(part).toString(16).padStart(2, '0')).join('')}`
}

/** A colour by hue in degrees, for drawn pictures. */
export const hueColour = (degrees: number, l: number, c: number): string =>
  hexOf({ l, c, h: (degrees * Math.PI) / 180 })
