// One command line: finds the command, runs it, turns what is thrown into words and an exit code. What is the process's own
// (arguments, signals, its end) is main.ts's.
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import { productName } from '#main/sys/paths.ts'
import type { Exit } from '#main/cli/command.ts'
import { commands } from '#main/cli/commands.ts'
import { printRefusal } from '#main/cli/terminal.ts'
import type { Terminal } from '#main/cli/terminal.ts'

/** Never throws: what was refused is printed. `onThrown` hears of it too, for who looks for a fault of ours. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  onThrown: (thrown: unknown) => void = () => undefined,
): Promise<Exit> {
  try {
    return await named(args, terminal)
  } catch (thrown) {
    const interrupted = terminal.interrupted.aborted && !(thrown instanceof Refusal)
    const refusal = interrupted ? new Refusal('failed', 'Interrupted.') : refusalOf(thrown)
    printRefusal(terminal, refusal.toData(), args.includes('--json'))
    onThrown(thrown)
    return 2
  }
}

async function named(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const [name = 'open', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return printHelp(terminal)
  if (name === '--version') {
    terminal.out(`${productName()}\n`)
    return 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    if (name.startsWith('-')) return await (await import('#main/cli/open.ts')).command.run(args, terminal)
    throw new Refusal('bad-value', `There is no command "${name}".`, { hint: '`nocturne --help` lists them.' })
  }
  const { command } = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(`${command.help.trim()}\n`)
    return 0
  }
  return command.run(rest, terminal)
}

async function printHelp(terminal: Terminal): Promise<Exit> {
  terminal.out('nocturne: a device hub by day, an explorer by night.\n\n')
  for (const [name, load] of Object.entries(commands))
    terminal.out(`  ${name.padEnd(12)}${(await load()).command.summary}\n`)
  terminal.out(
    '\nEvery command takes --json and --help. Exit status: 0 done, 1 the answer is no, 2 it could not run.\n`nocturne --version` says which one this is.\n',
  )
  return 0
}
