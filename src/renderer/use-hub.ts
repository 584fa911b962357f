// How a view asks the hub: `useWatch` for a value and its changes, `useAnswer` for one answer, `useHub` to do something.
import { createContext, use, useCallback, useEffect, useState } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { Answer, Asked, CallMethod, WatchMethod } from '#shared/protocol/contract.ts'
import type { HubLink, LinkState, Loaded, Watching } from '#renderer/connect.ts'
import type { HubPlace } from '#renderer/socket-link.ts'
import { useLive } from '#renderer/use-live.ts'

export const HubContext = createContext<HubLink | null>(null)

export function useHub(): HubLink {
  const hub = use(HubContext)
  if (hub === null) throw new Error('there is no hub around this view')
  return hub
}

/** Another object when the window goes over to another hub, or to a key it takes. */
export function useHubPlace(): HubPlace {
  const hub = useHub()
  // It changes with the link alone.
  useLinkState()
  return hub.place
}

export const useLinkState = (): LinkState => useLive(useHub().state)

const loading = { is: 'loading' } as const
const nothing: Watching<never> = { value: loading, subscribe: () => () => {}, again: () => {} }

/** Null params: nothing is asked yet. */
export function useWatch<M extends WatchMethod>(
  method: M,
  params: Asked<M> | null,
): Loaded<Answer<M>> & { readonly again: () => void } {
  const hub = useHub()
  const watching: Watching<Answer<M>> = params === null ? nothing : hub.watch(method, params)
  return { ...useLive(watching), again: watching.again }
}

/** Asked again when `version` changes and when the hub comes back; the last answer to the same question stays meanwhile. */
export function useAnswer<M extends CallMethod>(
  method: M,
  params: Asked<M> | null,
  version: unknown = null,
): Loaded<Answer<M>> & { readonly again: () => void } {
  const hub = useHub()
  const isOnline = useLinkState().is === 'online'
  const key = params === null ? null : JSON.stringify(params)
  const [answered, setAnswered] = useState<{ readonly key: string | null; readonly loaded: Loaded<Answer<M>> }>({
    key: null,
    loaded: loading,
  })
  const [asked, setAsked] = useState(0)
  const again = useCallback(() => setAsked(count => count + 1), [])
  useEffect(() => {
    if (key === null || !isOnline) return
    const stop = new AbortController()
    hub.call(method, JSON.parse(key) as Asked<M>, stop.signal).then(
      value => setAnswered({ key, loaded: { is: 'ready', value, stale: false } }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) setAnswered({ key, loaded: { is: 'failed', why: refusalOf(thrown).toData() } })
      },
    )
    return () => stop.abort()
  }, [hub, method, key, isOnline, asked, version])
  const loaded = answered.key === key ? answered.loaded : loading
  return { ...(loaded.is === 'ready' && !isOnline ? { ...loaded, stale: true } : loaded), again }
}
