// `nocturne`: the app. Its window in Electron where that can run, else in a browser at a loopback address that opens it once.
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { electronHere, electronPlace } from '#main/sys/electron.ts'
import { ownEnvironment } from '#main/sys/environment.ts'
import { execAttached } from '#main/sys/exec.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { serveHub } from '#main/hub/entries/node.ts'
import { openInBrowser } from '#main/cli/browser.ts'
import type { Command, Exit } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { until } from '#main/cli/wait.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'opens the window (also: nocturne alone)',
  help: `
nocturne [--browser | --no-open]

Opens Nocturne's window and stays until it is closed: in Electron where that can run here, else in the
browser. --browser takes the browser in any case; --no-open only prints the address. Where the window
is open already, that one is shown.`,
  run: async (args, terminal) => {
    const words = readWords(args, [], ['no-open', 'browser'])
    noMore(words, 0)
    if (!words.flag('no-open') && !words.flag('browser')) {
      const electron = await electronHere(electronPlace(rootFolder()), terminal.interrupted)
      if (electron.is === 'here') return await inElectron(electron.program, terminal)
    }
    return await inBrowser(words.flag('no-open'), terminal)
  },
}

/** Ctrl-C reaches it as it reaches us: it puts everything back and ends. */
async function inElectron(program: string, terminal: Terminal): Promise<Exit> {
  const code = await execAttached(program, [rootFolder()], { env: ownEnvironment() }, terminal.interruptedTwice)
  return code === 0 ? 0 : 2
}

async function inBrowser(isOnlyPrinted: boolean, terminal: Terminal): Promise<Exit> {
  const show = async (url: string): Promise<void> => {
    terminal.out(`${url}\n`)
    if (isOnlyPrinted) return
    await openInBrowser(url, terminal.interruptedTwice).catch((thrown: unknown) =>
      terminal.err(`No browser could be opened (${wordsOf(thrown)}); open the address yourself.\n`),
    )
  }
  try {
    await using served = await serveHub({ port: 0 })
    await show(served.link())
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
}
