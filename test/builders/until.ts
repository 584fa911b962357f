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
