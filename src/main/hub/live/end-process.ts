// Process death as the system does it to an app in the background: one in front is put there first, and what goes on all the
// same is said.
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Device, Grant } from '#main/device/device.ts'

const tries = 6
/** An app that leaves the front is one of the background a moment later. */
const againMs = 500

export async function endProcess(device: Device, grant: Grant, app: string, signal: AbortSignal): Promise<void> {
  for (let tried = 1; !(await device.kill(grant, app, signal)); tried += 1) {
    if (tried === tries)
      throw new Refusal('failed', `The process of ${app} goes on.`, {
        hint: 'The system keeps an app that plays, records or serves another. "stop" ends it whatever it does.',
      })
    const { foreground } = await device.observe(signal)
    if (foreground.package === app) await device.input(grant, { kind: 'key', key: 'Home' }, signal)
    await sleep(againMs, signal)
  }
}
