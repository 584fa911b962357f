// The answering end of a link: checks the hello and every params, runs the handler, carries its answer, value changes,
// frames or Refusal back. A cancel aborts the one handler; a closed link aborts all it started and closes its session.
import type { Live } from '#shared/base/live.ts'
import { parse } from '#shared/base/parse.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import { Scope } from '#shared/base/scope.ts'
import type { CallMethod, Given, Method, Params, StreamMethod, WatchMethod } from '#shared/protocol/contract.ts'
import { contract, protocolVersion } from '#shared/protocol/contract.ts'
import type { Ask, Frame, Said } from '#shared/protocol/envelope.ts'
import { readAsk, write, writeFrame } from '#shared/protocol/envelope.ts'
import type { Link } from '#shared/protocol/link.ts'

/** What one connection holds between its calls: control of a device, say. Its scope closes with the link. */
export interface Session {
  readonly id: number
  readonly scope: Scope
  /** The person's own window, as its carrier or its token says; not the CLI and not an agent. */
  readonly isWindow: boolean
}

export interface Asking {
  readonly session: Session
  readonly signal: AbortSignal
}

/** Where a stream handler puts frames. Out of credit it must not send: it drops and sends a newer one later. */
export interface FrameSink {
  readonly credit: number
  /** Resolves when there is credit, or so much of it. */
  ready(signal: AbortSignal, credit?: number): Promise<void>
  send(frame: Frame): void
}

export type Handlers = {
  readonly [M in CallMethod]: (params: Params<M>, asking: Asking) => Promise<Given<M>>
} & {
  /** The value now and its changes; what it holds open is closed by `asking.signal`. */
  readonly [M in WatchMethod]: (params: Params<M>, asking: Asking) => Promise<Live<Given<M>>>
} & {
  /** Runs until there is nothing more, or the signal aborts. */
  readonly [M in StreamMethod]: (params: Params<M>, sink: FrameSink, asking: Asking) => Promise<void>
}

export interface HostOptions {
  /** Null: the carrier has checked who it is (memory, a socket in a private folder). Throws a Refusal for a stranger. */
  readonly admit: ((token: string | null) => void) | null
  readonly version?: number
  /** Known by the carrier, or by the token of the hello. */
  readonly isWindow?: boolean | ((token: string | null) => boolean)
}

/** Values of one watch are sent at most this often, the newest wins. */
const valueEveryMs = 40
const helloWithinMs = 10_000
/** Of one that asks and never reads: what is kept for it would grow without end. */
const unreadBytesMost = 64 * 1024 * 1024
const underWayMax = 500

let sessions = 0

/** Resolves when the link has closed and all it started has ended. */
export async function host(link: Link, handlers: Handlers, options: HostOptions): Promise<void> {
  const session: { -readonly [Part in keyof Session]: Session[Part] } = {
    id: ++sessions,
    scope: new Scope(),
    isWindow: false,
  }
  const running = new Map<number, Running>()
  const work = new Set<Promise<void>>()
  let greeted = false
  const say = (said: Said): void => {
    link.send(write(said))
    if (link.bufferedBytes > unreadBytesMost) link.close()
  }
  const refuseAll = (thrown: unknown): void => {
    say({ t: 'no', error: refusalOf(thrown).toData() })
    link.close()
  }
  const unhurried = setTimeout(() => {
    if (!greeted) refuseAll(new Refusal('failed', 'Nothing was said for ten seconds after connecting.'))
  }, helloWithinMs)

  const take = (ask: Ask): void => {
    if (ask.t === 'hello') {
      greet(ask, options)
      if (!greeted) session.isWindow = isWindowOf(options, ask.token)
      greeted = true
      say({ t: 'hello', version: options.version ?? protocolVersion })
      return
    }
    if (!greeted) throw new Refusal('bad-value', 'A connection begins with a hello.')
    if (ask.t === 'cancel') return running.get(ask.id)?.stop.abort(new Refusal('failed', 'Cancelled by the asker.'))
    if (ask.t === 'credit') return running.get(ask.id)?.addCredit(ask.frames)
    if (running.has(ask.id)) throw new Refusal('bad-value', `Request ${ask.id} is still under way.`)
    if (running.size >= underWayMax)
      return say({
        t: 'refused',
        id: ask.id,
        error: new Refusal('busy', `${underWayMax} requests are under way.`).toData(),
      })
    const one = new Running()
    running.set(ask.id, one)
    const done = run(ask.id, ask.method, ask.params, one, { link, handlers, session, say })
      .catch((thrown: unknown) => say({ t: 'refused', id: ask.id, error: refusalOf(thrown).toData() }))
      .finally(() => {
        running.delete(ask.id)
        work.delete(done)
      })
    work.add(done)
  }

  link.onMessage(message => {
    try {
      if (typeof message !== 'string') throw new Refusal('bad-value', 'The hub takes no binary messages.')
      take(readAsk(message))
    } catch (thrown) {
      refuseAll(thrown)
    }
  })
  await gone(link.closed)
  clearTimeout(unhurried)
  for (const one of running.values()) one.stop.abort(new Refusal('failed', 'The connection closed.'))
  await Promise.allSettled(work)
  // Nobody is left to be told. A device that is away has its fingers lifted when it is back.
  await session.scope.close().catch(() => undefined)
}

function greet(hello: Ask & { t: 'hello' }, options: HostOptions): void {
  const version = options.version ?? protocolVersion
  if (hello.version !== version)
    throw new Refusal(
      'failed',
      `Nocturne's device server speaks version ${version}, this program version ${hello.version}.`,
      {
        hint: 'Close Nocturne everywhere and start it again.',
      },
    )
  options.admit?.(hello.token)
}

const isWindowOf = ({ isWindow = false }: HostOptions, token: string | null): boolean =>
  typeof isWindow === 'function' ? isWindow(token) : isWindow

class Running {
  readonly stop = new AbortController()
  credit = 0
  #wake: (() => void) | null = null

  addCredit(frames: number): void {
    this.credit += frames
    this.#wake?.()
  }

  async ready(signal: AbortSignal, credit = 1): Promise<void> {
    while (this.credit < credit) {
      signal.throwIfAborted()
      await new Promise<void>(resolve => {
        // Taken off again: a stream waits many thousand times by one signal.
        const wake = (): void => {
          signal.removeEventListener('abort', wake)
          resolve()
        }
        this.#wake = wake
        signal.addEventListener('abort', wake, { once: true })
      })
    }
    signal.throwIfAborted()
  }
}

interface Within {
  readonly link: Link
  readonly handlers: Handlers
  readonly session: Session
  readonly say: (said: Said) => void
}

async function run(id: number, name: string, params: unknown, one: Running, within: Within): Promise<void> {
  if (!isMethod(name)) throw new Refusal('unsupported', `There is no method "${name}".`)
  const entry = contract[name]
  const checked = parse<unknown>(entry.params, params, name)
  const asking: Asking = { session: within.session, signal: one.stop.signal }
  switch (entry.kind) {
    case 'call': {
      const handler = within.handlers[name] as (params: unknown, asking: Asking) => Promise<unknown>
      within.say({ t: 'answer', id, result: await handler(checked, asking) })
      return
    }
    case 'watch': {
      const handler = within.handlers[name] as (params: unknown, asking: Asking) => Promise<Live<unknown>>
      await carryValues(await handler(checked, asking), one.stop.signal, value => within.say({ t: 'value', id, value }))
      within.say({ t: 'ended', id })
      return
    }
    case 'stream': {
      const handler = within.handlers[name] as (params: unknown, sink: FrameSink, asking: Asking) => Promise<void>
      await handler(checked, sinkOf(id, one, within.link), asking)
      within.say({ t: 'ended', id })
    }
  }
}

const isMethod = (name: string): name is Method => Object.hasOwn(contract, name)

function sinkOf(id: number, one: Running, link: Link): FrameSink {
  return {
    get credit() {
      return one.credit
    },
    ready: (signal, credit) => one.ready(signal, credit),
    send: frame => {
      if (one.credit === 0) throw new Error('a frame was sent without credit')
      one.credit -= 1
      link.send(writeFrame(id, frame))
    },
  }
}

/** Sends the value now and its changes until the signal aborts; what changes faster than it is sent is skipped. */
async function carryValues(live: Live<unknown>, signal: AbortSignal, send: (value: unknown) => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | null = null
  let sent: unknown = live.value
  send(sent)
  const stop = live.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = null
      if (Object.is(sent, live.value)) return
      sent = live.value
      send(sent)
    }, valueEveryMs)
  })
  await gone(signal)
  stop()
  if (timer !== null) clearTimeout(timer)
}

function gone(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
