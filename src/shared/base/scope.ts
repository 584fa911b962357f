// Whoever opens, closes. A Scope closes what it owns, last first, also when closing one of them fails.

export class Scope implements AsyncDisposable {
  readonly #closers: (() => void | Promise<void>)[] = []
  #closed = false

  get closed(): boolean {
    return this.#closed
  }

  /** Runs `close` when the scope ends. */
  onClose(close: () => void | Promise<void>): void {
    if (this.#closed) throw new Error('the scope has been closed')
    this.#closers.push(close)
  }

  use<T extends AsyncDisposable>(owned: T): T {
    this.onClose(() => owned[Symbol.asyncDispose]() as Promise<void>)
    return owned
  }

  /** Closes all; every failure is reported together, none hides another. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const failures: unknown[] = []
    for (const closer of this.#closers.splice(0).reverse()) {
      try {
        await closer()
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length === 1) throw failures[0]
    if (failures.length > 1) throw new AggregateError(failures, 'several things could not be closed')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
