// What the phone itself draws around an app: status bar, navigation bar, keyboard, toast, splash. Used by draw.
import type { Rect } from '#shared/domain/geometry.ts'
import { keyboardKeys } from '#main/device/demo/engine/keyboard-layout.ts'
import { fill, icon, middle, rect, words } from '#main/device/demo/engine/layout-box.ts'
import type { Shape } from '#main/device/demo/engine/layout-box.ts'
import { pxOf, systemBars } from '#main/device/demo/engine/layout-window.ts'
import { onColour } from '#main/device/demo/engine/palette.ts'
import type { Palette } from '#main/device/demo/engine/palette.ts'
import { layText, textWidth } from '#main/device/demo/engine/text-measure.ts'
import type { PhoneView } from '#main/device/demo/engine/view.ts'

/** Mirrors a left-to-right place on a screen that reads from the right. */
const turned = (place: Rect, view: PhoneView): Rect =>
  view.rtl ? { ...place, left: view.width - place.right, right: view.width - place.left } : place

export function statusBar(view: PhoneView, ink: string): Shape[] {
  const { statusPx } = systemBars(view)
  if (statusPx === 0) return []
  const px = pxOf(view)
  const clock = layText(view.time, { sizePx: px(13), weight: 'bold', widthPx: px(120) })
  const top = Math.round((statusPx - clock.heightPx) / 2)
  const glyph = (place: number, name: string): Shape =>
    icon(
      turned(
        rect(view.width - px(16 + 20 * place) - px(16), Math.round((statusPx - px(16)) / 2), px(16), px(16)),
        view,
      ),
      name,
      ink,
    )
  return [
    words(turned(rect(px(16), top, px(120), clock.heightPx), view), clock, ink),
    glyph(0, 'battery'),
    glyph(1, view.offline ? 'wifi_off' : 'wifi'),
  ]
}

export function navigationBar(view: PhoneView, ground: string): Shape[] {
  const { navPx } = systemBars(view)
  if (navPx === 0) return []
  const px = pxOf(view)
  const place = rect(0, view.height - navPx, view.width, navPx)
  const ink = onColour(ground)
  const third = view.width / 3
  const at = (index: number, name: string): Shape =>
    icon(turned(middle(rect(Math.round(index * third), place.top, Math.round(third), navPx), px(20)), view), name, ink)
  return [fill(place, ground), at(0, 'nav_back'), at(1, 'nav_home'), at(2, 'nav_recents')]
}

export function keyboardShapes(view: PhoneView, bounds: Rect, palette: Palette): Shape[] {
  const px = pxOf(view)
  const shapes: Shape[] = [fill(bounds, palette.containerHigh)]
  for (const key of keyboardKeys(bounds, view.rtl)) {
    const height = key.rect.bottom - key.rect.top
    shapes.push(fill(key.rect, key.strong ? palette.tonal : palette.surface, px(6)))
    if (key.icon)
      shapes.push(icon(middle(key.rect, Math.min(px(20), Math.round(height * 0.7))), key.label, palette.onTonal))
    else if (key.label !== '') {
      const sizePx = Math.round(Math.min(height * 0.48, px(key.label.length > 1 ? 14 : 20)))
      const block = layText(key.label, { sizePx, weight: 'regular', widthPx: 10_000, fixed: true })
      const top = key.rect.top + Math.round((height - block.heightPx) / 2)
      shapes.push(words({ ...key.rect, top, bottom: top + block.heightPx }, block, palette.ink, 'center'))
    }
  }
  return shapes
}

/** Lies above everything, also above the keyboard. */
export function toastShapes(view: PhoneView, text: string, bottom: number, palette: Palette): Shape[] {
  const px = pxOf(view)
  const sizePx = px(14 * Math.min(1.5, view.fontScale))
  const most = view.width - px(96)
  const block = layText(text, { sizePx, weight: 'regular', widthPx: most })
  const width = Math.min(most, Math.ceil(Math.min(most, textWidth(text, sizePx, 'regular')))) + px(40)
  const height = block.heightPx + px(20)
  const place = rect(Math.round((view.width - width) / 2), bottom - px(24) - height, width, height)
  return [
    fill(place, palette.inverse, px(22)),
    words(
      rect(place.left + px(12), place.top + px(10), width - px(24), block.heightPx),
      block,
      palette.onInverse,
      'center',
    ),
  ]
}

export function splashShapes(view: PhoneView, splash: NonNullable<PhoneView['splash']>): Shape[] {
  const px = pxOf(view)
  const whole = rect(0, 0, view.width, view.height)
  const ink = onColour(splash.color)
  const tile = middle({ ...whole, bottom: view.height - px(96) }, px(96))
  const letter = layText(splash.label.slice(0, 1).toUpperCase(), { sizePx: px(48), weight: 'bold', widthPx: px(96) })
  const name = layText(splash.label, { sizePx: px(22), weight: 'bold', widthPx: view.width - px(48) })
  const letterTop = tile.top + Math.round((px(96) - letter.heightPx) / 2)
  return [
    fill(whole, splash.color),
    fill(tile, ink, px(28)),
    words({ ...tile, top: letterTop, bottom: letterTop + letter.heightPx }, letter, splash.color, 'center'),
    words(rect(px(24), tile.bottom + px(20), view.width - px(48), name.heightPx), name, ink, 'center'),
  ]
}
