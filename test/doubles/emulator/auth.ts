// Who may call the emulator double: a token, keys dropped into a folder (JWT, ES256), or anybody.
import { createPublicKey, randomBytes, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type AuthMode = 'token' | 'jwt' | 'none'

export interface Auth {
  /** Lines for the discovery file. */
  readonly lines: readonly string[]
  /** Null when the call may go on, else why not. */
  refuses(header: string | undefined, path: string): 'unauthenticated' | 'denied' | null
  close(): void
}

export function authOf(mode: AuthMode, folder: string): Auth {
  switch (mode) {
    case 'none':
      return { lines: [], refuses: () => null, close: () => undefined }
    case 'token': {
      const token = randomBytes(16).toString('hex')
      return {
        lines: [`grpc.token=${token}`],
        refuses: header => (header === `Bearer ${token}` ? null : 'unauthenticated'),
        close: () => undefined,
      }
    }
    case 'jwt':
      return keysIn(join(folder, String(process.pid), 'jwks', randomBytes(8).toString('hex')))
  }
}

function keysIn(folder: string): Auth {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const active = join(folder, 'active.jwk')
  const keys = new Map<string, KeyObject>()
  const look = (): void => {
    const sets = readdirSync(folder)
      .filter(name => name.endsWith('.jwk') && name !== 'active.jwk')
      .flatMap(name => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { keys: Jwk[] }).keys)
    if (sets.length === keys.size && sets.every(({ kid }) => keys.has(kid))) return
    keys.clear()
    for (const key of sets) keys.set(key.kid, createPublicKey({ key, format: 'jwk' }))
    writeFileSync(active, JSON.stringify({ keys: sets }))
  }
  const timer = setInterval(look, 60)
  return {
    lines: [`grpc.jwks=${folder}`, `grpc.jwk_active=${active}`],
    refuses: (header, path) => refusalOf(keys, header?.replace(/^Bearer /, '') ?? '', path),
    close: () => clearInterval(timer),
  }
}

type Jwk = JsonWebKey & { readonly kid: string }

function refusalOf(
  keys: ReadonlyMap<string, KeyObject>,
  token: string,
  path: string,
): 'unauthenticated' | 'denied' | null {
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (signature === '') return 'unauthenticated'
  const { kid } = read(head)
  const key = keys.get(String(kid))
  if (key === undefined) return 'unauthenticated'
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const said = read(claims)
  if (!isSigned || Number(said['exp']) * 1000 < Date.now()) return 'unauthenticated'
  return said['iss'] === 'android-studio' && said['aud'] === path ? null : 'denied'
}

const read = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
