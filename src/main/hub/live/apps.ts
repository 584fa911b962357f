// Apps, links and files of one device over the protocol. Decides nothing: control is the desk's, the rest the device's.
import { basename } from 'node:path'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { checkLink } from '#shared/domain/deep-link.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Given, Params } from '#shared/protocol/contract.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { appMethods } from '#shared/protocol/methods/apps.ts'
import type { Device, Grant } from '#main/device/device.ts'
import type { Hub } from '#main/hub/hub.ts'
import { endProcess } from '#main/hub/live/end-process.ts'
import { once } from '#main/hub/live/once.ts'

type Sending = Given<'device.sending'>

export function appHandlers(hub: Hub): Pick<Handlers, keyof typeof appMethods> {
  const sending = new Map<DeviceId, LiveValue<Sending>>()
  const sendingTo = (id: DeviceId): LiveValue<Sending> => {
    const live = sending.get(id) ?? new LiveValue<Sending>(null)
    sending.set(id, live)
    return live
  }
  return {
    'device.app': async ({ device: id, request, ...asked }, { session, signal }) => {
      const device = await hub.device(id)
      await once(device, request, ['device.app', asked], signal, () =>
        hub.desk.during(session, device, signal, grant => doOn(device, grant, asked, signal)),
      )
      return {}
    },
    'device.openLink': async ({ device: id, link, request }, { session, signal }) => {
      checkLink(link)
      const device = await hub.device(id)
      await once(device, request, ['device.openLink', link], signal, () =>
        hub.desk.during(session, device, signal, grant => device.openLink(grant, link, signal)),
      )
      return {}
    },
    'device.toDownloads': async ({ device: id, paths }, { signal }) => {
      const device = await hub.device(id)
      const live = sendingTo(id)
      const names: string[] = []
      let told: Sending = null
      try {
        for (const path of paths) {
          const name = basename(path)
          const tell = (part: number): void => live.set((told = { name, part }))
          names.push(await device.toDownloads(name, path, tell, signal))
        }
      } finally {
        // One that was refused because another is under way has told nothing.
        if (live.value === told) live.set(null)
      }
      return { names }
    },
    'device.sending': async ({ device: id }) => {
      // Looking on opens nothing.
      const { rows } = await hub.fleet()
      if (!rows.value.some(row => row.model.id === id))
        throw new Refusal('unknown-device', `There is no device ${id}.`, { where: 'device' })
      return sendingTo(id)
    },
  }
}

function doOn(
  device: Device,
  grant: Grant,
  { app, do: what, permission }: Omit<Params<'device.app'>, 'device' | 'request'>,
  signal: AbortSignal,
): Promise<void> {
  switch (what) {
    case 'launch':
      return device.launch(grant, app, {}, signal)
    case 'stop':
      return device.forceStop(grant, app, signal)
    case 'kill':
      return endProcess(device, grant, app, signal)
    case 'clear':
      return device.clearData(grant, app, signal)
    case 'uninstall':
      return device.uninstall(grant, app, signal)
    case 'grant':
    case 'revoke':
      if (permission === null) throw new Refusal('bad-value', 'Say which permission is meant.', { where: 'permission' })
      return device.permission(grant, app, permission, what === 'grant', signal)
  }
}
