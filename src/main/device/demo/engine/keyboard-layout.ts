// The drawn keyboard: where it lies and its keys. It covers the bottom third of the screen down to the navigation bar.
// Used by layout (it takes taps) and by draw; a key is drawn only, typing does not go through it.
import type { Rect } from '#shared/domain/geometry.ts'
import type { PhoneView } from '#main/device/demo/engine/view.ts'

export interface KeyboardKey {
  readonly rect: Rect
  /** Letter or sign; an icon's name for the grey keys; '' for the space bar. */
  readonly label: string
  readonly icon: boolean
  readonly strong: boolean
}

export function keyboardBounds(view: PhoneView, navTopPx: number): Rect | null {
  if (!view.keyboard) return null
  return { left: 0, top: view.height - Math.round(view.height / 3), right: view.width, bottom: navTopPx }
}

const latin = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const
const arabic = ['ضصثقفغعهخحج', 'شسيبلاتنمكط', 'ئءؤرىةوزظ'] as const

/** Left to right as drawn; the letters follow the language's direction. */
export function keyboardKeys(bounds: Rect, isRightToLeft: boolean): readonly KeyboardKey[] {
  const rows = (isRightToLeft ? arabic : latin).map(row => Array.from(row))
  const width = bounds.right - bounds.left
  const pad = Math.round(width / 120)
  const rowPx = (bounds.bottom - bounds.top - 2 * pad) / 4
  const unit = (width - 2 * pad) / Math.max(...rows.map(row => row.length))
  const keys: KeyboardKey[] = []
  const put = (left: number, row: number, units: number, label: string, icon: boolean, strong: boolean): void => {
    const x = bounds.left + pad + left * unit
    const y = bounds.top + pad + row * rowPx
    const gapX = unit * 0.06
    const gapY = rowPx * 0.09
    keys.push({
      rect: {
        left: Math.round(x + gapX),
        top: Math.round(y + gapY),
        right: Math.round(x + units * unit - gapX),
        bottom: Math.round(y + rowPx - gapY),
      },
      label,
      icon,
      strong,
    })
  }
  const units = (width - 2 * pad) / unit
  for (const [row, letters] of rows.entries()) {
    const start = (units - letters.length) / 2
    for (const [place, letter] of letters.entries()) put(start + place, row, 1, letter, false, false)
    if (row === 2) {
      put(0, row, start - 0.1, 'shift', true, true)
      put(units - start + 0.1, row, start - 0.1, 'backspace', true, true)
    }
  }
  put(0, 3, 1.4, '?123', false, true)
  put(1.5, 3, 1, ',', false, false)
  put(2.6, 3, units - 5.2, '', false, false)
  put(units - 2.5, 3, 1, '.', false, false)
  put(units - 1.4, 3, 1.4, 'enter', true, true)
  return keys
}
