// The lock of a home: a file that holds the process id of the hub that owns it, and when that process began. A dead one's is
// taken over.
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { Refusal } from '#shared/base/refusal.ts'
import { codeOf, fileRefusal } from '#main/sys/files.ts'
import { writeWholeNow } from '#main/sys/files-now.ts'
import { startOf } from '#main/sys/processes.ts'

/** Those this process holds. */
const held = new Set<string>()
let asides = 0

export interface HeldLock {
  /** One that died had it: it has put nothing in order. */
  readonly wasLeft: boolean
  release(): void
}

/**
 * Takes the lock file, which holds our process id and our start. One left by a process that is gone is taken over; one of a
 * living process answers its id. Made whole under another name and linked, so a half-written lock is never seen.
 */
export async function takeLock(path: string): Promise<HeldLock | { readonly heldBy: number }> {
  const draft = `${path}.${process.pid}`
  const start = await startOf(process.pid)
  let wasLeft = false
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      writeWholeNow(draft, `${[process.pid, ...(start === null ? [] : [start])].join(' ')}\n`)
      try {
        linkSync(draft, path)
        held.add(path)
        return {
          wasLeft,
          release: () => {
            held.delete(path)
            rmSync(path, { force: true })
          },
        }
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST') throw fileRefusal(thrown, path, 'written')
      }
      const text = textOf(path)
      if (text === null) continue
      const holder = holderOf(text)
      if (holder !== null && (await isAlive(holder, path))) return { heldBy: holder.pid }
      // Also where another moves it away: which of us gets it is open.
      wasLeft = true
      dropStale(path, text)
    }
    throw new Refusal('failed', 'The lock of this home changes hands again and again.', { where: path })
  } finally {
    rmSync(draft, { force: true })
  }
}

interface Holder {
  readonly pid: number
  /** Null where it was not known, and in a lock of before it was written. */
  readonly start: string | null
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null
    throw fileRefusal(thrown, path, 'read')
  }
}

function holderOf(text: string): Holder | null {
  const [, number, start] = /^(\d+)(?: (\S+))?$/u.exec(text.trim()) ?? []
  const pid = Number(number)
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, start: start ?? null } : null
}

/**
 * Moved away first: of two that find the same stale lock, one moves it and the other finds nothing to move, or another's,
 * which is given back.
 */
function dropStale(path: string, judged: string): void {
  asides += 1
  const aside = `${path}.stale.${process.pid}.${asides}`
  try {
    renameSync(path, aside)
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return
    throw fileRefusal(thrown, path, 'written')
  }
  // Another took it in between: give it back.
  if (textOf(aside) !== judged) linkBack(aside, path)
  rmSync(aside, { force: true })
}

function linkBack(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw fileRefusal(thrown, path, 'written')
  }
}

/**
 * Our own number that we did not write was a dead one's: in a container every start has the same. Another's number is that of
 * the one who wrote it only if it began when that one did, as far as both are known.
 */
async function isAlive({ pid, start }: Holder, path: string): Promise<boolean> {
  if (pid === process.pid) return held.has(path)
  if (!hasProcess(pid)) return false
  if (start === null) return true
  const now = await startOf(pid)
  return now === null || now === start
}

function hasProcess(pid: number): boolean {
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
