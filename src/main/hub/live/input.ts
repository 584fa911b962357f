// Control and input of a device over one connection, and what watchers are told of it. Decides nothing: the desk and the
// device do.
import { LiveValue } from '#shared/base/live.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import { derived, liveSource, whenOver } from '#main/hub/derived.ts'
import type { Hub } from '#main/hub/hub.ts'
import { once } from '#main/hub/live/once.ts'

type Copied = Given<'device.copied'>
type InputHandlers = Pick<
  Handlers,
  'device.takeControl' | 'device.handBack' | 'device.input' | 'device.touches' | 'device.copied'
>

export function inputHandlers(hub: Hub): InputHandlers {
  const { desk } = hub
  return {
    'device.takeControl': async ({ device: id, as }, { session, signal }) => {
      const { generation } = await desk.taken(session, id, () => hub.device(id), signal, as)
      return { generation }
    },
    'device.handBack': async ({ device: id }, { session }) => {
      await desk.handBack(session, id)
      return {}
    },
    'device.input': async ({ device: id, input, request }, { session, signal }) => {
      const device = await hub.device(id)
      return once(device, request, ['device.input', input], signal, async () =>
        device.input(desk.need(session, id), input, signal),
      )
    },
    'device.touches': async ({ device: id }, { signal }) => {
      const device = await hub.device(id)
      const watching = device.watched()
      whenOver(signal, () => watching[Symbol.dispose]())
      return device.touches
    },
    'device.copied': async ({ device: id }, { session, signal }) => {
      const device = await hub.device(id)
      const copied = new LiveValue<Copied>(null)
      const isHolder = (): boolean => {
        const held = desk.held(session, id)
        return held !== undefined && held.generation === device.state.value.control?.ownerGeneration
      }
      const told = (text: string): void => {
        if (isHolder()) copied.update(last => ({ number: (last?.number ?? 0) + 1, text }))
      }
      // It runs as long as it is watched, and ends with that: nothing waits for it.
      device.watchCopied(told, signal).catch(() => undefined)
      return derived(
        [liveSource(copied), liveSource(device.state), liveSource(desk.changes)],
        () => (isHolder() ? copied.value : null),
        signal,
      )
    },
  }
}
