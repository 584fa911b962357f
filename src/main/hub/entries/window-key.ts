// The key by which a window says to a running hub that it is the person's own. It lies in the home, for the owner's eyes: Electron's
// shell reads it and shows it for its page, which never sees it. The command line and an agent's tools do not show it, a page of
// another origin cannot read it. It says who asks; against a program of the same person it is no wall, as that has adb itself.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { readText, remove, writePrivate } from '#main/sys/files.ts'

const fileName = 'window.key'
const keyBytesMax = 200

/** Until disposed; each hub makes its own. */
export interface WindowKey extends AsyncDisposable {
  readonly is: (shown: string | null) => boolean
}

export async function makeWindowKey(home: string): Promise<WindowKey> {
  const key = randomBytes(32).toString('base64url')
  const path = join(home, fileName)
  await writePrivate(path, key)
  const right = hashOf(key)
  return {
    is: shown => shown !== null && timingSafeEqual(hashOf(shown), right),
    [Symbol.asyncDispose]: () => remove(path),
  }
}

/** Of the hub that has this home; null where there is none to be read. */
export async function readWindowKey(home: string): Promise<string | null> {
  try {
    return await readText(join(home, fileName), keyBytesMax)
  } catch {
    // Then the window is a guest like any other, and a terminal says so.
    return null
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
