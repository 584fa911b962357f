// Files: written whole and renamed, appended, read, with words for what can go wrong. What may not wait is in files-now.ts.
import type { Stats } from 'node:fs'
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'

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
  if (!about.isFile() && !about.isDirectory())
    throw new Refusal('bad-value', 'This is a device, a pipe or a socket, not a file.', {
      where: path,
      hint: 'Write its output to a file first.',
    })
  if (about.size > bytesMax)
    throw new Refusal('bad-value', `The file has ${about.size} bytes; at most ${bytesMax} are read.`, { where: path })
}

/** Whole or not at all: a reader never sees half of it. */
export const writeWhole = (path: string, content: string | Uint8Array): Promise<void> => written(path, content, 0o666)

/** For its owner alone. */
export const writePrivate = (path: string, content: string): Promise<void> => written(path, content, 0o600)

async function written(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2, 8)}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, content, { mode })
    await rename(draft, path)
  } catch (thrown) {
    await rm(draft, { force: true })
    throw fileRefusal(thrown, path, 'written')
  }
}

export async function append(path: string, text: string): Promise<void> {
  try {
    await appendFile(path, text)
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'written')
  }
}

export async function copy(from: string, to: string): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await copyFile(from, to)
  } catch (thrown) {
    throw fileRefusal(thrown, to, 'written')
  }
}

/** Takes the place of what lies at `to`. */
export async function moveOver(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (thrown) {
    throw fileRefusal(thrown, to, 'written')
  }
}

export async function makeFolder(path: string, isPrivate = false): Promise<void> {
  try {
    await mkdir(path, { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) })
    if (isPrivate) await chmod(path, 0o700)
  } catch (thrown) {
    throw folderRefusal(thrown, path)
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

/** `ENOENT` and its like; '' for what is no error of the system. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}

/** A file system's error as a sentence. */
export function fileRefusal(thrown: unknown, path: string, done: 'read' | 'written' | 'removed'): Refusal {
  if (thrown instanceof Refusal) return thrown
  const more = { where: path, cause: thrown }
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return new Refusal('bad-value', 'There is no such file.', { ...more, hint: 'Check the path.' })
    case 'EISDIR':
      return new Refusal('bad-value', 'This is a folder, not a file.', more)
    case 'ENOTDIR':
      return new Refusal('bad-value', 'A part of this path is a file, not a folder.', more)
    case 'EACCES':
    case 'EPERM':
      return new Refusal('failed', `The file may not be ${done}: permission is missing.`, {
        ...more,
        hint: 'Check who owns it.',
      })
    case 'EROFS':
      return new Refusal('failed', 'The place is read-only.', {
        ...more,
        hint: 'Set NOCTURNE_HOME to a folder that can be written.',
      })
    case 'ENOSPC':
    case 'EDQUOT':
      return new Refusal('failed', 'The disk is full.', {
        ...more,
        hint: 'Free some space, then start again; nothing kept so far is lost.',
      })
    default:
      return new Refusal(
        'failed',
        `The file could not be ${done}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        more,
      )
  }
}

export function folderRefusal(thrown: unknown, path: string): Refusal {
  const code = codeOf(thrown)
  if (code === 'ENOSPC' || code === 'EDQUOT') return fileRefusal(thrown, path, 'written')
  const why = code === 'EROFS' ? 'the place is read-only, it cannot be written' : 'the place cannot be written'
  return new Refusal('failed', `The folder could not be made: ${why}.`, {
    where: path,
    hint: 'Set NOCTURNE_HOME to a folder that can be written.',
    cause: thrown,
  })
}
