// Said beside what the last input did: it was sent, and nothing on the screen changed.
import type { ReactNode } from 'react'
import type { Outcome } from '#renderer/stage/hand.ts'

export function AmberDot({ outcome }: { readonly outcome: Outcome | null }): ReactNode {
  if (outcome?.isUnchanged !== true) return null
  return <span className="amber-dot" role="img" aria-label="Nothing changed on the screen" title={outcome.words} />
}
