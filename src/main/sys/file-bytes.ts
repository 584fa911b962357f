// Large files read from anywhere and piece by piece, what a path is, and private copies under plain names. For builds that
// a person drops: never read whole.
import { createWriteStream } from 'node:fs'
import { open, stat, symlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#shared/base/refusal.ts'
import { codeOf, copy, fileRefusal, remove } from '#main/sys/files.ts'

export interface OpenFile extends AsyncDisposable {
  readonly length: number
  /** Exactly so many bytes, or a refusal. */
  read(at: number, length: number): Promise<Uint8Array>
}

export async function openFile(path: string): Promise<OpenFile> {
  try {
    const about = await stat(path)
    if (!about.isFile()) throw new Refusal('bad-value', 'This is not a file.', { where: path })
    const file = await open(path, 'r')
    return {
      length: about.size,
      read: async (at, length) => {
        if (at < 0 || length < 0 || at + length > about.size)
          throw new Refusal('bad-value', 'The file is damaged: it points beyond its own end.', { where: path })
        const bytes = new Uint8Array(length)
        for (let had = 0; had < length;) {
          const { bytesRead } = await file.read(bytes, had, length - had, at + had)
          if (bytesRead === 0)
            throw new Refusal('failed', 'The file became shorter while it was read.', { where: path })
          had += bytesRead
        }
        return bytes
      },
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (thrown) {
    throw fileRefusal(thrown, path, 'read')
  }
}

export async function pathIs(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'> {
  try {
    const about = await stat(path)
    return about.isFile() ? 'file' : about.isDirectory() ? 'folder' : 'other'
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return 'nothing'
    throw fileRefusal(thrown, path, 'read')
  }
}

const pieceBytes = 64 * 1024

/** The file from its beginning, piece by piece. */
export async function* piecesOfFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  await using file = await openFile(path)
  for (let at = 0; at < file.length; at += pieceBytes) yield await file.read(at, Math.min(pieceBytes, file.length - at))
}

/** Writes what comes; nothing is left when it breaks off. Answers the bytes. */
export async function writePieces(
  path: string,
  source: AsyncIterable<Uint8Array>,
  bytesMost: number,
  signal: AbortSignal,
): Promise<number> {
  let total = 0
  const counted = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of source) {
      total += piece.length
      if (total > bytesMost)
        throw new Refusal('bad-value', `It has more than ${Math.round(bytesMost / 1e6)} MB; that is too much.`)
      yield piece
    }
  }
  try {
    await pipeline(Readable.from(counted(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }), {
      signal,
    })
    return total
  } catch (thrown) {
    await remove(path)
    if (signal.aborted) throw signal.reason
    throw fileRefusal(thrown, path, 'written')
  }
}

/** The same file under another name, for a program that is particular about names. */
export async function aliasFile(path: string, as: string): Promise<void> {
  try {
    await symlink(path, as)
  } catch {
    // Where links are not allowed, a copy does it.
    await copy(path, as)
  }
}
