// Dropped files on their way to the hub: by their paths where the shell knows them, else by an upload that the hub keeps until it
// is told to forget it. One that is broken off is forgotten on both sides.
import { Refusal, refusalCodes, type RefusalData } from '#shared/base/refusal.ts'
import type { DroppedRow } from '#shared/protocol/methods/drop.ts'
import type { HubLink } from '#renderer/connect.ts'
import { keyOf } from '#renderer/socket-link.ts'
import { leftOut } from '#renderer/devices/drop-answer.ts'

export interface Taken {
  readonly files: readonly File[]
  /** Folders of a browser's drag in which there is no APK. */
  readonly folders: readonly string[]
}

export interface Reached {
  readonly paths: readonly string[]
  /** Those of them the hub has to be told to forget. */
  readonly uploaded: readonly string[]
  /** What cannot be had, in words. */
  readonly left: readonly DroppedRow[]
}

export async function reach(
  hub: Pick<HubLink, 'call' | 'place'>,
  { files, folders }: Taken,
  onPart: (part: number) => void,
  signal: AbortSignal,
): Promise<Reached> {
  const left = folders.map(name =>
    leftOut(name, 'is a folder, and no APK lies in it.', 'Of a folder of other files, drop the files.'),
  )
  const known = shellPaths(files)
  if (known !== null) {
    const placeless = files.filter((_, index) => known[index] === '')
    const paths = known.filter(path => path !== '')
    return { paths, uploaded: [], left: [...left, ...placeless.map(noPlace)] }
  }
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const uploaded: string[] = []
  let before = 0
  try {
    for (const file of files) {
      signal.throwIfAborted()
      uploaded.push(await upload(file, keyOf(hub.place), sent => onPart((before + sent) / Math.max(1, total)), signal))
      before += file.size
    }
    signal.throwIfAborted()
  } catch (thrown) {
    forget(hub, uploaded)
    throw thrown
  }
  return { paths: uploaded, uploaded, left }
}

/** What cannot be said now the hub forgets by itself, later. */
export function forget(hub: Pick<HubLink, 'call'>, paths: readonly string[]): void {
  if (paths.length > 0) hub.call('drop.forget', { paths: [...paths] }).catch(() => undefined)
}

const noPlace = ({ name }: File): DroppedRow =>
  leftOut(name, 'is no file of this computer.', 'Save it as a file first, then drop that.')

/** Where the files lie, as the shell tells, '' for one that lies nowhere; null in a browser, which does not tell. */
function shellPaths(files: readonly File[]): readonly string[] | null {
  const shell: unknown = Reflect.get(globalThis, 'nocturne')
  if (typeof shell !== 'object' || shell === null || !('pathsOf' in shell) || typeof shell.pathsOf !== 'function')
    return null
  const paths: unknown = shell.pathsOf(files)
  return Array.isArray(paths) && paths.length === files.length && paths.every(path => typeof path === 'string')
    ? paths
    : null
}

function upload(file: File, key: string | null, onSent: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch does not tell how far it is.
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.open('POST', `/drop?name=${encodeURIComponent(file.name)}`)
    if (key !== null) request.setRequestHeader('Authorization', `Bearer ${key}`)
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

export async function takenFrom(data: DataTransfer): Promise<Taken> {
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const files = [...data.files]
  const hasFolder = entries.some(entry => entry?.isDirectory === true)
  if (!hasFolder || shellPaths(files) !== null) return { files, folders: [] }
  const found = await Promise.all(
    entries.flatMap(entry => (entry === null ? [] : [filesIn(entry).then(inside => ({ entry, inside }))])),
  )
  return {
    files: found.flatMap(({ inside }) => inside),
    folders: found.filter(({ inside }) => inside.length === 0).map(({ entry }) => entry.name),
  }
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
