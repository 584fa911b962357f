// Device settings that a night changed and did not live to put back: done at the hub's next start, before anything else.
import { wordsOf } from '#shared/base/refusal.ts'
import { putBackLeftovers } from '#main/explore/settings-journal.ts'
import type { Hub } from '#main/hub/hub.ts'

/** Says what was put back, and what could not be because its device is not there (that is tried again next time). */
export async function putBackSettings(hub: Hub, signal: AbortSignal): Promise<readonly string[]> {
  const { store } = hub.home
  const devices = [...new Set(store.unsettledSettings(null).map(entry => entry.device))]
  const words: string[] = []
  for (const id of devices) {
    try {
      const device = await hub.device(id)
      await using grant = await device.takeControl({ kind: 'night', name: 'putting settings back' }, signal)
      words.push(...(await putBackLeftovers(store, device, grant, signal)))
    } catch (thrown) {
      signal.throwIfAborted()
      words.push(`Settings of ${id} could not be put back yet: ${wordsOf(thrown)}`)
    }
  }
  return words
}
