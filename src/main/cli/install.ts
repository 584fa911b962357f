// `nocturne install ID FILE…`: puts builds on a device.
import { deviceId } from '#shared/domain/ids.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'puts a build (or several) on a device',
  help: `
nocturne install ID FILE… [--json]`,
  run: async (args, terminal) => {
    const words = readWords(args)
    const device = deviceId(words.need(0, 'The id of the device'))
    words.need(1, 'The file to install')
    return withHub(terminal, async client => {
      const installed = []
      for (const file of words.rest.slice(1)) {
        const app = await client.call('device.install', { device, path: typedPath(file) }, terminal.interrupted)
        installed.push(app)
        if (!words.json) terminal.out(`${app.label} ${app.versionName} (${app.versionCode})\n`)
      }
      if (words.json) terminal.json({ id: device, installed })
      return 0
    })
  },
}
