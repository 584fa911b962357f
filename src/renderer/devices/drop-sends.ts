// Files on their way into a device's Download folder, and how it ended, as far as this window asked for it. One send at a time for
// a device; each file is asked for by itself, so that it can be said how many arrived.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DroppedRow } from '#shared/protocol/methods/drop.ts'
import type { HubLink } from '#renderer/connect.ts'

export interface Send {
  readonly is: 'sending' | 'sent' | 'failed'
  /** Of the file that goes now; of the first one when all have arrived. */
  readonly name: string
  readonly words: string
  readonly more: string
}

export const sends = new LiveValue<ReadonlyMap<DeviceId, Send>>(new Map())
const lines = new Map<DeviceId, Promise<void>>()
const stops = new Map<DeviceId, AbortController>()

const stopped = new Refusal('failed', 'Sending was stopped.')

const tell = (device: DeviceId, send: Send): void => sends.update(all => new Map([...all, [device, send]]))

export const dismissSend = (device: DeviceId): void =>
  sends.update(all => new Map([...all].filter(([id]) => id !== device)))

export const stopSend = (device: DeviceId): void => stops.get(device)?.abort(stopped)

/** After what goes on on the device already. Never rejects: what went wrong is shown on the device. */
export function send(
  hub: Pick<HubLink, 'call'>,
  device: DeviceId,
  files: readonly DroppedRow[],
  after: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const before = Promise.allSettled([after, lines.get(device) ?? Promise.resolve()])
  const line = before.then(() => sendAll(hub, device, files))
  lines.set(device, line)
  return line
}

async function sendAll(hub: Pick<HubLink, 'call'>, device: DeviceId, files: readonly DroppedRow[]): Promise<void> {
  const stop = new AbortController()
  stops.set(device, stop)
  const names: string[] = []
  let name = files[0]?.name ?? ''
  try {
    for (const [index, file] of files.entries()) {
      name = file.name
      const words =
        files.length === 1 ? 'Sending into Download' : `Sending ${index + 1} of ${files.length} into Download`
      tell(device, { is: 'sending', name, words, more: name })
      const sent = await hub.call('device.toDownloads', { device, paths: [...file.paths] }, stop.signal)
      names.push(...sent.names)
    }
    tell(device, { is: 'sent', name, ...arrived(names) })
  } catch (thrown) {
    const { words, hint } = stop.signal.aborted ? stopped : refusalOf(thrown)
    const some = files.length === 1 ? '' : `${names.length} of ${files.length} arrived.`
    const which = files.length === 1 || stop.signal.aborted ? words : `${name}: ${words}`
    tell(device, {
      is: 'failed',
      name,
      words: which,
      more: [some, hint ?? ''].filter(one => one !== '').join(' ') || name,
    })
  } finally {
    if (stops.get(device) === stop) stops.delete(device)
  }
}

const namesMost = 3

/** As they are called there: one that was there before kept its name. */
function arrived(names: readonly string[]): { readonly words: string; readonly more: string } {
  const rest = names.length - namesMost
  return {
    words: names.length === 1 ? 'It is in Download' : `${names.length} files are in Download`,
    more: `${names.slice(0, namesMost).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  }
}
