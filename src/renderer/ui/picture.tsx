// A picture of a screen with what matters drawn on it: the touch, or the place of the fault. Marks keep their size.
import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { useHub } from '#renderer/use-hub.ts'

interface Place {
  readonly x: number
  readonly y: number
}
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function Picture(props: {
  readonly url: string | null
  readonly words: string
  /** Width by height of the picture. */
  readonly ratio?: number | null
  readonly touch?: Place | null
  readonly by?: 'night' | 'person'
  readonly mark?: Box | null
  /** Shows only the part round the touch, at this width by height. */
  readonly cropRatio?: number
  /** It may be far down the page: fetched when it comes near. */
  readonly isAway?: boolean
}): ReactNode {
  const { url, words, ratio = null, touch = null, by = 'night', mark = null, cropRatio, isAway = false } = props
  const hub = useHub()
  const [size, setSize] = useState<{ readonly url: string; readonly ratio: number } | null>(null)
  const isHere = size?.url === url
  const [gone, setGone] = useState<string | null>(null)
  const full = ratio ?? (isHere ? size.ratio : null) ?? 0.45
  const shown = cropRatio ?? full
  const crop = cropOf(full, shown, touch?.y ?? 0)
  const style = { '--ratio': String(shown), '--at-y': `${crop.at * 100}%` } as CSSProperties
  const down = (y: number): number => (y - crop.from) / crop.part
  return (
    <div className="picture" style={style}>
      {url === null || gone === url ? (
        <div className="picture__gone">
          {url === null ? 'No picture was kept' : 'This picture was removed to save space'}
        </div>
      ) : (
        <img
          src={hub.addressOf(url)}
          alt={words}
          decoding="async"
          loading={isAway ? 'lazy' : 'eager'}
          draggable={false}
          onError={() => setGone(url)}
          onLoad={event => {
            const { naturalWidth, naturalHeight } = event.currentTarget
            if (naturalHeight > 0) setSize({ url, ratio: naturalWidth / naturalHeight })
          }}
        />
      )}
      {touch !== null && isHere && (
        <span className={`touch touch--${by}`} style={{ left: `${touch.x * 100}%`, top: `${down(touch.y) * 100}%` }} />
      )}
      {mark !== null && (
        <span
          className="spot"
          style={{
            left: `${mark.left * 100}%`,
            top: `${mark.top * 100}%`,
            width: `${(mark.right - mark.left) * 100}%`,
            height: `${(mark.bottom - mark.top) * 100}%`,
          }}
        />
      )}
    </div>
  )
}

/** Which part of a picture's height a crop of another shape shows: `at` is for object-position, `from` and `part` are 0–1. */
export function cropOf(
  full: number,
  shown: number,
  y: number,
): { readonly at: number; readonly from: number; readonly part: number } {
  const part = Math.min(1, full / shown)
  const from = Math.min(1 - part, Math.max(0, y - part / 2))
  return { at: part === 1 ? 0 : from / (1 - part), from, part }
}
