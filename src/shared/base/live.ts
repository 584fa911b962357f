// A value and its changes: the house's only observable. State changes are Live; control flow is calls.

export interface Live<T> {
  readonly value: T
  /** Called after each change with the new value; the answer stops it. The present value is not replayed. */
  subscribe(listener: (value: T) => void): () => void
}

export class LiveValue<T> implements Live<T> {
  #value: T
  readonly #listeners = new Set<(value: T) => void>()

  constructor(value: T) {
    this.#value = value
  }

  get value(): T {
    return this.#value
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    // A copy: a listener may add or end others.
    for (const listener of Array.from(this.#listeners)) listener(value)
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value))
  }

  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
