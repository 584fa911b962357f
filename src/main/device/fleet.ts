// What devices there are: asks each platform's finder, opens a device on first use and keeps it, closes all at the end.
// A device that went away stays as a lost row until its finder says otherwise.
import { LiveValue, type Live } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { DeviceRow, DeviceState, PowerOrder } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'

export class Fleet implements AsyncDisposable {
  readonly #finders: readonly PlatformFinder[]
  readonly #found = new Map<DeviceId, { readonly platform: string; readonly device: FoundDevice }>()
  readonly #open = new Map<DeviceId, Promise<OpenDevice>>()
  /** What an opened device told of itself: more than its finder knew. */
  readonly #known = new Map<DeviceId, Pick<DeviceRow, 'model' | 'caps' | 'state'>>()
  readonly #rows = new LiveValue<readonly DeviceRow[]>([])
  /** Being opened for nobody yet. */
  readonly #visits = new Set<DeviceId>()
  /** Of visits that are over. */
  readonly #closing = new Map<DeviceId, Promise<void>>()
  readonly #ended = new AbortController()
  readonly #failures = new LiveValue<readonly { readonly platform: string; readonly words: string }[]>([])

  constructor(finders: readonly PlatformFinder[]) {
    this.#finders = finders
  }

  get rows(): Live<readonly DeviceRow[]> {
    return this.#rows
  }

  /** Platforms that could not be searched, and why. */
  get failures(): Live<readonly { readonly platform: string; readonly words: string }[]> {
    return this.#failures
  }

  /** Starts watching every platform; resolves when each has told once (or failed in words). */
  async start(): Promise<void> {
    await Promise.all(
      this.#finders.map(async finder => {
        try {
          await finder.watch(found => this.#told(finder.platform, found), this.#ended.signal)
        } catch (failure) {
          const { words, hint } = refusalOf(failure)
          const told = hint === null ? words : `${words} ${hint}`
          this.#failures.update(all => [...all, { platform: finder.platform, words: told }])
        }
      }),
    )
  }

  /** The device, opened on first use. Refuses `unknown-device` with the ids there are. */
  async device(id: string): Promise<OpenDevice> {
    const [key, device] = this.#foundOf(id)
    if (device.why !== null)
      throw new Refusal('not-booted', `${this.#nameOf(key, device)} cannot be used: ${device.why}`)
    // Somebody wants it: a visit that is under way leaves it open.
    this.#visits.delete(key)
    return this.#openOf(key, device)
  }

  /**
   * Opens a device that nobody has open, which puts in order what one that died left there, and closes it unless somebody
   * asked for it meanwhile.
   */
  async visit(id: string): Promise<void> {
    const [key, found] = this.#foundOf(id)
    if (found.why !== null || found.isOurs === true || this.#open.has(key)) return
    this.#visits.add(key)
    const opening = this.#openOf(key, found)
    const device = await opening.catch((thrown: unknown) => {
      this.#visits.delete(key)
      throw thrown
    })
    const isWanted = !this.#visits.delete(key)
    if (isWanted || this.#open.get(key) !== opening || this.#ended.signal.aborted) return
    this.#open.delete(key)
    this.#known.delete(key)
    this.#tell()
    const closing = device[Symbol.asyncDispose]().finally(() => this.#closing.delete(key))
    this.#closing.set(
      key,
      closing.catch(() => undefined),
    )
    await closing
  }

  /** Starts, stops or empties a device; answers in words when it is done. */
  async order(id: string, order: PowerOrder): Promise<string> {
    const [key, device] = this.#foundOf(id)
    if (device.operate === null)
      throw new Refusal('unsupported', `${this.#nameOf(key, device)} is not started or stopped by Nocturne.`, {
        hint: device.isOurs === true ? 'It is always on while Nocturne runs.' : 'Use its own power button.',
      })
    return device.operate.order(order)
  }

  /** The computer slept: each device that is open is told. One that cannot do what is needed now shows it itself. */
  async woke(signal: AbortSignal): Promise<void> {
    const all = [...this.#open.values()]
    await Promise.allSettled(all.map(async opening => (await opening).woke(signal)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort(new Error('the fleet was closed'))
    const open = await Promise.allSettled(this.#open.values())
    this.#open.clear()
    await Promise.allSettled(this.#closing.values())
    const devices = open.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    await Promise.all(devices.map(device => device[Symbol.asyncDispose]()))
  }

  /** As the list shows it. */
  #nameOf(key: DeviceId, device: FoundDevice): string {
    return this.#known.get(key)?.model.name ?? device.model.name
  }

  #foundOf(id: string): readonly [DeviceId, FoundDevice] {
    const entry = [...this.#found.entries()].find(([found]) => found === id)
    if (entry !== undefined) return [entry[0], entry[1].device]
    const known = [...this.#found.keys()]
    throw new Refusal('unknown-device', `There is no device "${id}".`, {
      hint: known.length === 0 ? 'No device is connected.' : `There are: ${known.join(', ')}.`,
    })
  }

  #openOf(key: DeviceId, device: FoundDevice): Promise<OpenDevice> {
    const open = this.#open.get(key)
    if (open !== undefined) return open
    const closing = this.#closing.get(key)
    // Two at once would give back what the other has put.
    const opening = closing === undefined ? this.#opened(key, device) : closing.then(() => this.#opened(key, device))
    this.#open.set(key, opening)
    opening.catch(() => this.#open.delete(key))
    return opening
  }

  async #opened(key: DeviceId, found: FoundDevice): Promise<OpenDevice> {
    const device = await openDevice(await found.open(this.#ended.signal), this.#ended.signal)
    const know = (state: DeviceState): void => {
      this.#known.set(key, { model: device.model, caps: device.caps, state })
      this.#tell()
    }
    device.state.subscribe(know)
    know(device.state.value)
    return device
  }

  #told(platform: string, found: readonly FoundDevice[]): void {
    const present = new Set(found.map(device => device.model.id))
    for (const [key, entry] of this.#found) {
      if (entry.platform !== platform || present.has(key)) continue
      if (entry.device.operate !== null) {
        // One of ours that is not told of any more was deleted, not unplugged.
        this.#found.delete(key)
        this.#forget(key)
        continue
      }
      const why = 'It is no longer connected.'
      this.#found.set(key, {
        platform,
        device: { ...entry.device, why, power: { is: 'lost', why, nextTryMs: null } },
      })
      this.#forget(key)
    }
    for (const device of found) {
      const before = this.#found.get(device.model.id)?.device
      // What is only lost is kept open: its streams, its control and its last picture go on when it is back.
      const isOver = device.why !== null && device.power.is !== 'lost'
      if (before !== undefined && isOver && this.#open.has(device.model.id)) this.#forget(device.model.id)
      this.#found.set(device.model.id, { platform, device })
    }
    this.#tell()
  }

  #forget(key: DeviceId): void {
    const open = this.#open.get(key)
    this.#open.delete(key)
    this.#known.delete(key)
    open?.then(device => device[Symbol.asyncDispose]()).catch(() => undefined)
  }

  #tell(): void {
    this.#rows.set(
      [...this.#found.entries()].map(([key, { device }]) => ({
        model: device.model,
        caps: device.can,
        state: {
          power: device.power,
          settings: null,
          generation: 1,
          control: null,
          busy: null,
          turn: 'upright',
          posture: null,
          overrides: null,
        } satisfies DeviceState,
        ...this.#known.get(key),
        why: device.why,
        by: device.by ?? null,
        ...(device.operate === null ? {} : { orders: device.operate.orders }),
      })),
    )
  }
}
