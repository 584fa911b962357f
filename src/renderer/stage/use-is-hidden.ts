// Whether the window cannot be seen: then it looks at nothing.
import { useEffect, useState } from 'react'

export function useIsHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const changed = (): void => setHidden(document.hidden)
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return isHidden
}
