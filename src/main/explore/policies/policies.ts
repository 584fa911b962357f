// The policies by name. Loaded together: they are small and pure.
import { ExplorerPolicy } from '#main/explore/policies/explorer.ts'
import { FastbotPolicy } from '#main/explore/policies/fastbot.ts'
import { RandomPolicy } from '#main/explore/policies/random.ts'
import type { Policy } from '#main/explore/policy.ts'

export const policyNames = ['explorer', 'fastbot', 'random'] as const
export type PolicyName = (typeof policyNames)[number]

export function policyNamed(
  name: PolicyName,
  options: { readonly seed: number; readonly changedWords: readonly string[] },
): Policy {
  switch (name) {
    case 'explorer':
      return new ExplorerPolicy(options)
    case 'fastbot':
      return new FastbotPolicy(options.seed)
    case 'random':
      return new RandomPolicy(options.seed)
  }
}
