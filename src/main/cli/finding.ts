// `nocturne finding replay ID`: does it still happen?
import { Refusal } from '#shared/base/refusal.ts'
import { findingId } from '#shared/domain/ids.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'replay ID: plays a finding again and asks the same question',
  help: `
nocturne finding replay ID [--json]

Exit 0 when it reproduced, 1 when it did not.`,
  run: async (args, terminal) => {
    const words = readWords(args)
    const what = words.need(0, 'replay')
    if (what !== 'replay') throw new Refusal('bad-value', `"finding ${what}" is not a command: replay.`)
    noMore(words, 2)
    const id = findingId(words.need(1, 'The id of the finding'))
    return withHub(terminal, async client => {
      const replayed = await client.call('finding.replay', { id }, terminal.interrupted)
      if (words.json) terminal.json(replayed)
      else terminal.out(`${replayed.reproduced}: ${replayed.words}\n`)
      return replayed.reproduced.startsWith('0/') ? 1 : 0
    })
  },
}
