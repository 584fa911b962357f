// Reads what was dropped: files, folders and archives, each told by what is inside. Nothing is sent and nothing is kept; what
// cannot be read is a row with its words, never a failure of the rest.
import { basename, join } from 'node:path'
import { readApk, type Apk } from '#main/device/android/parse/apk.ts'
import { archiveIs, type ArchiveIs } from '#main/device/android/parse/bundle-archives.ts'
import {
  apkLimits,
  archiveLimits,
  beginsAsZip,
  chunksOf,
  readZip,
  windowOn,
  type Zip,
  type ZipEntry,
} from '#main/device/android/parse/zip.ts'
import { openFile, pathIs, writePieces } from '#main/sys/file-bytes.ts'
import { namesIn, temporaryFolder } from '#main/sys/files.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { AndroidBuild, ApkPart, Dropped, DroppedBuild, PartsAre } from '#shared/domain/drop.ts'

export interface ReadOptions {
  /** Reads a demo app's file; throws its Refusal. */
  readonly readDemo: (path: string, signal: AbortSignal) => Promise<DroppedBuild>
}

const pathsMost = 200
const nestedMost = 4 * 1024 ** 3

export async function readDropped(
  paths: readonly string[],
  options: ReadOptions,
  signal: AbortSignal,
): Promise<readonly Dropped[]> {
  if (paths.length === 0) throw new Refusal('bad-value', 'Nothing was dropped.')
  if (paths.length > pathsMost)
    throw new Refusal('bad-value', `${paths.length} files were dropped; at most ${pathsMost} are read at once.`)
  const loose: { path: string; apk: Apk; bytes: number }[] = []
  const read: Dropped[] = []
  for (const path of paths) {
    signal.throwIfAborted()
    try {
      const found = await readOne(path, options, signal)
      if ('apk' in found) loose.push({ path, ...found })
      else if ('why' in found) read.push({ is: 'file', paths: [path], name: basename(path), ...found })
      else read.push({ is: 'build', paths: [path], build: found })
    } catch (thrown) {
      signal.throwIfAborted()
      read.push(unreadable([path], thrown))
    }
  }
  return [...grouped(loose), ...read]
}

function unreadable(paths: readonly string[], thrown: unknown): Dropped {
  const why = refusalOf(thrown).toData()
  const [first = ''] = paths
  return {
    is: 'unreadable',
    what: paths.length > 1 || isCalledApp(first) ? 'app' : 'file',
    paths,
    name: basename(first),
    why: { ...why, where: why.where ?? paths[0] ?? null },
  }
}

type Loose = { readonly apk: Apk; readonly bytes: number }
type NoApp = { readonly bytes: number; readonly why: RefusalData }

const isCalledApp = (path: string): boolean => /\.(apk|apks|xapk|apkm|aab|ipa|app|app\.ya?ml)$/i.test(path)

async function readOne(path: string, options: ReadOptions, signal: AbortSignal): Promise<DroppedBuild | Loose | NoApp> {
  const name = basename(path)
  const is = await pathIs(path)
  if (is === 'nothing')
    throw new Refusal('bad-value', 'There is no such file.', { where: path, hint: 'Check the path.' })
  if (is === 'other')
    throw new Refusal('bad-value', 'This is a device, a pipe or a socket, not a file.', { where: path })
  if (is === 'folder') return readFolder(path, name, signal)
  if (/\.app\.ya?ml$/i.test(name)) return options.readDemo(path, signal)
  await using file = await openFile(path)
  if (file.length === 0)
    throw new Refusal('bad-value', 'The file is empty: it has 0 bytes.', {
      where: path,
      hint: 'Build or download it again.',
    })
  const isCalled = isCalledApp(name)
  const noApp = (why: Refusal): NoApp => {
    if (isCalled) throw why
    return { bytes: file.length, why: why.toData() }
  }
  if (!(await beginsAsZip(file))) return noApp(notAnApp(name, path))
  let zip: Zip
  try {
    zip = await readZip(file, apkLimits)
  } catch (thrown) {
    // An archive of pictures may be as large or as odd as it likes.
    return noApp(refusalOf(thrown))
  }
  const archive = await archiveIs(zip)
  switch (archive.is) {
    case 'no-app':
      return noApp(
        new Refusal('bad-value', 'There is no app in this archive.', {
          where: path,
          hint: 'Drop an .apk, an .apks, .xapk or .apkm file, or a folder of split APKs.',
        }),
      )
    case 'apk':
      return { apk: await readApk(file), bytes: file.length }
    case 'ios':
      return { what: 'ios', kind: 'ipa', name }
    case 'set':
      return await readSet(path, name, zip, archive, signal)
  }
}

function notAnApp(name: string, path: string): Refusal {
  if (/\.apkm$/i.test(name))
    return new Refusal('unsupported', 'This .apkm is encrypted, as older ones are: it cannot be read.', {
      where: path,
      hint: 'Download it again: newer ones are plain archives.',
    })
  if (/\.(apk|apks|xapk|aab|ipa|zip)$/i.test(name))
    return new Refusal('bad-value', 'The file is damaged: it is no archive, whatever its name says.', {
      where: path,
      hint: 'Build or download it again.',
    })
  return new Refusal('unsupported', 'This is no app.', {
    where: path,
    hint: 'Drop an .apk, an .apks, .xapk or .apkm file, a folder of split APKs, or a demo app (.app.yaml).',
  })
}

async function readFolder(path: string, name: string, signal: AbortSignal): Promise<DroppedBuild> {
  const names = await namesIn(path)
  if (/\.app$/i.test(name) && names.includes('Info.plist')) return { what: 'ios', kind: 'app', name }
  const apks = names.filter(one => /\.apk$/i.test(one))
  if (apks.length === 0)
    throw new Refusal('bad-value', 'There is no APK in this folder.', {
      where: path,
      hint: 'Drop the folder in which the APKs themselves lie; of a folder of other files, drop the files.',
    })
  const read: { path: string; apk: Apk; bytes: number }[] = []
  for (const one of apks) {
    signal.throwIfAborted()
    const file = join(path, one)
    try {
      await using opened = await openFile(file)
      read.push({ path: file, apk: await readApk(opened), bytes: opened.length })
    } catch (thrown) {
      throw inside(one, thrown, path)
    }
  }
  return buildOf('splits', name, read.length === 1 ? 'whole' : 'splits', read.map(partRead), {})
}

const inside = (name: string, thrown: unknown, path: string): Refusal => {
  const { code, words, hint } = refusalOf(thrown)
  return new Refusal(code, `${name}: ${words}`, { where: path, ...(hint === null ? {} : { hint }) })
}

interface PartRead {
  readonly apk: Apk
  readonly part: ApkPart
}

const partRead = ({ path, apk, bytes }: { path: string; apk: Apk; bytes: number }): PartRead => ({
  apk,
  part: { file: path, entry: null, bytes, kind: apk.kind, abis: apk.abis, minSdk: apk.manifest.minSdk, variant: 0 },
})

/** Loose APKs of one app that are splits of it are one build; all others are one each. */
function grouped(loose: readonly { path: string; apk: Apk; bytes: number }[]): readonly Dropped[] {
  const groups = new Map<string, { path: string; apk: Apk; bytes: number }[]>()
  const hasSplits = new Set(loose.filter(one => one.apk.kind.is !== 'base').map(one => one.apk.manifest.package))
  for (const one of loose) {
    const { package: pkg } = one.apk.manifest
    const key = hasSplits.has(pkg) ? pkg : one.path
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(group => {
    const paths = group.map(one => one.path)
    const name = basename(group.find(one => one.apk.kind.is === 'base')?.path ?? paths[0] ?? '')
    try {
      const [only] = group
      const kind = only !== undefined && group.length === 1 ? 'apk' : 'splits'
      const are = kind === 'apk' && only?.apk.kind.is === 'base' ? 'whole' : 'splits'
      return { is: 'build', paths, build: buildOf(kind, name, are, group.map(partRead), {}) }
    } catch (thrown) {
      return unreadable(paths, thrown)
    }
  })
}

async function readSet(
  path: string,
  name: string,
  zip: Zip,
  set: Extract<ArchiveIs, { is: 'set' }>,
  signal: AbortSignal,
): Promise<AndroidBuild> {
  if (zip.entries.size > archiveLimits.entriesMost)
    throw new Refusal(
      'bad-value',
      `It holds ${zip.entries.size} entries; at most ${archiveLimits.entriesMost} are read.`,
    )
  const read: PartRead[] = []
  for (const { entry, variant } of set.apks) {
    signal.throwIfAborted()
    try {
      const apk = await readNested(zip, entry, signal)
      read.push({
        apk,
        part: {
          file: path,
          entry: entry.name,
          bytes: entry.unpacked,
          kind: set.partsAre === 'alternatives' ? densityOf(entry.name) : apk.kind,
          abis: apk.abis,
          minSdk: apk.manifest.minSdk,
          variant,
        },
      })
    } catch (thrown) {
      signal.throwIfAborted()
      throw inside(basename(entry.name), thrown, path)
    }
  }
  return buildOf(set.kind, name, set.partsAre, read, { label: set.label, notes: set.notes })
}

const dpis: Readonly<Record<string, number>> = {
  ldpi: 120,
  mdpi: 160,
  tvdpi: 213,
  hdpi: 240,
  xhdpi: 320,
  xxhdpi: 480,
  xxxhdpi: 640,
}
/** `standalones/standalone-arm64_v8a_xxhdpi.apk`: a whole app, for one density. */
function densityOf(name: string): ApkPart['kind'] {
  const dpi = dpis[/[-_]([a-z]*dpi)\b/.exec(name.replace(/\.apk$/i, ''))?.[1] ?? '']
  return dpi === undefined ? { is: 'base' } : { is: 'density', dpi, of: '' }
}

/** A stored entry is read in place; a deflated one is unpacked beside, read, and removed. */
async function readNested(zip: Zip, entry: ZipEntry, signal: AbortSignal): Promise<Apk> {
  const window = await windowOn(zip, entry)
  if (window !== null) return readApk(window)
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'part.apk')
  await writePieces(path, chunksOf(zip, entry), nestedMost, signal)
  await using file = await openFile(path)
  return await readApk(file)
}

function buildOf(
  kind: AndroidBuild['kind'],
  name: string,
  partsAre: PartsAre,
  read: readonly PartRead[],
  more: { readonly label?: string | null; readonly notes?: readonly string[] },
): AndroidBuild {
  const main = read.find(one => one.apk.kind.is === 'base') ?? read[0]
  if (main === undefined) throw new Refusal('bad-value', 'There is no APK in it.')
  const { manifest } = main.apk
  const other = read.find(one => one.apk.manifest.package !== manifest.package)
  if (other !== undefined)
    throw new Refusal('bad-value', `Two apps lie together: ${manifest.package} and ${other.apk.manifest.package}.`, {
      hint: 'Drop each app by itself.',
    })
  const bases = read.filter(one => one.part.kind.is === 'base' && one.part.variant === main.part.variant)
  if (partsAre === 'splits' && bases.length > 1)
    throw new Refusal('bad-value', `There are ${bases.length} base APKs of ${manifest.package} together.`, {
      hint: 'Drop one build at a time.',
    })
  const mixed = partsAre === 'splits' && read.find(one => one.apk.manifest.versionCode !== manifest.versionCode)
  if (mixed !== false && mixed !== undefined)
    throw new Refusal(
      'bad-value',
      `The parts are of different versions: ${manifest.versionCode} and ${mixed.apk.manifest.versionCode}.`,
      { hint: 'Drop the parts of one build.' },
    )
  return {
    what: 'android',
    kind,
    name,
    package: manifest.package,
    label: more.label ?? manifest.label ?? manifest.package,
    versionName: manifest.versionName,
    versionCode: manifest.versionCode,
    minSdk:
      partsAre === 'whole'
        ? manifest.minSdk
        : least(read.filter(one => one.apk.kind.is === 'base').map(one => one.part.minSdk)),
    targetSdk: manifest.targetSdk,
    testOnly: manifest.testOnly,
    debuggable: manifest.debuggable,
    leanback: manifest.leanback,
    needsSplits: manifest.needsSplits,
    signers: main.apk.signers,
    partsAre,
    parts: read.map(one => one.part),
    notes: more.notes ?? [],
  }
}

function least(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter(number => number !== null)
  return known.length === 0 || known.length < numbers.length ? null : Math.min(...known)
}
