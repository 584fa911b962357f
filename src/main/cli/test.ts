// `nocturne test`: everything CI runs.
import { join } from 'node:path'
import { ownEnvironment } from '#main/sys/environment.ts'
import { execAttached } from '#main/sys/exec.ts'
import { rootFolder } from '#main/sys/paths.ts'
import type { Command } from '#main/cli/command.ts'

export const command: Command = {
  summary: 'everything CI runs; ends with "N passed, N failed"',
  help: `
nocturne test [check | all] [FILTER…]

check leaves out the tests in a real browser.`,
  run: async (args, terminal) => {
    const code = await execAttached(
      process.execPath,
      [join(rootFolder(), 'test/run.ts'), ...args],
      { cwd: rootFolder(), env: ownEnvironment() },
      terminal.interruptedTwice,
    )
    return code === 0 ? 0 : 1
  },
}
