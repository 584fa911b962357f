// Waiting for Ctrl-C, for commands that stay.
export function until(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  // A signal handler alone does not keep Node running.
  const stay = setInterval(() => {}, 1 << 30)
  return new Promise(resolve => {
    signal.addEventListener(
      'abort',
      () => {
        clearInterval(stay)
        resolve()
      },
      { once: true },
    )
  })
}

/** Until then, or for so many seconds. */
export function untilOrFor(signal: AbortSignal, seconds: number | null): Promise<void> {
  return until(seconds === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]))
}
