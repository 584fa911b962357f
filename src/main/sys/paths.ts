// Where Nocturne's things are: its home (state), and the checkout or app folder it runs from (resources, the window).
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** NOCTURNE_HOME, else the platform's application-data folder. Always absolute. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const told = env['NOCTURNE_HOME']
  if (told !== undefined && told !== '') return resolve(told)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Nocturne')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Nocturne')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'nocturne')
}

let root: string | null = null

/** The folder that holds package.json: the checkout, or the app's own resources. */
export function rootFolder(): string {
  if (root !== null) return root
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('package.json was not found above the program')
    folder = above
  }
  root = folder
  return folder
}

export const resourcesFolder = (): string => join(rootFolder(), 'resources')

/** A path a person typed, from the folder they stood in (`nocturne` is run through npm and scripts). */
export const typedPath = (path: string, from: string = process.cwd()): string => resolve(from, path)

/** The socket of the hub of this home. A long home gets a short name, since a socket's path may have 100 bytes at most. */
export function socketPath(home: string): string {
  const inside = join(home, 'hub.sock')
  return Buffer.byteLength(inside) <= 100
    ? inside
    : join(process.env['TMPDIR'] ?? '/tmp', `nocturne-${shortName(home)}`, 'hub.sock')
}

function shortName(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** "Nocturne 0.1.0". */
export function productName(): string {
  const about: unknown = JSON.parse(readFileSync(join(rootFolder(), 'package.json'), 'utf8'))
  const version = typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : ''
  return `Nocturne ${version}`.trim()
}
