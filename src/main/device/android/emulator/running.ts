// Which emulators run on this computer and how to reach them: the discovery files they leave, those of dead ones passed
// over. Tokens stay in their Secret; nothing here starts, stops or writes anything.
import { join } from 'node:path'
import { parseDiscovery, pidOfName, type Discovered } from '#main/device/android/parse/discovery.ts'
import { namesIn, readText } from '#main/sys/files.ts'
import { commandLineOf, isAlive } from '#main/sys/processes.ts'

export interface RunningPlaces {
  /** Every folder a discovery file may lie in; most are not there. */
  readonly folders: readonly string[]
  /** Whether the process of that number is an emulator that lives. */
  isEmulator(pid: number): Promise<boolean>
}

type Environment = Readonly<Record<string, string | undefined>>

const fileBytesMax = 64 * 1024

/** `NOCTURNE_EMULATOR_RUNNING` names the one folder to look in, and whatever lives counts: for doubles. */
export function runningPlaces(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  uid: number | null = process.getuid?.() ?? null,
): RunningPlaces {
  const told = env['NOCTURNE_EMULATOR_RUNNING'] ?? ''
  if (told !== '') return { folders: [told], isEmulator: pid => Promise.resolve(isAlive(pid)) }
  return { folders: foldersOf(env, platform, uid), isEmulator: isLivingEmulator }
}

function foldersOf(env: Environment, platform: NodeJS.Platform, uid: number | null): readonly string[] {
  const below = (folder: string | undefined, ...rest: readonly string[]): readonly string[] =>
    folder === undefined || folder === '' ? [] : [join(folder, ...rest, 'avd', 'running')]
  const home = env['HOME']
  const android = [
    ...below(env['ANDROID_EMULATOR_HOME']),
    ...below(env['ANDROID_USER_HOME']),
    ...below(home, '.android'),
  ]
  if (platform === 'darwin') return [...below(home, 'Library', 'Caches', 'TemporaryItems'), ...android]
  if (platform === 'win32') return [...below(env['LOCALAPPDATA'], 'Temp'), ...below(env['USERPROFILE'], '.android')]
  const session = [...below(env['XDG_RUNTIME_DIR']), ...(uid === null ? [] : below(`/run/user/${uid}`))]
  return [...new Set([...session, ...android])]
}

/** A crashed emulator leaves its file, and its number may belong to another program by now. */
async function isLivingEmulator(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  const line = await commandLineOf(pid)
  return line === null || /qemu-system|emulator/.test(line)
}

/** By console port; of several files of one port the first found counts. */
export async function runningEmulators(places: RunningPlaces): Promise<readonly Discovered[]> {
  const found = new Map<string, Discovered>()
  for (const folder of places.folders) {
    for (const name of await namesIn(folder).catch(() => [])) {
      const pid = pidOfName(name)
      if (pid === null || !(await places.isEmulator(pid))) continue
      const text = await readText(join(folder, name), fileBytesMax).catch(() => null)
      const emulator = text === null ? null : parseDiscovery(text, pid)
      if (emulator !== null && !found.has(emulator.serial)) found.set(emulator.serial, emulator)
    }
  }
  return [...found.values()].sort((a, b) => a.consolePort - b.consolePort)
}

export async function runningEmulator(places: RunningPlaces, serial: string): Promise<Discovered | null> {
  return (await runningEmulators(places)).find(emulator => emulator.serial === serial) ?? null
}
