// The lock of a home: whose it is, told from a program that has the dead one's number by now.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#main/sys/files.ts'
import { takeLock } from '#main/sys/lock.ts'
import { readStart, startOf } from '#main/sys/processes.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'hub.lock')
})
afterEach(() => folder[Symbol.asyncDispose]())

async function living(): Promise<{ readonly pid: number } & AsyncDisposable> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const ended = new Promise(resolve => child.once('exit', resolve))
  await new Promise(resolve => child.once('spawn', resolve))
  return {
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('a lock', () => {
  it('that nobody had is taken, tells that, and is free again when it is released', async () => {
    const first = await takeLock(path)
    if ('heldBy' in first) throw new Error('it was not taken')
    expect(first.wasLeft).toBe(false)
    expect(await takeLock(path)).toEqual({ heldBy: process.pid })
    first.release()
    const second = await takeLock(path)
    expect('heldBy' in second ? null : second.wasLeft).toBe(false)
  })

  it('of a program that is gone is taken over, and tells that it was left', async () => {
    const { pid } = await (async () => {
      await using one = await living()
      return { pid: one.pid }
    })()
    for (const left of [`${pid}\n`, `${pid} 17\n`, 'no number\n']) {
      writeFileSync(path, left)
      const lock = await takeLock(path)
      if ('heldBy' in lock) throw new Error('it was not taken over')
      expect(lock.wasLeft).toBe(true)
      expect(readFileSync(path, 'utf8').split(/\s/)[0]).toBe(String(process.pid))
      lock.release()
    }
  })

  it('of a living program is respected, as it is written now and as it was written before', async () => {
    await using other = await living()
    const start = await startOf(other.pid)
    expect(start).not.toBeNull()
    for (const held of [`${other.pid} ${start}\n`, `${other.pid}\n`]) {
      writeFileSync(path, held)
      expect(await takeLock(path)).toEqual({ heldBy: other.pid })
      expect(readFileSync(path, 'utf8')).toBe(held)
    }
  })

  it('of a dead one is taken over though another program has its number by now', async () => {
    await using other = await living()
    writeFileSync(path, `${other.pid} 17\n`)
    const lock = await takeLock(path)
    if ('heldBy' in lock) throw new Error('another program was taken for the hub that had the lock')
    expect(lock.wasLeft).toBe(true)
    lock.release()
  })

  it('with the number of this process, which it did not write, was a dead one’s: in a container every start has the same', async () => {
    for (const left of [`${process.pid}\n`, `${process.pid} ${await startOf(process.pid)}\n`]) {
      writeFileSync(path, left)
      const lock = await takeLock(path)
      if ('heldBy' in lock) throw new Error('its own number was taken for a living hub')
      expect(lock.wasLeft).toBe(true)
      lock.release()
    }
  })

  it('is had by one of many that want it at once', async () => {
    writeFileSync(path, '999999999 17\n')
    const all = await Promise.all(Array.from({ length: 8 }, () => takeLock(path)))
    const taken = all.filter(one => !('heldBy' in one))
    expect(taken).toHaveLength(1)
    expect(all.filter(one => 'heldBy' in one)).toEqual(Array.from({ length: 7 }, () => ({ heldBy: process.pid })))
  })
})

describe('when a process began', () => {
  it('is the same each time it is asked, and another for another process', async () => {
    const own = await startOf(process.pid)
    expect(own).not.toBeNull()
    expect(await startOf(process.pid)).toBe(own)
    await using other = await living()
    expect(await startOf(other.pid)).not.toBe(own)
  })

  it('is not known of one that is not there', async () => {
    expect(await startOf(999_999_999)).toBeNull()
  })

  it('is read from what Linux and a Mac say, whatever the program is called', () => {
    const fields = 'S 1 77 77 0 -1 4194304 100 0 0 0 1 1 0 0 20 0 11 0 4711 1000 200'
    expect(readStart('linux', `77 (node) ${fields}`)).toBe('4711')
    expect(readStart('linux', `77 (a ) S (b) ${fields}`)).toBe('4711')
    expect(readStart('linux', '77 (cut')).toBeNull()
    expect(readStart('darwin', 'Wed Dec  2 10:35:07 2026    \n')).toBe('Wed-Dec-2-10:35:07-2026')
    expect(readStart('darwin', '\n')).toBeNull()
  })
})
