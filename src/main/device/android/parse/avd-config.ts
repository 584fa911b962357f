// The two files of an AVD: `<id>.ini` points to its folder, `config.ini` in it says what it is. Pure; blanks round `=` are allowed.
import { hardwareOf, parseIni } from '#main/device/android/parse/hardware.ts'
import type { DeviceKind, Fold } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'

export interface AvdPointer {
  readonly folder: string | null
  /** Of the folder that holds `avd`. */
  readonly relative: string | null
  /** `android-35`. */
  readonly target: string | null
}

export function parseAvdPointer(text: string): AvdPointer {
  const values = parseIni(text)
  const said = (key: string): string | null => values.get(key) || null
  return { folder: said('path'), relative: said('path.rel'), target: said('target') }
}

export interface AvdConfig {
  readonly name: string
  readonly kind: DeviceKind
  /** Upright; 0 by 0 where it does not say. */
  readonly size: Size
  readonly densityDpi: number
  readonly fold: Fold | null
  readonly apiLevel: number | null
  /** "Android 15 (API 35), Google APIs x86_64". */
  readonly runtime: string
  /** "Google APIs x86_64": what of the image people choose it by; '' where it does not say. */
  readonly imageWords: string
  /** Of the image, relative to the SDK; null where it does not say. */
  readonly image: string | null
}

const tabletDp = 600
const usualDpi = 160

/** `target` is what the pointer says, for files that do not. */
export function parseAvdConfig(id: string, text: string, target: string | null = null): AvdConfig {
  const values = parseIni(text)
  const said = (key: string): string | null => {
    const value = values.get(key) ?? ''
    // A template that nobody filled in, or a tool's own placeholder.
    return value === '' || value.includes('{{') || value === '<build>' ? null : value
  }
  const hardware = hardwareOf(values)
  const size = hardware?.panel ?? { width: 0, height: 0 }
  const densityDpi = hardware?.densityDpi ?? usualDpi
  const image = said('image.sysdir.1')
  const apiLevel = apiOf(said('target')) ?? apiOf(image) ?? apiOf(target)
  const imageWords = [said('tag.display'), said('abi.type')].filter(word => word !== null).join(' ')
  const isTv = /(^|-)tv$/.test(said('tag.id') ?? '')
  const dp = (Math.min(size.width, size.height) / densityDpi) * usualDpi
  const flat: DeviceKind = isTv ? 'tv' : dp >= tabletDp ? 'tablet' : 'phone'
  return {
    name: said('avd.ini.displayname') ?? id.replaceAll('_', ' '),
    kind: hardware?.fold == null ? flat : 'foldable',
    size,
    densityDpi,
    fold: hardware?.fold ?? null,
    apiLevel,
    runtime: [androidOf(apiLevel), imageWords].filter(word => word !== '').join(', '),
    imageWords,
    image,
  }
}

const apiOf = (text: string | null): number | null => {
  const api = /android-(\d{1,3})/.exec(text ?? '')?.[1]
  return api === undefined ? null : Number(api)
}

const versions: Readonly<Record<number, string>> = {
  28: '9',
  29: '10',
  30: '11',
  31: '12',
  32: '12L',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
}

function androidOf(apiLevel: number | null): string {
  if (apiLevel === null) return 'Android'
  const version = versions[apiLevel]
  return version === undefined ? `Android (API ${apiLevel})` : `Android ${version} (API ${apiLevel})`
}

/** The same file with these keys set, each where it stood; every other line stays as it is. */
export function withKeys(text: string, keys: Readonly<Record<string, string>>): string {
  const left = new Map(Object.entries(keys))
  const lines = text
    .split(/\r?\n/)
    .filter((line, at, all) => line !== '' || at < all.length - 1)
    .flatMap(line => {
      const key = /^\s*([^=#;\s][^=]*?)\s*=/.exec(line)?.[1]
      const value = key === undefined ? undefined : keys[key]
      if (key === undefined || value === undefined) return [line]
      // A key that stands there twice is written once.
      return left.delete(key) ? [`${key}=${value}`] : []
    })
  return `${[...lines, ...[...left].map(([key, value]) => `${key}=${value}`)].join('\n')}\n`
}
