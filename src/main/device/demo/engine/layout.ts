// Lays out what the demo phone shows: where everything is, the element tree a dump would give, and what taps meet.
// Used by the phone's runtime and by draw. Equal views give equal layouts; nothing is drawn here.
import { containsPoint } from '#shared/domain/geometry.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import { keyboardBounds } from '#main/device/demo/engine/keyboard-layout.ts'
import { rect } from '#main/device/demo/engine/layout-box.ts'
import type { Box } from '#main/device/demo/engine/layout-box.ts'
import { findBox, hitIn, scrollIn } from '#main/device/demo/engine/layout-hit.ts'
import { overlayBox } from '#main/device/demo/engine/layout-overlay.ts'
import { settle } from '#main/device/demo/engine/layout-settle.ts'
import { emptyTree, treeOf } from '#main/device/demo/engine/layout-tree.ts'
import { frameOf, systemBars, windowBox } from '#main/device/demo/engine/layout-window.ts'
import type { Hit, PhoneView } from '#main/device/demo/engine/view.ts'

export interface Laid {
  readonly tree: ElementTree
  /** The app's window; null when the phone shows none (splash, blank, nothing). */
  readonly window: Box | null
  /** Bottom first, one for each overlay of the view. */
  readonly overlays: readonly Box[]
  readonly keyboardBounds: Rect | null
  /** How far each scroll can go, dp, by key ('body' is the screen's own). */
  readonly maxScroll: Readonly<Record<string, number>>
  hit(x: number, y: number): Hit
  /** Innermost scroll at this place that can scroll; offset and max in dp. */
  scrollAt(x: number, y: number): { readonly key: string; readonly offset: number; readonly max: number } | null
  /** The whole rect of a node, also where it reaches out of the screen or its scroll; null for an unknown key. */
  boundsOf(key: string): Rect | null
  /** The part of it that can be seen; null when none can. */
  visibleOf(key: string): Rect | null
}

const systemTheme = { primary: '#3B5BA9', darkPrimary: null } as const

export function layoutPhone(view: PhoneView): Laid {
  const whole = rect(0, 0, view.width, view.height)
  const { navPx } = systemBars(view)
  const navTop = view.height - navPx
  const screen = view.splash === null && view.blank === null ? view.screen : null
  const frame = screen === null ? null : frameOf(view, screen.package, screen.theme, screen.scroll)
  const window = screen === null || frame === null ? null : windowBox(view, screen, frame)
  if (window !== null) settle(window, whole, view.rtl)
  const overlays = view.overlays.map(overlay => {
    const isApps = overlay.kind === 'dialog' || overlay.kind === 'sheet' || overlay.kind === 'menu'
    const theme = isApps && view.screen !== null ? view.screen.theme : systemTheme
    const box = overlayBox(view, overlay, frameOf(view, overlay.package, theme))
    settle(box, whole, view.rtl)
    return box
  })
  const keyboard = keyboardBounds(view, navTop)
  const active = overlays.at(-1) ?? window
  const find = (key: string): Box | null => {
    for (const box of [...overlays.toReversed(), ...(window === null ? [] : [window])]) {
      const found = findBox(box, key)
      if (found !== null) return found
    }
    return null
  }
  const rotation = view.surface !== 'dpad' && view.width > view.height ? 1 : 0
  const dp = (px: number): number => (px * 160) / view.densityDpi
  return {
    tree: active === null ? emptyTree(rotation) : treeOf(active, rotation),
    window,
    overlays,
    keyboardBounds: keyboard,
    maxScroll: frame?.notes.maxScroll ?? {},
    hit(x, y) {
      if (navPx > 0 && y >= navTop) return { on: 'nav', button: navButtonAt(x, view) }
      if (keyboard !== null && containsPoint(keyboard, x, y)) return { on: 'keyboard' }
      const top = overlays.at(-1)
      if (top !== undefined) return hitIn(top, x, y, view.rtl) ?? { on: 'outside' }
      return (window === null ? null : hitIn(window, x, y, view.rtl)) ?? { on: 'nothing' }
    },
    scrollAt(x, y) {
      if (overlays.length > 0 || window === null || y >= navTop) return null
      if (keyboard !== null && containsPoint(keyboard, x, y)) return null
      const found = scrollIn(window, x, y)
      return found === null ? null : { key: found.key, offset: dp(found.offsetPx), max: dp(found.maxPx) }
    },
    boundsOf: key => find(key)?.rect ?? null,
    visibleOf(key) {
      const visible = find(key)?.visible
      return visible === undefined || visible.right <= visible.left || visible.bottom <= visible.top ? null : visible
    },
  }
}

/** Back first in reading direction, then Home, then Recents: a third of the bar each. */
function navButtonAt(x: number, view: PhoneView): 'back' | 'home' | 'recents' {
  const third = Math.min(2, Math.max(0, Math.floor((x * 3) / view.width)))
  const place = view.rtl ? 2 - third : third
  return place === 0 ? 'back' : place === 1 ? 'home' : 'recents'
}
