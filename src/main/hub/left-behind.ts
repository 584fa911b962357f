// What a hub that died left on devices: fingers and keys that are down, what it had put over a device's own. Whoever opens a
// device lifts and gives back, so after a death each is opened once, in the background, and closed where nobody wants it.
import { wordsOf } from '#shared/base/refusal.ts'
import type { DeviceRow } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Fleet } from '#main/device/fleet.ts'

/**
 * Resolves when every device that can be used now was visited; goes on with each that comes, until the signal aborts. Boots
 * none: on what is off nothing is left. `say` is told what went wrong.
 */
export async function visitAll(fleet: Fleet, say: (words: string) => void, signal: AbortSignal): Promise<void> {
  const known = new Set<DeviceId>()
  const visit = async ({ model: { id, name } }: DeviceRow): Promise<void> => {
    try {
      await fleet.visit(id)
    } catch (thrown) {
      if (!signal.aborted) say(`What was left down or put on ${name} is there until it is opened: ${wordsOf(thrown)}`)
    }
  }
  const look = (rows: readonly DeviceRow[]): readonly Promise<void>[] => {
    const fresh = rows.filter(row => !known.has(row.model.id) && (isUsable(row) || row.state.power.is === 'off'))
    for (const { model } of fresh) known.add(model.id)
    return fresh.filter(isUsable).map(visit)
  }
  if (signal.aborted) return
  const stop = fleet.rows.subscribe(rows => void look(rows))
  signal.addEventListener('abort', stop, { once: true })
  await Promise.all(look(fleet.rows.value))
}

const isUsable = ({ why, state }: DeviceRow): boolean => why === null && state.power.is === 'on'
