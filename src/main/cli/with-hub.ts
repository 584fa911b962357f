// What most commands do: reach the hub of this home, ask, let go.
import type { Client } from '#shared/protocol/client.ts'
import { reachHub } from '#main/hub/entries/node.ts'
import type { ReachOptions } from '#main/hub/entries/node.ts'
import type { Exit, Words } from '#main/cli/command.ts'
import type { Terminal } from '#main/cli/terminal.ts'

export async function withHub(
  terminal: Terminal,
  work: (client: Client, shared: boolean) => Promise<Exit>,
  options: Pick<ReachOptions, 'window'> = {},
): Promise<Exit> {
  await using reached = await reachHub(
    {
      ...options,
      onWaiting: () => terminal.err('Done; another command still uses this device server, waiting for it.\n'),
    },
    terminal.interrupted,
  )
  return await work(reached.client, reached.shared)
}

/** Asks the hub one thing and prints it: the whole document for --json, else what `plain` says of it. */
export function answer<T>(
  words: Words,
  terminal: Terminal,
  ask: (client: Client) => Promise<T>,
  plain: (document: T) => string,
): Promise<Exit> {
  return withHub(terminal, async client => {
    const document = await ask(client)
    if (words.json) terminal.json(document)
    else terminal.out(plain(document))
    return 0
  })
}
