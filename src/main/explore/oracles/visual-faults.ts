// Faults that are seen on one look: the plain deciders give faults, this file makes candidates of them.
// Under a condition that may cause them (dark, large text, a language) only what the plain screen does not have counts.
import type { Check } from '#shared/domain/check.ts'
import type { Observation } from '#shared/domain/device.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { Candidate, Condition } from '#shared/domain/night.ts'
import { candidateOf, onScreen, type Oracle, type OracleInput } from '#main/explore/oracles/oracle-input.ts'
import { counterpart, isHalfBuilt, isInFront } from '#main/explore/oracles/tree-reading.ts'

export interface Fault {
  readonly element: Element
  /** What is wrong, to follow the element's name: "is too small to tap". */
  readonly what: string
  readonly subject: string
  readonly why: string
  readonly whyNotNoise: string
  readonly mark?: Rect
}

export type FindFaults = (
  look: Observation,
  tree: ElementTree,
  app: string,
  condition: Condition | null,
) => Promise<readonly Fault[]>

/** What a fault is called under a condition; null: the condition cannot be the cause, it is reported as itself. */
export function causedBy(condition: Condition | null, check: Check): Check | null {
  if (condition === null) return null
  if (condition === 'dark') return check === 'contrast' ? 'dark' : null
  const isCrowding = check === 'truncated' || check === 'overlap' || check === 'target'
  if (condition === 'big_text') return isCrowding ? 'big_text' : null
  if (condition === 'rtl' || isRtlLocale(condition)) return check === 'overlap' ? 'rtl' : isCrowding ? 'locale' : null
  if (condition.startsWith('locale')) return isCrowding ? 'locale' : null
  return null
}

export const isRtlLocale = (condition: Condition): boolean => /^(rtl|locale:(ar|he|iw|fa|ur)\b)/.test(condition)

const underWords: Partial<Record<Check, string>> = {
  dark: ' in dark mode',
  big_text: ' with large text',
  locale: ' in another language',
  rtl: ' in a right-to-left language',
}

export function visualOracle(check: Check, find: FindFaults): Oracle {
  return { check, phase: 'screen', ask: input => visualCandidates(input, check, find) }
}

async function visualCandidates(input: OracleInput, check: Check, find: FindFaults): Promise<readonly Candidate[]> {
  const { now, app, condition, base, settledTwice } = input
  const tree = now.tree
  if (tree === null || !isInFront(now, app) || now.secure || isHalfBuilt(now)) return []
  const caused = causedBy(condition, check)
  if (caused !== null && (base === null || base.tree === null)) return []
  let faults = await find(now, tree, app, condition)
  if (faults.length === 0) return []
  if (settledTwice !== null) {
    const later = settledTwice.tree
    if (later === null) return []
    const again = await find(settledTwice, later, app, condition)
    faults = faults.filter(fault => isAmong(again, tree, fault, later))
  }
  if (caused === null) return faults.map(fault => tell(input, check, fault, ''))
  const plain = base?.tree ?? null
  if (base === null || plain === null || !isInFront(base, app)) return []
  const known = await find(base, plain, app, null)
  return faults.flatMap(fault => {
    // Not on the plain screen at all (scrolled, another state): nothing to compare with.
    if (counterpart(tree, fault.element, plain) === null) return []
    return isAmong(known, tree, fault, plain)
      ? [tell(input, check, fault, '')]
      : [tell(input, caused, fault, ` The same screen without the condition does not have it.`)]
  })
}

function isAmong(faults: readonly Fault[], tree: ElementTree, fault: Fault, other: ElementTree): boolean {
  const there = counterpart(tree, fault.element, other)
  return there !== null && faults.some(found => found.element.index === there.index)
}

function tell(input: OracleInput, check: Check, fault: Fault, differs: string): Candidate {
  return candidateOf(input, {
    check,
    observation: input.now,
    element: fault.element,
    title: `${fault.subject} ${fault.what}${onScreen(input)}${underWords[check] ?? ''}`,
    why: fault.why,
    whyNotNoise: `${fault.whyNotNoise}${differs}`,
    mark: fault.mark ?? fault.element.bounds,
  })
}
