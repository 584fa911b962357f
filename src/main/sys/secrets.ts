// Secrets by name: environment variables and items of the macOS keychain. Values go to who asked and nowhere else; no
// value is ever in an error, a log or a child's environment.
import { Refusal } from '#shared/base/refusal.ts'
import { exec } from '#main/sys/exec.ts'

export interface SecretPlaces {
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  /** The keychain's own program. */
  readonly security: string
}

export const secretPlaces = (): SecretPlaces => ({
  env: process.env,
  platform: process.platform,
  security: 'security',
})

/** The value of `env:NAME` or `keychain:NAME`, or a Refusal that says in words why there is none. */
export async function secretOf(source: string, places: SecretPlaces, signal: AbortSignal): Promise<string> {
  const [, kind, name = ''] = /^(env|keychain):(.+)$/u.exec(source) ?? []
  if (kind === 'env') {
    const value = places.env[name]
    if (value === undefined || value === '')
      throw new Refusal('bad-value', `the environment variable ${name} is not set where the device server runs`, {
        where: source,
        hint: `Set ${name} and start again.`,
      })
    return value
  }
  if (kind === 'keychain') return keychainItem(name, places, signal)
  throw new Refusal('bad-value', 'a secret is named env:NAME or keychain:NAME', { where: source })
}

const keychainMs = 60_000

async function keychainItem(name: string, places: SecretPlaces, signal: AbortSignal): Promise<string> {
  const where = `keychain:${name}`
  if (places.platform !== 'darwin')
    throw new Refusal('unsupported', `the keychain is macOS’s own, and this machine has none for ${name}`, {
      where,
      hint: 'Keep the value in an environment variable and say env:NAME.',
    })
  const args = ['find-generic-password', '-w', '-s', name]
  // The keychain may ask its person first.
  const { code, stdout } = await exec(places.security, args, { deadlineMs: keychainMs }, signal)
  if (code !== 0)
    throw new Refusal('bad-value', `the keychain has no item ${name}, or it was not given out`, {
      where,
      hint: `Add it: security add-generic-password -s ${name} -a "$USER" -w`,
    })
  return new TextDecoder().decode(stdout).replace(/\r?\n$/u, '')
}
