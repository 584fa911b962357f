// The body of a device as SVG: graphite in both themes, black glass round the screen, its buttons; the cutout apart, for it
// lies over the picture. Nothing of any maker's artwork. Also as text, for a screenshot with its frame.
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { FrameShape } from '#renderer/stage/geometry.ts'

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

interface ButtonBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Metal between the outer edge and the glass. */
export const thicknessOf = (shape: FrameShape): number => Math.max(4, shape.bezel * 0.3)

export function buttonBoxes(shape: FrameShape): readonly ButtonBox[] {
  const { whole } = shape
  const out = Math.max(6, shape.bezel * 0.28)
  return shape.buttons.map(({ edge, from, to }) => {
    switch (edge) {
      case 'left':
        return { x: -out, y: whole.height * from, width: out * 2, height: whole.height * (to - from) }
      case 'right':
        return { x: whole.width - out, y: whole.height * from, width: out * 2, height: whole.height * (to - from) }
      case 'top':
        return { x: whole.width * from, y: -out, width: whole.width * (to - from), height: out * 2 }
    }
  })
}

const graphite = { upper: '#4a4e56', lower: '#25282d', button: '#33373e', glass: '#08090b' }

/**
 * The body round a picture of the screen, upright, as an SVG file of its own: `picture` is a data URL of the screen's pixels.
 */
export function bodySvg(shape: FrameShape, picture: string): string {
  const { whole, screen, bezel, bodyRadius, cornerRadius, cutout } = shape
  const edge = thicknessOf(shape)
  const rect = (x: number, y: number, width: number, height: number, radius: number, rest: string): string =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${rest}/>`
  const margin = Math.ceil(bezel * 0.4)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width + 2 * margin}" height="${whole.height + 2 * margin}" viewBox="${-margin} ${-margin} ${whole.width + 2 * margin} ${whole.height + 2 * margin}">`,
    `<defs><linearGradient id="m" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${graphite.upper}"/><stop offset="0.6" stop-color="${graphite.lower}"/></linearGradient>`,
    `<clipPath id="s">${rect(bezel, bezel, screen.width, screen.height, cornerRadius, '')}</clipPath></defs>`,
    ...buttonBoxes(shape).map(box =>
      rect(box.x, box.y, box.width, box.height, edge * 0.6, `fill="${graphite.button}"`),
    ),
    rect(0, 0, whole.width, whole.height, bodyRadius, 'fill="url(#m)"'),
    rect(
      edge,
      edge,
      whole.width - 2 * edge,
      whole.height - 2 * edge,
      Math.max(0, bodyRadius - edge),
      `fill="${graphite.glass}"`,
    ),
    `<image href="${picture}" x="${bezel}" y="${bezel}" width="${screen.width}" height="${screen.height}" clip-path="url(#s)" preserveAspectRatio="none"/>`,
    cutout === null
      ? ''
      : rect(
          bezel + cutout.x,
          bezel + cutout.y,
          cutout.width,
          cutout.height,
          Math.min(cutout.width, cutout.height) / 2,
          'fill="#000000"',
        ),
    '</svg>',
  ].join('')
}
