// The decoder worker's own link to the hub, so that a busy page delays no picture: connected when it is needed, again when it
// was lost, and the difference between the hub's clock and ours, measured again and again.
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import { sleep } from '#shared/base/abort.ts'
import { keyOf, openLink } from '#renderer/socket-link.ts'
import type { AskPort, HubPlace } from '#renderer/socket-link.ts'

const firstTryMs = 300
const slowestTryMs = 5000
const pings = 6
const pingEveryMs = 15_000

export class WorkerHub {
  readonly #place: HubPlace
  readonly #askPort: AskPort
  #client: Promise<Client> | null = null
  /** µs of the hub's clock less ours; null until it was measured. */
  #offsetUs: number | null = null

  constructor(place: HubPlace, askPort: AskPort) {
    this.#place = place
    this.#askPort = askPort
  }

  /** Waits for a connection as long as it takes. */
  async client(signal: AbortSignal): Promise<Client> {
    for (let waitMs = firstTryMs; ; waitMs = Math.min(slowestTryMs, waitMs * 2)) {
      signal.throwIfAborted()
      try {
        return await (this.#client ??= this.#connect())
      } catch {
        // The page says that the hub is away; here is only another try.
        await sleep(waitMs, signal)
      }
    }
  }

  /** Now by the hub's clock, µs; null while it is not known. */
  nowUs(): number | null {
    return this.#offsetUs === null ? null : performance.now() * 1000 + this.#offsetUs
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    client?.close()
  }

  async #connect(): Promise<Client> {
    try {
      const client = await connect(await openLink(this.#place, this.#askPort), keyOf(this.#place))
      client.closed.addEventListener(
        'abort',
        () => {
          this.#client = null
        },
        { once: true },
      )
      void this.#keepTime(client)
      return client
    } catch (thrown) {
      this.#client = null
      throw thrown
    }
  }

  async #keepTime(client: Client): Promise<void> {
    try {
      while (!client.closed.aborted) {
        let bestMs = Number.POSITIVE_INFINITY
        for (let ping = 0; ping < pings; ping += 1) {
          const before = performance.now()
          const { us } = await client.call('hub.clock', {}, client.closed)
          const tookMs = performance.now() - before
          if (tookMs >= bestMs) continue
          bestMs = tookMs
          this.#offsetUs = us - (before + tookMs / 2) * 1000
        }
        await sleep(pingEveryMs, client.closed)
      }
    } catch (thrown) {
      if (!client.closed.aborted) throw thrown
    }
  }
}
