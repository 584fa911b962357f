// `nocturne`: the app. The window in a browser at a loopback address with a key of its own.
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { serveHub } from '#main/hub/entries/node.ts'
import { openInBrowser } from '#main/cli/browser.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { until } from '#main/cli/wait.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'opens the window (also: nocturne alone)',
  help: `
nocturne [--no-open]

Opens Nocturne's window in the browser and stays until Ctrl-C. Where it is open already, that one is shown.`,
  run: async (args, terminal) => {
    const words = readWords(args, [], ['no-open'])
    noMore(words, 0)
    const show = async (url: string): Promise<void> => {
      terminal.out(`${url}\n`)
      if (words.flag('no-open')) return
      await openInBrowser(url, terminal.interruptedTwice).catch((thrown: unknown) =>
        terminal.err(`No browser could be opened (${wordsOf(thrown)}); open the address yourself.\n`),
      )
    }
    try {
      await using served = await serveHub({ port: 0 })
      await show(served.url)
      terminal.err('Open until Ctrl-C.\n')
      await until(terminal.interrupted)
      return 0
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code !== 'busy') throw thrown
      return await withHub(terminal, async client => {
        const { url } = await client.call('hub.window', {})
        if (url === null) throw thrown
        await show(url)
        return 0
      })
    }
  },
}
