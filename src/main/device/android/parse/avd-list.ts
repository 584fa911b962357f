// What Android's own tools list: AVDs, system images that are installed, and the devices an AVD can be made like.

export interface SystemImage {
  /** As the tools name it: `system-images;android-35;google_apis;x86_64`. */
  readonly package: string
  readonly apiLevel: number | null
  /** `google_apis`, `google_apis_playstore`, `android-tv` … */
  readonly tag: string
  readonly abi: string
  /** Why no emulator of it can be used here; null when it can. */
  readonly why: string | null
}

export interface DeviceProfile {
  /** As `-d` takes it. */
  readonly id: string
  readonly name: string
}

/** `emulator -list-avds`: one id a line. From 34.x on log lines may stand among them. */
export function parseAvdList(text: string): readonly string[] {
  return linesOf(text)
    .map(line => line.trim())
    .filter(line => isAvdId(line) && !isLogLine(line))
}

/** What the tools take as the name of an AVD. */
export const isAvdId = (text: string): boolean => /^[A-Za-z0-9._-]{1,100}$/.test(text) && !/^\.+$/.test(text)

const isLogLine = (line: string): boolean =>
  /^(INFO|WARNING|ERROR|USER_INFO|USER_WARNING|DEBUG|VERBOSE|FATAL)\s*\|/.test(line) ||
  line.startsWith('Storing crashdata')

/** `sdkmanager --list_installed`: a table of `Path | Version | Description | Location` after a progress bar of `\r`s. */
export function parseInstalledImages(text: string): readonly SystemImage[] {
  const images = linesOf(text).flatMap(line => {
    const [path = ''] = line.split('|').map(cell => cell.trim())
    const [kind, platform = '', tag = '', abi = '', more] = path.split(';')
    if (kind !== 'system-images' || abi === '' || more !== undefined) return []
    const api = /^android-(\d{1,3})/.exec(platform)?.[1]
    return [{ package: path, apiLevel: api === undefined ? null : Number(api), tag, abi, why: whyNot(tag) }]
  })
  return [...new Map(images.map(image => [image.package, image])).values()].sort(
    (a, b) => (b.apiLevel ?? 0) - (a.apiLevel ?? 0) || a.package.localeCompare(b.package),
  )
}

/** An image made for automated tests draws nothing that could be shown. */
const whyNot = (tag: string): string | null =>
  /(^|_)atd$/.test(tag) ? 'It gives no pictures: take a google_apis image.' : null

/** `avdmanager list device`: blocks of `id: N or "pixel_8"` and `Name: Pixel 8`. */
export function parseProfiles(text: string): readonly DeviceProfile[] {
  const profiles: DeviceProfile[] = []
  let id: string | null = null
  for (const line of linesOf(text)) {
    const told = /^\s*id:\s*\d+\s+or\s+"([^"]+)"/.exec(line)?.[1]
    if (told !== undefined) id = told
    const name = /^\s*Name:\s*(.+?)\s*$/.exec(line)?.[1]
    if (name === undefined || id === null) continue
    profiles.push({ id, name })
    id = null
  }
  return profiles
}

/** A progress bar overwrites itself by `\r`. */
const linesOf = (text: string): readonly string[] => text.split(/[\r\n]+/)
