// Link: a way two programs say things to each other, whole messages in order. Carriers with a machine behind them are in
// main/sys/links.ts; the pair in memory is here.
export interface Link {
  /** Drops what is sent after the close. */
  send(message: string | Uint8Array): void
  /** One listener; messages that came before it are kept for it. */
  onMessage(listener: (message: string | Uint8Array) => void): void
  /** Aborts when the link is gone, whoever closed it. */
  readonly closed: AbortSignal
  close(): void
  /** Sent and not yet taken by the carrier. */
  readonly bufferedBytes: number
}

/** Keeps what arrives until somebody listens; every carrier delivers through one. */
export class Mailbox {
  #listener: ((message: string | Uint8Array) => void) | null = null
  #kept: (string | Uint8Array)[] = []

  deliver(message: string | Uint8Array): void {
    if (this.#listener === null) this.#kept.push(message)
    else this.#listener(message)
  }

  listen(listener: (message: string | Uint8Array) => void): void {
    this.#listener = listener
    for (const message of this.#kept.splice(0)) listener(message)
  }
}

/** Two ends in one program. Messages arrive in a later turn, as on every carrier. */
export function pair(): readonly [Link, Link] {
  const closing = new AbortController()
  const a = new Mailbox()
  const b = new Mailbox()
  return [end(a, b, closing), end(b, a, closing)]
}

function end(mine: Mailbox, theirs: Mailbox, closing: AbortController): Link {
  return {
    send: message => {
      if (closing.signal.aborted) return
      queueMicrotask(() => {
        if (!closing.signal.aborted) theirs.deliver(message)
      })
    },
    onMessage: listener => mine.listen(listener),
    closed: closing.signal,
    // After what was sent before it, as a socket's end comes after its data.
    close: () => queueMicrotask(() => closing.abort()),
    bufferedBytes: 0,
  }
}
