// `nocturne serve`: the device server and its window at a loopback address, until Ctrl-C.
import { serveHub } from '#main/hub/entries/node.ts'
import type { Command } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { until } from '#main/cli/wait.ts'

export const command: Command = {
  summary: 'the device server with its window at a local address, until Ctrl-C',
  help: `
nocturne serve [--port N] [--json]

Prints an address that opens the window once; \`nocturne open\` gives another. Only this machine can reach it. Without
--port it is the port of the last time, where that is free.`,
  run: async (args, terminal) => {
    const words = readWords(args, ['port'])
    noMore(words, 0)
    await using served = await serveHub({ port: words.number('port', 0, 65_535) ?? 0 })
    const url = served.link()
    if (words.json) terminal.json({ url })
    else terminal.out(`${url}\n`)
    terminal.err('Serving until Ctrl-C.\n')
    await until(terminal.interrupted)
    return 0
  },
}
