// What the demo phone draws: the same bytes for the same view, its own fonts, and text that can be read.
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import { drawPhone } from '#main/device/demo/engine/draw.ts'
import { hasIcon } from '#main/device/demo/engine/icons.ts'
import {
  dialog,
  formScreen,
  listScreen,
  mediaScreen,
  node,
  phoneView,
  sampleWords,
  screenView,
} from '../../../../../test/builders/phone-views.ts'
import { layoutPhone } from '#main/device/demo/engine/layout.ts'
import { contrast } from '#main/device/demo/engine/palette.ts'
import type { PhoneView } from '#main/device/demo/engine/view.ts'

const { en, de, ar } = sampleWords
const draw = (view: PhoneView, scale = 0.5): Pixels => drawPhone(layoutPhone(view), view, scale)

function colourAt(pixels: Pixels, x: number, y: number): string {
  const at = (y * pixels.width + x) * 4
  return `#${[0, 1, 2].map(channel => (pixels.data[at + channel] ?? 0).toString(16).padStart(2, '0')).join('')}`
}

/** The commonest colour of a place, and the one among the rest that stands out most. */
function groundAndInk(pixels: Pixels, place: Rect): { ground: string; ink: string } {
  const counts = new Map<string, number>()
  for (let y = place.top; y < place.bottom; y += 1)
    for (let x = place.left; x < place.right; x += 1) {
      const colour = colourAt(pixels, x, y)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  const ground = [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '#000000'
  const ink = [...counts]
    .filter(([, count]) => count >= 4)
    .toSorted((a, b) => contrast(b[0], ground) - contrast(a[0], ground))[0]?.[0]
  return { ground, ink: ink ?? ground }
}

describe('pixels', () => {
  it('are as many as the scale says and not see-through', () => {
    const pixels = draw(phoneView({ screen: listScreen(en) }))
    expect([pixels.width, pixels.height, pixels.data.length]).toEqual([540, 1200, 540 * 1200 * 4])
    for (let at = 3; at < pixels.data.length; at += 4004) expect(pixels.data[at]).toBe(255)
  })

  it('are the same for the same view, also after another was drawn', () => {
    const view = phoneView({ screen: mediaScreen(en), phase: 4 })
    const first = draw(view)
    draw(phoneView({ screen: formScreen(de), dark: true, keyboard: true }))
    expect(Buffer.compare(Buffer.from(first.data), Buffer.from(draw(view).data))).toBe(0)
  })

  it('change with the phase only where something moves by itself', () => {
    const same = (view: PhoneView): boolean =>
      Buffer.compare(Buffer.from(draw(view).data), Buffer.from(draw({ ...view, phase: 7 }).data)) === 0
    expect(same(phoneView({ screen: formScreen(en) }))).toBe(true)
    expect(same(phoneView({ screen: screenView({ body: [node('progress', { spinner: true })] }) }))).toBe(false)
    expect(same(phoneView({ screen: screenView({ body: [node('icon', { icon: 'bell', animate: true })] }) }))).toBe(
      false,
    )
    expect(same(phoneView({ screen: screenView({ body: [node('text', { text: 'x', animate: true })] }) }))).toBe(false)
  })

  it('are all black where the screen is secure, and of one colour below the bars where it is blank', () => {
    const secure = draw(phoneView({ screen: listScreen(en), secure: true }))
    expect(new Set([colourAt(secure, 3, 3), colourAt(secure, 270, 600), colourAt(secure, 500, 1190)])).toEqual(
      new Set(['#000000']),
    )
    const blank = draw(phoneView({ screen: listScreen(en), blank: '#fafafa' }))
    expect(new Set([100, 400, 900].map(y => colourAt(blank, 200, y)))).toEqual(new Set(['#fafafa']))
  })

  it('show a fixed text running to the edge of its box, and a wrapped one ending before', () => {
    const ink = (fixed: boolean): boolean => {
      const view = phoneView({ screen: screenView({ body: [node('text', { id: 't', text: en.long, fixed })] }) })
      const pixels = draw(view, 1)
      const place = layoutPhone(view).visibleOf('t')
      if (place === null) throw new Error('not shown')
      const ground = colourAt(pixels, place.left + 1, place.top + 1)
      for (let x = place.right - 4; x < place.right; x += 1)
        for (let y = place.top; y < place.bottom; y += 1) if (colourAt(pixels, x, y) !== ground) return true
      return false
    }
    expect(ink(true)).toBe(true)
    expect(ink(false)).toBe(false)
  })

  it('dim the app under a dialog', () => {
    const plain = draw(phoneView({ screen: listScreen(en) }))
    const dimmed = draw(phoneView({ screen: listScreen(en), overlays: [dialog(en)] }))
    expect(contrast(colourAt(plain, 270, 1000), colourAt(dimmed, 270, 1000))).toBeGreaterThan(2)
  })
})

describe('contrast as drawn', () => {
  const shown: [string, PhoneView][] = [en, de, ar].flatMap(words =>
    [false, true].flatMap(dark =>
      [
        listScreen(words, { fab: null }),
        formScreen(words),
        screenView({ body: [node('card', { background: '#FFE08A', children: [node('text', { text: words.long })] })] }),
      ].map((screen): [string, PhoneView] => [
        `${screen.title}, ${dark ? 'dark' : 'light'}`,
        phoneView({ screen, dark, rtl: words === ar }),
      ]),
    ),
  )

  it.each(shown)('is at least 4.5 for all words: %s', (_, view) => {
    const pixels = draw(view, 1)
    for (const one of layoutPhone(view).tree.nodes) {
      if (one.text === '' || !one.enabled) continue
      const { ground, ink } = groundAndInk(pixels, one.bounds)
      expect([one.text, contrast(ground, ink) >= 4.5]).toEqual([one.text, true])
    }
  })
})

describe('icons', () => {
  const listed =
    'heart heart_filled bin search more plus minus star play pause next previous rewind forward share copy link refresh back close gear bell cart user people filter sort camera mic phone send attach check info map list grid queue timer dumbbell eye lock switch'
  it.each(listed.split(' '))('has a drawing of its own for %s', name => {
    expect(hasIcon(name)).toBe(true)
    const view = phoneView({ screen: screenView({ body: [node('icon', { id: 'i', icon: name, size: 48 })] }) })
    const place = layoutPhone(view).visibleOf('i')
    if (place === null) throw new Error('not shown')
    const half = (edge: number): number => Math.round(edge / 2)
    const { ground, ink } = groundAndInk(draw(view), {
      left: half(place.left),
      top: half(place.top),
      right: half(place.right),
      bottom: half(place.bottom),
    })
    expect(contrast(ground, ink)).toBeGreaterThan(3)
  })

  it('draws a tile with a letter for a name it does not know', () => {
    expect(hasIcon('constructor')).toBe(false)
    expect(() =>
      draw(phoneView({ screen: screenView({ body: [node('icon', { icon: 'constructor' })] }) })),
    ).not.toThrow()
  })
})
