// The log of a device as it is written, for a person to read: `logcat` followed, of one app through its restarts or of all.
import type { LogLine, LogLinesFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseLogLines, type LogLine as ReadLine } from '#main/device/android/parse/log-line.ts'
import { parsePids, startedPid } from '#main/device/android/parse/process-list.ts'
import { packageWord } from '#main/device/android/shell-words.ts'
import { asked } from '#main/device/android/told.ts'
import { Refusal } from '#shared/base/refusal.ts'

/** Of what was written before, so that a log that is opened after a mishap still shows it. */
const linesBefore = 2000

export class AndroidLogLines implements LogLinesFacet {
  readonly #link: AdbLink

  constructor(link: AdbLink) {
    this.#link = link
  }

  async follow(
    of: { readonly app: string | null; readonly least: LogLine['level'] },
    onLines: (lines: readonly LogLine[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const filter = of.app === null ? null : await AppFilter.open(this.#link, of.app, of.least, signal)
    // The system tells at level I which process it starts for whom; without it an app's restarts would be missed.
    const spec = filter === null ? `'*:${of.least}'` : `'ActivityManager:I' '*:${of.least}'`
    const pieces = new LinePieces()
    await this.#link.follow(
      `logcat -b main,system,crash -v threadtime -T ${linesBefore} ${spec}`,
      bytes => {
        const lines = pieces.linesOf(bytes)
        const wanted = filter === null ? lines : lines.filter(line => filter.takes(line))
        if (wanted.length > 0) onLines(wanted)
      },
      signal,
    )
    if (!signal.aborted) throw new Refusal('failed', 'The log broke off: the device went away.')
  }
}

/** Which lines are of the app: by its processes, those that ran and those the log tells of. */
class AppFilter {
  readonly #app: string
  readonly #least: LogLine['level']
  readonly #pids: Set<number>

  private constructor(app: string, least: LogLine['level'], pids: readonly number[]) {
    this.#app = app
    this.#least = least
    this.#pids = new Set(pids)
  }

  static async open(link: AdbLink, app: string, least: LogLine['level'], signal: AbortSignal): Promise<AppFilter> {
    const name = packageWord(app)
    return new AppFilter(name, least, parsePids(await asked(link, 'ps -A -o PID,NAME', signal), name))
  }

  takes(line: LogLine): boolean {
    const started = startedPid(line.tag, line.text, this.#app)
    if (started !== null) this.#pids.add(started)
    // Its own start is worth a line, whoever wrote that.
    return started !== null ? isAtLeast(line.level, this.#least) : this.#pids.has(line.pid)
  }
}

const levels: readonly LogLine['level'][] = ['V', 'D', 'I', 'W', 'E', 'F']
const isAtLeast = (level: LogLine['level'], least: LogLine['level']): boolean =>
  levels.indexOf(level) >= levels.indexOf(least)

/** Whole lines out of bytes that come as they come; half a character waits for its other half. */
class LinePieces {
  readonly #decoder = new TextDecoder()
  #rest = ''

  linesOf(bytes: Uint8Array): readonly LogLine[] {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true })
    const end = text.lastIndexOf('\n')
    this.#rest = text.slice(end + 1)
    if (end < 0) return []
    return parseLogLines(text.slice(0, end)).flatMap(line => told(line))
  }
}

function told({ time, pid, level, tag, message }: ReadLine): readonly LogLine[] {
  const known = levels.find(one => one === level)
  if (time === null || pid === null || known === undefined) return []
  return [{ at: time, pid, level: known, tag: tag ?? '', text: message }]
}
