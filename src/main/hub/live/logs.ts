// A device's log over the protocol: lines gathered into pages against the viewer's credits, the oldest thrown away when they
// come faster, and on again after a device that went comes back.
import { sleep } from '#shared/base/abort.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import type { Params } from '#shared/protocol/contract.ts'
import { keyFrame } from '#shared/protocol/envelope.ts'
import type { FrameSink, Handlers } from '#shared/protocol/host.ts'
import type { LogPage, logMethods } from '#shared/protocol/methods/logs.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import type { LogLine } from '#main/device/device.ts'
import type { Hub } from '#main/hub/hub.ts'

const linesMost = 3000
const pageLinesMost = 500
const gatherMs = 50
const againMs = 1000

export function logHandlers(hub: Hub): Pick<Handlers, keyof typeof logMethods> {
  return { 'device.logs': (params, sink, { signal }) => showLog(hub, params, sink, signal) }
}

async function showLog(
  hub: Hub,
  { device: id, app, least }: Params<'device.logs'>,
  sink: FrameSink,
  signal: AbortSignal,
): Promise<void> {
  // Refuses a device nobody knows, and a log that cannot be had, before anything is waited for.
  await hub.device(id)
  const ended = new AbortController()
  const both = AbortSignal.any([signal, ended.signal])
  const gathered = new Gathered()
  const following = followThrough(hub, id, { app, least }, gathered, both)
  try {
    await Promise.race([following, sendPages(gathered, sink, both)])
  } finally {
    ended.abort(new Refusal('failed', 'The log is no longer read.'))
  }
}

/** Begins anew each time the device is back; each end but a refusal of the whole is a gap with its words. */
async function followThrough(
  hub: Hub,
  id: Params<'device.logs'>['device'],
  of: { readonly app: string | null; readonly least: LogLine['level'] },
  gathered: Gathered,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const device = await hub.device(id)
      await device.followLog(of, lines => gathered.add(lines), signal)
    } catch (thrown) {
      if (signal.aborted) return
      if (thrown instanceof Refusal && (thrown.code === 'unsupported' || thrown.code === 'bad-value')) throw thrown
      gathered.gap(wordsOf(thrown))
    }
    await sleep(againMs, signal).catch(() => undefined)
  }
}

async function sendPages(gathered: Gathered, sink: FrameSink, signal: AbortSignal): Promise<void> {
  for (let sequence = 1; !signal.aborted; sequence += 1) {
    await gathered.some(signal)
    await sink.ready(signal)
    if (signal.aborted) return
    const bytes = new TextEncoder().encode(JSON.stringify(gathered.take()))
    sink.send({ flags: keyFrame, generation: 0, atUs: Math.round(monotonicMs() * 1000), sequence, bytes })
    await sleep(gatherMs, signal).catch(() => undefined)
  }
}

/** What waits to be sent; bounded, the newest are kept. */
class Gathered {
  #lines: LogLine[] = []
  #dropped = 0
  #words: string | null = null
  /** The newest of before a gap: after it the log begins with lines that were there already. */
  #last = ''
  #isAfterGap = false
  #wake = Promise.withResolvers<void>()

  add(lines: readonly LogLine[]): void {
    const fresh = this.#isAfterGap ? lines.filter(line => line.at > this.#last) : lines
    this.#lines.push(...fresh)
    const last = lines.at(-1)
    if (last !== undefined && last.at >= this.#last) {
      this.#last = last.at
      this.#isAfterGap = false
    }
    if (this.#lines.length > linesMost) this.#dropped += this.#lines.splice(0, this.#lines.length - linesMost).length
    if (fresh.length > 0) this.#wake.resolve()
  }

  gap(words: string): void {
    if (this.#words === words) return
    this.#words = words
    this.#isAfterGap = true
    this.#wake.resolve()
  }

  async some(signal: AbortSignal): Promise<void> {
    const stopped = Promise.withResolvers<void>()
    const stop = (): void => stopped.resolve()
    if (signal.aborted) return
    signal.addEventListener('abort', stop, { once: true })
    await Promise.race([this.#wake.promise, stopped.promise])
    signal.removeEventListener('abort', stop)
  }

  take(): LogPage {
    const page = { lines: this.#lines.splice(0, pageLinesMost), dropped: this.#dropped, words: this.#words }
    this.#dropped = 0
    this.#words = null
    if (this.#lines.length === 0) this.#wake = Promise.withResolvers<void>()
    return page
  }
}
