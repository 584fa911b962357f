// Fails loudly on whatever a double does not have: a member read, an event listened to. What is known is what the shell may use.
import { EventEmitter } from 'node:events'

/** Members a runtime asks of any object (to print it, to await it): never an error. */
const always = new Set(['then', 'toJSON', 'constructor', 'prototype', '$$typeof', 'asymmetricMatch', 'nodeType'])

/** The thing itself, but an unknown member is an error with its name. */
export function strict<T extends object>(name: string, known: T): T {
  return new Proxy(known, {
    get: (target, member) => {
      if (typeof member === 'symbol' || member in target || always.has(member)) {
        const found: unknown = Reflect.get(target, member)
        // Of the thing itself, not of this proxy: its private fields are there.
        return typeof found === 'function' ? (found.bind(target) as unknown) : found
      }
      throw new Error(`the double of electron has no ${name}.${member}`)
    },
  })
}

/** An emitter of these events only. `fire` is for tests: it answers whether somebody prevented the default. */
export class StrictEmitter {
  readonly #name: string
  readonly #events: readonly string[]
  readonly #emitter = new EventEmitter()

  constructor(name: string, events: readonly string[]) {
    this.#name = name
    this.#events = events
  }

  on(event: string, listener: (...args: never[]) => void): this {
    this.#emitter.on(this.#known(event), listener as (...args: unknown[]) => void)
    return this
  }

  once(event: string, listener: (...args: never[]) => void): this {
    this.#emitter.once(this.#known(event), listener as (...args: unknown[]) => void)
    return this
  }

  emit(event: string, ...args: unknown[]): void {
    this.#emitter.emit(this.#known(event), ...args)
  }

  /** With an event object first, as most of electron's. */
  fire(event: string, details: object = {}, ...args: unknown[]): { readonly prevented: boolean } {
    let prevented = false
    this.emit(event, { ...details, preventDefault: () => (prevented = true) }, ...args)
    return { prevented }
  }

  #known(event: string): string {
    if (!this.#events.includes(event))
      throw new Error(`the double of electron has no event ${this.#name}.on('${event}')`)
    return event
  }
}
