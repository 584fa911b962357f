// The network in presets, each of which sets every column: airplane mode, Wi-Fi, data and, where the device lets us, a slowed
// Wi-Fi. What Wi-Fi and data were before is given back on close.
import type { AdbLink } from '#main/device/android/adb.ts'
import { columnsOf, networkOf } from '#main/device/android/parse/network.ts'
import type { Memory } from '#main/device/android/remembered.ts'
import { asked, told } from '#main/device/android/told.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Can, NetworkState } from '#shared/domain/device.ts'

export const noSlowNetwork = {
  yes: false,
  why: 'A slow network cannot be set over adb.',
} as const satisfies Can

/** What comes before a command that needs root: nothing where the shell has it, `su 0` where it may; null where it never does. */
export type Root = '' | 'su 0 ' | null

export async function rootOf(link: AdbLink, isEmulator: boolean, signal: AbortSignal): Promise<Root> {
  // A rooted phone is somebody's own: its network is not shaped.
  if (!isEmulator) return null
  if ((await asked(link, 'id -u', signal)).trim() === '0') return ''
  return (await asked(link, 'su 0 id -u', signal)).trim() === '0' ? 'su 0 ' : null
}

/** As on a network of 2003: each way, with more delay on the way out. */
const rate = '473600bit'
const delay = '100ms'
const out = 'wlan0'
const into = 'ifb0'

const cleared: readonly string[] = [
  `tc qdisc del dev ${out} root`,
  `tc qdisc del dev ${out} ingress`,
  `tc qdisc del dev ${into} root`,
]
const slowed: readonly string[] = [
  `tc qdisc add dev ${out} root netem delay ${delay} rate ${rate}`,
  `tc qdisc add dev ${out} handle ffff: ingress`,
  `tc filter add dev ${out} parent ffff: protocol all u32 match u32 0 0 action mirred egress redirect dev ${into}`,
  `tc qdisc add dev ${into} root netem rate ${rate}`,
]

export class AndroidNetwork {
  readonly #link: AdbLink
  readonly #root: Root
  /** As they were before the first preset of ours: airplane mode, Wi-Fi and data, each 0 or 1, by points. */
  readonly #before: Memory
  #slowed = false

  constructor(link: AdbLink, root: Root, before: Memory) {
    this.#link = link
    this.#root = root
    this.#before = before
  }

  async set(to: NetworkState, signal: AbortSignal): Promise<void> {
    if (to === 'slow' && this.#root === null)
      throw new Refusal('unsupported', noSlowNetwork.why, {
        hint: 'Use an emulator for it: one that gives root can slow its Wi-Fi.',
      })
    await this.#before.keep(async () => {
      const { airplane, wifi, data } = (await this.#columns(signal)).columns
      return [airplane, wifi, data].map(Number).join('.')
    }, signal)
    const isOn = to !== 'offline'
    await this.#unslow(signal)
    await this.#airplane(!isOn, signal)
    await this.#radio('wifi', isOn, signal)
    await this.#radio('data', isOn, signal)
    if (to !== 'slow') return
    this.#slowed = true
    // The device for what comes in may be there already, and may lie still.
    await asked(this.#link, `${this.#root ?? ''}ip link add ${into} type ifb`, signal)
    await told(this.#link, `${this.#root ?? ''}ip link set ${into} up`, signal)
    for (const line of slowed) {
      const said = await told(this.#link, `${this.#root ?? ''}${line}`, signal)
      if (said !== '') throw new Refusal('failed', `The Wi-Fi could not be slowed: ${said.slice(0, 200)}`)
    }
  }

  async read(signal: AbortSignal): Promise<NetworkState> {
    const { columns, wifi } = await this.#columns(signal)
    return networkOf(columns, wifi)
  }

  async close(signal: AbortSignal): Promise<void> {
    const before = await this.#before.read(signal)
    if (before === null) return
    const [airplane, wifi, data] = before.split('.').map(digit => digit === '1')
    await this.#unslow(signal)
    await this.#airplane(airplane === true, signal)
    await this.#radio('wifi', wifi !== false, signal)
    await this.#radio('data', data !== false, signal)
    await this.#before.forget(signal)
  }

  /** After a restart nothing is shaped any more. */
  restarted(): void {
    this.#slowed = false
  }

  async #unslow(signal: AbortSignal): Promise<void> {
    if (this.#root === null) return
    if (!this.#slowed && !(await this.#columns(signal)).columns.slowed) return
    // Each says so when there was nothing to take away.
    for (const line of cleared) await asked(this.#link, `${this.#root}${line}`, signal)
    if ((await this.#columns(signal)).columns.slowed)
      throw new Refusal('outcome-unknown', 'The Wi-Fi of the device was to be quick again, and is still slowed.')
    this.#slowed = false
  }

  async #airplane(on: boolean, signal: AbortSignal): Promise<void> {
    await told(this.#link, `cmd connectivity airplane-mode ${on ? 'enable' : 'disable'}`, signal)
  }

  /** A device without that radio says so, which is no failure: there is nothing of it to set. */
  async #radio(name: 'wifi' | 'data', on: boolean, signal: AbortSignal): Promise<void> {
    await asked(this.#link, `svc ${name} ${on ? 'enable' : 'disable'}`, signal)
  }

  async #columns(
    signal: AbortSignal,
  ): Promise<{ readonly columns: ReturnType<typeof columnsOf>; readonly wifi: string }> {
    const get = (key: string): Promise<string> => asked(this.#link, `settings get global ${key}`, signal)
    const [airplane, wifi, data, qdisc] = await Promise.all([
      get('airplane_mode_on'),
      get('wifi_on'),
      get('mobile_data'),
      this.#root === null ? '' : asked(this.#link, `${this.#root}tc qdisc show dev ${out}`, signal),
    ])
    return { columns: columnsOf({ airplane, wifi, data, qdisc }), wifi }
  }
}
