// What was dropped, read: files, folders and archives, several at once; and each kind of bad one is a row with its words.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readDropped } from '#main/device/android/drop/read.ts'
import { namesIn, temporaryFolder } from '#main/sys/files.ts'
import type { Dropped } from '#shared/domain/drop.ts'
import { apkOf, zipOf } from '../../../../../test/builders/apk.ts'

const never = new AbortController().signal
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let unpacked: string
beforeAll(async () => {
  folder = await temporaryFolder()
  unpacked = join(folder.path, 'unpacked')
  await mkdir(unpacked)
  // Other tests come and go in the one that all share.
  vi.stubEnv('TMPDIR', unpacked)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder.path, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  return path
}
const read = (...paths: readonly string[]): Promise<readonly Dropped[]> =>
  readDropped(
    paths,
    {
      readDemo: path =>
        Promise.resolve({
          what: 'demo',
          name: 'd',
          path,
          package: 'a.b',
          label: 'D',
          versionName: '1',
          versionCode: 1,
        }),
    },
    never,
  )

describe('a drop', () => {
  it('of an APK, a demo app and an iPhone build is three builds', async () => {
    const [apk, demo, ipa, folderApp] = [
      await file('a/plants.apk', apkOf({ versionCode: 7, label: 'Plants' })),
      await file('a/notes.app.yaml', 'format: x'),
      await file('a/plants.ipa', zipOf([{ name: 'Payload/Plants.app/Info.plist', bytes: 'x' }])),
      await file('a/Plants.app/Info.plist', 'x'),
    ]
    const dropped = await read(apk, demo, ipa, join(folderApp, '..'))
    expect(dropped.map(one => (one.is === 'build' ? one.build : one))).toMatchObject([
      {
        what: 'android',
        kind: 'apk',
        package: 'dev.example.plants',
        versionCode: 7,
        label: 'Plants',
        partsAre: 'whole',
      },
      { what: 'demo' },
      { what: 'ios', kind: 'ipa' },
      { what: 'ios', kind: 'app' },
    ])
  })

  it('of the APKs of one app is one build, of two apps two', async () => {
    const base = await file('b/base.apk', apkOf())
    const split = await file('b/config.apk', apkOf({ split: 'config.x86_64' }))
    const other = await file('b/other.apk', apkOf({ package: 'dev.example.other' }))
    const dropped = await read(base, split, other)
    expect(dropped).toMatchObject([
      { paths: [base, split], build: { kind: 'splits', partsAre: 'splits', parts: [{}, {}] } },
      { paths: [other], build: { package: 'dev.example.other' } },
    ])
  })

  it('reads APKs inside an archive, packed or not, and leaves nothing behind', async () => {
    const path = await file(
      'c.xapk',
      zipOf([
        { name: 'manifest.json', bytes: '{"name": "My Plants"}' },
        { name: 'base.apk', bytes: apkOf() },
        { name: 'config.xhdpi.apk', bytes: apkOf({ split: 'config.xhdpi' }), stored: true },
        { name: 'Android/obb/main.obb', bytes: 'x' },
      ]),
    )
    const [dropped] = await read(path)
    expect(dropped).toMatchObject({
      is: 'build',
      build: {
        kind: 'xapk',
        label: 'My Plants',
        notes: ['Its data file (.obb) will not be installed.'],
        parts: [{ entry: 'base.apk' }, { entry: 'config.xhdpi.apk' }],
      },
    })
    expect(await namesIn(unpacked)).toEqual([])
  })

  it.each<[string, string, Uint8Array | string, RegExp]>([
    ['cut short', 'short.apk', apkOf().subarray(0, 300), /cut short/],
    ['empty', 'empty.apk', '', /0 bytes/],
    ['no archive', 'text.apk', 'hello', /no archive, whatever its name says/],
    ['an old .apkm', 'old.apkm', 'encrypted', /encrypted/],
    ['an .aab', 'app.aab', zipOf([{ name: 'BundleConfig.pb', bytes: 'x' }]), /App Bundle/],
    ['an app by its name only', 'text.xapk', zipOf([{ name: 'readme.txt', bytes: 'x' }]), /no app in this archive/],
    [
      'a zip bomb',
      'bomb.apk',
      zipOf([{ name: 'AndroidManifest.xml', bytes: new Uint8Array(200_000_000) }]),
      /zip bomb/,
    ],
    ['climbing out', 'out.apks', zipOf([{ name: '../../base.apk', bytes: apkOf() }]), /leads out/],
    [
      'a set with a broken part',
      'set.apkm',
      zipOf([
        { name: 'info.json', bytes: '{}' },
        { name: 'base.apk', bytes: 'broken' },
      ]),
      /base\.apk: .*cut short/,
    ],
    [
      'a set of two apps',
      'two.apkm',
      zipOf([
        { name: 'info.json', bytes: '{}' },
        { name: 'a.apk', bytes: apkOf() },
        { name: 'b.apk', bytes: apkOf({ package: 'a.b' }) },
      ]),
      /Two apps lie together/,
    ],
    [
      'a set of two versions',
      'mixed.apkm',
      zipOf([
        { name: 'info.json', bytes: '{}' },
        { name: 'a.apk', bytes: apkOf() },
        { name: 'b.apk', bytes: apkOf({ split: 'config.de', versionCode: 9 }) },
      ]),
      /different versions/,
    ],
  ])('that is %s is said so, and the others are read', async (_, name, bytes, words) => {
    const good = await file('good.apk', apkOf())
    const dropped = await read(await file(`bad/${name}`, bytes), good)
    expect(dropped).toHaveLength(2)
    const bad = dropped.find(one => one.is === 'unreadable')
    expect(bad).toMatchObject({ name, why: { words: expect.stringMatching(words) as string } })
  })

  it.each<[string, string, Uint8Array | string]>([
    ['a picture', 'a.png', 'png'],
    ['a document', 'list.pdf', '%PDF-1.7'],
    ['a file without an ending', 'README', 'hello'],
    ['a document that is an archive', 'letter.docx', zipOf([{ name: 'word/document.xml', bytes: 'x' }])],
    ['an archive of pictures', 'trip.zip', zipOf([{ name: 'a.jpg', bytes: 'x' }])],
    ['an archive that is cut short', 'cut.zip', zipOf([{ name: 'a.jpg', bytes: 'x'.repeat(900) }]).subarray(0, 200)],
  ])('of %s is a file, with why it is no app', async (_, name, bytes) => {
    const path = await file(`files/${name}`, bytes)
    const dropped = await read(path, await file('files/plants.apk', apkOf()))
    expect(dropped).toMatchObject([
      { is: 'build' },
      {
        is: 'file',
        name,
        paths: [path],
        bytes: Buffer.from(bytes).length,
        why: { words: expect.any(String) as string },
      },
    ])
  })

  it.each([
    ['a folder without an APK', 'trip/a.jpg', 'x', '..', 'no APK in this folder'],
    ['an empty picture', 'none.png', '', '.', '0 bytes'],
  ])('of %s is no file to send either, in words', async (_, name, bytes, up, words) => {
    const path = join(await file(name, bytes), up)
    expect(await read(path)).toMatchObject([
      { is: 'unreadable', what: 'file', why: { words: expect.stringContaining(words) as string } },
    ])
  })

  it('of what is not there says so', async () => {
    expect(await read(join(folder.path, 'nowhere.apk'))).toMatchObject([
      { is: 'unreadable', why: { words: 'There is no such file.' } },
    ])
  })
})
