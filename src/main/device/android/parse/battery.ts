// What `dumpsys battery` prints, of Android 5 to 16: level and charging, and whether the values are made up by somebody.

/** BatteryManager's numbers; what is neither charging nor full runs on the battery. */
const charging = 2
const full = 5

export interface BatteryDump {
  /** 0 to 100; null where the text names none. */
  readonly level: number | null
  /** BatteryManager's number: 1 unknown, 2 charging, 3 discharging, 4 not charging, 5 full. */
  readonly status: number | null
  readonly charging: boolean
  /** What it is powered by, in its own words: `AC`, `USB`, `Wireless`, `Dock`. */
  readonly powered: readonly string[]
  /** The system no longer hears its own battery: what is said was set by a command. */
  readonly isSet: boolean
}

/** Lines of `key: value`; others (Android 16's " Time when the latest ...") say nothing of the battery's state. */
export function parseBattery(text: string): BatteryDump {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const match = /^ {2}([A-Z][A-Za-z ]*|[a-z][a-z ]*): (.*)$/.exec(line)
    if (match !== null && !values.has(match[1] ?? '')) values.set(match[1] ?? '', (match[2] ?? '').trim())
  }
  const scale = numberOf(values.get('scale')) ?? 100
  const level = numberOf(values.get('level'))
  const status = numberOf(values.get('status'))
  return {
    level: level === null || scale <= 0 ? null : Math.min(100, Math.round((level * 100) / scale)),
    status,
    charging: status === charging || status === full,
    powered: [...values]
      .filter(([key, value]) => key.endsWith(' powered') && value === 'true')
      .map(([key]) => key.slice(0, -' powered'.length)),
    isSet: /UPDATES STOPPED/.test(text),
  }
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null
