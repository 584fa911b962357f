// Which APKs of a set go to a device: by its processor, its density, its languages and its Android version. Pure.
import type { AndroidBuild, ApkPart, DropFacts } from '#shared/domain/drop.ts'

export type ChosenParts =
  | { readonly is: 'parts'; readonly parts: readonly ApkPart[] }
  /** Nothing in it runs on that processor; `has` is what it holds. */
  | { readonly is: 'no-abi'; readonly has: readonly string[] }
  | { readonly is: 'too-old'; readonly needs: number }
  | { readonly is: 'no-base' }

export function chooseParts(build: AndroidBuild, target: DropFacts): ChosenParts {
  switch (build.partsAre) {
    case 'whole':
      return whole(build.parts, target)
    case 'alternatives':
      return oneOf(build.parts, target)
    case 'splits':
      return splits(build.parts, target)
  }
}

function whole(parts: readonly ApkPart[], target: DropFacts): ChosenParts {
  const has = abisOf(parts)
  return runsOn(has, target) ? { is: 'parts', parts } : { is: 'no-abi', has }
}

/** Several whole APKs, for other processors, densities and Android versions: the best that fits. */
function oneOf(parts: readonly ApkPart[], target: DropFacts): ChosenParts {
  const recent = parts.filter(part => isOldEnough(part, target))
  if (recent.length === 0) return tooOld(parts)
  const fitting = recent.filter(part => runsOn(part.abis, target))
  if (fitting.length === 0) return { is: 'no-abi', has: abisOf(recent) }
  const rank = (part: ApkPart): number => bestAbi(part.abis, target)
  const [best] = fitting.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (b.minSdk ?? 0) - (a.minSdk ?? 0) ||
      densityRank(dpiOf(a), target.densityDpi) - densityRank(dpiOf(b), target.densityDpi),
  )
  return best === undefined ? { is: 'no-base' } : { is: 'parts', parts: [best] }
}

function splits(all: readonly ApkPart[], target: DropFacts): ChosenParts {
  const bases = all.filter(part => part.kind.is === 'base')
  if (bases.length === 0) return { is: 'no-base' }
  const base = bases.filter(part => isOldEnough(part, target)).toSorted((a, b) => (b.minSdk ?? 0) - (a.minSdk ?? 0))[0]
  if (base === undefined) return tooOld(bases)
  const parts = all.filter(part => part.variant === base.variant)
  const chosen: ApkPart[] = []
  for (const part of parts) if (part.kind.is === 'base' || part.kind.is === 'feature') chosen.push(part)
  const owners = new Set(chosen.map(part => (part.kind.is === 'feature' ? part.kind.name : '')))
  for (const owner of owners) {
    const abis = parts.filter(part => part.kind.is === 'abi' && part.kind.of === owner)
    if (abis.length > 0) {
      const best = abis
        .filter(part => part.kind.is === 'abi' && target.abis.includes(part.kind.abi))
        .toSorted((a, b) => bestAbi(abiOf(a), target) - bestAbi(abiOf(b), target))[0]
      if (best === undefined) return { is: 'no-abi', has: abis.flatMap(abiOf) }
      chosen.push(best)
    }
    const [density] = parts
      .filter(part => part.kind.is === 'density' && part.kind.of === owner)
      .toSorted((a, b) => densityRank(dpiOf(a), target.densityDpi) - densityRank(dpiOf(b), target.densityDpi))
    if (density !== undefined) chosen.push(density)
  }
  const wanted = new Set(target.locales.map(languageOf))
  for (const part of parts)
    if (part.kind.is === 'locale' && wanted.has(languageOf(part.kind.locale)) && owners.has(part.kind.of))
      chosen.push(part)
  const own = abisOf(chosen)
  return runsOn(own, target) ? { is: 'parts', parts: chosen } : { is: 'no-abi', has: own }
}

const abiOf = (part: ApkPart): readonly string[] => (part.kind.is === 'abi' ? [part.kind.abi] : [])
const dpiOf = (part: ApkPart): number => (part.kind.is === 'density' ? part.kind.dpi : 0)
const isOldEnough = (part: ApkPart, target: DropFacts): boolean =>
  part.minSdk === null || target.apiLevel === null || part.minSdk <= target.apiLevel
const tooOld = (parts: readonly ApkPart[]): ChosenParts => ({
  is: 'too-old',
  needs: Math.min(...parts.map(part => part.minSdk ?? 1)),
})

function abisOf(parts: readonly ApkPart[]): readonly string[] {
  return [...new Set(parts.flatMap(part => [...part.abis, ...abiOf(part)]))]
}

/** An app without native code runs on every processor; a device that names none is not judged by it. */
const runsOn = (abis: readonly string[], target: DropFacts): boolean =>
  abis.length === 0 || target.abis.length === 0 || abis.some(abi => target.abis.includes(abi))

/** Place of the best one in the device's own order; what needs none comes last but fits. */
function bestAbi(abis: readonly string[], target: DropFacts): number {
  const places = abis.map(abi => target.abis.indexOf(abi)).filter(place => place >= 0)
  return places.length === 0 ? target.abis.length : Math.min(...places)
}

/** 0 is exact; finer ones before coarser ones, since scaling down looks better. */
function densityRank(dpi: number, wanted: number): number {
  if (dpi === 0) return 10_000
  return dpi >= wanted ? dpi - wanted : 2000 + wanted - dpi
}

/** Old names of three languages live on in Android's resources. */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi', tl: 'fil' }
function languageOf(locale: string): string {
  const language = /^[A-Za-z]{2,3}/.exec(locale.replace(/^b\+/, ''))?.[0]?.toLowerCase() ?? ''
  return renamed[language] ?? language
}
