// Whether Electron's program can show the window here, and where it is. It is brought by Electron's own installer, never by us.
import { join } from 'node:path'
import { wordsOf } from '#shared/base/refusal.ts'
import { exec } from '#main/sys/exec.ts'
import { exists, readText } from '#main/sys/files.ts'

export type ElectronHere =
  | { readonly is: 'here'; readonly program: string }
  | { readonly is: 'not'; readonly why: string }

export interface ElectronPlace {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  /** Null on Windows. */
  readonly userId: number | null
}

const versionMs = 10_000
const programs: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

export const electronPlace = (root: string): ElectronPlace => ({
  root,
  env: process.env,
  platform: process.platform,
  userId: process.getuid?.() ?? null,
})

export async function electronHere(place: ElectronPlace, signal: AbortSignal): Promise<ElectronHere> {
  const { root, env, platform, userId } = place
  const program = await programOf(place)
  if (!(await exists(program))) return { is: 'not', why: 'Electron has not been brought' }
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return { is: 'not', why: 'there is no display here' }
  // It would start without its sandbox only, and we do not do that.
  if (platform === 'linux' && userId === 0) return { is: 'not', why: 'its sandbox does not work for the root user' }
  for (const entry of ['main/index.js', 'main/hub.js', 'preload/index.cjs', 'renderer/index.html'])
    if (!(await exists(join(root, 'out', entry)))) return { is: 'not', why: 'its part of Nocturne has not been built' }
  try {
    const { code } = await exec(program, ['--version'], { deadlineMs: versionMs }, signal)
    return code === 0 ? { is: 'here', program } : { is: 'not', why: 'it does not start here' }
  } catch (why) {
    return { is: 'not', why: wordsOf(why) }
  }
}

/** As the package says; electron itself is never imported, since that would fetch it. */
async function programOf({ root, env, platform }: ElectronPlace): Promise<string> {
  const folder = join(root, 'node_modules', 'electron')
  const kept = join(folder, 'path.txt')
  const name = (await exists(kept)) ? (await readText(kept)).trim() : (programs[platform] ?? 'electron')
  const told = env['ELECTRON_OVERRIDE_DIST_PATH']
  return told === undefined || told === '' ? join(folder, 'dist', name) : join(told, name)
}
