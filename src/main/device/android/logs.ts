// Crashes and ANRs of one app since a mark: the crash and event buffers, read from the mark's device time on. The events
// are the second witness; records older than the mark are never new, whatever buffer they lie in.
import type { LogFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseCrashLog, type Crash } from '#main/device/android/parse/crash-log.ts'
import { parseEventLog } from '#main/device/android/parse/event-log.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { AppEvent } from '#shared/domain/device.ts'

const timeForm = /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/

export class AndroidLogs implements LogFacet {
  readonly #link: AdbLink

  constructor(link: AdbLink) {
    this.#link = link
  }

  /** The device's own time, in logcat's form; the log is later than what happened before it. */
  async mark(signal: AbortSignal): Promise<string> {
    const { stdout } = await this.#link.shell(
      "date '+%m-%d %H:%M:%S.%3N' 2>/dev/null || date '+%m-%d %H:%M:%S.000'",
      signal,
    )
    const said = stdout.trim().split('\n').at(-1)?.trim() ?? ''
    const time = /^(\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d{3}))?/.exec(said)
    if (time === null) throw new Refusal('failed', `The device's clock could not be read: ${said.slice(0, 60)}`)
    return `${time[1] ?? ''}.${time[2] ?? '000'}`
  }

  async since(
    mark: string,
    pkg: string,
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly AppEvent[]; readonly mark: string }> {
    if (!timeForm.test(mark)) throw new Refusal('bad-value', 'This is not a mark of the log.')
    const name = packageWord(pkg)
    const next = await this.mark(signal)
    const [crashes, events] = await Promise.all([
      this.#link.shell(`logcat -b crash -d -v threadtime -T ${quoted(mark)}`, signal),
      this.#link.shell(`logcat -b events -d -v threadtime -T ${quoted(mark)}`, signal),
    ])
    const logged = parseEventLog(events.stdout).filter(event => isIn(event.time, mark, next) && event.package === name)
    const crashed = parseCrashLog(crashes.stdout).filter(crash => isIn(crash.time, mark, next))
    const own = crashed.filter(
      crash => crash.package === name || (crash.package === null && logged.some(event => event.pid === crash.pid)),
    )
    return {
      events: [
        ...own.map(crash => eventOf(crash)),
        ...logged
          .filter(event => event.kind === 'anr')
          .map((event): AppEvent => ({
            kind: 'anr',
            at: 0,
            pid: event.pid,
            reason: event.reason,
            excerpt: `am_anr: ${event.package} ${event.reason}`,
          })),
      ],
      mark: next,
    }
  }
}

/** Marks and log times compare as text within a year. `-T` gives from the mark on; the mark itself was read already. */
const isIn = (time: string | null, after: string, until: string): boolean => {
  if (time === null) return false
  const short = time.replace(/^\d{4}-/, '').slice(0, 18)
  return short >= after && (short < until || until < after)
}

function eventOf(crash: Crash): AppEvent {
  return {
    kind: crash.kind === 'native' ? 'native_crash' : 'crash',
    at: 0,
    process: crash.process,
    pid: crash.pid ?? 0,
    type: crash.root.type,
    message: crash.root.message,
    frames: crash.frames.slice(0, 20),
    excerpt: crash.excerpt,
  }
}
