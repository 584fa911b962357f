// Zip archives, read by random access and never unpacked whole: the list of entries, and one entry's bytes. Trusts nothing
// in the file: names that climb out, bombs, overlaps and what is cut short are refused before anything is inflated.
import { Refusal } from '#shared/base/refusal.ts'

/** Bytes that are read from anywhere. `read` gives exactly what was asked for, or throws. */
export interface RandomAccess {
  readonly length: number
  read(at: number, length: number): Promise<Uint8Array>
}

export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflated. */
  readonly method: number
  readonly encrypted: boolean
  readonly crc: number
  readonly packed: number
  readonly unpacked: number
  readonly headerAt: number
}

export interface Zip {
  readonly source: RandomAccess
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly directoryAt: number
}

export interface ZipLimits {
  readonly entriesMost: number
  /** All entries together, unpacked. */
  readonly unpackedMost: number
}

const GiB = 1024 ** 3
/** Of an APK, from which only a few small entries are ever inflated. */
export const apkLimits: ZipLimits = { entriesMost: 65_534, unpackedMost: 16 * GiB }
/** Of what holds APKs. */
export const archiveLimits: ZipLimits = { entriesMost: 10_000, unpackedMost: 16 * GiB }

const endLength = 22
const commentMost = 65_535
const entryLength = 46
const headerLength = 30
const directoryMost = 32 * 1024 * 1024
/** More is a bomb, where it is of a size that hurts. */
const ratioMost = 200
const harmlessBytes = 100 * 1024 * 1024
const chunkBytes = 256 * 1024

const bad = (words: string, hint?: string): Refusal =>
  new Refusal('bad-value', words, hint === undefined ? {} : { hint })

export async function readZip(source: RandomAccess, limits: ZipLimits): Promise<Zip> {
  if (source.length === 0) throw bad('The file is empty: it has 0 bytes.', 'Build or download it again.')
  const end = await endOf(source)
  if (end.entries > limits.entriesMost)
    throw bad(`It holds ${end.entries} entries; at most ${limits.entriesMost} are read.`)
  if (end.directoryBytes > directoryMost) throw bad('The list of its entries is too long to be true.')
  const directory = await source.read(end.directoryAt, end.directoryBytes)
  const entries = entriesOf(directory, end.entries)
  checkSizes([...entries.values()], source.length, end.directoryAt, limits)
  return { source, entries, directoryAt: end.directoryAt }
}

/** Whether it begins as a zip does; an archive that is cut short still does. */
export async function beginsAsZip(source: RandomAccess): Promise<boolean> {
  if (source.length < 4) return false
  const head = await source.read(0, 4)
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)
}

async function endOf(source: RandomAccess): Promise<{ entries: number; directoryAt: number; directoryBytes: number }> {
  const length = Math.min(source.length, endLength + commentMost)
  const at = source.length - length
  const tail = await source.read(at, length)
  const view = viewOf(tail)
  for (let place = length - endLength; place >= 0; place -= 1) {
    if (view.getUint32(place, true) !== 0x06054b50) continue
    if (place + endLength + view.getUint16(place + 20, true) > length) continue
    const [entries, directoryBytes, directoryAt] = [
      view.getUint16(place + 10, true),
      view.getUint32(place + 12, true),
      view.getUint32(place + 16, true),
    ]
    const isZip64 = place >= 20 && view.getUint32(place - 20, true) === 0x07064b50
    if (isZip64 || entries === 0xffff || directoryAt === 0xffffffff || directoryBytes === 0xffffffff)
      throw bad('It is a zip64 archive: Android does not install those.', 'Make it smaller than 4 GB.')
    if (directoryAt + directoryBytes > at + place) throw bad('The archive is damaged: its parts do not fit together.')
    return { entries, directoryAt, directoryBytes }
  }
  throw bad('The file is cut short: the end of the archive is missing.', 'Build or download it again.')
}

function entriesOf(directory: Uint8Array, count: number): ReadonlyMap<string, ZipEntry> {
  const view = viewOf(directory)
  const found = new Map<string, ZipEntry>()
  let at = 0
  for (let n = 0; n < count; n += 1) {
    if (at + entryLength > directory.length || view.getUint32(at, true) !== 0x02014b50)
      throw bad('The archive is damaged: the list of its entries breaks off.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(field => view.getUint16(at + field, true))
    const next = at + entryLength + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
    if (next > directory.length) throw bad('The archive is damaged: the list of its entries breaks off.')
    const name = new TextDecoder().decode(directory.subarray(at + entryLength, at + entryLength + (nameLength ?? 0)))
    checkName(name)
    if (found.has(name)) throw bad(`Two entries have the same name: ${shown(name)}.`)
    found.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      headerAt: view.getUint32(at + 42, true),
    })
    at = next
  }
  return found
}

function checkName(name: string): void {
  const climbs = name.split(/[\\/]/).includes('..')
  if (climbs || /^[\\/]|^[A-Za-z]:|\0/.test(name))
    throw bad(
      `The name of an entry leads out of the archive: ${shown(name)}.`,
      'This is no ordinary build: do not install it.',
    )
}

const shown = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 79)}…` : name)

function checkSizes(entries: readonly ZipEntry[], length: number, directoryAt: number, limits: ZipLimits): void {
  let unpacked = 0
  let before = 0
  for (const entry of entries.toSorted((a, b) => a.headerAt - b.headerAt)) {
    if (entry.packed === 0xffffffff || entry.unpacked === 0xffffffff || entry.headerAt === 0xffffffff)
      throw bad('It is a zip64 archive: Android does not install those.', 'Make it smaller than 4 GB.')
    if (entry.headerAt < before || entry.headerAt + headerLength + entry.packed > directoryAt)
      throw bad('The archive is damaged: its entries lie over each other or beyond its end.')
    before = entry.headerAt + headerLength + entry.packed
    if (entry.method === 0 && entry.packed !== entry.unpacked)
      throw bad(`The archive is damaged: the size of ${shown(entry.name)} is wrong.`)
    unpacked += entry.unpacked
  }
  if (unpacked > limits.unpackedMost || (unpacked > harmlessBytes && unpacked > length * ratioMost))
    throw bad(
      `It unpacks to ${bytesWords(unpacked)} out of ${bytesWords(length)}: this is a zip bomb.`,
      'Do not install it.',
    )
}

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`
}

/** Where the entry's own bytes lie: behind its local header, whose name and extra fields may differ from the list's. */
async function placeOf({ source, directoryAt }: Zip, entry: ZipEntry): Promise<number> {
  const view = viewOf(await source.read(entry.headerAt, headerLength))
  if (view.getUint32(0, true) !== 0x04034b50) throw damaged(entry)
  const at = entry.headerAt + headerLength + view.getUint16(26, true) + view.getUint16(28, true)
  if (at + entry.packed > directoryAt) throw damaged(entry)
  return at
}

const damaged = (entry: ZipEntry): Refusal =>
  bad(`The archive is damaged: ${shown(entry.name)} cannot be read.`, 'Build or download it again.')

/** A stored entry read in place; null for one that has to be inflated first. */
export async function windowOn(zip: Zip, entry: ZipEntry): Promise<RandomAccess | null> {
  if (entry.method !== 0 || entry.encrypted) return null
  const start = await placeOf(zip, entry)
  return {
    length: entry.packed,
    read: async (at, length) => {
      if (at < 0 || length < 0 || at + length > entry.packed) throw damaged(entry)
      return zip.source.read(start + at, length)
    },
  }
}

/** The whole entry, its checksum compared. */
export async function readEntry(zip: Zip, entry: ZipEntry, bytesMost: number): Promise<Uint8Array> {
  if (entry.unpacked > bytesMost)
    throw bad(
      `${shown(entry.name)} unpacks to ${bytesWords(entry.unpacked)}; at most ${bytesWords(bytesMost)} are read.`,
    )
  const whole = new Uint8Array(entry.unpacked)
  let at = 0
  for await (const chunk of chunksOf(zip, entry)) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The entry piece by piece, never more than it says it has; what is damaged throws at the latest after the last one. */
export async function* chunksOf(zip: Zip, entry: ZipEntry): AsyncGenerator<Uint8Array, void, undefined> {
  if (entry.encrypted) throw bad(`${shown(entry.name)} is locked with a password.`)
  const start = await placeOf(zip, entry)
  const packed = packedChunks(zip.source, start, entry.packed)
  if (entry.method !== 0 && entry.method !== 8)
    throw bad(`${shown(entry.name)} is packed in a way (${entry.method}) that Android does not know.`)
  const chunks = entry.method === 0 ? packed : inflated(packed, entry)
  let total = 0
  let crc = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > entry.unpacked)
      throw bad(`${shown(entry.name)} unpacks to more than it says: this is a zip bomb.`, 'Do not install it.')
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (total !== entry.unpacked || crc !== entry.crc) throw damaged(entry)
}

async function* packedChunks(
  source: RandomAccess,
  start: number,
  length: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < length; at += chunkBytes) yield await source.read(start + at, Math.min(chunkBytes, length - at))
}

async function* inflated(
  packed: AsyncIterable<Uint8Array>,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = new DecompressionStream('deflate-raw')
  const writer = stream.writable.getWriter()
  const feeding = (async () => {
    for await (const chunk of packed) await writer.write(new Uint8Array(chunk))
    await writer.close()
  })()
  let failed: unknown = null
  feeding.catch((thrown: unknown) => {
    failed = thrown
    // A source that breaks off ends the reading side as well.
    writer.abort(thrown).catch(() => undefined)
  })
  const reader = stream.readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
  } catch (thrown) {
    if (failed instanceof Refusal) throw failed
    if (thrown instanceof Refusal) throw thrown
    throw damaged(entry)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
