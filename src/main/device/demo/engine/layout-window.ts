// The box of a screen's window: its bar, body, tab bar, floating button and snackbar, in the order they lie.
// Called by layout; the phone's own bars, overlays and toast are not here.
import type { Rect } from '#shared/domain/geometry.ts'
import {
  boxOf,
  factsOf,
  fill,
  fullId,
  icon,
  middle,
  nodeFacts,
  nodeTarget,
  outline,
  rect,
  words,
} from '#main/device/demo/engine/layout-box.ts'
import type { Box, Frame } from '#main/device/demo/engine/layout-box.ts'
import { bodyBox } from '#main/device/demo/engine/layout-containers.ts'
import { buttonBox } from '#main/device/demo/engine/layout-leaf.ts'
import { layText, longestWord, textWidth } from '#main/device/demo/engine/text-measure.ts'
import type { TextBlock } from '#main/device/demo/engine/text-measure.ts'
import { paletteOf } from '#main/device/demo/engine/palette.ts'
import type { PhoneView, ScreenView, ViewNode } from '#main/device/demo/engine/view.ts'

export const pxOf =
  (view: PhoneView) =>
  (dp: number): number =>
    Math.round((dp * view.densityDpi) / 160)

/** Heights of the phone's own bars; a television has none. */
export function systemBars(view: PhoneView): { readonly statusPx: number; readonly navPx: number } {
  const px = pxOf(view)
  return view.surface === 'dpad' ? { statusPx: 0, navPx: 0 } : { statusPx: px(24), navPx: px(48) }
}

/** Bars and tabs grow with large text only so far, as Android's own do. */
const barScaleMost = 1.3

export function frameOf(
  view: PhoneView,
  packageName: string,
  theme: ScreenView['theme'],
  scroll: ScreenView['scroll'] = {},
): Frame {
  const px = pxOf(view)
  const palette = paletteOf(theme.primary, theme.darkPrimary, view.dark)
  return {
    view,
    package: packageName,
    palette,
    ink: palette.ink,
    inkSoft: palette.inkSoft,
    accent: palette.primary,
    scroll,
    cornerPx: { x: 0, y: 0 },
    viewport: rect(0, 0, view.width, view.height),
    bleedPx: 0,
    px,
    sp: sp => Math.max(1, Math.round((sp * view.fontScale * view.densityDpi) / 160)),
    notes: { buttons: 0, bottomPx: 0, maxScroll: {} },
  }
}

export function windowBox(view: PhoneView, screen: ScreenView, frame: Frame): Box {
  const { palette, px } = frame
  const { statusPx, navPx } = systemBars(view)
  const whole = rect(0, 0, view.width, view.height)
  const content = rect(0, statusPx, view.width, view.height - statusPx - navPx)
  const children: Box[] = []
  const bar = screen.bar ? barBox(screen, content.top, frame) : null
  const tabs = screen.tabs === null ? null : tabsBox(screen.tabs.items, content.bottom, frame)
  const viewport: Rect = {
    left: 0,
    right: view.width,
    top: bar?.rect.bottom ?? content.top,
    bottom: Math.max(bar?.rect.bottom ?? content.top, tabs?.rect.top ?? content.bottom),
  }
  const startsWithList = screen.body.find(node => node.at === null && !node.cover)?.kind === 'list'
  const body = bodyBox(
    screen.body,
    { ...frame, viewport, cornerPx: { x: 0, y: viewport.top } },
    startsWithList ? 0 : px(12),
    px(screen.fab === null ? 16 : 88),
  )
  if (bar !== null) children.push(bar)
  children.push(body)
  if (tabs !== null) children.push(tabs)
  const snackbar = view.snackbar === null ? null : snackbarBox(view.snackbar, viewport.bottom, frame)
  if (screen.fab !== null) children.push(fabBox(screen.fab, snackbar?.rect.top ?? viewport.bottom, frame))
  if (snackbar !== null) children.push(snackbar)
  return boxOf('', whole, {
    clips: true,
    shapes: [fill(whole, palette.surface)],
    children,
    element: factsOf(frame, 'android.widget.FrameLayout'),
  })
}

function barBox(screen: ScreenView, y: number, frame: Frame): Box {
  const { px, palette, view } = frame
  const side = px(48)
  const start = screen.up ? px(4) + side + px(4) : px(12)
  const end = px(4) + screen.actions.length * side
  const room = Math.max(px(48), view.width - start - end)
  const block = shrunk(screen.title, 22, 14, room - px(8), 'regular', frame)
  const height = Math.max(px(56), block.heightPx + px(12))
  const place = rect(0, y, view.width, height)
  const box = boxOf('', place, {
    swallows: true,
    shapes: (frame.scroll['body'] ?? 0) > 0 ? [fill(place, palette.container)] : [],
    element: factsOf(frame, 'android.view.ViewGroup'),
  })
  if (screen.up) {
    const up = rect(px(4), y + Math.round((height - side) / 2), side, side)
    box.children.push(
      boxOf('', up, {
        shapes: [icon(middle(up, px(24)), 'back', palette.ink)],
        element: factsOf(frame, 'android.widget.ImageButton', {
          desc: 'Navigate up',
          clickable: true,
          focusable: true,
        }),
        target: { on: 'up' },
      }),
    )
  }
  if (screen.title !== '') {
    const top = y + Math.round((height - block.heightPx) / 2)
    const title = rect(start, top, Math.min(room, block.widthPx + px(8) + 2), block.heightPx)
    box.children.push(
      boxOf('', title, {
        shapes: [words(rect(start + px(4), top, title.right - start - px(8), block.heightPx), block, palette.ink)],
        element: factsOf(frame, 'android.widget.TextView', { text: screen.title }),
      }),
    )
  }
  let left = view.width - end
  for (const action of screen.actions) {
    box.children.push(actionBox(action, rect(left, y + Math.round((height - side) / 2), side, side), frame))
    left += side
  }
  return box
}

/** An icon button of the bar; `size` makes it smaller, as a badly made one is. */
function actionBox(node: ViewNode, slot: Rect, frame: Frame): Box {
  const { px, palette } = frame
  const side = node.size === null ? slot.right - slot.left : px(node.size)
  const place = middle(slot, side)
  const color = node.enabled ? (node.color ?? palette.inkSoft) : palette.inkDisabled
  return boxOf(node.key, place, {
    shapes: [icon(middle(place, Math.min(px(24), side)), node.icon ?? '', color, node.animate)],
    over: node.focused ? [outline(place, palette.ink, px(3), side / 2)] : [],
    element: nodeFacts(frame, node, 'android.widget.ImageButton', { clickable: true, focusable: true }),
    target: nodeTarget(node, place),
  })
}

/** Words that must fit their widest word into a width: smaller text before a broken word. */
function shrunk(
  text: string,
  sizeSp: number,
  leastSp: number,
  widthPx: number,
  weight: 'regular' | 'bold',
  frame: Frame,
): TextBlock {
  const grown = frame.px(sizeSp * Math.min(barScaleMost, frame.view.fontScale))
  const least = frame.px(leastSp)
  const widest = longestWord(text, grown, weight)
  const sizePx = widest <= widthPx ? grown : Math.max(Math.min(least, grown), Math.floor((grown * widthPx) / widest))
  return layText(text, { sizePx, weight, widthPx })
}

function tabsBox(items: readonly ViewNode[], bottom: number, frame: Frame): Box {
  const { px, palette, view } = frame
  const wide = Math.floor(view.width / Math.max(1, items.length))
  const labels = items.map(item =>
    shrunk(labelOf(item), 12, 9, wide - px(8), item.selected ? 'bold' : 'regular', frame),
  )
  const labelPx = Math.max(0, ...labels.map(label => label.heightPx))
  const withIcons = items.some(item => item.icon !== null)
  const height = Math.max(px(64), labelPx + px(withIcons ? 46 : 24))
  const place = rect(0, bottom - height, view.width, height)
  const box = boxOf('', place, {
    swallows: true,
    shapes: [fill(place, palette.container)],
    element: factsOf(frame, 'android.widget.LinearLayout'),
  })
  for (const [index, item] of items.entries()) {
    const label = labels[index]
    if (label === undefined) continue
    const right = index === items.length - 1 ? view.width : (index + 1) * wide
    box.children.push(tabBox(item, { ...place, left: index * wide, right }, label, withIcons, frame))
  }
  return box
}

const labelOf = (item: ViewNode): string => (item.text === '' ? (item.label ?? '') : item.text)

function tabBox(item: ViewNode, place: Rect, label: TextBlock, withIcons: boolean, frame: Frame): Box {
  const { px, palette } = frame
  const wide = place.right - place.left
  const high = place.bottom - place.top
  const ink = !item.enabled ? palette.inkDisabled : (item.color ?? (item.selected ? palette.ink : palette.inkSoft))
  const contentPx = label.heightPx + (withIcons ? px(34) : 0)
  const top = place.top + Math.round((high - contentPx) / 2)
  const pill = rect(place.left + Math.round((wide - px(56)) / 2), top, px(56), px(32))
  const box = boxOf(item.key, place, {
    over: item.focused ? [outline(place, palette.ink, px(3), px(8))] : [],
    element: nodeFacts(frame, item, 'android.widget.FrameLayout', {
      desc: labelOf(item),
      clickable: true,
      focusable: true,
    }),
    target: nodeTarget(item, place),
  })
  if (withIcons) {
    if (item.selected) box.shapes.push(fill(pill, palette.tonal, px(16)))
    box.shapes.push(icon(middle(pill, px(24)), item.icon ?? '', item.selected ? palette.onTonal : ink))
  } else if (item.selected)
    box.shapes.push(fill(rect(place.left + px(12), place.bottom - px(3), wide - px(24), px(3)), palette.primary, px(1)))
  const labelTop = top + contentPx - label.heightPx
  const text = rect(place.left + px(2), labelTop, wide - px(4), label.heightPx)
  box.children.push(
    boxOf('', text, {
      shapes: [words(rect(place.left + px(4), labelTop, wide - px(8), label.heightPx), label, ink, 'center')],
      element: factsOf(frame, 'android.widget.TextView', { text: labelOf(item), selected: item.selected }),
    }),
  )
  return box
}

function fabBox(node: ViewNode, bottom: number, frame: Frame): Box {
  const { px, palette, view } = frame
  const side = px(node.size ?? 56)
  const place = rect(view.width - px(16) - side, bottom - px(16) - side, side, side)
  const shade = { ...place, top: place.top + px(2), bottom: place.bottom + px(3) }
  const ground = node.background ?? palette.primaryContainer
  return boxOf(node.key, place, {
    shapes: [
      fill(shade, 'rgba(0,0,0,0.18)', px(16)),
      fill(place, ground, px(16)),
      icon(
        middle(place, Math.min(px(24), side)),
        node.icon ?? '',
        node.color ?? palette.onPrimaryContainer,
        node.animate,
      ),
    ],
    over: node.focused ? [outline(place, palette.ink, px(3), px(16))] : [],
    element: nodeFacts(frame, node, 'android.widget.ImageButton', { clickable: true, focusable: true }),
    target: nodeTarget(node, place),
  })
}

function snackbarBox(snackbar: NonNullable<PhoneView['snackbar']>, bottom: number, frame: Frame): Box {
  const { px, palette, view } = frame
  const left = px(8)
  const width = view.width - 2 * left
  const inverse: Frame = { ...frame, accent: palette.inversePrimary, ink: palette.onInverse }
  const action = snackbar.action
  const wanted = action === null ? 0 : Math.ceil(textWidth(action.text, frame.sp(14), 'bold')) + px(26)
  const isBeside = wanted <= width * 0.4
  const actionWidth = isBeside ? wanted : Math.min(wanted, width - px(8))
  const room = width - px(24) - (isBeside && wanted > 0 ? actionWidth + px(8) : 0)
  const block = layText(snackbar.text, { sizePx: frame.sp(14), weight: 'regular', widthPx: room - px(8) })
  const button =
    action === null
      ? null
      : buttonBox(action, 0, 0, actionWidth, inverse, 0, { look: 'text', align: 'center', sizeSp: 14, weight: 'bold' })
  const buttonPx = button === null ? 0 : button.rect.bottom
  const textPx = block.heightPx + px(24)
  const height = isBeside ? Math.max(px(48), textPx, buttonPx) : textPx + buttonPx
  const place = rect(left, bottom - px(8) - height, width, height)
  const textTop = isBeside ? place.top + Math.round((height - block.heightPx) / 2) : place.top + px(12)
  const box = boxOf('', place, {
    swallows: true,
    shapes: [fill(place, palette.inverse, px(8))],
    element: factsOf(frame, 'android.widget.FrameLayout'),
  })
  box.children.push(
    boxOf('', rect(left + px(12), textTop, room, block.heightPx), {
      shapes: [words(rect(left + px(16), textTop, room - px(8), block.heightPx), block, palette.onInverse)],
      element: factsOf(frame, 'android.widget.TextView', {
        id: fullId(frame.package, 'snackbar_text'),
        text: snackbar.text,
      }),
    }),
  )
  if (action !== null) {
    const x = place.right - px(4) - actionWidth
    const y = isBeside ? place.top + Math.round((height - buttonPx) / 2) : place.bottom - buttonPx
    const built = buttonBox(action, x, y, actionWidth, inverse, 0, {
      look: 'text',
      align: 'center',
      sizeSp: 14,
      weight: 'bold',
    })
    built.target = { on: 'snackbar_action' }
    if (built.element !== null && action.id === '')
      built.element = { ...built.element, id: fullId(frame.package, 'snackbar_action') }
    box.children.push(built)
  }
  return box
}
