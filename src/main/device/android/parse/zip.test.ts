// Zips of any kind: what is whole is read, and what is bad in any way is refused in words, never by another error.
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apkLimits, archiveLimits, readEntry, readZip, windowOn } from '#main/device/android/parse/zip.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { accessTo, apkOf, zipOf, type Entry } from '../../../../../test/builders/apk.ts'

const read = (bytes: Uint8Array) => readZip(accessTo(bytes), apkLimits)
const refused = (words: RegExp) =>
  expect.objectContaining({
    name: 'Refusal',
    code: 'bad-value',
    message: expect.stringMatching(words) as string,
  }) as Error

describe('a zip', () => {
  it('gives back whatever was put into it, stored or packed', async () => {
    const name = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '文', '.', ' ', '🌱', '"') })
    const entry = fc.record({ name, bytes: fc.uint8Array({ maxLength: 400 }), stored: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(entry, { selector: one => one.name, maxLength: 6 }),
        fc.string({ maxLength: 30 }),
        async (entries, comment) => {
          fc.pre(entries.every(one => one.name !== '..'))
          const zip = await read(zipOf(entries, { comment }))
          expect(zip.entries.size).toBe(entries.length)
          for (const one of entries) {
            const found = zip.entries.get(one.name)
            if (found === undefined) throw new Error('it is not there')
            expect(Buffer.from(await readEntry(zip, found, 1000))).toEqual(Buffer.from(one.bytes))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is read in place where an entry is stored', async () => {
    const inner = apkOf()
    const zip = await read(zipOf([{ name: 'base.apk', bytes: inner, stored: true }]))
    const entry = zip.entries.get('base.apk')
    if (entry === undefined) throw new Error('it is not there')
    const window = await windowOn(zip, entry)
    if (window === null) throw new Error('it was not stored')
    expect((await readZip(window, apkLimits)).entries.has('AndroidManifest.xml')).toBe(true)
    await expect(window.read(inner.length - 2, 4)).rejects.toBeInstanceOf(Refusal)
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['has 0 bytes', new Uint8Array(), /0 bytes/],
    ['is cut short', apkOf().subarray(0, 400), /cut short/],
    ['is a zip64', zipOf([{ name: 'a', bytes: 'a' }], { zip64: true }), /zip64/],
    ['holds ../', zipOf([{ name: 'lib/../../x', bytes: 'a' }]), /leads out/],
    ['holds ..\\', zipOf([{ name: 'lib\\..\\x', bytes: 'a' }]), /leads out/],
    ['holds an absolute name', zipOf([{ name: '/etc/x', bytes: 'a' }]), /leads out/],
    ['holds a drive', zipOf([{ name: 'C:x', bytes: 'a' }]), /leads out/],
    [
      'holds a name twice',
      zipOf([
        { name: 'a', bytes: 'a' },
        { name: 'a', bytes: 'b' },
      ]),
      /same name/,
    ],
    ['says to unpack to far more', zipOf([{ name: 'a', bytes: 'a', says: { unpacked: 3_000_000_000 } }]), /zip bomb/],
    [
      'has a wrong size',
      zipOf([{ name: 'a', bytes: 'abc', stored: true, says: { unpacked: 2 } }]),
      /size of "a" is wrong/,
    ],
  ])('that %s is refused', async (_, bytes, words) => {
    await expect(read(bytes)).rejects.toEqual(refused(words))
  })

  it('with more entries than an archive of APKs may have is refused', async () => {
    const entries = Array.from({ length: 10_001 }, (_, n): Entry => ({ name: `e${n}`, bytes: '', stored: true }))
    await expect(readZip(accessTo(zipOf(entries)), archiveLimits)).rejects.toEqual(refused(/at most 10000/))
  })

  it('that holds more than may be unpacked is refused, however little it is packed', async () => {
    const bytes = zipOf([
      { name: 'a', bytes: 'a'.repeat(600), stored: true },
      { name: 'b', bytes: 'b'.repeat(600), stored: true },
    ])
    await expect(readZip(accessTo(bytes), { entriesMost: 10, unpackedMost: 1199 })).rejects.toEqual(refused(/zip bomb/))
    expect((await readZip(accessTo(bytes), { entriesMost: 10, unpackedMost: 1200 })).entries.size).toBe(2)
  })

  it('whose entries lie over each other is refused: a small file could unpack to anything', async () => {
    const bytes = Uint8Array.from(
      zipOf([
        { name: 'a', bytes: 'a'.repeat(50), stored: true },
        { name: 'b', bytes: 'b'.repeat(50), stored: true },
      ]),
    )
    const view = new DataView(bytes.buffer)
    const listed = bytes.length - 22 - 47
    expect(view.getUint32(listed, true)).toBe(0x02014b50)
    // The second entry of the list is said to begin within the first.
    view.setUint32(listed + 42, 4, true)
    await expect(read(bytes)).rejects.toEqual(refused(/over each other/))
  })

  it.each<[string, Entry, RegExp]>([
    [
      'unpacks to more than it says',
      { name: 'a', bytes: 'a'.repeat(5000), says: { unpacked: 10 } },
      /more than it says/,
    ],
    ['has another checksum', { name: 'a', bytes: 'abc', says: { crc: 1 } }, /cannot be read/],
    ['is locked', { name: 'a', bytes: 'abc', says: { flags: 1 } }, /password/],
    ['is packed in an unknown way', { name: 'a', bytes: 'abc', says: { method: 14 } }, /packed in a way/],
    ['is not what was packed', { name: 'a', bytes: 'abcdef', stored: true, says: { method: 8 } }, /cannot be read/],
    ['is too large to be read', { name: 'a', bytes: 'a'.repeat(2000) }, /at most 1\.0 kB/],
  ])('with an entry that %s refuses to read it', async (_, entry, words) => {
    const zip = await read(zipOf([entry]))
    const found = zip.entries.get('a')
    if (found === undefined) throw new Error('it is not there')
    await expect(readEntry(zip, found, 1000)).rejects.toEqual(refused(words))
  })

  it('throws nothing but words, however its bytes are changed', async () => {
    const good = zipOf([
      { name: 'AndroidManifest.xml', bytes: 'hello hello hello' },
      { name: 'lib/x86/a.so', bytes: 'x', stored: true },
    ])
    const change = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(change, fc.nat(good.length), async (changes, length) => {
        const bytes = new Uint8Array(good)
        for (const [at, value] of changes) bytes[at] = value
        try {
          const zip = await read(bytes.subarray(0, length % 7 === 0 ? length : bytes.length))
          for (const entry of zip.entries.values()) await readEntry(zip, entry, 10_000)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: 400 },
    )
  })
})
