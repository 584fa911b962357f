// What `screencap` gives: raw pixels behind a small header, or a PNG with warnings glued in front.
import { Refusal } from '#shared/base/refusal.ts'
import type { Pixels } from '#shared/domain/picture.ts'

/**
 * ```
 * u32le width | u32le height | u32le format (1 = RGBA_8888) | u32le colour space (newer) | width*height*4 bytes
 * ```
 * Source: frameworks/base cmds/screencap. Throws Refusal(`failed`) for anything else, never a blank picture.
 */
export function parseScreencap(bytes: Uint8Array): Pixels {
  if (bytes.byteLength < 16) throw notRaw(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint32(0, true)
  const height = view.getUint32(4, true)
  const format = view.getUint32(8, true)
  const size = width * height * 4
  const header = bytes.byteLength - size
  if (format === 1 && header < 12 && isScreen(width, height)) throw brokeOff(bytes.byteLength, size)
  if (!isScreen(width, height) || format !== 1 || (header !== 12 && header !== 16)) throw notRaw(bytes)
  // Copied, so that four-byte reads are aligned whatever the header's length.
  return { width, height, scale: 1, data: bytes.slice(header) }
}

const isScreen = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= 16_384 && height <= 16_384

const brokeOff = (had: number, of: number): Refusal =>
  new Refusal('failed', `The screenshot broke off after ${had} of ${of} bytes: the connection to the device was lost.`)

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** The IEND chunk, by its name and checksum. */
const ending = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]

/** The PNG in the output; what a device with several displays prints before it is dropped. */
export function pngIn(bytes: Uint8Array): Uint8Array {
  for (let at = bytes.indexOf(0x89); at >= 0; at = bytes.indexOf(0x89, at + 1))
    if (signature.every((byte, n) => bytes[at + n] === byte)) {
      const png = bytes.subarray(at)
      if (!ending.every((byte, n) => png[png.length - ending.length + n] === byte))
        throw new Refusal('failed', 'The screenshot broke off in the middle: the connection to the device was lost.')
      return png
    }
  throw notRaw(bytes)
}

function notRaw(bytes: Uint8Array): Refusal {
  const said = new TextDecoder()
    .decode(bytes.subarray(0, 120))
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
  return new Refusal(
    'failed',
    said === '' ? 'The device gave no screenshot.' : `The device gave no screenshot: ${said}`,
  )
}
