// Whether the device sleeps, out of `dumpsys power`: Android 4.2 to 16 say `mWakefulness=`.

export type Wakefulness = 'awake' | 'asleep'

/** Null where the text does not say. Dozing shows a clock at most; a dream is a screen saver over an awake device. */
export function parseWakefulness(text: string): Wakefulness | null {
  const said = /^[ \t]*(?:mWakefulness|getWakefulnessLocked\(\)|Wakefulness)[=:]\s*(\w+)/m.exec(text)?.[1] ?? ''
  switch (said.toLowerCase()) {
    case 'awake':
    case 'dreaming':
      return 'awake'
    case 'asleep':
    case 'dozing':
      return 'asleep'
    default:
      return null
  }
}
