// The recordings of this hub: one at a time of a device, each kept in the home or where it was asked for. They go on through
// changes of control and closed windows, and are whole before the hub ends.
import { basename, dirname, extname, join, relative } from 'node:path'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Asking, Handlers } from '#shared/protocol/host.ts'
import type { recordMethods } from '#shared/protocol/methods/record.ts'
import { wallClock } from '#main/sys/clock.ts'
import { safeName } from '#main/store/artifacts.ts'
import type { Device } from '#main/device/device.ts'
import { Recording } from '#main/record/recording.ts'
import type { RecordingOptions, RecordingState } from '#main/record/recording.ts'
import type { Hub } from '#main/hub/hub.ts'

type Row = Given<'device.record'>

export class Recordings implements AsyncDisposable {
  readonly rows = new LiveValue<{ readonly recordings: readonly Row[] }>({ recordings: [] })
  readonly #running = new Map<DeviceId, { readonly recording: Recording; readonly number: number }>()
  readonly #folder: string
  readonly #more: Partial<RecordingOptions>
  #number = 0

  /** `folder` is the artifacts' own. */
  constructor(folder: string, more: Partial<RecordingOptions> = {}) {
    this.#folder = folder
    this.#more = more
  }

  async start(device: Device, file: string | null, bound: Asking['session'] | null): Promise<Row> {
    const { id, name } = device.model
    if (this.#running.has(id))
      throw new Refusal('busy', `${name} is being recorded already.`, { hint: 'Stop that recording first.' })
    const first = file ?? join(this.#folder, 'recordings', `${safeName(id)}-${stamp()}.mp4`)
    const recording = new Recording(device, { file: number => numbered(first, number), ...this.#more })
    this.#number += 1
    const number = this.#number
    this.#running.set(id, { recording, number })
    const tell = (state: RecordingState): void => this.#tell(this.#row(id, number, state))
    tell(recording.state.value)
    recording.state.subscribe(tell)
    const over = (): void => void this.#running.delete(id)
    recording.ended.then(over, over)
    bound?.scope.onClose(async () => void (await recording.stop()))
    await recording.started
    return this.#row(id, number, recording.state.value)
  }

  async stop(device: DeviceId): Promise<Row> {
    const running = this.#running.get(device)
    const last = this.rows.value.recordings.find(row => row.device === device)
    if (running !== undefined) return this.#row(device, running.number, await running.recording.stop())
    // It ended by itself a moment before: that is what stopping it answers too.
    if (last !== undefined && last.why !== null) return last
    throw new Refusal('bad-value', 'This device is not being recorded.', { where: 'device' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ recording }) => recording.stop()))
  }

  #tell(row: Row): void {
    this.rows.update(({ recordings }) => ({
      recordings: [...recordings.filter(one => one.device !== row.device), row],
    }))
  }

  #row(device: DeviceId, number: number, state: RecordingState): Row {
    const files = state.files.map(one => ({ ...one, url: this.#urlOf(one.file) }))
    return { ...state, number, device, files }
  }

  #urlOf(file: string): string | null {
    const inside = relative(this.#folder, file)
    return inside.startsWith('..') ? null : `/artifact/${inside.split(/[\\/]/u).map(encodeURIComponent).join('/')}`
  }
}

const stamp = (): string =>
  wallClock
    .now()
    .replaceAll(/[^0-9T]/gu, '')
    .replace('T', '-')

/** `clip.mp4`, `clip-2.mp4`, … */
export function numbered(file: string, number: number): string {
  if (number === 1) return file
  const ending = extname(file)
  return join(dirname(file), `${basename(file, ending)}-${number}${ending}`)
}

export function recordHandlers(hub: Hub): Pick<Handlers, keyof typeof recordMethods> {
  const { recordings } = hub
  return {
    'device.record': async ({ device: id, do: what, file, bound }, { session }) => {
      if (what === 'stop') return recordings.stop(id)
      return recordings.start(await hub.device(id), file, bound ? session : null)
    },
    recordings: async () => recordings.rows,
  }
}
