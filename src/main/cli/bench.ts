// `nocturne bench`: the planted-bug bench, a program of its own.
import { join } from 'node:path'
import { ownEnvironment } from '#main/sys/environment.ts'
import { execAttached } from '#main/sys/exec.ts'
import { rootFolder } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'

export const command: Command = {
  summary: 'runs the planted-bug bench on demo apps and prints its scores',
  help: `
nocturne bench PATH… [--steps N] [--seeds K] [--policy explorer|fastbot|random] [--conditions none|all] [--json]
                     [--workers N] [--why]

PATH is a demo app file or a folder of them. Each runs planted and clean; a clean night is 500 steps.

  --why          also says, on stderr, why bugs were missed and what the wrong findings were`,
  run: async (args, terminal) => {
    const code = await execAttached(
      process.execPath,
      [join(rootFolder(), 'src/main/bench/main.ts'), ...args],
      { env: ownEnvironment() },
      terminal.interruptedTwice,
    )
    return code === 0 ? 0 : code === 1 ? 1 : 2
  },
}
