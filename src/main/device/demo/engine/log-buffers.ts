// The demo device's logs: ring buffers of entries, written as `logcat -v threadtime` writes them. The crash reports of the
// apps and the noise of others come through here; who reads them must tell them apart, as on a real device.

export type LogBuffer = 'main' | 'events' | 'crash'
export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F'

export interface LogEntry {
  /** Rises by one with each entry of any buffer. */
  readonly number: number
  readonly buffer: LogBuffer
  readonly atMs: number
  readonly pid: number
  readonly tid: number
  readonly level: LogLevel
  readonly tag: string
  readonly text: string
}

const entriesMax = 3000

export class LogBuffers {
  #number = 0
  readonly #entries: Record<LogBuffer, LogEntry[]> = { main: [], events: [], crash: [] }

  /** Number of the newest entry; what has a higher one is newer. */
  get newest(): number {
    return this.#number
  }

  write(buffer: LogBuffer, entry: Omit<LogEntry, 'number' | 'buffer'>): LogEntry {
    const written = { ...entry, buffer, number: (this.#number += 1) }
    const list = this.#entries[buffer]
    list.push(written)
    if (list.length > entriesMax) list.splice(0, entriesMax / 4)
    return written
  }

  entries(buffer: LogBuffer, after = 0): readonly LogEntry[] {
    return this.#entries[buffer].filter(entry => entry.number > after)
  }

  /** Lines of a buffer not older than `sinceMs`, as logcat prints them. */
  lines(buffer: LogBuffer, sinceMs = 0): readonly string[] {
    return this.#entries[buffer].filter(entry => entry.atMs >= sinceMs).map(threadtime)
  }

  clear(): void {
    for (const list of Object.values(this.#entries)) list.length = 0
  }
}

/** `MM-DD HH:MM:SS.mmm  PID  TID L TAG     : text`, in UTC. */
export function threadtime(entry: LogEntry): string {
  const stamp = new Date(entry.atMs).toISOString()
  const id = (value: number): string => String(value).padStart(5)
  return `${stamp.slice(5, 10)} ${stamp.slice(11, 23)} ${id(entry.pid)} ${id(entry.tid)} ${entry.level} ${entry.tag.padEnd(8)}: ${entry.text}`
}
