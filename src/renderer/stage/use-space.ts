// How large something on the page is, kept up to date.
import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { Size } from '#shared/domain/geometry.ts'

/** The content box in CSS pixels; null before it was measured. */
export function useSpace(of: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = of.current
    if (element === null) return
    const style = getComputedStyle(element)
    const inner = {
      width: element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
      height: element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
    }
    setSize(inner)
    const observer = new ResizeObserver(entries => {
      const box = entries.at(-1)?.contentRect
      if (box !== undefined)
        setSize(now =>
          now !== null && Math.abs(now.width - box.width) < 1 && Math.abs(now.height - box.height) < 1
            ? now
            : { width: box.width, height: box.height },
        )
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return size
}

/** The window's own height and the monitor's pixels for one CSS pixel. */
export function useWindow(): { readonly height: number; readonly pixelRatio: number } {
  const [now, setNow] = useState(() => ({ height: innerHeight, pixelRatio: devicePixelRatio }))
  useLayoutEffect(() => {
    const onResize = (): void => setNow({ height: innerHeight, pixelRatio: devicePixelRatio })
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  return now
}
