// The half of a foldable that moves while it folds or unfolds: its front with the picture it had, its back in graphite.
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Body } from '#renderer/stage/body.tsx'
import type { FrameShape } from '#shared/domain/frame-shape.ts'

export function Flap(props: {
  readonly shape: FrameShape
  readonly moves: 'closing' | 'opening'
  /** Where the picture of before is: it stays on both halves, whatever comes meanwhile. */
  readonly glass: RefObject<HTMLElement | null>
}): ReactNode {
  const { shape, moves, glass } = props
  const front = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // While it opens there is no picture of the inner screen yet.
    const picture = moves === 'opening' ? null : snapshotOf(glass.current)
    if (picture === null) return
    const still = snapshotOf(glass.current)
    front.current?.append(picture)
    if (still !== null) {
      still.className = 'frame__held'
      glass.current?.append(still)
    }
    return () => {
      picture.remove()
      still?.remove()
    }
  }, [glass, moves])
  const { whole, screen, bezel } = shape
  const part = (of: number, all: number): string => `${(of / all) * 100}%`
  return (
    <div className={`flap flap--${moves}`} aria-hidden>
      <div className="flap__front">
        <div className="flap__whole">
          <Body shape={shape} />
          <div
            ref={front}
            className="flap__picture"
            style={{
              left: part(bezel, whole.width),
              top: part(bezel, whole.height),
              width: part(screen.width, whole.width),
              height: part(screen.height, whole.height),
            }}
          />
        </div>
      </div>
      <div className="flap__back" />
    </div>
  )
}

/** What is on the glass now, drawn off; null where there is nothing, or it may not be read. */
function snapshotOf(glass: HTMLElement | null): HTMLCanvasElement | null {
  const shown = glass?.querySelector('canvas, img')
  if (!(shown instanceof HTMLCanvasElement) && !(shown instanceof HTMLImageElement)) return null
  const width = shown instanceof HTMLImageElement ? shown.naturalWidth : shown.width
  const height = shown instanceof HTMLImageElement ? shown.naturalHeight : shown.height
  if (width === 0 || height === 0) return null
  const copy = document.createElement('canvas')
  copy.width = width
  copy.height = height
  copy.getContext('2d')?.drawImage(shown, 0, 0)
  return copy
}
