// The hub: one home, its store, its devices, its nights, and the handlers of the protocol over them. The same code in
// Electron's utility process, in `serve` and inside one command.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { wordsOf } from '#shared/base/refusal.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { Device } from '#main/device/device.ts'
import type { Fleet } from '#main/device/fleet.ts'
import { handlersOf } from '#main/hub/handlers.ts'
import { Desk } from '#main/hub/desk.ts'
import { Awakening } from '#main/hub/live/awakening.ts'
import type { Clocks } from '#main/hub/live/awakening.ts'
import { Drops } from '#main/hub/live/drop.ts'
import { Recordings } from '#main/hub/live/record.ts'
import type { Home } from '#main/hub/home.ts'
import { Nights } from '#main/hub/nights.ts'
import type { Platforms } from '#main/hub/platforms.ts'
import { visitAll } from '#main/hub/left-behind.ts'
import { putBackSettings } from '#main/hub/put-back.ts'
import { settingsOf } from '#main/hub/settings.ts'
import { Stills } from '#main/hub/stills.ts'
import { Uploads } from '#main/hub/uploads.ts'
import { monotonicMs, wallClock } from '#main/sys/clock.ts'

const wokeMs = 10_000
/** A command that is over waits so long for the devices of a hub that died to be in order. */
const visitMs = 10_000

export class Hub implements AsyncDisposable {
  readonly home: Home
  readonly platforms: Platforms
  readonly desk = new Desk()
  readonly stills = new Stills()
  readonly drops = new Drops()
  readonly uploads: Uploads
  readonly recordings: Recordings
  readonly nights: Nights
  readonly handlers: Handlers
  /** Streams are opened anew after the computer slept, and clocks that lag are set. */
  readonly awakening: Awakening
  /** A new link to the window where it is served, which opens it once; null when it is not served. */
  windowLink: () => string | null = () => null
  /** What start had to put in order, in words. */
  readonly repairs = new LiveValue<readonly string[]>([])
  readonly #ended = new AbortController()
  /** Of the devices of a hub that died. */
  #visiting: Promise<void> = Promise.resolve()

  constructor(home: Home, platforms: Platforms, clocks: Clocks = { wallMs: () => wallClock.ms(), monotonicMs }) {
    this.home = home
    this.platforms = platforms
    this.uploads = new Uploads(home.folder)
    this.recordings = new Recordings(home.store.artifacts.folder)
    this.nights = new Nights(this)
    this.handlers = handlersOf(this)
    this.awakening = new Awakening(clocks, () => void this.#woke())
  }

  /** Aborts when the hub closes. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** First what a dead night left: settings of devices are put back, the night is ended as stopped. */
  async start(): Promise<void> {
    const { store } = this.home
    const dead = store.endDeadNights().map(id => `Night ${id} was broken off; what it had confirmed is kept.`)
    this.repairs.set([...dead, ...(await putBackSettings(this, this.ended))])
    await this.uploads.clear()
    this.awakening.watch(this.ended)
    // An order to an emulator that was broken off: the fleet goes on with it, and nobody waits for that.
    if ((await this.platforms.isUnfinished?.()) === true) this.fleet().catch(() => undefined)
    store.keepWithin(settingsOf(store).storage_limit_bytes)
    if (this.home.wasLeft) this.#visiting = this.#visitDevices()
  }

  fleet(): Promise<Fleet> {
    return this.platforms.fleet()
  }

  async device(id: string): Promise<Device> {
    return (await this.fleet()).device(id)
  }

  /** Nobody waits for it but the end, and that not for long. What goes wrong is said, and is put in order by whoever opens it. */
  async #visitDevices(): Promise<void> {
    const say = (words: string): void => this.repairs.update(repairs => [...repairs, words])
    try {
      await visitAll(await this.fleet(), say, this.ended)
    } catch (thrown) {
      say(`The devices of the hub that died could not be looked at: ${wordsOf(thrown)}`)
    }
  }

  async #woke(): Promise<void> {
    // One that could not be built has said so to who asked for it.
    const fleet = await this.platforms.openFleet()?.catch(() => null)
    await fleet?.woke(AbortSignal.any([this.ended, AbortSignal.timeout(wokeMs)]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nights.end()
    await this.recordings[Symbol.asyncDispose]()
    const late = new AbortController()
    await Promise.race([this.#visiting, sleep(visitMs, late.signal).catch(() => undefined)])
    late.abort()
    this.#ended.abort(new Error('the hub is closing'))
    await this.uploads.clear()
    await (await this.platforms.openFleet())?.[Symbol.asyncDispose]()
  }
}
