// `nocturne screenshot ID FILE`: the device's picture as PNG, by itself or in its drawn frame.
import { Refusal } from '#shared/base/refusal.ts'
import { bodySvg } from '#shared/domain/body-svg.ts'
import { heldTurn, nearestAngle, pictureAngle, shapeOf } from '#shared/domain/frame-shape.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import { drawingOf } from '#shared/domain/models.ts'
import type { Client } from '#shared/protocol/client.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { writeWhole } from '#main/sys/files.ts'
import { pngOfSvg, pngTurned, sizeOfImage } from '#main/sys/images.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { refuseOverwriting } from '#main/cli/new-file.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: "a device's picture as a PNG file",
  help: `
nocturne screenshot ID FILE [--frame] [--force] [--json]

Every pixel of the screen. \`--frame\` draws the device round it, as it is held,
as the window does. A file that is there is not written over without \`--force\`.
FILE may be given as \`-o FILE\` too.`,
  run: async (args, terminal) => {
    const words = readWords(args, ['output'], ['frame', 'force'], { output: 'o' })
    const output = words.text('output')
    noMore(words, output === null ? 2 : 1)
    const device = deviceId(words.need(0, 'The id of the device'))
    const file = typedPath(output ?? words.need(1, 'The file to write'))
    await refuseOverwriting(file, words.flag('force'))
    return withHub(terminal, async client => {
      const screen = await screenOf(client, device, terminal.interrupted)
      await writeWhole(file, words.flag('frame') ? await framed(await tileOf(client, device), screen) : screen)
      if (words.json) terminal.json({ id: device, file })
      else terminal.out(`${file}\n`)
      return 0
    })
  },
}

/** Every pixel of it, as PNG. */
async function screenOf(client: Client, device: DeviceId, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  await client.stream('device.screenshot', { device }, ({ bytes }) => void pieces.push(Uint8Array.from(bytes)), signal)
  if (pieces.length === 0) throw new Refusal('failed', 'The device gave no picture.')
  return Buffer.concat(pieces)
}

/** As the device is held, with its body round it: the window's drawing. */
async function framed(device: DeviceTile, screen: Uint8Array): Promise<Uint8Array> {
  const { model } = drawingOf(device.model)
  const shape = shapeOf(model, device.posture?.value ?? null, true)
  const size = await sizeOfImage(screen)
  const turn = heldTurn(device.turn, shape.screen, size)
  const upright = await pngTurned(screen, pictureAngle(shape.screen, size, turn))
  const url = `data:image/png;base64,${Buffer.from(upright).toString('base64')}`
  return pngOfSvg(bodySvg(shape, url), nearestAngle(turn, 0))
}

/** The devices as they are now. */
async function tileOf(client: Client, id: DeviceId): Promise<DeviceTile> {
  const known = new AbortController()
  let tile: DeviceTile | undefined
  await client.watch(
    'devices',
    {},
    ({ devices }) => {
      tile = devices.find(one => one.id === id)
      known.abort()
    },
    known.signal,
  )
  if (tile === undefined) throw new Refusal('unknown-device', `There is no device ${id} now.`)
  return tile
}
