// The packaging config, which nothing here can run: its fuses, and what lies outside the archive.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const config = parse(read('electron-builder.yml')) as {
  readonly electronFuses: Record<string, boolean>
  readonly asar: boolean
  readonly extraResources: readonly { readonly from: string }[]
  readonly mac: Record<string, unknown>
  readonly fileAssociations: readonly { readonly ext: readonly string[]; readonly rank: string }[]
  readonly protocols: readonly { readonly schemes: readonly string[] }[]
}

describe('the packaging config', () => {
  it('turns off every way to run something else in our place', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(config.asar).toBe(true)
  })

  it('keeps programs outside the archive, signs and notarises, and asks for nothing but a compiler’s memory', () => {
    expect(config.extraResources.map(({ from }) => from)).toEqual(['resources', 'out/native', 'runner-ios'])
    expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: true })
    const entitlements = String(config.mac['entitlements'])
    expect(existsSync(join(root, entitlements))).toBe(true)
    expect([...read(entitlements).matchAll(/<key>([^<]+)<\/key>/gu)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ])
    expect(config.protocols[0]?.schemes).toEqual(['nocturne'])
    expect(config.fileAssociations).toMatchObject([{ ext: ['apk', 'apks', 'xapk', 'apkm', 'aab'], rank: 'Alternate' }])
  })
})
