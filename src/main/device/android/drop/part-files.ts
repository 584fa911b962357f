// The chosen parts of a build as files under plain names that adb and every device take, whatever the dropped ones are
// called. What had to be unpacked or linked is gone when its owner is done.
import { join } from 'node:path'
import { chunksOf, archiveLimits, readZip } from '#main/device/android/parse/zip.ts'
import { aliasFile, openFile, writePieces } from '#main/sys/file-bytes.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { ApkPart } from '#shared/domain/drop.ts'

export interface PartFile {
  /** Of letters, digits, dots and dashes. */
  readonly name: string
  readonly path: string
  readonly bytes: number
}

export interface PartFiles extends AsyncDisposable {
  readonly files: readonly PartFile[]
}

export async function partFiles(parts: readonly ApkPart[], signal: AbortSignal): Promise<PartFiles> {
  const folder = await temporaryFolder()
  try {
    const files: PartFile[] = []
    for (const [index, part] of parts.entries()) {
      const name = part.kind.is === 'base' ? 'base.apk' : `split-${index + 1}.apk`
      const path = join(folder.path, name)
      if (part.entry === null) await aliasFile(part.file, path)
      else await unpack(part.file, part.entry, path, signal)
      files.push({ name, path, bytes: part.bytes })
    }
    return { files, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
  } catch (thrown) {
    await folder[Symbol.asyncDispose]()
    throw thrown
  }
}

async function unpack(archive: string, entryName: string, to: string, signal: AbortSignal): Promise<void> {
  await using file = await openFile(archive)
  const zip = await readZip(file, archiveLimits)
  const entry = zip.entries.get(entryName)
  if (entry === undefined)
    throw new Refusal('bad-value', 'The archive was changed since it was read.', {
      where: archive,
      hint: 'Give it again.',
    })
  await writePieces(to, chunksOf(zip, entry), entry.unpacked, signal)
}
