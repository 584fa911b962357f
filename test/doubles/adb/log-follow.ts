// The double's `logcat` that goes on: the lines of its buffers as they are written, filtered as logcat filters, until the
// stream closes.
import { threadtime, type LogEntry, type LogLevel } from '#main/device/demo/engine/log-buffers.ts'
import type { Handset } from './handset.ts'
import { stepsOf } from './shell.ts'

const levels: readonly LogLevel[] = ['V', 'D', 'I', 'W', 'E', 'F']
const pollMs = 20

export const followsLog = (line: string): boolean => {
  const words = stepsOf(line)[0]?.words ?? []
  return words[0] === 'logcat' && !words.includes('-d') && !words.includes('-c') && words.includes('-T')
}

/** `write` answers false once nobody reads any more. */
export async function followLog(
  handset: Handset,
  line: string,
  stream: { readonly closed: boolean; write(bytes: Uint8Array): Promise<boolean> },
): Promise<void> {
  handset.lines.push(line)
  const words = stepsOf(line)[0]?.words ?? []
  const least = specsOf(words.slice(1))
  const wanted = (entry: LogEntry): boolean =>
    levels.indexOf(entry.level) >= levels.indexOf(least.get(entry.tag) ?? least.get('*') ?? 'V')
  const count = Number(words[words.indexOf('-T') + 1])
  let after = 0
  const take = (): readonly LogEntry[] => {
    handset.phone.now()
    const entries = entriesOf(handset, after)
    after = entries.at(-1)?.number ?? after
    return entries.filter(wanted)
  }
  let entries: readonly LogEntry[] = take().slice(-count)
  let head = '--------- beginning of main\n'
  while (!stream.closed) {
    if (entries.length > 0 || head !== '') {
      const text = head + entries.map(entry => `${threadtime(entry)}\n`).join('')
      head = ''
      if (!(await stream.write(Buffer.from(text)))) return
    }
    await new Promise(resolve => {
      setTimeout(resolve, pollMs)
    })
    entries = take()
  }
}

/** `TAG:L` words; a word after an option belongs to it. */
function specsOf(words: readonly string[]): ReadonlyMap<string, LogLevel> {
  const found = new Map<string, LogLevel>()
  for (const [at, word] of words.entries()) {
    const match = /^([\w.*]+):([VDIWEF])$/.exec(word)
    if (match !== null && words[at - 1]?.startsWith('-') !== true) found.set(match[1] ?? '', match[2] as LogLevel)
  }
  return found
}

/** The main, system and crash buffers as one. The system's line of a process that starts is made of its event. */
function entriesOf({ phone }: Handset, after: number): readonly LogEntry[] {
  const { logs } = phone
  const starts = logs
    .entries('events', after)
    .filter(entry => entry.tag === 'am_proc_start')
    .flatMap(entry => {
      const [, pid = '', uid = '', name = '', why = ''] = /^\[\d+,(\d+),(\d+),([^,]+),([^,]+)/.exec(entry.text) ?? []
      const user = `u0a${Number(uid) - 10_000}`
      return [
        {
          ...entry,
          level: 'I' as const,
          tag: 'ActivityManager',
          text: `Start proc ${pid}:${name}/${user} for ${why} {${name}/.MainActivity}`,
        },
      ]
    })
  return [...logs.entries('main', after), ...logs.entries('crash', after), ...starts].sort(
    (a, b) => a.number - b.number,
  )
}
