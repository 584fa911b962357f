// What a command is and how its words are read: options by name, --json and --help everywhere, errors with exit 2.
import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { Refusal } from '#shared/base/refusal.ts'
import type { Terminal } from '#main/cli/terminal.ts'

/** 0 done, 1 it ran and the answer is no, 2 it could not run. */
export type Exit = 0 | 1 | 2

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** What `--help` prints. */
  readonly help: string
  run(args: readonly string[], terminal: Terminal): Promise<Exit>
}

export interface Words {
  readonly json: boolean
  readonly help: boolean
  readonly rest: readonly string[]
  text(name: string): string | null
  flag(name: string): boolean
  /** A number in the range, or a refusal that names the option. */
  number(name: string, least: number, most: number): number | null
  /** The same without a fraction. */
  whole(name: string, least: number, most: number): number | null
  /** The `index`th word that is no option; a refusal says what is missing. */
  need(index: number, what: string): string
}

export function readWords(
  args: readonly string[],
  texts: readonly string[] = [],
  flags: readonly string[] = [],
  /** One letter for the whole name. */
  short: Readonly<Record<string, string>> = {},
): Words {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }
  for (const name of texts) {
    const letter = short[name]
    options[name] = { type: 'string', ...(letter === undefined ? {} : { short: letter }) }
  }
  for (const name of flags) options[name] = { type: 'boolean' }
  const { values, positionals } = parsed(args, options)
  const text = (name: string): string | null => {
    const value = values[name]
    return typeof value === 'string' ? value : null
  }
  return {
    json: values['json'] === true,
    help: values['help'] === true,
    rest: positionals,
    text,
    flag: name => values[name] === true,
    number: (name, least, most) => numberOf(name, text(name), least, most, 'number'),
    whole: (name, least, most) => numberOf(name, text(name), least, most, 'whole number'),
    need: (index, what) => {
      const word = positionals[index]
      if (word === undefined)
        throw new Refusal('bad-value', `${what} is missing.`, { hint: 'Add --help for how it is used.' })
      return word
    },
  }
}

function numberOf(
  name: string,
  value: string | null,
  least: number,
  most: number,
  kind: 'number' | 'whole number',
): number | null {
  if (value === null) return null
  const number = Number(value)
  const isKind = kind === 'number' ? Number.isFinite(number) : Number.isSafeInteger(number)
  if (value.trim() === '' || !isKind || number < least || number > most)
    throw new Refusal('bad-value', `--${name} takes a ${kind} from ${least} to ${most}, not "${value}".`, {
      where: `--${name}`,
    })
  return number
}

function parsed(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown
    const [option = ''] = /'(--?[\w-]+)/u.exec(thrown.message)?.slice(1) ?? []
    const unknown = 'code' in thrown && thrown.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    throw new Refusal(
      'bad-value',
      unknown ? `There is no option ${option} here.` : (thrown.message.split('. ')[0] ?? thrown.message),
      {
        ...(option === '' ? {} : { where: option }),
        hint: 'Add --help for how it is used.',
      },
    )
  }
}

/** Refuses words beyond the ones that mean something. */
export function noMore(words: Words, count: number): void {
  const extra = words.rest[count]
  if (extra !== undefined)
    throw new Refusal('bad-value', `"${extra}" is one word too many.`, {
      where: extra,
      hint: 'Add --help for how it is used.',
    })
}
