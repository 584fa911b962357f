// The window's one link to the hub: connects, tries again when it is lost, and keeps every watch going across that.
// Components get values (`Loaded`) and never see a socket.
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import type { Answer, Asked, CallMethod, StreamMethod, WatchMethod } from '#shared/protocol/contract.ts'
import type { Frame } from '#shared/protocol/envelope.ts'
import { sentAgain } from '#shared/protocol/request.ts'
import { askShellForPort } from '#renderer/shell/native.ts'
import { keyOf, NotReached, openLink } from '#renderer/socket-link.ts'
import type { HubPlace } from '#renderer/socket-link.ts'
import type { WindowPass } from '#renderer/window-pass.ts'

export type LinkState =
  | { readonly is: 'connecting' }
  | { readonly is: 'online' }
  /** It was there and went; the next try is at this time of the page's clock, after so many in vain. */
  | { readonly is: 'offline'; readonly nextTryMs: number; readonly tries: number }
  /** The hub does not take us (another version, no key): trying again is of no use. */
  | { readonly is: 'refused'; readonly why: RefusalData }

/** What a view knows of something it asked for. `stale`: the hub cannot be asked now, this is the last that came. */
export type Loaded<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'ready'; readonly value: T; readonly stale: boolean }
  | { readonly is: 'failed'; readonly why: RefusalData }

const firstTryMs = 400
const slowestTryMs = 8000
/** A watch is kept this long after its last view went, for the next view of the same. */
const keepWatchMs = 800

/** So long a call waits for the link to be back before it is refused. */
const backWithinMs = 5000

const isSentAgain = (method: string): boolean => sentAgain.some(one => one === method)

/** Not by `randomUUID`, which a page has only where it is secure. */
const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

type Pass = Pick<WindowPass, 'key' | 'addressOf' | 'enter' | 'in' | 'out' | 'another' | 'onTold'>

export class HubLink {
  readonly state = new LiveValue<LinkState>({ is: 'connecting' })
  readonly #pass: Pass | null
  #place: HubPlace
  readonly #watches = new Map<string, Watched<WatchMethod>>()
  #client: Client | null = null
  #waitMs = firstTryMs
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #isTrying = false

  /** `pass`: what lets a page in that was opened by a link. */
  constructor(place: HubPlace, pass: Pass | null = null) {
    this.#place = place
    this.#pass = pass
  }

  /** A worker opens a link of its own there: pictures do not wait for the page. Another object only where it is another place. */
  get place(): HubPlace {
    return this.#place
  }

  /** Where the page fetches what the hub names by an address. */
  addressOf(url: string): string {
    return this.#pass?.addressOf(url) ?? url
  }

  start(): void {
    addEventListener('online', () => this.tryNow())
    if (this.#pass !== null)
      this.#pass.onTold = () => {
        if (this.state.value.is === 'refused') void this.#try()
      }
    void this.#try()
  }

  tryNow(): void {
    if (this.#client !== null || this.state.value.is === 'refused') return
    this.#waitMs = firstTryMs
    void this.#try()
  }

  async call<M extends CallMethod>(method: M, params: Asked<M>, signal?: AbortSignal): Promise<Answer<M>> {
    const client = this.#client
    if (client === null)
      throw new Refusal('failed', "Nocturne's device server does not answer. Nothing was changed.", {
        hint: 'The window tries to reach it again by itself.',
      })
    if (!isSentAgain(method)) return client.call(method, params, signal)
    const id = newRequestId()
    const asked = (again: boolean): Asked<M> => ({ ...params, request: { id, again } })
    try {
      return await client.call(method, asked(false), signal)
    } catch (thrown) {
      if (!client.closed.aborted || signal?.aborted) throw thrown
      const next = await this.#nextClient(signal)
      if (next === null) throw thrown
      return next.call(method, asked(true), signal)
    }
  }

  /** The link that comes after one that broke; null when none does in the time somebody waits for an answer. */
  #nextClient(signal: AbortSignal | undefined): Promise<Client | null> {
    return new Promise(resolve => {
      const end = (): void => {
        clearTimeout(timer)
        stop()
        signal?.removeEventListener('abort', end)
        resolve(signal?.aborted ? null : this.#client)
      }
      const timer = setTimeout(end, backWithinMs)
      const stop = this.state.subscribe(({ is }) => {
        if (is === 'online' || is === 'refused') end()
      })
      signal?.addEventListener('abort', end, { once: true })
      if (this.#client !== null || signal?.aborted) end()
    })
  }

  /** Gives a credit back after each `onFrame` is done. Ends with its signal, by itself, or with the link. */
  async stream<M extends StreamMethod>(
    method: M,
    params: Asked<M>,
    onFrame: (frame: Frame) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#client === null)
      throw new Refusal('failed', "Nocturne's device server does not answer.", {
        hint: 'The window tries to reach it again by itself.',
      })
    return this.#client.stream(method, params, onFrame, signal)
  }

  /** The same object for the same question, so it can be a dependency and a store. */
  watch<M extends WatchMethod>(method: M, params: Asked<M>): Watching<Answer<M>> {
    const key = `${method} ${JSON.stringify(params)}`
    let watched = this.#watches.get(key) as Watched<M> | undefined
    if (watched === undefined) {
      watched = new Watched(method, params, () => this.#client)
      this.#watches.set(key, watched as unknown as Watched<WatchMethod>)
    }
    return watched
  }

  async #try(): Promise<void> {
    if (this.#isTrying) return
    this.#isTrying = true
    let isAgain = false
    if (this.#timer !== null) clearTimeout(this.#timer)
    try {
      await this.#enter()
      const client = await connect(await openLink(this.#place, askShellForPort), keyOf(this.#place))
      client.closed.addEventListener('abort', () => this.#lost(), { once: true })
      this.#client = client
      this.#waitMs = firstTryMs
      this.#tries = 0
      this.#pass?.in()
      this.state.set({ is: 'online' })
      for (const watched of this.#watches.values()) watched.restart()
    } catch (thrown) {
      const why = refusalOf(thrown)
      if (thrown instanceof NotReached) this.#later()
      else if (why.code === 'failed' && why.message.startsWith('The connection')) this.#later()
      else if (await this.#isTold()) isAgain = true
      else this.state.set({ is: 'refused', why: why.toData() })
    } finally {
      this.#isTrying = false
    }
    if (isAgain) void this.#try()
  }

  /** Refused: another tab may know a key that the hub takes. */
  async #isTold(): Promise<boolean> {
    this.#pass?.out()
    return (await this.#pass?.another()) ?? false
  }

  async #enter(): Promise<void> {
    if (this.#pass === null || this.#place.is !== 'socket') return
    await this.#pass.enter()
    const { key } = this.#pass
    if (key !== this.#place.key) this.#place = { ...this.#place, key }
  }

  #lost(): void {
    this.#client = null
    this.#pass?.out()
    for (const watched of this.#watches.values()) watched.lost()
    this.#later()
  }

  #later(): void {
    this.state.set({ is: 'offline', nextTryMs: performance.now() + this.#waitMs, tries: this.#tries })
    this.#tries += 1
    this.#timer = setTimeout(() => void this.#try(), this.#waitMs)
    this.#waitMs = Math.min(slowestTryMs, this.#waitMs * 2)
  }
}

export interface Watching<T> extends Live<Loaded<T>> {
  readonly again: () => void
}

class Watched<M extends WatchMethod> implements Watching<Answer<M>> {
  readonly #method: M
  readonly #params: Asked<M>
  readonly #client: () => Client | null
  readonly #live = new LiveValue<Loaded<Answer<M>>>({ is: 'loading' })
  #views = 0
  #stop: AbortController | null = null

  constructor(method: M, params: Asked<M>, client: () => Client | null) {
    this.#method = method
    this.#params = params
    this.#client = client
  }

  get value(): Loaded<Answer<M>> {
    return this.#live.value
  }

  subscribe = (listener: (value: Loaded<Answer<M>>) => void): (() => void) => {
    const stop = this.#live.subscribe(listener)
    this.#views += 1
    if (this.#stop === null) void this.#run()
    return () => {
      stop()
      this.#views -= 1
      if (this.#views > 0) return
      setTimeout(() => {
        if (this.#views > 0) return
        this.#stop?.abort()
        this.#stop = null
      }, keepWatchMs)
    }
  }

  again = (): void => {
    this.#stop?.abort()
    this.#stop = null
    this.#live.set({ is: 'loading' })
    void this.#run()
  }

  restart(): void {
    if (this.#views > 0) void this.#run()
  }

  lost(): void {
    this.#stop = null
    this.#live.update(loaded => (loaded.is === 'ready' ? { ...loaded, stale: true } : loaded))
  }

  async #run(): Promise<void> {
    const client = this.#client()
    if (client === null) return
    const stop = new AbortController()
    this.#stop = stop
    const take = (value: Answer<M>): void => {
      if (!stop.signal.aborted) this.#live.set({ is: 'ready', value, stale: false })
    }
    try {
      await client.watch(this.#method, this.#params, take, stop.signal)
    } catch (thrown) {
      // A lost link is told by the link's own state; the last value stays.
      if (client.closed.aborted || stop.signal.aborted) return
      this.#live.set({ is: 'failed', why: refusalOf(thrown).toData() })
    }
  }
}
