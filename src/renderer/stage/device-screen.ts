// The device's own pixels behind a picture of it: what points are told in, however large the picture was sent. Pure.
import type { Size } from '#shared/domain/geometry.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'

/** Of the screen that shows, the way up the picture is. */
export function devicePixels(device: Pick<DeviceTile, 'model' | 'posture'>, picture: Size): Size {
  const { model, posture } = device
  const { width, height } = model.kind === 'foldable' && posture?.value === 'closed' ? model.fold.outer : model.size
  return width < height === picture.width < picture.height ? { width, height } : { width: height, height: width }
}
