// What the package manager prints: lists, versions, launcher activities, features; and `am start`'s answers.
import { startRefused } from '#main/device/android/parse/refused-words.ts'
import { Refusal } from '#shared/base/refusal.ts'

/** `package:NAME` lines of `pm list packages`. */
export function parsePackageList(text: string): readonly string[] {
  return [...text.matchAll(/^package:(?:.*=)?([A-Za-z][\w.]*)\s*$/gm)].map(match => match[1] ?? '')
}

/** Exact names of `pm list features`. Empty means that the package manager is not up yet, not that there are none. */
export function parseFeatures(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^feature:([^=\s]+)/gm)].map(match => match[1] ?? ''))
}

/** Null: unknown (the list is empty just after boot). */
export function isTv(features: ReadonlySet<string>): boolean | null {
  if (features.size === 0) return null
  return features.has('android.software.leanback') || features.has('android.hardware.type.television')
}

/** `versionName`, `versionCode` of `dumpsys package NAME`; null when it is not installed. */
export function parsePackageVersion(
  text: string,
): { readonly versionName: string; readonly versionCode: number } | null {
  const code = /^\s*versionCode=(\d+)/m.exec(text)?.[1]
  if (code === undefined) return null
  return { versionCode: Number(code), versionName: /^\s*versionName=(.*)$/m.exec(text)?.[1]?.trim() ?? '' }
}

/** The versions of all packages out of `dumpsys package packages`. Of a system app that was updated the first is in use. */
export function parsePackageVersions(
  text: string,
): ReadonlyMap<string, { readonly versionName: string; readonly versionCode: number }> {
  const found = new Map<string, { readonly versionName: string; readonly versionCode: number }>()
  for (const block of text.split(/^[ \t]*Package \[/m).slice(1)) {
    const name = /^([A-Za-z][\w.]*)\]/.exec(block)?.[1]
    const version = name === undefined || found.has(name) ? null : parsePackageVersion(block)
    if (name !== undefined && version !== null) found.set(name, version)
  }
  return found
}

/**
 * The app as `dumpsys package NAME` tells it, its signers as the marks it prints (`signatures:[3f1c…]`, older Android without
 * the word); null when it is not installed. Of a system app that was updated the first block is the one in use.
 */
export function parseInstalled(
  text: string,
  pkg: string,
): { readonly versionName: string; readonly versionCode: number; readonly signers: readonly string[] | null } | null {
  const at = text.indexOf(`Package [${pkg}]`)
  if (at < 0) return null
  const rest = text.slice(at)
  const next = rest.slice(1).search(/^\s*(Package|Hidden system package)s? ?[[:]/m)
  const block = next < 0 ? rest : rest.slice(0, next + 1)
  const version = parsePackageVersion(block)
  // Kept data of an app that was removed lists it, installed for nobody.
  if (version === null || (/\binstalled=false\b/.test(block) && !/\binstalled=true\b/.test(block))) return null
  const marks = /PackageSignatures\{[^[\]]*\[([^\]]*)\]/.exec(block)?.[1]
  const signers = marks?.split(/[,\s]+/).filter(mark => /^[0-9a-f]{1,8}$/.test(mark)) ?? null
  return { ...version, signers: signers === null || signers.length === 0 ? null : signers }
}

/** The component of `cmd package resolve-activity --brief`; null when there is none or the system would ask which. */
export function parseResolvedActivity(text: string): string | null {
  const last = text.trim().split(/\r?\n/).at(-1)?.trim() ?? ''
  if (!/^[A-Za-z][\w.]*\/\.?[\w.$]+$/.test(last) || last.endsWith('.ResolverActivity')) return null
  return last
}

/** The components of `cmd package query-activities --brief`. */
export function parseQueriedActivities(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => /^[A-Za-z][\w.]*\/\.?[\w.$]+$/.test(line))
}

/** `am start -W` exits 0 on failure: throws a Refusal with its own words where they say that nothing was started. */
export function checkStarted(text: string): void {
  const error = /^(Error(?: type \d+)?: .*|Error: .*|java\.lang\.SecurityException: .*|Exception .*)$/m.exec(text)?.[1]
  const more = /^Error: (.*)$/m.exec(text)?.[1]
  if (error !== undefined) throw new Refusal('failed', startRefused(more ?? error))
  if (!/^(Status: (ok|timeout)|Starting: |Warning: Activity not started, )/m.test(text))
    throw new Refusal('outcome-unknown', 'Android did not say whether it started the app.')
}

/** `Physical size`/`Override size` of `wm size`, `…density` of `wm density`; the override wins. */
export function parseWm(text: string): { readonly width: number; readonly height: number } | number | null {
  const line = /Override (?:size|density): (.*)/.exec(text)?.[1] ?? /Physical (?:size|density): (.*)/.exec(text)?.[1]
  if (line === undefined) return null
  const size = /^(\d+)x(\d+)/.exec(line.trim())
  if (size !== null) return { width: Number(size[1]), height: Number(size[2]) }
  return /^\d+$/.test(line.trim()) ? Number(line.trim()) : null
}
