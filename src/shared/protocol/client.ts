// The asking end of a link: typed calls, watches and streams, each cancelled by its signal. A Refusal made in the hub
// comes out here as the same Refusal; a closed link refuses all that is under way.
import { parse } from '#shared/base/parse.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Answer, Asked, CallMethod, Method, StreamMethod, WatchMethod } from '#shared/protocol/contract.ts'
import { contract, protocolVersion } from '#shared/protocol/contract.ts'
import type { Ask, Frame, Said } from '#shared/protocol/envelope.ts'
import { readFrame, readSaid, write } from '#shared/protocol/envelope.ts'
import type { Link } from '#shared/protocol/link.ts'

export interface Client {
  call<M extends CallMethod>(method: M, params: Asked<M>, signal?: AbortSignal): Promise<Answer<M>>
  /** Calls `onValue` with the value now and after each change. Resolves when the signal aborts or the hub ends it. */
  watch<M extends WatchMethod>(
    method: M,
    params: Asked<M>,
    onValue: (value: Answer<M>) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** Gives a credit back after each `onFrame` is done; starts with three. */
  stream<M extends StreamMethod>(
    method: M,
    params: Asked<M>,
    onFrame: (frame: Frame) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /** Aborts when the link has closed. */
  readonly closed: AbortSignal
  close(): void
}

export const startCredit = 3

interface Waiting {
  value(value: unknown): void
  frame(frame: Frame): void
  done(result: unknown): void
  failed(why: unknown): void
}

/** Says hello and waits for the answer; throws the hub's Refusal when it does not take us. */
export async function connect(
  link: Link,
  token: string | null = null,
  version: number = protocolVersion,
): Promise<Client> {
  const client = new LinkClient(link)
  link.send(write({ t: 'hello', version, token }))
  const late = setTimeout(() => client.giveUp(silent()), answeredWithinMs)
  try {
    await client.greeted
  } finally {
    clearTimeout(late)
  }
  return client
}

const answeredWithinMs = 30_000
const silent = (): Refusal =>
  new Refusal(
    'failed',
    `Nocturne's device server does not answer: it said nothing for ${answeredWithinMs / 1000} seconds.`,
    {
      hint: 'It may be stopped or stuck. End its process, then try again.',
    },
  )

class LinkClient implements Client {
  readonly #link: Link
  readonly #waiting = new Map<number, Waiting>()
  readonly #hello = Promise.withResolvers<void>()
  #next = 1
  #why: Refusal | null = null

  constructor(link: Link) {
    this.#link = link
    link.onMessage(message => {
      try {
        if (typeof message === 'string') this.#take(readSaid(message))
        else this.#takeFrame(message)
      } catch (thrown) {
        this.#end(thrown instanceof Refusal ? thrown : new Refusal('failed', String(thrown)))
        link.close()
      }
    })
    const ended = (): void => this.#end(new Refusal('failed', "The connection to Nocturne's device server closed."))
    link.closed.addEventListener('abort', ended, { once: true })
    if (link.closed.aborted) ended()
  }

  giveUp(why: Refusal): void {
    this.#end(why)
    this.#link.close()
  }

  get greeted(): Promise<void> {
    return this.#hello.promise
  }

  get closed(): AbortSignal {
    return this.#link.closed
  }

  close(): void {
    this.#link.close()
  }

  async call<M extends CallMethod>(method: M, params: Asked<M>, signal?: AbortSignal): Promise<Answer<M>> {
    const result = await this.#ask(
      method,
      params,
      signal,
      () => {},
      () => {},
    )
    return parse<Answer<M>>(contract[method].result as never, result, `the answer of ${method}`)
  }

  async watch<M extends WatchMethod>(
    method: M,
    params: Asked<M>,
    onValue: (value: Answer<M>) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const read = (value: unknown): void =>
      onValue(parse<Answer<M>>(contract[method].result as never, value, `a value of ${method}`))
    await this.#until(
      this.#ask(method, params, signal, read, () => {}),
      signal,
    )
  }

  async stream<M extends StreamMethod>(
    method: M,
    params: Asked<M>,
    onFrame: (frame: Frame) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const failed = Promise.withResolvers<never>()
    const id = this.#next
    const take = (frame: Frame): void => {
      void Promise.resolve()
        .then(() => onFrame(frame))
        .then(() => this.#send({ t: 'credit', id, frames: 1 }), failed.reject)
    }
    const asked = this.#ask(method, params, signal, () => {}, take)
    this.#send({ t: 'credit', id, frames: startCredit })
    await this.#until(Promise.race([asked, failed.promise]), signal)
  }

  /** An abort by the asker is how a watch or a stream ends; it is no failure. */
  async #until(asked: Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      await asked
    } catch (thrown) {
      if (!signal.aborted) throw thrown
    }
  }

  #ask(
    method: Method,
    params: unknown,
    signal: AbortSignal | undefined,
    value: (value: unknown) => void,
    frame: (frame: Frame) => void,
  ): Promise<unknown> {
    if (this.#why !== null) return Promise.reject(this.#why)
    if (signal?.aborted) return Promise.reject(cancelled(signal))
    const id = this.#next++
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(id)
        this.#send({ t: 'cancel', id })
        reject(cancelled(signal))
      }
      const finish = (): void => {
        this.#waiting.delete(id)
        signal?.removeEventListener('abort', onAbort)
      }
      this.#waiting.set(id, {
        value,
        frame,
        done: result => {
          finish()
          resolve(result)
        },
        failed: why => {
          finish()
          reject(why instanceof Error ? why : new Error(String(why)))
        },
      })
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#send({ t: 'call', id, method, params })
    })
  }

  #send(ask: Ask): void {
    this.#link.send(write(ask))
  }

  #take(said: Said): void {
    switch (said.t) {
      case 'hello':
        return this.#hello.resolve()
      case 'no':
        this.#end(Refusal.fromData(said.error))
        return
      case 'answer':
        return this.#waiting.get(said.id)?.done(said.result)
      case 'value':
        return this.#takeValue(said.id, said.value)
      case 'ended':
        return this.#waiting.get(said.id)?.done(undefined)
      case 'refused':
        return this.#waiting.get(said.id)?.failed(Refusal.fromData(said.error))
    }
  }

  /** What a listener throws ends its own watch, nothing else. */
  #takeValue(id: number, value: unknown): void {
    const waiting = this.#waiting.get(id)
    try {
      waiting?.value(value)
    } catch (thrown) {
      this.#send({ t: 'cancel', id })
      waiting?.failed(thrown)
    }
  }

  #takeFrame(message: Uint8Array): void {
    const { stream, frame } = readFrame(message)
    this.#waiting.get(stream)?.frame(frame)
  }

  #end(why: Refusal): void {
    this.#why ??= why
    this.#hello.promise.catch(() => {})
    this.#hello.reject(this.#why)
    const first = this.#why
    Array.from(this.#waiting.values()).forEach(waiting => waiting.failed(first))
  }
}

function cancelled(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Refusal('failed', 'Cancelled.')
}
