// The lock of a home: a file that holds the process id of the hub that owns it. A dead one's is taken over.
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { Refusal } from '#shared/base/refusal.ts'
import { codeOf, fileRefusal } from '#main/sys/files.ts'
import { writeWholeNow } from '#main/sys/files-now.ts'

/** Those this process holds. */
const held = new Set<string>()

export interface HeldLock {
  release(): void
}

/**
 * Takes the lock file, which holds our process id. One left by a process that is gone is taken over; one of a living
 * process answers its id. Made whole under another name and linked, so a half-written lock is never seen.
 */
export function takeLock(path: string): HeldLock | { readonly heldBy: number } {
  const draft = `${path}.${process.pid}`
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      writeWholeNow(draft, `${process.pid}\n`)
      try {
        linkSync(draft, path)
        held.add(path)
        return {
          release: () => {
            held.delete(path)
            rmSync(path, { force: true })
          },
        }
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST') throw fileRefusal(thrown, path, 'written')
      }
      const holder = holderOf(path)
      if (holder !== null && isAlive(holder, path)) return { heldBy: holder }
      dropStale(path, holder)
    }
    throw new Refusal('failed', 'The lock of this home changes hands again and again.', { where: path })
  } finally {
    rmSync(draft, { force: true })
  }
}

function holderOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim())
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null
    throw fileRefusal(thrown, path, 'read')
  }
}

/** Moved away first: of two that find the same stale lock, one moves it and the other finds nothing to move. */
function dropStale(path: string, holder: number | null): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return
    throw fileRefusal(thrown, path, 'written')
  }
  const moved = holderOf(aside)
  if (moved !== holder && moved !== null && isAlive(moved, path)) {
    // A living one took it in between: give it back.
    linkBack(aside, path)
  }
  unlinkSync(aside)
}

function linkBack(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw fileRefusal(thrown, path, 'written')
  }
}

/** Our own number that we did not write was a dead one's: in a container every start has the same. */
function isAlive(pid: number, path: string): boolean {
  if (pid === process.pid) return held.has(path)
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM'
  }
}

/** A dead child nobody has waited for still has its number. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^\d+ \(.*\) Z/su.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
