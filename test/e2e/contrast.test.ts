// The colours of the window as they are written down: every pair that is put together has the contrast it needs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'renderer', 'ui', 'tokens.css'), 'utf8')

type Theme = 'light' | 'dark'
const colours = new Map(
  [...css.matchAll(/--(?<name>[a-z-]+): light-dark\((?<light>#[0-9a-f]{6}), (?<dark>#[0-9a-f]{6})\);/gu)].map(match => [
    match.groups?.['name'] ?? '',
    { light: match.groups?.['light'] ?? '', dark: match.groups?.['dark'] ?? '' },
  ]),
)

function colour(name: string, theme: Theme): string {
  const pair = colours.get(name)
  if (pair === undefined) throw new Error(`there is no colour --${name}`)
  return pair[theme]
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG 2 counts it: 1 to 21. */
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const planes = ['ground', 'surface', 'raised', 'well', 'chosen']
const textPairs: readonly (readonly [string, string])[] = [
  ...planes.flatMap(plane => [['text', plane] as const, ['quiet', plane] as const]),
  ...['ground', 'surface', 'raised', 'chosen'].flatMap(plane =>
    ['high', 'medium', 'low', 'good', 'night'].map(name => [name, plane] as const),
  ),
  ...['person', 'agent'].map(name => [name, 'surface'] as const),
  ['person', 'ground'],
  ['on-night', 'night'],
  ['high', 'high-tint'],
  ['text', 'high-tint'],
  ['quiet', 'high-tint'],
  ['medium', 'night-tint'],
  ['text', 'night-tint'],
  ['quiet', 'night-tint'],
  ['good', 'good-tint'],
  ['text', 'good-tint'],
  ['text', 'pill'],
  ['quiet', 'pill'],
  ['code-key', 'well'],
  ['code-text', 'well'],
]
const shapePairs: readonly (readonly [string, string])[] = [
  ['edge', 'surface'],
  ['edge', 'raised'],
  ['node', 'surface'],
  ['night-soft', 'surface'],
  ['night', 'ground'],
]

describe.each(['light', 'dark'] as const)('the %s theme', theme => {
  it.each(textPairs)('lets --%s be read on --%s', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapePairs)('lets the shape --%s be seen on --%s', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3)
  })
})

describe('the sheets', () => {
  it('write no colour of the window outside of the tokens', () => {
    const folder = join(import.meta.dirname, '..', '..', 'src', 'renderer')
    const sheets = ['shell/shell.css', 'stage/stage.css', 'nights/nights.css', 'inbox/inbox.css']
    const found = sheets.flatMap(sheet =>
      [...readFileSync(join(folder, sheet), 'utf8').matchAll(/(?<!light-dark\([^)]*)(?<=[\s(])#[0-9a-f]{6}\b/gu)].map(
        match => `${sheet} ${match[0]}`,
      ),
    )
    expect(found).toEqual([])
  })
})
