// One line of logcat in any of the formats met: threadtime, time, brief, tag, Studio's long one; and tombstone text.

export interface LogLine {
  /** As printed ("07-04 15:07:36.612", with a year where there was one); null when the format has none. */
  readonly time: string | null
  readonly pid: number | null
  readonly level: string | null
  readonly tag: string | null
  readonly message: string
}

const time = String.raw`((?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9})(?: [+-]\d{4})?`
const threadtime = new RegExp(String.raw`^${time}\s+(?:\S+\s+)?(\d+)\s+(\d+) ([VDIWEFS]) (.*?)\s*: ?(.*)$`)
const timed = new RegExp(String.raw`^${time} ([VDIWEFS])/(.*?)\(\s*(\d+)\): ?(.*)$`)
const studio = new RegExp(String.raw`^${time} (\d+)-\d+/\S+ ([VDIWEFS])/(.*?): ?(.*)$`)
const brief = /^([VDIWEFS])\/(.*?)\(\s*(\d+)\): ?(.*)$/
const tagged = /^([VDIWEFS]) ([A-Za-z][\w.-]*)\s*: ?(.*)$/

/** Lines in order. `--------- beginning of` markers and a byte order mark are dropped; what fits no format keeps null fields. */
export function parseLogLines(text: string): readonly LogLine[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter(line => !line.startsWith('--------- '))
    .map(lineOf)
}

function lineOf(line: string): LogLine {
  let match = threadtime.exec(line)
  if (match !== null) return made(match[1], match[2], match[4], match[5], match[6])
  match = timed.exec(line)
  if (match !== null) return made(match[1], match[4], match[2], match[3], match[5])
  match = studio.exec(line)
  if (match !== null) return made(match[1], match[2], match[3], match[4], match[5])
  match = brief.exec(line)
  if (match !== null) return made(null, match[3], match[1], match[2], match[4])
  match = tagged.exec(line)
  if (match !== null) return made(null, null, match[1], match[2], match[3])
  return { time: null, pid: null, level: null, tag: null, message: line }
}

function made(
  at: string | null | undefined,
  pid: string | null | undefined,
  level: string | undefined,
  tag: string | undefined,
  message: string | undefined,
): LogLine {
  return {
    time: at ?? null,
    pid: pid === null || pid === undefined ? null : Number(pid),
    level: level ?? null,
    tag: (tag ?? '').trim(),
    message: message ?? '',
  }
}
