// `logcat -b events`: the ANRs, crashes and deaths the activity manager wrote down. Field orders: EventLogTags.logtags.
import { parseLogLines } from '#main/device/android/parse/log-line.ts'

export interface LoggedEvent {
  readonly kind: 'anr' | 'crash' | 'died' | 'kill' | 'start'
  readonly pid: number
  readonly user: number
  readonly package: string
  readonly reason: string
  readonly time: string | null
}

/** Other tags are passed over. `am_crash` has pid before user in every recording, the others user before pid. */
export function parseEventLog(text: string): readonly LoggedEvent[] {
  return parseLogLines(text).flatMap(line => {
    const body = /^\[(.*)\]\s*$/.exec(line.message)?.[1]
    if (body === undefined) return []
    const event = eventOf(line.tag ?? '', body.split(','), line.time)
    return event === null || !Number.isSafeInteger(event.pid) ? [] : [event]
  })
}

function eventOf(tag: string, fields: readonly string[], time: string | null): LoggedEvent | null {
  const number = (at: number): number => (/^\d+$/.test(fields[at] ?? '') ? Number(fields[at]) : Number.NaN)
  const said = (at: number): string => fields[at] ?? ''
  switch (tag) {
    case 'am_anr':
      return { kind: 'anr', user: number(0), pid: number(1), package: said(2), reason: fields.slice(4).join(','), time }
    case 'am_crash':
      return {
        kind: 'crash',
        pid: number(0),
        user: number(1),
        package: packageOfProcess(said(2)),
        reason: crashReason(fields),
        time,
      }
    case 'am_proc_died':
      return { kind: 'died', user: number(0), pid: number(1), package: packageOfProcess(said(2)), reason: '', time }
    case 'am_kill':
      return {
        kind: 'kill',
        user: number(0),
        pid: number(1),
        package: packageOfProcess(said(2)),
        reason: said(4),
        time,
      }
    case 'am_proc_start':
      return {
        kind: 'start',
        user: number(0),
        pid: number(1),
        package: packageOfProcess(said(3)),
        reason: said(4),
        time,
      }
    default:
      return null
  }
}

/** Exception and message; the message may hold commas, so file and line (and the newer flag) are taken from the end. */
function crashReason(fields: readonly string[]): string {
  const tail = /^[01]$/.test(fields.at(-1) ?? '') && /^\d+$/.test(fields.at(-2) ?? '') && fields.length > 8 ? 3 : 2
  const message = fields.slice(5, Math.max(5, fields.length - tail)).join(',')
  return message === '' ? (fields[4] ?? '') : `${fields[4] ?? ''}: ${message}`
}

const packageOfProcess = (process: string): string => process.split(':')[0] ?? ''
