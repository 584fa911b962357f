// A Live value as React state. The snapshot keeps its identity until it changes, as React's hook asks.
import { useCallback, useSyncExternalStore } from 'react'
import type { Live } from '#shared/base/live.ts'

export function useLive<T>(live: Live<T>): T {
  const subscribe = useCallback((changed: () => void) => live.subscribe(changed), [live])
  return useSyncExternalStore(subscribe, () => live.value)
}
