// `nocturne flow run FILE --device ID`: plays a flow with our own player.
import { Refusal } from '#shared/base/refusal.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'run FILE --device ID: plays a Maestro flow',
  help: `
nocturne flow run FILE --device ID [--json]

Exit 0 passed, 1 reproduced or drifted, 2 refused. A flow of a finding fails on the fault: then it is "reproduced".`,
  run: async (args, terminal) => {
    const words = readWords(args, ['device'])
    const what = words.need(0, 'run')
    if (what !== 'run') throw new Refusal('bad-value', `"flow ${what}" is not a command: run.`)
    noMore(words, 2)
    const path = typedPath(words.need(1, 'The flow file'))
    const device = words.text('device')
    if (device === null)
      throw new Refusal('bad-value', 'Say on which device: --device ID.', {
        where: '--device',
        hint: '`nocturne devices` lists them.',
      })
    return withHub(terminal, async client => {
      const ran = await client.call(
        'flow.run',
        { device: deviceId(device), flow: { from: 'file', path } },
        terminal.interrupted,
      )
      if (words.json) terminal.json(ran)
      else terminal.out(`${ran.result}: ${ran.words}${ran.line === null ? '' : ` (${ran.file}:${ran.line})`}\n`)
      switch (ran.result) {
        case 'passed':
          return 0
        case 'reproduced':
        case 'drifted':
          return 1
        case 'refused':
          return 2
      }
    })
  },
}
