// What lies over the phone's own in the double: sleep, battery, place, status bar, network, posture. Kept as Android keeps
// it, asked by the commands; most of it is gone after a restart.
import type { Place, Posture } from '#shared/domain/device.ts'
import type { DemoPhone } from '#main/device/demo/engine/phone.ts'

interface SetBattery {
  ac: boolean
  status: number
  level: number
}

/** As most foldables number them. */
export const postureNumbers: Readonly<Record<Posture, number>> = { closed: 0, 'half-open': 1, open: 2 }

export class Controls {
  bootId = 'b0071000-0000-4000-8000-000000000001'
  asleep = false
  /** Null while the system hears its own battery. */
  battery: SetBattery | null = null
  mayMock = false
  hasTestProvider = false
  place: Place | null = null
  /** The words of each demo command since `enter`; null while the status bar is its own. */
  demo: string[] | null = null
  /** Device → kinds of qdisc on it. */
  readonly qdiscs = new Map<string, Set<string>>()
  readonly links = new Set<string>(['lo', 'wlan0'])
  /** Files the media list was told of, by whichever way. */
  scans = 0
  readonly #phone: DemoPhone
  readonly #settings: Map<string, string>

  constructor(phone: DemoPhone, settings: Map<string, string>) {
    this.#phone = phone
    this.#settings = settings
  }

  airplane(on: boolean): void {
    const wifi = this.#settings.get('global/wifi_on')
    this.#settings.set('global/airplane_mode_on', on ? '1' : '0')
    if (on && wifi === '1') this.#settings.set('global/wifi_on', '3')
    if (!on && (wifi === '3' || wifi === '2')) this.#settings.set('global/wifi_on', '1')
    this.network()
  }

  radio(name: string, on: boolean): void {
    const isAirplane = this.#settings.get('global/airplane_mode_on') === '1'
    if (name === 'wifi') this.#settings.set('global/wifi_on', on ? (isAirplane ? '2' : '1') : '0')
    else this.#settings.set('global/mobile_data', on ? '1' : '0')
    this.network()
  }

  /** What apps meet. */
  network(): void {
    const is = (key: string, ...values: readonly string[]): boolean =>
      values.includes(this.#settings.get(`global/${key}`) ?? '')
    const hasWifi = is('wifi_on', '1', '2')
    const hasData = is('mobile_data', '1') && !is('airplane_mode_on', '1')
    if (!hasWifi && !hasData) this.#phone.setNetwork('offline')
    else this.#phone.setNetwork(this.qdiscs.get('wlan0')?.has('netem') === true ? 'slow' : 'online')
  }

  restarted(): void {
    this.bootId = `${this.bootId.slice(0, -1)}${(Number(this.bootId.at(-1)) + 1) % 10}`
    this.asleep = false
    this.battery = null
    this.hasTestProvider = false
    this.place = null
    this.demo = null
    this.qdiscs.clear()
    this.links.delete('ifb0')
    this.network()
  }
}
