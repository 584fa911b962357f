// `nocturne screenshot ID FILE`: the device's picture as PNG.
import { deviceId } from '#shared/domain/ids.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { copy } from '#main/sys/files.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: "a device's picture as a PNG file",
  help: `
nocturne screenshot ID FILE [--json]`,
  run: async (args, terminal) => {
    const words = readWords(args)
    noMore(words, 2)
    const device = deviceId(words.need(0, 'The id of the device'))
    const file = typedPath(words.need(1, 'The file to write'))
    return withHub(terminal, async client => {
      const { picture } = await client.call(
        'devices.observe',
        { device, tree: false, picture: true },
        terminal.interrupted,
      )
      if (picture === null) throw new Refusal('failed', 'The device gave no picture.')
      await copy(picture, file)
      if (words.json) terminal.json({ id: device, file })
      else terminal.out(`${file}\n`)
      return 0
    })
  },
}
