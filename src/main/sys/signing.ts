// Signed short-lived tokens (JWT, ES256) with a key pair that lives only in this process. The private half never leaves it.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'

export interface SigningKey {
  readonly id: string
  /** The public half as a JWK set, for who checks our signatures. */
  readonly publicSet: string
  /** A token with these claims. */
  token(claims: Readonly<Record<string, string | number>>): string
}

export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomUUID()
  const header = encoded({ alg: 'ES256', typ: 'JWT', kid: id })
  const jwk = publicKey.export({ format: 'jwk' })
  return {
    id,
    publicSet: JSON.stringify({ keys: [{ ...jwk, kid: id, alg: 'ES256', use: 'sig', key_ops: ['verify'] }] }),
    token: claims => {
      const body = `${header}.${encoded(claims)}`
      const signature = sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `${body}.${signature.toString('base64url')}`
    },
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
