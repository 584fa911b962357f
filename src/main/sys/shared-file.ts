// A private file one program writes pictures into and another reads from: in memory where the system has such a folder.
// The emulator's shared-memory transport and the encoder use it; nothing else is ever put there.
import { accessSync, closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileRefusal } from '#main/sys/files.ts'

export interface SharedFile extends AsyncDisposable {
  readonly path: string
  readonly bytes: number
  /** The first `length` bytes as they are now, into `into` where that is large enough. */
  read(length: number, into?: Uint8Array): Uint8Array
  /** From its first byte on; no more than it holds. */
  write(bytes: Uint8Array): void
}

/** Of that many bytes, all zero, in a folder only this person can enter. */
export async function sharedFile(bytes: number): Promise<SharedFile> {
  const folder = await mkdtemp(join(memoryFolder(), 'nocturne-'))
  const path = join(folder, 'picture')
  try {
    const made = await open(path, 'wx+', 0o600)
    await made.truncate(bytes)
    await made.close()
    return opened(path, bytes, folder)
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true })
    throw fileRefusal(thrown, path, 'written')
  }
}

function opened(path: string, bytes: number, folder: string): SharedFile {
  const descriptor = openSync(path, 'r+')
  let closed = false
  return {
    path,
    bytes,
    read: (length, into) => {
      const target = into !== undefined && into.length >= length ? into.subarray(0, length) : new Uint8Array(length)
      if (closed) return target
      for (let at = 0; at < length;) {
        const got = readSync(descriptor, target, at, length - at, at)
        if (got === 0) break
        at += got
      }
      return target
    },
    write: given => {
      if (closed) return
      const length = Math.min(given.length, bytes)
      for (let at = 0; at < length;) at += writeSync(descriptor, given, at, length - at, at)
    },
    [Symbol.asyncDispose]: async () => {
      if (closed) return
      closed = true
      closeSync(descriptor)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function memoryFolder(): string {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK | constants.X_OK)
    return memory
  } catch {
    return tmpdir()
  }
}
