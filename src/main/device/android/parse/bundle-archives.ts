// What holds APKs: bundletool's .apks, .xapk, .apkm, plain zips of splits; and what looks like them but installs nowhere
// (.aab, .ipa). Told by what is inside, not by the name. Pure, over an archive's list of entries.
import { manifestName } from '#main/device/android/parse/apk.ts'
import { readEntry, type Zip, type ZipEntry } from '#main/device/android/parse/zip.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { AndroidBuild, PartsAre } from '#shared/domain/drop.ts'

export type ArchiveIs =
  | { readonly is: 'no-app' }
  | { readonly is: 'apk' }
  | { readonly is: 'ios' }
  | {
      readonly is: 'set'
      readonly kind: Exclude<AndroidBuild['kind'], 'apk'>
      readonly partsAre: PartsAre
      readonly apks: readonly { readonly entry: ZipEntry; readonly variant: number }[]
      /** The app's name as the archive tells it; null where it does not. */
      readonly label: string | null
      readonly notes: readonly string[]
    }

const apksMost = 400
const aboutMost = 1024 * 1024

export async function archiveIs(zip: Zip): Promise<ArchiveIs> {
  const { entries } = zip
  if (entries.has(manifestName)) return { is: 'apk' }
  if (entries.has('BundleConfig.pb') || entries.has('base/manifest/AndroidManifest.xml'))
    throw new Refusal('unsupported', 'An Android App Bundle (.aab) does not install directly.', {
      hint: 'Make APKs of it with "bundletool build-apks --mode=universal --bundle=app.aab --output=app.apks", and drop the .apks.',
    })
  if ([...entries.keys()].some(name => /^Payload\/[^/]+\.app\//.test(name))) return { is: 'ios' }
  const apks = [...entries.values()].filter(entry => /\.apk$/i.test(entry.name))
  if (apks.length === 0) return { is: 'no-app' }
  if (apks.length > apksMost)
    throw new Refusal('bad-value', `It holds ${apks.length} APKs; at most ${apksMost} are read.`)
  if (entries.has('toc.pb')) return ofBundletool(apks)
  if (entries.has('manifest.json')) return ofXapk(zip, apks)
  if (entries.has('info.json')) return ofApkm(zip, apks)
  return set('splits', 'splits', apks)
}

function set(
  kind: Exclude<AndroidBuild['kind'], 'apk'>,
  partsAre: PartsAre,
  apks: readonly ZipEntry[],
  more: { readonly label?: string | null; readonly notes?: readonly string[] } = {},
): ArchiveIs {
  const only = apks.length === 1 && partsAre === 'splits' ? 'whole' : partsAre
  return {
    is: 'set',
    kind,
    partsAre: only,
    apks: apks.map(entry => ({ entry, variant: kind === 'apks' ? variantOf(entry.name) : 0 })),
    label: more.label ?? null,
    notes: more.notes ?? [],
  }
}

/** `splits/base-master_2.apk` is the second variant, for another range of Android versions. */
const variantOf = (name: string): number => Number(/_(\d+)\.apk$/i.exec(name.replaceAll('x86_64', 'x86'))?.[1] ?? '1')

/** Splits where there are any (all but Android 4 take them), else the one for everybody, else one of the standalones. */
function ofBundletool(apks: readonly ZipEntry[]): ArchiveIs {
  const below = (folder: string): readonly ZipEntry[] => apks.filter(entry => entry.name.startsWith(folder))
  const splits = below('splits/')
  if (splits.length > 0) return set('apks', 'splits', splits)
  const universal = apks.filter(entry => /(^|\/)universal\.apk$/.test(entry.name))
  if (universal.length > 0) return set('apks', 'whole', universal.slice(0, 1))
  const standalones = below('standalones/')
  if (standalones.length > 0) return set('apks', 'alternatives', standalones)
  const rest = apks.filter(entry => !/^(instant|archive|system)\//.test(entry.name))
  if (rest.length === 0)
    throw new Refusal('bad-value', 'This set holds no APK for a phone, a tablet or a TV.', {
      hint: 'Make it with "bundletool build-apks --mode=default" or "--mode=universal".',
    })
  return set('apks', 'splits', rest)
}

async function ofXapk(zip: Zip, apks: readonly ZipEntry[]): Promise<ArchiveIs> {
  const about = await jsonOf(zip, 'manifest.json')
  const obbs = [...zip.entries.keys()].filter(name => /\.obb$/i.test(name)).length
  const notes =
    obbs === 0 ? [] : [`Its ${obbs === 1 ? 'data file' : `${obbs} data files`} (.obb) will not be installed.`]
  return set('xapk', 'splits', apks, { label: wordIn(about, 'name'), notes })
}

async function ofApkm(zip: Zip, apks: readonly ZipEntry[]): Promise<ArchiveIs> {
  return set('apkm', 'splits', apks, { label: wordIn(await jsonOf(zip, 'info.json'), 'app_name') })
}

/** What the archive says of itself is only its name for people: damaged words cost nothing else. */
async function jsonOf(zip: Zip, name: string): Promise<unknown> {
  const entry = zip.entries.get(name)
  if (entry === undefined) return null
  const text = new TextDecoder().decode(await readEntry(zip, entry, aboutMost))
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function wordIn(about: unknown, key: string): string | null {
  if (typeof about !== 'object' || about === null || !(key in about)) return null
  const word: unknown = Reflect.get(about, key)
  return typeof word === 'string' && word.trim() !== '' ? word.trim().slice(0, 200) : null
}
