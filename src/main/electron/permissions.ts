// What the page may ask of the browser it lives in, and where it may go. Everything not named here is refused.
import { pageOrigin } from '#shared/protocol/shell.ts'

/** To put text or a screenshot on the clipboard. What is pasted comes with the paste itself and needs no leave. */
const allowed: readonly string[] = ['clipboard-sanitized-write']

export const isOurs = (address: string): boolean =>
  URL.canParse(address) && ((url: URL) => `${url.protocol}//${url.host}` === pageOrigin)(new URL(address))

/** `origin` is of the page that asks. */
export const mayUse = (permission: string, origin: string): boolean => allowed.includes(permission) && isOurs(origin)

/** Our own page only: there is no link of ours to anywhere else. */
export const mayGo = (address: string): boolean => isOurs(address)
