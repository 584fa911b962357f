// Screenshots over the protocol: every pixel of the device as PNG, in pieces. Keeps no file.
import type { Handlers } from '#shared/protocol/host.ts'
import type { screenshotMethods } from '#shared/protocol/methods/screenshot.ts'
import { wholePngOf } from '#main/sys/images.ts'
import type { Hub } from '#main/hub/hub.ts'

const pieceBytes = 256 * 1024

export function screenshotHandlers(hub: Pick<Hub, 'device'>): Pick<Handlers, keyof typeof screenshotMethods> {
  return {
    'device.screenshot': async ({ device: id }, sink, { signal }) => {
      const device = await hub.device(id)
      const bytes = await wholePngOf(await device.still(signal))
      for (let at = 0, sequence = 1; at < bytes.length; at += pieceBytes, sequence += 1) {
        await sink.ready(signal)
        sink.send({ flags: 0, sequence, generation: 0, atUs: 0, bytes: bytes.subarray(at, at + pieceBytes) })
      }
    },
  }
}
