// A file that grows while others may read it: bytes are put at its end whole or not at all, and a few of them mended later.
// Recordings write through it; it knows nothing of what is in the file.
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, fileRefusal, makeFolder, placeToWrite } from '#main/sys/files.ts'
import { Refusal } from '#shared/base/refusal.ts'

export interface GrowingFile extends AsyncDisposable {
  readonly path: string
  /** Its length. */
  readonly bytes: number
  /** What did not fit is taken off again, so that the file ends as it did before. */
  append(bytes: Uint8Array): Promise<void>
  mend(at: number, bytes: Uint8Array): Promise<void>
}

/** Made anew; what lay there under this name is gone where it is replaced, and else left as it is with a refusal. */
export async function growingFile(path: string, replaces: boolean): Promise<GrowingFile> {
  await makeFolder(dirname(path))
  try {
    const file = await open(await placeToWrite(path), replaces ? 'w' : 'wx')
    let length = 0
    const write = async (bytes: Uint8Array, from: number): Promise<void> => {
      for (let at = 0; at < bytes.length;)
        at += (await file.write(bytes, at, bytes.length - at, from + at)).bytesWritten
    }
    return {
      path,
      get bytes() {
        return length
      },
      append: async bytes => {
        try {
          await write(bytes, length)
          length += bytes.length
        } catch (thrown) {
          await file.truncate(length).catch(() => undefined)
          throw fileRefusal(thrown, path, 'written')
        }
      },
      mend: async (at, bytes) => {
        try {
          await write(bytes, at)
        } catch (thrown) {
          throw fileRefusal(thrown, path, 'written')
        }
      },
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? nameTaken(path) : fileRefusal(thrown, path, 'written')
  }
}

export const nameTaken = (path: string): Refusal =>
  new Refusal('bad-value', 'There is a file of this name already.', {
    where: path,
    hint: 'Choose another name, or say that it is to be replaced.',
  })
