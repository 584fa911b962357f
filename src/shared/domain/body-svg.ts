// The body of a device as SVG text, for a screenshot with its frame: in the window and on the command line alike. The window's own
// drawing has its measures from here. Nothing of any maker's artwork.
import type { FrameShape } from '#shared/domain/frame-shape.ts'

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
