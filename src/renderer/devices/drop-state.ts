// What is being dropped: dragged over the window, read, judged. One for the window; the frames and the banner show it.
// Files go to the hub by their paths where the shell knows them, else by an upload that is removed when the drop is done.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal, refusalCodes, refusalOf, type RefusalData } from '#shared/base/refusal.ts'
import type { DropChoice } from '#shared/domain/drop.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DroppedRow, InstallRow } from '#shared/protocol/methods/drop.ts'
import type { HubLink } from '#renderer/connect.ts'

export type DropView =
  | { readonly is: 'nothing' }
  | { readonly is: 'dragging' }
  | { readonly is: 'reading'; readonly name: string; readonly words: string }
  | { readonly is: 'read'; readonly builds: readonly DroppedRow[] }
  | { readonly is: 'failed'; readonly why: RefusalData }

export const dropView = new LiveValue<DropView>({ is: 'nothing' })
/** Numbers of installs whose end was seen. */
export const dismissed = new LiveValue<ReadonlySet<number>>(new Set())

export const dismiss = (number: number): void => dismissed.update(all => new Set([...all, number]))

/** The answer of one device to all that was dropped: the weightiest of them. */
export type Answer =
  | { readonly is: 'ready'; readonly words: string; readonly more: string }
  | { readonly is: 'choice'; readonly choice: DropChoice; readonly words: string; readonly more: string }
  | { readonly is: 'cannot'; readonly words: string; readonly more: string }

export function answerOf(builds: readonly DroppedRow[], device: DeviceId): Answer {
  const readable = builds.filter(build => build.readable)
  const [unreadable] = builds.filter(build => !build.readable)
  const told = readable.flatMap(build => {
    const verdict = build.verdicts.find(one => one.device === device)?.verdict
    return verdict === undefined ? [] : [{ build, verdict }]
  })
  const named = (build: DroppedRow, words: string): string => (builds.length > 1 ? `${build.name}: ${words}` : words)
  const cannot = told.find(one => one.verdict.is === 'cannot')
  if (cannot !== undefined)
    return { is: 'cannot', words: named(cannot.build, cannot.verdict.words), more: cannot.verdict.more }
  if (unreadable !== undefined)
    return { is: 'cannot', words: named(unreadable, unreadable.words), more: unreadable.hint ?? '' }
  if (told.length === 0)
    return { is: 'cannot', words: 'It was not asked', more: 'It came after the drop. Drop it again.' }
  const choices = told.flatMap(({ build, verdict }) => (verdict.is === 'choice' ? [{ build, verdict }] : []))
  const first = choices.find(one => one.verdict.choice === 'remove-first') ?? choices[0]
  if (first !== undefined)
    return {
      is: 'choice',
      choice: first.verdict.choice,
      words: named(first.build, first.verdict.words),
      more: first.verdict.more,
    }
  const [one] = told
  return {
    is: 'ready',
    words: told.length > 1 ? `Installs ${told.length} apps` : (one?.verdict.words ?? ''),
    more: told.length > 1 ? told.map(({ build }) => build.words).join(', ') : (one?.verdict.more ?? ''),
  }
}

export const pathsOf = (builds: readonly DroppedRow[]): readonly string[] => builds.flatMap(build => build.paths)

interface Held {
  readonly uploaded: readonly string[]
  readonly pending: Set<Promise<unknown>>
}

/** Of the drop that is shown; a newer one takes its place. */
let held: Held = { uploaded: [], pending: new Set() }
let reading: AbortController | null = null

/** Reads and judges; a drop on a device that is ready for it is installed there at once. */
export async function take(hub: HubLink, files: readonly File[], on: DeviceId | null): Promise<void> {
  close(hub)
  if (files.length === 0) return
  const stop = new AbortController()
  reading = stop
  const name = files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`
  try {
    const show = (words: string): void => dropView.set({ is: 'reading', name, words })
    show('Reading')
    const { paths, uploaded } = await reach(files, part => show(`Uploading, ${Math.round(part * 100)}%`), stop.signal)
    held = { uploaded, pending: new Set() }
    show('Reading')
    const { builds } = await hub.call('drop.read', { paths: [...paths] }, stop.signal)
    stop.signal.throwIfAborted()
    dropView.set({ is: 'read', builds })
    if (on === null || answerOf(builds, on).is !== 'ready') return
    const installing = install(hub, on, pathsOf(builds), null)
    close(hub)
    await installing
  } catch (thrown) {
    if (stop.signal.aborted) return
    dropView.set({ is: 'failed', why: refusalOf(thrown).toData() })
  }
}

export async function install(
  hub: HubLink,
  device: DeviceId,
  paths: readonly string[],
  choice: DropChoice | null,
): Promise<readonly InstallRow[]> {
  const asked = hub.call('drop.install', { device, paths: [...paths], choice })
  const { pending } = held
  pending.add(asked)
  try {
    return (await asked).installs
  } finally {
    pending.delete(asked)
  }
}

/** The drop is done with. What was uploaded for it goes when no install needs it any more. */
export function close(hub: HubLink): void {
  reading?.abort(new Refusal('failed', 'The drop was closed.'))
  reading = null
  dropView.set({ is: 'nothing' })
  const { uploaded, pending } = held
  held = { uploaded: [], pending: new Set() }
  if (uploaded.length === 0) return
  void Promise.allSettled(pending).then(async ended => {
    // An outcome that offers a choice needs the file once more; the hub removes it in time.
    const offers = ended.some(one => one.status === 'fulfilled' && hasOffer(one.value))
    if (!offers) await hub.call('drop.forget', { paths: [...uploaded] }).catch(() => undefined)
  })
}

const hasOffer = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'installs' in answer &&
  Array.isArray(answer.installs) &&
  answer.installs.some((one: Partial<InstallRow>) => one.offers !== null)

async function reach(
  files: readonly File[],
  onPart: (part: number) => void,
  signal: AbortSignal,
): Promise<{ readonly paths: readonly string[]; readonly uploaded: readonly string[] }> {
  const known = shellPaths(files)
  if (known !== null) return { paths: known, uploaded: [] }
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const uploaded: string[] = []
  let before = 0
  for (const file of files) {
    uploaded.push(await upload(file, sent => onPart((before + sent) / Math.max(1, total)), signal))
    before += file.size
  }
  return { paths: uploaded, uploaded }
}

/** Where the files lie, as the shell tells; null in a browser, which does not. */
function shellPaths(files: readonly File[]): readonly string[] | null {
  const shell: unknown = Reflect.get(globalThis, 'nocturne')
  if (typeof shell !== 'object' || shell === null || !('pathsOf' in shell) || typeof shell.pathsOf !== 'function')
    return null
  const paths: unknown = shell.pathsOf(files)
  return Array.isArray(paths) && paths.length === files.length && paths.every(isPath) ? paths : null
}
const isPath = (path: unknown): path is string => typeof path === 'string' && path !== ''

function upload(file: File, onSent: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch does not tell how far it is.
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.open('POST', `/drop?name=${encodeURIComponent(file.name)}`)
    request.upload.onprogress = event => onSent(event.loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', stop)
      const answer = answered(request.responseText)
      if ('path' in answer) resolve(answer.path)
      else reject(Refusal.fromData(answer.error))
    }
    request.send(file)
  })
}

function answered(text: string): { readonly path: string } | { readonly error: RefusalData } {
  const broken = {
    code: 'failed',
    words: 'The file did not reach Nocturne.',
    where: null,
    hint: 'Is it a file of this computer that can be read? Try again.',
  } as const
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return { error: broken }
  }
  if (typeof answer !== 'object' || answer === null) return { error: broken }
  if ('path' in answer && typeof answer.path === 'string') return { path: answer.path }
  return 'error' in answer && isRefusal(answer.error) ? { error: answer.error } : { error: broken }
}

const isRefusal = (error: unknown): error is RefusalData =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (refusalCodes as readonly unknown[]).includes(error.code) &&
  'words' in error &&
  typeof error.words === 'string'

// ---- files out of a drag; a browser gives a folder as an entry to be read

export async function filesOf(data: DataTransfer): Promise<readonly File[]> {
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const files = [...data.files]
  const hasFolder = entries.some(entry => entry?.isDirectory === true)
  if (!hasFolder || shellPaths(files) !== null) return files
  const found = await Promise.all(entries.flatMap(entry => (entry === null ? [] : [filesIn(entry)])))
  return found.flat()
}

async function filesIn(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const inside: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    inside.push(...some)
  }
  const apks = inside.filter(one => one.isFile && /\.apk$/i.test(one.name))
  return (await Promise.all(apks.map(filesIn))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
