// The recordings of this hub: one at a time of a device, each kept in the home or where it was asked for. They go on through
// changes of control and closed windows, and are whole before the hub ends.
import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path'
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Asking, Handlers } from '#shared/protocol/host.ts'
import type { recordMethods } from '#shared/protocol/methods/record.ts'
import { wallClock } from '#main/sys/clock.ts'
import { exists, placeToWrite } from '#main/sys/files.ts'
import { nameTaken } from '#main/sys/growing-file.ts'
import { safeName } from '#main/store/artifacts.ts'
import type { Device } from '#main/device/device.ts'
import { Recording } from '#main/record/recording.ts'
import type { RecordingOptions, RecordingState } from '#main/record/recording.ts'
import { whenOver } from '#main/hub/derived.ts'
import type { Hub } from '#main/hub/hub.ts'

type Row = Given<'device.record'>

/** Asked for: from then on a stop is of it, also while its device is still being opened. */
interface Running {
  readonly number: number
  recording: Recording | null
  isStopped: boolean
}

export interface Wanted {
  /** Null: one of the home's own. */
  readonly file: string | null
  readonly replace: boolean
}

/** A device that is away is asked for so often. */
const againMs = 500

export class Recordings implements AsyncDisposable {
  readonly rows = new LiveValue<{ readonly recordings: readonly Row[] }>({ recordings: [] })
  readonly #running = new Map<DeviceId, Running>()
  readonly #folder: string
  readonly #more: Partial<RecordingOptions>
  #number = 0

  /** `folder` is the artifacts' own. */
  constructor(folder: string, more: Partial<RecordingOptions> = {}) {
    this.#folder = folder
    this.#more = more
  }

  /** `open` gives the device, also after it was away. `bound`: who asks, where it goes on no longer than he does. */
  async start(id: DeviceId, open: () => Promise<Device>, wanted: Wanted, bound: Asking | null): Promise<Row> {
    if (this.#running.has(id))
      throw new Refusal('busy', 'This device is being recorded already.', { hint: 'Stop that recording first.' })
    this.#number += 1
    const running: Running = { number: this.#number, recording: null, isStopped: false }
    this.#running.set(id, running)
    try {
      const stop = async (): Promise<void> => void (await this.#stopped(id, running))
      bound?.session.scope.onClose(stop)
      // The scope closes only when what was asked is answered: while it starts, the asking itself is given up.
      if (bound !== null) whenOver(bound.signal, () => void stop().catch(() => undefined))
      if (wanted.file !== null) await refuseUnwritable(wanted.file, wanted.replace)
      const device = await open()
      if (running.isStopped) throw new Refusal('failed', 'The recording was stopped before its first picture.')
      return await this.#record(device, running, open, wanted)
    } finally {
      if (running.recording === null) this.#over(id, running)
    }
  }

  async #record(device: Device, running: Running, open: () => Promise<Device>, wanted: Wanted): Promise<Row> {
    const { id } = device.model
    const first = wanted.file ?? join(this.#folder, 'recordings', `${safeName(id)}-${stamp()}.mp4`)
    const recording = new Recording(device, {
      file: number => numbered(first, number),
      replaces: wanted.replace,
      again: signal => itsReturn(open, signal),
      ...this.#more,
    })
    running.recording = recording
    const tell = (state: RecordingState): void => this.#tell(this.#row(id, running.number, state))
    tell(recording.state.value)
    recording.state.subscribe(tell)
    const over = (): void => this.#over(id, running)
    recording.ended.then(over, over)
    await recording.started
    return this.#row(id, running.number, recording.state.value)
  }

  async stop(device: DeviceId): Promise<Row> {
    const running = this.#running.get(device)
    const last = this.rows.value.recordings.find(row => row.device === device)
    if (running !== undefined) return this.#stopped(device, running)
    // It ended by itself a moment before: that is what stopping it answers too.
    if (last !== undefined && last.why !== null) return last
    throw new Refusal('bad-value', 'This device is not being recorded.', { where: 'device' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map(([id, running]) => this.#stopped(id, running)))
  }

  async #stopped(id: DeviceId, running: Running): Promise<Row> {
    running.isStopped = true
    if (running.recording !== null) return this.#row(id, running.number, await running.recording.stop())
    this.#over(id, running)
    return { number: running.number, device: id, is: 'ended', ms: 0, bytes: 0, files: [], notes: [], why: null }
  }

  /** Another may have begun since. */
  #over(id: DeviceId, running: Running): void {
    if (this.#running.get(id) === running) this.#running.delete(id)
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

/** What came from another program: its folder is not the hub's, and what lies there is a person's. */
async function refuseUnwritable(file: string, replace: boolean): Promise<void> {
  if (!isAbsolute(file))
    throw new Refusal('bad-value', 'The file has to be named by its whole path.', {
      where: file,
      hint: 'A path that begins elsewhere would be one of the device server’s own folder.',
    })
  await placeToWrite(file)
  if (!replace && (await exists(file))) throw nameTaken(file)
}

/** Refuses a device that nobody knows any more; one that cannot be used is waited for. */
async function itsReturn(open: () => Promise<Device>, signal: AbortSignal): Promise<Device> {
  for (;;) {
    await sleep(againMs, signal)
    try {
      return await open()
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code === 'unknown-device') throw thrown
    }
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
    'device.record': async ({ device: id, do: what, file, replace, bound }, asking) => {
      if (what === 'stop') return recordings.stop(id)
      return recordings.start(id, () => hub.device(id), { file, replace }, bound ? asking : null)
    },
    recordings: async () => recordings.rows,
  }
}
