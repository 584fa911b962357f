// One APK, read before any byte of it is sent: its manifest, the processors it holds native code for, who signed it.
// Pure, over random access: only the few entries that matter are read.
import { parseManifest, type ApkManifest } from '#main/device/android/parse/manifest.ts'
import { signersOf } from '#main/device/android/parse/signing.ts'
import { apkLimits, readEntry, readZip, type RandomAccess, type Zip } from '#main/device/android/parse/zip.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { ApkPartKind, Signer } from '#shared/domain/drop.ts'

export interface Apk {
  readonly manifest: ApkManifest
  readonly kind: ApkPartKind
  /** Of its `lib` folder. */
  readonly abis: readonly string[]
  readonly signers: readonly Signer[]
}

export const manifestName = 'AndroidManifest.xml'
const manifestMost = 16 * 1024 * 1024

export async function readApk(source: RandomAccess): Promise<Apk> {
  return apkOf(await readZip(source, apkLimits))
}

export async function apkOf(zip: Zip): Promise<Apk> {
  const entry = zip.entries.get(manifestName)
  if (entry === undefined)
    throw new Refusal('bad-value', 'This is no APK: it has no manifest.', {
      hint: 'Drop the file that the build puts out.',
    })
  const manifest = parseManifest(await readEntry(zip, entry, manifestMost))
  return { manifest, kind: kindOf(manifest), abis: abisOf(zip), signers: await signersOf(zip) }
}

function abisOf(zip: Zip): readonly string[] {
  const found = new Set<string>()
  for (const name of zip.entries.keys()) {
    const abi = /^lib\/([^/]+)\/[^/]+\.so$/.exec(name)?.[1]
    if (abi !== undefined) found.add(abi)
  }
  return [...found].sort()
}

const abis: Readonly<Record<string, string>> = {
  arm64_v8a: 'arm64-v8a',
  armeabi_v7a: 'armeabi-v7a',
  armeabi: 'armeabi',
  x86_64: 'x86_64',
  x86: 'x86',
  mips: 'mips',
  mips64: 'mips64',
  riscv64: 'riscv64',
}
const densities: Readonly<Record<string, number>> = {
  ldpi: 120,
  mdpi: 160,
  tvdpi: 213,
  hdpi: 240,
  xhdpi: 320,
  xxhdpi: 480,
  xxxhdpi: 640,
}

/** By the name of the split: `config.arm64_v8a`, `camera.config.xxhdpi`, `config.de`, `camera`. */
export function kindOf({ split, configForSplit, isFeature }: ApkManifest): ApkPartKind {
  if (split === null || split === '') return { is: 'base' }
  const config = /^(?:(.*)\.)?config\.([^.]+)$/.exec(split)
  if (config === null || isFeature) return { is: 'feature', name: split }
  const [, before = '', what = ''] = config
  const of = configForSplit ?? before
  return configOf(what, of) ?? { is: 'feature', name: split }
}

export function configOf(what: string, of: string): ApkPartKind | null {
  if (abis[what] !== undefined) return { is: 'abi', abi: abis[what], of }
  if (densities[what] !== undefined) return { is: 'density', dpi: densities[what], of }
  return /^([a-z]{2,3}([_-]r?[A-Z]{2}|[_-]\w{2,8})*|b\+.+)$/.test(what) ? { is: 'locale', locale: what, of } : null
}
