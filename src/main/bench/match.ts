// The rule by which a finding counts as a planted bug. Pure; the scorer's only opinion.
import type { Check } from '#shared/domain/check.ts'
import type { Bug } from '#main/bench/app-answers.ts'

/** What a finding says of itself, and the screen the truth log names for its observation. */
export interface Claim {
  readonly check: Check
  readonly element: string
  readonly signature: string
  readonly screen: string | null
  /** Step of the night its candidate arose at. */
  readonly step: number
}

/** A planted check, and the other checks a finding of it may carry. */
const aliases: Partial<Record<Check, readonly Check[]>> = {
  native_crash: ['crash'],
  dark: ['contrast'],
  big_text: ['truncated', 'overlap', 'target'],
  locale: ['truncated', 'placeholder', 'overlap'],
  rtl: ['overlap'],
  offline: ['loading', 'blank', 'raw_error'],
  loading: ['frozen'],
  frozen: ['anr'],
}

/** The pairs of the document are written with ~: they hold both ways. */
export function sameCheck(a: Check, b: Check): boolean {
  return a === b || (aliases[a]?.includes(b) ?? false) || (aliases[b]?.includes(a) ?? false)
}

export function matches(claim: Claim, bug: Bug): boolean {
  if (!sameCheck(claim.check, bug.check) || claim.screen !== bug.screen) return false
  const element = bug.element ?? null
  const signature = bug.signature ?? null
  if (element === null && signature === null) return true
  return (element !== null && claim.element === element) || (signature !== null && claim.signature === signature)
}

export interface Matched<C extends Claim> {
  readonly found: ReadonlyMap<string, C>
  readonly duplicates: readonly C[]
  readonly wrong: readonly C[]
}

/** Each bug once, in the order the claims arose; the same check goes before an alias. */
export function matchAll<C extends Claim>(claims: readonly C[], bugs: readonly Bug[]): Matched<C> {
  const found = new Map<string, C>()
  const duplicates: C[] = []
  const wrong: C[] = []
  for (const claim of claims.toSorted((a, b) => a.step - b.step)) {
    const fits = bugs.filter(bug => matches(claim, bug))
    const open = fits.filter(bug => !found.has(bug.id))
    const bug = open.find(one => one.check === claim.check) ?? open[0]
    if (bug !== undefined) found.set(bug.id, claim)
    else if (fits.length > 0) duplicates.push(claim)
    else wrong.push(claim)
  }
  return { found, duplicates, wrong }
}
