// Other programs that run on this machine: whether one lives and what it is. Nothing here starts or ends one.
import { readFile } from 'node:fs/promises'

/** Whether a process of that number lives; one of another person counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

/** The command line of a process; null where the system does not tell it or there is no such process. */
export async function commandLineOf(pid: number): Promise<string | null> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
  } catch {
    return null
  }
}
