// The port at which this home's window was served last. It lies in the home; what stands there and is no port counts as none.
import { join } from 'node:path'
import { readText, writePrivate } from '#main/sys/files.ts'

const fileName = 'window.port'
const textBytesMax = 20

/** 0 where none is known. */
export async function formerPort(home: string): Promise<number> {
  let text: string
  try {
    text = await readText(join(home, fileName), textBytesMax)
  } catch {
    // Never served, or not to be read: any port will do.
    return 0
  }
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : 0
  return port >= 1024 && port <= 65_535 ? port : 0
}

export const keepPort = (home: string, port: number): Promise<void> => writePrivate(join(home, fileName), String(port))
