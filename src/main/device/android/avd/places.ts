// Where AVDs lie on this computer and what each is: the roots the environment names, read from their files. Reads only,
// but for the two things that are ours to write: a new one's settings, and the removal of one that is deleted.
import { dirname, isAbsolute, join } from 'node:path'
import { isAvdId } from '#main/device/android/parse/avd-list.ts'
import { parseAvdConfig, parseAvdPointer, withKeys, type AvdConfig } from '#main/device/android/parse/avd-config.ts'
import { snapshotSavedMs } from '#main/device/android/avd/snapshot-time.ts'
import { changedMs, exists, namesIn, readBytes, readText, remove, writeWhole } from '#main/sys/files.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Avd {
  /** As `-avd` takes it. */
  readonly id: string
  readonly pointer: string
  readonly folder: string
  readonly config: AvdConfig
}

const fileBytesMax = 1024 * 1024
const pointerEnding = '.ini'

/** The first that is named counts for the emulator; AVDs of the others are listed too, since they can be named to it. */
export function avdRoots(env: Environment): readonly string[] {
  const below = (folder: string | undefined, ...rest: readonly string[]): readonly string[] =>
    folder === undefined || folder === '' ? [] : [join(folder, ...rest)]
  const home = env['HOME'] ?? env['USERPROFILE']
  const own = below(env['ANDROID_AVD_HOME'])
  if (own.length > 0) return own
  const user = [...below(env['ANDROID_USER_HOME'], 'avd'), ...below(env['ANDROID_EMULATOR_HOME'], 'avd')]
  return user.length > 0 ? [...new Set(user)] : below(home, '.android', 'avd')
}

/** By id; one whose files cannot be read is passed over: the emulator could not start it either. */
export async function avdsIn(roots: readonly string[]): Promise<readonly Avd[]> {
  const found = new Map<string, Avd>()
  for (const root of roots) {
    const names = await namesIn(root).catch(() => [])
    for (const name of names) {
      const id = name.endsWith(pointerEnding) ? name.slice(0, -pointerEnding.length) : ''
      const avd = !isAvdId(id) || found.has(id) ? null : await avdAt(root, id)
      if (avd !== null) found.set(id, avd)
    }
  }
  return [...found.values()].sort((a, b) => a.id.localeCompare(b.id))
}

async function avdAt(root: string, id: string): Promise<Avd | null> {
  const pointer = join(root, `${id}${pointerEnding}`)
  const text = await readText(pointer, fileBytesMax).catch(() => null)
  if (text === null) return null
  const { folder, relative, target } = parseAvdPointer(text)
  const places = [
    ...(folder === null ? [] : [isAbsolute(folder) ? folder : join(root, folder)]),
    ...(relative === null ? [] : [join(dirname(root), relative)]),
    join(root, `${id}.avd`),
  ]
  for (const place of places) {
    const config = await readText(join(place, 'config.ini'), fileBytesMax).catch(() => null)
    if (config !== null) return { id, pointer, folder: place, config: parseAvdConfig(id, config, target) }
  }
  return null
}

/** When the snapshot a boot loads was saved; null when there is none. */
export async function snapshotMs(avd: Avd): Promise<number | null> {
  const file = join(avd.folder, 'snapshots', 'default_boot', 'snapshot.pb')
  const changed = await changedMs(file)
  return changed === null ? null : snapshotSavedMs(await readBytes(file, fileBytesMax), changed)
}

/** Without it keys of the computer never reach Android. */
const ownKeys = { 'hw.keyboard': 'yes' } as const

export async function configure(avd: Avd, name: string): Promise<void> {
  const file = join(avd.folder, 'config.ini')
  await writeWhole(file, withKeys(await readText(file, fileBytesMax), { ...ownKeys, 'avd.ini.displayname': name }))
}

/** The pointer first: from then on it is listed nowhere. Only a folder that is an AVD's is removed. */
export async function removeAvd(place: { readonly pointer: string; readonly folder: string }): Promise<void> {
  await remove(place.pointer)
  const isAvd = place.folder.endsWith('.avd') || (await exists(join(place.folder, 'config.ini')))
  if (isAvd) await remove(place.folder)
}
