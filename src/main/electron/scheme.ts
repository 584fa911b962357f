// What `app://nocturne/…` answers: the built page and its parts, what a night or a device made, and the page of words. Decides
// by the address alone; reading is done by whoever asks (serve-page.ts). There is nothing of other hosts and no other method.
import { endingOf, isMade, madePolicy, madeTypeOf, pagePolicy, typeOf } from '#shared/protocol/page.ts'
import { pageOrigin } from '#shared/protocol/shell.ts'

export type Answer =
  /** Of the built window, below its folder. */
  | { readonly is: 'part'; readonly path: string; readonly headers: Headers }
  /** Asked of the hub by this path, as it stands in the address; whole or the part that is wanted (serve-page.ts). */
  | { readonly is: 'made'; readonly path: string; readonly headers: Headers }
  | { readonly is: 'words'; readonly page: string; readonly headers: Headers }
  | { readonly is: 'no'; readonly status: number; readonly words: string; readonly headers: Headers }
type Headers = Readonly<Record<string, string>>

export const failedUrl = `${pageOrigin}/failed`

const always: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export function answerTo(method: string, address: string): Answer {
  if (method !== 'GET' && method !== 'HEAD') return no(405, 'Only GET.')
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || `${url.protocol}//${url.host}` !== pageOrigin) return no(404, 'There is nothing here.')
  if (isMade(url.pathname)) return made(url.pathname)
  if (url.pathname === '/failed')
    return { is: 'words', page: failedPage, headers: headersOf('text/html; charset=utf-8', madePolicy) }
  let path: string
  try {
    path = decodeURIComponent(url.pathname).slice(1)
  } catch {
    return no(400, 'This is no address.')
  }
  // Places of the window are paths without an ending; each is the one page.
  const part = endingOf(path) === '' ? 'index.html' : path
  return { is: 'part', path: part, headers: headersOf(typeOf(part), pagePolicy) }
}

function made(path: string): Answer {
  const headers = { ...headersOf(madeTypeOf(path), madePolicy), 'Cache-Control': 'private, max-age=60' }
  return { is: 'made', path, headers }
}

export const no = (status: number, words: string): Answer & { readonly is: 'no' } => ({
  is: 'no',
  status,
  words,
  headers: headersOf('text/plain; charset=utf-8', madePolicy),
})

const headersOf = (type: string, policy: string): Headers => ({
  ...always,
  'Content-Type': type,
  'Content-Security-Policy': policy,
})

/** Shown when the window cannot be: no script and no style of its own, so that it always comes. */
const failedPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Nocturne</title></head>
<body>
<h1>Nocturne’s window stopped</h1>
<p>It was opened again and stopped once more. Nights that run go on, and what they found is kept.</p>
<p><a href="${pageOrigin}/">Open the window again</a></p>
</body>
</html>
`
