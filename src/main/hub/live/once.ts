// A call that carries an id is done once: asked again, over whatever connection, it has its first answer. The device keeps the
// answers; this says in words what became of one whose connection broke.
import { Refusal } from '#shared/base/refusal.ts'
import { digestOf } from '#main/sys/digest.ts'
import type { Request } from '#shared/protocol/request.ts'
import type { Device } from '#main/device/device.ts'

/** `asked`: the call and what it was given. `signal`: of the connection that asks. */
export function once<T>(
  device: Device,
  request: Request | undefined,
  asked: readonly [method: string, given: unknown],
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (request === undefined) return work()
  const told = async (): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      if (!signal.aborted) throw thrown
      throw new Refusal('outcome-unknown', 'The connection closed while this was done: it may have taken effect.', {
        hint: 'Look at the device before trying again.',
      })
    }
  }
  return device.answered(request, digestOf(JSON.stringify(asked)), told)
}
