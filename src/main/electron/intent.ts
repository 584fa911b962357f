// Deep links (`nocturne://…`) and the words of a second start, as what the window is asked. They only show: nothing here starts
// a night, installs or runs anything, and what is not understood shows the window as it is.
import type { PlaceName, WindowAsk } from '#shared/protocol/shell.ts'

export const linkScheme = 'nocturne'

const places: Readonly<Record<string, PlaceName>> = {
  device: 'devices',
  devices: 'devices',
  night: 'nights',
  nights: 'nights',
  finding: 'inbox',
  inbox: 'inbox',
}
const idMax = 200

/** `nocturne://finding/F-7` → show that finding. Null for what says nothing to show. */
export function intentOf(link: string): WindowAsk | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== `${linkScheme}:`) return null
  const [name = '', id = '', ...more] = `${url.host}${url.pathname}`.split('/').filter(part => part !== '')
  const place = Object.hasOwn(places, name) ? places[name] : undefined
  if (place === undefined || more.length > 0) return null
  return { is: 'show', place, id: readId(id) }
}

/** The link among the words a program was started with. */
export function intentAmong(words: readonly string[]): WindowAsk | null {
  const link = words.find(word => word.startsWith(`${linkScheme}:`))
  return link === undefined ? null : intentOf(link)
}

/** An id of ours: no path, no space, nothing to be taken for anything else. Null shows the place itself. */
function readId(written: string): string | null {
  let id: string
  try {
    id = decodeURIComponent(written)
  } catch {
    return null
  }
  return id.length <= idMax && /^[\w.:@+-]+$/u.test(id) ? id : null
}
