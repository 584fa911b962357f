// Apps that did not answer: the activity manager's "ANR in" block of the main log, and the thread dumps of /data/anr.
import { parseLogLines } from '#main/device/android/parse/log-line.ts'

export interface Anr {
  /** The package; its component where the log names one. */
  readonly package: string
  readonly activity: string | null
  readonly pid: number | null
  readonly reason: string
  readonly time: string | null
}

/** All "ANR in" blocks of a main log, oldest first. Source: facts/android.md 4.9. */
export function parseAnrLog(text: string): readonly Anr[] {
  const lines = parseLogLines(text)
  return lines.flatMap((line, at) => {
    const head = line.tag === 'ActivityManager' ? /^ANR in (\S+?)(?: \((\S+)\))?\s*$/.exec(line.message) : null
    if (head === null) return []
    const block = lines.slice(at + 1, at + 12).filter(next => next.tag === 'ActivityManager' && next.pid === line.pid)
    const end = block.findIndex(next => next.message.startsWith('ANR in '))
    const own = end === -1 ? block : block.slice(0, end)
    const said = (name: string): string | null =>
      own.find(next => next.message.startsWith(`${name}: `))?.message.slice(name.length + 2) ?? null
    const pid = said('PID')
    const [, process = '', component] = head
    return [
      {
        package: process.split(':')[0] ?? '',
        activity: component?.split('/')[1] ?? null,
        pid: pid !== null && /^\d{1,10}$/.test(pid) ? Number(pid) : null,
        reason: said('Reason') ?? '',
        time: line.time,
      },
    ]
  })
}

export interface AnrTrace {
  readonly pid: number
  readonly process: string
  /** As ART names it: Blocked, Native, Runnable, Sleeping…; Dalvik's were upper case. */
  readonly mainState: string
  /** `Class.method` of the main thread, innermost first. */
  readonly frames: readonly string[]
  /** Another thread holds what the main thread waits for. */
  readonly waitsFor: { readonly lock: string; readonly heldByThread: number | null } | null
}

/** The processes of a trace file, each with its main thread. What has no main thread is left out. */
export function parseAnrTraces(text: string): readonly AnrTrace[] {
  const found: AnrTrace[] = []
  const heads = [...text.matchAll(/^----- pid (\d{1,10}) at .*-----\s*$/gm)]
  for (const [place, head] of heads.entries()) {
    const block = text.slice(head.index, heads[place + 1]?.index ?? text.length)
    const trace = traceOf(block, Number(head[1]))
    if (trace !== null) found.push(trace)
  }
  return found
}

function traceOf(block: string, pid: number): AnrTrace | null {
  const lines = block.split(/\r?\n/)
  const at = lines.findIndex(line => /^"main" prio=\d+ tid=1 /.test(line))
  if (at === -1) return null
  const rest = lines.slice(at + 1)
  const end = rest.findIndex(line => line.trim() === '' || line.startsWith('"'))
  const thread = end === -1 ? rest : rest.slice(0, end)
  const frames = thread.flatMap(line => /^\s+at ([\w.$<>/-]+)\(/.exec(line)?.[1] ?? [])
  const waiting = thread.flatMap(line => {
    const lock = /^\s+- waiting (?:to lock|on) <(0x[0-9a-f]+)>/.exec(line)?.[1]
    const holder = / held by (?:thread |tid=)(\d{1,10})/.exec(line)?.[1]
    return lock === undefined ? [] : [{ lock, heldByThread: holder === undefined ? null : Number(holder) }]
  })
  return {
    pid,
    process: /^Cmd line: (.*?)\s*$/m.exec(block)?.[1] ?? '',
    mainState: /^"main" prio=\d+ tid=1 (\w+)/.exec(lines[at] ?? '')?.[1] ?? '',
    frames,
    waitsFor: waiting[0] ?? null,
  }
}
