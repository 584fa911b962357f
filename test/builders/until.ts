// Waits in tests for the thing itself. On a busy machine anything may take long, so the limit is for what never comes.
import { sleep } from '#shared/base/abort.ts'

const limitMs = 60_000

export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it did not happen within ${limitMs / 1000} s: ${what}`)
    await sleep(15)
  }
}

/**
 * The least that something took in a few tries, as soon as it is under what is promised. A busy machine can only add to a time:
 * one try that was quick enough shows what the product takes, and a product that is too slow is so each time.
 */
export async function quickest(promised: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 && least >= promised; tries += 1) least = Math.min(least, await measure())
  return least
}
