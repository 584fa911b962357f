// APKs as they are read before a byte of them is sent: manifest, processors, signer; and archives of APKs by their insides.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, readApk } from '#main/device/android/parse/apk.ts'
import { archiveIs } from '#main/device/android/parse/bundle-archives.ts'
import { parseManifest } from '#main/device/android/parse/manifest.ts'
import { certificatesOfMessage, markOf, signersOf } from '#main/device/android/parse/signing.ts'
import { apkLimits, readZip } from '#main/device/android/parse/zip.ts'
import { Refusal } from '#shared/base/refusal.ts'
import {
  accessTo,
  apkOf,
  certificate,
  manifestOf,
  signingBlock,
  v1Message,
  zipOf,
  type Entry,
} from '../../../../../test/builders/apk.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const zipIn = (bytes: Uint8Array) => readZip(accessTo(bytes), apkLimits)

describe('a manifest', () => {
  it.each([false, true])('is read with its strings in UTF-16: %s', utf16 => {
    const bytes = manifestOf({
      utf16,
      package: 'dev.example.plants',
      versionCode: 42,
      versionName: '2.4.1 “Fern” 🌱',
      minSdk: 28,
      targetSdk: 35,
      testOnly: true,
      debuggable: true,
      leanback: true,
      needsSplits: true,
      label: 'Plants '.repeat(40),
    })
    expect(parseManifest(bytes)).toEqual({
      package: 'dev.example.plants',
      versionCode: 42,
      versionName: '2.4.1 “Fern” 🌱',
      minSdk: 28,
      targetSdk: 35,
      testOnly: true,
      debuggable: true,
      leanback: true,
      needsSplits: true,
      split: null,
      configForSplit: null,
      isFeature: false,
      label: 'Plants '.repeat(40),
    })
  })

  it('of a preview names an Android that has no number', () => {
    expect(parseManifest(manifestOf({ minSdk: 'Baklava' })).minSdk).toBeNull()
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['plain text', Buffer.from('<manifest package="a.b"/>'), /plain text/],
    ['no manifest', Buffer.from('hello hello'), /damaged/],
    ['cut short', manifestOf().subarray(0, 90), /damaged/],
    ['of a package with no name', manifestOf({ package: 'x; rm -rf /' }), /no name of a package/],
  ])('that is %s is refused', (_, bytes, words) => {
    expect(() => parseManifest(bytes)).toThrow(words)
  })

  it('throws nothing but words, however its bytes are changed', () => {
    const good = manifestOf({ split: 'config.x86', label: 'Plants' })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), changes => {
        const bytes = new Uint8Array(good)
        for (const [at, value] of changes) bytes[at] = value
        try {
          parseManifest(bytes)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    [{ split: 'config.arm64_v8a' }, { is: 'abi', abi: 'arm64-v8a', of: '' }],
    [{ split: 'config.xxhdpi' }, { is: 'density', dpi: 480, of: '' }],
    [{ split: 'config.de' }, { is: 'locale', locale: 'de', of: '' }],
    [
      { split: 'camera', isFeature: true },
      { is: 'feature', name: 'camera' },
    ],
    [{ split: 'camera.config.x86_64' }, { is: 'abi', abi: 'x86_64', of: 'camera' }],
    [
      { split: 'config.hdpi', configForSplit: 'camera' },
      { is: 'density', dpi: 240, of: 'camera' },
    ],
    [{}, { is: 'base' }],
  ])('of %o says which part it is', (options, kind) => {
    expect(kindOf(parseManifest(manifestOf(options)))).toEqual(kind)
  })
})

describe('an APK', () => {
  it('tells its processors and its signer', async () => {
    const apk = await readApk(accessTo(apkOf({ abis: ['x86_64', 'arm64-v8a'], signer: 3 })))
    expect(apk.abis).toEqual(['arm64-v8a', 'x86_64'])
    expect(apk.signers).toEqual([{ sha256: sha256(certificate(3)), mark: markOf(certificate(3)) }])
  })

  it('without a manifest is none', async () => {
    await expect(readApk(accessTo(zipOf([{ name: 'a', bytes: 'a' }])))).rejects.toThrow(/no APK/)
  })

  it('whose manifest is a bomb is not unpacked', async () => {
    const bytes = zipOf([{ name: 'AndroidManifest.xml', bytes: new Uint8Array(60_000_000) }])
    await expect(readApk(accessTo(bytes))).rejects.toThrow(/unpacks to 60 MB; at most 17 MB/)
  })

  it('is known by its v3 signature', async () => {
    const zip = await zipIn(zipOf([{ name: 'a', bytes: 'a' }], { block: signingBlock(certificate(5), 3) }))
    expect(await signersOf(zip)).toMatchObject([{ sha256: sha256(certificate(5)) }])
  })

  it('is known by its v1 signature where it has no other, and by the signer among several certificates', async () => {
    const { message, signer } = v1Message()
    expect(certificatesOfMessage(message)).toEqual([new Uint8Array(signer)].map(one => Buffer.from(one)))
    const zip = await zipIn(zipOf([{ name: 'META-INF/CERT.RSA', bytes: message }]))
    expect(await signersOf(zip)).toMatchObject([{ sha256: sha256(signer) }])
  })

  it('that is not signed, or whose signature is damaged, has no signer', async () => {
    expect(await signersOf(await zipIn(apkOf({ signer: null })))).toEqual([])
    const block = signingBlock(certificate(1))
    await fc.assert(
      fc.asyncProperty(fc.nat(block.length - 1), fc.nat(255), async (at, value) => {
        const changed = Buffer.from(block)
        changed[at] = value
        const signers = await signersOf(await zipIn(zipOf([{ name: 'a', bytes: 'a' }], { block: changed })))
        expect(signers.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 200 },
    )
  })
})

/** Java's Arrays.hashCode of the bytes 1, 2 and -1 is 30817 + ...: worked out by hand. */
it('the mark of a signer is as Java computes it', () => {
  expect(markOf(new Uint8Array([]))).toBe('1')
  expect(markOf(new Uint8Array([1, 2, 255]))).toBe((31 * (31 * (31 * 1 + 1) + 2) - 1).toString(16))
})

describe('an archive', () => {
  const file = (name: string, bytes: Uint8Array | string = 'x'): Entry => ({ name, bytes })
  it.each<[string, readonly Entry[], object]>([
    ['an APK', [file('AndroidManifest.xml')], { is: 'apk' }],
    ['an .ipa', [file('Payload/Plants.app/Info.plist')], { is: 'ios' }],
    [
      'an .apks with splits',
      [
        file('toc.pb'),
        file('splits/base-master.apk'),
        file('splits/base-master_2.apk'),
        file('splits/base-x86_64.apk'),
        file('splits/base-x86_64_2.apk'),
        file('standalones/standalone-x86.apk'),
      ],
      {
        is: 'set',
        kind: 'apks',
        partsAre: 'splits',
        apks: [{ variant: 1 }, { variant: 2 }, { variant: 1 }, { variant: 2 }],
      },
    ],
    ['an .apks for everybody', [file('toc.pb'), file('universal.apk')], { kind: 'apks', partsAre: 'whole' }],
    [
      'an .apks of standalones',
      [file('toc.pb'), file('standalones/standalone-x86.apk'), file('standalones/standalone-arm64_v8a.apk')],
      { kind: 'apks', partsAre: 'alternatives' },
    ],
    [
      'an .xapk',
      [
        file('manifest.json', '{"name": "Plants", "package_name": "x"}'),
        file('base.apk'),
        file('config.de.apk'),
        file('Android/obb/x/main.1.x.obb'),
      ],
      { kind: 'xapk', partsAre: 'splits', label: 'Plants', notes: ['Its data file (.obb) will not be installed.'] },
    ],
    [
      'an .apkm',
      [file('info.json', '{"app_name": "Plants"}'), file('base.apk'), file('split_config.de.apk')],
      { kind: 'apkm', label: 'Plants' },
    ],
    ['a zip of splits', [file('base.apk'), file('split_config.de.apk')], { kind: 'splits', partsAre: 'splits' }],
    [
      'a set whose own words are damaged',
      [file('manifest.json', '{"name'), file('base.apk')],
      { kind: 'xapk', label: null },
    ],
  ])('is told to be %s by its insides', async (_, entries, is) => {
    expect(await archiveIs(await zipIn(zipOf(entries)))).toMatchObject(is)
  })

  it('that is an .aab is refused with how to make APKs of it', async () => {
    const zip = await zipIn(zipOf([file('BundleConfig.pb'), file('base/manifest/AndroidManifest.xml')]))
    await expect(archiveIs(zip)).rejects.toMatchObject({
      hint: expect.stringContaining('bundletool build-apks') as string,
    })
  })

  it('that holds no app is told from one that does', async () => {
    expect(await archiveIs(await zipIn(zipOf([file('readme.txt')])))).toEqual({ is: 'no-app' })
  })
})
