// `nocturne doctor`: what is installed, what is missing, what to do. Also where the home itself is what is wrong.
import { examineMachine } from '#main/hub/entries/node.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'

export const command: Command = {
  summary: 'what is installed, what is missing and what to do about it',
  help: `
nocturne doctor [--json]

Exit 1 when something needed is missing.`,
  run: async (args, terminal) => {
    const words = readWords(args)
    noMore(words, 0)
    const { checks } = await examineMachine(terminal.interrupted)
    if (words.json)
      terminal.json({ checks: checks.map(({ what, ok, found, do: todo }) => ({ what, ok, found, do: todo })) })
    else
      for (const check of checks)
        terminal.out(
          `${check.ok ? 'ok      ' : check.optional ? 'missing ' : 'NEEDED  '}${check.what}: ${check.found}${check.do === null ? '' : `\n          ${check.do}`}\n`,
        )
    return checks.every(check => check.ok || check.optional) ? 0 : 1
  },
}
