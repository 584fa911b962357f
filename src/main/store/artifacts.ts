// What is kept beside the database: pictures, logs, flows, in `artifacts/` of the home. Names are relative to it.
// Holds the storage limit: the oldest night's step pictures go first, never those of a finding.
import { dirname, extname, join } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'
import type { PictureKeeper } from '#shared/domain/book.ts'
import type { Observation } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { FindingId, NightId } from '#shared/domain/ids.ts'
import { inside, writeWhole } from '#main/sys/files.ts'
import {
  existsNow,
  folderBytesNow,
  linkOrCopyNow,
  makeFolderNow,
  removeNow,
  writeWholeNow,
} from '#main/sys/files-now.ts'
import { jpegOf, pngOf } from '#main/sys/images.ts'

export const storageLimitBytesDefault = 2 * 1024 * 1024 * 1024
/** Pictures being written at one time; more wait. */
const writingMax = 2
/** Step pictures that may wait to be written; then the night waits for the oldest. */
const waitingMax = 4

export class Artifacts {
  readonly folder: string
  readonly #pending = new Map<string, Promise<void>>()
  #failed: { readonly reason: unknown } | null = null

  constructor(home: string) {
    this.folder = join(home, 'artifacts')
    makeFolderNow(this.folder)
  }

  /** Absolute, and inside the folder. */
  path(relative: string): string {
    return inside(this.folder, relative)
  }

  keeper(night: NightId): PictureKeeper {
    return new Keeper(this, night)
  }

  /** A picture named already may still be on its way to the disk. */
  async ready(relative: string): Promise<void> {
    await this.#pending.get(relative)
  }

  /** Everything named so far is on the disk, or what went wrong is thrown. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending.values())
    this.#throwFailure()
  }

  /** Lets a write go on by itself and waits only when too many do. A write that failed is told at the next one. */
  async behind(relative: string, writing: Promise<unknown>): Promise<void> {
    const done = writing.then(
      () => void this.#pending.delete(relative),
      (reason: unknown) => {
        this.#pending.delete(relative)
        this.#failed ??= { reason }
      },
    )
    this.#pending.set(relative, done)
    while (this.#pending.size > waitingMax) await this.#pending.values().next().value
    this.#throwFailure()
  }

  #throwFailure(): void {
    const failed = this.#failed
    this.#failed = null
    if (failed !== null) throw failed.reason
  }

  /** A finding's own copy of a night's file, so that the night's may go. Unchanged when it is not there (yet). */
  adopt(finding: FindingId, relative: string): string {
    const own = `findings/${finding}/${relative.slice(relative.lastIndexOf('/') + 1)}`
    if (own === relative) return own
    const from = this.path(relative)
    const to = this.path(own)
    if (!existsNow(from)) return existsNow(to) ? own : relative
    if (existsNow(to)) return own
    linkOrCopyNow(from, to)
    return own
  }

  writeFinding(finding: FindingId, name: string, text: string): string {
    const relative = `findings/${finding}/${safeName(name)}`
    const path = this.path(relative)
    makeFolderNow(dirname(path))
    writeWholeNow(path, text)
    return relative
  }

  usedBytes(): number {
    return folderBytesNow(this.folder)
  }

  /** Drops step pictures of the oldest nights (given oldest first) until the limit holds; says how many nights lost them. */
  keepWithin(limitBytes: number, nights: readonly NightId[]): { readonly dropped: number; readonly usedBytes: number } {
    let used = this.usedBytes()
    let dropped = 0
    for (const night of nights) {
      if (used <= limitBytes) break
      const steps = this.path(`nights/${night}/steps`)
      const size = folderBytesNow(steps)
      if (size === 0) continue
      removeNow(steps)
      used -= size
      dropped += 1
    }
    return { dropped, usedBytes: used }
  }
}

class Keeper implements PictureKeeper {
  readonly #artifacts: Artifacts
  readonly #night: NightId
  /** Steps while they are being written; what belongs to findings for good. */
  readonly #kept = new Map<string, Promise<string>>()
  #writing = 0
  readonly #queue: (() => void)[] = []

  constructor(artifacts: Artifacts, night: NightId) {
    this.#artifacts = artifacts
    this.#night = night
  }

  /** Steps as JPEG in a folder that may be dropped; before and after as PNG in one that stays. */
  async keep(observation: Observation, role: 'step' | 'before' | 'after', name: string): Promise<string> {
    const { width, height } = observation.size
    const file = `${safeName(name)}-${role}-${width}x${height}`
    const relative =
      role === 'step' ? `nights/${this.#night}/steps/${file}.jpg` : `nights/${this.#night}/evidence/${file}.png`
    const known = this.#kept.get(relative)
    if (known !== undefined) return role === 'step' ? relative : known
    const keeping = this.#write(observation, role, relative)
    this.#kept.set(relative, keeping)
    if (role !== 'step') return keeping
    const written = keeping.finally(() => this.#kept.delete(relative))
    await this.#artifacts.behind(relative, written)
    return relative
  }

  async written(): Promise<void> {
    await Promise.all(this.#kept.values())
  }

  async #write(observation: Observation, role: 'step' | 'before' | 'after', relative: string): Promise<string> {
    await this.#turn()
    try {
      const bytes = role === 'step' ? await jpegOf(observation.picture) : await pngOf(observation.picture)
      await writeWhole(this.#artifacts.path(relative), bytes)
      return relative
    } finally {
      this.#writing -= 1
      this.#queue.shift()?.()
    }
  }

  async #turn(): Promise<void> {
    while (this.#writing >= writingMax) await new Promise<void>(resolve => this.#queue.push(resolve))
    this.#writing += 1
  }
}

/** Device pixels of the screen a kept picture shows, as its name says; null for a file of another kind. */
export function screenSizeOf(file: string): Size | null {
  const [, width, height] = /-(\d+)x(\d+)\.(?:png|jpg)$/u.exec(file) ?? []
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

/** A name that is a file's name on every system and nothing else. */
export function safeName(name: string): string {
  const extension = extname(name)
    .replaceAll(/[^.a-z0-9]/giu, '')
    .slice(0, 8)
  const stem = name.slice(0, name.length - extname(name).length)
  const safe = stem
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 80)
  if (safe === '') throw new Refusal('bad-value', `"${name.slice(0, 40)}" is no name for a file.`)
  return safe + extension
}
