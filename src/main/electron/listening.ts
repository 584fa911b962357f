// The shell's own link to the hub: hears of nights and devices, keeps the machine awake while a night or a recording runs, says aloud what ended or
// went away, and fetches what the page's pictures are made of.
import { Notification, powerSaveBlocker } from 'electron'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import type { Answer } from '#shared/protocol/contract.ts'
import type { Link } from '#shared/protocol/link.ts'
import { emitterLink } from '#shared/protocol/port-link.ts'
import type { WindowAsk } from '#shared/protocol/shell.ts'
import { busyOf, endedNights, lostDevices } from '#main/electron/heard.ts'
import type { Busy, Devices, Nights, Notice, Recordings } from '#main/electron/heard.ts'
import type { HubProcess, HubState } from '#main/electron/hub-process.ts'
import type { Made } from '#main/electron/serve-page.ts'

export interface Around {
  readonly hub: HubProcess
  readonly note: (words: string) => void
  readonly isInFront: () => boolean
  readonly ask: (ask: WindowAsk) => void
}

const againMs = 1000
type Part = Parameters<Made['read']>[1]

export class Listening implements Made {
  readonly #around: Around
  /** Kept, or the system forgets what its click does. */
  readonly #shown = new Set<Notification>()
  #link: Link | null = null
  #client: Client | null = null
  #nights: Nights = []
  #devices: Devices = []
  #recordings: Recordings = []
  readonly #clips = new Set<string>()
  readonly #machine = new Awake('prevent-app-suspension')
  readonly #display = new Awake('prevent-display-sleep')
  #isFullScreen = false
  #start = 0
  #isConnecting = false

  constructor(around: Around) {
    this.#around = around
    around.hub.state.subscribe(state => void this.#follow(state))
  }

  /** What would end with the hub. */
  get busy(): Busy | null {
    return busyOf(this.#nights, this.#recordings)
  }

  /** A file of a recording that has ended, as the hub told since we started. */
  isClip(file: string): boolean {
    return this.#clips.has(file)
  }

  /** The window fills the screen: while a device is live in it, the display stays lit. */
  fullScreen(isFull: boolean): void {
    this.#isFullScreen = isFull
    this.#stayAwake()
  }

  async lengthOf(path: string, signal: AbortSignal): Promise<number> {
    return (await this.#hub().call('hub.fileAbout', { path }, signal)).bytes
  }

  async read(path: string, part: Part, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    return piecesOf(this.#hub(), path, part, signal)
  }

  #hub(): Client {
    if (this.#client === null) throw new Refusal('failed', "Nocturne's device server does not answer.")
    return this.#client
  }

  async #follow(state: HubState): Promise<void> {
    if (state.is !== 'ready') return this.#away()
    if (this.#isConnecting || (this.#client !== null && this.#start === state.start)) return
    this.#isConnecting = true
    let link: Link | null = null
    try {
      link = emitterLink(await this.#around.hub.openPort())
      this.#link = link
      const client = await connect(link)
      const isNewHub = this.#start !== 0 && this.#start !== state.start
      this.#start = state.start
      this.#client = client
      client.closed.addEventListener('abort', () => this.#lost(client), { once: true })
      this.#watch(client, isNewHub)
    } catch {
      link?.close()
      // It ended meanwhile. The window says so; here is only another try.
      setTimeout(() => void this.#follow(this.#around.hub.state.value), againMs).unref()
    } finally {
      this.#isConnecting = false
    }
  }

  #watch(client: Client, isNewHub: boolean): void {
    let isFirst = isNewHub
    const { closed } = client
    const failed = (thrown: unknown): void => {
      if (!closed.aborted) this.#around.note(wordsOf(thrown))
    }
    const onNights = ({ nights }: Answer<'nights'>): void => {
      this.#say(endedNights(this.#nights, nights, isFirst))
      isFirst = false
      this.#nights = nights
      this.#stayAwake()
    }
    const onDevices = ({ devices }: Answer<'devices'>): void => {
      this.#say(lostDevices(this.#devices, devices))
      this.#devices = devices
      this.#stayAwake()
    }
    const onRecordings = ({ recordings }: Answer<'recordings'>): void => {
      this.#recordings = recordings
      for (const { is, files } of recordings) if (is === 'ended') for (const { file } of files) this.#clips.add(file)
      this.#stayAwake()
    }
    client.watch('nights', {}, onNights, closed).catch(failed)
    client.watch('devices', {}, onDevices, closed).catch(failed)
    client.watch('recordings', {}, onRecordings, closed).catch(failed)
  }

  /** A link that ends while the hub's process goes on was carried to another program's hub: that one ended. */
  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    this.#stayAwake()
    if (this.#around.hub.state.value.is === 'ready') void this.#follow(this.#around.hub.state.value)
  }

  #away(): void {
    // A port that was given to a process that is dying may never tell.
    this.#link?.close()
    this.#client = null
    this.#stayAwake()
  }

  /** Of a hub that can be heard: while a night or a recording runs, and while live devices fill the screen. */
  #stayAwake(): void {
    const isHeard = this.#client !== null
    this.#machine.be(isHeard && this.busy !== null)
    this.#display.be(isHeard && this.#isFullScreen && this.#devices.some(({ state }) => state === 'live'))
  }

  /** Whoever looks at the window sees it there. */
  #say(notices: readonly Notice[]): void {
    if (!Notification.isSupported() || this.#around.isInFront()) return
    for (const { title, body, show } of notices) {
      const notification = new Notification({ title, body })
      this.#shown.add(notification)
      notification.on('click', () => {
        this.#shown.delete(notification)
        this.#around.ask(show)
      })
      notification.on('close', () => void this.#shown.delete(notification))
      notification.show()
    }
  }
}

/** Asks the system to stay awake, once. */
class Awake {
  readonly #type: Parameters<typeof powerSaveBlocker.start>[0]
  #blocker: number | null = null

  constructor(type: Parameters<typeof powerSaveBlocker.start>[0]) {
    this.#type = type
  }

  be(isNeeded: boolean): void {
    if (isNeeded && this.#blocker === null) this.#blocker = powerSaveBlocker.start(this.#type)
    else if (!isNeeded && this.#blocker !== null) {
      powerSaveBlocker.stop(this.#blocker)
      this.#blocker = null
    }
  }
}

/** Answers with the first piece, so that what cannot be had is refused; the others come as they are read. */
async function piecesOf(
  client: Client,
  path: string,
  { from, bytes: asked }: Part,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const unread = new AbortController()
  const begun = Promise.withResolvers<void>()
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const writer = writable.getWriter()
  // The page went away from it: the rest is not fetched.
  writer.closed.catch(() => unread.abort())
  const both = AbortSignal.any([signal, unread.signal])
  const take = async ({ bytes }: { readonly bytes: Uint8Array }): Promise<void> => {
    begun.resolve()
    await writer.write(Uint8Array.from(bytes))
  }
  const fetchAll = async (): Promise<void> => {
    try {
      await client.stream('hub.file', { path, from, bytes: asked }, take, both)
      both.throwIfAborted()
      begun.resolve()
      await writer.close()
    } catch (thrown) {
      begun.reject(thrown)
      await writer.abort(thrown).catch(() => undefined)
    }
  }
  void fetchAll()
  await begun.promise
  return readable
}
