// How the window's page and what lies beside it are served, whoever serves them: over HTTP, or by Electron's own scheme.

/** Everything from the page's own place, nothing from elsewhere, no code made from text. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** What a device or an app made can do nothing at all. */
export const madePolicy = "default-src 'none'; sandbox"

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json',
  mp4: 'video/mp4',
}
const made: readonly string[] = ['png', 'jpg', 'mp4']

export const endingOf = (path: string): string => /\.([a-z0-9]+)$/iu.exec(path)?.[1]?.toLowerCase() ?? ''
export const typeOf = (path: string): string => types[endingOf(path)] ?? 'application/octet-stream'
/** What a device or an app made is never a page: all but pictures and clips are plain text. */
export const madeTypeOf = (path: string): string =>
  made.includes(endingOf(path)) ? typeOf(path) : 'text/plain; charset=utf-8'

/** Made by a night or a device, and fetched by the page at its own address. */
export const isMade = (path: string): boolean => path.startsWith('/artifact/') || path.startsWith('/still/')
