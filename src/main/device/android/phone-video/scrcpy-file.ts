// Where scrcpy's server lies on this computer, where scrcpy is installed. Never fetched from anywhere.
import { delimiter, dirname, join } from 'node:path'
import { namesIn, sizeOf } from '#main/sys/files.ts'

export interface ScrcpyFile {
  readonly path: string
  readonly bytes: number
  /** Of its name, where that says one. */
  readonly version: string | null
}

/** scrcpy's own variable first, then beside the program, then where packages put it. */
export async function findScrcpyServer(env: Readonly<Record<string, string | undefined>>): Promise<ScrcpyFile | null> {
  const told = env['SCRCPY_SERVER_PATH']
  if (told !== undefined && told !== '') return fileAt(told)
  const beside = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => [folder, join(dirname(folder), 'share', 'scrcpy')])
  const usual = [
    '/usr/local/share/scrcpy',
    '/usr/share/scrcpy',
    '/opt/homebrew/share/scrcpy',
    '/snap/scrcpy/current/usr/local/share/scrcpy',
  ]
  for (const folder of new Set([...beside, ...usual])) {
    const name = (await namesIn(folder).catch(() => [])).find(one => /^scrcpy-server(-v[\w.]+)?(\.jar)?$/.test(one))
    const file = name === undefined ? null : await fileAt(join(folder, name))
    if (file !== null) return file
  }
  return null
}

async function fileAt(path: string): Promise<ScrcpyFile | null> {
  const bytes = await sizeOf(path)
  if (bytes === null || bytes === 0) return null
  return { path, bytes, version: /scrcpy-server-v(\d+(?:\.\d+)+)/.exec(path)?.[1] ?? null }
}
