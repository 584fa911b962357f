// Where ffmpeg is: the one that was told, the system's, or the one a package brought, in this order.
import { createRequire } from 'node:module'
import { access, constants } from 'node:fs/promises'
import { findTool } from '#main/sys/tools.ts'

/** Its absolute path, or null. */
export async function findFfmpeg(env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  return (await findTool('ffmpeg', env)) ?? (await brought())
}

/** The package downloads its program as it is installed, where it may: it may be there without one. */
async function brought(): Promise<string | null> {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static')
    if (typeof path !== 'string') return null
    await access(path, constants.X_OK)
    return path
  } catch {
    return null
  }
}
