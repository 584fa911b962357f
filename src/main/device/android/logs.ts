// Crashes and ANRs of one app since a mark: the crash and event buffers, read from the mark's device time on. The events
// are the second witness; records older than the mark are never new, whatever buffer they lie in.
import type { Clock, LogFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseCrashLog, type Crash } from '#main/device/android/parse/crash-log.ts'
import { parseEventLog, type LoggedEvent } from '#main/device/android/parse/event-log.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { AppEvent } from '#shared/domain/device.ts'

const timeForm = /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/
const dayMs = 86_400_000
/** The trace and its event are written one after the other. */
const togetherMs = 2000

export class AndroidLogs implements LogFacet {
  readonly #link: AdbLink
  readonly #clock: Clock

  constructor(link: AdbLink, clock: Clock) {
    this.#link = link
    this.#clock = clock
  }

  /** The device's own time, in logcat's form. Devices whose `date` has no fractions give whole seconds. */
  async mark(signal: AbortSignal): Promise<string> {
    const { stdout } = await this.#link.shell("date '+%m-%d %H:%M:%S.%N'", signal)
    const time = /^(\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d{3})\d*)?/m.exec(stdout)
    if (time === null)
      throw new Refusal('failed', `The device's clock could not be read: ${stdout.trim().slice(0, 60)}`)
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
    const read = (buffer: string): Promise<string> =>
      this.#link.shell(`logcat -b ${buffer} -d -v threadtime -T ${quoted(mark)}`, signal).then(answer => answer.stdout)
    const [crashes, events] = await Promise.all([read('crash'), read('events')])
    const now = this.#clock.now()
    const at = (time: string | null): number => now - (msOf(next) - msOf(time ?? next))
    const logged = parseEventLog(events).filter(event => isIn(event.time, mark, next) && event.package === name)
    const own = parseCrashLog(crashes)
      .filter(crash => isIn(crash.time, mark, next))
      .filter(
        crash => crash.package === name || (crash.package === null && logged.some(event => event.pid === crash.pid)),
      )
    const alone = logged.filter(event => event.kind === 'crash' && !own.some(crash => isOf(event, crash)))
    const found = [
      ...own.map(crash => eventOf(crash, at(crash.time))),
      ...alone.map(event => crashOf(event, at(event.time))),
      ...logged.filter(event => event.kind === 'anr').map(event => anrOf(event, at(event.time))),
    ]
    return { events: found.sort((a, b) => a.at - b.at), mark: next }
  }
}

/** Marks and log times compare as text within a year. `-T` gives from the mark on; the mark itself was read already. */
const isIn = (time: string | null, after: string, until: string): boolean => {
  if (time === null) return false
  const short = time.replace(/^\d{4}-/, '').slice(0, 18)
  return short >= after && (short < until || until < after)
}

/** ms of a log time within its year; only differences are of use. */
function msOf(time: string): number {
  const match = /^(?:\d{4}-)?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})/.exec(time)
  if (match === null) return 0
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = match.slice(1).map(Number)
  return (month * 31 + day) * dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

/** A native crash is logged under the system's own pid, so there time has to do. */
function isOf(event: LoggedEvent, crash: Crash): boolean {
  if (crash.pid === event.pid) return true
  return (
    crash.kind === 'native' &&
    event.reason.startsWith('Native crash') &&
    Math.abs(msOf(crash.time ?? '') - msOf(event.time ?? '')) < togetherMs
  )
}

function eventOf(crash: Crash, at: number): AppEvent {
  return {
    kind: crash.kind === 'native' ? 'native_crash' : 'crash',
    at,
    process: crash.process,
    pid: crash.pid ?? 0,
    type: crash.root.type,
    message: crash.root.message,
    frames: crash.frames.slice(0, 20),
    excerpt: crash.excerpt,
  }
}

/** Where the trace is gone (a full buffer, one that was cleared), the event still names what was thrown. */
function crashOf(event: LoggedEvent, at: number): AppEvent {
  const cut = event.reason.indexOf(': ')
  const type = cut === -1 ? event.reason : event.reason.slice(0, cut)
  const message = cut === -1 ? '' : event.reason.slice(cut + 2)
  const isNative = type === 'Native crash'
  return {
    kind: isNative ? 'native_crash' : 'crash',
    at,
    process: event.package,
    pid: event.pid,
    type: isNative ? message : type,
    message: isNative ? '' : message,
    frames: [],
    excerpt: `am_crash: ${event.package} ${event.reason}`,
  }
}

const anrOf = (event: LoggedEvent, at: number): AppEvent => ({
  kind: 'anr',
  at,
  pid: event.pid,
  reason: event.reason,
  excerpt: `am_anr: ${event.package} ${event.reason}`,
})
