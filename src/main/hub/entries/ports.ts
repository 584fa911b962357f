// The hub behind message ports: each port that comes from the parent process becomes a link. Where another program's hub has
// the home the link is carried to that one; when it ends, the next link opens a hub of our own.
import { sleep } from '#shared/base/abort.ts'
import { parse } from '#shared/base/parse.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import { readAsk, write } from '#shared/protocol/envelope.ts'
import { toHubShape } from '#shared/protocol/hub-process.ts'
import type { FromHub } from '#shared/protocol/hub-process.ts'
import type { Link } from '#shared/protocol/link.ts'
import { emitterLink } from '#shared/protocol/port-link.ts'
import type { EmitterPort } from '#shared/protocol/port-link.ts'
import { connectSocket } from '#main/sys/links.ts'
import { socketPath } from '#main/sys/paths.ts'
import { readWindowKey } from '#main/hub/entries/window-key.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'

/** The shape of `process.parentPort` in Electron's utility process. */
export interface ParentPort {
  postMessage(message: unknown): void
  on(
    name: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly EmitterPort[] }) => void,
  ): unknown
}

/** Another hub that is starting has its lock before it has its socket. */
const startingMs = 10_000

/** Serves until the parent says `close`; then everything of the hub has been put back. */
export async function serveParent(parent: ParentPort, folder: string): Promise<void> {
  const say = (what: FromHub): void => parent.postMessage(what)
  const closing = new AbortController()
  const home = new HomeHub(folder, closing.signal, shared => say({ is: 'ready', shared }))
  const asked = Promise.withResolvers<void>()
  parent.on('message', ({ data, ports }) => {
    const told = parse(toHubShape, data, 'a message of the parent process')
    if (told.is === 'close') return asked.resolve()
    if (told.is === 'woke') return home.woke()
    for (const port of ports) {
      const link = emitterLink(port)
      home.attach(link).catch((thrown: unknown) => {
        link.close()
        say({ is: 'refused', error: refusalOf(thrown).toData() })
      })
    }
  })
  try {
    await home.reach()
  } catch (thrown) {
    say({ is: 'refused', error: refusalOf(thrown).toData() })
  }
  await asked.promise
  closing.abort(new Refusal('failed', 'Nocturne is closing.'))
  await home.close()
  say({ is: 'closed' })
}

/** The hub of one home: our own, or the way to another program's. */
class HomeHub {
  readonly #folder: string
  readonly #signal: AbortSignal
  readonly #onReady: (shared: boolean) => void
  #own: OpenHub | null = null
  #reaching: Promise<Link | null> | null = null

  constructor(folder: string, signal: AbortSignal, onReady: (shared: boolean) => void) {
    this.#folder = folder
    this.#signal = signal
    this.#onReady = onReady
  }

  async attach(link: Link): Promise<void> {
    const other = await this.#reachOne()
    if (other === null) this.#own?.attach(link, true)
    else carry(link, other, await readWindowKey(this.#folder))
  }

  /** Finds or opens it, and says so. */
  async reach(): Promise<void> {
    const other = await this.#reachOne()
    other?.close()
  }

  /** Another program's hub finds it out by the clock. */
  woke(): void {
    this.#own?.hub.awakening.woke()
  }

  async close(): Promise<void> {
    await this.#reaching?.catch(() => null)
    await this.#own?.[Symbol.asyncDispose]()
  }

  /** A link to another program's hub, or null when ours is open. One at a time: two would race for the lock. */
  async #reachOne(): Promise<Link | null> {
    while (this.#reaching !== null) await this.#reaching.catch(() => null)
    if (this.#own !== null) return null
    this.#reaching = this.#find()
    try {
      return await this.#reaching
    } finally {
      this.#reaching = null
    }
  }

  async #find(): Promise<Link | null> {
    const until = performance.now() + startingMs
    for (;;) {
      this.#signal.throwIfAborted()
      const link = await connectSocket(socketPath(this.#folder))
      if (link !== null) {
        this.#onReady(true)
        return link
      }
      try {
        this.#own = await openHub(this.#folder)
        this.#onReady(false)
        return null
      } catch (thrown) {
        if (!(thrown instanceof Refusal) || thrown.code !== 'busy' || performance.now() > until) throw thrown
      }
      await sleep(100, this.#signal)
    }
  }
}

/** What one end says the other hears; each closes with the other. The window's hello goes on with the key it does not know. */
function carry(window: Link, hub: Link, key: string | null): void {
  let isFirst = true
  window.onMessage(message => {
    hub.send(isFirst && key !== null ? withKey(message, key) : message)
    isFirst = false
  })
  hub.onMessage(message => window.send(message))
  const join = (one: Link, other: Link): void => {
    if (one.closed.aborted) other.close()
    else one.closed.addEventListener('abort', () => other.close(), { once: true })
  }
  join(window, hub)
  join(hub, window)
}

function withKey(message: string | Uint8Array, key: string): string | Uint8Array {
  if (typeof message !== 'string') return message
  try {
    const ask = readAsk(message)
    return ask.t === 'hello' ? write({ ...ask, token: key }) : message
  } catch {
    // No message of ours: the hub refuses it in words.
    return message
  }
}
