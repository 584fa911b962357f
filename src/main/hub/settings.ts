// Settings of a home, with their defaults. Kept in the store, one value each.
import type { Settings } from '#shared/protocol/shapes.ts'
import { settingsShape } from '#shared/protocol/shapes.ts'
import type { Store } from '#main/store/store.ts'
import { storageLimitBytesDefault } from '#main/store/artifacts.ts'

export function settingsOf(store: Store): Settings {
  const { shape } = settingsShape
  return {
    storage_limit_bytes: store.setting('storage_limit_bytes', shape.storage_limit_bytes) ?? storageLimitBytesDefault,
    findings_per_night: store.setting('findings_per_night', shape.findings_per_night) ?? 5,
    theme: store.setting('theme', shape.theme) ?? 'system',
  }
}

export function changeSettings(
  store: Store,
  changes: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): Settings {
  for (const [key, value] of Object.entries(changes)) if (value !== undefined) store.saveSetting(key, value)
  if (changes.storage_limit_bytes !== undefined) store.keepWithin(changes.storage_limit_bytes)
  return settingsOf(store)
}
