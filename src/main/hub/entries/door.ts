// Who may come in by the web. A link holds a code that lets one page in, once; the page gets a key for it, which it shows with each
// connection and upload, and a ticket that only reads files, for the addresses of pictures. None of them is a cookie: a browser
// sends those of this computer to every server that runs on it. All end with this run of the hub.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a page keeps that was let in. */
export interface Pass {
  readonly key: string
  readonly ticket: string
}

/** Links that were never opened; older ones are given up. */
const codesMax = 1000

export class Door {
  readonly #pass: Pass = { key: secret(), ticket: secret() }
  readonly #codes = new Set<string>()

  /** For one link. */
  code(): string {
    const code = secret()
    this.#codes.add(hashOf(code).toString('hex'))
    for (const oldest of this.#codes) {
      if (this.#codes.size <= codesMax) break
      this.#codes.delete(oldest)
    }
    return code
  }

  /** Null for a code that was used, or is none. */
  enter(code: string): Pass | null {
    return this.#codes.delete(hashOf(code).toString('hex')) ? this.#pass : null
  }

  isKey(shown: string | null): boolean {
    return isSame(shown, this.#pass.key)
  }

  isTicket(shown: string | null): boolean {
    return isSame(shown, this.#pass.ticket)
  }
}

const secret = (): string => randomBytes(32).toString('base64url')
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (shown: string | null, right: string): boolean =>
  shown !== null && timingSafeEqual(hashOf(shown), hashOf(right))
