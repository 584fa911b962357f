// The posture a frame is drawn in while it folds: open until the fold is over, open at once when it unfolds. With reduced
// motion it changes at once.
import { useEffect, useRef, useState } from 'react'
import type { Posture } from '#shared/domain/device.ts'
import { useMedia } from '#renderer/ui/use-media.ts'

export const foldMs = 350

export interface Folding {
  /** What is drawn now. */
  readonly posture: Posture | null
  readonly moves: 'closing' | 'opening' | null
}

export function useFold(posture: Posture | null): Folding {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState<Folding>({ posture, moves: null })
  const last = useRef(posture)
  // Told in the same pass: the frame is never drawn closed for a moment before it begins to close.
  if (shown.posture !== posture && shown.moves === null) {
    const moves = moveOf(shown.posture, posture)
    if (moves === null || isStill) setShown({ posture, moves: null })
    else setShown({ posture: moves === 'closing' ? shown.posture : posture, moves })
  }
  useEffect(() => {
    last.current = posture
    if (shown.moves === null) return
    const timer = setTimeout(() => setShown({ posture: last.current, moves: null }), foldMs)
    return () => clearTimeout(timer)
  }, [posture, shown.moves])
  return shown
}

/** Between open and half open nothing moves: both are drawn flat. */
export function moveOf(from: Posture | null, to: Posture | null): Folding['moves'] {
  if (from === null || to === null || from === to) return null
  if (to === 'closed') return 'closing'
  return from === 'closed' ? 'opening' : null
}
