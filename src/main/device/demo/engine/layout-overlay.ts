// The box of an overlay: dialog, sheet, menu, and the system's permission, not-responding and crash dialogs.
// Called by layout. An overlay always fits the screen: text gets smaller before anything would be cut.
import { boxOf, factsOf, fill, fullId, rect, words } from '#main/device/demo/engine/layout-box.ts'
import type { Box, Frame } from '#main/device/demo/engine/layout-box.ts'
import { buttonBox } from '#main/device/demo/engine/layout-leaf.ts'
import type { ButtonLook } from '#main/device/demo/engine/layout-leaf.ts'
import { systemBars } from '#main/device/demo/engine/layout-window.ts'
import { layText, textWidth } from '#main/device/demo/engine/text-measure.ts'
import type { OverlayView, PhoneView } from '#main/device/demo/engine/view.ts'

export const scrim = 'rgba(0,0,0,0.5)'

const shrinking = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]

/** The overlay's own window, scrim not included. */
export function overlayBox(view: PhoneView, overlay: OverlayView, frame: Frame): Box {
  const { statusPx, navPx } = systemBars(view)
  const room = view.height - statusPx - navPx
  let box: Box | null = null
  for (const by of shrinking) {
    box = windowOf(view, overlay, { ...frame, sp: sp => Math.max(1, Math.round(frame.sp(sp) * by)) })
    if (box.rect.bottom - box.rect.top <= room) break
  }
  if (box === null) throw new Error('an overlay was not laid out')
  return box
}

/** Two passes: the first at the top for its height, the second where it belongs. */
function windowOf(view: PhoneView, overlay: OverlayView, frame: Frame): Box {
  const first = panelAt(view, overlay, frame, 0)
  const height = first.rect.bottom - first.rect.top
  const { statusPx, navPx } = systemBars(view)
  const bottom = view.height - navPx
  switch (overlay.kind) {
    case 'menu':
      return panelAt(view, overlay, frame, statusPx + frame.px(8))
    case 'sheet':
      return panelAt(view, overlay, frame, bottom - height)
    case 'dialog':
    case 'permission':
    case 'anr':
    case 'crash':
      return panelAt(view, overlay, frame, Math.max(statusPx, statusPx + Math.round((bottom - statusPx - height) / 2)))
  }
}

function panelAt(view: PhoneView, overlay: OverlayView, frame: Frame, y: number): Box {
  const { px, palette } = frame
  const isSheet = overlay.kind === 'sheet'
  const isMenu = overlay.kind === 'menu'
  const isCentred = overlay.kind === 'permission'
  const width = isSheet
    ? Math.min(view.width, px(640))
    : isMenu
      ? menuWidth(view, overlay, frame)
      : Math.min(view.width - 2 * px(28), px(560))
  const x = isMenu ? view.width - px(8) - width : Math.round((view.width - width) / 2)
  const pad = px(isMenu ? 8 : 24)
  const children: Box[] = []
  let top = y + px(isMenu ? 8 : isSheet ? 28 : 24)
  const say = (text: string, sizeSp: number, id: string, isStrong: boolean): void => {
    if (text === '') return
    const padX = isMenu ? px(12) : pad - px(4)
    const room = width - 2 * padX
    const block = layText(text, {
      sizePx: frame.sp(sizeSp),
      weight: isStrong ? 'bold' : 'regular',
      widthPx: room - px(8),
    })
    const place = rect(x + padX, top, room, block.heightPx)
    children.push(
      boxOf('', place, {
        shapes: [
          words(
            rect(place.left + px(4), top, room - px(8), block.heightPx),
            block,
            isStrong ? palette.ink : palette.inkSoft,
            isCentred ? 'center' : 'start',
          ),
        ],
        element: factsOf(frame, 'android.widget.TextView', { id, text }),
      }),
    )
    top = place.bottom + px(isStrong ? 12 : 16)
  }
  say(overlay.title, isMenu ? 14 : 20, titleId(overlay), true)
  say(overlay.text, 15, messageId(overlay), false)
  const buttons = buttonBoxes(overlay, x, top, width, frame)
  children.push(...buttons)
  const bottom = Math.max(top, ...buttons.map(button => button.rect.bottom)) + px(isMenu ? 8 : 16)
  const place = rect(x, y, width, bottom - y)
  return boxOf('', place, {
    swallows: true,
    shapes: [
      fill(place, palette.containerHigh, px(isMenu ? 8 : 24)),
      ...(isSheet
        ? [
            fill({ ...place, top: place.bottom - px(24) }, palette.containerHigh),
            fill(rect(x + Math.round((width - px(32)) / 2), y + px(12), px(32), px(4)), palette.outline, px(2)),
          ]
        : []),
    ],
    children,
    element: factsOf(frame, 'android.widget.FrameLayout'),
  })
}

function menuWidth(view: PhoneView, overlay: OverlayView, frame: Frame): number {
  const { px } = frame
  const widest = Math.max(0, ...overlay.buttons.map(button => textWidth(button.text, frame.sp(16), 'bold')))
  return Math.min(view.width - px(32), Math.max(px(168), Math.ceil(widest) + px(48)))
}

const titleId = (overlay: OverlayView): string =>
  overlay.kind === 'permission'
    ? ''
    : overlay.package === 'android'
      ? 'android:id/alertTitle'
      : fullId(overlay.package, 'alertTitle')

const messageId = (overlay: OverlayView): string =>
  overlay.kind === 'permission' ? fullId(overlay.package, 'permission_message') : 'android:id/message'

function buttonBoxes(overlay: OverlayView, x: number, y: number, width: number, frame: Frame): Box[] {
  const { px } = frame
  const { buttons } = overlay
  if (overlay.kind === 'dialog') {
    const widths = buttons.map(button =>
      Math.max(px(64), Math.ceil(textWidth(button.text, frame.sp(14), 'bold')) + px(26)),
    )
    const sum = widths.reduce((total, one) => total + one, 0) + px(8) * Math.max(0, buttons.length - 1)
    if (buttons.length <= 3 && sum <= width - px(32)) {
      let left = x + width - px(16) - sum
      return buttons.map((button, place) => {
        const wide = widths[place] ?? 0
        const box = buttonBox(button, left, y, wide, frame, 0, {
          look: 'text',
          align: 'center',
          sizeSp: 14,
          weight: 'bold',
        })
        left += wide + px(8)
        return box
      })
    }
  }
  const isMenu = overlay.kind === 'menu'
  const side = px(isMenu ? 0 : overlay.kind === 'sheet' ? 8 : 16)
  const look: ButtonLook =
    overlay.kind === 'permission'
      ? { look: 'tonal', align: 'center', sizeSp: 14, weight: 'bold' }
      : overlay.kind === 'dialog'
        ? { look: 'text', align: 'end', sizeSp: 14, weight: 'bold' }
        : {
            look: 'text',
            align: 'start',
            sizeSp: 16,
            weight: overlay.kind === 'anr' || overlay.kind === 'crash' ? 'bold' : 'regular',
          }
  const ink = overlay.kind === 'menu' || overlay.kind === 'sheet' ? { ...frame, accent: frame.ink } : frame
  let top = y
  return buttons.map(button => {
    const box = buttonBox(button, x + side, top, width - 2 * side, ink, 0, look)
    top = box.rect.bottom + px(overlay.kind === 'permission' ? 8 : 0)
    return box
  })
}
