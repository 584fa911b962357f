// Waiting that can be given up. Every function here takes the signal last.

/** Waits `ms` of the machine's time; rejects with the signal's reason when it aborts. Device waits go through a Clock. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal))
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    function onAbort(): void {
      clearTimeout(timer)
      reject(reasonOf(signal))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** A signal that aborts with the given one, or after `ms` with `late`. */
export function within(ms: number, signal: AbortSignal | undefined, late: Error): AbortSignal {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(late), ms)
  const clear = (): void => clearTimeout(timer)
  deadline.signal.addEventListener('abort', clear, { once: true })
  signal?.addEventListener('abort', () => deadline.abort(signal.reason), { once: true })
  if (signal?.aborted) deadline.abort(signal.reason)
  return deadline.signal
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error('stopped')
}
