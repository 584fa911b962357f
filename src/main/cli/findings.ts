// `nocturne findings`: the inbox from the terminal.
import { Refusal } from '#shared/base/refusal.ts'
import { findingId } from '#shared/domain/ids.ts'
import type { FindingId } from '#shared/domain/ids.ts'
import { writeWhole } from '#main/sys/files.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command, Exit, Words } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { findingLines, findingReport } from '#main/cli/report.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { answer, withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'the inbox: list, show ID, flow ID, and what you decide about one',
  help: `
nocturne findings [--all] [--json]
nocturne findings show ID [--json]
nocturne findings flow ID [--out FILE] [--json]
nocturne findings accept ID | duplicate ID --of ID | decline ID --reason WORDS | snooze ID [--until TIME] | restore ID | undo ID

Without --all only what is shown and open is listed, new and worst first.`,
  run: async (args, terminal) => {
    const words = readWords(args, ['out', 'reason', 'of', 'until'], ['all'])
    const what = words.rest[0] ?? 'list'
    switch (what) {
      case 'list':
        noMore(words, 1)
        return list(words, terminal)
      case 'show':
        noMore(words, 2)
        return show(words, terminal)
      case 'flow':
        noMore(words, 2)
        return flow(words, terminal)
      case 'accept':
      case 'duplicate':
      case 'decline':
      case 'snooze':
      case 'restore':
      case 'undo':
        noMore(words, 2)
        return triage(what, words, terminal)
      default:
        throw new Refusal('bad-value', `"findings ${what}" is not a command.`, {
          hint: 'Add --help for how it is used.',
        })
    }
  },
}

const idOf = (words: Words): FindingId => findingId(words.need(1, 'The id of the finding'))

function list(words: Words, terminal: Terminal): Promise<Exit> {
  return answer(
    words,
    terminal,
    client => client.call('findings.list', { all: words.flag('all') }),
    ({ findings }) =>
      findings.length === 0
        ? 'Nothing waits.\n'
        : findings.map(finding => `${findingLines(finding).join('\n')}\n\n`).join(''),
  )
}

function show(words: Words, terminal: Terminal): Promise<Exit> {
  const id = idOf(words)
  return answer(words, terminal, client => client.call('findings.show', { id }), findingReport)
}

function flow(words: Words, terminal: Terminal): Promise<Exit> {
  const id = idOf(words)
  const out = words.text('out')
  return withHub(terminal, async client => {
    const { text, file } = await client.call('findings.flow', { id })
    if (out !== null) await writeWhole(typedPath(out), text)
    if (words.json) terminal.json({ file: out === null ? file : typedPath(out) })
    else if (out === null) terminal.out(text)
    return 0
  })
}

function triage(
  what: 'accept' | 'duplicate' | 'decline' | 'snooze' | 'restore' | 'undo',
  words: Words,
  terminal: Terminal,
): Promise<Exit> {
  const id = idOf(words)
  const of = words.text('of')
  return answer(
    words,
    terminal,
    client =>
      client.call('findings.triage', {
        id,
        do: what,
        reason: words.text('reason'),
        of: of === null ? null : findingId(of),
        until: words.text('until'),
      }),
    finding => `${findingLines(finding).join('\n')}\n`,
  )
}
