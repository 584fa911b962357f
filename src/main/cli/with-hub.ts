// What most commands do: reach the hub of this home, ask, let go.
import type { Client } from '#shared/protocol/client.ts'
import { reachHub } from '#main/hub/entries/node.ts'
import type { ReachOptions } from '#main/hub/entries/node.ts'
import type { Exit } from '#main/cli/command.ts'
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
