// What is being dropped: dragged over the window, read, judged. One for the window; the frames and the banner show it. Apps are
// installed, files that are none go into a device's Download folder; dropped together, each goes its own way.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DropChoice } from '#shared/domain/drop.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DroppedRow, InstallRow } from '#shared/protocol/methods/drop.ts'
import type { HubLink } from '#renderer/connect.ts'
import {
  answerOf,
  appsIn,
  filesAnswerOf,
  filesIn,
  pathsOf,
  whyOf,
  type DropView,
} from '#renderer/devices/drop-answer.ts'
import { forget, reach, type Reached, type Taken } from '#renderer/devices/drop-files.ts'
import { send } from '#renderer/devices/drop-sends.ts'

export const dropView = new LiveValue<DropView>({ is: 'nothing' })
/** Numbers of installs whose end was seen. */
export const dismissed = new LiveValue<ReadonlySet<number>>(new Set())

export const dismiss = (number: number): void => dismissed.update(all => new Set([...all, number]))

interface Held {
  readonly uploaded: readonly string[]
  readonly pending: Set<Promise<unknown>>
}

/** Of the drop that is shown; a newer one takes its place. */
let held: Held = { uploaded: [], pending: new Set() }
let reading: AbortController | null = null

/** Reads and judges; a drop on a device that is ready for it, or for a part of it, is begun there at once. */
export async function take(hub: HubLink, taken: Taken, on: DeviceId | null): Promise<void> {
  const names = [...taken.files.map(file => file.name), ...taken.folders]
  await readAll(hub, names, (show, signal) => reach(hub, taken, show, signal), on)
}

/** Builds of this computer that were opened with the app: read and judged, and never begun. */
export async function takePaths(hub: HubLink, paths: readonly string[]): Promise<void> {
  const names = paths.map(path => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))
  const reached = async (_show: unknown, signal: AbortSignal): Promise<Reached> => {
    await online(hub, signal)
    return { paths, uploaded: [], left: [] }
  }
  await readAll(hub, names, reached, null)
}

/** The app may just have been started by it. */
function online({ state }: HubLink, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const look = ({ is }: typeof state.value): void => {
      if (is !== 'online' && is !== 'refused') return
      stop()
      resolve()
    }
    const stop = state.subscribe(look)
    signal.addEventListener('abort', stop, { once: true })
    look(state.value)
  })
}

async function readAll(
  hub: HubLink,
  names: readonly string[],
  reached: (show: (part: number) => void, signal: AbortSignal) => Promise<Reached>,
  on: DeviceId | null,
): Promise<void> {
  close(hub)
  if (names.length === 0) return
  const stop = new AbortController()
  reading = stop
  const name = names.length === 1 ? (names[0] ?? '') : `${names.length} files`
  try {
    const show = (part: number | null): void => dropView.set({ is: 'reading', name, part })
    show(null)
    const { paths, uploaded, left } = await reached(show, stop.signal)
    held = { uploaded, pending: new Set() }
    show(null)
    const read = paths.length === 0 ? [] : (await hub.call('drop.read', { paths: [...paths] }, stop.signal)).builds
    stop.signal.throwIfAborted()
    const builds = [...read, ...left]
    dropView.set({ is: 'read', builds, why: null })
    if (on !== null) await begin(hub, builds, on)
  } catch (thrown) {
    if (stop.signal.aborted) return
    const why = whyOf(thrown)
    dropView.update(view => (view.is === 'read' ? { ...view, why } : { is: 'failed', why }))
  }
}

/** What the device is ready for goes; the rest of the drop stays to be chosen. */
async function begin(hub: HubLink, rows: readonly DroppedRow[], on: DeviceId): Promise<void> {
  const [apps, files] = [appsIn(rows), filesIn(rows)]
  const installs = apps.length > 0 && answerOf(apps, on).is === 'ready'
  const sends = files.length > 0 && filesAnswerOf(files, on).is === 'ready'
  if (!installs && !sends) return
  const installing = installs ? install(hub, on, pathsOf(apps), null) : null
  if (sends) void sendFiles(hub, on, files, installing ?? undefined)
  const rest = rows.filter(row => (row.what === 'app' ? !installs : !sends || !row.readable))
  if (rest.length === 0) close(hub)
  else dropView.set({ is: 'read', builds: rest, why: null })
  await installing
}

export async function install(
  hub: HubLink,
  device: DeviceId,
  paths: readonly string[],
  choice: DropChoice | null,
): Promise<readonly InstallRow[]> {
  return (await pending(hub.call('drop.install', { device, paths: [...paths], choice }))).installs
}

/** Those that can be read. `after`: the install on the same device. */
export function sendFiles(
  hub: HubLink,
  device: DeviceId,
  files: readonly DroppedRow[],
  after?: Promise<unknown>,
): Promise<void> {
  return pending(
    send(
      hub,
      device,
      files.filter(file => file.readable),
      after,
    ),
  )
}

async function pending<T>(asked: Promise<T>): Promise<T> {
  const { pending: all } = held
  all.add(asked)
  try {
    return await asked
  } finally {
    all.delete(asked)
  }
}

/** The drop is done with. What was uploaded for it goes when nothing needs it any more. */
export function close(hub: HubLink): void {
  reading?.abort(new Refusal('failed', 'The drop was closed.'))
  reading = null
  dropView.set({ is: 'nothing' })
  const { uploaded, pending: all } = held
  held = { uploaded: [], pending: new Set() }
  if (uploaded.length === 0) return
  void Promise.allSettled(all).then(ended => {
    // An outcome that offers a choice needs the file once more; the hub removes it in time.
    if (!ended.some(one => one.status === 'fulfilled' && hasOffer(one.value))) forget(hub, uploaded)
  })
}

const hasOffer = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'installs' in answer &&
  Array.isArray(answer.installs) &&
  answer.installs.some((one: Partial<InstallRow>) => one.offers !== null)
