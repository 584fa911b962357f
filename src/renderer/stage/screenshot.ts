// A picture of a device's screen for a person to keep, every pixel of it, with its body drawn round it if wanted: to the
// clipboard, or to the downloads where that is refused. Takes no control: it sends the device nothing.
import { Refusal } from '#shared/base/refusal.ts'
import { bodySvg } from '#shared/domain/body-svg.ts'
import { heldTurn, nearestAngle, pictureAngle, shapeOf } from '#shared/domain/frame-shape.ts'
import type { Size } from '#shared/domain/geometry.ts'
import { drawingOf } from '#shared/domain/models.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { keepPicture } from '#renderer/stage/keep-picture.tsx'
import type { Around } from '#renderer/stage/run-command.ts'

export async function takeScreenshot(
  { hub, notices }: Around,
  device: DeviceTile,
  how: { readonly frame: boolean },
): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const taking = hub
    .stream(
      'device.screenshot',
      { device: device.id },
      ({ bytes }) => void pieces.push(Uint8Array.from(bytes)),
      AbortSignal.timeout(takeMostMs),
    )
    .then(async () => {
      if (pieces.length === 0) throw new Refusal('failed', `No picture came from ${device.name}.`)
      const screen = new Blob(pieces, { type: 'image/png' })
      return how.frame ? framed(device, screen) : screen
    })
  const copied = await isCopied(taking)
  const made = await keepPicture(fileName(device), await taking)
  if (copied) return notices.done('Screenshot copied', { made })
  made.save()
  notices.done('Screenshot saved to your downloads: the clipboard was not to be had', { made })
}

const takeMostMs = 30_000

const fileName = ({ name }: DeviceTile): string =>
  `${name.replaceAll(/\W+/gu, '-').replaceAll(/^-|-$/gu, '').toLowerCase() || 'screenshot'}.png`

/** Asked for at once, while the press still counts as one; the picture follows. False where the clipboard takes none. */
async function isCopied(taking: Promise<Blob>): Promise<boolean> {
  // Told by whoever awaits it next.
  taking.catch(() => undefined)
  if (typeof ClipboardItem === 'undefined' || (navigator.clipboard as Clipboard | undefined)?.write === undefined)
    return false
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': taking })])
    return true
  } catch {
    return false
  }
}

/** As the device is held, with its body round it. */
async function framed(device: DeviceTile, screen: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(screen)
  const { model } = drawingOf(device.model)
  const shape = shapeOf(model, device.posture?.value ?? null, true)
  const turn = heldTurn(device.turn, shape.screen, bitmap)
  const angle = nearestAngle(turn, 0)
  const upright = turned(bitmap, bitmap, pictureAngle(shape.screen, bitmap, turn))
  const body = await imageOf(bodySvg(shape, upright.toDataURL('image/png')))
  const whole = turned(body, { width: body.naturalWidth, height: body.naturalHeight }, angle)
  return new Promise((resolve, reject) =>
    whole.toBlob(blob => {
      if (blob === null) reject(new Refusal('failed', 'The picture could not be drawn with its frame.'))
      else resolve(blob)
    }, 'image/png'),
  )
}

function turned(picture: CanvasImageSource, { width, height }: Size, degrees: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const isAcross = Math.abs(degrees % 180) === 90
  canvas.width = isAcross ? height : width
  canvas.height = isAcross ? width : height
  const context = canvas.getContext('2d')
  if (context === null) throw new Refusal('failed', 'The picture could not be drawn with its frame.')
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return canvas
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } catch (cause) {
    throw new Refusal('failed', 'The picture could not be drawn with its frame.', { cause })
  } finally {
    URL.revokeObjectURL(url)
  }
}
