// The body of a device as SVG: graphite in both themes, black glass round the screen, its buttons; the cutout apart, for it
// lies over the picture. Nothing of any maker's artwork.
import { useId } from 'react'
import type { ReactNode } from 'react'
import { buttonBoxes, thicknessOf } from '#shared/domain/body-svg.ts'
import type { FrameShape } from '#shared/domain/frame-shape.ts'

/** In pixels of the device; a TV's feet stand out below. */
export function Body({ shape }: { readonly shape: FrameShape }): ReactNode {
  const { whole, screen, bezel, bodyRadius, cornerRadius, isTv } = shape
  const edge = thicknessOf(shape)
  const metal = useId()
  return (
    <svg className="body" viewBox={`0 0 ${whole.width} ${whole.height}`} aria-hidden focusable="false">
      <defs>
        <linearGradient id={metal} x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" className="body__upper" />
          <stop offset="0.6" className="body__lower" />
        </linearGradient>
      </defs>
      {isTv &&
        [0.24, 0.76].map(at => (
          <Foot key={at} x={whole.width * at} y={whole.height} isLeft={at < 0.5} of={whole.width} />
        ))}
      {buttonBoxes(shape).map(box => (
        <rect key={`${box.x} ${box.y}`} className="body__button" {...box} rx={edge * 0.6} />
      ))}
      <rect className="body__metal" fill={`url(#${metal})`} width={whole.width} height={whole.height} rx={bodyRadius} />
      <rect
        className="body__glass"
        x={edge}
        y={edge}
        width={whole.width - 2 * edge}
        height={whole.height - 2 * edge}
        rx={Math.max(0, bodyRadius - edge)}
      />
      <rect x={bezel} y={bezel} width={screen.width} height={screen.height} rx={cornerRadius} className="body__dark" />
    </svg>
  )
}

/** Over the picture. */
export function CutoutMark({ shape }: { readonly shape: FrameShape }): ReactNode {
  const { cutout, bezel, whole } = shape
  if (cutout === null) return null
  return (
    <svg className="body body--over" viewBox={`0 0 ${whole.width} ${whole.height}`} aria-hidden focusable="false">
      <rect
        className="body__cutout"
        x={bezel + cutout.x}
        y={bezel + cutout.y}
        width={cutout.width}
        height={cutout.height}
        rx={Math.min(cutout.width, cutout.height) / 2}
      />
    </svg>
  )
}

function Foot(props: {
  readonly x: number
  readonly y: number
  readonly isLeft: boolean
  readonly of: number
}): ReactNode {
  const { x, y, isLeft, of } = props
  const lean = (isLeft ? -1 : 1) * of * 0.018
  const half = of * 0.014
  return (
    <polygon
      className="body__foot"
      points={`${x - half},${y - 4} ${x + half},${y - 4} ${x + half + lean},${y + of * 0.03} ${x - half + lean},${y + of * 0.03}`}
    />
  )
}
