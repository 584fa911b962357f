// Where the window is, kept in the address's fragment: it needs nothing of the server and can be linked to.
import { LiveValue } from '#shared/base/live.ts'
import { useLive } from '#renderer/use-live.ts'

export type PlaceName = 'devices' | 'nights' | 'inbox'
/** `id`: one device, one night, one finding; null for the place itself. */
export interface Route {
  readonly place: PlaceName
  readonly id: string | null
}

/** Null for an address that says nothing: the window then chooses. */
export function readRoute(fragment: string): Route | null {
  const [place = '', id = ''] = fragment.replace(/^#?\/?/u, '').split('/')
  if (place !== 'devices' && place !== 'nights' && place !== 'inbox') return null
  try {
    return { place, id: id === '' ? null : decodeURIComponent(id) }
  } catch {
    // A broken escape names nothing.
    return { place, id: null }
  }
}

export const hrefOf = (place: PlaceName, id: string | null = null): string =>
  `#/${place}${id === null ? '' : `/${encodeURIComponent(id)}`}`

const here = new LiveValue<Route | null>(readRoute(typeof location === 'undefined' ? '' : location.hash))
if (typeof addEventListener !== 'undefined') addEventListener('hashchange', () => here.set(readRoute(location.hash)))

export const useRoute = (): Route | null => useLive(here)

/** `replace` leaves no step back: for choosing a row of a list. */
export function go(place: PlaceName, id: string | null = null, how: 'push' | 'replace' = 'push'): void {
  const href = hrefOf(place, id)
  if (location.hash === href) return
  if (how === 'push') location.hash = href
  else {
    history.replaceState(null, '', href)
    here.set(readRoute(href))
  }
}
