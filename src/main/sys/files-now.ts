// Files at once, for what may not wait: inside a transaction, at a lock, in a parser that follows a file's references.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, fileRefusal, folderRefusal, refuseUnreadable, textBytesMax } from '#main/sys/files.ts'

/** Reads at once, for parsers that follow a file's own references. */
export function readTextNow(path: string): string {
  try {
    refuseUnreadable(statSync(path), path, textBytesMax)
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'read')
  }
}

/** The same at once and on the disk when it returns, for what a transaction is about to name. */
export function writeWholeNow(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.part`
  try {
    const file = openSync(draft, 'w')
    try {
      writeSync(file, typeof content === 'string' ? Buffer.from(content) : content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (thrown) {
    removeDraft(draft)
    throw fileRefusal(thrown, path, 'written')
  }
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // Why it was not written is what counts; what lies here is removed at the next start.
  }
}

export function isFolderNow(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

export const existsNow = (path: string): boolean => existsSync(path)

export function makeFolderNow(path: string): void {
  try {
    makeFolders(path)
  } catch (thrown) {
    throw folderRefusal(thrown, path)
  }
}

/** As in files.ts, for the same reason. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path)
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST' && statSync(path).isDirectory()) return
    if (codeOf(thrown) !== 'ENOENT' || dirname(path) === path) throw thrown
    makeFolders(dirname(path))
    makeOne(path)
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown
  }
}

export function removeNow(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** A second name for a file, or a copy where the file system has no links. */
export function linkOrCopyNow(from: string, to: string): void {
  makeFolderNow(dirname(to))
  try {
    linkSync(from, to)
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return
    try {
      copyFileSync(from, to)
    } catch (failed) {
      throw fileRefusal(failed, to, 'written')
    }
  }
}

/** Drafts of whole writes whose writer was killed: `….part` anywhere below. Only who alone writes there may call it. */
export function removeDraftsNow(path: string): void {
  if (!existsSync(path)) return
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && entry.name.endsWith('.part')) removeNow(join(entry.parentPath, entry.name))
}

/** Bytes of all files below a folder; a file with two names counts half at each. 0 when there is none. */
export function folderBytesNow(path: string): number {
  if (!existsSync(path)) return 0
  let sum = 0
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) sum += shareOf(join(entry.parentPath, entry.name))
  return Math.round(sum)
}

function shareOf(path: string): number {
  try {
    const { size, nlink } = statSync(path)
    return size / Math.max(1, nlink)
  } catch (thrown) {
    // Gone between the listing and the question.
    if (codeOf(thrown) === 'ENOENT') return 0
    throw fileRefusal(thrown, path, 'read')
  }
}
