// The one entry of the command line: the process's arguments to a command, its exit code to the process.
import { runCommand } from '#main/cli/run-command.ts'
import { processTerminal } from '#main/cli/terminal.ts'

const terminal = processTerminal()
const exit = await runCommand(process.argv.slice(2), terminal, thrown => {
  if (process.env['NOCTURNE_DEBUG'] === '1' && thrown instanceof Error) terminal.err(`${thrown.stack ?? ''}\n`)
})
process.exitCode = exit
// What a library left open (a socket, a timer) must not keep a finished command alive.
setTimeout(() => process.exit(exit), 2000).unref()
