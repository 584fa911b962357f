// Files: written whole and renamed, appended, read, with words for what can go wrong. What may not wait is in files-now.ts.
import type { Stats } from 'node:fs'
import {
  appendFile,
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { codeOf, systemWordsOf } from '#shared/base/system-words.ts'

export { codeOf }

export const textBytesMax = 64 * 1024 * 1024

export async function readText(path: string, bytesMax: number = textBytesMax): Promise<string> {
  return new TextDecoder().decode(await readBytes(path, bytesMax))
}

export async function readBytes(path: string, bytesMax: number = 1024 * 1024 * 1024): Promise<Uint8Array> {
  try {
    refuseUnreadable(await stat(path), path, bytesMax)
    return await readFile(path)
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'read')
  }
}

/** A device or a pipe has no end that a reader could wait for; a folder is told by the reading itself. */
export function refuseUnreadable(about: Stats, path: string, bytesMax: number): void {
  if (!about.isFile() && !about.isDirectory()) throw noFile(path, 'Write its output to a file first.')
  if (about.size > bytesMax)
    throw new Refusal('bad-value', `The file has ${about.size} bytes; at most ${bytesMax} are read.`, { where: path })
}

const noFile = (path: string, hint: string): Refusal =>
  new Refusal('bad-value', 'This is a device, a pipe or a socket, not a file.', { where: path, hint })

/**
 * Where what is written to `path` has to go: through a link to the file it leads to, as `cp` does. Only a file is ever written
 * over; a device or a pipe would be replaced, or waited for without end.
 */
export async function placeToWrite(path: string): Promise<string> {
  try {
    const named = await lstat(path).catch(orNothing)
    if (named === null) return path
    const place = named.isSymbolicLink() ? await realpath(path).catch(orNothing) : path
    if (place === null)
      throw new Refusal('bad-value', 'This is a link that leads to nothing.', {
        where: path,
        hint: 'Remove the link, or choose another name.',
      })
    const about = place === path ? named : await stat(place)
    if (about.isDirectory())
      throw new Refusal('bad-value', 'This is a folder, not a file.', { where: path, hint: 'Add a name for the file.' })
    if (!about.isFile()) throw noFile(path, 'Choose another name.')
    return place
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'written')
  }
}

function orNothing(thrown: unknown): null {
  if (codeOf(thrown) === 'ENOENT') return null
  throw thrown
}

/** Whole or not at all: a reader never sees half of it. */
export const writeWhole = (path: string, content: string | Uint8Array): Promise<void> => written(path, content, 0o666)

/** For its owner alone. */
export const writePrivate = (path: string, content: string): Promise<void> => written(path, content, 0o600)

async function written(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const place = await placeToWrite(path)
  const draft = `${place}.${process.pid}.${Math.random().toString(36).slice(2, 8)}.part`
  try {
    await makeFolders(dirname(place))
    await writeFile(draft, content, { mode })
    await rename(draft, place)
  } catch (thrown) {
    // Why it was not written is what counts.
    await rm(draft, { force: true }).catch(() => undefined)
    throw fileRefusal(thrown, path, 'written')
  }
}

export async function append(path: string, text: string): Promise<void> {
  try {
    await appendFile(await placeToWrite(path), text)
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'written')
  }
}

export async function copy(from: string, to: string): Promise<void> {
  try {
    const place = await placeToWrite(to)
    await makeFolders(dirname(place))
    await copyFile(from, place)
  } catch (thrown) {
    throw fileRefusal(thrown, to, 'written')
  }
}

/** Takes the place of what lies at `to`. */
export async function moveOver(from: string, to: string): Promise<void> {
  try {
    await rename(from, await placeToWrite(to))
  } catch (thrown) {
    throw fileRefusal(thrown, to, 'written')
  }
}

export async function makeFolder(path: string, isPrivate = false): Promise<void> {
  try {
    await makeFolders(path, isPrivate ? 0o700 : undefined)
    if (isPrivate) await chmod(path, 0o700)
  } catch (thrown) {
    throw folderRefusal(thrown, path)
  }
}

/** Node's own recursive mkdir never ends where a folder that is there takes none (`/proc`), so each is made here. */
async function makeFolders(path: string, mode?: number): Promise<void> {
  const make = (): Promise<void> => mkdir(path, mode)
  try {
    await make()
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (codeOf(thrown) !== 'ENOENT' || dirname(path) === path) throw thrown
    await makeFolders(dirname(path), mode)
    await make().catch((failed: unknown) => {
      // Somebody else made it meanwhile; what is no folder shows at the next step.
      if (codeOf(failed) !== 'EEXIST') throw failed
    })
  }
}

export async function exists(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== null
}

/** Bytes of a file, null when there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return null
    throw fileRefusal(thrown, path, 'read')
  }
}

/** When a file was last written, wall clock ms; null when there is none. */
export async function changedMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return null
    throw fileRefusal(thrown, path, 'read')
  }
}

/** Names in a folder, sorted; [] when there is none. */
export async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return []
    throw fileRefusal(thrown, path, 'read')
  }
}

export async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'removed')
  }
}

/** A folder that is gone when its owner is done. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'nocturne-'))
  return { path, [Symbol.asyncDispose]: () => remove(path) }
}

/** `relative` inside `folder`, or a refusal: what comes from outside cannot climb out. */
export function inside(folder: string, relative: string): string {
  if (relative.includes('\0')) throw new Refusal('bad-value', 'The path holds a character no file name can have.')
  const whole = resolve(folder, relative)
  if (whole !== folder && !whole.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new Refusal('bad-value', 'The path leads out of its folder.', { where: relative })
  return whole
}

/** A file system's error as a sentence. */
export function fileRefusal(thrown: unknown, path: string, done: 'read' | 'written' | 'removed'): Refusal {
  if (thrown instanceof Refusal) return thrown
  // A NUL in it would end the sentence on many terminals.
  const more = { where: path.replaceAll('\0', '\ufffd'), cause: thrown }
  const known = systemWordsOf(thrown)
  if (known === null) return new Refusal('failed', `The file could not be ${done} (${wordsOf(thrown)}).`, more)
  if (codeOf(thrown) === 'ENOENT' && done === 'written')
    return new Refusal('bad-value', 'There is no such folder, and none can be made there.', {
      ...more,
      hint: 'Choose another folder.',
    })
  const denied = codeOf(thrown) === 'EACCES' || codeOf(thrown) === 'EPERM'
  return new Refusal(
    known.asked ? 'bad-value' : 'failed',
    denied ? `The file may not be ${done}: permission is missing.` : known.words,
    { ...more, ...(known.hint === null ? {} : { hint: known.hint }) },
  )
}

export function folderRefusal(thrown: unknown, path: string): Refusal {
  if (thrown instanceof Refusal) return thrown
  const code = codeOf(thrown)
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EMFILE' || code === 'ENFILE')
    return fileRefusal(thrown, path, 'written')
  const known = systemWordsOf(thrown)
  const why = code === 'EROFS' ? 'the place is read-only, it cannot be written' : 'the place cannot be written'
  // Of a place that takes no folders the system says that there is no such file.
  const isFile = code === 'EEXIST' || code === 'ENOTDIR'
  const more = isFile
    ? ' A file lies in its place, or above it.'
    : known?.asked === true && code !== 'ENOENT'
      ? ` ${known.words}`
      : ''
  return new Refusal('failed', `The folder could not be made: ${why}.${more}`, {
    where: path.replaceAll('\0', '\ufffd'),
    hint: 'Set NOCTURNE_HOME to a folder that can be written.',
    cause: thrown,
  })
}
