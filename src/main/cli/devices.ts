// `nocturne devices`: every device, its state, and why it cannot be used; `check ID` runs the driver contract on one.
import { Refusal } from '#shared/base/refusal.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { table } from '#main/cli/terminal.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'every device, its state, what it can do and why not; check ID tries one',
  help: `
nocturne devices [--json]
nocturne devices check ID [--json]`,
  run: async (args, terminal) => {
    const words = readWords(args)
    const what = words.rest[0]
    if (what !== undefined && what !== 'check')
      throw new Refusal('bad-value', `"devices ${what}" is not a command: check.`)
    if (what === undefined)
      return withHub(terminal, async client => {
        const document = await client.call('devices.list', {}, terminal.interrupted)
        for (const { platform, words: why } of document.missing) terminal.err(`No ${platform} devices: ${why}\n`)
        if (words.json) terminal.json({ devices: document.devices })
        else if (document.devices.length === 0) terminal.out('No device.\n')
        else terminal.out(table(document.devices.map(one => [one.id, one.name, one.runtime, one.state, one.why ?? ''])))
        return 0
      })
    noMore(words, 2)
    const device = deviceId(words.need(1, 'The id of the device'))
    return withHub(terminal, async client => {
      const document = await client.call('devices.check', { device }, terminal.interrupted)
      if (words.json) terminal.json(document)
      else
        terminal.out(
          table(document.checks.map(check => [check.ok ? 'ok' : 'NO', check.name, `${check.ms} ms`, check.words])),
        )
      return document.checks.every(check => check.ok) ? 0 : 1
    })
  },
}
