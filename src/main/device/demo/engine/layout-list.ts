// Boxes of a list and its rows. Called by layout-containers, which gives a list with a height of its own its scroll.
import {
  boxOf,
  factsOf,
  fill,
  heightOf,
  icon,
  middle,
  nodeFacts,
  nodeTarget,
  rect,
  takesTaps,
  words,
} from '#main/device/demo/engine/layout-box.ts'
import type { Box, Frame } from '#main/device/demo/engine/layout-box.ts'
import { onColour } from '#main/device/demo/engine/palette.ts'
import { layText } from '#main/device/demo/engine/text-measure.ts'
import type { TextBlock } from '#main/device/demo/engine/text-measure.ts'
import type { ViewNode } from '#main/device/demo/engine/view.ts'

export function listRowBox(node: ViewNode, x: number, y: number, width: number, frame: Frame, isLast: boolean): Box {
  const { px, palette } = frame
  const side = px(frame.bleedPx > 0 || width > px(320) ? 16 : 12)
  const lead = node.image !== null ? px(40) : node.icon !== null ? px(24) : 0
  const textLeft = x + side + (lead > 0 ? lead + px(16) : 0) - px(4)
  const room = Math.max(px(32), x + width - side + px(4) - textLeft)
  const ask = { widthPx: room - px(8), lines: node.lines, fixed: node.fixed }
  const main = layText(node.text, { ...ask, sizePx: frame.sp(16), weight: 'regular' })
  const detail = node.detail === '' ? null : layText(node.detail, { ...ask, sizePx: frame.sp(14), weight: 'regular' })
  const textPx = main.heightPx + (detail?.heightPx ?? 0)
  const asked = node.size === null ? 0 : px(node.size)
  const height = heightOf(node, Math.max(textPx, lead) + (asked > 0 ? 0 : px(16)), px(56), asked)
  const place = rect(x, y, width, height)
  const ground = node.background ?? (node.selected ? palette.tonal : null)
  const ink = node.background === null ? frame.ink : onColour(node.background)
  const box = boxOf(node.key, place, {
    shapes: ground === null ? [] : [fill(place, ground)],
    element: nodeFacts(frame, node, 'android.view.ViewGroup'),
    target: takesTaps(node) ? nodeTarget(node, place) : null,
  })
  const leading = middle(rect(x + side, y, lead, height), lead)
  if (node.image !== null) {
    const picture = boxOf('', leading, { element: factsOf(frame, 'android.widget.ImageView') })
    picture.shapes.push({ draw: 'picture', rect: leading, subject: 'image', seed: node.image, radiusPx: px(12) })
    box.children.push(picture)
  } else if (node.icon !== null) {
    const glyph = boxOf('', leading, { element: factsOf(frame, 'android.widget.ImageView') })
    glyph.shapes.push(icon(leading, node.icon, node.enabled ? ink : palette.inkDisabled))
    box.children.push(glyph)
  }
  const top = y + Math.round((height - textPx) / 2)
  const line = (block: TextBlock, said: string, at: number, color: string): Box =>
    boxOf('', rect(textLeft, at, room, block.heightPx), {
      shapes: [
        words(
          rect(textLeft + px(4), at, room - px(8), block.heightPx),
          block,
          color,
          node.align ?? 'start',
          node.fixed,
        ),
      ],
      element: factsOf(frame, 'android.widget.TextView', { text: said, enabled: node.enabled }),
    })
  box.children.push(line(main, node.text, top, node.enabled ? (node.color ?? ink) : palette.inkDisabled))
  const soft = node.background === null ? frame.inkSoft : ink
  if (detail !== null)
    box.children.push(line(detail, node.detail, top + main.heightPx, node.enabled ? soft : palette.inkDisabled))
  if (!isLast) {
    const thin = Math.max(1, px(1))
    box.over.push(
      fill(rect(textLeft + px(4), place.bottom - thin, x + width - side - textLeft - px(4), thin), palette.outlineSoft),
    )
  }
  return box
}

/** The words of a list without rows. */
export function emptyListBox(node: ViewNode, x: number, y: number, width: number, frame: Frame): Box {
  const { px } = frame
  const room = width - 2 * px(24)
  const block = layText(node.text, { sizePx: frame.sp(16), weight: 'regular', widthPx: room - px(8) })
  const height = block.heightPx + 2 * px(24)
  const place = rect(x + px(24), y + px(24), room, block.heightPx)
  const box = boxOf('', rect(x, y, width, height))
  box.children.push(
    boxOf('', place, {
      shapes: [
        words(rect(place.left + px(4), place.top, room - px(8), block.heightPx), block, frame.inkSoft, 'center'),
      ],
      element: factsOf(frame, 'android.widget.TextView', { text: node.text }),
    }),
  )
  return box
}
