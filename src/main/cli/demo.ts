// `nocturne demo`: one short night on the built-in demo phone, then the morning report and the inbox.
import { wordsOf } from '#shared/base/refusal.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { runReport } from '#main/cli/report.ts'
import { runNight } from '#main/cli/run-night.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { openInBrowser } from '#main/cli/browser.ts'
import { until } from '#main/cli/wait.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'one short night on the built-in demo phone, with nothing to install or own',
  help: `
nocturne demo [--seed N] [--minutes N] [--trace FILE] [--watch] [--json]

Runs one night on the built-in demo phone in virtual time, prints its progress and the morning report, and on a
terminal keeps the inbox open until Ctrl-C.

  --seed N       what chance is drawn from; the same seed gives the same night (7)
  --minutes N    minutes of the phone's own time
  --trace FILE   writes what the night did, one JSON line a step
  --watch        real time, to be watched in the window
  --json         one document on stdout`,
  run: async (args, terminal) => {
    const words = readWords(args, ['seed', 'minutes', 'trace'], ['watch', 'no-open'])
    noMore(words, 0)
    const trace = words.text('trace')
    const start = {
      job: { from: 'demo' as const },
      options: {
        seed: words.whole('seed', 0, Number.MAX_SAFE_INTEGER) ?? 7,
        minutes: words.number('minutes', 0.1, 1440),
        watch: words.flag('watch'),
        trace: trace === null ? null : typedPath(trace),
      },
    }
    const stays = !words.json && terminal.isAttended
    return withHub(
      terminal,
      async client => {
        if (words.flag('watch')) await showWindow(await windowOf(), terminal, words.flag('no-open'))
        const document = await runNight(client, start, terminal)
        if (words.json) terminal.json(document)
        else terminal.out(runReport(document))
        if (stays && document.inbox !== null) {
          if (!words.flag('no-open')) await showWindow(document.inbox, terminal, false)
          terminal.err('The inbox stays open until Ctrl-C.\n')
          await until(terminal.interrupted)
        }
        return 0

        async function windowOf(): Promise<string | null> {
          return (await client.call('hub.window', {})).url
        }
      },
      { window: stays || words.flag('watch') },
    )
  },
}

async function showWindow(url: string | null, terminal: Terminal, quiet: boolean): Promise<void> {
  if (url === null) return
  terminal.err(`Window: ${url}\n`)
  if (quiet) return
  try {
    await openInBrowser(url, terminal.interruptedTwice)
  } catch (thrown) {
    terminal.err(`No browser could be opened (${wordsOf(thrown)}); open the address yourself.\n`)
  }
}
