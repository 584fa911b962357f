// The demo phone's log as it is written: its main and crash buffers, looked at now and then. Of one app by its processes.
import { sleep } from '#shared/base/abort.ts'
import type { LogLine, LogLinesFacet } from '#main/device/driver.ts'
import type { LogEntry } from '#main/device/demo/engine/log-buffers.ts'
import type { DemoPhone } from '#main/device/demo/engine/phone.ts'

const levels: readonly LogLine['level'][] = ['V', 'D', 'I', 'W', 'E', 'F']
const everyMs = 150

export async function followLog(
  phone: DemoPhone,
  of: Parameters<LogLinesFacet['follow']>[0],
  onLines: (lines: readonly LogLine[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const pids = new Set<number>()
  let after = 0
  while (!signal.aborted) {
    phone.now()
    for (const pid of startedSince(phone, of.app, after)) pids.add(pid)
    const entries = [...phone.logs.entries('main', after), ...phone.logs.entries('crash', after)]
      .sort((a, b) => a.number - b.number)
      .filter(entry => of.app === null || pids.has(entry.pid))
      .filter(entry => levels.indexOf(entry.level) >= levels.indexOf(of.least))
    after = phone.logs.newest
    if (entries.length > 0) onLines(entries.map(told))
    await sleep(everyMs, signal).catch(() => undefined)
  }
}

/** By the events of processes that were started, so that an app is followed through its restarts. */
const startedSince = (phone: DemoPhone, app: string | null, after: number): readonly number[] =>
  phone.logs.entries('events', after).flatMap(({ tag, text }) => {
    const [, pid, name] = /^\[\d+,(\d+),\d+,([^,]+),/u.exec(text) ?? []
    return tag === 'am_proc_start' && pid !== undefined && name === app ? [Number(pid)] : []
  })

function told({ atMs, pid, level, tag, text }: LogEntry): LogLine {
  const stamp = new Date(atMs).toISOString()
  return { at: `${stamp.slice(5, 10)} ${stamp.slice(11, 23)}`, pid, level, tag, text }
}
