// Other programs that run on this machine: whether one lives, what it is and since when. Nothing here ends one.
import { readFile } from 'node:fs/promises'
import { exec } from '#main/sys/exec.ts'

const psMs = 5000

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

/**
 * When a process began, as a word that is the same each time and that no other process of its number has; null where the
 * system does not tell it or there is no such process.
 */
export async function startOf(pid: number, platform: NodeJS.Platform = process.platform): Promise<string | null> {
  try {
    if (platform === 'linux') return readStart(platform, await readFile(`/proc/${pid}/stat`, 'latin1'))
    if (platform !== 'darwin') return null
    // In the language and the zone of whoever asks it would be another word for the same process.
    const options = { env: { LC_ALL: 'C', TZ: 'UTC' }, deadlineMs: psMs }
    const { stdout } = await exec('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], options, AbortSignal.timeout(psMs))
    return readStart(platform, new TextDecoder().decode(stdout))
  } catch {
    return null
  }
}

/** Out of what Linux has in `/proc/PID/stat`, or a Mac's `ps -o lstart=` says. */
export function readStart(platform: 'linux' | 'darwin', said: string): string | null {
  if (platform === 'darwin') return said.trim().replaceAll(/\s+/gu, '-') || null
  // The second field is the program's own name and may hold anything; the 22nd is ticks since the computer started.
  const ticks = said.slice(said.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return said.includes(')') && /^\d+$/u.test(ticks) ? ticks : null
}
