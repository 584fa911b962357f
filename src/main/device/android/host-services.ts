// What is asked of the adb server itself, not of a device: connecting, pairing, what it sees on the network.
import { adbServer } from '#main/device/android/adb.ts'
import { within } from '#shared/base/abort.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'

/** One question and its whole answer. A server's own refusal comes out as its words. */
export async function askServer(port: number, service: string, ms: number, signal: AbortSignal): Promise<string> {
  const late = within(
    ms,
    signal,
    new Refusal('outcome-unknown', `The adb server did not answer within ${ms / 1000} s.`),
  )
  try {
    const stream = await adbServer(port).createConnection(`host:${service}`, { unref: true, signal: late })
    const close = (): void => void stream.dispose()
    late.addEventListener('abort', close, { once: true })
    try {
      return await stream.readString()
    } finally {
      late.removeEventListener('abort', close)
      await stream.dispose()
    }
  } catch (thrown) {
    if (late.aborted) throw late.reason
    throw new Refusal('failed', wordsOf(thrown), { cause: thrown })
  }
}
