// Files a browser's window sends, since a browser does not say where they lie: each in a private folder of its own in the home,
// gone when the drop is done with, an hour later, or at the next start.
import { join } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'
import { writePieces } from '#main/sys/file-bytes.ts'
import { inside, makeFolder, remove } from '#main/sys/files.ts'

const bytesMost = 4 * 1024 ** 3
const keptMs = 60 * 60_000
const keptMost = 200
const nameBytesMost = 200

export class Uploads {
  readonly #folder: string
  /** Path → when it came. */
  readonly #kept = new Map<string, { readonly folder: string; readonly atMs: number }>()
  #next = 1
  /** Those that are coming: they count as kept from their first byte on. */
  #coming = 0

  constructor(home: string) {
    this.#folder = join(home, 'dropped')
  }

  /** What a hub that died left. */
  async clear(): Promise<void> {
    this.#kept.clear()
    await remove(this.#folder)
  }

  /** `name` keeps its ending only as far as it is plain; answers where the file is. */
  async take(name: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    await this.#forgetOld()
    // Counted in the same turn it is asked in: many that come at once would all be let in otherwise.
    if (this.#kept.size + this.#coming >= keptMost)
      throw new Refusal('busy', 'Too many dropped files are kept.', { hint: 'Close the drop, then drop fewer files.' })
    this.#coming += 1
    try {
      return await this.#keep(name, source, signal)
    } finally {
      this.#coming -= 1
    }
  }

  async #keep(name: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    const folder = join(this.#folder, `${Date.now().toString(36)}-${this.#next++}`)
    const path = inside(folder, fileName(name))
    await makeFolder(folder, true)
    try {
      await writePieces(path, source, bytesMost, signal)
    } catch (thrown) {
      await remove(folder)
      throw thrown
    }
    this.#kept.set(path, { folder, atMs: Date.now() })
    return path
  }

  async forget(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const kept = this.#kept.get(path)
      if (kept === undefined) continue
      this.#kept.delete(path)
      await remove(kept.folder)
    }
  }

  async #forgetOld(): Promise<void> {
    const old = [...this.#kept].filter(([, { atMs }]) => Date.now() - atMs > keptMs).map(([path]) => path)
    await this.forget(old)
  }
}

/** The last part of the name, as every file system takes it. */
export function fileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  let plain = last.replaceAll(/[\p{Cc}:*?"<>|]/gu, '_').replace(/^\.+/, '')
  // From the end, where what kind of file it is stands.
  while (Buffer.byteLength(plain) > nameBytesMost) plain = plain.slice(1).replace(/^[\uDC00-\uDFFF]/, '')
  return plain === '' ? 'dropped' : plain
}
